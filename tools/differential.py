"""The differential test: random programs through gcc and through the interpreter, compared.

    python -m tools.differential --count 2000 --seed 1 --models ILP32,LP64 --jobs 2
    python -m tools.differential --reduce 17

Exit status 0 when standard output and exit status agree for every program, 1 otherwise.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tools.generate.program import generate
from tools.observe import MODELS, Observation, Toolchain, interpreted
from tools.reduce import reduced


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A program on which the two sides differ."""

    seed: int
    model: str
    expected: Observation
    got: Observation

    def summary(self) -> str:
        """One line for people."""
        return f"seed {self.seed} {self.model}: gcc {self.expected.ending}, maul {self.got.ending}"


@dataclass(frozen=True, slots=True)
class Result:
    """What one seed gave."""

    disagreements: tuple[Disagreement, ...]
    constructs: Counter[str]


def compare(seed: int, models: tuple[str, ...]) -> Result:
    """Run the program of a seed on both sides in each data model."""
    program = generate(seed)
    found = []
    with tempfile.TemporaryDirectory(prefix="differential-") as name:
        source = Path(name) / f"seed-{seed}.c"
        source.write_text(program.text, encoding="ascii")
        for model in models:
            expected = _toolchain(model).observe(source, program.inputs)
            got = interpreted(source, program.inputs, model)
            if expected != got:
                found.append(Disagreement(seed, model, expected, got))
    return Result(tuple(found), program.constructs)


_TOOLCHAINS: dict[str, tuple[Toolchain, tempfile.TemporaryDirectory[str]]] = {}


def _toolchain(model: str) -> Toolchain:
    """The toolchain of this process for a data model; its folder lives as long as the process."""
    if model not in _TOOLCHAINS:
        folder = tempfile.TemporaryDirectory(prefix="differential-")
        _TOOLCHAINS[model] = Toolchain(model, Path(folder.name)), folder
    return _TOOLCHAINS[model][0]


def results(seeds: Iterable[int], models: tuple[str, ...], jobs: int) -> Iterator[Result]:
    """The results in the order of the seeds, from ``jobs`` processes."""
    one = partial(compare, models=models)
    if jobs == 1:
        yield from map(one, seeds)
        return
    # Fresh processes: a process with threads must not be forked.
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(one, seeds, chunksize=2)


def save(disagreement: Disagreement, folder: Path) -> Path:
    """Write program, inputs and both outputs; the path of the program."""
    folder.mkdir(parents=True, exist_ok=True)
    program = generate(disagreement.seed)
    stem = f"seed-{disagreement.seed}-{disagreement.model}"
    source = folder / f"{stem}.c"
    source.write_text(program.text, encoding="ascii")
    (folder / f"{stem}.inputs").write_text(",".join(map(str, program.inputs)) + "\n")
    for side, seen in (("gcc", disagreement.expected), ("maul", disagreement.got)):
        text = seen.output + f"[{seen.ending}]\n".encode()
        (folder / f"{stem}.{side}").write_bytes(text)
    return source


def construct_table(constructs: Counter[str]) -> str:
    """The constructs with their counts, three to a line."""
    cells = [f"{name[:44]:44} {constructs[name]:7}" for name in sorted(constructs)]
    rows = [cells[start : start + 3] for start in range(0, len(cells), 3)]
    return "\n".join("  ".join(row) for row in rows)


def _reduce(seed: int, models: tuple[str, ...], keep: Path) -> int:
    for model in models:
        result = compare(seed, (model,))
        if not result.disagreements:
            continue
        disagreement = result.disagreements[0]
        program = generate(seed)
        small = reduced(program.text, program.inputs, model, disagreement.got)
        save(disagreement, keep)
        target = keep / f"seed-{seed}-{model}.reduced.c"
        target.write_text(small, encoding="ascii")
        print(small)
        print(f"{disagreement.summary()}\ninputs {','.join(map(str, program.inputs))}\n{target}")
        return 1
    print(f"seed {seed}: no disagreement")
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Compare the interpreter with gcc.")
    parser.add_argument("--count", type=int, default=200, help="how many programs")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--models", default="ILP32,LP64")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, default=Path("build/differential"))
    parser.add_argument("--stop-after", type=int, default=0, help="disagreements; 0: never")
    parser.add_argument("--reduce", type=int, metavar="SEED", help="make one program smaller")
    return parser


def main() -> int:
    """Compare many programs and tell people what came out."""
    options = _arguments().parse_args()
    models = tuple(options.models.split(","))
    if unknown := [model for model in models if model not in MODELS]:
        print(f"unknown data model: {', '.join(unknown)}")
        return 2
    if options.reduce is not None:
        return _reduce(options.reduce, models, options.keep)
    start = time.monotonic()
    constructs: Counter[str] = Counter()
    wrong = done = 0
    seeds = range(options.seed, options.seed + options.count)
    for result in results(seeds, models, options.jobs):
        done += 1
        constructs += result.constructs
        for disagreement in result.disagreements:
            wrong += 1
            print(f"{disagreement.summary()}  [{save(disagreement, options.keep)}]", flush=True)
        if options.stop_after and wrong >= options.stop_after:
            break
    seconds = time.monotonic() - start
    print(construct_table(constructs))
    print(
        f"{done} programs x {len(models)} data models, {len(constructs)} constructs, "
        f"{done / seconds:.1f} programs/s: {wrong} disagreements"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
