from __future__ import annotations

from collections import deque

import pytest

from maul.c.ctype import INT
from maul.c.source import NOWHERE
from maul.cfa.calls import Points
from maul.cfa.expressions import Constant
from maul.cfa.model import Assume, Automaton, Cfa, Edge, Location, connect
from maul.cfa.order import (
    call_groups,
    callees,
    components,
    distances,
    loop_heads,
    recursive_functions,
    reverse_postorder,
)
from tests.cfa.c_text import cfa_of, marked


def graph(arrows: dict[int, tuple[int, ...]]) -> Automaton:
    """An automaton of which only the arrows matter; the last location is the exit."""
    count = max([*arrows, *(target for targets in arrows.values() for target in targets)]) + 1
    locations = tuple(Location("f", index) for index in range(count))
    yes = Assume(Constant(INT, 1))
    edges = [
        Edge(locations[source], yes, locations[target], NOWHERE)
        for source, targets in arrows.items()
        for target in targets
    ]
    connect(locations, edges)
    return Automaton("f", (), INT, locations[0], locations[-1], locations, {}, NOWHERE)


def heads(arrows: dict[int, tuple[int, ...]]) -> list[int]:
    return [at.index for at in loop_heads(graph(arrows))]


def order(arrows: dict[int, tuple[int, ...]]) -> list[int]:
    return [at.index for at in reverse_postorder(graph(arrows))]


def has_cycle_without(automaton: Automaton, cut: set[Location]) -> bool:
    """Whether a cycle avoids the cut: peel off what nothing enters any more."""
    rest = set(automaton.locations) - cut
    while True:
        free = {at for at in rest if not any(edge.source in rest for edge in at.entering)}
        if not free:
            return bool(rest)
        rest -= free


@pytest.mark.parametrize(
    ("arrows", "expected"),
    [
        ({0: (1,), 1: (2,)}, []),
        ({0: (1,), 1: (2, 3), 2: (1,)}, [1]),
        ({0: (0, 1)}, [0]),
        ({0: (1,), 1: (2, 5), 2: (3,), 3: (2, 4), 4: (1,)}, [1, 2]),
        ({0: (1, 2), 1: (3,), 2: (3,)}, []),
    ],
)
def test_loop_heads_are_where_loops_begin(
    arrows: dict[int, tuple[int, ...]], expected: list[int]
) -> None:
    assert expected == heads(arrows)


@pytest.mark.parametrize(
    "arrows",
    [
        {0: (1, 2), 1: (2, 3), 2: (1, 4)},  # two entries into one loop
        {0: (1, 2), 1: (3,), 2: (4,), 3: (4, 5), 4: (3, 6), 5: (0,), 6: (7,)},
        {0: (1,), 1: (2, 3), 2: (3, 1), 3: (1, 2)},
    ],
)
def test_every_cycle_passes_a_loop_head_even_if_irreducible(
    arrows: dict[int, tuple[int, ...]],
) -> None:
    automaton = graph(arrows)

    assert has_cycle_without(automaton, set())
    assert not has_cycle_without(automaton, set(loop_heads(automaton)))


def test_sources_stand_before_targets_but_for_loops() -> None:
    found = order({0: (1, 2), 1: (3,), 2: (3,), 3: (4, 5), 4: (3,)})

    assert 0 == found[0]
    assert sorted(found) == [0, 1, 2, 3, 4, 5]
    assert found.index(3) > max(found.index(1), found.index(2))


def test_the_first_side_of_a_branch_comes_first() -> None:
    assert [0, 1, 2, 3] == order({0: (1, 2), 1: (3,), 2: (3,)})


def test_a_function_of_a_hundred_thousand_locations_needs_no_deep_stack() -> None:
    automaton = graph({index: (index + 1,) for index in range(100_000)})

    assert 100_001 == len(reverse_postorder(automaton))
    assert () == loop_heads(automaton)


# ---- calls -------------------------------------------------------------------------------------

CALLS = """int even(int); int odd(int n) { return n ? even(n - 1) : 0; }
int even(int n) { return n ? odd(n - 1) : 1; }
int self(int n) { return n ? self(n - 1) : 0; }
int leaf(int n) { return n; } int top(int n) { return leaf(n); }
int main(void) { return even(2) + self(2) + top(2); }"""


def test_recursive_functions_are_those_that_can_be_active_twice() -> None:
    assert ["even", "odd", "self"] == sorted(recursive_functions(cfa_of(CALLS)))


def test_callees_come_before_callers() -> None:
    cfa = cfa_of(CALLS)
    place = {name: at for at, group in enumerate(call_groups(cfa)) for name in group}

    assert place["leaf"] < place["top"] < place["main"] < place["<start>"]
    assert place["odd"] == place["even"]
    assert ("leaf",) == callees(cfa)["top"]


def test_components_of_a_long_chain_need_no_deep_stack() -> None:
    chain: dict[str, tuple[str, ...]] = {str(n): (str(n + 1),) for n in range(50_000)}
    chain["50000"] = ()

    assert 50_001 == len(components(chain))
    assert ("50000",) == components(chain)[0]


# ---- distance ----------------------------------------------------------------------------------


def shortest_walk(cfa: Cfa) -> int | None:
    """The length of a shortest way to an error, by walking all points breadth first."""
    points = Points(cfa)
    seen = {points.start}
    queue = deque([(points.start, 0)])
    while queue:
        point, length = queue.popleft()
        if points.is_error(point):
            return length
        for _, target in points.successors(point):
            if target not in seen:
                seen.add(target)
                queue.append((target, length + 1))
    return None


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { reach_error(); }",
        "int main(void) { int x = nondet(); if (x) x = 2; else { x = 3; x = 4; } reach_error(); }",
        "void f(void) { reach_error(); } int main(void) { if (nondet()) return 0; f(); return 1; }",
        """int g; void f(void) { g = 1; g = 2; } int main(void) { f(); f(); reach_error(); }""",
        """int g; void f(int n) { if (n) { g = 1; g = 2; g = 3; } }
        int main(void) { f(nondet()); reach_error(); }""",
        """void a(void); void b(void) { if (nondet()) a(); else reach_error(); }
        void a(void) { b(); } int main(void) { a(); return 0; }""",
        """void stop(void) { while (1) ; } int main(void) { if (nondet()) { stop(); reach_error(); }
        int x = 1; x = 2; x = 3; reach_error(); }""",
        "int main(void) { while (nondet() < 5) ; if (nondet()) reach_error(); return 0; }",
    ],
)
def test_the_distance_of_the_start_is_the_length_of_a_shortest_way(text: str) -> None:
    cfa = marked(text)
    expected = shortest_walk(cfa)

    assert expected is not None
    assert expected == distances(cfa)[cfa.start.entry]


def test_locations_that_lead_to_no_error_have_no_distance() -> None:
    cfa = marked("int main(void) { if (nondet()) { reach_error(); } return 0; }")
    found = distances(cfa)

    assert cfa.start.exit not in found
    assert cfa.functions["main"].exit not in found
    assert cfa.start.entry in found


def test_a_function_that_returns_to_an_error_has_the_distance_of_its_nearest_caller() -> None:
    text = """int g; void f(void) { g = 1; } int main(void) {
        if (nondet()) { f(); g = 2; g = 3; reach_error(); } f(); reach_error(); }"""
    cfa = marked(text)
    found = distances(cfa)
    leave = cfa.functions["f"].exit

    assert 1 == found[leave]
    assert found[cfa.functions["f"].entry] == 3


def test_a_call_that_never_returns_is_no_way_to_what_follows() -> None:
    cfa = marked("void stop(void) { while (1) ; } int main(void) { stop(); reach_error(); }")

    assert cfa.start.entry not in distances(cfa)
