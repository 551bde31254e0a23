"""Values of a model as the numbers that the interpreter reads.

Comes in: the steps that a model takes. Goes out: the inputs and choices of that execution.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import ArrayType, CType, Pointer, Void, is_scalar, size_of
from maul.cfa.model import Call, Havoc, Return
from maul.encode.chosen import Chosen
from maul.encode.numbers import executed
from maul.logic.build import TRUE
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.sorts import Float
from maul.logic.terms import int_payload
from maul.logic.values import ArrayValue, default_value
from maul.proofs.verdict import Unsafe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.cfa.calls import Point
    from maul.cfa.model import Operation
    from maul.logic.sorts import Sort
    from maul.logic.terms import Term
    from maul.logic.values import Value
    from maul.smt.protocols import Model

ValueOf: TypeAlias = "Callable[[Term], Value]"
"""What a model gives to a symbol."""


class Noted:
    """What an execution reads and chooses, in its order."""

    def __init__(self) -> None:
        self._inputs: list[int | float] = []
        self._choices: list[bytes | int | float] = []
        self._contents: list[bytes] = []

    def note(
        self, operation: Operation, point: Point, chosen: Chosen | None, value_of: ValueOf
    ) -> None:
        """Go on by a step from a point."""
        match operation, chosen:
            case Call(), Chosen(is_contents=True) as made:
                self._contents.append(as_bytes(made, value_of))
            case Call(), Chosen() as made:
                self._inputs += as_input(made, value_of)
            case Havoc(), Chosen(type=ArrayType(length=None)):
                pass  # the interpreter does not know such an object
            case ((Havoc() | Return()), Chosen() as made):
                self._choices.append(as_choice(made, value_of))
            case Return(value=None), None if not isinstance(point.stack.automaton.result, Void):
                self._choices.append(0)  # the callee gives no result, and the caller wants none

    def claim(self, violated: str, unknown: tuple[tuple[int, bytes], ...] | None = None) -> Unsafe:
        """That the execution violates a property; ``unknown`` is what unknown objects hold."""
        inputs, choices = tuple(self._inputs), tuple(self._choices)
        return Unsafe(violated, inputs, choices, tuple(self._contents), unknown)


def as_input(chosen: Chosen, value_of: ValueOf) -> tuple[int | float, ...]:
    """What an input function returned, for the interpreter; records are no inputs there."""
    if not is_scalar(chosen.type):
        return ()
    ((_, t, term),) = chosen.cells()
    return (as_number(term.sort, _executed(t, _value(term, value_of))),)


def as_choice(chosen: Chosen, value_of: ValueOf) -> bytes | int | float:
    """The value chosen for a place: a number, or the bytes of what is no scalar."""
    if is_scalar(chosen.type):
        return as_input(chosen, value_of)[0]
    return as_bytes(chosen, value_of)


def as_bytes(chosen: Chosen, value_of: ValueOf) -> bytes:
    """The bytes of a value; what has no cells, such as padding, is zero."""
    data = bytearray(size_of(chosen.type))
    for offset, t, term in chosen.cells():
        size = size_of(t)
        code = _executed(t, _value(term, value_of)) & ((1 << 8 * size) - 1)
        data[offset : offset + size] = code.to_bytes(size, "little")
    return bytes(data)


def as_number(sort: Sort, value: int) -> int | float:
    """The number that a value stands for: a float's bits as the float."""
    if not isinstance(sort, Float):
        return value
    code = ("<I", "<f") if sort.width == 32 else ("<Q", "<d")
    number: float = struct.unpack(code[1], struct.pack(code[0], value))[0]
    return number


def _executed(t: CType, value: int) -> int:
    """The number that a value is to the interpreter."""
    return executed(value, t.size) if isinstance(t, Pointer) else value


def _value(term: Term, value_of: ValueOf) -> int:
    if term.operator == "select" and term.arguments[1].operator == "constant":
        array, index = value_of(term.arguments[0]), int_payload(term.arguments[1])
        assert isinstance(array, ArrayValue)
        found = array.at(index)
    else:
        found = evaluate(term, {symbol: value_of(symbol) for symbol in free_symbols(term)})
    assert isinstance(found, int)
    return found


class PathValues:
    """The values of a model; what no condition speaks of may have any."""

    def __init__(self, model: Model, conditions: Sequence[Term]) -> None:
        self._model = model
        self._asked = frozenset(s for condition in conditions for s in free_symbols(condition))
        self._known: dict[Term, Value] = {}

    def of(self, term: Term) -> Value:
        """The value of a symbol, or of an array where nothing was written to it: what is asked of
        an array is what a new object holds, at addresses that no write before was at."""
        passed: list[Term] = []
        while term.operator == "store" and term not in self._known:
            passed.append(term)
            term = term.arguments[0]
        found = self._known.get(term)
        if found is None:
            if term.operator != "symbol":
                found = evaluate(term, {symbol: self.of(symbol) for symbol in free_symbols(term)})
            elif term in self._asked:
                found = self._model.value(term)
            else:
                found = default_value(term.sort)
            self._known[term] = found
        self._known.update(dict.fromkeys(passed, found))
        return found

    def holds(self, condition: Term) -> bool:
        """Whether a condition is true."""
        if condition is TRUE:
            return True
        return bool(evaluate(condition, {s: self.of(s) for s in free_symbols(condition)}))
