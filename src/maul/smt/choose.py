"""Which prover suits which terms.

Comes in: the terms of a question, and now and then the solver that the user wants to search with.
Goes out: a new prover. Unless told otherwise bitwuzla is asked about floats, up to a hundred times
quicker than z3, but without integers and formats of unusual sizes; z3 is asked everything else, and
what it gives up on about bit-vectors goes to bitwuzla, too.

A solver that is wanted is asked whatever is in its theories, and for as long as the question may
take. What it has no words for, and what it gives up on before the time is over, goes to the prover
that would have been asked without it.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from maul.logic.free import QUANTIFIERS
from maul.logic.sorts import BOOL, FLOAT32, FLOAT64, INT, REAL, Array, BitVec, Float
from maul.logic.walk import is_nonlinear, subterms
from maul.smt.relay import RelayProver
from maul.smt.solvers.z3.prover import CAPABILITIES, Z3Prover
from maul.smt.solvers.z3.terms import Z3Context

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from maul.logic.sorts import Sort
    from maul.logic.terms import Term
    from maul.smt.protocols import Prover

PATIENCE = 2.0  # seconds for z3 with what bitwuzla can answer, too
FORMATS = frozenset((Float(5, 11), FLOAT32, FLOAT64, Float(15, 113)))

_wanted: ContextVar[str | None] = ContextVar("wanted", default=None)


@contextmanager
def searching_with(solver: str | None) -> Iterator[None]:
    """Prefer a solver in this context, that is in this thread; None is what suits the terms."""
    before = _wanted.set(solver)
    try:
        yield
    finally:
        _wanted.reset(before)


def prover_for(terms: Iterable[Term]) -> Prover:
    """A prover that knows the theories of the terms, the quicker one where there are two, unless
    the user wants another."""
    parts = subterms(*terms)
    wanted = _wanted.get()
    if wanted is None or not _is_known(wanted, parts):
        return _suited(parts)
    if wanted == "z3":
        return _z3(parts)
    from maul.smt.catalogue import searcher  # noqa: PLC0415 - when it is needed

    return RelayProver(searcher(wanted), lambda: _suited(parts), None)


def _suited(parts: Collection[Term]) -> Prover:
    """The prover that was measured to be the quickest."""
    if not _is_known("bitwuzla", parts):
        return _z3(parts)
    return _bitwuzla() if _has_floats(parts) else RelayProver(Z3Prover(), _bitwuzla, PATIENCE)


def _z3(parts: Collection[Term]) -> Prover:
    """z3, with some distance to what it was seen to crash on."""
    if any(is_nonlinear(part) for part in parts):
        from maul.smt.isolated import IsolatedProver  # noqa: PLC0415 - rarely needed

        return IsolatedProver("z3", CAPABILITIES, Z3Prover)
    # Floats and integers, in a context that had answered many questions about them.
    return Z3Prover(context=Z3Context()) if _has_floats(parts) else Z3Prover()


def _bitwuzla() -> Prover:
    from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver  # noqa: PLC0415 - when it is needed

    return BitwuzlaProver()


# ---- theories ----


def _has_floats(parts: Iterable[Term]) -> bool:
    return any(isinstance(part.sort, Float) for part in parts)


def _is_known(solver: str, parts: Collection[Term]) -> bool:
    """Whether all of the terms are in the theories that a solver is good at."""
    if solver == "z3":
        return True
    if solver in PLAIN and any(part.operator in QUANTIFIERS for part in parts):
        return False
    return all(_is_sort_of(solver, sort) for sort in {part.sort for part in parts})


PLAIN = frozenset(("bitwuzla", "smtinterpol"))  # not asked about quantifiers


def _is_sort_of(solver: str, sort: Sort) -> bool:
    if isinstance(sort, Array):
        return _is_sort_of(solver, sort.index) and _is_sort_of(solver, sort.element)
    if isinstance(sort, Float):
        return solver != "smtinterpol" and sort in FORMATS
    if isinstance(sort, BitVec):
        return solver != "smtinterpol"
    return sort is BOOL or (sort in (INT, REAL) and solver != "bitwuzla")
