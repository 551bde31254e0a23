"""The library functions that have an encoding: results as terms, effects on the state.

Comes in: the evaluation of a call of a function without a body, its canonical name and the
operation. Goes out: the type and the value of the result, after the effect; NoTerm for a function
that has a model but no encoding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.library import BEGIN_OBJECT, END_FRAME, END_OBJECT, PRINTING
from maul.encode.library.allocation import alloca, begin_object, calloc, malloc, realloc
from maul.encode.library.characters import CHARACTERS
from maul.encode.library.mathematics import MATHEMATICS
from maul.encode.library.strings import STRINGS
from maul.encode.numbers import NoTerm

if TYPE_CHECKING:
    from maul.cfa.model import Call
    from maul.encode.expressions import Evaluation
    from maul.encode.numbers import Typed

QUIET = frozenset(("free", "cfree", END_OBJECT, END_FRAME, *PRINTING))
"""Functions without an effect that matters here; what they return is arbitrary."""

COARSE = frozenset((*PRINTING, "sprintf", "snprintf", "vsprintf", "vsnprintf"))
"""Functions whose result or text is arbitrary in formulas, although an execution determines it."""

ENDING = frozenset(("free", "cfree", END_OBJECT))
"""Functions that end an object."""

ALLOCATING = frozenset(("malloc", "alloca", BEGIN_OBJECT, "realloc"))
"""Functions that give an object with arbitrary contents."""

_ENCODED = {
    "malloc": malloc,
    "alloca": alloca,
    BEGIN_OBJECT: begin_object,
    "calloc": calloc,
    "realloc": realloc,
    **CHARACTERS,
    **STRINGS,
    **MATHEMATICS,
}


def computed(at: Evaluation, name: str, operation: Call) -> Typed:
    """The result of a library function, after its effect."""
    entry = _ENCODED.get(name)
    if entry is None:
        raise NoTerm(f"the function {name}")
    return entry(at, operation)
