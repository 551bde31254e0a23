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
    from maul.formula.trace import Trace
    from maul.interpolate.protocol import Refutation, Refuter
    from maul.run import Run


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
            event = Refined(len(trace), answer.source, answer.perfect, spent, _place(trace))
            self.run.emit(event)
        return answer


def _place(trace: Trace) -> str:
    """Where the trace passes most often, as file:line; nothing when it passes all places once."""
    visits = Counter(block.target for block in trace.blocks)
    if not visits:
        return ""
    place, count = visits.most_common(1)[0]
    if count == 1 or not isinstance(place, Point) or not place.location.leaving:
        return ""
    return str(place.location.leaving[0].span)
