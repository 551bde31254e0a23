"""Random programs about memory through gcc's sanitizers and through the interpreter, compared.

    python -m tools.memory_programs --count 2000 --jobs 2 [--features blocks,strings]
    python -m tools.memory_programs --verify 300 --time-limit 10s [--property valid-memsafety]

About a third of the programs have one error of a known kind. The first form executes each of them
on both sides: subproperty and line must be the same. The second asks ``maul verify``, and counts
what is right, wrong and unknown. Exit status 1 when the two sides differ, or an answer is wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tools.generate.memory.program import FEATURES, PRESENT, MemoryProgram, generate
from tools.memory_observe import Sanitizers, Seen, interpreted

GRACE = 40  # seconds that maul may take beyond its limit
COVERED = {
    "valid-memsafety": ("valid-deref", "valid-free", "valid-memtrack"),
    "valid-memcleanup": ("valid-memtrack", "valid-memcleanup"),
}


@dataclass(frozen=True, slots=True)
class Compared:
    """What both sides say of the program of a seed in a data model, and what was planted."""

    seed: int
    model: str
    planted: str
    violated: str
    line: int
    sanitizer: Seen
    maul: Seen

    @property
    def classified(self) -> str:
        """``same``, ``unsupported``, ``missed`` by the sanitizers, ``planted wrong`` when they see
        something else than what was planted, or ``differ``."""
        if self.maul.failure.startswith("unsupported"):
            return "unsupported"
        # LeakSanitizer takes what still lies in a frame that is gone for a pointer.
        unseen = {"valid-memtrack": (Seen(), Seen("valid-memcleanup"))}.get(
            self.violated, (Seen(),)
        )
        if self.violated and self.sanitizer in unseen:
            return "missed" if self.maul.violated == self.violated else "differ"
        if self.violated != self.sanitizer.violated:
            return "planted wrong"
        if self.planted == "null" and self.maul == Seen(self.violated, self.line):
            return "same"  # a frame is lost where a function of the library gets a null pointer
        return "same" if self.maul == self.sanitizer else "differ"

    def summary(self) -> str:
        """One line for people."""
        planted = self.planted or "no error"
        return (
            f"{self.classified}: seed {self.seed} {self.model} ({planted}): "
            f"gcc {self.sanitizer}, maul {self.maul}"
        )


_FOLDERS: dict[str, tuple[Sanitizers, tempfile.TemporaryDirectory[str]]] = {}


def compare(seed: int, models: tuple[str, ...], features: frozenset[str]) -> list[Compared]:
    """Run the program of a seed on both sides in each data model."""
    program = generate(seed, features)
    found = []
    for model in models:
        if model not in _FOLDERS:
            folder = tempfile.TemporaryDirectory(prefix="memory-")
            _FOLDERS[model] = Sanitizers(model, Path(folder.name)), folder
        sanitizers, folder = _FOLDERS[model]
        source = Path(folder.name) / f"seed-{seed}.c"
        source.write_text(program.text, encoding="ascii")
        sides = sanitizers.observe(source), interpreted(source, model)
        source.unlink()
        found.append(Compared(seed, model, program.kind, program.violated, program.line, *sides))
    return found


def results(
    seeds: Iterable[int], models: tuple[str, ...], features: frozenset[str], jobs: int
) -> Iterator[list[Compared]]:
    """The comparisons in the order of the seeds, from ``jobs`` processes."""
    one = partial(compare, models=models, features=features)
    if jobs == 1:
        yield from map(one, seeds)
        return
    # Fresh processes: a process with threads must not be forked.
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(one, seeds, chunksize=4)


def answer(program: MemoryProgram, wanted: str, limit: str, model: str) -> str:
    """``right``, ``unknown`` or ``wrong`` with what was said: the answer of ``maul verify``."""
    with tempfile.TemporaryDirectory(prefix="memory-") as folder:
        source = Path(folder) / "program.c"
        source.write_text(program.text, encoding="ascii")
        command = [sys.executable, "-m", "maul", "verify", "--property", wanted]
        command += ["--data-model", model, "--time-limit", limit, str(source)]
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=float(limit.removesuffix("s")) + GRACE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "wrong: hangs"
    return rated(program, wanted, done.stdout)


def rated(program: MemoryProgram, wanted: str, output: str) -> str:
    """How good an output of ``maul verify`` is."""
    told = re.search(r"^RESULT: (\w+)(.*)$", output, re.MULTILINE)
    if told is None:
        return f"wrong: no result: {output[:200]}"
    verdict, rest = told.groups()
    violates = program.violated in COVERED.get(wanted, (wanted,))
    if verdict == "UNKNOWN":
        return "unknown"
    if program.violated and not violates:
        # The error is of another property: a proof may speak of what comes before it.
        return "right" if verdict == "TRUE" else f"wrong: FALSE, planted {program.kind}"
    if (verdict == "FALSE") != violates:
        return f"wrong: {verdict}{rest}, planted {program.kind or 'nothing'}"
    named = re.search(r"valid-\w+", rest)
    if violates and named and named[0] not in (program.violated, wanted):
        return f"wrong: FALSE for {named[0]}, planted {program.kind}"
    return "right"


def _compare_many(options: argparse.Namespace) -> int:
    start = time.monotonic()
    counted: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    seeds = range(options.seed, options.seed + options.count)
    for found in results(seeds, options.models, options.features, options.jobs):
        kinds[found[0].planted or "no error"] += 1
        for each in found:
            counted[each.classified] += 1
            if each.classified == "unsupported":
                reasons[each.maul.failure.rpartition(": ")[2]] += 1
            elif each.classified != "same":
                print(f"{each.summary()}  [{_save(each, options)}]", flush=True)
    seconds = time.monotonic() - start
    print(", ".join(f"{kind} {n}" for kind, n in kinds.most_common()))
    print("".join(f"not supported: {what}: {n}\n" for what, n in reasons.most_common()), end="")
    print(
        f"{options.count} programs x {len(options.models)} data models, {seconds:.0f} s: "
        + ", ".join(f"{what} {n}" for what, n in counted.most_common())
    )
    return 1 if counted["differ"] or counted["planted wrong"] else 0


def _save(each: Compared, options: argparse.Namespace) -> Path:
    options.keep.mkdir(parents=True, exist_ok=True)
    path: Path = options.keep / f"seed-{each.seed}.c"
    path.write_text(generate(each.seed, options.features).text, encoding="ascii")
    return path


def _verify_many(options: argparse.Namespace) -> int:
    counted: Counter[str] = Counter()
    for number, seed in enumerate(range(options.seed, options.seed + options.verify)):
        program = generate(seed, options.features)
        model = options.models[number % len(options.models)]
        said = answer(program, options.property, options.time_limit, model)
        counted[f"{'unsafe' if program.violated else 'safe'} {said.partition(':')[0]}"] += 1
        if said.startswith("wrong"):
            print(f"seed {seed} {model}: {said}", flush=True)
        print(f"\r{number + 1} of {options.verify}", end="", file=sys.stderr, flush=True)
    print(", ".join(f"{what} {n}" for what, n in sorted(counted.items())))
    return 1 if any("wrong" in what for what in counted) else 0


def main() -> int:
    """Compare many programs, or verify some."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=200, help="how many programs")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--models", default="ILP32,LP64")
    parser.add_argument("--jobs", type=int, default=1)
    known = ",".join(sorted(FEATURES))
    parser.add_argument("--features", default=",".join(sorted(PRESENT)), help=f"some of {known}")
    parser.add_argument("--keep", type=Path, default=Path("build/memory"))
    parser.add_argument("--show", type=int, metavar="SEED", help="print one program")
    parser.add_argument("--verify", type=int, default=0, metavar="COUNT")
    parser.add_argument("--property", default="valid-memsafety")
    parser.add_argument("--time-limit", default="10s")
    options = parser.parse_args()
    options.models = tuple(options.models.split(","))
    options.features = frozenset(filter(None, options.features.split(",")))
    if options.features - FEATURES:
        parser.error(f"the features are {known}")
    if options.show is not None:
        print(generate(options.show, options.features).text)
        return 0
    return _verify_many(options) if options.verify else _compare_many(options)


if __name__ == "__main__":
    sys.exit(main())
