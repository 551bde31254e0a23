"""The commands of the experiment: every row is a configuration, where its theory is known."""

from __future__ import annotations

import pytest

from maul.interpolate.catalogue import refuters
from maul.smt.catalogue import solvers
from maul.trials.configuration import read_configuration
from tools.craig_vs_newton import SETS, commands, parsed, rows

OPTIONS = ["tasks", "--out", "results.jsonl", "--sample", "10", "--floats", "4"]


def configurations(command: list[str]) -> list[str]:
    return command[command.index("--configs") + 1 :]


def test_every_row_can_be_run_here() -> None:
    here = {entry.name for entry in refuters() if entry.is_installed()}
    here |= {solver.name for solver in solvers() if solver.installed}
    for command in commands(parsed(OPTIONS), here):
        chosen = [read_configuration(text) for text in configurations(command)]

        assert len(chosen) == len(set(chosen))
        assert {"automizer", "kojak"} == {each.method for each in chosen}


def test_the_first_two_sets_are_the_same_tasks() -> None:
    bitvector, integer, _, floats = commands(parsed(OPTIONS), ())

    start = bitvector.index("--configs")
    assert bitvector[:start] == integer[:start]
    assert "4" == floats[floats.index("--sample") + 1]
    assert all("arith=int" in text for text in configurations(integer))


def test_memory_safety_is_a_set_over_integers() -> None:
    (memory,) = commands(parsed([*OPTIONS, "--sets", "Memsafety", "--memsafety", "7"]), ())

    assert "valid-memsafety" == memory[memory.index("--property") + 1]
    assert "7" == memory[memory.index("--sample") + 1]
    assert all("arith=int" in text for text in configurations(memory))


def test_an_unknown_set_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parsed([*OPTIONS, "--sets", "Memory"])

    assert "there is no set Memory" in capsys.readouterr().err


def test_what_is_not_installed_is_left_out() -> None:
    everything = {f"craig:{name}" for one in SETS for name in one.interpolators}
    for one in SETS:
        assert len([*rows(one, ())]) == 8
        assert len([*rows(one, {*one.solvers, *everything})]) == 8 + len(one.solvers) + len(
            one.interpolators
        )
