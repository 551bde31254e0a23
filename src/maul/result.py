"""What is answered after checking: plain data that goes from process to process.

Nothing here holds on to a program or a formula, so results can be pickled, kept and compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from maul.choices import Chosen
from maul.node import node, replace, value

if TYPE_CHECKING:
    from maul.events import Event

INCONCLUSIVE, REFUTED = "evidence inconclusive", "evidence refuted"
"""Why there is no verdict when evidence was checked."""
COUNTEREXAMPLE = "counterexample"
"""The detail of the stage in which a counterexample is checked."""


class Conclusion(StrEnum):
    """What is concluded about a program: it satisfies the property, violates it, or neither is
    known."""

    TRUE = "TRUE"
    FALSE = "FALSE"
    UNKNOWN = "UNKNOWN"


class CheckOutcome(StrEnum):
    """What a check says of evidence: it holds, it is wrong, or there is no telling."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"


@value
class Evidence:
    """What a verdict rests on: its ``kind`` (``unrolling``, ``labelling``, ``execution``,
    ``inputs``), what was checked, and by whom; all empty without a verdict."""

    kind: str = ""
    checked: str = ""
    checker: str = ""


@value
class Assumed:
    """Something the verdict takes for granted, and the place (file:line:column) where; whether it
    is that an undefined function changes nothing."""

    text: str
    location: str
    is_pure: bool = False


@value
class Invariant:
    """What holds whenever a place is reached, in C where C can say it."""

    location: str
    text: str


@value
class Violation:
    """What a violation is: its ``kind`` in a few words, what happened in one sentence, and where.
    Of memory also the object (its name, if it is a variable, and its size), where it was made and
    where it ended; empty and None otherwise."""

    kind: str
    text: str
    location: str
    object: str = ""
    size: int | None = None
    made: str = ""
    ended: str = ""


@node
class Counterexample:
    """An execution that violates the property: what it reads, as lines for people, as data.
    ``claim`` is the same for the same values; ``executed`` says whether a compiled program came to
    the violation as well; ``harness`` is a C file that executes it, if that is wanted."""

    inputs: tuple[str, ...]
    lines: tuple[str, ...]
    data: Mapping[str, object]
    claim: str = ""
    executed: bool = False
    harness: str = ""


@value
class Configuration:
    """Who found the verdict, and how, with the settings that were chosen; all empty without one."""

    method: str = ""
    refuter: str = ""
    solver: str = ""
    blocks: str = ""
    arith: str = ""
    choices: Chosen = ()


@value
class Statistics:
    """What a verification cost; read from its events and from the system."""

    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_mb: float = 0.0
    refinements: int = 0
    states: int = 0
    abstract_posts: int = 0
    covered: int = 0
    predicates: int = 0
    solver_queries: int = 0
    solver_seconds: float = 0.0
    interpolation_seconds: float = 0.0
    perfect_sequences: int = 0
    sequences: int = 0
    trace_length_max: int = 0
    explored: int = 0
    left_out: int = 0
    foreseen: int = 0
    pruned: int = 0
    units_analysed: int = 0
    units_reused: int = 0
    language: int = 0


@node
class Result:
    """A checked verdict.

    ``violated`` is the (sub)property of a FALSE; ``reason`` tells why there is no verdict, and
    ``advice``, line by line, more about it and what to try. ``missing`` is what the property names
    and the program lacks; ``vacuous`` says of a TRUE that there was nothing to check, and why.
    ``disputed`` is the claim of a counterexample that the interpreter confirms and the compiled
    program does not. ``refuted_evidence`` is evidence that turned out to be wrong, as a document
    for a bug report, and why it is wrong: there may be a verdict all the same, found by another
    method. ``violation`` says what happens in a counterexample. ``properties`` has the result of
    each property, where several were asked for; all else is that of the worst.
    """

    verdict: Conclusion
    property: str = ""
    violated: str = ""
    reason: str = ""
    advice: tuple[str, ...] = ()
    evidence: Evidence = Evidence()
    assumptions: tuple[Assumed, ...] = ()
    missing: tuple[str, ...] = ()
    counterexample: Counterexample | None = None
    invariants: tuple[Invariant, ...] = ()
    decided_by: Configuration = Configuration()
    statistics: Statistics = Statistics()
    events: tuple[Event, ...] = ()
    disputed: str = ""
    vacuous: str = ""
    refuted_evidence: Mapping[str, object] | None = None
    violation: Violation | None = None
    properties: tuple[Result, ...] = ()


_WORST_FIRST = (Conclusion.FALSE, Conclusion.UNKNOWN, Conclusion.TRUE)


def together(results: Sequence[Result]) -> Result:
    """The result for several properties: the first of the worst, with what all of them assume and
    lack; that of a single one is its own."""
    if len(results) == 1:
        return results[0]
    worst = min(results, key=lambda each: _WORST_FIRST.index(each.verdict))
    wrong = [each.refuted_evidence for each in results if each.refuted_evidence is not None]
    return replace(
        worst,
        reason=f"{worst.property}: {worst.reason}" if worst.reason else "",
        assumptions=tuple(dict.fromkeys(one for each in results for one in each.assumptions)),
        missing=tuple(dict.fromkeys(one for each in results for one in each.missing)),
        refuted_evidence=wrong[0] if wrong else None,
        properties=tuple(results),
    )


def as_strict(result: Result) -> Result:
    """The result for those who want nothing to be taken for granted: a TRUE for which nothing was
    checked, and a verdict that rests on assumptions, are no verdicts."""
    if result.properties:
        strict = together([as_strict(each) for each in result.properties])
        return replace(strict, statistics=result.statistics)
    count = len(result.assumptions)
    if result.verdict is Conclusion.UNKNOWN or not (result.vacuous or count):
        return result
    assumed = "1 assumption" if count == 1 else f"{count} assumptions"
    return replace(
        result,
        verdict=Conclusion.UNKNOWN,
        reason=f"strict: {f'nothing to check: {result.vacuous}' if result.vacuous else assumed}",
        advice=(f"without --strict: {result.verdict}", *result.advice),
    )
