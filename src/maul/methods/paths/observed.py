"""A refuter that tells what it did: measuring from outside."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from maul.cfa.calls import Point
from maul.events import Refined
from maul.interpolate.protocol import Refuted
from maul.node import node

if TYPE_CHECKING:
    from maul.interpolate.protocol import Refutation, Refuter
    from maul.logic.trace import Trace
    from maul.run import Run


LONGEST = 100  # characters of an assertion


@node
class Observed:
    """The refuter inside; every refutation is an event."""

    inner: Refuter
    run: Run

    @property
    def name(self) -> str:
        """The name of the refuter inside."""
        return self.inner.name

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """Explain why a trace cannot be executed."""
        began = time.monotonic()
        answer = self.inner(trace, seconds)
        if isinstance(answer, Refuted):
            spent = time.monotonic() - began
            place, assertion = _busiest(answer)
            event = Refined(
                len(trace), answer.source, answer.perfect, spent, place, assertion, answer.language
            )
            self.run.emit(event)
        return answer


def _busiest(answer: Refuted) -> tuple[str, str]:
    """The place that the trace passes most often, as file:line, and the last assertion there;
    nothing when it passes all places once."""
    blocks = answer.trace.blocks
    visits = Counter(block.target for block in blocks)
    place, count = visits.most_common(1)[0] if visits else (None, 0)
    if count < 2 or not isinstance(place, Point) or not place.location.leaving:
        return "", ""
    last = max(i for i, block in enumerate(blocks, 1) if block.target is place)
    return str(place.location.leaving[0].span), repr(answer.assertions[last])[:LONGEST]
