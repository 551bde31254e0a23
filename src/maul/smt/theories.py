"""What a question is about, as far as it matters who has answered such questions.

Comes in: terms. Goes out: ``floats`` when there is a float anywhere in them, else ``plain``. A
solver has one engine for floats and another for everything else, so that an answer in the one
theory says nothing of its answers in the other. Integers count as plain: the bit-precise labels
that are checked may be translated from those that were found over integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.sorts import Float
from maul.logic.walk import subterms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.logic.terms import Term

PLAIN, FLOATS = "plain", "floats"


def theory_of(*terms: Term) -> str:
    """The theory of a question."""
    return FLOATS if has_floats(subterms(*terms)) else PLAIN


def has_floats(parts: Iterable[Term]) -> bool:
    """Whether one of the terms is a float; those inside them are not looked at."""
    return any(isinstance(part.sort, Float) for part in parts)


def note_floats(order: Iterable[Term], found: set[Term]) -> None:
    """Add the terms with a float in them to those already found; arguments come first in order."""
    for term in order:
        if type(term.sort) is Float or not found.isdisjoint(term.arguments):
            found.add(term)
