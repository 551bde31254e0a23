"""The macros of the GNU library's headers, from the table that ``tools/header_macros.py`` makes.

A line ``@ HEADER ... ? CONDITION`` says where and when the lines below it hold: ``NAME VALUE``
defines a macro, ``! NAME ...`` defines macros that mean nothing, ``= NAME ...`` macros that mean
their own name, and ``- NAME ...`` are macros that have no model, which are poisoned.
"""

from __future__ import annotations

import os
from collections import defaultdict
from itertools import count

TABLE = os.path.join(os.path.dirname(__file__), "macros.txt")


def definitions() -> dict[str, str]:
    """What stands at the end of each header."""
    found: dict[str, list[str]] = defaultdict(list)
    with open(TABLE, encoding="ascii") as file:
        blocks = file.read().split("@ ")[1:]
    for number, block in zip(count(), blocks):
        head, _, body = block.partition("\n")
        names, _, condition = head.partition(" ? ")
        headers = names.split()
        text = "".join(map(_directive, body.splitlines()))
        if condition:
            text = f"#if {condition}\n{text}#endif\n"
        if len(headers) > 1 or headers == ["assert.h"]:
            mark = f"__maul_macros_{number}"
            text = f"#ifndef {mark}\n#define {mark}\n{text}#endif\n"
        for header in headers:
            found[header].append(text)
    return {header: "".join(texts) for header, texts in found.items()}


def _directive(line: str) -> str:
    """A line of the table as C text."""
    kind, _, names = line.partition(" ")
    if kind == "-":
        return f"#pragma GCC poison {names}\n"
    if kind == "=":
        return "".join(f"#define {name} {name}\n" for name in names.split())
    if kind == "!":
        return "".join(f"#define {name}\n" for name in names.split())
    return f"#define {line}\n"
