"""On programs with few states trace abstraction says what trying everything says, with evidence."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.methods.finite_programs import cases
from tests.methods.test_explicit_value_agreement import said

COUNT = 16
UNDECIDED = 3  # out of time


@pytest.mark.parametrize("listed", [True, False], ids=["known", "inputs"])
def test_a_program_with_few_states_never_gets_the_wrong_verdict(
    tmp_path: Path, *, listed: bool
) -> None:
    found = []
    for case in islice(cases(13, listed=listed, limit=300), COUNT):
        found.append(said(case, "automizer", tmp_path))

        assert found[-1] in ("UNKNOWN", "TRUE" if case.safe else "FALSE"), case.text
    assert found.count("UNKNOWN") <= UNDECIDED
