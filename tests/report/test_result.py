"""Results as text and as JSON."""

import json

import pytest

from maul.report.result import as_json, lines, result_line
from maul.request import Request
from maul.result import (
    Assumed,
    Conclusion,
    Configuration,
    Counterexample,
    Evidence,
    Invariant,
    Result,
)

TRUE = Result(
    Conclusion.TRUE,
    "unreach-call",
    evidence=Evidence("labelling", "41 obligations", "cvc5"),
    assumptions=(Assumed("f returns any value", "a.c:3:1"),),
    invariants=(Invariant("a.c:1:1", "true"), Invariant("a.c:2:1", "x == y")),
    decided_by=Configuration("impact", "auto", "z3", "large", "bv"),
)
FALSE = Result(
    Conclusion.FALSE,
    "valid-memsafety",
    "valid-deref",
    evidence=Evidence("inputs", "replayed; compiled and executed", "interpreter and C compiler"),
    counterexample=Counterexample(("7",), ("inputs", "  7"), {"inputs": ["7"], "path": []}),
)
UNKNOWN = Result(
    Conclusion.UNKNOWN, "unreach-call", reason="time\nlimit", advice=("try: something else",)
)


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (TRUE, "RESULT: TRUE"),
        (FALSE, "RESULT: FALSE(valid-deref)"),
        (UNKNOWN, "RESULT: UNKNOWN(time limit)"),
    ],
)
def test_the_last_line_is_the_contract(result: Result, line: str) -> None:
    assert line == result_line(result)


def test_what_was_checked_is_said_first() -> None:
    assert "TRUE (certified: 41 obligations by cvc5)" == lines(TRUE)[0]
    assert "FALSE (replayed; compiled and executed)" == lines(FALSE)[0]
    assert "  try: something else" in lines(UNKNOWN)


def test_assumptions_and_invariants_that_say_something_are_shown() -> None:
    told = lines(TRUE)

    assert "assumed: f returns any value (a.c:3:1)" in told
    assert "invariant at a.c:2:1: x == y" in told
    assert not any("a.c:1:1" in line for line in told)


@pytest.mark.parametrize("result", [TRUE, FALSE, UNKNOWN], ids=lambda r: r.verdict)
def test_json_has_the_same_fields_for_every_verdict(result: Result) -> None:
    content = json.loads(as_json(Request(("a.c",)), result))
    other = json.loads(as_json(Request(("a.c",)), TRUE))

    assert set(other) == set(content)
    assert result.verdict == content["verdict"]


def test_json_tells_who_decided() -> None:
    content = json.loads(as_json(Request(("a.c",), method="auto"), TRUE))

    assert ("auto", "impact") == (content["method"], content["decided_by"])
    assert ("z3", "large", "bv") == (content["solver"], content["blocks"], content["arith"])
    assert [{"location": "a.c:1:1", "text": "true"}] == content["invariants"][:1]
