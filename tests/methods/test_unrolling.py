"""The encoding against the interpreter: with constants for inputs, unrolling is execution."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.elaborate.program import elaborate
from maul.cfa.build.program import build
from maul.cfa.expressions import Expression
from maul.cfa.model import Call, Cfa, Edge, Return
from maul.cfa.outcome import Ended
from maul.encode.state import Layout
from maul.encode.steps import evaluation, joined
from maul.errors import LimitReached, Unsupported
from maul.interpret.machine import interpret
from maul.logic.build import FALSE, TRUE, Term, and_, bit_vector, not_, or_, symbol
from maul.logic.build.fp import fp_number
from maul.logic.sorts import BOOL, BitVec, Float, Sort
from maul.logic.terms import int_payload
from maul.methods.unroll.unrolled import UnrolledPoint
from maul.methods.unroll.unrolling import Unrolling
from maul.run import Run
from maul.system.deep import call_deep
from tools.generate.program import generate

A, B, C = (symbol(name, BOOL) for name in "abc")


class GivenInputs(Layout):
    """Inputs are the given constants; whatever else is arbitrary is zero, as in the interpreter."""

    def __init__(self, cfa: Cfa, inputs: Iterable[int | float]) -> None:
        super().__init__(cfa)
        self._inputs = iter(inputs)

    def fresh(self, why: str, sort: Sort) -> Term:
        if why == "bits":
            return super().fresh(why, sort)
        number = next(self._inputs) if why.startswith("__VERIFIER_nondet") else 0
        if isinstance(sort, Float):
            return fp_number(float(number), sort)
        if isinstance(sort, BitVec):
            return bit_vector(int(number), sort.width)
        return super().fresh(why, sort)


class Recorded(Unrolling):
    """Notes what the program ends with."""

    returned: Term | None = None

    def _step(self, current: UnrolledPoint, edge: Edge) -> None:
        status: Expression | None = None
        match edge.operation:
            case Return(value=value) if current.point.stack.parent is None:
                status = value
            case Call(function="exit", arguments=(argument,)):
                status = argument
        if status is not None:
            at = evaluation(self.points, current.state, current.point.stack, edge)
            self.returned = at.value(status)
        super()._step(current, edge)


def symbolic_and_concrete(folder: Path, seed: int, model: DataModel) -> tuple[object, object]:
    program = generate(seed)
    path = folder / "prog.c"
    path.write_text(program.text, encoding="utf-8")
    cfa = build(elaborate([str(path)], model))
    layout = GivenInputs(cfa, program.inputs)
    unrolling = Recorded(cfa, 1 << 30, lambda _: True, Run(10), layout)
    unrolling.next_error()
    outcome = interpret(cfa, program.inputs).outcome
    if unrolling.returned is None or unrolling.returned.operator != "constant":
        pytest.skip("the program ends in another way, or with what is not constant")
    assert isinstance(outcome, Ended)
    return int_payload(unrolling.returned) & 0xFF, outcome.status


@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)
@pytest.mark.parametrize("seed", range(1, 31))
def test_unrolling_with_constant_inputs_is_execution(
    tmp_path: Path, seed: int, model: DataModel
) -> None:
    try:
        symbolic, concrete = call_deep(lambda: symbolic_and_concrete(tmp_path, seed, model))
    except (Unsupported, LimitReached) as reason:
        pytest.skip(str(reason).split(":")[-1])

    assert concrete == symbolic


def test_two_branches_of_one_test_join_to_the_guard_before_it() -> None:
    guard, case = joined(and_(A, B), and_(A, not_(B)))

    assert A is guard
    assert not_(B) is case


def test_other_branches_join_to_a_disjunction() -> None:
    guard, case = joined(and_(A, B, C), and_(A, not_(B)))

    assert and_(A, or_(not_(B), and_(B, C))) is guard
    assert not_(B) is case


def test_a_branch_that_is_always_taken_needs_no_case() -> None:
    guard, _ = joined(FALSE, A)

    assert A is guard
    assert TRUE is joined(A, not_(A))[0]
