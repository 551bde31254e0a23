"""Trials: many tasks under many configurations, with what is finished kept in a file.

Comes in: tasks, configurations, limits and a store. Goes out: the records that the store did not
have yet, as they are made; they are on the disk before they are told. The configurations of a task
are run next to each other, so that what disturbs the machine disturbs all of them alike.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.node import value
from maul.result import Conclusion
from maul.trials.pool import Job, run_jobs
from maul.trials.revision import revision

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.trials.configuration import Preferences
    from maul.trials.record import FinishedRun, Store
    from maul.trials.tasks import Trial

DECIDED = (Conclusion.TRUE, Conclusion.FALSE)


@value
class Plan:
    """Tasks with their configurations, in the order in which they are run, each run within the
    same limits."""

    runs: tuple[tuple[Trial, Preferences], ...]
    seconds: float
    megabytes: float


def crossing(
    trials: Sequence[Trial], configurations: Sequence[Preferences]
) -> tuple[tuple[Trial, Preferences], ...]:
    """Every task under every configuration."""
    return tuple((trial, chosen) for trial in trials for chosen in configurations)


def left(plan: Plan, store: Store) -> tuple[Job, ...]:
    """The jobs of a plan whose records are still to be made. What a shorter time limit was enough
    for is done, what it was too short for is made again. ``BadInput`` when records were made under
    a longer one, for then they could not be compared."""
    names = {chosen.name for _, chosen in plan.runs}
    done = set()
    for record in store.records():
        if record.configuration in names and record.time_limit > plan.seconds:
            raise BadInput(
                f"{store.path}: holds runs of {record.configuration} with a time limit of"
                f" {record.time_limit:g} s, more than {plan.seconds:g} s; take another file"
            )
        if record.time_limit == plan.seconds or record.verdict in DECIDED:
            done.add((record.task, record.configuration))
    return tuple(
        Job(trial, chosen, plan.seconds, plan.megabytes, revision())
        for trial, chosen in plan.runs
        if (trial.name, chosen.name) not in done
    )


def refuse_other_revisions(plan: Plan, store: Store) -> None:
    """``BadInput`` when runs of the plan were made by another revision of maul: a table is to be
    made by one."""
    others = Counter(
        record.revision or "unknown"
        for record in of_plan(plan, store)
        if record.revision != revision()
    )
    if others:
        told = ", ".join(f"{number} at revision {name}" for name, number in sorted(others.items()))
        raise BadInput(
            f"{store.path}: holds runs of another revision ({told}), this one is {revision()};"
            " take another file, or say --mixed"
        )


def carried_out(jobs: Sequence[Job], store: Store, workers: int) -> Iterator[FinishedRun]:
    """Run jobs, so many at a time; each record is kept before it is handed out."""
    with closing(run_jobs(jobs, workers)) as records:
        for record in records:
            store.add(record)
            yield record


def of_plan(plan: Plan, store: Store) -> tuple[FinishedRun, ...]:
    """The records of a plan, in its order, of several of one run the last; the store may have
    others, too."""
    found = {(record.task, record.configuration): record for record in store.records()}
    pairs = [(trial.name, chosen.name) for trial, chosen in plan.runs]
    return tuple(found[pair] for pair in pairs if pair in found)


# ---- for people ----


def mark(record: FinishedRun) -> str:
    """What a verdict is worth, in one word."""
    return "WRONG" if record.wrong else "ok" if record.correct else "-"


def line(record: FinishedRun, number: int, total: int) -> str:
    """A finished run."""
    width = len(str(total))
    return (
        f"[{number:{width}}/{total}] {record.statistics.wall_seconds:7.1f}s"
        f" {record.verdict:7} {mark(record):5} {record.task} {record.configuration}"
    )


def summary(records: Sequence[FinishedRun]) -> list[str]:
    """What each configuration achieved, and every wrong verdict."""
    lines = []
    for name in dict.fromkeys(record.configuration for record in records):
        own = [record for record in records if record.configuration == name]
        correct = sum(record.correct for record in own)
        wrong = sum(record.wrong for record in own)
        errors = sum(record.verdict == "ERROR" for record in own)
        points = sum(record.score for record in own)
        lines.append(
            f"{name}: {len(own)} runs, {correct} correct, {wrong} wrong, {errors} errors,"
            f" score {points}"
        )
    lines += [
        f"WRONG: {record.task} {record.configuration}: {_said(record)}, expected {record.expected}"
        for record in records
        if record.wrong
    ]
    return lines


def _said(record: FinishedRun) -> str:
    return f"{record.verdict}({record.violated})" if record.violated else record.verdict
