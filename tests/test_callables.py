"""Methods and refuters that are functions of the user: checked like all others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from maul import Result, verify
from maul.cfa.calls import Point
from maul.cfa.model import Assume, Cfa
from maul.events import Queried, Stage
from maul.interpolate.catalogue import refuter as refuter_of_maul
from maul.interpolate.protocol import Feasible, Refutation, Refuted
from maul.logic.build import FALSE, TRUE, not_, symbol
from maul.logic.sorts import BOOL
from maul.logic.trace import Trace
from maul.methods.catalogue import method as method_of_maul
from maul.methods.setting import Setting
from maul.pipeline import CHANGED
from maul.proofs.judge import (
    UNCOMPARED,
    Judgement,
    ProofConfirmed,
    Undecided,
    independent,
)
from maul.proofs.verdict import Executed, Safe, Unknown, Unrolled, Unsafe, Verdict
from maul.run import Run
from maul.smt.catalogue import prover
from tests.paths import ROOT

COUNTER = ROOT / "examples" / "counter.c"
UNSAFE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) x++;
  if (x == 2) reach_error();
}
"""


@pytest.fixture
def unsafe(tmp_path: Path) -> Path:
    path = tmp_path / "unsafe.c"
    path.write_text(UNSAFE)
    return path


def my_refuter(trace: Trace, seconds: float) -> Refutation:
    return refuter_of_maul("newton:IT-WP")(trace, seconds)


def my_method(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    assert "my_refuter" == setting.refuter.name
    return method_of_maul("impact").run(cfa, setting, run)


class Careful:
    """A method that is an object with a name."""

    name = "careful"

    def __call__(self, *_: object) -> Verdict:
        return Unknown("too careful", "be bold")


def searchers(result: Result) -> set[str]:
    """The solvers that were asked before the check began."""
    events = result.events
    check = next(n for n, event in enumerate(events) if event == Stage("checking", "proof"))
    return {event.prover for event in events[:check] if isinstance(event, Queried)}


def test_a_refuter_and_a_method_may_be_functions() -> None:
    for method in ("impact", my_method):
        result = verify(COUNTER, method=method, refuter=my_refuter, time_limit=30.0)

        assert "TRUE" == result.verdict, result
        assert ("impact" if method == "impact" else "my_method") == result.decided_by.method
        assert "my_refuter" == result.decided_by.refuter
        assert searchers(result)
        assert set() == searchers(result) & set(result.evidence.checker.split(" and "))


def test_auto_takes_a_refuter_that_is_a_function() -> None:
    assert "TRUE" == verify(COUNTER, refuter=my_refuter, time_limit=30.0).verdict


def test_an_object_goes_by_its_name() -> None:
    result = verify(COUNTER, method=Careful())

    assert ("UNKNOWN", "too careful", "be bold") == (
        result.verdict,
        result.reason,
        result.advice[0],
    )
    assert Stage("searching", "careful") in result.events


# ---- what is wrong is not believed ----


def says_safe_because_it_ended(*_: object) -> Verdict:
    return Safe(Executed(1))


def says_safe_because_of_nothing(*_: object) -> Verdict:
    return Safe(Unrolled((), (TRUE,)))


def says_unsafe(*_: object) -> Verdict:
    return Unsafe("unreach-call", (1, 0), ())


@pytest.mark.parametrize(
    "method", [says_safe_because_it_ended, says_safe_because_of_nothing, says_unsafe]
)
def test_a_method_that_is_wrong_is_refuted(unsafe: Path, method: object) -> None:
    result = verify(unsafe, method=method, time_limit=20.0)  # type: ignore[arg-type]

    assert ("UNKNOWN", "evidence refuted") == (result.verdict, result.reason)
    assert result.refuted_evidence is not None


@pytest.mark.parametrize(
    "evidence", [Unrolled((), ()), Unrolled((), (FALSE,)), Unrolled((FALSE,), (TRUE,))]
)
def test_an_unrolling_of_something_else_is_no_proof(unsafe: Path, evidence: Unrolled) -> None:
    result = verify(unsafe, method=lambda *_: Safe(evidence), time_limit=20.0)

    assert ("UNKNOWN", "evidence inconclusive") == (result.verdict, result.reason)
    assert UNCOMPARED in result.advice


def forgets_the_errors(cfa: Cfa, *_: object) -> None:
    cfa.errors.clear()


def cuts_the_start(cfa: Cfa, *_: object) -> None:
    cfa.start.entry.leaving = ()


def changes_a_condition(cfa: Cfa, *_: object) -> None:
    for at in cfa.functions["main"].locations:
        for edge in at.leaving:
            if isinstance(edge.operation, Assume):
                edge.operation.condition = None  # type: ignore[assignment, misc]


@pytest.mark.parametrize("change", [forgets_the_errors, cuts_the_start, changes_a_condition])
@pytest.mark.parametrize("claim", [None, Unsafe("unreach-call", (1, 1, 0), ())])
def test_a_method_that_changes_the_program_says_nothing_about_it(
    unsafe: Path, change: Callable[..., None], claim: Verdict | None
) -> None:
    def changes(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
        if claim is not None:
            change(cfa)
            return claim
        if change is not changes_a_condition:
            change(cfa)
        found = method_of_maul("impact").run(cfa, setting, run)
        change(cfa)
        return found

    result = verify(unsafe, method=changes, time_limit=20.0)

    assert ("UNKNOWN", CHANGED) == (result.verdict, result.reason)


def test_a_refuter_that_changes_the_program_is_found_out(unsafe: Path) -> None:
    def changes(trace: Trace, seconds: float) -> Refutation:
        for block in trace.blocks:
            if isinstance(block.target, Point):
                block.target.location.leaving = ()
        return my_refuter(trace, seconds)

    result = verify(unsafe, method="predicate", refuter=changes, time_limit=20.0)

    assert ("UNKNOWN", CHANGED) == (result.verdict, result.reason)


@pytest.mark.parametrize("answer", [None, "TRUE", True])
def test_what_is_no_verdict_is_unknown(unsafe: Path, answer: object) -> None:
    result = verify(unsafe, method=lambda *_: answer)  # type: ignore[arg-type]

    assert "UNKNOWN" == result.verdict
    assert result.reason.endswith("is no verdict")


def test_a_reason_that_is_no_text_becomes_one(unsafe: Path) -> None:
    result = verify(unsafe, method=lambda *_: Unknown(5, len))  # type: ignore[arg-type]

    assert ("UNKNOWN", "5", str(len)) == (result.verdict, result.reason, result.advice[0])


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: None,
        lambda _: "unsat",
        lambda trace: Refuted(trace, None, "nobody"),  # type: ignore[arg-type]
        lambda trace: Refuted(trace, ("x",) * (len(trace) + 1), "nobody"),  # type: ignore[arg-type]
        lambda trace: Refuted(trace, (TRUE, FALSE) * len(trace), "nobody"),
        lambda trace: Feasible(trace, None),  # type: ignore[arg-type]
        lambda trace: Feasible(trace, {}),
    ],
)
def test_what_is_no_answer_of_a_refuter_is_given_up(
    unsafe: Path, answer: Callable[[Trace], Refutation]
) -> None:
    result = verify(unsafe, method="impact", refuter=lambda trace, _: answer(trace))

    assert "UNKNOWN" == result.verdict
    assert "gave up on an error path" in result.reason


def says_everything_is_impossible(trace: Trace, _: float) -> Refutation:
    return Refuted(trace, (TRUE, *[FALSE] * len(trace.blocks)), "nobody", perfect=True)


@pytest.mark.parametrize("method", ["impact", "predicate", "automizer", "kojak"])
def test_a_refuter_that_is_wrong_proves_nothing(unsafe: Path, method: str) -> None:
    result = verify(unsafe, method=method, refuter=says_everything_is_impossible, time_limit=20.0)

    assert "UNKNOWN" == result.verdict


def test_a_method_that_fails_is_no_verdict() -> None:
    def fails(*_: object) -> Verdict:
        raise KeyError("gone")

    result = verify(COUNTER, method=fails)

    assert "UNKNOWN" == result.verdict
    assert result.reason.startswith("internal error: KeyError")


# ---- who searched does not check ----


def asks_everyone(trace: Trace, seconds: float) -> Refutation:
    for name in ("z3", "bitwuzla", "cvc5"):
        asked = prover(name)
        asked.assert_(symbol("x", BOOL))
        asked.assert_(not_(symbol("x", BOOL)))
        asked.check(seconds=seconds)
        asked.close()
    return my_refuter(trace, seconds)


def test_when_everyone_was_asked_in_the_search_nobody_can_check() -> None:
    result = verify(COUNTER, method="impact", refuter=asks_everyone, time_limit=30.0)

    assert ("UNKNOWN", "evidence inconclusive") == (result.verdict, result.reason)
    assert "was asked in the search and for the check" in result.advice[0]


@pytest.mark.parametrize(
    ("searched", "holds"),
    [(("z3",), True), ((), True), (("bitwuzla",), False), (("z3", "cvc5"), False)],
)
def test_only_who_did_not_search_confirms(searched: tuple[str, ...], *, holds: bool) -> None:
    proof = ProofConfirmed(Executed(1), 3, "bitwuzla and cvc5")
    judged: Judgement = independent(proof, searched)

    assert holds == (judged is proof)
    assert holds != isinstance(judged, Undecided)
