"""Interpolants over given literals.

Comes in: parts, and for each cut literals that suffice when only they go from left to right. Goes
out: for each cut a conjunction of disjunctions of its literals. They are found from the end, as a
state that leads to a contradiction nowhere has to be excluded: the literals that are false in it
are asked of the part before, which implies that one of them is true, or has a state of its own that
has to be excluded first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import Term, and_, equal, not_, or_, symbol
from maul.logic.sorts import BOOL
from maul.logic.walk import disjuncts
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Chain:
    """The parts, each with a prover of its own, and what is known after each."""

    def __init__(self, parts: Sequence[Term], literals: Sequence[Sequence[Term]]) -> None:
        # Before the first part nothing can be told, after the last one nothing is to be told.
        self._literals = [(), *map(tuple, literals), ()]
        self._clauses: list[list[Term]] = [[] for _ in self._literals]
        self._provers = [Z3Prover() for _ in parts]
        for prover, part, before in zip(self._provers, parts, self._literals, strict=False):
            prover.assert_(part)
            for place, literal in enumerate(before):
                prover.assert_(equal(_named(place), literal))

    def interpolants(self, left: Callable[[], float]) -> tuple[Term, ...] | GaveUp:
        """The interpolants, one for each cut."""
        obligations: list[tuple[int, tuple[Term, ...]]] = [(len(self._provers), ())]
        while obligations:
            if left() <= 0:
                return TIME_LIMIT
            cut, false = obligations[-1]
            prover = self._provers[cut - 1]
            answer = prover.check(tuple(map(not_, false)), core=True, seconds=left())
            match answer:
                case Unsat(core=core):
                    needed = [literal for literal in false if not_(literal) in core]
                    self._add(cut, or_(*needed))
                    obligations.pop()
                case Sat(model=model):
                    if cut == 1:
                        return GaveUp("the literals do not suffice")
                    before = self._literals[cut - 1]
                    values = [model.value(_named(place)) for place in range(len(before))]
                    pairs = zip(before, values, strict=True)
                    obligations.append(
                        (cut - 1, tuple([each for each, value in pairs if not value]))
                    )
                case GaveUp():
                    return answer
        return tuple([and_(*clauses) for clauses in self._clauses[1:-1]])

    def _add(self, cut: int, clause: Term) -> None:
        """Take what holds at a cut, and drop what follows from it."""
        strong = set(disjuncts(clause))
        weaker = [each for each in self._clauses[cut] if strong <= set(disjuncts(each))]
        self._clauses[cut] = [each for each in self._clauses[cut] if each not in weaker] + [clause]
        if cut < len(self._provers):
            self._provers[cut].assert_(clause)


def _named(place: int) -> Term:
    """The name of a literal before a part."""
    return symbol(f"literal {place}", BOOL)
