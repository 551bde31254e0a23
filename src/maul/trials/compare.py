"""``maul compare``: one program through many configurations.

Comes in: a program and configurations. Goes out: a line for each configuration, whichever is
finished first. All of them are found possible before the first one is started.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.node import value
from maul.report.comparison import ComparedLine
from maul.trials.configuration import crossed, read_configuration
from maul.trials.pool import CRASHES, ERROR, Job, run_jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from maul.events import Event
    from maul.system.child import Usage
    from maul.trials.configuration import Preferences
    from maul.trials.record import FinishedRun
    from maul.trials.tasks import Trial

# One of each kind; the others are variants of these.
METHODS = ("impact", "predicate", "automizer", "kojak", "value-itp", "value+predicate", "bmc")
REFUTERS = ("auto",)


@value
class Comparison:
    """A program, how to verify it, the limits of each run, and how many run at a time."""

    trial: Trial
    configurations: tuple[Preferences, ...]
    seconds: float
    megabytes: float
    workers: int


def configurations(
    methods: Sequence[str], refuters: Sequence[str], blocks: str | None, arith: str
) -> tuple[Preferences, ...]:
    """Every method with every refuter, with the same blocks and integers for all."""
    settings = f"{f'/blocks={blocks}' if blocks else ''}/arith={arith}"
    pairs = crossed(methods, refuters)
    return tuple(dict.fromkeys(read_configuration(pair.name + settings) for pair in pairs))


def compared(
    comparison: Comparison, hear: Callable[[str, Event | Usage], None] | None = None
) -> Generator[ComparedLine, None, None]:
    """Run all configurations; ``hear`` is told what each of them tells on the way."""
    jobs = [
        Job(comparison.trial, chosen, comparison.seconds, comparison.megabytes)
        for chosen in comparison.configurations
    ]

    def told(job: Job, what: Event | Usage) -> None:
        if hear is not None:
            hear(job.configuration.name, what)

    for record in run_jobs(jobs, comparison.workers, None if hear is None else told):
        yield line(record)


def line(record: FinishedRun) -> ComparedLine:
    """What a finished run says."""
    return ComparedLine(
        record.configuration, record.verdict, record.violated, record.reason, record.statistics
    )


def refuse_bad_input(lines: Sequence[ComparedLine]) -> None:
    """``BadInput`` when that is what every configuration says: it is the program's fault."""
    reasons = {each.reason for each in lines if each.verdict == ERROR}
    if len(reasons) == 1 and all(each.verdict == ERROR for each in lines):
        (reason,) = reasons
        if not reason.startswith(CRASHES):
            raise BadInput(reason)
