"""What many configurations say of one program: agreement, a table, JSON and CSV.

Comes in: one finished line for each configuration, or what it tells while it works. Goes out: text.
Two configurations that contradict each other are the worst that can happen, and said first.
"""

from __future__ import annotations

import time
from textwrap import shorten
from typing import TYPE_CHECKING

from maul.events import Stage
from maul.node import value
from maul.report.grid import csv, text, ungrouped
from maul.report.statistics import Counting
from maul.result import Conclusion, Statistics
from maul.system.child import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maul.events import Event
    from maul.report.grid import Grid

HEAD = ("configuration", "verdict", "time", "iterations", "perfect", "solver time", "reason")
WAITING = "waiting"
INTERRUPTED = "interrupted"
LONGEST = 60  # characters of a reason in a table; JSON and CSV have all of them


@value
class ComparedLine:
    """What one configuration says, ``TRUE``, ``FALSE``, ``UNKNOWN`` or ``ERROR``, what is violated
    or why there is no verdict, and what that cost."""

    configuration: str
    verdict: str
    violated: str = ""
    reason: str = ""
    statistics: Statistics = Statistics()


@value
class Agreement:
    """Who says TRUE, who says FALSE, and how many were asked."""

    true: tuple[str, ...]
    false: tuple[str, ...]
    asked: int

    @property
    def verdict(self) -> str:
        """What all say who say something; empty when nobody does, or when they disagree."""
        if self.is_contradiction:
            return ""
        return Conclusion.TRUE if self.true else Conclusion.FALSE if self.false else ""

    @property
    def is_contradiction(self) -> bool:
        """Whether two answers exclude each other."""
        return bool(self.true and self.false)


def agreement(lines: Sequence[ComparedLine]) -> Agreement:
    """What the configurations agree on."""
    true = tuple(line.configuration for line in lines if line.verdict == Conclusion.TRUE)
    false = tuple(line.configuration for line in lines if line.verdict == Conclusion.FALSE)
    return Agreement(true, false, len(lines))


def agreement_line(found: Agreement) -> str:
    """The last line, as ``AGREED: TRUE (5 of 8)``: an agreement, a contradiction, or neither."""
    if found.is_contradiction:
        true, false = ", ".join(found.true), ", ".join(found.false)
        return f"CONTRADICTION: TRUE by {true}; FALSE by {false}. One is wrong: please report it"
    answered = len(found.true) + len(found.false)
    if not answered:
        return f"NO ANSWER (0 of {found.asked})"
    return f"AGREED: {found.verdict} ({answered} of {found.asked})"


# ---- for people ----


def as_text(lines: Sequence[ComparedLine]) -> str:
    """The finished table; nobody needs a column for reasons when there are none."""
    return text(_grid([cells(line) for line in lines]))


def cells(line: ComparedLine) -> tuple[str, ...]:
    """The columns of a finished line."""
    numbers = line.statistics
    return (
        line.configuration,
        _verdict(line),
        f"{numbers.wall_seconds:.2f} s",
        str(numbers.refinements),
        _share(numbers.perfect_sequences, numbers.sequences),
        f"{numbers.solver_seconds:.2f} s",
        shorten(line.reason, LONGEST, placeholder=" ..."),
    )


def _verdict(line: ComparedLine) -> str:
    is_violation = line.verdict == Conclusion.FALSE and line.violated
    return f"{line.verdict}({line.violated})" if is_violation else line.verdict


def _share(perfect: int, sequences: int) -> str:
    return f"{perfect / sequences:.0%}" if sequences else "-"


def _grid(lines: Sequence[tuple[str, ...]]) -> Grid:
    shown = len(HEAD) if any(line[-1] for line in lines) else len(HEAD) - 1
    return ungrouped(HEAD[:shown], (line[:shown] for line in lines))


class Board:
    """All configurations while they work: what is known of each by now."""

    def __init__(
        self, configurations: Sequence[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._names = tuple(configurations)
        self._running: dict[str, _Running] = {}
        self._finished: dict[str, ComparedLine] = {}

    def hear(self, configuration: str, told: Event | Usage) -> None:
        """Take note of what a configuration tells."""
        if configuration not in self._running:
            self._running[configuration] = _Running(self._clock())
        running = self._running[configuration]
        if not isinstance(told, Usage):
            running.counting.hear(told)
        if isinstance(told, Stage):
            running.stage = f"{told.name} {told.detail}".strip()

    def finish(self, line: ComparedLine) -> None:
        """A configuration is done."""
        self._finished[line.configuration] = line

    def close(self) -> None:
        """Nothing more will come: who is not done was interrupted."""
        for name in self._names:
            if name not in self._finished:
                self._finished[name] = self._so_far(name)

    def rows(self) -> list[tuple[str, ...]]:
        """The cells of all configurations, in the order that was asked for."""
        return [self._row(name) for name in self._names]

    def lines(self) -> list[ComparedLine]:
        """The finished lines, in the order that was asked for."""
        return [self._finished[name] for name in self._names if name in self._finished]

    def _row(self, name: str) -> tuple[str, ...]:
        if name in self._finished:
            return cells(self._finished[name])
        if name not in self._running:
            return (name, WAITING, *("",) * (len(HEAD) - 2))
        shown = cells(self._so_far(name))
        return (name, self._running[name].stage, *shown[2:-1], "")

    def _so_far(self, name: str) -> ComparedLine:
        running = self._running.get(name)
        if running is None:
            return ComparedLine(name, Conclusion.UNKNOWN, reason=INTERRUPTED)
        spent = running.counting.statistics(self._clock() - running.began, Usage())
        return ComparedLine(name, Conclusion.UNKNOWN, reason=INTERRUPTED, statistics=spent)


class _Running:
    """A configuration at work."""

    def __init__(self, began: float) -> None:
        self.began = began
        self.stage = "starting"
        self.counting = Counting()


# ---- for programs ----


def as_csv(lines: Sequence[ComparedLine]) -> str:
    """A line for each configuration, with all statistics."""
    head = ("configuration", "verdict", "violated", "reason", *Statistics.__match_args__)
    return csv(ungrouped(head, (tuple(map(str, _fields(line).values())) for line in lines)))


def as_json(question: Mapping[str, object], lines: Sequence[ComparedLine]) -> str:
    """What was asked, what each configuration says, and what they agree on."""
    import json  # noqa: PLC0415 - only when it is asked for

    found = agreement(lines)
    content = {
        **question,
        "agreement": {
            "verdict": found.verdict or None,
            "contradiction": found.is_contradiction,
            "asked": found.asked,
            "true": list(found.true),
            "false": list(found.false),
        },
        "rows": [_fields(line) for line in lines],
    }
    return json.dumps(content, indent=2) + "\n"


def _fields(line: ComparedLine) -> dict[str, object]:
    return {
        "configuration": line.configuration,
        "verdict": line.verdict,
        "violated": line.violated,
        "reason": line.reason,
        **{name: getattr(line.statistics, name) for name in Statistics.__match_args__},
    }
