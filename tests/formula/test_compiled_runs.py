"""A compiled run goes the way that the steps of its points go, one by one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from maul.formula import build as b
from maul.formula.compiled import Slots, Values, compiled_step
from maul.formula.compiled_runs import Stretch, compiled_run
from maul.formula.sorts import BOOL, BitVec
from maul.formula.transition import Transition, assign, assume, havoc
from tests.formula.random_terms import NARROW, Maker, random_value, symbols

if TYPE_CHECKING:
    from maul.formula.cells import Known
    from maul.formula.terms import Term

SORTS = (BOOL, NARROW)
VARIABLES = [symbol for sort in SORTS for symbol in symbols(sort)]
V8 = BitVec(8)
x, y = b.symbol("x", V8), b.symbol("y", V8)


def random_points(rng: random.Random) -> list[Stretch]:
    """A graph of conditions and assignments, most ways leading on, some back."""
    count = rng.randint(2, 14)
    maker = Maker(rng, SORTS)

    def target(place: int) -> int:
        low = 0 if rng.random() < 0.1 else min(place + 1, count - 1)
        return rng.randint(low, min(low + 3, count - 1))

    points = []
    for place in range(count):
        kind = rng.random()
        transitions: list[Transition] = []
        if kind < 0.45:
            condition = maker.pair(BOOL, 1)[1]
            transitions = [assume(condition), assume(b.not_(condition))]
        elif kind < 0.8:
            changed = rng.sample(VARIABLES, rng.randint(1, 2))
            updates = {symbol: maker.pair(symbol.sort, rng.randint(0, 2))[1] for symbol in changed}
            transitions = [Transition((), updates, ())]
        elif kind < 0.9:
            transitions = [havoc(rng.choice(VARIABLES))]
        elif kind < 0.95:
            transitions = [assume(maker.pair(BOOL, 1)[1]) for _ in range(rng.randint(1, 3))]
        points.append(Stretch(transitions, [target(place) for _ in transitions]))
    return points


@given(seed=st.integers(0, 10**9))
@settings(max_examples=400)
def test_a_run_is_as_many_single_steps(seed: int) -> None:
    """Each with one result, and the last leads to where the run ends, with its values."""
    rng = random.Random(seed)
    points = random_points(rng)
    slots = Slots(len(VARIABLES), only=VARIABLES)
    steps = [compiled_step(point.transitions, slots) for point in points]
    run = compiled_run(points, slots)
    for _ in range(6):
        start: Values = tuple(
            [_known(random_value(s.sort, rng)) if rng.random() < 0.8 else None for s in VARIABLES]
        )
        end, found, count = run(start)
        place, values = 0, start
        for _ in range(count):
            ((way, values),) = steps[place](values)
            place = points[place].targets[way]
        assert (end, found) == (place, values)
        assert found is start or found != start


def _known(value: object) -> Known:
    assert isinstance(value, (bool, int))
    return value


def eight(number: int) -> Term:
    """A constant of eight bits."""
    return b.bit_vector(number, 8)


def chain(count: int) -> list[Stretch]:
    """If x is the number of a rule, y gets another value and the chain ends; else the next rule."""
    points: list[Stretch] = []
    for rule in range(count):
        fits, place = b.equal(x, eight(rule)), len(points)
        points.append(Stretch([assume(fits), assume(b.not_(fits))], [place + 1, place + 2]))
        points.append(Stretch([assign(y, b.bv_add(y, eight(rule)))], [2 * count + 1]))
    return [*points, Stretch([assign(y, x)], [2 * count + 1]), Stretch([], [])]


def test_a_run_passes_through_everything_that_is_decided() -> None:
    """To the end of the chain, by the rule that fits or by the last line."""
    run = compiled_run(chain(40), Slots(2, only=(x, y)))
    assert (81, (17, 20), 19) == run((17, 3))
    assert (81, (99, 99), 41) == run((99, None))


def test_a_run_stops_before_what_is_unknown() -> None:
    """Nothing was changed there, and nothing is learned."""
    values = (None, 3)
    end, found, count = compiled_run(chain(40), Slots(2, only=(x, y)))(values)
    assert (0, 0) == (end, count)
    assert found is values


def test_a_run_stops_where_a_cycle_closes() -> None:
    """After one round."""
    points = [Stretch([assign(x, b.bv_add(x, eight(1)))], [1]), Stretch([assign(y, x)], [0])]
    assert (0, (6, 6), 2) == compiled_run(points, Slots(2, only=(x, y)))((5, 1))


def test_what_is_forgotten_on_one_way_is_unknown_where_ways_meet() -> None:
    """A point behind asks again whether it is known."""
    split, test = b.equal(y, eight(0)), b.equal(x, eight(5))
    points = [
        Stretch([assume(test), assume(b.not_(test))], [1, 1]),
        Stretch([assume(split), assume(b.not_(split))], [2, 3]),
        Stretch([havoc(x)], [3]),
        Stretch([assume(test), assume(b.not_(test))], [4, 5]),
        *[Stretch([assign(y, eight(i))], [10]) for i in range(2)],
        *[Stretch([], []) for _ in range(5)],
    ]
    run = compiled_run(points, Slots(2, only=(x, y)))
    assert (3, (None, 0), 3) == run((5, 0))
    assert (10, (5, 0), 4) == run((5, 1))
