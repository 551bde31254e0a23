"""bitwuzla: bit-vectors, floats, arrays.

Comes in: terms. Goes out: answers; interpolants of bit-vectors. ``SOLVER`` is what the catalogue
lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.smt.solver import Library, Searching, Solver
from maul.smt.solvers.bitwuzla.capabilities import CAPABILITIES

if TYPE_CHECKING:
    from maul.smt.protocols import Interpolator, Prover


def _prover(seconds: float | None) -> Prover:
    from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver  # noqa: PLC0415 - when it is needed

    return BitwuzlaProver(seconds)


def _interpolator() -> Interpolator:
    from maul.smt.solvers.bitwuzla.prover import BitwuzlaInterpolator  # noqa: PLC0415 - likewise

    return BitwuzlaInterpolator()


SOLVER = Solver(
    name="bitwuzla",
    advice="for floats, and the second opinion on bit-vectors",
    capabilities=CAPABILITIES,
    home=Library(module="bitwuzla", package="bitwuzla"),
    prover=_prover,
    interpolator=_interpolator,
    search=Searching(CAPABILITIES.theories - {"quantifiers"}),
)
