"""The functions of bodies.c as automata: only those that are wanted are parsed.

Comes in: names of functions and a data model. Goes out: their automata, as the front end makes them
of any C text, to be copied for each call.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from maul.c.elaborate import elaborate
from maul.c.preprocess import Source
from maul.cfa.build import build

if TYPE_CHECKING:
    from collections.abc import Collection

    from maul.c.ctype import DataModel
    from maul.cfa.model import Automaton

TEXT = Path(__file__).parent / "bodies.c"
SAME = {"index": "strchr", "rindex": "strrchr", "bcmp": "memcmp"}
"""Functions that do what another one does."""
OWN = "__maul_"
"""How the names of functions begin that are in no library."""

_HEAD = b"typedef unsigned long size_t;\nvoid *malloc(size_t size);\n"
_DEFINITION = re.compile(rb"^\w[\w \*]*?\b(\w+)\([^;{]*\) \{\n.*?^\}\n", re.MULTILINE | re.DOTALL)


@cache
def _definitions() -> dict[str, bytes]:
    """The text of each function."""
    text = TEXT.read_bytes()
    return {found[1].decode("ascii"): found[0] for found in _DEFINITION.finditer(text)}


def is_defined(name: str) -> bool:
    """Whether there is a body of a function of the C library."""
    return not name.startswith(OWN) and SAME.get(name, name) in _definitions()


def automata(names: Collection[str], model: DataModel) -> dict[str, Automaton]:
    """The automata of the functions of these names."""
    wanted = dict.fromkeys(SAME.get(name, name) for name in names)
    definitions = _definitions()
    uses = "".join(f"  {name};\n" for name in wanted).encode("ascii")
    text = b"".join((_HEAD, *(definitions[name] for name in wanted)))
    text += b"int main(void) {\n" + uses + b"}\n"
    source = Source(str(TEXT), text, text, "plain")
    found = build(elaborate([source], model)).functions
    return {name: found[SAME.get(name, name)] for name in names}
