"""Random programs about lists through gcc's sanitizers and the interpreter, or ``maul verify``.

    python -m tools.list_programs --count 100 [--runs 12]
    python -m tools.list_programs --verify 50 --method shape --time-limit 10s
        [--property valid-memsafety]

About a third of the programs have a defect; inputs decide how long the lists are. The first form
executes each program with random inputs on both sides: they must see the same, and nothing in a
program without a defect. The second asks ``maul verify``: TRUE is wrong when an execution violates
the property, FALSE when the program has no defect. Exit status 1 when the sides differ, or an
answer is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tools.generate.lists import ListProgram, generate
from tools.memory_families import ask
from tools.memory_observe import Sanitizers, Seen, interpreted_with
from tools.memory_programs import COVERED

MODEL = "LP64"
LONGER = 20
ABORTED = ("Aborted", "exit status -6")  # what reach_error does, on either side
LATER = ("valid-memcleanup", "valid-deref", "valid-free", "unreach-call")


def inputs_of(seed: int, runs: int) -> list[list[int]]:
    """Random sequences of inputs: often one, so that loops go on."""
    random = Random(seed)
    return [
        [random.choice((0, 0, 1, 1, 1, 2, 3)) for _ in range(random.randint(0, 30))]
        for _ in range(runs)
    ]


def in_words(seen: Seen) -> str:
    """The property that was violated, empty when none was."""
    if seen.failure.startswith(ABORTED):
        return "unreach-call"
    return seen.failure or seen.violated


def agree(maul: str, gcc: str) -> bool:
    """Whether both sides may be right: the interpreter sees at once what is lost, the sanitizers at
    the end, when the program may have done worse, or an address is left somewhere."""
    return maul == gcc or (maul == "valid-memtrack" and gcc in LATER)


def compare(program: ListProgram, seed: int, runs: int, sanitizers: Sanitizers) -> list[str]:
    """What is wrong in the executions of a program, in words."""
    sequences = inputs_of(seed, runs)
    with tempfile.TemporaryDirectory(prefix="lists-") as folder:
        source = Path(folder) / "program.c"
        source.write_text(program.text, encoding="ascii")
        sides = zip(
            interpreted_with(source, MODEL, sequences),
            sanitizers.observe_with(source, sequences),
            strict=True,
        )
        found = []
        for inputs, pair in zip(sequences, sides, strict=True):
            maul, gcc = map(in_words, pair)
            with_inputs = f"with {','.join(map(str, inputs))}"
            if not agree(maul, gcc):
                found.append(f"{with_inputs}: gcc {gcc or 'nothing'}, maul {maul or 'nothing'}")
            elif maul and not program.kind:
                found.append(f"{with_inputs}: {maul} without a defect")
    return found


def violations(program: ListProgram, seed: int, runs: int) -> set[str]:
    """The properties that some execution violates, as the interpreter sees them."""
    with tempfile.TemporaryDirectory(prefix="lists-") as folder:
        source = Path(folder) / "program.c"
        source.write_text(program.text, encoding="ascii")
        seen = interpreted_with(source, MODEL, inputs_of(seed, runs))
    return {word for word in map(in_words, seen) if word}


def rated(verdict: str, wanted: str, kind: str, violated: set[str]) -> str:
    """How good a verdict is, when these properties are violated by executions.

    A defect that no execution showed may violate it, or not: both are *unconfirmed* then."""
    violates = not violated.isdisjoint(COVERED.get(wanted, (wanted,)))
    match verdict:
        case "TRUE" if violates:
            return "wrong"
        case "TRUE":
            return "unconfirmed" if kind else "right"
        case "FALSE" if not kind:
            return "wrong"
        case "FALSE":
            return "right" if violates else "unconfirmed"
        case "UNKNOWN":
            return "unknown"
    return "wrong"  # it hangs, or there is no verdict


def verify_many(options: argparse.Namespace) -> int:
    """Ask about many programs; exit status 1 when an answer is wrong."""
    counted: Counter[str] = Counter()
    seconds = float(options.time_limit.removesuffix("s"))
    for seed in range(options.seed, options.seed + options.verify):
        program = generate(seed)
        told = ask(program.text, f"seed-{seed}", options.property, options.method, seconds)
        # Whoever claims a proof in spite of a defect is asked by many more executions.
        runs = options.runs * (LONGER if told.verdict == "TRUE" and program.kind else 1)
        violated = violations(program, seed, runs)
        said = rated(told.verdict, options.property, program.kind, violated)
        counted[f"{'with defect' if program.kind else 'safe'} {said}"] += 1
        if said in ("wrong", "unconfirmed"):
            shown = ", ".join(sorted(violated)) or "nothing"
            where = _save(options, seed, program)
            print(f"{said.upper()}: seed {seed}: {told.verdict}, executions show {shown} [{where}]")
        last = f"{told.verdict} {told.seconds:.1f} s"
        print(f"seed {seed}: {last} {said}", file=sys.stderr, flush=True)
    print(", ".join(f"{what} {n}" for what, n in sorted(counted.items())))
    return 1 if any(what.endswith("wrong") for what in counted) else 0


def compare_many(options: argparse.Namespace) -> int:
    """Execute many programs; exit status 1 when something is wrong."""
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="lists-") as folder:
        sanitizers = Sanitizers(MODEL, Path(folder))
        for seed in range(options.seed, options.seed + options.count):
            program = generate(seed)
            found = compare(program, seed, options.runs, sanitizers)
            counted["differ" if found else "same"] += 1
            for each in found[:1]:
                where = _save(options, seed, program)
                print(f"seed {seed} ({program.kind or 'no defect'}) {each} [{where}]", flush=True)
    print(", ".join(f"{what} {n}" for what, n in counted.most_common()))
    return 1 if counted["differ"] else 0


def _save(options: argparse.Namespace, seed: int, program: ListProgram) -> Path:
    options.keep.mkdir(parents=True, exist_ok=True)
    path: Path = options.keep / f"seed-{seed}.c"
    path.write_text(program.text, encoding="ascii")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare many programs, or verify some."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=50, help="how many programs")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--runs", type=int, default=12, help="executions of each")
    parser.add_argument("--verify", type=int, default=0, metavar="COUNT")
    parser.add_argument("--method", default="shape")
    parser.add_argument("--property", default="valid-memsafety")
    parser.add_argument("--time-limit", default="10s")
    parser.add_argument("--keep", type=Path, default=Path("build/lists"))
    parser.add_argument("--show", type=int, metavar="SEED", help="print one program")
    options = parser.parse_args(arguments)
    if options.show is not None:
        program = generate(options.show)
        print(f"// defect: {program.kind or 'none'}\n{program.text}", end="")
        return 0
    return verify_many(options) if options.verify else compare_many(options)


if __name__ == "__main__":
    sys.exit(main())
