"""The Python API: verdicts with evidence, statistics that agree with the events, the document."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import maul
from maul import BadInput, verify
from maul.events import Event, Queried, Refined, Searched, Stage
from maul.system.limits import family
from tests.paths import ROOT

EXAMPLES = ROOT / "examples"


def test_a_program_is_proved_with_checked_evidence() -> None:
    result = verify(EXAMPLES / "counter.c", method="impact")

    assert "TRUE" == result.verdict
    assert "labelling" == result.evidence.kind
    assert result.evidence.checker
    assert "impact" == result.decided_by.method
    assert result.invariants
    assert None is result.counterexample


def test_a_counterexample_comes_with_inputs_and_its_path() -> None:
    result = verify([str(EXAMPLES / "midpoint.c")], method="bmc")

    assert ("FALSE", "unreach-call") == (result.verdict, result.violated)
    assert result.counterexample is not None
    assert 2 == len(result.counterexample.inputs)
    assert {"inputs", "path"} <= set(result.counterexample.data)
    assert result.counterexample.lines


def test_the_listener_hears_what_the_result_keeps() -> None:
    heard: list[Event] = []
    result = verify(EXAMPLES / "counter.c", method="predicate", listener=heard.append)

    assert tuple(heard) == result.events
    assert Stage("reading") == heard[0]
    assert Stage("searching", "predicate") in heard


@pytest.mark.parametrize("method", ["bmc", "impact", "predicate"])
def test_statistics_are_what_the_events_say(method: str) -> None:
    result = verify(EXAMPLES / "cents.c", method=method, time_limit=20.0)
    refined = [event for event in result.events if isinstance(event, Refined)]
    queried = [event for event in result.events if isinstance(event, Queried)]
    searched = [event for event in result.events if isinstance(event, Searched)]
    costs = result.statistics

    assert len(refined) == costs.refinements == costs.sequences
    assert len(queried) == costs.solver_queries
    assert (searched[-1].states if searched else 0) == costs.states
    assert max((event.length for event in refined), default=0) == costs.trace_length_max
    assert costs.wall_seconds > 0
    assert costs.cpu_seconds > 0
    assert costs.peak_memory_mb > 1


SLICES = """
from maul import verify
from maul.events import Queried, Stage
result = verify("examples/counter.c")
stages = [event for event in result.events if isinstance(event, Stage)]
assert ("TRUE", "", ()) == (result.verdict, result.reason, result.advice), result
assert Stage("reading") == stages[0]
assert len(set(stages)) == len(stages)
assert Stage("checking", "proof") == stages[-1]
assert Stage("searching", result.decided_by.method) == stages[-2]
assert [] != [event for event in result.events if isinstance(event, Queried)]
"""


def test_the_slices_of_auto_tell_everything_once() -> None:
    # A process of its own: slices are forked, and this one has used solvers and threads.
    command = [sys.executable, "-c", SLICES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (0, "") == (done.returncode, done.stderr)


def test_same_seed_same_events() -> None:
    def told() -> list[Event]:
        events = verify(EXAMPLES / "counter.c", method="impact", seed=3).events
        return [event for event in events if not isinstance(event, Queried | Refined)]

    assert told() == told()


def test_an_unknown_says_what_to_try() -> None:
    result = verify(EXAMPLES / "counter.c", method="bmc", time_limit=1.0)

    assert ("UNKNOWN", "time limit") == (result.verdict, result.reason)
    assert any("bmc: unrolled loops" in line for line in result.advice)
    assert any(line.startswith("try: ") for line in result.advice)


def test_a_small_memory_limit_is_kept(tmp_path: Path) -> None:
    program = tmp_path / "endless.c"
    program.write_text(
        "extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);"
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(), s = 1;"
        " while (s != n) s += 2 * n; if (n % 2 == 0) reach_error(); return 0; }"
    )
    result = verify(program, method="bmc", memory_limit=10.0)

    assert ("UNKNOWN", "memory limit") == (result.verdict, result.reason)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"method": "magic"}, "--method"),
        ({"refuter": "craig:nobody"}, "no refuter"),
        ({"property": "no-such"}, "no-such"),
        ({"blocks": "huge"}, "--blocks: there is no huge; there are single, basic"),
        ({"arith": "roman"}, "--arith: there is no roman"),
    ],
)
def test_what_the_user_has_to_mend_is_raised(arguments: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        verify(EXAMPLES / "counter.c", **arguments)  # type: ignore[arg-type]


def test_nothing_is_left_running() -> None:
    before = family(os.getpid())
    verify(EXAMPLES / "counter.c", time_limit=1.0, method="bmc")

    assert before == family(os.getpid())


def test_importing_maul_imports_nothing_else() -> None:
    script = "import sys, maul; print(sorted(m for m in sys.modules if m.startswith('maul')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)

    assert b"['maul']\n" == done.stdout


def test_verify_is_a_function_whatever_was_imported_before() -> None:
    script = (
        "import maul.pipeline, maul.cli.main; from maul import verify; print(verify.__module__)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)

    assert b"maul.api\n" == done.stdout


def test_every_public_name_is_there() -> None:
    assert [] == [name for name in maul.__all__ if not hasattr(maul, name)]
    assert not hasattr(maul, "no_such_name")


def test_the_document_prints_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(python|text)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(ROOT)
    scope: dict[str, object] = {}
    printed = ""
    shown = 0
    for kind, body in blocks:
        if kind == "python":
            assert "" == printed, "every output is shown"
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(body, scope)
            printed = output.getvalue()
        else:
            assert body == printed
            printed = ""
            shown += 1

    assert shown >= 4
    assert "" == printed


def test_strict_takes_nothing_for_granted(tmp_path: Path) -> None:
    program = tmp_path / "prog.c"
    program.write_text("int main(void) { return 0; }\n")
    plain = verify(program, method="bmc")
    strict = verify(program, method="bmc", strict=True)

    why = "no call of reach_error can be reached"
    assert ("TRUE", why) == (plain.verdict, plain.vacuous)
    assert ("UNKNOWN", f"strict: nothing to check: {why}") == (strict.verdict, strict.reason)


def test_nothing_temporary_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))

    assert "FALSE" == verify(EXAMPLES / "midpoint.c", method="bmc", data_model="ILP32").verdict
    assert [] == list(tmp_path.iterdir())
