"""Run maul over the programs of provenance, in both data models, with one method or several.

    python -m tools.provenance [--methods auto,bmc] [--models LP64,ILP32] [--limit 6s] [WORD ...]
    python -m tools.provenance --truth [WORD ...]

The programs in ``tests/programs/provenance`` take pointers apart, hide them and put them together
again. Each expectation holds for every place where gcc and Linux may put the objects: what is
``unsafe`` fails for one of them at least, and ``--truth`` shows it by execution. UNKNOWN is never
wrong. Prints wrong answers first, then totals for each method. Exit status 1 when an answer is
wrong, or an execution contradicts a head.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from tools.trust import Answer, ask
from tools.trust_programs import FOLDER, Program, programs
from tools.trust_truth import contradiction

PROVENANCE = FOLDER.parent / "provenance"
MODELS = ("LP64", "ILP32")


def in_models(found: list[Program], models: tuple[str, ...] = MODELS) -> Iterator[Program]:
    """Each program once for each data model, unless its options name the one it is about."""
    for program in found:
        for model in models:
            if "--data-model" not in program.options:
                yield replace(program, options=f"{program.options} --data-model {model}".strip())
            elif program.model == model:
                yield program


def chosen(
    words: list[str], models: tuple[str, ...] = MODELS, folder: Path = PROVENANCE
) -> list[Program]:
    """The programs whose name has one of the words, in each data model."""
    wanted = [p for p in programs(folder) if not words or any(word in p.name for word in words)]
    return list(in_models(wanted, models))


def totals(method: str, answers: list[Answer]) -> Iterator[str]:
    """What a method answered: wrong answers, then how often it gave which."""
    for answer in answers:
        if answer.wrong:
            asked = f"{answer.program.name} ({answer.program.model})"
            yield f"WRONG {method} {asked}: {answer.wrong}: {answer.first[:150]}"
    counted = Counter((answer.program.expect, answer.verdict) for answer in answers)
    cells = [f"{expect} {verdict} {n}" for (expect, verdict), n in sorted(counted.items())]
    wrong = sum(bool(answer.wrong) for answer in answers)
    yield f"{method}: {len(answers)} answers, {wrong} wrong: {', '.join(cells)}"


def establish(asked: list[Program], jobs: int) -> int:
    """Compare executions with the heads; the exit status."""
    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(contradiction, asked))
    wrong = [(program, what) for program, what in zip(asked, found, strict=True) if what]
    for program, what in wrong:
        print(f"{program.name} ({program.model}): {what}")
    print(f"{len(asked)} executions, {len(wrong)} contradict")
    return 1 if wrong else 0


def main() -> int:
    """Ask about the programs, or establish what they expect."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("words", nargs="*", metavar="WORD")
    parser.add_argument("--methods", default="auto")
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--limit", default="6s")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--truth", action="store_true", help="compile and execute instead")
    options = parser.parse_args()
    asked = chosen(options.words, tuple(options.models.split(",")))
    if options.truth:
        return establish(asked, options.jobs)
    status = 0
    for method in options.methods.split(","):
        command = [sys.executable, "-m", "maul", "verify", "--method", method]
        with ThreadPoolExecutor(options.jobs) as pool:
            answers = list(pool.map(lambda p: ask(p, command, options.limit), asked))  # noqa: B023
        print("\n".join(totals(method, answers)), flush=True)
        status |= any(answer.wrong for answer in answers)
    return status


if __name__ == "__main__":
    sys.exit(main())
