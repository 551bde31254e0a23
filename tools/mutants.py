"""Does the differential test find mistakes? Each mutant is our own code with one defect put in.

    python -m tools.mutants [--limit 2000] [--jobs 2] [NAME ...]

For every mutant: how many programs it took until interpreter and gcc disagreed. Exit status 1 when
one was not found within the limit.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tools.differential import compare
from tools.observe import MODELS

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "maul"


@dataclass(frozen=True, slots=True)
class Mutant:
    """In ``file``, ``old`` (which occurs once) becomes ``new``."""

    name: str
    file: str
    old: str
    new: str

    def applied(self, text: str) -> str:
        """The text with the defect."""
        if text.count(self.old) != 1:
            raise ValueError(f"mutant {self.name!r} does not fit {self.file} any more")
        return text.replace(self.old, self.new)


MUTANTS = (
    Mutant(
        "conversion to a narrower integer keeps all bits",
        "interpret/values.py",
        "return value if least <= low and high <= most else wrapped(value, bits, signed=signed)",
        "return value if bits >= 32 else wrapped(value, bits, signed=signed)",
    ),
    Mutant(
        "conversion to a signed type forgets the sign",
        "interpret/values.py",
        "return value if least <= low and high <= most else wrapped(value, bits, signed=signed)",
        "return value if least <= low and high <= most else wrapped(value, bits, signed=False)",
    ),
    Mutant(
        "short is not promoted",
        "c/ctype.py",
        "isinstance(t, Integer) and t.bits < INT.bits",
        "isinstance(t, Integer) and t.bits < 16",
    ),
    Mutant(
        "unsigned bit-fields are promoted to unsigned int",
        "c/ctype.py",
        "isinstance(t, Integer) and t.bits < INT.bits):\n        return INT",
        "isinstance(t, Integer) and t.bits < INT.bits):\n"
        "        if isinstance(t, Integer) and t.bits not in (8, 16):\n"
        "            return Integer(32, t.signed)\n"
        "        return INT",
    ),
    Mutant(
        "bit-fields wider than int are computed in 64 bits",
        "c/ctype.py",
        "        return INT\n    return t",
        "        return INT\n"
        "    if isinstance(t, Integer) and 32 < t.bits < 64:\n"
        "        return Integer(64, t.signed)\n"
        "    return t",
    ),
    Mutant(
        "mixed signs of one width compute signed",
        "c/ctype.py",
        "return a if not a.signed else b",
        "return a if a.signed else b",
    ),
    Mutant(
        "float and double compute in float",
        "c/ctype.py",
        "return max(floats, key=lambda t: t.bits)",
        "return min(floats, key=lambda t: t.bits)",
    ),
    Mutant(
        "bit-field is read with a mask one bit short",
        "interpret/places.py",
        "(1 << width) - 1\n    sign =",
        "(1 << width) - 1 >> (width > 1)\n    sign =",
    ),
    Mutant(
        "bit-field is read without its sign",
        "interpret/places.py",
        "sign = 1 << width - 1 if signed else 0",
        "sign = 0",
    ),
    Mutant(
        "bit-field store clears one bit of the neighbour",
        "interpret/places.py",
        "others, pointer_size = ~(mask << skip), t.memory.pointer_size",
        "others, pointer_size = ~((mask << 1 | 1) << skip), t.memory.pointer_size",
    ),
    Mutant(
        "compound assignment computes in the type of its target",
        "c/elaborate/operators.py",
        "computation = usual_conversion(t, value.type)",
        "computation = promoted(t)",
    ),
    Mutant(
        "comparison in the type of its left side",
        "c/elaborate/conversions.py",
        "    common = usual_conversion(left.type, right.type)\n    left, right",
        "    common = usual_conversion(left.type, right.type)\n"
        "    if operator in COMPARISONS and isinstance(common, Integer):\n"
        "        common = promoted(left.type)\n"
        "    left, right",
    ),
    Mutant(
        "shift works in the common type of its sides",
        "c/elaborate/conversions.py",
        "left, right = promote(left), promote(right)\n        return",
        "left, right = convert(left, usual_conversion(left.type, right.type)), promote(right)\n"
        "        return",
    ),
    Mutant(
        "postfix ++ gives the new value",
        "c/elaborate/operators.py",
        "kinds.UNARY_POST_INC: (1, True)",
        "kinds.UNARY_POST_INC: (1, False)",
    ),
    Mutant(
        "-- of _Bool stores zero",
        "cfa/build/assignments.py",
        "    t = promoted(e.type)\n",
        '    if e.step < 0 and type(e.type).__name__ == "Boolean":\n'
        "        return Constant(e.type, 0)\n"
        "    t = promoted(e.type)\n",
    ),
    Mutant(
        "float results are not rounded",
        "interpret/values.py",
        "return (lambda: single(computed())) if narrow else computed",
        "return computed",
    ),
    Mutant(
        "integer to float rounds twice",
        "c/numbers.py",
        "if surplus > 3:",
        "if surplus > 99:",
    ),
    Mutant(
        "division rounds down",
        "c/numbers.py",
        "return result if (left < 0) == (right < 0) else -result",
        "return left // right",
    ),
    Mutant(
        "conversion to _Bool cuts off",
        "interpret/values.py",
        "if not isinstance(e.type, Integer):\n            holds",
        'if not isinstance(e.type, Integer) and sort != "integer":\n            holds',
    ),
    Mutant(
        "unsigned shift right is arithmetic",
        "interpret/integers.py",
        "return lambda: left() >> shift_amount(right(), bits)",
        "return wrapped(\n"
        "                lambda: wrap(left(), bits, signed=True) >> shift_amount(right(), bits),\n"
        "                bits,\n"
        "                signed=signed,\n"
        "            )",
    ),
    Mutant(
        "index of a pointer is not scaled",
        "interpret/values.py",
        "return at, offset + index() * scale",
        "return at, offset + index() * (scale > 0 or -1)",
    ),
    Mutant(
        "arguments of calls through pointers are swapped",
        "cfa/build/calls.py",
        "return (pointer, *reversed_arguments[::-1])",
        "return (pointer, *reversed_arguments)",
    ),
    Mutant(
        "cases do not fall through",
        "cfa/build/statements.py",
        "code.cases.values.append((low, high, point, code.scopes.at))\n"
        "            code.enter(point)",
        "code.cases.values.append((low, high, point, code.scopes.at))\n"
        "            if code.at is not None and code.break_to is not None:\n"
        "                code.jump(code.break_to)\n"
        "            code.enter(point)",
    ),
    Mutant(
        "case ranges end one early",
        "cfa/build/statements.py",
        '"<=", chosen, Constant(chosen.type, high)',
        '"<", chosen, Constant(chosen.type, high)',
    ),
    Mutant(
        "continue in for skips the step",
        "cfa/build/statements.py",
        "_body(code, s.body, end, following)\n    code.enter(following)\n"
        "    code.span = s.span\n    if s.step",
        "_body(code, s.body, end, head)\n    code.enter(following)\n"
        "    code.span = s.span\n    if s.step",
    ),
    Mutant(
        "constants keep their value when converted",
        "c/elaborate/conversions.py",
        "return Literal(t, wrapped(e.value, t))",
        "return Literal(t, e.value)",
    ),
    Mutant(
        "negation of an unsigned value does not wrap",
        "interpret/values.py",
        "return wrapped(lambda: -operand(), bits, signed=signed)",
        "return lambda: -operand()",
    ),
    Mutant(
        "char in memory is unsigned",
        "interpret/places.py",
        '(1, True): Struct("<b")',
        '(1, True): Struct("<B")',
    ),
    Mutant(
        "pointer difference counts bytes",
        "interpret/values.py",
        "wrap(distance(left(), right()), bits, signed=signed), scale or 1",
        "wrap(distance(left(), right()), bits, signed=signed), 1",
    ),
    Mutant(
        "elided braces fill one element too few",
        "c/elaborate/initialisers.py",
        "self.index + 1 >= self.type.length",
        "self.index + 1 >= max(self.type.length - 1, 1)",
    ),
)


@dataclass(frozen=True, slots=True)
class Hunt:
    """What became of a mutant: ``programs`` is None when it survived."""

    mutant: Mutant
    programs: int | None
    seconds: float


def hunt(mutant: Mutant, limit: int, jobs: int) -> Hunt:
    """Run the differential test on a copy of the sources with the defect."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        copy = Path(name) / "maul"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        target = copy / mutant.file
        target.write_text(mutant.applied(target.read_text(encoding="utf-8")), encoding="utf-8")
        programs = None
        first = 1
        while programs is None and first <= limit:
            seed = _first_disagreement(Path(name), first, limit, jobs)
            if seed is None:
                break
            # A program on which the sound sources fail as well says nothing about the mutant.
            if not compare(seed, tuple(MODELS)).disagreements:
                programs = seed
            first = seed + 1
    return Hunt(mutant, programs, time.monotonic() - start)


def _first_disagreement(sources: Path, first: int, limit: int, jobs: int) -> int | None:
    """The first seed on which the sources in a folder disagree with gcc."""
    command = [sys.executable, "-m", "tools.differential", "--stop-after", "1"]
    command += ["--seed", str(first), "--count", str(limit - first + 1), "--jobs", str(jobs)]
    command += ["--keep", str(sources / "keep")]
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    found = re.search(r"^seed (\d+) ", done.stdout, re.MULTILINE)
    if found is None and done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return int(found[1]) if found else None


def main() -> int:
    """Hunt all mutants, or those named, and print a table."""
    parser = argparse.ArgumentParser(description="Seeded defects against the differential test.")
    parser.add_argument("--limit", type=int, default=2000, help="programs")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of a mutant's name")
    options = parser.parse_args()
    survivors = 0
    for mutant in MUTANTS:
        if options.names and not any(name in mutant.name for name in options.names):
            continue
        result = hunt(mutant, options.limit, options.jobs)
        survivors += result.programs is None
        told = f"program {result.programs}" if result.programs else "SURVIVED"
        print(f"{mutant.name:58} {told:14} {result.seconds:6.1f} s", flush=True)
    print(f"{survivors} survivors")
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(main())
