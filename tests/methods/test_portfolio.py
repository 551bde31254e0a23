"""Slices one after the other: the first verdict counts, the others' words are kept."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import pytest

from maul.c.ctype import LP64
from maul.cfa.model import Cfa
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.events import Event, Searched, Stage
from maul.isolate import CarryOut, apart
from maul.methods.catalogue import METHODS
from maul.methods.features import Features, features
from maul.methods.portfolio import Try, believed, plans, sequence, summary
from maul.result import Conclusion, Configuration, Counterexample, Result
from maul.run import Run

Attempt: TypeAlias = Callable[[Configuration, Run, Run], Result]

LOOP = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  while (__VERIFIER_nondet_int());
  if (__VERIFIER_nondet_int()) reach_error();
}
"""


@pytest.fixture(scope="module")
def cfa(tmp_path_factory: pytest.TempPathFactory) -> Cfa:
    path = tmp_path_factory.mktemp("portfolio") / "loop.c"
    path.write_text(LOOP)
    return read_program([str(path)], LP64, read_property("unreach-call"))


def auto(cfa: Cfa, attempt: Attempt, megabytes: float | None, run: Run) -> Result:
    """The loop of the pipeline, with something else than a search in it."""
    tries: list[Try] = []
    isolate = apart(megabytes)
    for plan in plans(cfa, run):
        carry_out: CarryOut = partial(attempt, plan.configuration)
        tries.append(Try(plan, believed(isolate(plan, carry_out, run), tries)))
        if tries[-1].result.verdict is not Conclusion.UNKNOWN:
            break
    return summary(tries, run)


def unknown(reason: str, *advice: str) -> Result:
    return Result(Conclusion.UNKNOWN, reason=reason, advice=advice)


def every_kind_of_program() -> list[Features]:
    kinds = itertools.product((False, True), repeat=4)
    return [Features(50, loops, *kind) for loops in (0, 3) for kind in kinds]


@pytest.mark.parametrize("program", every_kind_of_program(), ids=repr)
def test_every_sequence_names_methods_that_there_are(program: Features) -> None:
    known = set(METHODS)
    slices = sequence(program)

    assert len(slices) >= 2
    assert set() == {each.method for each in slices} - known
    assert all(0 < each.share < 1 for each in slices[:-1])


def test_the_first_verdict_counts_and_earlier_notes_are_kept(cfa: Cfa) -> None:
    def attempt(chosen: Configuration, _: Run, __: Run) -> Result:
        if chosen.method == "concrete":
            return Result(Conclusion.TRUE, decided_by=chosen, advice=("done",))
        return unknown("no idea", f"note of {chosen.method}")

    result = auto(cfa, attempt, None, Run(20.0))

    assert ("TRUE", "concrete") == (result.verdict, result.decided_by.method)
    methods = [each.method for each in sequence(features(cfa))]
    earlier = [f"note of {method}" for method in methods[: methods.index("concrete")]]
    assert len(earlier) > 1
    assert (*earlier, "done") == result.advice


def test_an_unknown_lists_what_every_slice_said(cfa: Cfa) -> None:
    def attempt(chosen: Configuration, _: Run, __: Run) -> Result:
        return unknown(f"no {chosen.blocks} idea")

    result = auto(cfa, attempt, None, Run(20.0))

    assert ("UNKNOWN", "no large idea") == (result.verdict, result.reason)
    assert "bmc: no large idea" in result.advice
    assert "impact: no large idea" in result.advice
    assert "concrete: no large idea" in result.advice


def test_what_most_slices_refuse_is_the_reason_when_time_is_left(cfa: Cfa) -> None:
    methods = [each.method for each in sequence(features(cfa))]

    def attempt(chosen: Configuration, _: Run, __: Run) -> Result:
        reasons = {methods[0]: "time limit", methods[1]: "no idea"}
        return unknown(reasons.get(chosen.method, "prog.c:3:1: unsupported: asm"))

    assert len(set(methods)) > 3
    assert "prog.c:3:1: unsupported: asm" == auto(cfa, attempt, None, Run(20.0)).reason


def test_the_reason_is_the_time_limit_when_the_last_slice_came_to_it(cfa: Cfa) -> None:
    last = sequence(features(cfa))[-1]

    def attempt(chosen: Configuration, _: Run, __: Run) -> Result:
        is_last = (chosen.method, chosen.arith) == (last.method, last.arith)
        return unknown("time limit" if is_last else "prog.c:3:1: unsupported: asm")

    assert "time limit" == auto(cfa, attempt, None, Run(20.0)).reason


def test_a_slice_that_hangs_is_ended_and_the_next_one_begins(cfa: Cfa) -> None:
    def attempt(chosen: Configuration, _: Run, __: Run) -> Result:
        if chosen.method == "impact":
            return Result(Conclusion.FALSE, decided_by=chosen)
        time.sleep(60)
        return unknown("never said")

    result = auto(cfa, attempt, None, Run(4.0))

    assert ("FALSE", "impact") == (result.verdict, result.decided_by.method)


def test_a_slice_that_crashes_or_takes_too_much_is_only_that(cfa: Cfa) -> None:
    def attempt(chosen: Configuration, _: Run, __: Run) -> Result:
        if chosen.method == "concrete":
            raise AssertionError("a bug")
        if chosen.method == "bmc":
            block = bytearray(b"x") * (300 << 20)
            time.sleep(60)
            return unknown(f"{len(block)}")
        return unknown("tired")

    result = auto(cfa, attempt, 300.0, Run(20.0))

    assert any("concrete: internal error: AssertionError: a bug" in x for x in result.advice)
    assert "bmc: memory limit" in result.advice
    assert "UNKNOWN" == result.verdict


def test_what_ends_early_leaves_its_time_to_the_others(cfa: Cfa) -> None:
    def attempt(_: Configuration, run: Run, __: Run) -> Result:
        return unknown(f"had {run.left():.0f}")

    result = auto(cfa, attempt, None, Run(100.0))
    seconds = [float(text.rpartition(" ")[2]) for text in result.advice]

    assert seconds[0] < 1
    assert 80 < seconds[-1] <= 85


def test_without_time_the_reason_is_the_time_limit(cfa: Cfa) -> None:
    def attempt(_: Configuration, run: Run, __: Run) -> Result:
        time.sleep((run.left() or 0.0) + 5)
        return unknown("never said")

    result = auto(cfa, attempt, None, Run(1.0))

    assert ("UNKNOWN", "time limit") == (result.verdict, result.reason)
    assert "time limit" == auto(cfa, attempt, None, Run(0.0)).reason


def test_a_check_may_take_longer_than_the_slice(cfa: Cfa) -> None:
    def attempt(chosen: Configuration, run: Run, __: Run) -> Result:
        run.emit(Stage("checking"))
        time.sleep(0.1)
        run.emit(Searched(1, 0, 0, 0))
        time.sleep((run.left() or 0.0) + 1)
        return Result(Conclusion.TRUE, decided_by=chosen)

    result = auto(cfa, attempt, None, Run(20.0))

    assert ("TRUE", "bmc") == (result.verdict, result.decided_by.method)


def test_a_check_has_what_is_left_of_all_the_time(cfa: Cfa) -> None:
    def attempt(_: Configuration, search: Run, check: Run) -> Result:
        return unknown(f"{search.left() or 0:.0f} {check.left() or 0:.0f}")

    result = auto(cfa, attempt, None, Run(100.0))

    assert "bmc: 0 100" == result.advice[0]


def test_events_of_slices_are_passed_on(cfa: Cfa) -> None:
    heard: list[Event] = []

    def attempt(_: Configuration, run: Run, __: Run) -> Result:
        run.emit(Searched(1, 2, 3, 4))
        return unknown("tired")

    auto(cfa, attempt, None, Run(20.0, heard.append))

    assert len(heard) >= 3
    assert {Searched(1, 2, 3, 4)} == set(heard)


# ---- what was refuted stays refuted ----

REFUTED = Result(Conclusion.UNKNOWN, reason="evidence refuted", disputed="this")
DOUBTED = Result(Conclusion.UNKNOWN, reason="evidence inconclusive", disputed="this")
REPLAYED = Result(Conclusion.FALSE, counterexample=Counterexample((), (), {}, "another"))
EXECUTED = Result(
    Conclusion.FALSE, counterexample=Counterexample((), (), {}, "another", executed=True)
)
THE_SAME = Result(
    Conclusion.FALSE, counterexample=Counterexample((), (), {}, "this", executed=True)
)
PROVED = Result(Conclusion.TRUE)


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        (REFUTED, REPLAYED, "UNKNOWN"),
        (REFUTED, THE_SAME, "UNKNOWN"),
        (REFUTED, PROVED, "UNKNOWN"),
        (REFUTED, EXECUTED, "FALSE"),
        (DOUBTED, PROVED, "UNKNOWN"),
        (DOUBTED, EXECUTED, "FALSE"),
        (DOUBTED, THE_SAME, "FALSE"),
        (unknown("tired"), REPLAYED, "FALSE"),
        (unknown("tired"), PROVED, "TRUE"),
    ],
)
def test_a_later_slice_does_not_forget(
    cfa: Cfa, first: Result, then: Result, expected: str
) -> None:
    methods = [each.method for each in sequence(features(cfa))]

    def attempt(chosen: Configuration, _: Run, __: Run) -> Result:
        return first if chosen.method == methods[0] else then

    result = auto(cfa, attempt, None, Run(20.0))

    assert expected == result.verdict
    if expected == "UNKNOWN":
        assert "evidence refuted" == result.reason


def test_a_refuted_claim_is_the_reason_also_when_time_is_over(cfa: Cfa) -> None:
    methods = [each.method for each in sequence(features(cfa))]

    def attempt(chosen: Configuration, run: Run, __: Run) -> Result:
        if chosen.method == methods[0]:
            return REFUTED
        time.sleep((run.left() or 0.0) + 5)
        return unknown("never said")

    assert "evidence refuted" == auto(cfa, attempt, None, Run(1.5)).reason


def test_a_counterexample_has_all_the_time_to_be_executed(cfa: Cfa) -> None:
    def attempt(chosen: Configuration, run: Run, _: Run) -> Result:
        run.emit(Stage("checking", "counterexample"))
        time.sleep(6.5)
        return Result(Conclusion.FALSE, decided_by=chosen)

    assert "FALSE" == auto(cfa, attempt, None, Run(10.0)).verdict
