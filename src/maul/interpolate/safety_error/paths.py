"""Questions about what lies behind and ahead of the end of a path, one path after the other.

Comes in: blocks, and a formula that may hold after them, or more blocks that may follow. Goes out:
an answer, or that there is none within a number of steps. A search that goes depth first asks about
paths that share most of their blocks, so the prover keeps those of the last question. The blocks
are executed symbolically: what a path makes constant is decided without the prover, and what
nothing depends on is never told to it.

The limit is counted in steps of the prover, so an answer does not depend on the machine. There is
one in seconds beside it, for provers that do not count their steps and for questions that nobody
answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import FALSE, TRUE, Term, not_, symbol
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.logic.walk import Substitution, subterms
from maul.node import node
from maul.smt.protocols import GaveUp, Sat, Unsat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from maul.logic.sorts import Sort
    from maul.logic.trace import Block
    from maul.smt.protocols import MakeProver, Prover

STEPS = 1_000_000  # of a prover for one question: z3 takes a tenth of a second or two for them
HOPELESS = 10.0  # seconds


@node
class _Frame:
    """A block that the prover knows: the values that its variables had before it, None for those
    that had their first one, and its guards, as conditions on the first values and the inputs."""

    block: Block
    before: dict[Term, Term | None]
    guards: tuple[Term, ...]
    is_blocked: bool


class PathQuestions:
    """A prover that knows a path. ``left`` tells the seconds that the search has left."""

    def __init__(
        self, provers: MakeProver, left: Callable[[], float | None] = lambda: None
    ) -> None:
        self.asked = 0
        self._make = provers
        self._left = left
        self._prover: Prover | None = None
        self._sorts: dict[Sort, None] = {}  # those that the prover was made for
        self._frames: list[_Frame] = []
        self._values: dict[Term, Term] = {}
        self._met: dict[Block, tuple[Sort, ...]] = {}

    def implies(self, path: Sequence[Block], goal: Term) -> bool:
        """Whether it is shown that a goal holds after a path; anything may be said of a path that
        cannot be executed."""
        self._enter(path)
        if self._is_blocked():
            return True
        told = not_(self._value(goal))
        return told is FALSE or (told is not TRUE and self._is_excluded(told))

    def is_feasible(self, path: Sequence[Block]) -> bool:
        """Whether it is shown that a path can be executed."""
        self._enter(path)
        return not self._is_blocked() and isinstance(self._ask(), Sat)

    def is_infeasible(self, path: Sequence[Block]) -> bool:
        """Whether it is shown that no execution takes a path."""
        self._enter(path)
        return self._is_blocked() or isinstance(self._ask(), Unsat)

    # ---- the path ----

    def _enter(self, path: Sequence[Block]) -> None:
        """Let the prover know the blocks of a path, and no others."""
        same = 0
        for frame, block in zip(self._frames, path, strict=False):
            if frame.block is not block:
                break
            same += 1
        while len(self._frames) > same:
            self._leave()
        for block in path[same:]:
            self._add(block)
        new = dict.fromkeys(sort for block in path[same:] for sort in self._sorts_of(block))
        if self._prover is None or not new.keys() <= self._sorts.keys():
            self._begin_again(new)
        else:
            for frame in self._frames[same:]:
                self._tell(self._prover, frame)

    def _add(self, block: Block) -> None:
        """Execute a block symbolically."""
        transition, number = block.transition, len(self._frames) + 1
        inputs = {s: symbol(f"{name_of(s)}~{number}", s.sort) for s in transition.inputs}
        terms = (*transition.guards, *transition.updates.values())
        read = {s for term in terms for s in free_symbols(term)}
        value = Substitution({s: inputs.get(s) or self._values.get(s, s) for s in read})
        guards = tuple(told for g in transition.guards if (told := value(g)) is not TRUE)
        after = {x: value(e) for x, e in transition.updates.items()}
        before = {x: self._values.get(x) for x in after}
        self._values.update(after)
        self._frames.append(_Frame(block, before, guards, FALSE in guards))

    def _leave(self) -> None:
        """Forget the last block."""
        frame = self._frames.pop()
        for x, value in frame.before.items():
            if value is None:
                del self._values[x]
            else:
                self._values[x] = value
        if self._prover is not None:
            self._prover.pop()

    def _value(self, term: Term) -> Term:
        """A term about the variables as one about the first values and the inputs."""
        return Substitution({s: self._values.get(s, s) for s in free_symbols(term)})(term)

    def _is_blocked(self) -> bool:
        return any(frame.is_blocked for frame in self._frames)

    # ---- the prover ----

    def _sorts_of(self, block: Block) -> tuple[Sort, ...]:
        """Which prover suits depends on the sorts."""
        found = self._met.get(block)
        if found is None:
            transition = block.transition
            parts = subterms(*transition.guards, *transition.updates.values())
            found = self._met[block] = tuple(dict.fromkeys(part.sort for part in parts))
        return found

    def _begin_again(self, new: Iterable[Sort]) -> None:
        """Have a prover that suits all sorts that were met."""
        if self._prover is not None:
            self._prover.close()
        self._sorts.update(dict.fromkeys(new))
        self._prover = self._make([symbol(f"of {sort}", sort) for sort in self._sorts])
        for frame in self._frames:
            self._tell(self._prover, frame)

    def _tell(self, prover: Prover, frame: _Frame) -> None:
        prover.push()
        for guard in frame.guards:
            prover.assert_(guard)

    def _is_excluded(self, told: Term) -> bool:
        """Whether it is shown that nothing satisfies a term after the path."""
        prover = self._prover
        assert prover is not None
        prover.push()
        prover.assert_(told)
        answer = self._ask()
        prover.pop()
        return isinstance(answer, Unsat)

    def _ask(self) -> Sat | Unsat | GaveUp:
        assert self._prover is not None
        self.asked += 1
        left = self._left()
        seconds = HOPELESS if left is None else min(left, HOPELESS)
        return self._prover.check(seconds=seconds, steps=STEPS)
