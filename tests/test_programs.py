"""Whole programs: what the head comment says must be what happens.

``// run: INPUTS -> end N | error | undefined`` executes the model in both data models, and what
ends in an error is compiled and executed as a counterexample;
``// refused: LINE: WORD`` in programs/unsupported must raise Unsupported there.
"""

import shutil
from functools import lru_cache
from itertools import cycle
from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.elaborate.program import elaborate
from maul.cfa.build.program import build
from maul.cfa.model import Cfa
from maul.cfa.outcome import Ended, ErrorReached, Outcome, UndefinedBehaviour
from maul.cfa.read import read_program
from maul.cfa.transform.specification import mark_errors, read_property
from maul.errors import Unsupported
from maul.interpret.machine import interpret
from maul.proofs.execution.harness.run import Compiled
from maul.proofs.execution.harness.run import execute as executed
from maul.proofs.execution.replay import follow
from maul.proofs.subject import Task
from maul.proofs.verdict import Unsafe
from maul.run import Run
from maul.system.deep import call_deep
from tests.paths import PROGRAMS


def head(program: Path, key: str) -> list[str]:
    prefix = f"// {key}:"
    lines = program.read_text().splitlines()
    return [line.removeprefix(prefix).strip() for line in lines if line.startswith(prefix)]


def runs() -> list[tuple[Path, str]]:
    return [(p, run) for p in sorted(PROGRAMS.glob("*.c")) for run in head(p, "run")]


@pytest.mark.smoke
@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)
@pytest.mark.parametrize(("program", "run"), runs(), ids=lambda v: getattr(v, "stem", v))
def test_an_execution_ends_as_the_program_says(program: Path, run: str, model: DataModel) -> None:
    inputs, expected = parsed(run)
    execution = call_deep(lambda: execute(program, model, inputs))

    assert expected == execution


def parsed(run: str) -> tuple[list[int | float], str]:
    """The inputs of a run, and how it ends."""
    given, _, expected = run.partition("->")
    numbers = given.split(",")
    return [float(x) if "." in x else int(x) for x in numbers if x.strip()], expected.strip()


def execute(program: Path, model: DataModel, inputs: list[int | float]) -> str:
    return summary(interpret(built(program, model), inputs).outcome)


@lru_cache(maxsize=4)  # the runs of a program follow each other
def built(program: Path, model: DataModel) -> Cfa:
    return mark_errors(build(elaborate([str(program)], model)), read_property("unreach-call"))


def summary(outcome: Outcome) -> str:
    match outcome:
        case Ended(status=status):
            return f"end {status}"
        case ErrorReached():
            return "error"
        case UndefinedBehaviour(what=what):
            return f"undefined {what}"
    return str(outcome)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize(
    ("program", "model"),
    list(zip(sorted(PROGRAMS.glob("*_unsafe.c")), cycle((ILP32, LP64)), strict=False)),
    ids=lambda v: getattr(v, "stem", None) or v.name,
)
def test_the_error_of_an_unsafe_program_is_reached_by_the_compiled_one(
    program: Path, model: DataModel
) -> None:
    runs = [parsed(run) for run in head(program, "run")]
    inputs = next(inputs for inputs, expected in runs if expected == "error")
    outcome = call_deep(lambda: compiled(program, model, inputs))
    if outcome.reason == "no 32-bit runtime":
        pytest.skip(outcome.reason)

    assert ("executed", "") == (outcome.outcome, outcome.reason)


def compiled(program: Path, model: DataModel, inputs: list[int | float]) -> Compiled:
    wanted = read_property("unreach-call")
    cfa = read_program([str(program)], model, wanted)
    found = follow(cfa, Unsafe("unreach-call", tuple(inputs), ()))
    return executed(Task([str(program)], wanted, model), found, Run(60))


@pytest.mark.smoke
@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.c")), ids=lambda p: p.stem)
def test_every_safe_program_has_an_unsafe_twin(program: Path) -> None:
    twins = {"safe": "unsafe", "unsafe": "safe"}
    (expected,) = head(program, "expect")
    name, _, ending = program.stem.rpartition("_")

    assert expected == ending
    assert (PROGRAMS / f"{name}_{twins[ending]}.c").exists()
    assert ("unsafe" == expected) == any(run.endswith("error") for run in head(program, "run"))


@pytest.mark.smoke
@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("unsupported/*.c")), ids=lambda p: p.stem)
def test_what_is_not_modelled_is_refused_where_it_stands(program: Path) -> None:
    (refused,) = head(program, "refused")
    line, _, word = refused.partition(": ")
    with pytest.raises(Unsupported, match=word) as refusal:
        call_deep(lambda: build(elaborate([str(program)], LP64)))

    assert int(line) == refusal.value.span.line
