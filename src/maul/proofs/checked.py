"""What a checker says of a proof."""

from __future__ import annotations

from maul.node import node
from maul.result import CheckOutcome


@node
class Checked:
    """``confirmed``; or ``refuted`` by a model or a case that is not covered; or ``inconclusive``,
    for the reason given."""

    outcome: CheckOutcome
    obligations: int
    reason: str = ""
    checker: str = ""
