"""What the differences between predicate abstraction and impact come from: drivers, with variants.

    python -m tools.variants FOLDER [--seconds 60] [--blocks single] [--names kbfiltr,floppy_simpl]
        [--variants impact,impact/cover=plain] [--results FILE]

In: a folder as for ``tools.drivers``. Out: a Markdown table with the drivers in it and the variants
of methods, each a configuration as ``maul trials`` has it. If nothing else is said: both methods as
they are, and with one thing changed (where predicates are tracked, which formulas over them a state
can be, whether coverings are forced), and the settings that are named after other tools.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from maul.choices import Chosen, chosen
from tools.drivers import questions
from tools.measured import Results

VARIANTS = (
    "predicate",
    "predicate/scope=location",
    "predicate/abstraction=boolean",
    "blast",
    "blast-revised",
    "satabs",
    "impact",
    "impact/cover=plain",
    "impact/recent=1",
)
HEADS = "task | variant | verdict | time | outside refuter | solver | questions | in refuter | "
HEADS += "paths | predicates | vertices"


def configured(variant: str) -> tuple[str, Chosen]:
    """The method of a variant, and what is chosen for it."""
    method, *values = variant.split("/")
    return method, chosen(dict(value.split("=") for value in values))


def main() -> int:
    """Run what is missing, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--blocks", default="single")
    parser.add_argument("--names", default="kbfiltr,floppy_simpl")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--results", type=Path, default=Path("variants.jsonl"))
    options = parser.parse_args()
    results = Results(options.results)
    rows = []
    for task in questions(options.folder, tuple(options.names.split(","))):
        name = Path(task.file).name.removesuffix(".c")
        for variant in options.variants.split(","):
            method, choices = configured(variant)
            asked = replace(task, method=method, choices=choices, blocks=options.blocks)
            run = results.of(
                f"{name}/{variant}/{options.blocks}", replace(asked, seconds=options.seconds)
            )
            times = (run.search, run.outside, run.solver, run.refuter)
            search, outside, solver, refuter = (f"{seconds:.1f}" for seconds in times)
            verdict = run.verdict if run.is_decided else "-"
            cells = [name, variant, verdict, search, outside, solver, run.questions, refuter]
            cells += [run.refutations, run.predicates, run.states]
            rows.append(f"| {' | '.join(map(str, cells))} |")
    print(f"| {HEADS} |")
    print("|---" * (HEADS.count("|") + 1) + "|")
    print("\n".join(rows))
    print(f"\nWrong verdicts: {', '.join(results.wrong) or 'none'}")
    return 1 if results.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
