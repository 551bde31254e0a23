"""``auto``: methods one after the other, each for a slice of the time.

Comes in: a program, later what became of each plan. Goes out: plans, one after the other; then the
first verdict that was confirmed, or what each of the plans said. Cheap features of the program
choose the sequence; ``sequence`` is the place to tune, by measuring. A search that ends early
leaves its time to those after it.

What was refuted stays refuted: once a compiled program has contradicted a counterexample, only one
that was executed is believed, and no proof, which would contradict the interpreter.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maul.choices import Arith, BlockSize
from maul.methods.features import features
from maul.node import node, replace, value
from maul.result import REFUTED, Conclusion, Configuration, Result
from maul.system.child import MEMORY, TIME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.cfa.model import Cfa
    from maul.methods.features import Features
    from maul.run import Run

SMALL = 100  # locations; what bmc decides about so small a program at once it does very quickly
LARGE = 1000  # locations; of so large a program trace abstraction sees only few traces in its time
LAST = 0.85  # of the time that is left is for the last search, the rest for its check


@value
class PortfolioSlice:
    """A method with blocks of a size, its share of the time that is left when it begins (but for
    the last one), the seconds that it gets at most, and what integers are."""

    method: str
    blocks: str = BlockSize.LARGE
    share: float = 0.5
    most: float = float("inf")
    arith: Arith = Arith.BV


def sequence(program: Features) -> tuple[PortfolioSlice, ...]:
    """Which methods to try, in which order: quick ones first, then those that need time."""
    # What memory graphs can say they mostly say at once.
    shapes = (PortfolioSlice("shape", share=0.25, most=6.0),) if program.structures else ()
    if program.is_acyclic:
        return (
            PortfolioSlice("bmc", share=0.6),
            PortfolioSlice("impact", share=0.6),
            PortfolioSlice("concrete"),
        )
    late = PortfolioSlice("automizer", blocks=BlockSize.MEDIUM, share=0.4, most=8.0)
    if not program.inputs:
        return (
            PortfolioSlice("concrete", share=0.4),
            *shapes,
            PortfolioSlice("bmc", share=0.4),
            late,
            PortfolioSlice("impact"),
        )
    guesses = PortfolioSlice("concrete", share=0.12, most=5.0)
    quick = PortfolioSlice("bmc", share=0.03, most=0.15 if program.locations < SMALL else 0.4)
    both = PortfolioSlice("value+predicate", share=0.15, most=4.0)
    if program.recursion or program.floats:
        first = PortfolioSlice("bmc", share=0.03, most=1.0)
        last = (PortfolioSlice("bmc", share=0.6), PortfolioSlice("impact"))
        return (first, *shapes, guesses, both, *last)
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
    traces = PortfolioSlice("automizer", blocks=BlockSize.MEDIUM, share=0.25, most=8.0)
    return (
        quick,
        *shapes,
        PortfolioSlice("impact", share=0.1, most=4.0),
        both,
        guesses,
        PortfolioSlice("impact", share=0.1, most=3.0, arith=Arith.INT),
        *((traces,) if program.locations < LARGE else ()),
        PortfolioSlice("bmc", share=0.4),
        PortfolioSlice("interp:R+S+E+W", share=0.65),
        PortfolioSlice("value", share=0.3),
        PortfolioSlice("impact"),
    )


@node
class SearchPlan:
    """What to try, and the seconds that its search may take: None without a limit. Of the
    configuration, method, blocks and arithmetic are suggestions; the user's wishes go first."""

    configuration: Configuration
    seconds: float | None = None


@node
class Try:
    """What became of a plan."""

    plan: SearchPlan
    result: Result

    @property
    def text(self) -> str:
        """In one line."""
        return f"{self.plan.configuration.method}: {self.result.reason}"


def plans(cfa: Cfa, run: Run) -> Iterator[SearchPlan]:
    """What to try, while time is left: a plan is made when the one before it has been tried."""
    slices = sequence(features(cfa))
    for place, each in enumerate(slices):
        left = run.left()
        if left is not None and left <= 0:
            return
        share = each.share if place < len(slices) - 1 else LAST
        seconds = None if left is None else min(left * share, each.most)
        configuration = Configuration(method=each.method, blocks=each.blocks, arith=each.arith)
        yield SearchPlan(configuration, seconds)


def believed(result: Result, earlier: Sequence[Try]) -> Result:
    """A result, if it does not contradict what compiled programs said earlier."""
    disputes = [each.result for each in earlier if each.result.disputed]
    refuted = {each.disputed for each in disputes if each.reason == REFUTED}
    found = result.counterexample
    if result.verdict is Conclusion.TRUE and disputes:
        why = "the interpreter confirms a counterexample, which contradicts this proof"
    elif found is not None and found.claim in refuted:
        why = "the compiled program has refuted the same counterexample before"
    elif found is not None and refuted and not found.executed:
        why = "the compiled program has refuted another counterexample, this one was only replayed"
    else:
        return result
    return Result(
        Conclusion.UNKNOWN,
        result.property,
        reason=REFUTED,
        advice=(why,),
        assumptions=result.assumptions,
        missing=result.missing,
        decided_by=result.decided_by,
    )


def summary(tries: Sequence[Try], run: Run) -> Result:
    """The verdict, or why there is none; what went wrong on the way is told in either case."""
    if not tries:
        return Result(Conclusion.UNKNOWN, reason=TIME)
    results = [each.result for each in tries]
    last = results[-1]
    told = tuple(note for each in results[:-1] for note in each.advice)
    wrong = [each.refuted_evidence for each in results if each.refuted_evidence is not None]
    last = replace(last, refuted_evidence=wrong[-1] if wrong else None)
    if last.verdict is not Conclusion.UNKNOWN:
        return replace(last, advice=(*told, *last.advice))
    reasons = tuple(dict.fromkeys(each.text for each in tries))
    reason = _reason([each.reason for each in results], run)
    return replace(last, reason=reason, advice=(*reasons, *told, *last.advice))


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
