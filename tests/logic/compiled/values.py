"""Values for compiled functions, by symbol and by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic import build as b
from maul.logic.cells import Cells, Known
from maul.logic.compiled.posts import Slots, Values, compiled_step
from maul.logic.sorts import BOOL, INT, Array, BitVec
from maul.logic.values import ArrayValue, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.logic.terms import Term
    from maul.logic.transition import Transition

V8 = BitVec(8)
x, y, z = (b.symbol(name, V8) for name in "xyz")
wide = b.symbol("wide", BitVec(16))
p, q = b.symbol("p", BOOL), b.symbol("q", BOOL)
n, m = b.symbol("n", INT), b.symbol("m", INT)
memory = b.symbol("memory", Array(V8, V8))


def eight(number: int) -> Term:
    """A constant of eight bits."""
    return b.bit_vector(number, 8)


def known(value: Value) -> Known:
    """A value as compiled functions take it."""
    if not isinstance(value, ArrayValue):
        return value
    entries = {int(i): known(e) for i, e in value.entries.items() if not isinstance(i, ArrayValue)}
    return Cells(known(value.default), entries)


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
