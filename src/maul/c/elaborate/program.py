"""C files to one typed program: every name resolved, every implicit conversion written out.

Comes in: names of C files and a data model. Goes out: ``tree.Program`` with all that ``main``
reaches. What cannot be modelled raises ``Unsupported`` at its place; nothing is guessed. Call
inside ``call_deep``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.attributes import check_attributes, linker_words
from maul.c.elaborate import calls, constants, expressions, operators, statements
from maul.c.elaborate.declarations import declare
from maul.c.elaborate.initialisers import initialiser
from maul.c.elaborate.linking import Linker
from maul.c.elaborate.places import CursorPlaces
from maul.c.elaborate.scope import Rules, Unit
from maul.c.elaborate.types import RecordKey, Types
from maul.c.parse import parse
from maul.c.preprocess import Source, read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.c.clang import TranslationUnit
    from maul.c.ctype import DataModel, Record
    from maul.c.tree import Program

_RULES = Rules(
    {
        **constants.RULES,
        **expressions.RULES,
        **operators.RULES,
        **calls.RULES,
    },
    statements.RULES,
    declare,
    initialiser,
)


def elaborate(
    files: Sequence[str | Source],
    model: DataModel,
    includes: Sequence[str] = (),
    entry: str = "main",
    is_open: Callable[[Program], bool] = lambda _: False,
) -> Program:
    """Parse the files and make one program of what the function ``entry`` reaches in them; if that
    ``is_open``, with the variables in which other files may find pointers.

    A file is given by its name, or as it was read.
    """
    sources = [f if isinstance(f, Source) else read_source(f, model, includes) for f in files]
    linker = Linker(model, _RULES)
    records: dict[RecordKey, Record] | None = {} if len(sources) > 1 else None
    parsed: list[TranslationUnit] = []
    try:
        for source in sources:
            check_attributes(source)
            parsed.append(parse(source, model, includes))
            places = CursorPlaces(parsed[-1], source)
            types = Types(model, places, records)
            unit = Unit(model, types, places, linker, {})
            linker.add(unit, parsed[-1].root, linker_words(source))
        if len(sources) > 1:
            linker.check_single_definitions()
        linker.check_symbols()
        return linker.program(entry, sources[0].path, is_open)
    finally:
        for made in parsed:
            made.dispose()
