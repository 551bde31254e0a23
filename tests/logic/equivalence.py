"""Whether terms mean the same, according to a solver that the code under test does not use."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from maul.smt import catalogue

if TYPE_CHECKING:
    from maul.logic.terms import Term
    from maul.smt.protocols import Prover

SECONDS = 20.0


@cache
def second_solver() -> Prover:
    """cvc5, which knows quantifiers; made once, since it runs in a process of its own."""
    return catalogue.prover("cvc5", SECONDS)


def equivalent(one: Term, other: Term) -> bool:
    """Whether both terms are shown to have the same models."""
    prover = second_solver()
    return prover.implies(one, other) and prover.implies(other, one)
