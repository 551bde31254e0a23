"""In which order waiting states come."""

from __future__ import annotations

from maul.cfa.calls import Point, Points
from maul.explore.orders import (
    TextOrder,
    breadth_first,
    depth_first,
    reverse_post_order,
    shallow_recursion_first,
)
from maul.explore.reached import Reached
from tests.cfa.c_text import marked

PROGRAM = """int one(int x) { if (x) return 1; return 2; }
int main(void) { int y = 0;
  while (nondet()) { y = one(y); if (y == 3) y = one(1); }
  if (y > 4) reach_error(); return 0; }"""


def popped(reached: Reached[str, int]) -> list[str]:
    """What waits, in order."""
    found = []
    while (next_ := reached.pop()) is not None:
        found.append(next_[0])
    return found


def tree(order: str) -> Reached[str, int]:
    """s leads to a and b, a to c, b to d, in the order of the letters."""
    orders = {"breadth": breadth_first, "depth": depth_first}
    reached: Reached[str, int] = Reached(lambda e: e, orders[order])
    for state, parent in (("s", None), ("a", "s"), ("b", "s"), ("c", "a"), ("d", "b")):
        reached.add(state, 0, parent)
    return reached


def test_orders_of_a_tree() -> None:
    assert ["s", "a", "b", "c", "d"] == popped(tree("breadth"))
    assert ["d", "c", "b", "a", "s"] == popped(tree("depth"))


def points_of(points: Points) -> list[Point]:
    """All points, in the order in which a search finds them."""
    found = {points.start: None}
    for point in (waiting := [points.start]):
        new = [target for _, target in points.successors(point) if target not in found]
        found.update(dict.fromkeys(new))
        waiting += new
    return list(found)


def test_points_come_before_those_they_lead_to_but_for_one_edge_of_each_loop() -> None:
    cfa = marked(PROGRAM)
    points, rank = Points(cfa), TextOrder()
    back = [
        (point, target)
        for point in points_of(points)
        for _, target in points.successors(point)
        if rank(target) < rank(point)
    ]

    # The loop of main leads back once from each way through its body; all to its head.
    assert len({target for _, target in back}) == 1
    assert {"main"} == {target.location.function for _, target in back}


def test_states_that_lead_to_others_are_explored_first() -> None:
    cfa = marked(PROGRAM)
    points = Points(cfa)
    reached: Reached[Point, int] = Reached(lambda e: e, reverse_post_order(lambda e: e))
    everything = points_of(points)
    reached.add(everything[0], 0, None)
    for point in reversed(everything[1:]):
        reached.add(point, 0, everything[0])
    rank = TextOrder()
    order = []
    while (waiting := reached.pop()) is not None:
        order.append(waiting[0])

    assert sorted(order, key=rank) == order
    assert set(everything) == set(order)


def test_recursion_is_followed_level_by_level() -> None:
    cfa = marked("int f(int n) { return f(n + 1); } int main(void) { f(0); reach_error(); }")
    points = Points(cfa)
    reached: Reached[Point, int] = Reached(lambda e: e, shallow_recursion_first(lambda e: e))
    reached.add(points.start, 0, None)
    levels = []
    for _ in range(30):
        waiting = reached.pop()
        assert waiting is not None
        levels.append(waiting[0].stack.activation)
        for _, target in points.successors(waiting[0]):
            reached.add(target, 0, waiting[0])

    assert sorted(levels) == levels
    assert levels[-1] > 2
