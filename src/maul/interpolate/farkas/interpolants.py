"""Interpolants of linear arithmetic, from sums of inequalities, without an interpolating solver.

Comes in: parts over Int, Real and Bool whose conjunction is unsatisfiable. Goes out: one
interpolant for each cut: sums of inequalities where the parts are conjunctions, joined by ``and``
and ``or`` where cases had to be split. They are the shortest of all sources, and restricted to the
languages L(k) of [McMillan06, sec. 2]; see ``multipliers``. What is not linear is a variable
here, so nothing that needs congruence, arrays or bit-vectors is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.craig import craig_refuter
from maul.interpolate.farkas.split import Refutation
from maul.interpolate.refuter import QUICK
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
LIMIT = 64


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
    while k <= (LIMIT if most is None else most):
        ks.append(k)
        k *= 2
    if most is None:
        ks.append(None)
    return Refutation(parts, ks, Deadline(seconds)).interpolants()


class GrowingInterpolator:
    """Interpolants in one language L(k) for all questions, which grows for good when a question has
    none in it [McMillan06, sec. 2, "A Weak Notion of Completeness"]. The labels found so far stay:
    they are interpolants in the larger language, too."""

    name = "farkas-growing"
    capabilities = CAPABILITIES

    def __init__(self) -> None:
        self.k = 1

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The interpolants between the parts, if their conjunction is unsatisfiable."""
        left = Deadline(seconds)
        found = farkas(parts, left(), self.k, self.k)
        while isinstance(found, GaveUp) and self.k < LIMIT and left():
            self.k *= 2
            found = farkas(parts, left(), self.k, self.k)
        return found


class FarkasInterpolator:
    """The same as an interpolator."""

    name = "farkas"
    capabilities = CAPABILITIES

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The interpolants between the parts, if their conjunction is unsatisfiable."""
        return farkas(parts, seconds)


FARKAS = craig_refuter(
    "craig:farkas",
    "our own, for linear integers: the shortest, with bounded constants",
    FarkasInterpolator,
    first_seconds=QUICK,
)
FARKAS_GROWING = craig_refuter(
    "craig:farkas-growing",
    "the same in one language for all paths, larger when it has to be",
    GrowingInterpolator,
    first_seconds=QUICK,
)
