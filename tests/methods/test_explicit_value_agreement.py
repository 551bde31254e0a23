"""On programs with few states every method says what trying everything says, with evidence."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.errors import LimitReached, SolverFailure
from maul.interpolate.catalogue import refuter
from maul.methods.catalogue import method
from maul.methods.setting import Setting
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Executed, Safe, Shaped, Unsafe
from maul.run import Run
from maul.system.deep import call_deep
from tests.methods.finite_programs import Case, cases

METHODS = ("value", "value-itp", "value+predicate", "value-itp+predicate")
COUNT = 16
UNDECIDED = 2
SECONDS = 20.0


def said(case: Case, name: str, folder: Path) -> str:
    """TRUE or FALSE when the method says so and its evidence is confirmed, or UNKNOWN, also when
    nobody can tell whether the evidence is right."""
    path = folder / "program.c"
    path.write_text(case.text, encoding="utf-8")
    return call_deep(lambda: _said(path, name))


def _said(path: Path, name: str) -> str:
    entry = method(name)
    whole = read_program([str(path)], LP64, read_property("unreach-call"))
    cfa = prune(whole).cfa
    try:
        verdict = entry.run(cfa, Setting(refuter("auto"), entry.blocks), Run(SECONDS))
    except (LimitReached, SolverFailure):
        return "UNKNOWN"
    match verdict:
        case Safe(evidence=evidence):
            assert not isinstance(evidence, Executed | Shaped)
            checked = check_safe(cfa, evidence, Run(SECONDS))

            assert "refuted" != checked.outcome, checked.reason
            return "TRUE" if checked.outcome == "confirmed" else "UNKNOWN"
        case Unsafe():
            assert confirms(replay(whole, verdict), verdict)
            return "FALSE"
    return "UNKNOWN"


@pytest.mark.parametrize("name", METHODS)
def test_a_program_whose_values_are_all_known_gets_the_right_verdict(
    name: str, tmp_path: Path
) -> None:
    for case in islice(cases(11, listed=True), COUNT):
        assert ("TRUE" if case.safe else "FALSE") == said(case, name, tmp_path), case.text


@pytest.mark.parametrize("name", METHODS)
def test_a_program_with_inputs_of_few_bits_never_gets_the_wrong_verdict(
    name: str, tmp_path: Path
) -> None:
    found = []
    for case in islice(cases(12, listed=False, limit=300), COUNT):
        found.append(said(case, name, tmp_path))

        assert found[-1] in ("UNKNOWN", "TRUE" if case.safe else "FALSE"), case.text

    # Inputs that are compared with each other have no values to refute a path by; predicates may
    # be out of time.
    most = UNDECIDED if "predicate" in name else COUNT // 2
    assert found.count("UNKNOWN") <= most


def test_both_kinds_of_programs_are_tried_safe_and_unsafe() -> None:
    for listed in (True, False):
        tried = list(islice(cases(11, listed=listed, limit=300), COUNT))

        assert [True, False] * (COUNT // 2) == [case.safe for case in tried]
        assert max(case.states for case in tried) > 200
