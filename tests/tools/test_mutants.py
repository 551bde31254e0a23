"""Errors put into safe programs are found: one operator or constant changed in each.

The mutants and inputs that reach their errors, which tools/mutants_in_c.py found with gcc, are
stored in programs/mutants.csv. All methods are asked about all mutants by ``run`` of that tool.
"""

from __future__ import annotations

import shutil
from itertools import cycle
from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.errors import LimitReached, SolverFailure, Unsupported
from maul.interpolate.catalogue import refuter
from maul.methods.catalogue import method
from maul.methods.setting import Setting
from maul.proofs.execution.harness.run import execute
from maul.proofs.execution.replay import confirms, follow
from maul.proofs.subject import Task
from maul.proofs.verdict import Safe, Unsafe, Verdict
from maul.run import Run
from maul.system.deep import call_deep
from tools.mutants_in_c import PROGRAMS, Mutant, first_of_each, mutants, reaches, stored, written

EVERY = stored()
FIRST = first_of_each(EVERY)
QUICK = [
    *((mutant, "bmc") for mutant in FIRST),
    *zip(FIRST[::2], cycle(("impact", "predicate")), strict=False),
]
SECONDS = 2.0


def name(mutant: Mutant) -> str:
    return f"{mutant.program}:{mutant.line}"


def test_at_least_fifty_safe_programs_have_a_mutant() -> None:
    programs = {program.stem for program in PROGRAMS.glob("*_safe.c")}

    assert len(FIRST) >= 50
    assert {mutant.program for mutant in EVERY} <= programs


@pytest.mark.parametrize("mutant", EVERY, ids=name)
def test_the_stored_inputs_reach_the_error(mutant: Mutant, tmp_path: Path) -> None:
    assert reaches(mutant, tmp_path)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("mutant", FIRST[::6], ids=name)
def test_the_compiled_mutant_reaches_the_error(mutant: Mutant, tmp_path: Path) -> None:
    path, wanted = written(mutant, tmp_path), read_property("unreach-call")
    cfa = read_program([str(path)], LP64, wanted)
    found = follow(cfa, Unsafe("unreach-call", tuple(mutant.values()), ()))
    outcome = execute(Task([str(path)], wanted, LP64), found, Run(60))

    assert ("executed", "") == (outcome.outcome, outcome.reason)


@pytest.mark.parametrize(
    ("mutant", "by"), QUICK, ids=lambda v: v if isinstance(v, str) else name(v)
)
def test_a_mutant_is_never_safe(mutant: Mutant, by: str, tmp_path: Path) -> None:
    path = written(mutant, tmp_path)
    said = call_deep(lambda: verdict(path, by))

    assert not isinstance(said, Safe)


def verdict(path: Path, by: str) -> Verdict | None:
    """What a method says; None when it does not decide in time."""
    whole = read_program([str(path)], LP64, read_property("unreach-call"))
    try:
        said = method(by).run(prune(whole).cfa, Setting(refuter("auto")), Run(SECONDS))
    except (LimitReached, SolverFailure, Unsupported):
        return None
    if isinstance(said, Unsafe):
        assert confirms(follow(whole, said).execution, said)
    return said


def test_a_mutant_differs_in_one_token() -> None:
    for program in sorted(PROGRAMS.glob("*_safe.c"))[:10]:
        text = program.read_text()
        for mutant in mutants(program):
            changed = mutant.applied(text)
            lines = [
                number
                for number, (old, new) in enumerate(
                    zip(text.split("\n"), changed.split("\n"), strict=True), 1
                )
                if old != new
            ]

            assert [mutant.line] == lines
