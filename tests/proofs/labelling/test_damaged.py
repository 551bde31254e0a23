"""Damaged certificates: whatever is no proof any more is refused, whatever still is one is not.

The certificates are those written by hand and those that IMPACT finds, over bit-vectors and over
integers, for blocks of all sizes; for ``Unsafe`` the inputs of executions that reach an error.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from maul.c.ctype import Integer
from maul.cfa.expressions import Load, Place
from maul.cfa.model import Call, Cfa, Edge, Location, Return
from maul.cfa.walk import mentioned_variables
from maul.interpolate.catalogue import refuter
from maul.interpret.choices import in_order
from maul.interpret.machine import Machine
from maul.interpret.memory import Undefined
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.terms import Term
from maul.methods.impact import impact
from maul.methods.setting import Setting
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.labelling.translate import bit_precise, with_ranges
from maul.proofs.verdict import Labelled, Safe, Unsafe
from maul.run import Run
from maul.system.deep import call_deep
from tests.cfa.c_text import edges_of
from tests.proofs.labelling.damage import (
    constant_changed,
    damaged,
    is_inductive,
    labels_swapped,
    point_left_out,
)
from tests.proofs.labelling.labellings import PROOFS, cut_points, labelling, program

SEARCHED = [
    (name, size, arith)
    for name in ("lockstep", "cases", "called", "arrays")
    for size in ("single", "basic", "large")
    for arith in ("bv", "int")
]
BY_HAND = [(name, "large", "") for name in PROOFS if name not in ("floats", "straight")]
CERTIFICATES = [*SEARCHED, *BY_HAND]
EACH = 4  # damages of one certificate


@cache
def certificate(name: str, size: str, arith: str) -> Labelled:
    """A proof, by hand or by a search."""
    if not arith:
        return labelling(PROOFS[name])

    def search() -> Labelled:
        setting = Setting(refuter("auto"), size, arith)
        verdict = impact(program(PROOFS[name].text), setting, Run(30))
        assert isinstance(verdict, Safe)
        assert isinstance(verdict.evidence, Labelled)
        return verdict.evidence

    return call_deep(search)


def is_proof(evidence: Labelled, size: str) -> bool:
    """Whether the labels, perhaps with what is known of ranges, are inductive, by other means."""
    exact, known = bit_precise(evidence), evidence.layout.ranges
    return is_inductive(exact, size) or (
        known is not None and is_inductive(with_ranges(exact, known), size)
    )


def test_there_are_a_hundred_damaged_certificates() -> None:
    assert len(CERTIFICATES) * EACH >= 100


@pytest.mark.parametrize(("name", "size", "arith"), CERTIFICATES)
def test_exactly_what_is_no_proof_any_more_is_refuted(name: str, size: str, arith: str) -> None:
    evidence = certificate(name, size, arith)
    cut = cut_points(evidence.points)
    assert is_proof(evidence, size)
    for number in range(EACH):
        broken, damage = damaged(evidence, random.Random(f"{name} {size} {arith} {number}"))
        left_out = [point for point in evidence.labels if point not in broken.labels]
        # Labels between cut points are not needed.
        harmless = damage is point_left_out and not any(point in cut for point in left_out)

        outcome = check_safe(broken.points.cfa, broken, Run(60)).outcome

        still = harmless or is_proof(broken, size)
        assert ("confirmed" if still else "refuted") == outcome, damage.__name__


# ---- executions --------------------------------------------------------------------------------

State = dict[str, int]


def executed(evidence: Labelled, rng: random.Random) -> list[tuple[Location, State]]:
    """The values of all integer variables after each step of an execution."""
    cfa = evidence.points.cfa
    found: list[tuple[Location, State]] = []
    variables = {
        variable: Load(variable.type, Place(variable.type, variable))
        for edge in edges_of(cfa)
        for variable in mentioned_variables(edge.operation)
        if isinstance(variable.type, Integer) and evidence.layout.is_register(variable)
    }
    machine = Machine(cfa, in_order([rng.choice((0, 1, 1, 2, 3)) for _ in range(40)]))

    def observe(edge: Edge) -> None:
        state: State = {}
        if isinstance(edge.operation, (Call, Return)):
            return  # another function is at work now
        for variable, load in variables.items():
            if variable.function not in ("", edge.target.function):
                continue
            try:
                state[variable.name] = machine.translator.integer(load)()
            except Undefined:
                continue
        found.append((edge.target, state))

    machine.observe = observe
    machine.execute(1000)
    return found


def holds_in(label: Term, state: State) -> bool:
    """Whether a label holds in a state; also when it speaks of what is not known."""
    values = {}
    for symbol in free_symbols(label):
        name = str(symbol.payload)
        if name not in state:
            return True
        values[symbol] = state[name] % (1 << 32)
    return bool(evaluate(label, values))


@pytest.mark.parametrize("name", ["bounded", "cases", "nested", "called"])
def test_labels_that_exclude_a_state_of_an_execution_are_refuted(name: str) -> None:
    evidence = certificate(name, "large", "")
    rng = random.Random(name)
    states = [state for _ in range(5) for state in call_deep(lambda: executed(evidence, rng))]
    assert all(
        holds_in(label, state)
        for point, label in evidence.labels.items()
        for at, state in states
        if at is point.location
    )
    excluded = 0
    for _ in range(12):
        broken, _ = damaged(evidence, rng, (constant_changed, labels_swapped))
        reached = (
            holds_in(label, state)
            for point, label in broken.labels.items()
            for at, state in states
            if at is point.location
        )
        if not all(reached):
            excluded += 1

            assert "refuted" == check_safe(broken.points.cfa, broken, Run(60)).outcome
    assert excluded


# ---- inputs ------------------------------------------------------------------------------------

GUESSED = """
int main(void) {
  unsigned a = nondet(), b = nondet();
  int c = nondet();
  if (a % 4 == 3 && b * 5 == a + 2 && c < -1) reach_error();
}"""


def is_bad(a: int, b: int, c: int) -> bool:
    """Whether the inputs lead to the error."""
    return a % 4 == 3 and b * 5 % (1 << 32) == (a + 2) % (1 << 32) and c < -1


def violates(cfa: Cfa, inputs: list[int]) -> bool:
    """Whether the claim that these inputs lead to the error is confirmed."""
    claim = Unsafe("unreach-call", tuple(inputs), ())
    return call_deep(lambda: confirms(replay(cfa, claim), claim))


def test_exactly_the_altered_inputs_that_miss_the_error_are_refused() -> None:
    cfa, rng = program(GUESSED), random.Random(5)
    caught = 0
    for _ in range(30):
        b = 4 * rng.randrange(1000) + 1
        good = [5 * b - 2, b, -rng.randrange(2, 100)]
        assert is_bad(*good)
        altered = list(good)
        altered[rng.randrange(3)] += rng.choice((-4, -1, 1, 20, 200))

        assert violates(cfa, good)
        assert is_bad(*altered) == violates(cfa, altered)
        caught += not is_bad(*altered)
    assert caught
