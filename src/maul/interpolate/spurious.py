"""A path to an error that cannot be executed, as safety and error interpolants look at it.

Comes in: a trace and the assertions that refute it. Goes out: the last position that an execution
reaches, the longest part at the end that can be executed by itself, and the interpolant of two
parts of the path [Tian17, Def. 2 and 3].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.formula.build import FALSE, TRUE, Term, not_
from maul.formula.trace import Block, Trace
from maul.formula.transformers import wp
from maul.formula.transition import assume
from maul.formula.walk import dag_size
from maul.interpolate.eliminate import eliminate
from maul.interpolate.protocol import Refuted
from maul.interpolate.refuter import decide
from maul.node import node
from maul.smt.protocols import GaveUp

if TYPE_CHECKING:
    from collections.abc import Hashable

    from maul.interpolate.protocol import Refuter

PATIENCE = 1.0  # seconds for one interpolant, or for one part of a path
LARGEST = 200  # subterms of an exact condition; larger ones are asked of the refuter


@node
class Spurious:
    """A path s_0, e_0, ..., s_m, the assertions at its positions, the last reachable position n,
    and the position i at which the maximal feasible suffix begins. What a solver gives up on counts
    as feasible: then the path is thought to get further, and the suffix to be longer."""

    trace: Trace
    assertions: tuple[Term, ...]
    last_reachable: int
    suffix_from: int

    @property
    def places(self) -> tuple[Hashable, ...]:
        """s_0, ..., s_m."""
        blocks = self.trace.blocks
        return (blocks[0].source, *(block.target for block in blocks))


def spurious(refuted: Refuted) -> Spurious:
    """Find out where a refuted path ends, and from where on it is possible."""
    blocks, assertions = refuted.trace.blocks, refuted.assertions
    end = assertions.index(FALSE)  # not reachable; whatever is before may be
    low, high = 0, end - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _is_infeasible(blocks[:middle]):
            high = middle - 1
        else:
            low = middle
    first, last = 1, len(blocks)  # the empty suffix is possible
    while first < last:
        middle = (first + last) // 2
        if _is_infeasible(blocks[middle:]):
            first = middle + 1
        else:
            last = middle
    return Spurious(refuted.trace, assertions, low, first)


def _is_infeasible(blocks: tuple[Block, ...]) -> bool:
    """Whether it is shown that no execution passes the blocks."""
    return bool(blocks) and decide(Trace(blocks), PATIENCE) is None


# ---- Craig(A, B) -------------------------------------------------------------------------------


class Interpolation:
    """Craig(A, B) for what comes before a position and one block with what must not hold after it.
    The weakest of all interpolants is the weakest precondition; where it has no short form without
    quantifiers, a refuter finds another one. ``exact`` tells whether to try that at all."""

    def __init__(self, refuter: Refuter, *, exact: bool = True) -> None:
        self._refuter = refuter
        self._exact = exact
        self._known: dict[tuple[Block, Term], Term | None] = {}

    def weakest(self, block: Block, goal: Term) -> Term | None:
        """What has to hold before a block for a goal to hold after it; None when that is too long
        or has quantifiers."""
        key = (block, goal)
        if key not in self._known:
            self._known[key] = self._weakest(block, goal) if self._exact else None
        return self._known[key]

    def _weakest(self, block: Block, goal: Term) -> Term | None:
        if goal is TRUE:
            return TRUE
        found = eliminate(wp(goal, block.transition), PATIENCE)
        if isinstance(found, GaveUp) or dag_size(found) > LARGEST:
            return None
        return found

    def weakest_along(self, suffix: tuple[Block, ...]) -> Term | None:
        """What has to hold for a suffix not to be feasible."""
        goal: Term | None = FALSE
        for block in reversed(suffix):
            if goal is not None:
                goal = self.weakest(block, goal)
        return goal

    def between(self, path: Spurious, i: int, goal: Term) -> Term | None:
        """Craig(A, B) where A is the path up to position i and B its next block, after which the
        goal does not hold; None when there is none or it is not found."""
        if goal is FALSE and path.assertions[i + 1] is FALSE:
            return path.assertions[i]
        refuted = self.refute(path.trace.blocks[: i + 1], goal)
        return None if refuted is None else refuted.assertions[i]

    def refute(self, prefix: tuple[Block, ...], goal: Term) -> Refuted | None:
        """Why a goal holds after a prefix; None when that is not shown."""
        answer = self._refuter(_against(prefix, goal), PATIENCE)
        return answer if isinstance(answer, Refuted) else None


def is_implied(prefix: tuple[Block, ...], goal: Term) -> bool:
    """Whether it is shown that a goal holds after a prefix."""
    return decide(_against(prefix, goal), PATIENCE) is None


def _against(prefix: tuple[Block, ...], goal: Term) -> Trace:
    """A prefix after which a goal does not hold."""
    end = prefix[-1].target if prefix else "start"
    return Trace((*prefix, Block(end, ("not", end), assume(not_(goal)))))
