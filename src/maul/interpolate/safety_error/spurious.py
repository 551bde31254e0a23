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

from maul.interpolate.auto import AUTO
from maul.interpolate.cores import relevant
from maul.interpolate.newton import IT_WP, eliminate_plainly
from maul.interpolate.protocol import Refuted, RefuterSetting
from maul.interpolate.safety_error.paths import HOPELESS, STEPS
from maul.logic.build import FALSE, TRUE, Term, not_
from maul.logic.trace import Block, Trace
from maul.logic.transformers import wp
from maul.logic.transition import assume
from maul.logic.walk import dag_size
from maul.smt.protocols import GaveUp, Sat, Unsat

if TYPE_CHECKING:
    from collections.abc import Hashable

    from maul.interpolate.protocol import Refuter
    from maul.logic.trace import Conjunct
    from maul.smt.protocols import Answer, MakeProver, Prover

INTERPOLANT_SECONDS = 10.0  # for one interpolant, as for an error path
MOST_FAILURES = 3  # with one block, after which it is not tried again
LARGE = 1000  # subterms of one with quantifiers
LARGEST = 200  # subterms of an exact condition; larger ones are asked of the refuter


class Spurious:
    """A path s_0, e_0, ..., s_m and the assertions at its positions that refute it. Where a
    solver gives up, the path is thought to get further, and no suffix to begin."""

    def __init__(self, refuted: Refuted, provers: MakeProver) -> None:
        self.trace = refuted.trace
        self.assertions = refuted.assertions
        self._provers = provers

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
        prover = self._prover
        prover.push()
        for conjunct in self._conjuncts:
            if first < conjunct.position <= last:
                prover.assert_(conjunct.formula)
        answer = prover.check(seconds=HOPELESS, steps=STEPS)
        prover.pop()
        return answer

    @cached_property
    def _conjuncts(self) -> list[Conjunct]:
        return relevant(self.trace)

    @cached_property
    def _prover(self) -> Prover:
        return self._provers([conjunct.formula for conjunct in self._conjuncts])


# ---- Craig(A, B) -------------------------------------------------------------------------------


def one_source(refuter: Refuter, provers: MakeProver) -> Refuter:
    """A refuter for paths that lead to no error: ``auto`` looks for invariants, which these are not
    worth, so that of its sources only the first one is asked."""
    return IT_WP.make(RefuterSetting(provers)) if refuter.name == AUTO.name else refuter


class Interpolation:
    """Craig(A, B) for what comes before a position and one block with what must not hold after it.
    The weakest of all interpolants is the weakest precondition; where it has no short form without
    quantifiers, a refuter finds another one, if there is one. ``exact`` tells whether to try the
    weakest one at all."""

    def __init__(
        self,
        refuter: Refuter | None,
        provers: MakeProver,
        *,
        exact: bool = True,
    ) -> None:
        self._refuter = refuter
        self.provers = provers
        self._exact = exact
        self._known: dict[tuple[Block, Term], Term | None] = {}
        self._failures: Counter[Block] = Counter()

    def weakest(self, block: Block, goal: Term) -> Term | None:
        """What has to hold before a block for a goal to hold after it; None when that is too long
        or has quantifiers."""
        key = (block, goal)
        if key not in self._known:
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
        found = eliminate_plainly(exact, self.provers, HOPELESS)
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
        answer = None if self._refuter is None else self._refuter(trace, INTERPOLANT_SECONDS)
        return answer if isinstance(answer, Refuted) else None


def _against(prefix: tuple[Block, ...], goal: Term) -> Trace:
    """A prefix after which a goal does not hold."""
    end = prefix[-1].target if prefix else "start"
    return Trace((*prefix, Block(end, ("not", end), assume(not_(goal)))))
