"""Whole programs: what the head comment says must be what happens.

``// run: INPUTS -> end N | error | undefined`` executes the model in both data models;
``// refused: LINE: WORD`` in programs/unsupported must raise Unsupported there.
"""

from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.elaborate import elaborate
from maul.cfa.build import build
from maul.cfa.interpret import interpret
from maul.cfa.interpret_outcome import Ended, ErrorReached, Outcome, UndefinedBehaviour
from maul.cfa.specification import mark_errors, read_property
from maul.deep import call_deep
from maul.errors import Unsupported

PROGRAMS = Path(__file__).parent / "programs"


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
    given, _, expected = run.partition("->")
    inputs = [float(x) if "." in x else int(x) for x in given.split(",") if x.strip()]
    execution = call_deep(lambda: execute(program, model, inputs))

    assert expected.strip() == execution


def execute(program: Path, model: DataModel, inputs: list[int | float]) -> str:
    wanted = read_property("unreach-call")
    cfa = mark_errors(build(elaborate([str(program)], model)), wanted)
    return summary(interpret(cfa, inputs).outcome)


def summary(outcome: Outcome) -> str:
    match outcome:
        case Ended(status=status):
            return f"end {status}"
        case ErrorReached():
            return "error"
        case UndefinedBehaviour(what=what):
            return f"undefined {what}"
    return str(outcome)


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
