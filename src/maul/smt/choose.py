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
from maul.logic.sorts import BOOL, FLOAT32, FLOAT64, INT, REAL, Array, BitVec, Float
from maul.logic.walk import is_nonlinear, subterms
from maul.smt.relay import RelayProver
from maul.smt.solvers.z3.prover import CAPABILITIES, Z3Prover
from maul.smt.solvers.z3.terms import Z3Context
from maul.smt.theories import FLOATS, PLAIN, has_floats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from maul.logic.sorts import Sort
    from maul.logic.terms import Term
    from maul.smt.asked import Asked
    from maul.smt.protocols import MakeProver, Prover

PATIENCE = 2.0  # seconds for z3 with what bitwuzla can answer, too
FORMATS = frozenset((Float(5, 11), FLOAT32, FLOAT64, Float(15, 113)))

EQUAL_ARRAYS = "equal arrays"  # plain questions in which arrays are compared as a whole
# Who can check questions of a theory. bitwuzla is five to ten times quicker than cvc5 with what
# proofs ask, and loaded in a third of the time; it does not fully support arrays as a whole.
CHECKERS: Mapping[str, tuple[str, ...]] = {
    PLAIN: ("bitwuzla", "z3", "cvc5"),
    FLOATS: ("bitwuzla", "z3", "cvc5"),
    EQUAL_ARRAYS: ("cvc5", "z3", "bitwuzla"),
}


def may_check(asked: Asked, theory: str) -> tuple[str, ...]:
    """The two solvers that check questions of a theory, in the order in which they are asked.

    Independent are those who did not answer in that theory during the search: the quickest of them
    is asked first, then the last of them, which has the least in common with it. When fewer than
    two are left, those who did answer are asked last. Who was wanted for the search never checks.
    """
    observed = PLAIN if theory == EQUAL_ARRAYS else theory
    able = [name for name in CHECKERS[theory] if name != asked.wanted]
    independent = [name for name in able if (name, observed) not in asked.answered]
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
        if not _is_known(solver, parts):
            return _suited(parts)
        if solver == "z3":
            return _z3(parts)
        from maul.smt.catalogue import searcher  # noqa: PLC0415 - when it is needed

        return RelayProver(searcher(solver), lambda: _suited(parts), None)

    return preferred


def _suited(parts: Collection[Term]) -> Prover:
    """The prover that was measured to be the quickest."""
    if not _is_known("bitwuzla", parts):
        return _z3(parts)
    return _bitwuzla() if has_floats(parts) else RelayProver(Z3Prover(), _bitwuzla, PATIENCE)


def _z3(parts: Collection[Term]) -> Prover:
    """z3, with some distance to what it was seen to crash on."""
    if any(is_nonlinear(part) for part in parts):
        from maul.smt.isolated import IsolatedProver  # noqa: PLC0415 - rarely needed

        return IsolatedProver("z3", CAPABILITIES, Z3Prover)
    # Floats and integers, in a context that had answered many questions about them.
    return Z3Prover(context=Z3Context()) if has_floats(parts) else Z3Prover()


def _bitwuzla() -> Prover:
    from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver  # noqa: PLC0415 - when it is needed

    return BitwuzlaProver()


# ---- theories ----


def _is_known(solver: str, parts: Collection[Term]) -> bool:
    """Whether all of the terms are in the theories that a solver is good at."""
    if solver == "z3":
        return True
    if solver in UNQUANTIFIED and any(part.operator in QUANTIFIERS for part in parts):
        return False
    return all(_is_sort_of(solver, sort) for sort in {part.sort for part in parts})


UNQUANTIFIED = frozenset(("bitwuzla", "smtinterpol"))  # not asked about quantifiers


def _is_sort_of(solver: str, sort: Sort) -> bool:
    if isinstance(sort, Array):
        return _is_sort_of(solver, sort.index) and _is_sort_of(solver, sort.element)
    if isinstance(sort, Float):
        return solver != "smtinterpol" and sort in FORMATS
    if isinstance(sort, BitVec):
        return solver != "smtinterpol"
    return sort is BOOL or (sort in (INT, REAL) and solver != "bitwuzla")
