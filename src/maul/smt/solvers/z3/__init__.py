"""z3: the prover of the searches, quantifier elimination, Horn clauses, Spacer.

Comes in: terms. Goes out: answers. ``SOLVER`` and ``SPACER`` are what the catalogue lists. The
library is called through ctypes in ``library``. Public: ``prover``, ``eliminator`` (quantifiers),
``horn`` (clauses for Spacer).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.smt.protocols import THEORIES
from maul.smt.solver import Library, Searching, Solver
from maul.smt.solvers.z3.capabilities import CAPABILITIES

if TYPE_CHECKING:
    from collections.abc import Collection

    from maul.logic.terms import Term
    from maul.smt.protocols import Interpolator, Prover
HOME = Library(module="z3", package="z3-solver")


def _prover(seconds: float | None) -> Prover:
    from maul.smt.solvers.z3.prover import Z3Prover  # noqa: PLC0415 - when it is needed

    return Z3Prover(seconds)


def _prover_for(parts: Collection[Term]) -> Prover:
    """A prover, with some distance to what z3 was seen to crash on."""
    from maul.logic.walk import is_nonlinear  # noqa: PLC0415 - when it is needed
    from maul.smt.solvers.z3.prover import Z3Prover  # noqa: PLC0415 - likewise
    from maul.smt.solvers.z3.terms import Z3Context  # noqa: PLC0415 - likewise
    from maul.smt.theories import has_floats  # noqa: PLC0415 - likewise

    if any(is_nonlinear(part) for part in parts):
        from maul.smt.isolated import IsolatedProver  # noqa: PLC0415 - rarely needed

        return IsolatedProver(SOLVER.name, CAPABILITIES, Z3Prover)
    # Floats and integers, in a context that had answered many questions about them.
    return Z3Prover(context=Z3Context()) if has_floats(parts) else Z3Prover()


def _spacer() -> Interpolator:
    from maul.smt.solvers.z3.spacer import SpacerInterpolator  # noqa: PLC0415 - when it is needed

    return SpacerInterpolator()


SOLVER = Solver(
    name="z3",
    advice="the default: every theory, incremental, quantifier elimination",
    capabilities=CAPABILITIES,
    home=HOME,
    prover=_prover,
    search=Searching(frozenset(THEORIES), every_format=True),
    for_terms=_prover_for,
    patience=1.0,
)
SPACER = Solver(
    name="spacer",
    advice="interpolants by Horn clauses",
    capabilities=CAPABILITIES,
    home=HOME,
    prover=_prover,
    interpolator=_spacer,
)
