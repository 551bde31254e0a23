"""The encoding against the interpreter: transitions, executed, do what the program does."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.cfa.model import Call, Cfa
from maul.cfa.outcome import Ended, ErrorReached
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.encode.blocks import Encoded, Encoder, Way, layout_for
from maul.errors import Unsupported
from maul.interpret.machine import interpret
from maul.logic.bit_functions import MEANINGS
from maul.logic.build.fp import fp_number
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.sorts import BitVec, Float
from maul.logic.terms import Term
from maul.logic.transition import Transition
from maul.logic.values import Value, default_value
from maul.logic.walk import subterms
from maul.system.deep import call_deep
from tests.cfa.c_text import marked
from tests.cfa.small_programs import Writer
from tools.generate.program import generate

SIZES = ("single", "basic", "large")
MOST = 4000  # blocks


class Simulation:
    """Executes transitions: inputs are given, whatever else is arbitrary is zero, as in the
    interpreter."""

    def __init__(self, cfa: Cfa, size: str, arith: str, inputs: tuple[int | float, ...]) -> None:
        self.graph = BlockGraph(Points(cfa), size)
        self._encoder = Encoder(self.graph, layout_for(cfa, arith))
        self._inputs = iter(inputs)
        self._values: dict[Term, Value] = {}
        self._floats: dict[Term, Term] = {}
        self._made: set[Term] = set()

    def reaches_an_error(self) -> bool:
        point = self.graph.start
        for _ in range(MOST):
            if self.graph.points.is_error(point):
                return True
            encoded = self._encoder.leaving(point)
            self._define(encoded)
            end = self._follow(encoded)
            if end is None:
                return False
            (block,) = (block for block in encoded.blocks if block.target is end)
            self._take(block.transition)
            point = end
        pytest.skip("a long execution")

    def _follow(self, encoded: Encoded) -> Point | None:
        """The end that the values lead to, None when they lead to none."""
        point, begun = encoded.source, False
        while not begun or any(way.step.source is point for way in encoded.ways):
            if begun and point is encoded.source:
                break
            begun = True
            ways = [way for way in encoded.ways if way.step.source is point]
            taken = [way for way in ways if self._value(way.condition)]
            if not taken:
                return None
            (way,) = taken
            self._choose(way)
            point = way.step.target
        return point if any(block.target is point for block in encoded.blocks) else None

    def _choose(self, way: Way) -> None:
        if way.chosen is None:
            return
        for _, _, term in way.chosen.cells():
            for symbol in free_symbols(term):
                if symbol in self._made:  # others belong to the state before
                    self._values[symbol] = self._input(symbol, way)

    def _input(self, symbol: Term, way: Way) -> Value:
        operation = way.step.edge.operation
        assert way.chosen is not None
        if not isinstance(operation, Call) or way.chosen.is_contents:
            return default_value(symbol.sort)
        number = next(self._inputs)
        if isinstance(symbol.sort, Float):
            payload = fp_number(float(number), symbol.sort).payload
            assert isinstance(payload, int)
            return payload
        sort = symbol.sort
        return int(number) % (1 << sort.width) if isinstance(sort, BitVec) else int(number)

    def _take(self, transition: Transition) -> None:
        for guard in transition.guards:
            assert self._value(guard), "a fact does not hold"
        self._values.update({x: self._value(e) for x, e in transition.updates.items()})
        for symbol in transition.inputs:
            self._values.pop(symbol, None)

    def _value(self, term: Term) -> Value:
        return evaluate(term, {s: self._held(s) for s in free_symbols(term)}, dict(MEANINGS))

    def _held(self, symbol: Term) -> Value:
        if symbol not in self._values:
            number = self._floats.get(symbol)
            self._values[symbol] = (
                default_value(symbol.sort) if number is None else self._value(number)
            )
        return self._values[symbol]

    def _define(self, encoded: Encoded) -> None:
        """The bits of a float are symbols that a fact defines: note whose bits they are."""
        self._floats = {}
        self._made = {s for block in encoded.blocks for s in block.transition.inputs}
        for block in encoded.blocks:
            for part in subterms(*block.transition.guards):
                for one, other in (
                    (part.arguments, part.arguments[::-1]) if part.operator == "=" else ()
                ):
                    if one.operator == "to_fp_bits" and one.arguments[0].operator == "symbol":
                        self._floats[one.arguments[0]] = other


def program_with_status(text: str, status: int) -> str:
    """The program as a function whose result is compared with a number."""
    renamed = re.sub(r"\bint main\(", "int whole_program(", text)
    takes = "void" if re.search(r"\bint main\(void\)", text) else "int argc, char **argv"
    arguments = "" if takes == "void" else "argc, argv"
    return f"""{renamed}
extern void reach_error(void);
int main({takes}) {{
  if ((whole_program({arguments}) & 255) == {status}) reach_error();
  return 0;
}}
"""


def simulated(folder: Path, seed: int, model: DataModel, size: str, arith: str) -> list[bool]:
    program = generate(seed)
    first = folder / "first.c"
    first.write_text(program.text, encoding="utf-8")
    wanted = read_property("unreach-call")
    outcome = interpret(read_program([str(first)], model, wanted, ()), program.inputs).outcome
    if "argc" in program.text:
        pytest.skip("the number of arguments is chosen, and not by the program")
    if not isinstance(outcome, Ended) or "exit(" in program.text:
        pytest.skip("the program ends in another way than by returning from main")
    found = []
    for status in (outcome.status, (outcome.status + 1) % 256):
        path = folder / f"compared{status}.c"
        path.write_text(program_with_status(program.text, status), encoding="utf-8")
        cfa = read_program([str(path)], model, wanted, ())
        found.append(Simulation(cfa, size, arith, program.inputs).reaches_an_error())
    return found


SIMULATED = [
    pytest.param(
        *row,
        # Numbers of these two get large within large blocks.
        marks=[pytest.mark.slow] if row[0] in (4, 7) and row[2:] == ("large", "int") else [],
        id=f"{row[0]}-{row[1].name}-{row[2]}-{row[3]}",
    )
    for row in product(range(1, 9), (ILP32, LP64), ("single", "large"), ("bv", "int"))
]


@pytest.mark.parametrize(("seed", "model", "size", "arith"), SIMULATED)
def test_executed_transitions_end_as_the_program_does(
    tmp_path: Path, seed: int, model: DataModel, size: str, arith: str
) -> None:
    try:
        found = call_deep(lambda: simulated(tmp_path, seed, model, size, arith))
    except Unsupported as reason:
        pytest.skip(str(reason).split(":")[-1])

    assert [True, False] == found


@pytest.mark.parametrize("arith", ["bv", "int"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(24))
def test_small_programs_reach_the_error_when_the_interpreter_does(
    seed: int, size: str, arith: str
) -> None:
    cfa = marked(Writer(seed).program())
    inputs = tuple((seed * 37 + i * 101) % 300 - 90 for i in range(400))
    outcome = interpret(cfa, inputs).outcome
    found = Simulation(cfa, size, arith, inputs).reaches_an_error()

    assert isinstance(outcome, (Ended, ErrorReached))
    assert isinstance(outcome, ErrorReached) == found
