"""Compiled transitions compute what evaluation says, whatever the unknown values are."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.logic import build as b
from maul.logic.bit_functions import AND
from maul.logic.cells import Cells, Known
from maul.logic.compiled.posts import Outgrown, Slots, compiled_step, compiled_terms
from maul.logic.evaluate import evaluate, holds
from maul.logic.sorts import BOOL, INT, REAL, Float
from maul.logic.terms import Function
from maul.logic.transition import Transition, assign, assume, havoc
from maul.logic.values import ArrayValue, Value
from tests.logic.compiled.values import eight, in_slots, known, m, n, named, x, y, z
from tests.logic.random_terms import FAMILIES, MEMORY, NARROW, Maker, random_value, symbols

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.logic.sorts import Sort
    from maul.logic.terms import Term


def agrees(found: Known | None, value: Value) -> bool:
    """Whether what is known of a value is right."""
    if found is None:
        return True
    if isinstance(found, Cells):
        assert isinstance(value, ArrayValue)
        return all(found.at(i) in (None, value.at(i)) for i in range(1 << NARROW.width))
    return found == value


def random_transition(rng: random.Random, sorts: tuple[Sort, ...]) -> Transition:
    """Some guards, updates and inputs; terms as they are built, or as nobody would build them."""
    maker, which = Maker(rng, sorts, unspecified=False), rng.randint(0, 1)
    variables = [symbol for sort in sorts for symbol in symbols(sort)]
    inputs = tuple([symbol for symbol in variables if rng.random() < 0.2])
    guards = [maker.pair(BOOL, rng.randint(1, 3))[which] for _ in range(rng.randint(0, 2))]
    updates = {
        symbol: maker.pair(symbol.sort, rng.randint(0, 3))[which]
        for symbol in variables
        if symbol not in inputs and rng.random() < 0.4
    }
    return Transition(tuple(guards), updates, inputs)


def after(transition: Transition, values: Mapping[Term, Value]) -> dict[Term, Value] | None:
    """What evaluation says about the values after a transition."""
    if not all(holds(guard, values) for guard in transition.guards):
        return None
    changed = {symbol: evaluate(term, values) for symbol, term in transition.updates.items()}
    return {**values, **changed}


# ---- laws ----


@pytest.mark.parametrize("family", [name for name in FAMILIES if name not in ("arrays", "all")])
@given(seed=st.integers(0, 10**9))
@settings(max_examples=120)
def test_with_everything_known_the_result_is_that_of_evaluation(family: str, seed: int) -> None:
    """A contradiction exactly when a guard is false, and every value afterwards."""
    rng = random.Random(seed)
    transition = random_transition(rng, FAMILIES[family])
    bare = Transition(transition.guards, transition.updates, ())
    slots = Slots(20)
    compiled = compiled_step([bare], slots)
    for _ in range(6):
        values = {s: random_value(s.sort, rng) for sort in FAMILIES[family] for s in symbols(sort)}
        before = in_slots(slots, {s: known(v) for s, v in values.items()})
        expected = after(bare, values)
        results = compiled(before)
        if expected is None:
            assert () == results
        else:
            ((number, found),) = results
            assert 0 == number
            assert {s: expected[s] for s in slots.symbols()} == named(slots, found)


@given(seed=st.integers(0, 10**9))
@settings(max_examples=250)
def test_no_completion_of_the_unknown_values_objects(seed: int) -> None:
    """Over all values of the unknowns: a contradiction means that no guard can hold, and whatever
    is known afterwards, bound or computed, is so in every execution."""
    rng = random.Random(seed)
    sorts = (BOOL, NARROW)
    transition = random_transition(rng, sorts)
    slots = Slots(20)
    compiled = compiled_step([transition], slots)
    variables = [symbol for sort in sorts for symbol in symbols(sort)]
    for _ in range(3):
        fixed = {
            s: random_value(s.sort, rng)
            for s in variables
            if s not in transition.inputs and rng.random() < 0.5
        }
        results = compiled(in_slots(slots, {s: known(v) for s, v in fixed.items()}))
        free = [s for s in variables if s not in fixed]
        for case in product(*[range(2) if s.sort is BOOL else range(4) for s in free]):
            chosen_values = {
                s: bool(v) if s.sort is BOOL else v for s, v in zip(free, case, strict=True)
            }
            expected = after(transition, {**fixed, **chosen_values})
            if expected is not None:
                assert results
                for symbol, value in named(slots, results[0][1]).items():
                    assert expected[symbol] == value


@pytest.mark.parametrize("family", FAMILIES)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=150)
def test_no_sample_of_the_unknown_values_objects(family: str, seed: int) -> None:
    """The same for all sorts, with arrays of which parts are known."""
    rng = random.Random(seed)
    transition = random_transition(rng, FAMILIES[family])
    slots = Slots(20)
    compiled = compiled_step([transition], slots)
    for _ in range(8):
        values = {s: random_value(s.sort, rng) for sort in FAMILIES[family] for s in symbols(sort)}
        before = in_slots(slots, {s: _part(s, v, rng) for s, v in values.items()})
        results = compiled(before)
        expected = after(transition, values)
        if expected is not None:
            ((_, found),) = results
            assert all(agrees(v, expected[s]) for s, v in named(slots, found).items())
            assert found is before or found != before


def _part(symbol: Term, value: Value, rng: random.Random) -> Known | None:
    """What may be known of a value."""
    if rng.random() < 0.35:
        return None
    found: Known | None = known(value)
    if symbol.sort is MEMORY:
        for index in range(4):
            if isinstance(found, Cells) and rng.random() < 0.4:
                found = found.stored(index, None)
    return found


@given(seed=st.integers(0, 10**9))
@settings(max_examples=150)
def test_transitions_together_are_each_alone(seed: int) -> None:
    """A condition, its negation and more: what is shared does not mix them up."""
    rng = random.Random(seed)
    sorts = (BOOL, NARROW)
    condition = Maker(rng, sorts).pair(BOOL, 2)[1]
    some = [random_transition(rng, sorts) for _ in range(3)]
    transitions = [
        Transition((condition, *some[0].guards), some[0].updates, ()),
        Transition((b.not_(condition),), some[1].updates, ()),
        *[Transition(t.guards, t.updates, ()) for t in some[2 : rng.randint(2, 3)]],
    ]
    slots = Slots(20)
    together = compiled_step(transitions, slots)
    alone = [compiled_step([transition], slots) for transition in transitions]
    for _ in range(8):
        values = {s: random_value(s.sort, rng) for s in slots.symbols()}
        before = in_slots(slots, {s: _part(s, v, rng) for s, v in values.items()})
        expected = tuple(
            (number, found) for number, one in enumerate(alone) for _, found in one(before)
        )
        assert expected == together(before)


@pytest.mark.parametrize("family", FAMILIES)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=60)
def test_fewer_slots_know_less_but_nothing_wrong(family: str, seed: int) -> None:
    """Symbols without a slot are unknown; the others are treated as ever."""
    rng = random.Random(seed)
    transition = random_transition(rng, FAMILIES[family])
    variables = [s for sort in FAMILIES[family] for s in symbols(sort)]
    tracked = [s for s in variables if rng.random() < 0.5 and s not in transition.inputs]
    slots = Slots(20, only=tracked)
    compiled = compiled_step([transition], slots)
    assert tuple(tracked) == slots.symbols()
    for _ in range(6):
        values = {s: random_value(s.sort, rng) for s in variables}
        results = compiled(in_slots(slots, {s: _part(s, v, rng) for s, v in values.items()}))
        expected = after(transition, values)
        if expected is not None:
            ((_, found),) = results
            assert all(agrees(v, expected[s]) for s, v in named(slots, found).items())


@pytest.mark.parametrize("family", FAMILIES)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=60)
def test_terms_have_the_values_of_evaluation(family: str, seed: int) -> None:
    """With some parameters unknown, what is known is right; with all known, all numbers are."""
    rng = random.Random(seed)
    maker = Maker(rng, FAMILIES[family], unspecified=False)
    terms = [maker.any_pair()[rng.randint(0, 1)] for _ in range(3)]
    parameters = [s for sort in FAMILIES[family] for s in symbols(sort)]
    compiled = compiled_terms(terms, parameters)
    for _ in range(5):
        values = {s: random_value(s.sort, rng) for s in parameters}
        found = compiled(tuple([_part(s, values[s], rng) for s in parameters]))
        assert all(agrees(v, evaluate(t, values)) for t, v in zip(terms, found, strict=True))
        if MEMORY not in FAMILIES[family]:
            everything = compiled(tuple([known(values[s]) for s in parameters]))
            assert tuple([evaluate(term, values) for term in terms]) == everything


# ---- what stays open ----


def test_what_smtlib_leaves_open_is_unknown() -> None:
    """No proof may rest on a value that a solver need not choose."""
    tiny = Float(3, 4)
    a, c = b.symbol("a", tiny), b.symbol("c", tiny)
    real, ratio = b.symbol("real", REAL), b.symbol("ratio", REAL)
    terms = [
        b.divide(n, m),
        b.modulo(n, m),
        b.divide(real, ratio),
        b.fp_min(a, c),
        b.fp_max(a, c),
        b.fp_to_signed(a, 4),
        b.fp_to_unsigned(c, 4),
        b.apply(Function("anything", (INT,), INT), n),
        b.exists((x,), b.equal(b.bv_mul(x, x), y)),
        b.apply(AND, n, b.integer(6)),
    ]
    parameters = [n, m, real, ratio, a, c, y]
    minus_zero, infinity, half = 1 << 6, 0b0111000, Fraction(1, 2)
    values = compiled_terms(terms, parameters)
    found = values((3, 0, half, Fraction(0), 0, minus_zero, 0))
    assert (None, None, None, None, None, 0, 0, None, None, 2) == found
    found = values((3, 2, half, half, infinity, 0, 0))
    assert (1, 1, 1, 0, infinity, None, 0, None, None, 2) == found


# ---- slots and functions ----


def test_nothing_new_is_the_same_object() -> None:
    """Also after updates that write what is there."""
    slots = Slots(4)
    compiled = compiled_step([assign(x, b.bv_and(y, eight(1))), assume(b.bv_ule(x, y))], slots)
    values = in_slots(slots, {x: 1, y: 3})
    (_, first), (_, second) = compiled(values)
    assert first is values
    assert second is values


def test_the_same_transitions_are_compiled_once() -> None:
    """Terms are compared by identity, slots by number."""
    one = compiled_step([assume(b.bv_ule(x, y))], Slots(4))
    assert one is compiled_step([assume(b.bv_ule(x, y))], Slots(9))
    assert one is not compiled_step([assume(b.bv_ule(x, y))], Slots(4, only=(y, x)))


def test_steps_that_do_not_matter_are_one_function() -> None:
    """Nothing that is tracked is read or written."""
    slots = Slots(1, only=(z,))
    one = compiled_step([assume(b.bv_ule(x, y)), assign(x, y)], slots)
    assert one is compiled_step([assign(y, x), havoc(x)], slots)
    assert ((0, (5,)), (1, (5,))) == one((5,))
    impossible = Transition((b.FALSE,), {}, ())
    assert () == compiled_step([impossible], slots)((5,))


def test_slots_are_given_on_demand() -> None:
    """In order, until there are none left."""
    slots = Slots(2)
    assert (0, 1, 0) == (slots.of(x), slots.of(y), slots.of(x))
    assert (x, y) == slots.symbols()
    assert (None, None) == slots.top()
    with pytest.raises(Outgrown):
        slots.of(z)
    assert Slots(3, only=(y,)).of(x) is None


def test_deep_terms_are_compiled() -> None:
    """Neither our walk nor Python's compiler goes down with them."""
    term: Term = x
    for i in range(2000):
        term = b.bv_xor(b.bv_add(term, eight(i % 250 + 1)), y)
    (found,) = compiled_terms([term], [x, y])((1, 2))
    assert found == evaluate(term, {x: 1, y: 2})
    many = [b.symbol(f"part{i}", INT) for i in range(3000)]
    slots = Slots(3000)
    compiled = compiled_step([assume(b.equal(b.add(*many), b.integer(7)))], slots)
    assert () == compiled(in_slots(slots, dict.fromkeys(many, 1)))
    assert 1 == len(compiled(in_slots(slots, dict.fromkeys(many[1:], 1))))
