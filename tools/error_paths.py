"""Error paths of real programs through the refuters.

    python -m tools.error_paths TASKS [--walks 1,5,25] [--refuters A,B] [--seconds 10] [--jobs 2]
        [--blocks single] [--arith bv] [--sample 100] [--results FILE]

For each task with the property unreach-call and each number in ``--walks`` the n-th shortest path
to the error is taken from the program. Each refuter is asked about it in turn; every assertion
sequence is verified once more with a solver of its own. Results go to a file, one JSON object a
line; tasks that are in the file already are not run again. Then the tables: paths by category, and
for each refuter the share of infeasible paths that it answered, verified and perfect, and times.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import yaml

from maul.c.ctype import ILP32, LP64
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.errors import LimitReached, Unsupported
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Feasible, Refuted
from maul.methods.paths.error_path import error_paths
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp
from maul.system.deep import call_deep

DEFAULT = "auto,newton:IT-SP-LV,newton:IT-WP,craig:spacer"


@dataclass(frozen=True, slots=True)
class Job:
    """One path of one program."""

    program: Path
    model: str
    property_file: Path
    walk: int

    @property
    def key(self) -> str:
        """The name of the path in results."""
        return f"{self.program.parent.name}/{self.program.name}#{self.walk}"


Row = dict[str, str | float | bool]


def jobs(folder: Path, walks: Iterable[int]) -> list[Job]:
    """The paths of all tasks about reachability below a folder."""
    found: list[Job] = []
    for definition in sorted(folder.rglob("*.yml")):
        content = yaml.safe_load(definition.read_text())
        if not isinstance(content, dict) or "input_files" not in content:
            continue
        names = content["input_files"]
        program = definition.parent / (names if isinstance(names, str) else names[0])
        model = content.get("options", {}).get("data_model", "ILP32")
        for entry in content["properties"]:
            if entry["property_file"].split("/")[-1].startswith("unreach-call"):
                prp = definition.parent / entry["property_file"]
                found += [Job(program, model, prp, walk) for walk in walks]
                break
    return found


# ---- one path, in a process of its own ---------------------------------------------------------


def examine(job: Job, options: argparse.Namespace) -> None:
    """Print what each refuter says of a path, one JSON object a line."""

    wanted = read_property(str(job.property_file))
    model = ILP32 if job.model == "ILP32" else LP64
    start = time.monotonic()
    try:
        cfa = prune(read_program((str(job.program),), model, wanted, ())).cfa
        paths = error_paths(cfa, options.blocks, options.arith, Run(60))
        path = paths.shortest(job.walk)
    except (Unsupported, LimitReached) as stop:
        _print(refuter="", answer="no path", reason=str(stop))
        return
    if path is None:
        _print(refuter="", answer="no path", reason="there are fewer paths")
        return
    blocks, conjuncts = len(path.trace), len(path.trace.conjuncts())
    _print(
        refuter="",
        answer="path",
        seconds=time.monotonic() - start,
        blocks=blocks,
        conjuncts=conjuncts,
    )
    for name in options.refuters.split(","):
        refute = refuter(name)
        began = time.monotonic()
        answer = refute(path.trace, options.seconds)
        _print(refuter=name, seconds=time.monotonic() - began, **_described(answer))


def _described(answer: object) -> Row:
    """An answer in words; a refutation is verified again."""

    match answer:
        case Feasible():
            return {"answer": "feasible"}
        case Refuted(trace=trace, assertions=assertions, perfect=perfect, source=source):
            prover = prover_for([*trace.parts(), *assertions])
            broken = list(answer.broken_laws(prover, 30.0))
            return {
                "answer": "refuted",
                "verified": not broken,
                "perfect": perfect,
                "source": source,
                "reason": "; ".join(broken),
            }
        case GaveUp(reason=reason):
            return {"answer": "gave up", "reason": reason}
    raise ValueError(f"no refutation: {answer}")


def _print(**row: str | float | bool) -> None:
    print(json.dumps(row), flush=True)


# ---- all paths ---------------------------------------------------------------------------------


def run(job: Job, options: argparse.Namespace) -> list[Row]:
    """The rows of one path; what the process did not get to has been killed."""
    names = options.refuters.split(",")
    command = [sys.executable, "-m", "tools.error_paths", str(job.program), "--one", str(job.walk)]
    command += ["--model", job.model, "--property", str(job.property_file)]
    command += ["--refuters", options.refuters, "--seconds", str(options.seconds)]
    command += ["--blocks", options.blocks, "--arith", options.arith]
    limit = 90 + 2 * options.seconds * len(names)
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    rows: list[Row] = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    if any(row["answer"] == "path" for row in rows):
        told = {row["refuter"] for row in rows}
        why = err.strip().splitlines()[-1] if err.strip() else "killed"
        rows += [
            {"refuter": name, "answer": "died", "reason": why, "seconds": limit}
            for name in names
            if name not in told
        ]
    elif not rows:
        why = err.strip().splitlines()[-1] if err.strip() else "killed"
        rows = [{"refuter": "", "answer": "died", "reason": why}]
    for row in rows:
        row["path"] = job.key
        row["category"] = job.program.parent.name
    return rows


def tables(rows: list[Row], names: list[str], seconds: float) -> None:
    """Print what came out."""
    by_path: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_path.setdefault(str(row["path"]), {})[str(row["refuter"])] = row
    taken = {key: told for key, told in by_path.items() if told.get("", {}).get("answer") == "path"}
    infeasible = {k for k, told in taken.items() if any(_is(r, "refuted") for r in told.values())}
    feasible = {k for k, told in taken.items() if any(_is(r, "feasible") for r in told.values())}
    clash = infeasible & feasible
    categories = sorted({key.split("/")[0] for key in by_path})
    print(
        f"{'category':16} {'asked':>6} {'paths':>6} {'feasible':>9} {'infeasible':>11} {'open':>5}"
    )
    for category in [*categories, "all"]:
        keys = [k for k in by_path if category in ("all", k.split("/")[0])]
        have = [k for k in keys if k in taken]
        sat, unsat = (sum(k in group for k in have) for group in (feasible, infeasible))
        rest = len(have) - sat - unsat
        print(f"{category:16} {len(keys):6} {len(have):6} {sat:9} {unsat:11} {rest:5}")
    print(f"both feasible and infeasible (must be none): {sorted(clash)}")
    for name in names:
        print(f"\n{name}: of the infeasible paths and those nobody decided")
        _refuter_table(name, {k: t for k, t in taken.items() if k not in feasible}, seconds)


def _refuter_table(name: str, taken: dict[str, dict[str, Row]], seconds: float) -> None:
    for category in [*sorted({key.split("/")[0] for key in taken}), "all"]:
        rows = [
            t[name] for k, t in taken.items() if category in ("all", k.split("/")[0]) if name in t
        ]
        answered = [r for r in rows if _is(r, "refuted") and float(r["seconds"]) <= seconds]
        if not rows:
            continue
        times = [float(r["seconds"]) for r in answered]
        verified = sum(bool(r.get("verified")) for r in answered)
        perfect = sum(bool(r.get("perfect")) for r in answered)
        print(
            f"  {category:16} {len(answered):4}/{len(rows):<4}"
            f" {100 * len(answered) / len(rows):5.1f}%"
            f"  verified {verified}  perfect {perfect}"
            f"  median {median(times) if times else 0:.2f} s"
        )


def _is(row: Row, answer: str) -> bool:
    return row["answer"] == answer


def main() -> int:
    """Run what is missing, then print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--walks", default="1,5,25")
    parser.add_argument("--refuters", default=DEFAULT)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--blocks", default="single")
    parser.add_argument("--arith", default="bv")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--paths", type=Path, help="only the paths named in this file")
    parser.add_argument("--results", type=Path, default=Path("error-paths.jsonl"))
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--model", default="ILP32", help=argparse.SUPPRESS)
    parser.add_argument("--property", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        job = Job(options.folder, options.model, options.property, options.one)
        call_deep(lambda: examine(job, options))
        return 0
    wanted = jobs(options.folder, [int(walk) for walk in options.walks.split(",")])
    if options.paths:
        names = set(options.paths.read_text().split())
        wanted = [job for job in wanted if job.key in names]
    if options.sample:
        wanted = Random(1).sample(wanted, min(options.sample, len(wanted)))
    rows: list[Row] = []
    if options.results.exists():
        rows = [json.loads(line) for line in options.results.read_text().splitlines()]
    done = {row["path"] for row in rows}
    with ThreadPoolExecutor(options.jobs) as pool, options.results.open("a") as file:
        for found in pool.map(
            lambda job: run(job, options), [j for j in wanted if j.key not in done]
        ):
            rows += found
            file.writelines(json.dumps(row) + "\n" for row in found)
            file.flush()
    tables(rows, options.refuters.split(","), options.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
