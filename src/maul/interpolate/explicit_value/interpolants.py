"""Interpolation for abstract variable assignments along a path: Alg. 3 and 4 of [Beyer13].

Comes in: the blocks of a path, and what is known at its start. Goes out: None when the path
contradicts nothing that explicit values can tell; otherwise for each position up to the
contradiction an interpolant, an assignment that follows from the one before by the strongest post
of one block and that the rest of the path contradicts. Its variables are the precision of the
position. No solver is asked.

Alg. 3 tries to leave out one variable after the other, so the order decides which of several
reasons is found; see ``types``. The result is that of the paper's algorithms with
this order as long as no more than ``steps`` strongest posts were needed; above that the positions
that are left get slices, which need not be minimal.

With a ``Selection`` the reason is chosen: an infeasible path is cut after its first contradicting
block; then that block's guards are dropped, which leads to the next one, and so on. Each of these
sliced prefixes has interpolants of its own, and those of the least score are taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from maul.domains.assignments import Assignment, Key, values_of
from maul.interpolate.explicit_value.posts import Posts, part
from maul.interpolate.explicit_value.runs import OutOfPosts, Suffixes, minimised, nothing
from maul.interpolate.explicit_value.types import COUNTER, FLAG, DomainTypes, Order, Rank
from maul.node import node, value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.interpolate.explicit_value.posts import Post
    from maul.interpolate.explicit_value.runs import Slice
    from maul.logic.compiled import Values
    from maul.logic.trace import Block

STEPS, STEPS_A_BLOCK = 200_000, 20  # strongest posts for one path: so many, and so many a block
PREFIXES = 20


@node
class Interpolants:
    """Why a path is infeasible for explicit values.

    ``assignments`` has one interpolant for each position from 0 on; the block after the last of
    them, number ``contradiction`` counted from 1, contradicts it. ``dropped`` are the numbers of
    blocks whose guards were not used; ``is_minimal`` tells that no variable can be left out.
    """

    assignments: tuple[Assignment, ...]
    dropped: tuple[int, ...]
    is_minimal: bool

    @property
    def contradiction(self) -> int:
        """The number of the contradicting block, from 1."""
        return len(self.assignments)

    def precision(self) -> tuple[tuple[Key, ...], ...]:
        """The variables to be tracked, for each position before the contradiction."""
        seen: dict[int, tuple[Key, ...]] = {}  # neighbours often are the same object
        for v in self.assignments:
            if id(v) not in seen:
                seen[id(v)] = tuple(key for key, held in v.items() if held is not None)
        return tuple(seen[id(v)] for v in self.assignments)


# ---- refinement selection ----------------------------------------------------------------------

Score: TypeAlias = Callable[[Interpolants, Rank], tuple[int, ...]]  # the least is taken


@value
class Selection:
    """Which of the reasons is taken: of up to ``prefixes`` sliced prefixes the one of the least
    score, the earliest of several; with none of them, the whole path decides, as in the paper."""

    name: str
    prefixes: int
    score: Score
    enough: tuple[int, ...] | None = None  # a score that needs no others to compare with


def no_score(interpolants: Interpolants, rank: Rank) -> tuple[int, ...]:  # noqa: ARG001 - a ``Score``
    """All reasons alike."""
    return ()


def lifetime(interpolants: Interpolants, rank: Rank) -> tuple[int, ...]:  # noqa: ARG001 - a ``Score``
    """At how many positions something is tracked."""
    return (sum(1 for v in interpolants.assignments if v),)


def types_used(interpolants: Interpolants, rank: Rank) -> tuple[int, ...]:
    """How many variables are tracked of each domain type, from the worst to the best."""
    used = {key for keys in set(interpolants.precision()) for key in keys}
    ranks = [rank(key) for key in used]
    return tuple(ranks.count(each) for each in range(FLAG + 1))


def counters_used(interpolants: Interpolants, rank: Rank) -> tuple[int, ...]:
    """How many counters are tracked."""
    used = {key for keys in set(interpolants.precision()) for key in keys}
    return (sum(1 for key in used if rank(key) == COUNTER),)


WHOLE: Final = Selection("whole", 0, no_score)
FIRST: Final = Selection("first", 1, no_score)
SHORTEST_LIVED: Final = Selection("shortest-lived", PREFIXES, lifetime)
DOMAIN_TYPE: Final = Selection("domain-type", PREFIXES, types_used)
NO_COUNTER: Final = Selection("no-counter", PREFIXES, counters_used, (0,))
SELECTIONS: Final = {
    each.name: each for each in (WHOLE, FIRST, SHORTEST_LIVED, DOMAIN_TYPE, NO_COUNTER)
}


# ---- the algorithms ----------------------------------------------------------------------------


def interpolate(v: Assignment, position: int, suffixes: Suffixes) -> Assignment:
    """The interpolant of what is known at a position and the rest of the path [Alg. 3]."""

    def suffices(keys: list[Key]) -> bool:
        return suffixes.contradicts(position, part(v, keys))

    return part(v, minimised(suffixes.ordered(v), suffices))


def refine(start: Values, suffixes: Suffixes) -> tuple[list[Assignment], bool] | None:
    """Inductive interpolants of a path, and whether they are minimal; None when the path does not
    contradict what is known at its start [Alg. 4]."""
    whole = suffixes.run(0, start)
    if whole is None:
        return None
    places, values, is_changed = suffixes.places, start, True
    v: Assignment = places.known(values, range(len(places.symbols)))
    gamma, before, kept = v, values, places.slots(v)
    found: list[Assignment] = []
    for position, (post, step) in enumerate(zip(suffixes.posts, suffixes.steps, strict=True)):
        if is_changed:
            try:
                gamma = interpolate(v, position, suffixes)
            except OutOfPosts:
                rest = suffixes.run(position, values)
                return (_chain(whole) if rest is None else found + _chain(rest)), False
            before, kept = places.values(gamma), places.slots(gamma)
        found.append(gamma)
        after = step(before)
        if not after:
            return found, True
        values = after[0][1]
        # A block that tells nothing new and writes nothing of the interpolant: if one of its
        # variables was needless now, it would have been needless before.
        is_changed = values is not before or not post.written.isdisjoint(kept)
        if is_changed:
            v = places.known(values, sorted(post.touched.union(kept)))
    return _chain(whole), False


def _chain(found: Slice | None) -> list[Assignment]:
    """The assignments of a slice, from its position to the contradiction."""
    assignments: list[Assignment] = []
    while found is not None:
        assignments.append(found.assignment)
        found = found.later
    return assignments


# ---- paths -------------------------------------------------------------------------------------


class Refiner:
    """Finds interpolants of the paths of one program; each of its blocks is compiled once."""

    def __init__(
        self, selection: Selection = WHOLE, order: Order | None = None, steps: int = STEPS
    ) -> None:
        self.selection = selection
        self.order = DomainTypes() if order is None else order
        self.steps = steps
        self.tick: Callable[[], None] = nothing  # called now and then, and may raise
        self._posts = Posts()

    def refine(self, path: Sequence[Block], start: Assignment) -> Interpolants | None:
        """Why a path is infeasible; None when explicit values do not tell."""
        transitions = [block.transition for block in path]
        rank = self.order(transitions)
        posts = self._posts.along(transitions, start)
        slots = self._posts.slots
        values = values_of(start, slots)
        best: Interpolants | None = None
        least: tuple[int, ...] = ()
        steps = self.steps + STEPS_A_BLOCK * len(path)
        for sliced, dropped in self._reasons(posts, values):
            suffixes = Suffixes(sliced, slots, rank, steps)
            suffixes.tick = self.tick
            found = refine(values, suffixes)
            steps -= suffixes.spent
            if found is not None:
                reason = Interpolants(tuple(found[0]), dropped, found[1])
                score = self.selection.score(reason, rank)
                if best is None or score < least:
                    best, least = reason, score
            if steps < 0 or (best is not None and least == self.selection.enough):
                break
        return best

    def _reasons(
        self, posts: list[Post], values: Values
    ) -> Iterator[tuple[list[Post], tuple[int, ...]]]:
        """The whole path or sliced prefixes, with the numbers of blocks without their guards."""
        if not self.selection.prefixes:
            yield posts, ()
            return
        sliced: list[Post] = []
        dropped: tuple[int, ...] = ()
        for number, post in enumerate(posts, 1):
            sliced.append(post)
            after = post.step(values)
            if not after:
                yield [*sliced], dropped
                dropped = (*dropped, number)
                if len(dropped) == self.selection.prefixes:
                    return
                sliced[-1] = self._posts.unguarded(post)
                after = sliced[-1].step(values)
            values = after[0][1]
