"""Which variables matter at each position of a trace.

Comes in: a trace. Goes out: one set of variables a position, from 0 to its length
[Dietsch17, Def. 5.1]; ``sweep`` makes assertions that speak of these only [Def. 5.2]. A block reads
what its guards and updates mention and writes what it updates; it havocs a variable when the update
is an input that it uses for nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from maul.logic.build import Term
from maul.logic.free import free_symbols

if TYPE_CHECKING:
    from maul.logic.trace import Trace
    from maul.logic.transition import Transition


Kept: TypeAlias = Sequence[frozenset[Term]]
"""The variables that an assertion may speak of, at each position."""


def every_variable(trace: Trace) -> Kept:
    """All variables of the trace, at each position."""
    found: set[Term] = set()
    for block in trace.blocks:
        found.update(block.transition.reads(), block.transition.updates)
    return (frozenset(found),) * (len(trace) + 1)


def future_live(trace: Trace) -> tuple[frozenset[Term], ...]:
    """The variables whose values are read later, before they change [Dietsch17, Def. 5.1]."""
    live: frozenset[Term] = frozenset()
    found = [live]
    for block in reversed(trace.blocks):
        live = block.transition.reads() | live.difference(block.transition.updates)
        found.append(live)
    return tuple(reversed(found))


def past_live(trace: Trace) -> tuple[frozenset[Term], ...]:
    """The variables that were read or written since they were last havocked [Dietsch17, 5.1]."""
    live: frozenset[Term] = frozenset()
    found = [live]
    for block in trace.blocks:
        arbitrary = havocked(block.transition)
        touched = live.union(block.transition.reads(), block.transition.updates)
        live = touched - arbitrary
        found.append(live)
    return tuple(found)


def havocked(transition: Transition) -> frozenset[Term]:
    """The variables that get an arbitrary value which nothing else depends on."""
    uses: Counter[Term] = Counter()
    for term in (*transition.guards, *transition.updates.values()):
        uses.update(free_symbols(term))
    return frozenset(
        x for x, e in transition.updates.items() if e in transition.inputs and uses[e] == 1
    )
