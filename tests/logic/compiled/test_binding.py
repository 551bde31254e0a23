"""What an assumption says about unknown values is learned, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.logic import build as b
from maul.logic.cells import Cells, Known
from maul.logic.compiled.posts import Slots, compiled_step
from maul.logic.sorts import FLOAT32, Array
from maul.logic.transition import Transition, assign, assume, havoc
from tests.logic.compiled.values import V8, eight, m, memory, n, p, q, step, wide, x, y, z

if TYPE_CHECKING:
    from maul.logic.terms import Term

chosen = b.symbol("chosen", V8)

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
    copied = Transition((b.equal(x, eight(3)),), {z: x}, ())
    assert {"x": 3, "z": 3} == step(copied, z=1)


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


def test_arrays_of_arrays_are_computed_with_but_not_bound() -> None:
    """An element that is an array is known as a whole, or not."""
    rows = b.symbol("rows", Array(V8, memory.sort))
    cell = b.select(b.select(rows, x), y)
    full = Cells(None, {1: Cells(7, {2: 3})})
    assert {"x": 1, "y": 2} == step(assume(b.equal(cell, eight(3))), x=1, y=2)
    assert {"x": 1, "y": 2, "rows": full} == step(
        assume(b.equal(cell, eight(3))), x=1, y=2, rows=full
    )
    assert step(assume(b.equal(cell, eight(3))), x=1, y=4, rows=full) is None
    changed = b.store(rows, x, b.store(b.select(rows, x), y, eight(9)))
    found = step(assign(rows, changed), x=1, y=2, rows=full)
    assert {"x": 1, "y": 2, "rows": Cells(None, {1: Cells(7, {2: 9})})} == found


def test_branches_of_arrays_keep_what_they_agree_on() -> None:
    """Under an unknown condition."""
    other = b.symbol("spare", memory.sort)
    transition = assign(memory, b.ite(p, memory, other))
    found = step(transition, memory=Cells(0, {1: 2, 3: 4}), spare=Cells(0, {1: 2, 3: 5}))
    assert found is not None
    assert Cells(0, {1: 2, 3: None}) == found["memory"]
