"""The CPA algorithm [Beyer13, Alg. 1]: explore abstract states until a target or a fixed point.

Comes in: an analysis and a reached set. Goes out: the set, grown until it holds a target state,
which is returned and waits again, or until nothing waits: then it stands for all that the program
can reach.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.domains.cpa import Cpa
    from maul.explore.reached import Reached
    from maul.run import Run

OFTEN = 2000  # states from one look to the next

S = TypeVar("S")
P = TypeVar("P")


def nothing() -> None:
    """Nobody wants to know."""


class Look(Enum):
    """What is to be done with a state: explore what is beyond it, leave that out because nothing
    bad is there, or stop because it is as good as a target."""

    EXPLORE = "explore"
    LEAVE_OUT = "leave out"
    STOP = "stop"


def cpa_algorithm(
    cpa: Cpa[S, P],
    reached: Reached[S, P],
    run: Run,
    tell: Callable[[], None] = nothing,
    look: Callable[[S], Look] | None = None,
) -> S | None:
    """Grow ``reached``; the target that was found, or None at a fixed point. ``tell`` is called now
    and then, ``look``, if somebody does, with each state whose turn it is."""
    explored = 0
    while (waiting := reached.pop()) is not None:
        run.tick()
        explored += 1
        if explored % OFTEN == 0:
            tell()
        e, pi = waiting
        if look is not None:
            match look(e):
                case Look.LEAVE_OUT:
                    continue
                case Look.STOP:
                    reached.wait(e)
                    return e
        for successor in cpa.post(e, pi):
            if e not in reached:
                break  # it was merged with a successor: what it is now waits
            e_new, pi_new = cpa.prec(successor, pi, reached.near(successor))
            if cpa.is_target(e_new):
                reached.add(e_new, pi_new, e)
                reached.wait(e)
                return e_new
            if cpa.merges:
                for e_old in tuple(reached.near(e_new)):
                    e_merged = cpa.merge(e_new, e_old, pi_new)
                    if e_merged is not e_old:
                        reached.replace(e_old, e_merged, pi_new)
                if e not in reached:
                    break
            cover = cpa.stop(e_new, reached.near(e_new), pi_new)
            if cover is None:
                reached.add(e_new, pi_new, e)
            else:
                reached.cover(e, cover)
    return None
