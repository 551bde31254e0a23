"""Programs unrolled with symbols for inputs, to be compared with their executions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import LP64, DataModel
from maul.cfa.analyses.regions.analysis import Region
from maul.cfa.model import Call, Return
from maul.cfa.outcome import Ended
from maul.encode.state import Layout
from maul.encode.steps import evaluation
from maul.interpret.machine import interpret
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.sorts import BitVec
from maul.logic.terms import name_of
from maul.logic.values import default_value
from maul.logic.walk import subterms
from maul.methods.unroll.unrolled import UnrolledPoint
from maul.methods.unroll.unrolling import Unrolling
from maul.run import Run
from maul.system.deep import call_deep
from tests.cfa.c_text import cfa_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Cfa, Edge
    from maul.encode.numbers.protocol import Numbers
    from maul.encode.state import Split
    from maul.logic.terms import Term
    from maul.logic.values import Value


class OneRegion:
    """All memory is one region of bytes: right for every program."""

    def __init__(self) -> None:
        self._all = Region("all", 1, None, alone=False)

    def of(self, _: Lvalue) -> Region:
        """The one region."""
        return self._all

    def cells(self, _: Lvalue, size: int) -> tuple[tuple[int, Region], ...]:
        """Bytes."""
        return tuple((offset, self._all) for offset in range(size))

    def behind(self, _: Expression) -> tuple[Region, ...]:
        """All of it."""
        return (self._all,)

    def room(self, _: Expression) -> int | None:
        """No end."""
        return None

    def variables_at(self, _: Expression) -> tuple[Variable, ...]:
        """Nobody knows."""
        return ()

    @property
    def disturbed(self) -> tuple[Region, ...]:
        """All of it."""
        return (self._all,)


class OneType:
    """All memory is cells of one type: right for programs that have no other type in memory."""

    def __init__(self, t: CType, size: int) -> None:
        self._all = Region("all", size, t, alone=False)

    def of(self, _: Lvalue) -> Region:
        """The one region."""
        return self._all

    def cells(self, _: Lvalue, size: int) -> tuple[tuple[int, Region], ...]:
        """Cells side by side."""
        step = self._all.size
        return tuple((offset, self._all) for offset in range(0, size - step + 1, step))

    def behind(self, _: Expression) -> tuple[Region, ...]:
        """All of it."""
        return (self._all,)

    def room(self, _: Expression) -> int | None:
        """No end."""
        return None

    def variables_at(self, _: Expression) -> tuple[Variable, ...]:
        """Nobody knows."""
        return ()

    @property
    def disturbed(self) -> tuple[Region, ...]:
        """All of it."""
        return (self._all,)


class Recorded(Unrolling):
    """Notes what main returns."""

    returned: Term | None = None

    def _step(self, current: UnrolledPoint, edge: Edge) -> None:
        match edge.operation:
            case Return(value=value) if value is not None and current.point.stack.parent is None:
                self._record(current, edge, value)
        super()._step(current, edge)

    def _record(self, current: UnrolledPoint, edge: Edge, value: Expression) -> None:
        at = evaluation(self.points, current.state, current.point.stack, edge)
        self.returned = at.value(value)


class SymbolicRun:
    """A program with symbols for its inputs, which it reads in a fixed order."""

    def __init__(
        self,
        text: str,
        model: DataModel = LP64,
        split: Callable[[Cfa], Split] | None = None,
        numbers: Callable[[DataModel], Numbers] | None = None,
    ) -> None:
        self.cfa = cfa_of(text, model)
        self.layout = Layout(
            self.cfa,
            None if numbers is None else numbers(model),
            split=None if split is None else split(self.cfa),
        )
        self.unrolling = Recorded(self.cfa, 20, lambda _: True, Run(20), self.layout)
        call_deep(self.unrolling.next_error)
        assert self.unrolling.returned is not None
        self.returned = self.unrolling.returned
        self._definitions = tuple(dict.fromkeys(self.unrolling.definitions))
        self._missing = (*self.unrolling.left_out, *self.unrolling.cuts)

    def value(self, inputs: Sequence[int]) -> int:
        """The value of the formula; what is no input is zero, as in the interpreter."""
        found = _evaluated(self.returned, self._known(inputs))
        assert isinstance(found, int)
        return found & 0xFF

    def considered(self, inputs: Sequence[int]) -> bool:
        """Whether the encoding covers the execution with these inputs."""
        known = self._known(inputs)
        return not any(_evaluated(each, known) for each in self._missing)

    def facts_hold(self, inputs: Sequence[int]) -> bool:
        """Whether the execution with these inputs has what every execution has."""
        known = self._known(inputs)
        return all(_evaluated(each, known) for each in self._definitions)

    def executed(self, inputs: Sequence[int]) -> int:
        """The status of the execution."""
        outcome = interpret(self.cfa, inputs).outcome
        assert isinstance(outcome, Ended), outcome
        return outcome.status

    def _known(self, inputs: Sequence[int]) -> dict[Term, Value]:
        """The values of the inputs, and of symbols that stand for the bits of a float."""
        known: dict[Term, Value] = {
            symbol: _in_sort(symbol, number)
            for symbol, number in zip(self._inputs(), inputs, strict=True)
        }
        for definition in self._definitions:
            for bits, number in _definitions_of_bits(definition):
                known[bits] = _evaluated(number, known)
        return known

    def _inputs(self) -> list[Term]:
        """The symbols of inputs in the order in which they were made."""
        steps = [step for node in self.unrolling.nodes.values() for step in node.steps]
        called = (step.chosen for step in steps if isinstance(step.edge.operation, Call))
        found = [
            next(iter(chosen.cells()))[2]
            for chosen in called
            if chosen is not None and not chosen.is_contents
        ]
        return sorted(found, key=lambda symbol: int(name_of(symbol).partition("#")[2]))


def _evaluated(term: Term, known: dict[Term, Value]) -> Value:
    """The value of a term; symbols of which nothing is known are zero."""
    given = {s: known.get(s, default_value(s.sort)) for s in free_symbols(term)}
    return evaluate(term, given)


def _definitions_of_bits(definition: Term) -> list[tuple[Term, Term]]:
    """Symbols that stand for the bits of a float, and those floats."""
    sides = (each.arguments for each in subterms(definition) if each.operator == "=")
    pairs = (pair for left, right in sides for pair in ((left, right), (right, left)))
    return [(bits.arguments[0], x) for bits, x in pairs if bits.operator == "to_fp_bits"]


def _in_sort(symbol: Term, number: int) -> int:
    return number & ((1 << symbol.sort.width) - 1) if isinstance(symbol.sort, BitVec) else number
