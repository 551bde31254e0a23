"""Strongest posts, precisions, shelves; the laws of the analysis are in tests/laws/test_cpa.py."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.domains.assignments import Assignment, Element, Key, known
from maul.domains.explicit_states import (
    EVERYTHING,
    NOTHING,
    NOTHING_BY_LOCATION,
    ExplicitState,
    Shelf,
    ValuePrecision,
    covers,
)
from maul.domains.explicit_value import ExplicitCpa, ValueProgram
from maul.domains.program_graph import ProgramGraph
from maul.encode.blocks import Encoder, layout_for
from maul.explore.cpa_algorithm import cpa_algorithm
from maul.explore.orders import breadth_first
from maul.explore.reached import Reached
from maul.logic.build import symbol
from maul.logic.compiled.posts import Outgrown
from maul.logic.sorts import Array, BitVec
from maul.logic.terms import name_of
from maul.run import Run
from tests.cfa.c_text import marked

WORD = BitVec(32)
X, Y, Z = (symbol(name, WORD) for name in "xyz")
A = symbol("a", Array(BitVec(64), WORD))


# ---- strongest posts ---------------------------------------------------------------------------


class Untargeted(ExplicitCpa):
    """Explores errors like everything else."""

    def is_target(self, _: ExplicitState) -> bool:
        return False


def at_errors(text: str, size: str = "single", pi: ValuePrecision = EVERYTHING) -> list[Assignment]:
    """What is known wherever the error is reached."""
    cfa = marked(text)
    encoder = Encoder(BlockGraph(Points(cfa), size), layout_for(cfa, "bv"))
    cpa = Untargeted(ValueProgram(ProgramGraph(encoder), stops_everywhere=size == "single"), pi)
    reached: Reached[ExplicitState, ValuePrecision] = Reached(
        lambda e: e.place, breadth_first, Shelf
    )
    reached.add(cpa.first, pi, None)
    assert cpa_algorithm(cpa, reached, Run(20)) is None
    slots, points = cpa.machine.slots, encoder.graph.points
    places = [(e, e.place) for e in reached if isinstance(e.place, Point)]
    return [known(e.values, slots) for e, place in places if points.is_error(place)]


def globals_at_errors(text: str, size: str = "single") -> list[dict[str, object]]:
    """The same, of the variables g and h only."""
    found: list[dict[str, object]] = []
    for v in at_errors(f"int g, h; {text}", size):
        named = {name_of(key): held for key, held in v.items() if not isinstance(key, Element)}
        found.append({name: named[name] for name in ("g", "h") if name in named})
    return found


POSTS: dict[str, tuple[str, list[dict[str, object]]]] = {
    "an assignment computes": ("g = 3; h = g + 4;", [{"g": 3, "h": 7}]),
    "an unknown operand makes the result unknown": ("g = nondet(); h = g + 1;", [{}]),
    "an assignment forgets": ("g = 3; g = nondet();", [{}]),
    "unless the other operand decides": ("g = nondet() & 0;", [{"g": 0}]),
    "an assume binds": ("g = nondet(); if (g != 5) return 0;", [{"g": 5}]),
    "through a sum": ("g = nondet(); if (g + 2 != 5) return 0;", [{"g": 3}]),
    "both ways": (
        "g = nondet(); if (g == 5) h = 1;",
        [{"g": 5, "h": 1}, {"h": 0}],
    ),
    "an inequality binds nothing": ("g = nondet(); if (g < 5) return 0;", [{}]),
    "paths stay apart": (
        "if (nondet()) g = 1; else g = 2; h = g;",
        [{"g": 1, "h": 1}, {"g": 2, "h": 2}],
    ),
    "numbers wrap": ("unsigned u = 0; g = (int)(u - 1 > 7);", [{"g": 1}]),
}


@pytest.mark.parametrize("size", ["single", "basic"])
@pytest.mark.parametrize("name", POSTS)
def test_a_post_is_the_one_of_the_paper(name: str, size: str) -> None:
    body, expected = POSTS[name]
    found = globals_at_errors(f"int main(void) {{ {body} reach_error(); return 0; }}", size)

    assert sorted(map(str, expected)) == sorted(map(str, found))


@pytest.mark.parametrize("size", ["single", "basic"])
def test_a_contradicting_assume_has_no_successor(size: str) -> None:
    body = "g = 3; if (g != 4) return 0; reach_error();"

    assert [] == globals_at_errors(f"int main(void) {{ {body} return 0; }}", size)


def test_a_write_through_a_known_pointer_is_seen_at_its_object() -> None:
    found = at_errors(
        """int g = 1, h = 2; int main(void) { int *p = nondet() ? &g : &h; *p = 6;
        reach_error(); return 0; }"""
    )
    cells = [{held for key, held in v.items() if isinstance(key, Element)} for v in found]

    assert 2 == len(cells)
    assert {1, 6} in cells
    assert {2, 6} in cells


def test_a_write_at_an_unknown_place_leaves_nothing_known_of_the_array() -> None:
    text = "int a[3]; int main(void) { a[1] = 4; a[WHERE] = 9; reach_error(); return 0; }"
    (known_place,) = at_errors(text.replace("WHERE", "2"))
    (unknown_place,) = at_errors(text.replace("WHERE", "nondet() & 1"))

    assert {4, 9} == {held for key, held in known_place.items() if isinstance(key, Element)}
    assert [] == [key for key in unknown_place if isinstance(key, Element)]


def test_only_what_the_precision_tracks_is_known() -> None:
    text = "int g, h; int main(void) { g = 1; h = g + 1; reach_error(); return 0; }"
    (everything,) = at_errors(text)
    (g,) = (key for key in everything if not isinstance(key, Element) and name_of(key) == "g")
    start = Points(marked(text)).start

    assert [{}] == at_errors(text, pi=NOTHING)
    assert [{g: 1}] == at_errors(text, pi=NOTHING.with_more([(start, [g])]))


def test_there_is_room_for_so_many_variables() -> None:
    text = "int g, h, k; int main(void) { g = h = k = 1; reach_error(); return 0; }"
    cfa = marked(text)
    encoder = Encoder(BlockGraph(Points(cfa), "single"), layout_for(cfa, "bv"))
    program = ValueProgram(ProgramGraph(encoder), stops_everywhere=True)
    reached: Reached[ExplicitState, ValuePrecision] = Reached(
        lambda e: e.place, breadth_first, Shelf
    )
    small = ExplicitCpa(program, EVERYTHING, capacity=2)
    reached.add(small.first, EVERYTHING, None)

    with pytest.raises(Outgrown):
        cpa_algorithm(small, reached, Run(20))


# ---- precisions --------------------------------------------------------------------------------

CALLS = """int f(int x) { return x + 1; }
int main(void) { int y = f(1); y = f(y); if (y == 4) reach_error(); return 0; }"""


def points_of(text: str) -> list[Point]:
    points = Points(marked(text))
    seen = [points.start]
    for point in seen:
        seen += [target for _, target in points.successors(point) if target not in seen]
    return seen


def test_a_location_has_the_variables_that_were_found_there_each_once() -> None:
    first, second, *_ = points_of(CALLS)
    pi = NOTHING_BY_LOCATION.with_more([(first, [X, Y]), (first, [Y, Element(A, 4)])])

    assert (X, Y, Element(A, 4)) == pi.at(first)
    assert () == pi.at(second)
    assert 3 == pi.size
    assert (X, Y, A) == pi.symbols()


def test_a_location_shares_its_variables_under_all_call_stacks() -> None:
    inside = [point for point in points_of(CALLS) if point.location.function == "f"]
    entries = [point for point in inside if point.location is inside[0].location]
    pi = NOTHING_BY_LOCATION.with_more([(entries[0], [X])])

    assert 2 == len(entries)
    assert (X,) == pi.at(entries[1])


def test_what_is_found_anywhere_is_tracked_everywhere_unless_locations_are_told_apart() -> None:
    first, *_, last = points_of(CALLS)

    assert (X,) == NOTHING.with_more([(first, [X])]).at(last)


# ---- shelves -----------------------------------------------------------------------------------

PLACE = points_of(CALLS)[0]
VALUES = st.tuples(*(st.one_of(st.none(), st.integers(0, 1)) for _ in range(3)))


@given(st.lists(VALUES), VALUES, st.data())
def test_a_shelf_finds_a_cover_exactly_when_there_is_one(
    stored: list[tuple[int | None, ...]], wanted: tuple[int | None, ...], data: st.DataObject
) -> None:
    shelf = Shelf()
    states = [ExplicitState(PLACE, values, EVERYTHING, 0) for values in stored]
    for e in states:
        shelf[e] = None
    gone = data.draw(st.lists(st.sampled_from(states), unique=True)) if states else []
    for e in gone:
        del shelf[e]
    left = [e for e in states if e not in gone]
    found = shelf.covering(wanted)

    assert left == list(shelf)
    assert found is None or covers(wanted, found.values)
    # Of states that say the same only one is looked for: others are covered and never stored.
    if len({e.values for e in states}) == len(states):
        assert any(covers(wanted, e.values) for e in left) == (found is not None)
        assert found is None or found in left


@given(VALUES, VALUES)
def test_one_state_covers_another_when_it_says_nothing_else(
    more: tuple[int | None, ...], less: tuple[int | None, ...]
) -> None:
    said: dict[Key, int] = {x: v for x, v in zip((X, Y, Z), less, strict=True) if v is not None}
    also: dict[Key, int] = {x: v for x, v in zip((X, Y, Z), more, strict=True) if v is not None}

    assert (said.items() <= also.items()) == covers(more, less)
