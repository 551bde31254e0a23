"""Interpolants of linear arithmetic, from sums of inequalities, without an interpolating solver.

Comes in: parts over Int, Real and Bool whose conjunction is unsatisfiable. Goes out: one
interpolant for each cut: sums of inequalities where the parts are conjunctions, joined by ``and``
and ``or`` where cases had to be split. They are the shortest of all sources, since each case takes
the smallest language L(k) that has its sums; see ``languages``. What is not linear is a variable
here, so nothing that needs functions, arrays or bit-vectors is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.farkas.split import Refutation
from maul.logic.walk import has_quantifier
from maul.run import Deadline
from maul.smt.protocols import Capabilities, GaveUp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.build import Term

CAPABILITIES = Capabilities(
    theories=frozenset(("Bool", "Int", "Real")),
    cores=False,
    interpolation=frozenset(("Bool", "Int", "Real")),
)
LAST = 64  # the last k before the restriction is dropped


def farkas(
    parts: Sequence[Term], seconds: float, k: int = 1, most: int | None = None
) -> tuple[Term, ...] | GaveUp:
    """The interpolants between the parts in L(k), or else L(2k), and so on up to ``most``.

    Without ``most`` the languages end with the one that has everything. Each case finds its own
    language, so a sum is never in a larger one than its case needs.
    """
    if any(has_quantifier(part) for part in parts):
        return GaveUp("farkas takes no quantifiers")
    ks: list[int | None] = []
    while k <= (LAST if most is None else most):
        ks.append(k)
        k *= 2
    if most is None:
        ks.append(None)
    return Refutation(parts, ks, Deadline(seconds)).interpolants()


class FarkasInterpolator:
    """The same as an interpolator."""

    name = "farkas"
    capabilities = CAPABILITIES

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The interpolants between the parts, if their conjunction is unsatisfiable."""
        return farkas(parts, seconds)
