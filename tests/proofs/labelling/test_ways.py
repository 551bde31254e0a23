"""The ways through a piece: decided where values are known, apart or together where not."""

from __future__ import annotations

import pytest

from maul.cfa.calls import Points
from maul.cfa.order import cut_at
from maul.encode.blocks import layout_for
from maul.logic.build import TRUE, Term, bit_vector, bv_ule, equal, not_, symbol
from maul.logic.free import free_symbols
from maul.logic.sorts import BitVec
from maul.logic.terms import name_of
from maul.proofs.labelling import ways
from maul.proofs.labelling.effects import StepEffects
from maul.proofs.labelling.pieces import Pieces, Uncut
from maul.proofs.labelling.ways import Stop, TooManyWays, Ways
from maul.run import Run
from tests.proofs.labelling.labellings import cut_points, program


def variable(name: str) -> Term:
    return symbol(f"main::{name}", BitVec(32))


def number(value: int) -> Term:
    return bit_vector(value, 32)


def stops(
    body: str,
    values: dict[str, int],
    *guards: Term,
    spoken_of: str = "x",
    most_steps: int = ways.MOST_STEPS,
) -> list[Stop]:
    """Where the ways through the body of a loop come to."""
    points = Points(
        program(f"int main(void) {{ int x = 0, y = 0, z = 0; while (1) {{ {body} }} }}")
    )
    layout = layout_for(points.cfa, "bv")
    (head,) = cut_points(points)
    pieces = Pieces(points, layout, cut_at(points, {}), Run())
    effects = StepEffects(points, layout, frozenset())
    spoken_at = tuple(map(variable, spoken_of))
    found = Ways(pieces, head, effects, lambda _: spoken_at, most_steps)
    known = {variable(name): number(value) for name, value in values.items()}
    return list(found.stops(known, guards, Run()))


def held(found: list[Stop], name: str) -> list[Term]:
    return [stop.values.get(variable(name), variable(name)) for stop in found]


ERROR = "if (z == 77) reach_error();"


def test_known_values_decide_everything() -> None:
    (stop,) = stops(f"if (x == 3) y = x + 1; else y = 0; z = y * 2; {ERROR}", {"x": 3})

    assert () == stop.guards
    assert number(8) is stop.values[variable("z")]


def test_a_condition_that_is_not_decided_is_assumed_on_either_side() -> None:
    found = stops(f"if (x < y) z = 1; else z = 2; {ERROR}", {"x": 3})

    assert {number(1), number(2)} == {*held(found, "z")}
    assert found[0].guards == (not_(found[1].guards[0]),)


def test_a_value_that_a_condition_gives_is_put_in() -> None:
    body = (
        f"int in = nondet(); z = in + 1; if (in == 4) {{ if (in == 5) z = 9; }} else z = 0; {ERROR}"
    )
    found = stops(body, {})

    assert {number(5), number(0)} == {*held(found, "z")}


def test_a_value_that_a_condition_gives_to_a_variable_is_put_in() -> None:
    found = stops(f"if (x == 4) z = x; else z = 0; {ERROR}", {})

    assert {number(4), number(0)} == {*held(found, "z")}
    assert {number(4), variable("x")} == {*held(found, "x")}


def test_the_opposite_of_what_is_assumed_cannot_be() -> None:
    body = f"if (x < y) z = 1; else z = 2; if (x < y) z = z + 10; {ERROR}"
    found = stops(body, {})

    assert {number(11), number(2)} == {*held(found, "z")}


def test_guards_decide_where_they_give_values() -> None:
    body = f"if (x == 4) z = 1; else z = 2; {ERROR}"

    assert [number(1)] == held(stops(body, {}, equal(variable("x"), number(4))), "z")
    assert [] == stops(
        body, {}, equal(variable("x"), number(4)), not_(equal(number(4), variable("x")))
    )


def test_guards_stay_known() -> None:
    guard = bv_ule(variable("x"), number(9))
    (stop,) = stops(f"z = x; {ERROR}", {"z": 0, "x": 3}, bv_ule(variable("y"), number(9)))
    assert (bv_ule(variable("y"), number(9)),) == stop.guards

    found = stops(f"z = x; {ERROR}", {}, guard)
    assert all(guard in stop.guards for stop in found)


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> None:
    """All ways wait for each other."""
    monkeypatch.setattr(ways, "APART", 0)


CHOICES = "".join(f"if (nondet()) y = {n}; else y = {n + 1}; z = 5;" for n in range(12))


@pytest.mark.usefixtures("together")
def test_ways_whose_differences_do_not_matter_become_one() -> None:
    (stop,) = stops(f"{CHOICES} y = 0; {ERROR}", {"x": 1})

    assert () == stop.guards
    assert number(1) is stop.values[variable("x")]


@pytest.mark.usefixtures("together")
def test_ways_whose_differences_are_spoken_of_stay_apart() -> None:
    found = stops(f"{CHOICES} {ERROR}", {"x": 1}, spoken_of="xy")

    assert {number(11), number(12)} == {*held(found, "y")}


@pytest.mark.usefixtures("together")
def test_ways_whose_differences_decide_stay_apart() -> None:
    found = stops(f"{CHOICES} if (y == 12) x = 2; y = 0; {ERROR}", {"x": 1})

    assert {number(1), number(2)} == {*held(found, "x")}


@pytest.mark.usefixtures("together")
def test_ways_whose_differences_are_computed_with_stay_apart() -> None:
    found = stops(f"{CHOICES} x = y + 1; y = 0; {ERROR}", {"x": 1})

    assert {number(12), number(13)} == {*held(found, "x")}


@pytest.mark.usefixtures("together")
def test_what_ways_that_become_one_have_in_common_stays_known() -> None:
    guard = bv_ule(variable("x"), number(9))
    found = stops(f"{CHOICES} y = 0; {ERROR}", {}, guard)

    assert [(guard,)] == [stop.guards for stop in found]


def test_of_many_ways_most_become_one() -> None:
    found = stops(f"{CHOICES} y = 0; {ERROR}", {"x": 1})

    assert len(found) < 2 * ways.APART
    assert {number(1)} == {*held(found, "x")}


def test_too_many_ways_are_not_followed() -> None:
    with pytest.raises(TooManyWays):
        stops(f"{CHOICES} {ERROR}", {}, most_steps=10)


def test_errors_are_stops() -> None:
    found = stops("if (x == 3) reach_error();", {"x": 3})

    assert [True] == [stop.end is not None and not stop.end.location.leaving for stop in found]


def test_what_is_not_encoded_is_a_stop_without_a_place() -> None:
    body = "char *a[9], *b[9]; if (x > 0) memcpy(a, b, x); if (a[1]) reach_error();"
    found = stops(body, {})
    open_ = [stop for stop in found if stop.end is None]

    assert open_
    assert all(stop.limits is not TRUE for stop in open_)
    assert [variable("x")] == [s for s in free_symbols(open_[0].limits) if "x" in name_of(s)]
    assert [] == [stop for stop in stops(body, {"x": 3}) if stop.end is None]


def uncut(body: str, values: dict[str, int]) -> list[Stop]:
    """Where ways come to when nothing cuts the loops of a program but its errors."""
    points = Points(program(f"int main(void) {{ int x = 0, y = 0; {body} reach_error(); }}"))
    layout = layout_for(points.cfa, "bv")
    pieces = Pieces(points, layout, points.is_error, Run())
    effects = StepEffects(points, layout, frozenset())
    known = {variable(name): number(value) for name, value in values.items()}
    return list(Ways(pieces, points.start, effects, lambda _: ()).stops(known, (), Run()))


def test_no_value_is_chosen_twice_by_one_way() -> None:
    with pytest.raises(Uncut):
        uncut("while (y == 0) x = nondet();", {})


def test_a_cycle_of_decided_branches_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "LONGEST", 100)
    with pytest.raises(Uncut):
        uncut("while (x == 0) { if (y == 1) x = 1; }", {})


def test_a_cycle_that_goes_on_and_on_is_left() -> None:
    with pytest.raises(TooManyWays):
        uncut("while (x < 2) y++;", {})
