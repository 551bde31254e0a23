"""Families of programs about linked structures: which of them a method decides, and at what cost.

    python -m tools.shape_families [--method shape] [--seconds 20] [--only ring,queue]
        [--bounds none] [--verdicts safe,unsafe]
    python -m tools.shape_families --check 20 [--only ring]

The programs are those in tests/programs/shapes. Inputs decide how many cells there are; with
``--bounds 2,8,32,none`` each program is asked about also in forms in which all loops over inputs
together are taken at most so often. Out: a Markdown table of verdicts with the seconds that ``maul
verify`` took; a "!" marks a wrong one. A small bound may make an unsafe program safe: its truth is
what executions show. Exit status 1 when a verdict is wrong. ``--check`` asks no method: it runs
each program with random inputs under gcc's sanitizers and in the interpreter, and compares both
with what the program says about itself.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tools.memory_families import ask
from tools.memory_observe import Sanitizers, Seen, interpreted_with

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "programs" / "shapes"
LOOP = "while (__VERIFIER_nondet_int())"
UNBOUNDED = 0
ABORTED = "exit status -6"  # what reach_error does
MODEL = "LP64"


@dataclass(frozen=True, slots=True)
class ShapeProgram:
    """A program, and what its head says of it: the property, and if it is unsafe the one that is
    violated; ``runs`` are inputs with the violation, empty when there is none."""

    path: Path
    wanted: str
    violated: str
    runs: tuple[tuple[tuple[int, ...], str], ...]

    @property
    def expected(self) -> str:
        """The right verdict."""
        return "FALSE" if self.violated else "TRUE"

    @property
    def family(self) -> str:
        """The name that it shares with its twin."""
        return self.path.stem.rpartition("_")[0]

    def text(self, bound: int = UNBOUNDED) -> str:
        """The C text; with a bound, the loops that ask inputs whether to go on count."""
        text = self.path.read_text(encoding="ascii")
        if bound == UNBOUNDED:
            return text
        counted = f"while (counted < {bound} && (counted++, __VERIFIER_nondet_int()))"
        return "static int counted;\n" + text.replace(LOOP, counted)


def head(text: str, key: str) -> list[str]:
    """What the head comment of a program says under a key."""
    prefix = f"// {key}: "
    return [line.removeprefix(prefix) for line in text.splitlines() if line.startswith(prefix)]


def read(path: Path) -> ShapeProgram:
    """A program and its head."""
    text = path.read_text(encoding="ascii")
    runs = []
    for run in head(text, "run"):
        inputs, _, ended = run.partition(" -> ")
        numbers = tuple(int(number) for number in inputs.split(","))
        runs.append((numbers, "" if ended == "end" else ended))
    (wanted,) = head(text, "property")
    return ShapeProgram(path, wanted, "".join(head(text, "violated")), tuple(runs))


def programs(only: Sequence[str] = (), endings: Sequence[str] = ()) -> list[ShapeProgram]:
    """All programs, or those of some families, or with some endings."""
    found = [read(path) for path in sorted(FOLDER.glob("*.c"))]
    found = [each for each in found if not only or each.family in only]
    return [e for e in found if not endings or e.path.stem.rpartition("_")[2] in endings]


# ---- what executions show ----


def observed(
    program: ShapeProgram,
    sequences: Sequence[Sequence[int]],
    sanitizers: Sanitizers | None,
    bound: int = UNBOUNDED,
) -> list[tuple[str, ...]]:
    """What each side says is violated in the runs with some inputs: interpreter, then sanitizers.

    Without sanitizers it is the interpreter only."""
    with tempfile.TemporaryDirectory(prefix="shapes-") as folder:
        source = Path(folder) / "program.c"
        source.write_text(program.text(bound), encoding="ascii")
        sides = [interpreted_with(source, MODEL, sequences, _asked(program))]
        if sanitizers is not None:
            sides.append(sanitizers.observe_with(source, sequences))
    return [tuple(_in_words(seen, program) for seen in run) for run in zip(*sides, strict=True)]


def _asked(program: ShapeProgram) -> Sequence[str]:
    """Memory safety is asked of programs about memory cleanup, too."""
    return (
        ("valid-memsafety", program.wanted)
        if program.wanted.startswith("valid-")
        else (program.wanted,)
    )


def _in_words(seen: Seen, program: ShapeProgram) -> str:
    """The violation, as the heads of programs name it; a failure is told as it is."""
    if program.wanted == "unreach-call":
        left = seen.violated in ("valid-memcleanup", "valid-memtrack")  # nobody frees there
        if seen.failure.startswith(ABORTED) or left:
            return "" if left else "unreach-call"
    if program.wanted == "valid-memsafety" and seen.violated == "valid-memcleanup":
        return ""
    if program.wanted == "valid-memcleanup" and seen.violated == "valid-memtrack":
        return "valid-memcleanup"
    return seen.failure or seen.violated


def random_inputs(random: Random) -> list[int]:
    """Inputs that make loops of a few rounds: small numbers, often one, often zero."""
    return [random.choice((0, 0, 1, 1, 1, 2, 3, 4)) for _ in range(random.randint(1, 14))]


def contradictions(program: ShapeProgram, count: int, sanitizers: Sanitizers) -> Iterator[str]:
    """Where executions with the runs of a program, and random ones, contradict its head."""
    random = Random(program.path.stem)
    sequences = [inputs for inputs, _ in program.runs]
    sequences += [tuple(random_inputs(random)) for _ in range(count)]
    expected = [violated for _, violated in program.runs]
    found = observed(program, sequences, sanitizers)
    for number, (inputs, (maul, gcc)) in enumerate(zip(sequences, found, strict=True)):
        where = f"{program.path.stem} with {','.join(map(str, inputs))}"
        if _differ(maul, gcc):
            yield f"{where}: interpreter {maul or 'nothing'}, sanitizers {gcc or 'nothing'}"
        elif number < len(expected) and maul != expected[number]:
            yield f"{where}: {maul or 'nothing'}, expected {expected[number] or 'nothing'}"
        elif maul and not program.violated:
            yield f"{where}: {maul}, but it is said to be safe"


def _differ(maul: str, gcc: str) -> bool:
    """Whether two sides contradict each other: the interpreter sees at once what is lost, the
    sanitizers at the end, when something worse may have happened."""
    return maul != gcc and not (maul == "valid-memtrack" and gcc.startswith("valid-"))


def check(chosen: Sequence[ShapeProgram], count: int) -> int:
    """Execute programs; exit status 1 when one is not what it says."""
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="shapes-") as folder:
        sanitizers = Sanitizers(MODEL, Path(folder))
        for program in chosen:
            for contradiction in contradictions(program, count, sanitizers):
                wrong += 1
                print(contradiction, flush=True)
    print(f"{len(chosen)} programs, {wrong} contradictions")
    return 1 if wrong else 0


# ---- what methods say ----


def truth(program: ShapeProgram, bound: int) -> str:
    """The right verdict for a bound: an unsafe program is safe as long as no run shows an error."""
    if program.violated and bound != UNBOUNDED:
        found = observed(program, [inputs for inputs, _ in program.runs], None, bound)
        return "FALSE" if any(maul for (maul,) in found) else "TRUE or FALSE"
    return program.expected


def series(program: ShapeProgram, bounds: Sequence[int], options: argparse.Namespace) -> list[str]:
    """The cells of a row of the table."""
    cells = []
    for bound in bounds:
        told = ask(
            program.text(bound), program.path.stem, program.wanted, options.method, options.seconds
        )
        right = truth(program, bound)
        cells.append(told.cell(told.verdict if told.verdict in right.split(" or ") else right))
        print(f"{program.path.stem} {bound or 'none'}: {cells[-1]}", file=sys.stderr, flush=True)
    return cells


def table(chosen: Sequence[ShapeProgram], options: argparse.Namespace) -> int:
    """Ask about all programs, and print the table; exit status 1 when a verdict is wrong."""
    rows = [(program, series(program, options.bounds, options)) for program in chosen]
    heads = [f"n <= {bound}" if bound else "any n" for bound in options.bounds]
    print(f"| program | property | {' | '.join(heads)} |")
    print("|---" * (len(heads) + 2) + "|")
    for program, cells in rows:
        print(f"| {program.path.stem} | {program.wanted} | {' | '.join(cells)} |")
    answered = [cell for _, cells in rows for cell in cells]
    open_ = sum(cell.startswith("UNKNOWN") for cell in answered)
    wrong = sum(cell.startswith("!") for cell in answered)
    print(f"\n{len(answered)} questions, {open_} unknown, {wrong} wrong")
    return 1 if wrong else 0


def parsed(arguments: list[str] | None = None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--method", default="shape")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", default="", metavar="FAMILY,...")
    parser.add_argument("--bounds", default="none", metavar="2,8,32,none")
    parser.add_argument("--verdicts", default="safe,unsafe")
    parser.add_argument("--check", type=int, metavar="COUNT", help="run with so many random inputs")
    options = parser.parse_args(arguments)
    options.bounds = [UNBOUNDED if n == "none" else int(n) for n in options.bounds.split(",")]
    options.only = [name for name in options.only.split(",") if name]
    return options


def main() -> int:
    """Ask a method about the programs, or check them."""
    options = parsed()
    chosen = programs(options.only, options.verdicts.split(","))
    if options.check is not None:
        return check(chosen, options.check)
    return table(chosen, options)


if __name__ == "__main__":
    sys.exit(main())
