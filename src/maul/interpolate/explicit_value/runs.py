"""Whether what is left of a path contradicts an assignment, asked many times.

Comes in: the posts of a path, and assignments at its positions. Goes out: whether the rest of the
path from a position contradicts an assignment, the question that [Beyer13, Alg. 3] asks again and
again, and slices: for each position of a contradicting run a small assignment that is enough for
the contradiction.

Strongest posts are monotone: who knows more learns no less. So each answer is remembered with the
values at all positions of its run. An assignment that says no more than one from which the rest of
the path could be executed does not contradict it either; one that says no less than a slice does. A
run ends where either is seen, so that all but the first runs are short.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from maul.domains.assignments import Assignment, Element, Key, symbol_of
from maul.interpolate.explicit_value.posts import Places, part
from maul.logic.cells import Cells
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from maul.interpolate.explicit_value.posts import Post
    from maul.interpolate.explicit_value.types import Rank
    from maul.logic.compiled import Known, Slots, Values

T = TypeVar("T")
Change: TypeAlias = "tuple[int, int, Known | None]"  # which block, which slot, its old value
WITNESSES = 8  # how many answers are remembered at a position
FARTHEST = 64  # how many blocks a run goes without looking at what is remembered
SIZE = 8  # to look at so many values costs as much as one strongest post
FEW = 4  # variables that are tried one by one


def minimised(keys: Sequence[Key], suffices: Callable[[list[Key]], bool]) -> list[Key]:
    """What is left when each variable in turn is left out if the others suffice [Beyer13, Alg. 3].

    All suffice to begin with, and more never suffice less. So the next one that has to stay is the
    one before the longest tail that does not suffice with those that stay; steps that double find
    it with few questions also when nearly all can go.
    """
    kept: list[Key] = []
    start, end = 0, len(keys)
    while start < end:
        if end - start > FEW and suffices(kept):
            return kept
        low, high, stride = start, end + 1, 1  # the tail from low suffices, that from high does not
        while high - low > 1:
            middle = low + min(stride, (high - low) // 2)
            if suffices([*kept, *keys[middle:]]):
                low, stride = middle, 2 * stride
            else:
                high = middle
        kept += keys[low : low + 1]
        start = low + 1
    return kept


# ---- the rest of a path ------------------------------------------------------------------------


def nothing() -> None:
    """Nobody looks at the clock."""


class OutOfPosts(Exception):
    """So many strongest posts were needed that no more questions are answered."""


@node
class Slice:
    """What is enough at a position, with its slots. What is enough one block later follows from
    it; when that is None, the block contradicts it."""

    assignment: Assignment
    slots: frozenset[int]
    later: Slice | None


class Trail:
    """The values on a run: those at its end, and what each block changed."""

    def __init__(self, end: Values, changes: list[Change]) -> None:
        self._end = end
        self._changes = changes
        self._slots: dict[int, tuple[list[int], list[Known | None]]] | None = None

    def says(self, position: int, values: Values, slots: Iterable[int]) -> bool:
        """Whether the values at a position say all that others say of some slots."""
        if self._slots is None:
            self._slots = _by_slot(self._changes)
        for slot in slots:
            wanted = values[slot]
            if wanted is None:
                continue
            held, changed = self._end[slot], self._slots.get(slot)
            if changed is not None:
                places, olds = changed
                next_change = bisect_left(places, position)
                if next_change < len(places):
                    held = olds[next_change]
            if held is wanted:
                continue
            if isinstance(wanted, Cells):
                if not isinstance(held, Cells) or not _cells_say(held, wanted):
                    return False
            elif held != wanted:
                return False
        return True


def _by_slot(changes: list[Change]) -> dict[int, tuple[list[int], list[Known | None]]]:
    found: dict[int, tuple[list[int], list[Known | None]]] = {}
    for place, slot, old in changes:
        places, olds = found.setdefault(slot, ([], []))
        places.append(place)
        olds.append(old)
    return found


def _cells_say(cells: Cells, other: Cells) -> bool:
    """Whether cells say all that others say."""
    if cells == other:
        return True
    if other.default is None:
        if cells.default is None and cells.count < other.count:
            return False
    elif cells.default != other.default or any(
        other.at(index) not in (None, element) for index, element in cells.items()
    ):
        return False
    return all(element in (None, cells.at(index)) for index, element in other.items())


class Suffixes:
    """What is known about the rests of a path, from each position to its end.

    ``rank`` decides which variables are left out first. After about ``limit`` strongest posts no
    more questions are answered.
    """

    def __init__(
        self,
        posts: Sequence[Post],
        slots: Slots,
        rank: Rank,
        limit: int,
    ) -> None:
        self.posts = posts
        self.places = Places(slots)
        self.steps = [post.step for post in posts]
        self.spent = 0
        self.tick: Callable[[], None] = nothing  # called now and then, and may raise
        self._limit = limit
        self._rank = rank
        self._ranks: dict[Key, tuple[int, int, int]] = {}
        self._failed: list[list[Trail]] = [[] for _ in range(len(posts) + 1)]
        self._enough: list[list[Slice]] = [[] for _ in range(len(posts) + 1)]
        self._reasons: dict[tuple[Post, tuple[Key, ...]], list[Key]] = {}

    def ordered(self, v: Assignment) -> list[Key]:
        """The variables of an assignment, those to be left out first in front."""
        keys = [key for key, held in v.items() if held is not None]
        if len(keys) > 1:
            keys.sort(key=self._place)
        return keys

    def _place(self, key: Key) -> tuple[int, int, int]:
        place = self._ranks.get(key)
        if place is None:
            index = key.index if isinstance(key, Element) else -1
            place = self._ranks[key] = (self._rank(key), symbol_of(key).number, index)
        return place

    def contradicts(self, position: int, v: Assignment) -> bool:
        """Whether the strongest post of the rest of the path is contradicting."""
        self.spent += len(v)
        values = self.places.values(v)
        if self._enough_at(position, values) is not None:
            return True
        if self._fails_at(position, values, self.places.slots(v)):
            return False
        if self.spent > self._limit:
            raise OutOfPosts
        return self.run(position, values) is not None

    def run(self, position: int, values: Values) -> Slice | None:
        """The slice at a position of the run that starts there with these values; None when the
        rest of the path does not contradict them. What is seen on the way is remembered."""
        steps, posts, here = self.steps, self.posts, position
        goal: Slice | None = None
        found: Sequence[tuple[int, Values]] = ((0, values),)
        changes: list[Change] = []
        ask, gap = position + 1, 1
        while here < len(steps):
            found = steps[here](values)
            if not found:
                break
            after = found[0][1]
            if after is not values:
                changes += [
                    (here, slot, values[slot])
                    for slot in posts[here].touched
                    if after[slot] is not values[slot]
                ]
                values = after
            here += 1
            if here == ask:
                self.tick()
                gap = min(2 * gap, FARTHEST)
                ask += gap
                goal = self._enough_at(here, values)
                if goal is not None or self._fails_at(here, values, range(len(values))):
                    break
        self.spent += here - position + 1 + len(changes) // SIZE
        if found and goal is None:
            trail = Trail(values, changes)
            for place in range(position, here + 1):
                _remember(self._failed[place], trail)
            return None
        return self._sliced(position, here, [*values], changes, goal)

    def _enough_at(self, position: int, values: Values) -> Slice | None:
        """A slice at a position that some values imply."""
        for found in self._enough[position]:
            if self.places.says(values, found.assignment):
                return found
        return None

    def _fails_at(self, position: int, values: Values, slots: Iterable[int]) -> bool:
        """Whether values, known in some slots only, say no more than ones that the rest of the
        path is known not to contradict."""
        trails = self._failed[position]
        cells = [held.count for held in values if isinstance(held, Cells)]
        self.spent += len(trails) * sum(cells) // SIZE
        return any(trail.says(position, values, slots) for trail in trails)

    def _sliced(
        self,
        position: int,
        place: int,
        values: list[Known | None],
        changes: list[Change],
        goal: Slice | None,
    ) -> Slice:
        """The slice at the start of a run, from the values at its end, a place where they imply
        the goal, or are contradicted by the next block if there is none."""
        found = goal
        if found is None:
            found = self._before(place, values, None)
            _remember(self._enough[place], found)
        while place > position:
            place -= 1
            while changes and changes[-1][0] == place:
                _, slot, old = changes.pop()
                values[slot] = old
            found = self._before(place, values, found)
            if not any(_is_part(other, found) for other in self._enough[place]):
                _remember(self._enough[place], found)
        return found

    def _before(self, place: int, values: Sequence[Known | None], goal: Slice | None) -> Slice:
        """What of some values is enough for the goal after one block."""
        self.tick()
        post, step, places = self.posts[place], self.steps[place], self.places
        if goal is not None and post.touched.isdisjoint(goal.slots):
            return Slice(goal.assignment, goal.slots, goal)
        wanted = {} if goal is None else goal.assignment
        inside = {key: x for key, x in wanted.items() if places.place(key)[0] in post.touched}
        sure = self._sure(post, values, wanted, inside)
        worked_on = tuple([key for key in inside if key not in sure])
        pool = {**sure, **self._candidates(post, values, worked_on)}

        def suffices(keys: list[Key]) -> bool:
            v = part(pool, [*sure, *keys])
            self.spent += 1 + len(v)
            found = step(places.values(v))
            if not found or goal is None:
                return not found
            return places.says(found[0][1], inside)

        # What was enough when the block was met before often is again.
        kept = [key for key in self._reasons.get((post, worked_on), ()) if key in pool]
        if (post, worked_on) not in self._reasons or not suffices(kept):
            if not suffices([*pool]):
                pool, sure = places.known(values, range(len(places.symbols))), {}
            keys = [key for key in self.ordered(pool) if key not in sure]
            kept = self._reasons[post, worked_on] = minimised(keys, suffices)
        v = {key: x for key, x in wanted.items() if key not in inside}
        v.update(part(pool, [*sure, *kept]))
        return Slice(v, places.slots(v), goal)

    def _sure(
        self, post: Post, values: Sequence[Known | None], wanted: Assignment, inside: Assignment
    ) -> Assignment:
        """What a block reads of the goal that is needed anyhow: what it does not touch. Of arrays
        that it does, those are elements at indices of which it does not speak."""
        places, sure = self.places, {}
        indices = post.addresses(values) if post.has_arrays else frozenset()
        for key, held in wanted.items():
            is_apart = isinstance(key, Element) and key.index not in indices
            if key not in inside:
                is_sure = not is_apart and places.place(key)[0] in post.reading
            else:
                is_sure = is_apart and places.says(values, {key: held})
            if is_sure:
                sure[key] = held
        return sure

    def _candidates(
        self, post: Post, values: Sequence[Known | None], worked_on: tuple[Key, ...]
    ) -> Assignment:
        """What else a block may need: what it reads, and what it works on."""
        found: dict[Key, Known | None] = {}
        for slot in sorted(self.places.slots(worked_on).union(post.reading)):
            held, symbol = values[slot], self.places.symbols[slot]
            if isinstance(held, Cells):
                indices = {key.index for key in worked_on if isinstance(key, Element)}
                elements = {i: held.at(i) for i in sorted(indices.union(post.addresses(values)))}
                found.update({Element(symbol, i): x for i, x in elements.items() if x is not None})
            elif held is not None:
                found[symbol] = held
        return found


def _is_part(one: Slice, other: Slice) -> bool:
    return one.assignment.items() <= other.assignment.items()


def _remember(remembered: list[T], new: T) -> None:
    """Add what was seen last; the first one seen stays, which is often the most general."""
    if len(remembered) >= WITNESSES:
        del remembered[1]
    remembered.append(new)
