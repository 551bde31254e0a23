"""Invariants of a path program without what the proof does not need.

Comes in: a trace and assertions that prove its path program, the same wherever a place is passed.
Goes out: the same proof with fewer conjuncts. From the end backwards: before a block those are
needed that a core names for what is needed after it, until nothing more is. Fewer conjuncts say
more about other traces, and every one of them is a predicate that a method will ask about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.path_programs.perfect import different_blocks, places
from maul.logic.build import FALSE, TRUE, Term, and_, not_
from maul.logic.walk import conjuncts
from maul.smt.protocols import Unsat

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from maul.logic.trace import Block, Trace
    from maul.smt.protocols import Prover


def slim(
    trace: Trace, assertions: tuple[Term, ...], prover: Prover, left: Callable[[], float]
) -> tuple[Term, ...]:
    """The needed conjuncts of each assertion; all of them when a question takes too long."""
    passed = places(trace)
    labels = dict(zip(passed, assertions, strict=True))
    needed: dict[Hashable, dict[Term, None]] = {place: {} for place in labels}
    needed[passed[-1]] = {FALSE: None}
    blocks = different_blocks(trace)
    waiting = dict.fromkeys(block for block in blocks if block.target == passed[-1])
    while waiting:
        block, _ = waiting.popitem()
        more = _needed_before(block, labels[block.source], needed, prover, left)
        if more is None:
            return assertions
        if more:
            needed[block.source].update(dict.fromkeys(more))
            waiting.update(dict.fromkeys(b for b in blocks if b.target == block.source))
    return tuple(and_(*needed[place]) for place in passed)


def _needed_before(
    block: Block,
    label: Term,
    needed: dict[Hashable, dict[Term, None]],
    prover: Prover,
    left: Callable[[], float],
) -> tuple[Term, ...] | None:
    """Which conjuncts of a label are needed for what is needed after a block, beside those that are
    needed already; None when that is not known in time."""
    transition = block.transition
    known = needed[block.source]
    others = tuple(part for part in conjuncts(label) if part not in known and part is not TRUE)
    goal = not_(transition.before(and_(*needed[block.target])))
    prover.push()
    prover.assert_(and_(*known, *transition.guards, goal))
    answer = prover.check(others, core=True, seconds=max(left(), 0.0)) if left() > 0 else None
    prover.pop()
    return answer.core if isinstance(answer, Unsat) else None
