"""Explicit values, predicates and both, as in [Beyer13, Tables 1 and 2].

    python -m tools.explicit_tables RESULTS...

In: files with one JSON object a line for each finished run: ``id``, ``category``, ``tool`` (the
command, in which ``--method NAME`` says which method ran), ``correct``, ``wrong``, ``crash``,
``late``, ``score`` and ``wall`` seconds. A run in a later file, or later in its file, takes the
place of an earlier one. Out: Markdown. For each category score, solved tasks and the seconds that
these took, without refinement and with it (Table 1), then predicates, values and both (Table 2),
then what pairs of methods solve alone, and their times on what both solve. Tasks that a method of a
table has not run are left out of it. Exit code 1 when a run was wrong, crashed or came late.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

TABLES = {
    "Without and with refinement [Beyer13, Table 1]": ("value", "value-itp"),
    "Predicates, values, both [Beyer13, Table 2]": (
        "predicate",
        "value-itp",
        "value+predicate",
        "value-itp+predicate",
    ),
}
PAIRS = (
    ("value", "value-itp"),
    ("predicate", "value+predicate"),
    ("predicate", "value-itp+predicate"),
    ("value+predicate", "value-itp+predicate"),
)


class Outcome(NamedTuple):
    """One run of one method on one task."""

    task: str
    category: str
    method: str
    solved: bool
    failed: bool
    score: int
    seconds: float


Outcomes = Mapping[str, Mapping[str, Outcome]]
"""By method, then by task."""


def method_of(command: str) -> str:
    """The method that a command asks for."""
    found = re.search(r"--method[ =](\S+)", command)
    return found[1] if found else "auto"


def outcomes(lines: Iterable[str]) -> Outcomes:
    """The runs in the lines of a file; the last one of a method on a task counts."""
    found: dict[str, dict[str, Outcome]] = {}
    for line in lines:
        run = json.loads(line)
        method = method_of(run["tool"])
        found.setdefault(method, {})[run["id"]] = Outcome(
            run["id"],
            run["category"],
            method,
            run["correct"],
            run["wrong"] or run["crash"] or run["late"],
            run["score"],
            run["wall"],
        )
    return found


def common(found: Outcomes, methods: Iterable[str]) -> list[str]:
    """The tasks that all of the methods have run, by name."""
    names = list(methods)
    return sorted(
        task for task in found.get(names[0], {}) if all(task in found.get(m, {}) for m in names)
    )


def table(found: Outcomes, methods: tuple[str, ...]) -> Iterator[str]:
    """One row for each category, and one for all of them."""
    tasks = common(found, methods)
    by_category: dict[str, list[str]] = {}
    for task in tasks:
        by_category.setdefault(found[methods[0]][task].category, []).append(task)
    heads = ["category", "tasks", *(f"{m}: score | solved | time" for m in methods)]
    yield f"| {' | '.join(heads)} |"
    yield "|---|" + "---:|" * (1 + 3 * len(methods))
    for category, chosen in [*sorted(by_category.items()), ("all", tasks)]:
        cells = [cell for m in methods for cell in _cells([found[m][task] for task in chosen])]
        yield f"| {' | '.join([category, str(len(chosen)), *cells])} |"


def _cells(runs: list[Outcome]) -> tuple[str, str, str]:
    """Score, solved, seconds of what was solved."""
    solved = [run for run in runs if run.solved]
    seconds = sum(run.seconds for run in solved)
    return str(sum(run.score for run in runs)), str(len(solved)), _rounded(seconds)


def _rounded(seconds: float) -> str:
    """Two digits, as in the paper; more would be noise."""
    return f"{float(f'{seconds:.2g}'):g}" if seconds < 1e6 else f"{seconds:.0f}"


def pair(found: Outcomes, one: str, other: str) -> str:
    """What each of two methods solves alone, and their seconds on what both solve."""
    runs = [(found[one][task], found[other][task]) for task in common(found, (one, other))]
    both = [(a, b) for a, b in runs if a.solved and b.solved]
    cells = [
        one,
        other,
        str(sum(a.solved and not b.solved for a, b in runs)),
        str(sum(b.solved and not a.solved for a, b in runs)),
        str(len(both)),
        _rounded(sum(a.seconds for a, _ in both)),
        _rounded(sum(b.seconds for _, b in both)),
    ]
    return f"| {' | '.join(cells)} |"


def report(found: Outcomes) -> Iterator[str]:
    """All tables for which there are runs, and what went wrong."""
    for title, methods in TABLES.items():
        known = tuple(method for method in methods if method in found)
        if known:
            yield from (f"## {title}", "", *table(found, known), "")
    yield from ("## Two by two", "")
    heads = ("one", "other", "only one", "only other", "both", "time of one", "time of other")
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|" + "---:|" * 5
    yield from (pair(found, *names) for names in PAIRS if set(names) <= set(found))
    failed = [run for runs in found.values() for run in runs.values() if run.failed]
    told = ", ".join(f"{run.task} ({run.method})" for run in failed)
    yield from ("", f"Wrong, crashed or late: {told or 'none'}")


def main() -> int:
    """Print the tables of some files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, nargs="+")
    options = parser.parse_args()
    lines = [
        line for path in options.results for line in path.read_text(encoding="utf-8").splitlines()
    ]
    found = outcomes(lines)
    print("\n".join(report(found)))
    return int(any(run.failed for runs in found.values() for run in runs.values()))


if __name__ == "__main__":
    sys.exit(main())
