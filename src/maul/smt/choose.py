"""Which prover suits which terms, and who may check what was found with it.

``prover_for``: terms come in, a new prover goes out. bitwuzla is asked about floats, up to a
hundred times quicker than z3, but without integers and formats of unusual sizes; z3 is asked
everything else, and what it gives up on about bit-vectors goes to bitwuzla, too.

``preferring``: the same with a solver that the user wants to search with. It is asked whatever is
in its theories, and for as long as the question may take. What it has no words for, and what it
gives up on before the time is over, goes to the prover that would have been asked without it.

``may_check``: who answered what in a search comes in, the solvers that check its proof go out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.free import QUANTIFIERS
from maul.logic.sorts import FLOAT32, FLOAT64, Array, BitVec, Float
from maul.logic.walk import subterms
from maul.smt.allowance import A_SECOND
from maul.smt.catalogue import SOLVERS, searcher
from maul.smt.relay import RelayProver
from maul.smt.theories import FLOATS, PLAIN, has_floats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from maul.logic.sorts import Sort
    from maul.logic.terms import Term
    from maul.smt.asked import Answered
    from maul.smt.protocols import MakeProver, Prover
    from maul.smt.solver import Searching, Solver

PATIENCE = 2 * A_SECOND  # steps for z3 with what bitwuzla can answer, too
FORMATS = frozenset((Float(5, 11), FLOAT32, FLOAT64, Float(15, 113)))

# Who is asked everything, and who is quicker with floats and with some questions about bits.
GENERAL, QUICK = "z3", "bitwuzla"

EQUAL_ARRAYS = "equal arrays"  # plain questions in which arrays are compared as a whole
# Who can check questions of a theory. bitwuzla is five to ten times quicker than cvc5 with what
# proofs ask, and loaded in a third of the time; it does not fully support arrays as a whole.
CHECKERS: Mapping[str, tuple[str, ...]] = {
    PLAIN: ("bitwuzla", "z3", "cvc5"),
    FLOATS: ("bitwuzla", "z3", "cvc5"),
    EQUAL_ARRAYS: ("cvc5", "z3", "bitwuzla"),
}


def may_check(asked: Answered, theory: str) -> tuple[str, ...]:
    """The two solvers that check questions of a theory, in the order in which they are asked.

    Independent are those who did not answer in that theory during the search: the quickest of them
    is asked first, then the last of them, which has the least in common with it. When fewer than
    two are left, those who did answer are asked last. Who was wanted for the search, or for its
    traces, never checks; when these are two, one solver is left.
    """
    observed = PLAIN if theory == EQUAL_ARRAYS else theory
    able = [name for name in CHECKERS[theory] if name not in (asked.wanted, asked.tracer)]
    independent = [name for name in able if (name, observed) not in asked.pairs]
    if len(independent) > 1:
        return independent[0], independent[-1]
    return (*independent, *[name for name in able if name not in independent])[:2]


def prover_for(terms: Iterable[Term]) -> Prover:
    """A prover that knows the theories of the terms, the quicker one where there are two."""
    return _suited(subterms(*terms))


def preferring(solver: str | None) -> MakeProver:
    """How to make provers for terms when the user wants a solver; None is what suits the terms."""
    if solver is None:
        return prover_for

    def preferred(terms: Iterable[Term]) -> Prover:
        parts = subterms(*terms)
        if not _knows(SOLVERS[solver], parts):
            return _suited(parts)
        if solver == GENERAL:
            return _general(parts)
        return RelayProver(searcher(solver), lambda: _suited(parts), None)

    return preferred


def bit_prover() -> Prover:
    """The quickest prover for questions about bits that are asked one by one."""
    return SOLVERS[QUICK].prover(None)


def _suited(parts: Collection[Term]) -> Prover:
    """The prover that was measured to be the quickest."""
    if not _knows(SOLVERS[QUICK], parts):
        return _general(parts)
    if has_floats(parts):
        return bit_prover()
    return RelayProver(SOLVERS[GENERAL].prover(None), bit_prover, PATIENCE)


def _general(parts: Collection[Term]) -> Prover:
    general = SOLVERS[GENERAL]
    return general.prover(None) if general.for_terms is None else general.for_terms(parts)


# ---- theories ----


def _knows(solver: Solver, parts: Collection[Term]) -> bool:
    """Whether all of the terms are in the theories that a solver is good at."""
    good_at = solver.search
    if good_at is None:
        return False
    lacks = solver.capabilities.lacks
    if "quantifiers" not in good_at.theories:
        lacks = lacks.union(QUANTIFIERS)
    if lacks and any(part.operator in lacks for part in parts):
        return False
    return all(_has_sort(good_at, sort) for sort in {part.sort for part in parts})


def _has_sort(good_at: Searching, sort: Sort) -> bool:
    match sort:
        case Array(index=index, element=element):
            return all(_has_sort(good_at, part) for part in (index, element))
        case Float():
            return "Float" in good_at.theories and (good_at.every_format or sort in FORMATS)
        case BitVec():
            return "BitVec" in good_at.theories
    return str(sort) in good_at.theories
