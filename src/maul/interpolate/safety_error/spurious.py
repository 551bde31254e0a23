"""A path to an error that cannot be executed, as safety and error interpolants look at it.

Comes in: a trace and the assertions that refute it. Goes out: the last position that an execution
reaches, the longest part at the end that can be executed by itself, and the interpolant of two
parts of the path [Tian17, Def. 2 and 3].
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from maul.interpolate.cores import relevant
from maul.interpolate.newton import eliminate
from maul.interpolate.protocol import Refuted
from maul.interpolate.refuter import decide
from maul.logic.build import FALSE, TRUE, Term, not_
from maul.logic.trace import Block, Trace
from maul.logic.transformers import wp
from maul.logic.transition import assume
from maul.logic.walk import dag_size
from maul.run import UNLIMITED
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat

if TYPE_CHECKING:
    from collections.abc import Hashable

    from maul.interpolate.protocol import Refuter
    from maul.logic.trace import Conjunct
    from maul.run import Allowance
    from maul.smt.protocols import Answer, MakeProver, Prover

INTERPOLANT_SECONDS = 1.0  # for one interpolant
CONDITION_SECONDS = 0.1  # for a condition without quantifiers
PART_SECONDS = 0.1  # to find out whether a part of a path can be executed
MOST_FAILURES = 3  # with one block, after which it is not tried again
LARGE = 1000  # subterms of one with quantifiers
LARGEST = 200  # subterms of an exact condition; larger ones are asked of the refuter


class Spurious:
    """A path s_0, e_0, ..., s_m and the assertions at its positions that refute it. Where a
    solver gives up, the path is thought to get further, and no suffix to begin."""

    def __init__(
        self, refuted: Refuted, provers: MakeProver, allowance: Allowance = UNLIMITED
    ) -> None:
        self.trace = refuted.trace
        self.assertions = refuted.assertions
        self._provers = provers
        self._allowance = allowance

    @cached_property
    def places(self) -> tuple[Hashable, ...]:
        """s_0, ..., s_m."""
        blocks = self.trace.blocks
        return (blocks[0].source, *(block.target for block in blocks))

    @cached_property
    def last_reachable(self) -> int:
        """The position n of the last state that an execution along the path reaches."""
        end = self.assertions.index(FALSE)  # nothing gets there
        if not self._is_excluded(0, end - 1):
            return end - 1
        return bisect_left(range(end), 1, key=lambda i: self._is_excluded(0, i), lo=1) - 1

    @cached_property
    def suffix_from(self) -> int:
        """The position i at which the maximal feasible suffix begins, not before the first one."""
        m = len(self.trace)
        return bisect_left(range(m), 1, key=lambda i: self._is_feasible(i, m), lo=1)

    def _is_excluded(self, first: int, last: int) -> bool:
        """Whether it is shown that no execution passes the blocks between two positions."""
        return isinstance(self._ask(first, last), Unsat)

    def _is_feasible(self, first: int, last: int) -> bool:
        """Whether it is shown that an execution does."""
        return isinstance(self._ask(first, last), Sat)

    def _ask(self, first: int, last: int) -> Answer:
        if not self._allowance.left:
            return TIME_LIMIT
        prover = self._prover
        prover.push()
        for conjunct in self._conjuncts:
            if first < conjunct.position <= last:
                prover.assert_(conjunct.formula)
        answer = prover.check(seconds=PART_SECONDS)
        prover.pop()
        return answer

    @cached_property
    def _conjuncts(self) -> list[Conjunct]:
        return relevant(self.trace)

    @cached_property
    def _prover(self) -> Prover:
        return self._provers([conjunct.formula for conjunct in self._conjuncts])


# ---- Craig(A, B) -------------------------------------------------------------------------------


class Interpolation:
    """Craig(A, B) for what comes before a position and one block with what must not hold after it.
    The weakest of all interpolants is the weakest precondition; where it has no short form without
    quantifiers, a refuter finds another one. ``exact`` tells whether to try that at all. When there
    is no time left for it, nothing is found."""

    def __init__(
        self,
        refuter: Refuter,
        provers: MakeProver,
        allowance: Allowance = UNLIMITED,
        *,
        exact: bool = True,
    ) -> None:
        self._refuter = refuter
        self.provers = provers
        self._allowance = allowance
        self._exact = exact
        self._known: dict[tuple[Block, Term], Term | None] = {}
        self._failures: Counter[Block] = Counter()

    @property
    def patience(self) -> float:
        """Seconds for one question."""
        return min(INTERPOLANT_SECONDS, self._allowance.left)

    def weakest(self, block: Block, goal: Term) -> Term | None:
        """What has to hold before a block for a goal to hold after it; None when that is too long
        or has quantifiers."""
        key = (block, goal)
        if key not in self._known:
            if not self._allowance.left:
                return None
            found = None
            if self._exact and self._failures[block] < MOST_FAILURES:
                found = self._weakest(block, goal)
                self._failures[block] += found is None
            self._known[key] = found
        return self._known[key]

    def _weakest(self, block: Block, goal: Term) -> Term | None:
        if goal is TRUE:
            return TRUE
        exact = wp(goal, block.transition)
        if dag_size(exact) > LARGE:
            return None
        found = eliminate(exact, self.provers, CONDITION_SECONDS)
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
        return self.excluded(_against(prefix, goal))

    def excluded(self, trace: Trace) -> Refuted | None:
        """Why a trace cannot be executed; None when that is not shown."""
        seconds = self.patience
        answer = self._refuter(trace, seconds) if seconds else None
        return answer if isinstance(answer, Refuted) else None


def is_implied(
    prefix: tuple[Block, ...], goal: Term, provers: MakeProver, seconds: float = INTERPOLANT_SECONDS
) -> bool:
    """Whether it is shown that a goal holds after a prefix."""
    return decide(_against(prefix, goal), provers, seconds) is None


def _against(prefix: tuple[Block, ...], goal: Term) -> Trace:
    """A prefix after which a goal does not hold."""
    end = prefix[-1].target if prefix else "start"
    return Trace((*prefix, Block(end, ("not", end), assume(not_(goal)))))
