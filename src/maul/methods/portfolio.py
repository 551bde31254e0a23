"""``auto``: methods one after the other, each for a slice of the time, in a process of its own.

Comes in: a program, and how one configuration is tried on it (search, then check of the evidence).
Goes out: the first verdict that was confirmed, or what each of the slices said. Cheap features of
the program choose the sequence; ``sequence`` is the place to tune, by measuring. A slice that ends
early leaves its time to those after it; one that is checking its evidence when its time is over
may go on for a while, one that executes a counterexample to the end.

What was refuted stays refuted: once a compiled program has contradicted a counterexample, only one
that was executed is believed, and no proof, which would contradict the interpreter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.events import Stage
from maul.methods.features import features
from maul.node import node, value
from maul.result import COUNTEREXAMPLE, REFUTED, Configuration, Result, changed
from maul.run import Run
from maul.system.child import MEMORY, TIME, Limits, Listeners, Stopped, in_child

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.cfa.model import Cfa
    from maul.events import Event
    from maul.methods.features import Features

Attempt: TypeAlias = Callable[[Configuration, Run, Run], Result]
"""Search with one configuration within a limit, and check what is found within another."""

SMALL = 100  # locations; what bmc decides about so small a program at once it does very quickly
LARGE = 1000  # locations; of so large a program trace abstraction sees only few traces in its time
GRACE = 0.3  # seconds that a search has to end by itself when its slice is over
CHECKING = 0.6  # of the time that is left when a check begins, it may take that much
LAST = 0.85  # of the time that is left is for the last search, the rest for its check
ROOM = 0.8  # of the memory is for a slice, the rest for those who started it


@value
class PortfolioSlice:
    """A method with blocks of a size, its share of the time that is left when it begins (but for
    the last one), the seconds that it gets at most, and what integers are."""

    method: str
    blocks: str = "large"
    share: float = 0.5
    most: float = float("inf")
    arith: str = "bv"


def sequence(program: Features) -> tuple[PortfolioSlice, ...]:
    """Which methods to try, in which order: quick ones first, then those that need time."""
    if program.is_acyclic:
        return (
            PortfolioSlice("bmc", share=0.6),
            PortfolioSlice("impact", share=0.6),
            PortfolioSlice("concrete"),
        )
    late = PortfolioSlice("automizer", blocks="medium", share=0.4, most=8.0)
    if not program.inputs:
        return (
            PortfolioSlice("concrete", share=0.4),
            PortfolioSlice("bmc", share=0.4),
            late,
            PortfolioSlice("impact"),
        )
    guesses = PortfolioSlice("concrete", share=0.12, most=5.0)
    quick = PortfolioSlice("bmc", share=0.03, most=0.15 if program.locations < SMALL else 0.4)
    both = PortfolioSlice("value+predicate", share=0.15, most=4.0)
    if program.recursion or program.floats:
        first = PortfolioSlice("bmc", share=0.03, most=1.0)
        return (first, guesses, both, PortfolioSlice("bmc", share=0.6), PortfolioSlice("impact"))
    if program.is_control:
        values = PortfolioSlice("value", share=0.4)
        longer = PortfolioSlice("value+predicate", share=0.3, most=9.0)
        return (
            quick,
            *((values, both) if program.is_huge else (longer, values)),
            PortfolioSlice("impact", share=0.2, most=4.0),
            guesses,
            *((late,) if program.locations < LARGE else ()),
            PortfolioSlice("bmc", share=0.4),
            PortfolioSlice("value-itp+predicate", share=0.5),
            PortfolioSlice("impact"),
        )
    # What impact proves it mostly proves at once; what bmc decides may take it a while.
    traces = PortfolioSlice("automizer", blocks="medium", share=0.25, most=8.0)
    return (
        quick,
        PortfolioSlice("impact", share=0.1, most=4.0),
        both,
        guesses,
        PortfolioSlice("impact", share=0.1, most=3.0, arith="int"),
        *((traces,) if program.locations < LARGE else ()),
        PortfolioSlice("bmc", share=0.4),
        PortfolioSlice("interp:R+S+E+W", share=0.65),
        PortfolioSlice("value", share=0.3),
        PortfolioSlice("impact"),
    )


MEMORY_SAFETY = (PortfolioSlice("concrete"),)
"""Nothing else knows where objects begin and end."""


@node
class Try:
    """What became of a slice."""

    slice: PortfolioSlice
    result: Result

    @property
    def text(self) -> str:
        """In one line."""
        return f"{self.slice.method}: {self.result.reason}"


def auto(cfa: Cfa, attempt: Attempt, megabytes: float | None, run: Run) -> Result:
    """The first verdict of the slices; without one what they said."""
    tries: list[Try] = []
    slices = MEMORY_SAFETY if _asks_about_memory(cfa) else sequence(features(cfa))
    for place, each in enumerate(slices):
        left = run.left()
        if left is not None and left <= 0:
            break
        share = each.share if place < len(slices) - 1 else LAST
        seconds = None if left is None else min(left * share, each.most)
        result = _tried(each, attempt, (seconds, megabytes), run)
        tries.append(Try(each, _believed(result, [earlier.result for earlier in tries])))
        if tries[-1].result.verdict != "UNKNOWN":
            break
    return _summary(tries, run)


def _asks_about_memory(cfa: Cfa) -> bool:
    """Whether the errors are about memory, of which no formula speaks yet."""
    return any(violated.startswith("valid-") for violated in cfa.errors.values())


def _believed(result: Result, earlier: Sequence[Result]) -> Result:
    """A result, if it does not contradict what compiled programs said earlier."""
    disputed = {each.disputed for each in earlier if each.disputed}
    refuted = {each.disputed for each in earlier if each.disputed and each.reason == REFUTED}
    found = result.counterexample
    if result.verdict == "TRUE" and disputed:
        why = "the interpreter confirms a counterexample, which contradicts this proof"
    elif found is not None and found.claim in refuted:
        why = "the compiled program has refuted the same counterexample before"
    elif found is not None and refuted and not found.executed:
        why = "the compiled program has refuted another counterexample, this one was only replayed"
    else:
        return result
    return Result(
        "UNKNOWN",
        result.property,
        reason=REFUTED,
        advice=(why,),
        assumptions=result.assumptions,
        missing=result.missing,
        decided_by=result.decided_by,
    )


def _tried(
    each: PortfolioSlice, attempt: Attempt, limits: tuple[float | None, float | None], run: Run
) -> Result:
    """Try one slice in a process of its own."""
    seconds, megabytes = limits
    end = _End(seconds, run)
    configuration = Configuration(method=each.method, blocks=each.blocks, arith=each.arith)

    def work(tell: Callable[[Event], None]) -> Result:
        # This happens in the child: what ``run`` tells would not pass here.
        search, check = Run(seconds, tell, run.seed), Run(run.left(), tell, run.seed)
        return attempt(configuration, search, check)

    room = None if megabytes is None else megabytes * ROOM
    answer = in_child(work, Limits(end.left, room), Listeners(end.hear))
    if isinstance(answer, Stopped):
        return Result("UNKNOWN", reason=answer.reason, decided_by=configuration)
    return answer


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


def _summary(tries: Sequence[Try], run: Run) -> Result:
    """The verdict, or why there is none; what went wrong on the way is told in either case."""
    if not tries:
        return Result("UNKNOWN", reason=TIME)
    last = tries[-1].result
    told = tuple(note for each in tries[:-1] for note in each.result.advice)
    if last.verdict != "UNKNOWN":
        return changed(last, advice=(*told, *last.advice))
    reasons = tuple(dict.fromkeys(each.text for each in tries))
    reason = _reason([each.result.reason for each in tries], run)
    return changed(last, reason=reason, advice=(*reasons, *told, *last.advice))


def _reason(said: Sequence[str], run: Run) -> str:
    """Why there is no verdict: evidence was refuted, the search came to a limit, or, when there was
    time left for more, what most slices said."""
    if REFUTED in said:
        return REFUTED
    left = run.left()
    if said[-1] == TIME or (left is not None and left <= 0):
        return TIME
    refusals = Counter(reason for reason in said if reason != TIME)
    return MEMORY if MEMORY in refusals else refusals.most_common(1)[0][0]
