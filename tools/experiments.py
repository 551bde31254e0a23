"""The papers' tables: run every plan, one after the other, and write its tables and plots.

    python -m tools.experiments FOLDER RESULTS [--only NAME] [--jobs 2] [--count | --render]

In: a folder of SV-COMP task definitions, a folder for the results, and the plans in
docs/experiments/plans, the one with the fewest runs first. Out: one file of results for all plans,
in which a run that several of them ask for is made once; and in each document of docs/experiments
the tables of its plans, between two comments, ``<!-- plan: NAME -->`` and ``<!-- end: NAME -->``.
Plots go to docs/experiments/plots, if matplotlib is installed. Killed and started again it goes on
where it was; what is there is written after each plan. ``--render`` runs nothing; ``--count`` says
how many runs there are, how many are done, and how long the others take. Exit code 1 when a verdict
was wrong.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from maul.cli.main import main as maul
from maul.errors import BadInput
from maul.trials.configuration import is_installed
from maul.trials.experiment import entries, plan_of, runs_of
from maul.trials.page import page, page_told
from maul.trials.plan_file import read_plan
from maul.trials.plot import drawn, figures_of_plan
from maul.trials.record import read_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.trials.experiment import Experiment
    from maul.trials.record import FinishedRun

DOCUMENTS = Path(__file__).parents[1] / "docs" / "experiments"
PLANS = "plans"
PLOTS = "plots"
USUAL = 0.6  # of its limit takes a run on an average, until there are runs to tell


def block(name: str) -> re.Pattern[str]:
    """The part of a document that a plan fills."""
    told = re.escape(name)
    return re.compile(rf"(?<=<!-- plan: {told} -->\n).*?(?=<!-- end: {told} -->)", re.DOTALL)


def rendered(text: str, name: str, content: str) -> str:
    """A document with other content for a plan."""
    return block(name).sub(lambda _: f"\n{content}\n", text)


def content(experiment: Experiment, records: Sequence[FinishedRun], plots: Sequence[str]) -> str:
    """What a document shows of a plan."""
    images = (
        f"![{each.title}]({PLOTS}/{each.name}.svg)\n"
        for each in experiment.plots
        if each.name in plots
    )
    return "\n".join([page_told(page(experiment, records), "markdown"), *images])


def render(documents: Path, experiments: Sequence[Experiment], results: Path) -> Iterator[str]:
    """Write the tables and plots of experiments that have results; what was written."""
    if not results.exists():
        return
    records = read_records(results)
    for each in experiments:
        if not any(runs_of(each, records).values()):
            continue
        plots = _plots(each, records, documents / PLOTS)
        yield from plots
        made = content(each, records, [Path(path).stem for path in plots])
        for document in sorted(documents.glob("*.md")):
            before = document.read_text(encoding="utf-8")
            after = rendered(before, each.name, made)
            if before != after:
                document.write_text(after, encoding="utf-8")
                yield str(document)


def _plots(experiment: Experiment, records: Sequence[FinishedRun], folder: Path) -> list[str]:
    """Draw the plots of an experiment, if that is possible; their paths."""
    try:
        return drawn(figures_of_plan(experiment, records), str(folder), "svg")
    except BadInput as problem:
        print(f"experiments: {experiment.name}: {problem}", file=sys.stderr)
        return []


def counted(
    experiment: Experiment, folder: str, records: Sequence[FinishedRun], jobs: int
) -> tuple[int, int, float]:
    """How many runs an experiment has, how many are done, and the hours that the others take."""
    known = [each for each in entries(experiment) if is_installed(each.configuration)]
    runs = plan_of(experiment, folder, known).runs
    wanted = {(trial.name, chosen.name) for trial, chosen in runs}
    done = [record for record in records if (record.task, record.configuration) in wanted]
    spent = sum(record.statistics.wall_seconds for record in done)
    mean = spent / len(done) if done else USUAL * experiment.seconds
    return len(runs), len(done), (len(runs) - len(done)) * mean / jobs / 3600


def parsed(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("results", type=Path, metavar="RESULTS")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="these plans")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time-limit", help="another limit than the plans have")
    parser.add_argument("--mixed", action="store_true", help="go on at another revision")
    parser.add_argument("--documents", type=Path, default=DOCUMENTS, help=argparse.SUPPRESS)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="say how much there is to do")
    what.add_argument("--render", action="store_true", help="run nothing, write what is there")
    return parser.parse_args(arguments)


def wanted(options: argparse.Namespace) -> list[tuple[Path, Experiment]]:
    """The plans that are asked for, the one with the fewest runs first."""
    paths = sorted((options.documents / PLANS).glob("*.toml"))
    names = [path.stem for path in paths]
    for name in options.only:
        if name not in names:
            raise BadInput(f"--only: there is no plan {name}; there are {', '.join(names)}")
    found = [
        (path, read_plan(path)) for path in paths if not options.only or path.stem in options.only
    ]
    return sorted(found, key=lambda each: counted(each[1], options.folder, (), 1)[0])


def _run(path: Path, options: argparse.Namespace, results: Path) -> int:
    more = ["--time-limit", options.time_limit] if options.time_limit else []
    more += ["--mixed"] if options.mixed else []
    call = ["trials", "run", options.folder, "--plan", str(path), "--out", str(results)]
    return maul([*call, "--jobs", str(options.jobs), *more])


def work(options: argparse.Namespace) -> int:
    """Run, render or count."""
    plans = wanted(options)
    results = options.results / "results.jsonl"
    if options.count:
        records = read_records(results) if results.exists() else ()
        for _, experiment in plans:
            total, done, hours = counted(experiment, options.folder, records, options.jobs)
            print(f"{experiment.name}: {total} runs, {done} done, {hours:.1f} hours to go")
        return 0
    options.results.mkdir(parents=True, exist_ok=True)
    experiments = [experiment for _, experiment in plans]
    worst = 0
    for path, experiment in plans:
        if not options.render:
            print(f"== {experiment.name}: {experiment.title}", flush=True)
            code = _run(path, options, results)
            if code > 1:  # interrupted, or refused
                return code
            worst = max(worst, code)
        for written in render(options.documents, experiments, results):
            print(written)
        if options.render:
            break
    return worst


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the options say."""
    try:
        return work(parsed(arguments))
    except BadInput as problem:
        print(f"experiments: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
