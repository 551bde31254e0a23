"""Execution with guessed inputs: what it finds, what it proves, and that it is repeatable."""

from pathlib import Path

import pytest

from maul.c.ctype import BOOL, INT, LP64, CType, Floating, Integer
from maul.cfa.outcome import Ended, ErrorReached
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import mark_errors, read_property
from maul.errors import LimitReached
from maul.interpolate.catalogue import refuter
from maul.interpret.machine import Machine
from maul.methods.concrete import concrete
from maul.methods.guesses import Attempt, fitting
from maul.methods.setting import Setting
from maul.proofs.execution.only import only_execution, shows_safe
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.verdict import Executed, Safe, Unknown, Unsafe, Verdict
from maul.run import Run
from maul.system.deep import call_deep
from tests.cfa.c_text import cfa_of, marked
from tests.paths import PROGRAMS

FILES = sorted(PROGRAMS.glob("*.c"))


def verdict_of(text: str, seconds: float = 20) -> Verdict:
    cfa = prune(marked(text)).cfa
    return call_deep(lambda: concrete(cfa, Setting(refuter("auto")), Run(seconds)))


FOUND = [
    (
        "int main(void) { int s = 0; for (int i = 0; i < 30000; i++) s += i % 3; "
        "if (s == 30000) reach_error(); return 0; }"
    ),
    "int main(void) { if (nondet() == 1234567) reach_error(); return 0; }",
    "int main(void) { int a = nondet(), b = nondet(); if (a > 5000 && b == a) reach_error(); }",
    (
        "int main(void) { int a = nondet(); if (a < 77 || a > 78) abort(); int b = nondet(); "
        "if (b < -5000 || b > -4990) abort(); if (a + b < 0) reach_error(); return 0; }"
    ),
    "int main(void) { int x; if (x == 7) reach_error(); return 0; }",
    (
        "int main(void) { if (nondet() != 97) return 0; if (nondet() != 650) return 0; "
        "if (nondet() != -33) return 0; if (nondet() != 8000) return 0; reach_error(); }"
    ),
    (
        "extern double nondet_double(void); int main(void) { double d = nondet_double(); "
        "if (d > 2.5 && d < 2.51) reach_error(); return 0; }"
    ),
]


@pytest.mark.parametrize("text", FOUND)
def test_an_error_is_found_and_its_inputs_lead_to_it(text: str) -> None:
    found = verdict_of(text)

    assert isinstance(found, Unsafe)
    assert confirms(replay(marked(text), found), found)


def test_the_same_program_has_the_same_inputs() -> None:
    first, second = verdict_of(FOUND[3]), verdict_of(FOUND[3])

    assert isinstance(first, Unsafe)
    assert isinstance(second, Unsafe)
    assert (first.inputs, first.choices) == (second.inputs, second.choices)


def test_a_program_without_inputs_is_executed() -> None:
    found = verdict_of(
        "int main(void) { int a[500], i, s = 0; for (i = 0; i < 500; i++) a[i] = i; "
        "for (i = 0; i < 500; i++) s += a[i]; if (s != 124750) reach_error(); return 0; }"
    )

    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Executed)
    assert found.evidence.steps > 2000


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { if (nondet() == 5 && nondet() != nondet()) abort(); return 0; }",
        "int main(void) { int x, y = x; if (y != x) reach_error(); return 0; }",
        "int main(void) { int a[2], b[2]; if (a < b && b < a) reach_error(); return 0; }",
        "extern double sin(double); int main(void) { if (sin(1.0) > 2) reach_error(); return 0; }",
    ],
)
def test_one_execution_of_several_is_no_proof(text: str) -> None:
    cfa = prune(marked(text)).cfa
    errors = bool(cfa.errors)

    assert not errors or not shows_safe(only_execution(cfa, Run(5)))


def test_time_ends_an_execution() -> None:
    with pytest.raises(LimitReached):
        verdict_of("int main(void) { int x = 1; while (x) { } reach_error(); }", seconds=0.2)


@pytest.mark.parametrize("program", FILES, ids=lambda p: p.stem)
def test_no_verdict_is_wrong(program: Path) -> None:
    cfa = call_deep(lambda: read_program([str(program)], LP64, read_property("unreach-call")))
    setting = Setting(refuter("auto"))
    try:
        found = call_deep(lambda: concrete(prune(cfa).cfa, setting, Run(0.1)))
    except LimitReached:
        return
    expected = Safe if program.stem.endswith("_safe") else Unsafe

    assert isinstance(found, (expected, Unknown))


def test_what_an_attempt_was_given_comes_first() -> None:
    attempt = Attempt((4, None, 6), (), lambda t: fitting(9, t))

    assert [4, 9, 6, 9] == [attempt.input(INT) for _ in range(4)]
    assert (4, 9, 6, 9) == attempt.claim("unreach-call").inputs


@pytest.mark.parametrize(
    ("number", "t", "expected"),
    [
        (300, Integer(8, signed=False), 44),
        (200, Integer(8, signed=True), -56),
        (-1, BOOL, 1),
        (0.1, Floating(32, 4), 0.10000000149011612),
        (0.1, Floating(64, 8), 0.1),
        (3.7, INT, 3),
        (5, LP64.pointer_to(INT), 0),
    ],
)
def test_a_number_is_made_to_fit_a_type(number: float, t: CType, expected: float) -> None:
    assert expected == fitting(number, t)


LOST = """
struct cell { struct cell *next; int *owned; };
int main(void) {
  struct cell *list = 0;
  for (int i = 0; i < 3000; i++) {
    struct cell *c = malloc(sizeof *c);
    c->next = list;
    c->owned = malloc(4);
    list = c;
    if (i == LATE) c->owned = 0;
  }
  while (list) { struct cell *next = list->next; free(list->owned); free(list); list = next; }
  return 0;
}
"""


@pytest.mark.parametrize("late", [0, 1700, 2999])
def test_an_object_lost_in_a_loop_is_found_sooner_or_later(late: int) -> None:
    cfa = mark_errors(cfa_of(LOST.replace("LATE", str(late))), read_property("valid-memtrack"))
    machine = Machine(cfa, lambda *_: 0, sparing=True)
    execution = call_deep(lambda: machine.execute(1_000_000))

    assert isinstance(execution.outcome, ErrorReached)
    assert "valid-memtrack" == execution.outcome.property


def test_nothing_is_lost_where_everything_is_freed() -> None:
    cfa = mark_errors(cfa_of(LOST.replace("LATE", "-1")), read_property("valid-memtrack"))
    execution = call_deep(lambda: Machine(cfa, lambda *_: 0, sparing=True).execute(1_000_000))

    assert isinstance(execution.outcome, Ended)
