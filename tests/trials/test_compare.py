"""One program through many configurations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.choices import Arith, BlockSize
from maul.errors import BadInput
from maul.events import Stage
from maul.methods.catalogue import METHODS as KNOWN
from maul.report.comparison.table import ComparedLine
from maul.system.child import Usage
from maul.trials.compare import (
    METHODS,
    REFUTERS,
    Comparison,
    compared,
    configurations,
    refuse_bad_input,
)
from maul.trials.configuration import Preferences
from maul.trials.tasks import Trial

if TYPE_CHECKING:
    from pathlib import Path

    from maul.events import Event


def test_the_default_methods_are_known_and_each_is_asked_once() -> None:
    chosen = configurations(METHODS, REFUTERS, None, "auto")

    assert set(KNOWN) >= set(METHODS)
    assert list(METHODS) == [each.name for each in chosen]


def test_every_method_is_crossed_with_every_refuter_and_the_settings_hold_for_all() -> None:
    chosen = configurations(["impact", "bmc"], ["auto", "newton:SP"], "single", "int")

    assert chosen == (
        Preferences("impact", None, None, BlockSize.SINGLE, Arith.INT),
        Preferences("impact", "newton:SP", None, BlockSize.SINGLE, Arith.INT),
        Preferences("bmc", None, None, BlockSize.SINGLE, Arith.INT),
    )


@pytest.mark.parametrize(
    ("methods", "refuters"), [(["impcat"], ["auto"]), (["impact"], ["newton:XP"])]
)
def test_what_there_is_not_is_refused_before_anything_is_run(
    methods: list[str], refuters: list[str]
) -> None:
    with pytest.raises(BadInput):
        configurations(methods, refuters, None, "auto")


def test_all_configurations_are_run_and_heard(root: Path) -> None:
    heard: list[tuple[str, Event | Usage]] = []
    trial = Trial("door", "", (str(root / "examples" / "door.c"),), "unreach-call")
    chosen = (Preferences("bmc"), Preferences("concrete"))
    comparison = Comparison(trial, chosen, 30.0, 4000.0, 2)
    lines = list(compared(comparison, lambda name, told: heard.append((name, told))))

    assert ["bmc", "concrete"] == sorted(line.configuration for line in lines)
    assert {("FALSE", "unreach-call")} == {(line.verdict, line.violated) for line in lines}
    assert {"bmc", "concrete"} == {name for name, told in heard if isinstance(told, Stage)}


def test_bad_input_that_everybody_meets_is_the_program_s_fault() -> None:
    with pytest.raises(BadInput, match=r"a\.c: no such file"):
        refuse_bad_input([ComparedLine("a", "ERROR", reason="a.c: no such file")] * 2)


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [ComparedLine("a", "ERROR", reason="x"), ComparedLine("b", "ERROR", reason="y")],
        [ComparedLine("a", "ERROR", reason="x"), ComparedLine("b", "TRUE")],
        [ComparedLine("a", "ERROR", reason="internal error: x")],
        [ComparedLine("a", "ERROR", reason="died of signal 11")],
    ],
)
def test_what_one_configuration_meets_or_a_crash_is_not(lines: list[ComparedLine]) -> None:
    refuse_bad_input(lines)
