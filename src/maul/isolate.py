"""How one plan is carried out: here and now, or in a process of its own.

Comes in: a plan, and a function that searches and checks within two limits. Goes out: its result,
whatever becomes of the process. A plan that is checking its evidence when its time is over may go
on for a while, one that executes a counterexample to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.transform.specification import read_properties
from maul.events import Stage
from maul.methods.catalogue import AUTO
from maul.methods.portfolio import SearchPlan
from maul.result import COUNTEREXAMPLE, Conclusion, Result
from maul.run import Run
from maul.system.child import Limits, Listeners, Stopped, in_child

if TYPE_CHECKING:
    from maul.events import Event
    from maul.request import Request

CarryOut: TypeAlias = Callable[[Run, Run], Result]
"""Search within one limit, and check what is found within the other."""
Isolate: TypeAlias = Callable[[SearchPlan, CarryOut, Run], Result]
"""Carry out a plan within what is left of a run."""

SEARCHING = 0.85  # of the time; the rest is for the check of what is found
GRACE = 0.3  # seconds that a search has to end by itself when its slice is over
CHECKING = 0.6  # of the time that is left when a check begins, it may take that much
ROOM = 0.8  # of the memory is for a slice, the rest for those who started it


def isolation(request: Request) -> Isolate:
    """How the plans of a request are carried out: apart when there are several."""
    several = request.method == AUTO or len(read_properties(request.property)) > 1
    return apart(request.megabytes) if several else directly


def directly(_: SearchPlan, carry_out: CarryOut, run: Run) -> Result:
    """Carry out the only plan there is, in this process."""
    return carry_out(run.part(SEARCHING), run)


def apart(megabytes: float | None) -> Isolate:
    """Carry out each plan in a process of its own, within most of the memory."""
    room = None if megabytes is None else megabytes * ROOM

    def isolate(plan: SearchPlan, carry_out: CarryOut, run: Run) -> Result:
        def work(tell: Callable[[Event], None]) -> Result:
            # This happens in the child: what ``run`` tells would not pass here.
            search, check = Run(seconds, tell, run.seed), Run(run.left(), tell, run.seed)
            return carry_out(search, check)

        seconds = run.part(SEARCHING).left() if plan.seconds is None else plan.seconds
        end = _End(seconds, run)
        done = in_child(work, Limits(end.left, room), Listeners(end.hear))
        if isinstance(done, Stopped):
            return Result(Conclusion.UNKNOWN, reason=done.reason, decided_by=plan.configuration)
        return done

    return isolate


class _End:
    """When a slice is over: it is put off when the slice begins to check its evidence."""

    def __init__(self, seconds: float | None, run: Run) -> None:
        self._run = run
        self._slice = Run(None if seconds is None else seconds + GRACE)

    def hear(self, event: Event) -> None:
        """Pass an event on."""
        if isinstance(event, Stage) and event.name == "checking":
            share = 1.0 if event.detail == COUNTEREXAMPLE else CHECKING
            longer, now = self._run.part(share), self._slice.left()
            if now is not None and (more := longer.left()) is not None and more > now:
                self._slice = longer
        self._run.emit(event)

    def left(self) -> float | None:
        """The seconds that are left."""
        of_slice, of_all = self._slice.left(), self._run.left()
        return of_all if of_slice is None or of_all is None else min(of_slice, of_all)
