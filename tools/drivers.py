"""Windows drivers with predicate abstraction and with interpolants, as in [McMillan06, Table 1].

    python -m tools.drivers FOLDER [--seconds 60] [--blocks single,large] [--refuter auto]
        [--names cdaudio,kbfiltr] [--methods predicate,impact] [--results FILE]

In: a folder in which there are, anywhere below, task definitions in the format of SV-COMP. Those of
the paper's drivers are taken, by name, the simplified ones too. Out: a Markdown table for each size
of blocks, P for the first method, predicate abstraction or a named setting of it such as ``blast``
or ``blast-revised``, and I for the second, impact: verdicts, seconds of the search without
reading and checking, how many times faster interpolants are, predicates (one at two places counts
twice), seconds outside the refuter (abstract successors, mostly), those of them in solvers, seconds
inside the refuter (interpolation), paths it was asked about (forced coverings included), vertices.
Exit code 1 when a verdict is wrong. Results go to a file as well, one JSON object a line; what is
in it already is not run again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import yaml

from tools.measured import Measured, Question, Results

DRIVERS = ("cdaudio", "diskperf", "floppy", "kbfiltr", "parclass", "parport")
Row = tuple[Question, Measured, Measured]
HEADS = "task | expected | P | I | time P | time I | P / I | predicates | post P | solver P | "
HEADS += "interp. P | interp. I | paths P | paths I | vertices P | vertices I"


def questions(folder: Path, names: tuple[str, ...]) -> Iterator[Question]:
    """The drivers below a folder whose names begin so, the small ones first; method, blocks and
    limit are to be said."""
    found: list[tuple[int, Question]] = []
    for definition in sorted(folder.rglob("*.yml")):
        if not definition.name.startswith(names):
            continue
        content = yaml.safe_load(definition.read_text(encoding="utf-8"))
        program = definition.parent / content["input_files"]
        for entry in content["properties"]:
            if entry["property_file"].split("/")[-1].startswith("unreach-call"):
                question = Question(
                    str(program),
                    str(entry["expected_verdict"]).upper(),
                    "",
                    "",
                    0.0,
                    content["options"]["data_model"],
                    str(definition.parent / entry["property_file"]),
                )
                found.append((program.stat().st_size, question))
                break
    return (question for _, question in sorted(found, key=lambda pair: pair[0]))


def table(rows: list[Row]) -> Iterator[str]:
    """One row for each driver."""
    yield f"| {HEADS} |"
    yield "|---" * (HEADS.count("|") + 1) + "|"
    for question, predicate, impact in rows:
        cells = [
            Path(question.file).name.removesuffix(".c"),
            question.expected,
            *(run.verdict if run.is_decided else "-" for run in (predicate, impact)),
            *map(_seconds, (predicate, impact)),
            speed_up(predicate, impact),
            str(predicate.predicates),
            f"{predicate.outside:.1f}",
            f"{predicate.solver:.1f}",
            f"{predicate.refuter:.1f}",
            f"{impact.refuter:.1f}",
            *(str(run.refutations) for run in (predicate, impact)),
            str(predicate.states),
            str(impact.states),
        ]
        yield f"| {' | '.join(cells)} |"


def _seconds(run: Measured) -> str:
    return f"{run.search:.1f}" if run.is_decided else f"> {run.search:.0f}"


def speed_up(predicate: Measured, impact: Measured) -> str:
    """How many times faster; a bound when only one of them came to a verdict."""
    times = predicate.search / max(impact.search, 0.01)
    ratio = f"{times:.1f}" if times >= 1 else f"{times:.2f}"
    match predicate.is_decided, impact.is_decided:
        case True, True:
            return ratio
        case False, True:
            return f"> {ratio}"
        case True, False:
            return f"< {ratio}"
    return "?"


def main() -> int:
    """Run what is missing, then print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--blocks", default="single,large")
    parser.add_argument("--refuter", default="auto")
    parser.add_argument("--names", default=",".join(DRIVERS))
    parser.add_argument("--methods", default="predicate,impact")
    parser.add_argument("--results", type=Path, default=Path("drivers.jsonl"))
    options = parser.parse_args()
    methods = options.methods.split(",")
    results = Results(options.results)
    tasks = list(questions(options.folder, tuple(options.names.split(","))))
    rows: dict[str, list[Row]] = {}
    for blocks, task in product(options.blocks.split(","), tasks):
        name = Path(task.file).name
        predicate, impact = (
            results.of(
                f"{name}/{method}/{blocks}/{options.refuter}",
                replace(
                    task,
                    method=method,
                    blocks=blocks,
                    seconds=options.seconds,
                    refuter=options.refuter,
                ),
            )
            for method in methods
        )
        rows.setdefault(blocks, []).append((task, predicate, impact))
    for blocks, content in rows.items():
        print(f"\nBlocks: {blocks}\n")
        print("\n".join(table(content)))
        print("\nWithout a verdict:\n")
        for task, *runs in content:
            for method, run in zip(methods, runs, strict=True):
                if not run.is_decided:
                    print(f"- {Path(task.file).name}, {method}: {run.reason}")
    print(f"\nWrong verdicts: {', '.join(results.wrong) or 'none'}")
    return 1 if results.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
