"""cvc5: the independent checker, and interpolants of floats.

Comes in: terms. Goes out: answers. ``SOLVER`` is what the catalogue lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.smt.solver import Library, Searching, Solver
from maul.smt.solvers.cvc5.capabilities import CAPABILITIES

if TYPE_CHECKING:
    from maul.smt.protocols import Interpolator, Prover


def _prover(seconds: float | None) -> Prover:
    """A prover elsewhere: cvc5 keeps no limit in some theories, and crashes on deep terms."""
    from maul.smt.isolated import IsolatedProver  # noqa: PLC0415 - when it is needed
    from maul.smt.solvers.cvc5.prover import Cvc5Prover  # noqa: PLC0415 - likewise

    return IsolatedProver(SOLVER.name, CAPABILITIES, Cvc5Prover, seconds)


def _interpolator() -> Interpolator:
    from maul.smt.solvers.cvc5.prover import Cvc5Interpolator  # noqa: PLC0415 - when it is needed

    return Cvc5Interpolator()


SOLVER = Solver(
    name="cvc5",
    advice="the independent checker; interpolants of floats",
    capabilities=CAPABILITIES,
    home=Library(module="cvc5", package="cvc5"),
    prover=_prover,
    interpolator=_interpolator,
    search=Searching(CAPABILITIES.theories),
)
