"""What a verdict is worth, by year.

Comes in: what is expected and what was said. Goes out: points. A right TRUE has always been worth 2
and a right FALSE 1; what has grown are the penalties. In 2012 a wrong answer cost double what the
same answer brings when it is right [Beyer13, section 4]; the later numbers are those of the rules
of the competition, as BenchExec computed scores in the year.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.node import value
from maul.result import Conclusion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.trials.record import FinishedRun

RIGHT_TRUE, RIGHT_FALSE = 2, 1


@value
class Scoring:
    """The penalties of a year."""

    wrong_true: int
    wrong_false: int


# From which year on.
_PENALTIES: Mapping[int, Scoring] = {
    2012: Scoring(-4, -2),
    2013: Scoring(-8, -4),
    2015: Scoring(-12, -6),
    2016: Scoring(-32, -16),
}
NOW = 2026
YEARS = tuple(range(min(_PENALTIES), NOW + 1))


def scoring(year: int) -> Scoring:
    """How a year's competition scored."""
    if year not in YEARS:
        raise BadInput(f"there was no scoring in {year}; there is one from {YEARS[0]} to {NOW}")
    return _PENALTIES[max(first for first in _PENALTIES if first <= year)]


def score(
    expected: str, subproperty: str, verdict: str, violated: str, rules: Scoring | None = None
) -> int:
    """The points of a verdict, today's unless other rules are given; positive when it is correct,
    negative when it is wrong. A violation of another subproperty than the expected one is a wrong
    alarm."""
    by = scoring(NOW) if rules is None else rules
    match expected, verdict:
        case "true", Conclusion.TRUE:
            return RIGHT_TRUE
        case "false", Conclusion.FALSE if subproperty and violated != subproperty:
            return by.wrong_false
        case "false", Conclusion.FALSE:
            return RIGHT_FALSE
        case "false", Conclusion.TRUE:
            return by.wrong_true
        case "true", Conclusion.FALSE:
            return by.wrong_false
    return 0


def points(record: FinishedRun, rules: Scoring) -> int:
    """The points of a finished run by the rules of a year; the record has those of today."""
    if not record.wrong:
        return record.score
    return rules.wrong_true if record.verdict == Conclusion.TRUE else rules.wrong_false
