"""Points by year."""

from __future__ import annotations

import pytest

from maul.errors import BadInput
from maul.trials.scoring import NOW, YEARS, points, score, scoring
from tests.trials.records import record


@pytest.mark.parametrize("year", YEARS)
def test_a_right_answer_is_worth_the_same_in_every_year(year: int) -> None:
    rules = scoring(year)

    assert (2, 1, 0) == (
        score("true", "", "TRUE", "", rules),
        score("false", "", "FALSE", "unreach-call", rules),
        score("true", "", "UNKNOWN", "", rules),
    )
    assert rules.wrong_true == 2 * rules.wrong_false < 0


@pytest.mark.parametrize(
    ("year", "penalty"),
    [(2012, -4), (2013, -8), (2014, -8), (2015, -12), (2016, -32), (NOW, -32)],
)
def test_a_wrong_proof_has_cost_more_and_more(year: int, penalty: int) -> None:
    wrong = record(expected="false")

    assert penalty == score("false", "", "TRUE", "", scoring(year))
    assert penalty == points(wrong, scoring(year))
    assert penalty // 2 == points(record(verdict="FALSE"), scoring(year))
    assert -32 == wrong.score


def test_another_subproperty_is_a_wrong_alarm() -> None:
    assert -2 == score("false", "valid-free", "FALSE", "valid-deref", scoring(2012))
    assert 1 == score("false", "valid-free", "FALSE", "valid-free", scoring(2012))


def test_a_year_without_a_competition_is_refused() -> None:
    with pytest.raises(BadInput, match="there was no scoring in 2011"):
        scoring(2011)
