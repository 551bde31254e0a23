"""Compiled transitions compute what evaluation says, whatever the unknown values are."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.formula import build as b
from maul.formula import softfloat
from maul.formula.cells import Cells, Known
from maul.formula.compiled import Outgrown, Slots, Values, compiled_step, compiled_terms
from maul.formula.evaluate import evaluate, holds
from maul.formula.int_values_bits import AND
from maul.formula.sorts import BOOL, FLOAT32, FLOAT64, INT, REAL, Array, BitVec, Float
from maul.formula.terms import Function
from maul.formula.transition import Transition, assign, assume, havoc
from maul.formula.values import ArrayValue, Value
from tests.formula.random_terms import FAMILIES, MEMORY, NARROW, Maker, random_value, symbols

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.formula.sorts import Sort
    from maul.formula.terms import Term

V8, V32 = BitVec(8), BitVec(32)
x, y, z = (b.symbol(name, V8) for name in "xyz")
wide = b.symbol("wide", BitVec(16))
p, q = b.symbol("p", BOOL), b.symbol("q", BOOL)
n, m = b.symbol("n", INT), b.symbol("m", INT)
memory = b.symbol("memory", Array(V8, V8))
chosen = b.symbol("chosen", V8)


def eight(number: int) -> Term:
    """A constant of eight bits."""
    return b.bit_vector(number, 8)


def known(value: Value) -> Known:
    """A value as compiled functions take it."""
    if not isinstance(value, ArrayValue):
        return value
    entries = {int(i): known(e) for i, e in value.entries.items() if not isinstance(i, ArrayValue)}
    return Cells(known(value.default), entries)


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


def in_slots(slots: Slots, values: Mapping[Term, Known | None]) -> Values:
    """The tuple of some values."""
    held = [values.get(symbol) for symbol in slots.symbols()]
    return (*held, *[None] * (slots.capacity - len(held)))


def named(slots: Slots, values: Values) -> dict[Term, Known]:
    """The known values of a tuple by symbol."""
    pairs = zip(slots.symbols(), values, strict=False)
    return {symbol: value for symbol, value in pairs if value is not None}


def step(transition: Transition, **values: Known) -> dict[str, Known] | None:
    """What one transition makes of values given by name; None for a contradiction."""
    slots = Slots(20)
    compiled = compiled_step([transition], slots)
    before = {symbol: values.get(str(symbol.payload)) for symbol in slots.symbols()}
    results = compiled(in_slots(slots, before))
    if not results:
        return None
    return {str(symbol.payload): value for symbol, value in named(slots, results[0][1]).items()}


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
                found = found.without(index)
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


# ---- what assumptions bind ----

BINDINGS = [
    (b.equal(x, eight(3)), {}, {"x": 3}),
    (b.equal(x, y), {"y": 4}, {"x": 4, "y": 4}),
    (b.equal(b.bv_add(x, y), eight(3)), {"y": 5}, {"x": 254, "y": 5}),
    (b.equal(b.bv_sub(x, y), eight(3)), {"y": 5}, {"x": 8, "y": 5}),
    (b.equal(b.bv_sub(x, y), eight(3)), {"x": 5}, {"x": 5, "y": 2}),
    (b.equal(b.bv_neg(x), eight(3)), {}, {"x": 253}),
    (b.equal(b.bv_not(x), y), {"y": 3}, {"x": 252, "y": 3}),
    (b.equal(b.bv_xor(x, y), eight(3)), {"y": 5}, {"x": 6, "y": 5}),
    (b.equal(b.bv_mul(x, y), eight(6)), {"y": 3}, {"x": 2, "y": 3}),
    (b.equal(b.bv_mul(x, y), eight(6)), {"y": 4}, None),
    (b.equal(b.bv_mul(x, y), eight(6)), {"y": 2}, {"y": 2}),
    (b.equal(b.zero_extend(x, 8), wide), {"wide": 200}, {"x": 200, "wide": 200}),
    (b.equal(b.zero_extend(x, 8), wide), {"wide": 300}, None),
    (b.equal(b.sign_extend(x, 8), wide), {"wide": 0xFFFE}, {"x": 254, "wide": 0xFFFE}),
    (b.equal(b.sign_extend(x, 8), wide), {"wide": 200}, None),
    (b.equal(b.concat(x, y), wide), {"wide": 515}, {"x": 2, "y": 3, "wide": 515}),
    (b.equal(b.bv_and(x, y), z), {"y": 6, "z": 9}, None),
    (b.equal(b.bv_and(x, y), eight(255)), {}, {"x": 255, "y": 255}),
    (b.equal(b.bv_or(x, y), eight(0)), {}, {"x": 0, "y": 0}),
    (b.equal(b.bv_or(x, y), z), {"y": 0, "z": 9}, {"x": 9, "y": 0, "z": 9}),
    (b.equal(b.bv_or(x, y), z), {"y": 2, "z": 9}, None),
    (p, {}, {"p": True}),
    (b.not_(p), {}, {"p": False}),
    (b.equal(p, q), {"q": False}, {"p": False, "q": False}),
    (b.not_(b.equal(p, q)), {"q": False}, {"p": True, "q": False}),
    (b.and_(p, b.not_(q)), {}, {"p": True, "q": False}),
    (b.not_(b.or_(p, q)), {}, {"p": False, "q": False}),
    (b.or_(p, q), {"q": False}, {"p": True, "q": False}),
    (b.or_(p, b.equal(x, y)), {"p": False, "y": 2}, {"p": False, "x": 2, "y": 2}),
    (b.or_(p, q), {}, {}),
    (b.bv_ule(x, y), {"y": 0}, {"x": 0, "y": 0}),
    (b.bv_ule(x, y), {"x": 255}, {"x": 255, "y": 255}),
    (b.bv_ult(x, y), {"y": 1}, {"x": 0, "y": 1}),
    (b.bv_ult(x, y), {"x": 254}, {"x": 254, "y": 255}),
    (b.bv_ult(x, y), {"y": 0}, None),
    (b.bv_ule(x, y), {"y": 1}, {"y": 1}),
    (b.bv_sle(x, eight(128)), {}, {"x": 128}),
    (b.not_(b.bv_sle(x, eight(126))), {}, {"x": 127}),
    (b.bv_slt(x, y), {"y": 129}, {"x": 128, "y": 129}),
    (b.bv_slt(x, y), {"y": 128}, None),
    (b.equal(b.ite(p, x, y), eight(3)), {"x": 4, "y": 3}, {"p": False, "x": 4, "y": 3}),
    (b.equal(b.ite(p, x, y), eight(3)), {"x": 4}, {"p": False, "x": 4, "y": 3}),
    (b.equal(b.ite(p, x, y), eight(3)), {"p": True}, {"p": True, "x": 3}),
    (b.equal(b.ite(p, x, y), eight(3)), {"x": 4, "y": 5}, None),
    (b.equal(b.add(n, m), b.integer(3)), {"m": 5}, {"n": -2, "m": 5}),
    (b.equal(b.multiply(n, m), b.integer(6)), {"m": -3}, {"n": -2, "m": -3}),
    (b.equal(b.multiply(n, m), b.integer(6)), {"m": 4}, None),
    (b.equal(b.bv_to_int(x), n), {"n": 9}, {"x": 9, "n": 9}),
    (b.equal(b.bv_to_int(x), n), {"n": 900}, None),
    (b.not_(b.equal(x, y)), {"y": 3}, {"y": 3}),
    # One thing learned leads to the next.
    (b.and_(b.equal(x, y), b.equal(b.bv_add(y, z), eight(9)), b.equal(x, eight(2))), {},
     {"x": 2, "y": 2, "z": 7}),
    (b.and_(b.equal(x, y), b.equal(x, b.bv_add(y, z))), {"x": 3, "z": 1}, None),
]  # fmt: skip


@pytest.mark.parametrize(("guard", "values", "expected"), BINDINGS)
def test_an_assumption_with_one_satisfying_value_binds_it(
    guard: Term, values: dict[str, Known], expected: dict[str, Known] | None
) -> None:
    """And one with none contradicts."""
    assert expected == step(assume(guard), **values)


def test_an_input_that_is_compared_is_known() -> None:
    """What is chosen and then tested is stored with the value of the test."""
    transition = Transition((b.equal(chosen, eight(3)),), {x: b.bv_add(chosen, y)}, (chosen,))
    assert {"x": 7, "y": 4} == step(transition, x=1, y=4)
    assert {} == step(havoc(x), x=1)


def test_an_update_wins_over_a_binding() -> None:
    """The guard speaks of the value before."""
    transition = Transition((b.equal(x, eight(3)),), {x: b.bv_add(x, y), z: x}, ())
    assert {"x": 4, "y": 1, "z": 3} == step(transition, y=1)


def test_a_symbol_without_slot_can_carry_a_value() -> None:
    """It is bound within the transition, and forgotten after it."""
    slots = Slots(1, only=(x,))
    compiled = compiled_step([Transition((b.equal(y, eight(3)),), {x: y}, ())], slots)
    assert ((0, (3,)),) == compiled((None,))


FLOAT = b.symbol("float", FLOAT32)
OTHER = b.symbol("other", FLOAT32)
ZERO, MINUS_ZERO, ONE, NAN = 0, 1 << 31, 0x3F800000, 0x7FC00000


def test_ieee_equality_binds_numbers_but_not_zeros() -> None:
    """A zero may be either one; identity tells them apart."""
    same, identical = b.fp_eq(FLOAT, OTHER), b.equal(FLOAT, OTHER)
    assert {"float": ONE, "other": ONE} == step(assume(same), other=ONE)
    assert {"other": ZERO} == step(assume(same), other=ZERO)
    assert {"other": MINUS_ZERO} == step(assume(same), other=MINUS_ZERO)
    assert step(assume(same), other=NAN) is None
    assert {"float": MINUS_ZERO, "other": MINUS_ZERO} == step(assume(identical), other=MINUS_ZERO)
    assert {"float": NAN} == step(assume(b.fp_is("fp.isNaN", FLOAT)))


# ---- arrays ----


def test_cells_are_bound_and_stored() -> None:
    """An element at a known index is a variable like any other."""
    cell = b.select(memory, x)
    found = step(assume(b.equal(cell, eight(3))), x=5)
    assert {"x": 5, "memory": Cells(None, {5: 3})} == found
    assert step(assume(b.equal(cell, eight(3))), x=5, memory=Cells(4, {})) is None
    found = step(assign(memory, b.store(memory, x, y)), x=5, memory=Cells(4, {}), y=6)
    assert {"x": 5, "y": 6, "memory": Cells(4, {5: 6})} == found


def test_an_unknown_index_forgets_the_array() -> None:
    """Any element may have changed; an unknown element is forgotten alone."""
    transition = assign(memory, b.store(memory, x, y))
    assert {"y": 6} == step(transition, y=6, memory=Cells(4, {}))
    assert {"x": 6, "memory": Cells(4, {6: None})} == step(transition, x=6, memory=Cells(4, {}))


def test_a_demand_passes_through_a_store() -> None:
    """To the stored element, or to the array below."""
    cell = b.select(b.store(memory, x, y), z)
    guard = assume(b.equal(cell, eight(9)))
    assert {"x": 1, "y": 9, "z": 1} == step(guard, x=1, z=1)
    assert {"x": 1, "z": 2, "memory": Cells(None, {2: 9})} == step(guard, x=1, z=2)
    assert {"x": 1} == step(guard, x=1)
    assert step(guard, x=1, y=8, z=1) is None


def test_branches_of_arrays_keep_what_they_agree_on() -> None:
    """Under an unknown condition."""
    other = b.symbol("spare", memory.sort)
    transition = assign(memory, b.ite(p, memory, other))
    found = step(transition, memory=Cells(0, {1: 2, 3: 4}), spare=Cells(0, {1: 2, 3: 5}))
    assert found is not None
    assert Cells(0, {1: 2, 3: None}) == found["memory"]


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


# ---- floats ----


def _special(sort: Float, rng: random.Random) -> int:
    """Bits where rounding, overflow and underflow happen."""
    top = softfloat.infinity(sort)
    unit = 1 << (sort.significand_bits - 1)
    near = rng.choice((0, 1, unit - 1, unit, unit + 1, top - 1, top, softfloat.nan(sort)))
    middle = ((1 << (sort.exponent_bits - 1)) - 1) * unit
    bits = rng.choice(
        (near, rng.randrange(top), middle + rng.randrange(-9, 9), rng.randrange(unit), middle // 2)
    )
    return softfloat.canonical(bits | rng.choice((0, 1 << (sort.width - 1))), sort)


@pytest.mark.parametrize("sort", [FLOAT32, FLOAT64])
@given(seed=st.integers(0, 10**9))
@settings(max_examples=150)
def test_the_quick_floats_are_exact(sort: Float, seed: int) -> None:
    """Where Python's floats are used, the bits are those of exact arithmetic rounded once."""
    rng = random.Random(seed)
    one, other = b.symbol("one", sort), b.symbol("another", sort)
    target = FLOAT32 if sort is FLOAT64 else FLOAT64
    number = b.symbol("number", BitVec(64))
    terms = [
        *[make(one, other) for make in (b.fp_add, b.fp_sub, b.fp_mul, b.fp_div)],
        *[make(one, other) for make in (b.fp_eq, b.fp_lt, b.fp_le)],
        b.fp_to_fp(one, target),
        b.signed_to_fp(number, sort),
        b.unsigned_to_fp(number, sort),
    ]
    compiled = compiled_terms(terms, [one, other, number])
    cut = compiled_terms([b.fp_to_signed(one, 32), b.fp_to_unsigned(one, 32)], [one])
    for _ in range(10):
        values = {one: _special(sort, rng), other: _special(sort, rng)}
        values[number] = rng.choice((rng.randrange(1 << 64), rng.randrange(1 << 54), (1 << 53) + 1))
        found = compiled((values[one], values[other], values[number]))
        assert tuple([evaluate(term, values) for term in terms]) == found
        whole = softfloat.to_integer(softfloat.RTZ, values[one], sort)
        number_of = 1 << 99 if whole is None else whole
        fits = -(1 << 31) <= number_of < 1 << 31
        positive = 0 <= number_of < 1 << 32
        expected = (number_of & 0xFFFFFFFF if fits else None, number_of if positive else None)
        assert expected == cut((values[one],))


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
