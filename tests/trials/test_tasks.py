"""Tasks of a folder: all of them, some of them, and always the same ones."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maul.errors import BadInput
from maul.trials.tasks import TaskSelection, Trial, property_name, read_names, read_tasks, sampled
from tests.trials.task_folder import PROPERTY, closed, define, quick_tasks

if TYPE_CHECKING:
    from pathlib import Path

TRIALS = st.lists(
    st.builds(
        Trial,
        name=st.text(st.characters(codec="ascii"), min_size=1, max_size=4),
        category=st.sampled_from(("arrays", "loops", "floats", "")),
        files=st.just(("prog.c",)),
        property=st.just("unreach-call"),
    ),
    max_size=30,
    unique_by=lambda trial: trial.name,
)
SEVERAL = """\
format_version: '2.0'
input_files:
  - first.c
  - deep/second.c
properties:
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/coverage-branches.prp
"""


# ---- samples ----


@given(TRIALS, st.integers(1, 30), st.randoms(use_true_random=False))
def test_a_sample_depends_on_the_tasks_alone(
    trials: list[Trial], number: int, random: st.DataObject
) -> None:
    chosen = sampled(trials, number)
    random.shuffle(trials)  # type: ignore[attr-defined]

    assert chosen == sampled(trials, number)
    assert min(number, len(trials)) == len(chosen)
    assert chosen == sorted(chosen, key=lambda trial: trial.name)


@given(TRIALS, st.integers(1, 29))
def test_a_larger_sample_contains_the_smaller(trials: list[Trial], number: int) -> None:
    assert set(sampled(trials, number)) <= set(sampled(trials, number + 1))


@given(TRIALS, st.integers(1, 30))
def test_a_sample_takes_the_same_share_of_each_category(trials: list[Trial], number: int) -> None:
    chosen = [trial.category for trial in sampled(trials, number)]
    there = [trial.category for trial in trials]
    most = max(map(chosen.count, chosen), default=0)

    for category in set(there):
        assert chosen.count(category) >= min(there.count(category), most - 1)


# ---- reading ----


def test_a_definition_is_a_trial_for_each_expected_verdict(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "list.yml").write_text(SEVERAL)

    first, second = read_tasks(tmp_path)
    assert "memory/list.yml:unreach-call" == first.name
    assert "memory/list.yml:valid-memsafety" == second.name
    assert ("memory", "memory") == (first.category, second.category)
    files = (str(tmp_path / "memory" / "first.c"), str(tmp_path / "memory" / "deep" / "second.c"))
    assert files == first.files == second.files
    assert ("true", "") == (first.expected, first.subproperty)
    assert ("false", "valid-deref") == (second.expected, second.subproperty)
    assert str(tmp_path / "properties" / "valid-memsafety.prp") == second.property
    assert "valid-memsafety" == property_name(second)
    assert "ILP32" == first.data_model
    assert (False, True) == (first.primary, second.primary)


def test_a_data_model_is_read(tmp_path: Path) -> None:
    (tmp_path / "list.yml").write_text(SEVERAL + "options:\n  data_model: LP64\n")

    assert {"LP64"} == {trial.data_model for trial in read_tasks(tmp_path)}
    assert {""} == {trial.category for trial in read_tasks(tmp_path)}


@pytest.mark.parametrize(
    ("selection", "names"),
    [
        (
            TaskSelection(("open",)),
            ["open/unsafe0.yml:unreach-call", "open/unsafe1.yml:unreach-call"],
        ),
        (
            TaskSelection(names=("closed/safe1.yml:unreach-call",)),
            ["closed/safe1.yml:unreach-call"],
        ),
        (TaskSelection(properties=("valid",)), ["memory/list.yml:valid-memsafety"]),
        (TaskSelection(("memory",), primary=True), ["memory/list.yml:valid-memsafety"]),
        (
            TaskSelection(("memory",), ("valid", "unreach")),
            ["memory/list.yml:unreach-call", "memory/list.yml:valid-memsafety"],
        ),
    ],
)
def test_what_is_wanted_is_selected(
    tmp_path: Path, selection: TaskSelection, names: list[str]
) -> None:
    quick_tasks(tmp_path, 2)
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "list.yml").write_text(SEVERAL)

    assert names == [trial.name for trial in read_tasks(tmp_path, selection)]


def test_a_sample_of_a_folder_is_stratified(tmp_path: Path) -> None:
    quick_tasks(tmp_path, 4)

    chosen = read_tasks(tmp_path, TaskSelection(sample=4))
    assert ["closed", "closed", "open", "open"] == [trial.category for trial in chosen]


def test_a_folder_without_definitions_is_one_of_programs(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "b.c").write_text(closed(1))
    (tmp_path / "a.i").write_text(closed(1))
    (tmp_path / "notes.txt").write_text("no program")

    found = read_tasks(tmp_path)
    assert ["a.i:unreach-call", "mine/b.c:unreach-call"] == [trial.name for trial in found]
    assert {("", "unreach-call", "LP64")} == {
        (trial.expected, trial.property, trial.data_model) for trial in found
    }
    chosen = read_tasks(tmp_path, TaskSelection(properties=("no-overflow",)))
    assert ["a.i:no-overflow", "mine/b.c:no-overflow"] == [trial.name for trial in chosen]


def test_other_yaml_files_are_overlooked(tmp_path: Path) -> None:
    define(tmp_path / "loops", "one", closed(1), "true")
    (tmp_path / "loops" / "settings.yml").write_text("colour: red\n")
    os.mkfifo(tmp_path / "loops" / "pipe.yml")

    assert ["loops/one.yml:unreach-call"] == [trial.name for trial in read_tasks(tmp_path)]


# ---- what is refused ----


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("properties: [", "not understood"),
        ("properties: 5\ninput_files: a.c\n", "properties is no list"),
        ("properties:\n  - expected_verdict: true\ninput_files: a.c\n", "without property_file"),
        ("properties:\n  - property_file: a.prp\n", "input_files is no list"),
        ("properties: &a [1]\ninput_files: *a\n", "not understood: aliases are not read"),
        ("a: &a {x: 1}\nb: {<<: [*a, *a]}\n", "not understood: aliases are not read"),
        ("[" * 20000, "not understood: too deep"),
        ("day: 2001-99-99\n", "not understood"),
        ("\xff", "not understood"),
        ("#" * (2 << 20), "longer than"),
    ],
    ids=lambda text: text[:20],
)
def test_a_broken_definition_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "broken.yml").write_text(text, encoding="latin-1")

    with pytest.raises(BadInput, match=rf"broken\.yml: .*{complaint}"):
        read_tasks(tmp_path)


def test_a_name_that_no_task_has_is_refused(tmp_path: Path) -> None:
    quick_tasks(tmp_path, 1)
    names = tmp_path / "names.txt"
    names.write_text("open/unsafe0.yml:unreach-call\nabsent.yml:unreach-call\n")

    with pytest.raises(BadInput, match=r"1 names, as absent\.yml"):
        read_tasks(tmp_path, TaskSelection(names=read_names(str(names))))


def test_a_folder_without_tasks_is_refused(tmp_path: Path) -> None:
    (tmp_path / "unreach-call.prp").write_text(PROPERTY)

    with pytest.raises(BadInput, match="there are no such tasks"):
        read_tasks(tmp_path)
    with pytest.raises(BadInput, match="there is no such folder"):
        read_tasks(tmp_path / "absent")
    with pytest.raises(BadInput, match="cannot be read"):
        read_names(str(tmp_path / "absent"))
