"""What a cell of a table can show of the runs behind it.

Comes in: finished runs, and how they are scored. Goes out: a number or a word, None where there is
nothing to be told, and how it is written. A plan file names cells by the names here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from maul.node import node
from maul.result import Conclusion
from maul.trials.scoring import Scoring, points

if TYPE_CHECKING:
    from maul.trials.record import FinishedRun

NOTHING = "-"
ERROR = "ERROR"

RunsOfCell: TypeAlias = "Sequence[FinishedRun]"
Shown: TypeAlias = "float | str | None"


@node
class Cell:
    """A thing to be shown: the head of its column, its value, and how a number is written."""

    head: str
    of: Callable[[RunsOfCell, Scoring], Shown]
    written: Callable[[float], str] = "{:.0f}".format

    def text(self, runs: RunsOfCell, rules: Scoring) -> str:
        """What stands in the cell."""
        found = self.of(runs, rules) if runs else None
        if found is None:
            return NOTHING
        return found if isinstance(found, str) else self.written(found)


def two_digits(seconds: float) -> str:
    """Two significant digits, as [Beyer13] prints times; more would be noise."""
    return f"{float(f'{seconds:.2g}'):g}" if seconds < 1e5 else f"{seconds:.0f}"


def seconds(run: FinishedRun) -> float:
    """The time of a run; one that was cut off counts its limit."""
    is_cut = not run.correct and run.reason.startswith("time limit")
    return run.time_limit if is_cut else run.statistics.wall_seconds


def _solved(runs: RunsOfCell) -> list[FinishedRun]:
    return [run for run in runs if run.correct]


def _perfect(runs: RunsOfCell) -> float | None:
    sequences = sum(run.statistics.sequences for run in runs)
    perfect = sum(run.statistics.perfect_sequences for run in runs)
    return 100 * perfect / sequences if sequences else None


def _verdict(runs: RunsOfCell) -> str:
    """The verdict of one run, or of several."""
    return ", ".join(run.verdict if run.verdict != Conclusion.UNKNOWN else NOTHING for run in runs)


def _sum(head: str, of: Callable[[FinishedRun], float], written: str = "{:.0f}") -> Cell:
    return Cell(head, lambda runs, _: sum(map(of, runs)), written.format)


CELLS: Mapping[str, Cell] = {
    "score": Cell("score", lambda runs, rules: sum(points(run, rules) for run in runs)),
    "tasks": Cell("tasks", lambda runs, _: len(runs)),
    "solved": Cell("solved", lambda runs, _: len(_solved(runs))),
    "unsolved": Cell("not solved", lambda runs, _: len(runs) - len(_solved(runs))),
    "wrong": Cell("wrong", lambda runs, _: sum(run.wrong for run in runs)),
    "errors": Cell("errors", lambda runs, _: sum(run.verdict == ERROR for run in runs)),
    "verdict": Cell("verdict", lambda runs, _: _verdict(runs)),
    # Of solved tasks, as in the paper, and of all tasks.
    "time": Cell("time", lambda runs, _: sum(map(seconds, _solved(runs))), two_digits),
    "time-of-all": Cell("time", lambda runs, _: sum(map(seconds, runs)), "{:.1f}".format),
    "solver-time": _sum("solver (s)", lambda r: r.statistics.solver_seconds, "{:.1f}"),
    "interpolation-time": _sum(
        "interp. (s)", lambda r: r.statistics.interpolation_seconds, "{:.1f}"
    ),
    # The time of an abstract post, and of everything else that is no interpolation.
    "other-time": _sum(
        "post (s)",
        lambda r: max(r.statistics.wall_seconds - r.statistics.interpolation_seconds, 0.0),
        "{:.1f}",
    ),
    "predicates": _sum("preds", lambda r: r.statistics.predicates),
    "states": _sum("states", lambda r: r.statistics.states),
    "explored": _sum("explored", lambda r: r.statistics.explored),
    "posts": _sum("posts", lambda r: r.statistics.abstract_posts),
    "covered": _sum("covered", lambda r: r.statistics.covered),
    "left-out": _sum("left out by S", lambda r: r.statistics.left_out),
    "foreseen": _sum("foreseen by E", lambda r: r.statistics.foreseen),
    "refinements": _sum("refinements", lambda r: r.statistics.refinements),
    "queries": _sum("queries", lambda r: r.statistics.solver_queries),
    "perfect": Cell("perfect", lambda runs, _: _perfect(runs), "{:.0f}%".format),
}
