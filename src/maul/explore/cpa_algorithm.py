"""The CPA algorithm [Beyer13, Alg. 1]: explore abstract states until a target or a fixed point.

Comes in: an analysis and a reached set. Goes out: the set, grown until it holds a target state,
which is returned and waits again, or until nothing waits: then it stands for all that the program
can reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from maul.domains.cpa import Cpa
    from maul.explore.reached import Reached

S = TypeVar("S")
P = TypeVar("P")


class Ticks(Protocol):
    """A run, or whatever else is to happen at each step."""

    def tick(self) -> None:
        """Go on, or stop because the time is over."""
        ...


def cpa_algorithm(cpa: Cpa[S, P], reached: Reached[S, P], run: Ticks) -> S | None:
    """Grow ``reached``; the target that was found, or None at a fixed point."""
    while (waiting := reached.pop()) is not None:
        run.tick()
        e, pi = waiting
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
