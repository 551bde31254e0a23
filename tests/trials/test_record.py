"""Records survive everything: writing, tearing, other versions; and scores are those of SV-COMP."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maul.errors import BadInput
from maul.result import Statistics
from maul.trials import record as module
from maul.trials.record import FinishedRun, Store, as_line, from_line, read_records
from maul.trials.scoring import score

if TYPE_CHECKING:
    from pathlib import Path

TEXT = st.text(max_size=20)
RECORDS = st.builds(
    FinishedRun,
    task=TEXT,
    category=TEXT,
    property=TEXT,
    expected=st.sampled_from(("true", "false", "")),
    configuration=TEXT,
    time_limit=st.floats(0.1, 1000),
    verdict=st.sampled_from(("TRUE", "FALSE", "UNKNOWN", "ERROR")),
    violated=TEXT,
    reason=TEXT,
    correct=st.booleans(),
    wrong=st.booleans(),
    score=st.integers(-32, 2),
    statistics=st.builds(
        Statistics,
        wall_seconds=st.floats(0, 1000),
        refinements=st.integers(0, 1000),
        trace_length_max=st.integers(0, 1000),
        explored=st.integers(0, 1000),
        left_out=st.integers(0, 1000),
        foreseen=st.integers(0, 1000),
        pruned=st.integers(0, 1000),
    ),
    decided_by=TEXT,
)


def sample(task: str, configuration: str = "bmc") -> FinishedRun:
    return FinishedRun(
        task,
        "loops",
        "unreach-call",
        "true",
        configuration,
        5.0,
        "TRUE",
        "",
        "",
        correct=True,
        wrong=False,
        score=2,
        statistics=Statistics(1.5, 1.25, 64.0, 3),
    )


# ---- laws ----


@given(RECORDS)
def test_a_record_is_one_line_and_comes_back_as_it_was(record: FinishedRun) -> None:
    line = as_line(record)

    assert line.endswith("\n")
    assert 1 == len(line.splitlines())
    assert record == from_line(line)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_whole_lines_survive_a_torn_end(tmp_path: Path, number: int) -> None:
    path = tmp_path / "results.jsonl"
    records = tuple(sample(f"task{index}") for index in range(number + 1))
    *before, last = [as_line(record).encode() for record in records]
    for cut in {*range(0, len(last), 11), 1, len(last) - 2, len(last) - 1}:
        torn = b"".join(before) + last[:cut]
        path.write_bytes(torn)

        assert records[:-1] == read_records(path)
        assert torn == path.read_bytes(), "reading changes nothing"
        with Store(path) as store:
            assert records[:-1] == store.records()
            store.add(records[-1])
        assert records == read_records(path)


# ---- the file ----


def test_a_new_store_is_empty_and_knows_what_is_added(tmp_path: Path) -> None:
    with Store(tmp_path / "results.jsonl") as store:
        assert () == store.records()
        store.add(sample("a"))

        assert (sample("a"),) == read_records(store.path), "it is there for others at once"


def test_a_store_that_is_opened_again_goes_on(tmp_path: Path) -> None:
    for task in ("a", "b"):
        with Store(tmp_path / "results.jsonl") as store:
            store.add(sample(task))

    with Store(tmp_path / "results.jsonl") as store:
        assert (sample("a"), sample("b")) == store.records()


def test_only_one_run_may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GONE_SECONDS", 0.05)
    path = tmp_path / "results.jsonl"
    with Store(path), pytest.raises(BadInput, match="another run is writing"):
        Store(path)

    Store(path).close()


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "prog.c"
    for text in ("int main(void) { return 0; }", "int main(void)\n{ return 0; }\n"):
        path.write_text(text)
        with pytest.raises(BadInput, match=r"prog\.c"):
            Store(path)

        assert text == path.read_text()


def test_a_line_that_is_no_record_is_named(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(as_line(sample("a")) + "[1, 2]\n")

    with pytest.raises(BadInput, match=r"results\.jsonl:2: no record"):
        read_records(path)


@pytest.mark.parametrize(("name", "wrong"), [("task", 1), ("score", "2"), ("correct", 0)])
def test_a_field_of_another_type_is_named(name: str, wrong: object) -> None:
    content = json.loads(as_line(sample("a"))) | {name: wrong}

    with pytest.raises(BadInput, match=name):
        from_line(json.dumps(content))


def test_a_record_of_another_version_is_read() -> None:
    content = json.loads(as_line(sample("a")))
    del content["decided_by"], content["statistics"]["states"]
    content["statistics"]["later"] = content["later"] = 5

    assert sample("a") == from_line(json.dumps(content))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"absent\.jsonl: cannot be read"):
        read_records(tmp_path / "absent.jsonl")
    with pytest.raises(BadInput, match="cannot be written"):
        Store(tmp_path / "absent" / "results.jsonl")


# ---- scores ----


@pytest.mark.parametrize(
    ("points", "expected", "subproperty", "verdict", "violated"),
    [
        (2, "true", "", "TRUE", ""),
        (1, "false", "", "FALSE", "unreach-call"),
        (-32, "false", "", "TRUE", ""),
        (-16, "true", "", "FALSE", "unreach-call"),
        (1, "false", "valid-free", "FALSE", "valid-free"),
        (-16, "false", "valid-free", "FALSE", "valid-deref"),
        (-32, "false", "valid-free", "TRUE", ""),
        (0, "true", "", "UNKNOWN", ""),
        (0, "false", "", "ERROR", ""),
        (0, "", "", "TRUE", ""),
        (0, "", "", "FALSE", "unreach-call"),
    ],
)
def test_scores_are_those_of_the_competition(
    points: int, expected: str, subproperty: str, verdict: str, violated: str
) -> None:
    assert points == score(expected, subproperty, verdict, violated)
