"""Claims with wrong evidence never become verdicts, and the evidence is kept for a report."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from maul import verify
from maul.c.ctype import LP64
from maul.cfa.calls import Points
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.encode.blocks import layout_for
from maul.logic.build import FALSE, TRUE
from maul.proofs.execution import harness
from maul.proofs.execution.harness import Compiled
from maul.proofs.judge import judge
from maul.proofs.subject import Subject, Task
from maul.proofs.verdict import Executed, Labelled, Safe, Unknown, Unrolled, Unsafe, Verdict
from maul.report.answer import answer
from maul.report.result import evidence_json, lines
from maul.result import Configuration, Result
from maul.run import Run

UNSAFE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) x++;
  if (x == 2) reach_error();
}
"""
CLOSED = """extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (x < 100) x++;
  if (x == 99) reach_error();
}
"""


def program(folder: Path, text: str) -> Subject:
    path = folder / "prog.c"
    path.write_text(text)
    task = Task([str(path)], read_property("unreach-call"), LP64)
    whole = read_program(task.files, task.model, task.property)
    return Subject(task, whole, prune(whole).cfa)


def outcome(given: Subject, verdict: Verdict, seconds: float = 20.0) -> Result:
    return answer(given, judge(given, verdict, Run(seconds)), Configuration("bmc"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def forged(given: Subject) -> list[Verdict]:
    """Claims about the unsafe program that are all wrong."""
    points = Points(given.pruned)
    layout = layout_for(given.pruned, "bv")
    return [
        Unsafe("unreach-call", (1, 0), ()),
        Unsafe("unreach-call", (1, 1, 1, 0), ()),
        Unsafe("no-overflow", (1, 1, 0), ()),
        Safe(Unrolled((), (TRUE,))),
        Safe(Labelled(points, layout, {points.start: FALSE})),
        Safe(Labelled(points, layout, {points.start: TRUE})),
        Safe(Executed(12)),
    ]


@pytest.mark.parametrize("number", range(7))
def test_wrong_evidence_is_refuted_and_part_of_the_result(folder: Path, number: int) -> None:
    given = program(folder, UNSAFE)
    result = outcome(given, forged(given)[number])
    assert result.refuted_evidence is not None
    document = json.loads(evidence_json(result.refuted_evidence))

    assert ("UNKNOWN", "evidence refuted") == (result.verdict, result.reason)
    assert (document["refuted_because"],) == result.advice
    assert "kind" in document["evidence"] or "labels" in document["evidence"]
    assert any("--evidence PATH" in line for line in lines(result))
    assert ["prog.c"] == os.listdir(folder)


def test_right_evidence_is_confirmed(folder: Path) -> None:
    unsafe = outcome(program(folder, UNSAFE), Unsafe("unreach-call", (1, 1, 0), ()))
    safe = outcome(program(folder, CLOSED), Safe(Executed(0)))

    assert ("FALSE", "unreach-call") == (unsafe.verdict, unsafe.violated)
    assert unsafe.evidence.checked.startswith("replayed")
    assert ("TRUE", "execution") == (safe.verdict, safe.evidence.kind)
    assert None is unsafe.refuted_evidence
    assert ["prog.c"] == os.listdir(folder)


def test_a_check_without_time_is_inconclusive(folder: Path) -> None:
    given = program(folder, CLOSED)
    result = outcome(given, Safe(Executed(0)), 0.0)

    assert ("UNKNOWN", "evidence inconclusive") == (result.verdict, result.reason)


def test_an_unknown_keeps_its_reason_and_what_is_assumed(folder: Path) -> None:
    text = UNSAFE.replace("if (x", "extern int undefined(int); x += undefined(1); if (x")
    result = outcome(program(folder, text), Unknown("tired", "sleep"))

    assert ("UNKNOWN", "tired", ("sleep",)) == (result.verdict, result.reason, result.advice)
    assert any("undefined" in each.text for each in result.assumptions)


@pytest.mark.parametrize("method", ["bmc", "impact", "predicate", "value"])
def test_an_array_of_unknown_length_is_no_obstacle_unless_it_is_needed(
    folder: Path, method: str
) -> None:
    text = """extern void reach_error(void);
    extern int __VERIFIER_nondet_int(void);
    extern int table[];
    int main(void) {
      int i = __VERIFIER_nondet_int();
      %s
      return table[i];
    }
    """
    path = folder / "table.c"
    path.write_text(text % "if (i == 3) reach_error();")
    assert "FALSE" == verify(path, method=method, time_limit=20.0).verdict
    path.write_text(text % "if (i == 3 && table[2] == 5) reach_error();")
    result = verify(path, method=method, time_limit=20.0)
    assert "UNKNOWN" == result.verdict
    assert "unknown size" in result.reason


def test_an_error_that_is_there_in_the_search_only_is_explained_by_the_placement(
    folder: Path,
) -> None:
    path = folder / "low.c"
    path.write_text(
        "extern void reach_error(void);"
        "int main(void) { int x; if ((unsigned long)&x < 65536) reach_error(); return 0; }"
    )
    for method in ("bmc", "predicate"):
        result = verify(path, method=method, time_limit=20.0)

        assert ("UNKNOWN", "evidence inconclusive") == (result.verdict, result.reason)
        assert any("where objects lie" in line for line in result.advice)


# ---- what the compiled program says ----

OUTCOMES = {
    "executed": ("FALSE", "replayed; compiled and executed why"),
    "impossible": ("FALSE", "replayed; not executed: why"),
    "explained": ("FALSE", "replayed; the compiled program ends otherwise: why"),
    "unfinished": ("UNKNOWN", "evidence inconclusive"),
    "doubtful": ("UNKNOWN", "evidence inconclusive"),
    "refuted": ("UNKNOWN", "evidence refuted"),
}


@pytest.mark.parametrize("compiled", list(OUTCOMES))
def test_only_what_the_compiled_program_does_not_dispute_is_false(
    folder: Path, monkeypatch: pytest.MonkeyPatch, compiled: str
) -> None:
    monkeypatch.setattr(harness, "execute", lambda *_: Compiled(compiled, "why"))
    result = outcome(program(folder, UNSAFE), Unsafe("unreach-call", (1, 1, 0), ()))
    verdict, text = OUTCOMES[compiled]

    assert verdict == result.verdict
    assert text == (result.evidence.checked if verdict == "FALSE" else result.reason)
    found = result.counterexample
    assert (compiled == "executed") == (found is not None and found.executed)
    assert (verdict == "UNKNOWN") == bool(result.disputed)


def test_the_same_values_are_the_same_claim(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "execute", lambda *_: Compiled("refuted", "why"))
    given = program(folder, UNSAFE.replace("x == 2", "x >= 2"))
    claims = [(1, 1, 0), (1, 1, 0), (1, 1, 1, 0)]
    first, again, other = (
        outcome(given, Unsafe("unreach-call", inputs, ())).disputed for inputs in claims
    )

    assert first == again != other


def test_a_counterexample_without_time_to_execute_it_is_inconclusive(folder: Path) -> None:
    claim = Unsafe("unreach-call", (1, 1, 0), ())
    result = outcome(program(folder, UNSAFE), claim, 0.1)

    assert ("UNKNOWN", "evidence inconclusive") == (result.verdict, result.reason)
    assert any("no time is left" in line for line in result.advice)


def test_what_is_left_open_and_does_not_matter_is_settled(folder: Path) -> None:
    text = UNSAFE.replace("int x = 0;", "int x = 0; int y; if (y > 100) x = 0;")
    result = outcome(program(folder, text), Unsafe("unreach-call", (1, 1, 0), (7,)))

    assert "FALSE" == result.verdict
    assert "otherwise" not in result.evidence.checked


def test_what_formulas_leave_arbitrary_is_no_bug(folder: Path) -> None:
    text = """#include <stdio.h>
    extern void reach_error(void);
    int main(void) { int n = printf("abc"); if (n == 5) reach_error(); return 0; }
    """
    result = outcome(program(folder, text), Unsafe("unreach-call", (), ()))

    assert ("UNKNOWN", "evidence inconclusive") == (result.verdict, result.reason)
    assert any("printf" in line for line in result.advice)
