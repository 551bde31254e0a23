"""What the differences between predicate abstraction and impact come from: drivers, with variants.

    python -m tools.variants FOLDER [--seconds 60] [--blocks single] [--names kbfiltr,floppy_simpl]
        [--results FILE]

In: a folder as for ``tools.drivers``. Out: a Markdown table with the drivers in it and both methods
as they are, and with one thing changed: predicates only at the locations they were found for
instead of everywhere in the function, Boolean instead of Cartesian abstraction, no forced covering.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from maul.domains.abstraction import boolean
from maul.domains.predicate import by_location
from maul.domains.questions import Questions
from maul.interpolate.catalogue import refuter
from maul.methods.impact import Impact, impact
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.predicate_abstraction import PredicateStyle, predicate_abstraction_in, style_for
from maul.methods.setting import Setting
from tools.drivers import questions
from tools.measured import Results

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.explore.arg import Vertex
    from maul.methods.setting import Method, Setting
    from maul.proofs.verdict import Verdict
    from maul.run import Run

HEADS = "task | variant | verdict | time | outside refuter | solver | questions | in refuter | "
HEADS += "paths | predicates | vertices"


class Unforced(Impact):
    """Impact without forced covering."""

    def force_cover(self, v: Vertex, w: Vertex) -> bool:  # noqa: ARG002 - it never does
        """Leave it."""
        return False


def unforced(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by impact without forced covering."""
    paths = error_paths(cfa, setting.blocks, setting.arith, run)
    inspector = Inspector(paths, setting.refuter, run)
    return Unforced(inspector, Questions(setting.provers, run), run).unwind()


def styled(style: PredicateStyle) -> Method:
    """Predicate abstraction in a style."""
    return lambda cfa, setting, run: predicate_abstraction_in(style, cfa, setting, run)


def variants(blocks: str) -> dict[str, Method]:
    """The variants, by name; of each method the first one is what it does without being told."""
    usual = style_for(Setting(refuter("auto"), blocks))
    by_place = PredicateStyle(
        usual.abstraction, usual.predicates, by_location, usual.order, usual.refine
    )
    all_combinations = PredicateStyle(
        boolean, usual.predicates, usual.scope, usual.order, usual.refine
    )
    return {
        "predicate": styled(usual),
        "predicate, by location": styled(by_place),
        "predicate, Boolean": styled(all_combinations),
        "impact": impact,
        "impact, not forced": unforced,
    }


def main() -> int:
    """Run what is missing, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--blocks", default="single")
    parser.add_argument("--names", default="kbfiltr,floppy_simpl")
    parser.add_argument("--results", type=Path, default=Path("variants.jsonl"))
    options = parser.parse_args()
    results = Results(options.results)
    rows = []
    for task in questions(options.folder, tuple(options.names.split(","))):
        name = Path(task.file).name.removesuffix(".c")
        for variant, find in variants(options.blocks).items():
            asked = replace(task, blocks=options.blocks, seconds=options.seconds)
            run = results.of(f"{name}/{variant}/{options.blocks}", asked, find)
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
