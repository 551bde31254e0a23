"""Records of trials, made up."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from maul.result import Statistics
from maul.trials.record import FinishedRun
from maul.trials.scoring import score

TASKS = tuple((f"task{number}", ("floats", "loops", "arrays")[number % 3]) for number in range(6))
SOURCES = (
    "auto",
    "craig:spacer",
    "craig:iz3",
    "newton:IT-SP-LV",
    "newton:IT-SP-LV/solver=cvc5",
    "newton:SP",
)

FEW = settings(max_examples=25)  # there are many records in each example
CONFIGURATIONS = tuple(
    f"{method}/{source}".removesuffix("/auto") + arith
    for method in ("automizer", "kojak")
    for source in SOURCES
    for arith in ("", "/arith=int")
)
NOTHING = Statistics()


def record(
    task: str = "task0",
    configuration: str = "impact",
    verdict: str = "TRUE",
    *,
    category: str = "loops",
    expected: str = "true",
    property: str = "unreach-call",  # noqa: A002 - the field is called so
    statistics: Statistics = NOTHING,
) -> FinishedRun:
    """A finished run."""
    points = score(expected, "", verdict, "")
    return FinishedRun(
        task,
        category,
        property,
        expected,
        configuration,
        15.0,
        verdict,
        property if verdict == "FALSE" else "",
        "" if verdict in ("TRUE", "FALSE") else "time limit",
        points > 0,
        points < 0,
        points,
        statistics,
    )


def spent(seconds: float, refinements: int = 0, perfect: int = 0) -> Statistics:
    """What a run took; each refinement has its sequence."""
    return Statistics(
        wall_seconds=seconds,
        refinements=refinements,
        sequences=refinements,
        perfect_sequences=perfect,
    )


@st.composite
def runs(draw: st.DrawFn) -> list[FinishedRun]:
    """Runs of some configurations on some tasks, each at most once, in some order."""
    chosen = draw(st.sets(st.sampled_from(CONFIGURATIONS), max_size=5))
    made: list[FinishedRun] = []
    for configuration in sorted(chosen):
        for task, category in TASKS:
            # None: it was not run.
            verdict = draw(st.sampled_from(("TRUE", "FALSE", "UNKNOWN", "ERROR", None)))
            if verdict is not None:
                cost = len(made) * 7 % 10
                costs = spent(cost / 10, cost, cost // 2)
                made.append(
                    record(task, configuration, verdict, category=category, statistics=costs)
                )
    return made


@st.composite
def orders(draw: st.DrawFn) -> tuple[list[FinishedRun], list[FinishedRun]]:
    """The same runs in two orders."""
    made = draw(runs())
    return made, draw(st.permutations(made))
