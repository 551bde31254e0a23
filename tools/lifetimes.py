"""When objects end: generated programs, executed by maul's interpreter and by gcc.

    python -m tools.lifetimes [--programs 200] [--seed 0]

A generated program keeps the addresses of objects of nested blocks in variables and looks through
them later, while loops, switches and jumps enter and leave the blocks in all ways that C allows.
gcc tells when an object ends by calling a function of ours (the attribute ``cleanup``): from that
it is known at which line something is used too late for the first time, also where the next object
is at the same address. maul's interpreter must stop at that line. AddressSanitizer sees less, but
must not complain of anything that comes before. Prints the programs that disagree, then the totals;
exit status 1 when one does.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from maul.c.ctype import LP64
from maul.cfa.outcome import Ended, ErrorReached
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.interpret.machine import interpret
from maul.system.deep import call_deep

SECONDS = 30
DEEPEST = 4
POINTERS = ("far0", "far1", "near0", "near1")

# Under ORACLE the age of an address counts how many objects have ended there.
HEAD = """\
extern int printf(const char *, ...);
extern void exit(int) __attribute__((noreturn));
static unsigned state = {seed}u, fuel = 60, sum, uses;
static unsigned bit(void) {{ state = state * 1103515245u + 12345u; return state >> 16 & 1; }}
static unsigned few(void) {{ return bit() + bit(); }}
#ifdef ORACLE
static struct {{ void *at; unsigned age; }} ages[4096];
static unsigned *age(void *at) {{
  int i = 0;
  while (ages[i].at && ages[i].at != at)
    i++;
  ages[i].at = at;
  return &ages[i].age;
}}
static void ended(void *at) {{ ++*age(at); }}
#define POINTER(p) int *p = 0; unsigned age_##p = 0
#define OBJECT(v) int v __attribute__((cleanup(ended)))
#define ARRAY(v, n) int v[n] __attribute__((cleanup(ended)))
#define KEEP(p, at) (p = at, age_##p = *age(p))
#define USE(p) if (uses++, p && age_##p != *age(p)) {{ printf("%d %d", __LINE__, uses); exit(0); }}
#else
#define POINTER(p) int *p = 0
#define OBJECT(v) int v
#define ARRAY(v, n) int v[n]
#define KEEP(p, at) (p = at)
#ifndef MOST
#define MOST 1000000
#endif
#define USE(p) if (uses++ >= MOST) exit(0); if (p) sum += *p;
#endif
static POINTER(far0);
static POINTER(far1);
"""
TAIL = """\
int main(void) {
  for (int i = 0; i < 3; i++) {
    run(0);
    USE(far0)
  }
  return 0;
}
"""


@dataclass
class Around:
    """Where a statement stands: the objects in scope, those of variable length among them, and
    whether ``break``, ``continue`` and new such arrays are allowed."""

    depth: int
    objects: tuple[str, ...] = ()
    arrays: tuple[str, ...] = ()
    in_loop: bool = False
    in_switch: bool = False
    may_declare: bool = True


@dataclass
class Text:
    """A program that grows; jumps get their labels when all labels are known."""

    chance: random.Random
    lines: list[str] = field(default_factory=list)
    labels: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    jumps: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    names: int = 0

    def name(self, prefix: str) -> str:
        """A name that is used nowhere else."""
        self.names += 1
        return f"{prefix}{self.names}"

    def block(self, around: Around, head: str = "", tail: str = "") -> None:
        """A block: its objects first, so that no label comes before them."""
        self.lines.append(f"{head}{{")
        inner = tuple(self.name("v") for _ in range(self.chance.randrange(3)))
        self.lines += [f"OBJECT({name});" for name in inner]
        here = Around(
            around.depth + 1,
            around.objects + inner,
            around.arrays,
            around.in_loop,
            around.in_switch,
        )
        self.statements(here, self.chance.randrange(2, 6))
        self.lines.append(f"}}{tail}")

    def statements(self, around: Around, count: int) -> None:
        """Statements in a row; an array of variable length is in scope from its declaration on."""
        for _ in range(count):
            if around.may_declare and self.chance.random() < 0.08:
                name = self.name("a")
                self.lines.append(f"ARRAY({name}, 1 + few());")
                around.objects += (name,)
                around.arrays += (name,)
            self.statement(around)

    def statement(self, around: Around) -> None:
        """Any statement."""
        kinds = [self.keep] * 4 + [self.use] * 3 + [self.jump] * 2 + [self.label] * 2 + [self.leave]
        if around.depth < DEEPEST:
            kinds += [self.loop] * 3 + [self.switch] + [self.branch] * 2 + [self.expression]
        self.chance.choice(kinds)(around)

    def keep(self, around: Around) -> None:
        """Remember the address of an object."""
        if around.objects:
            name = self.chance.choice(around.objects)
            address = name if name.startswith("a") else f"&{name}"
            self.lines.append(f"KEEP({self.chance.choice(POINTERS)}, {address});")

    def use(self, around: Around) -> None:
        """Look through a pointer."""
        del around
        self.lines.append(f"USE({self.chance.choice(POINTERS)})")

    def label(self, around: Around) -> None:
        """A place to jump to."""
        name = self.name("l")
        self.labels.append((name, around.arrays))
        self.lines.append(f"{name}:;")

    def jump(self, around: Around) -> None:
        """A jump, to be filled in."""
        self.jumps.append((len(self.lines), around.arrays))
        self.lines.append("")

    def leave(self, around: Around) -> None:
        """Leave a loop, a round of it, a switch, or the function; or call it."""
        ways = ["return", "run(depth + 1)"]
        ways += ["continue"] * 3 * around.in_loop
        ways += ["break"] * 3 * (around.in_loop or around.in_switch)
        way = self.chance.choice(ways)
        condition = "depth < 2 && fuel-- > 1" if way.startswith("run") else "bit() && bit()"
        self.lines.append(f"if ({condition}) {way};")

    def branch(self, around: Around) -> None:
        """One block or the other."""
        self.block(around, "if (bit()) ")
        if self.chance.random() < 0.5:
            self.block(around, "else ")

    def loop(self, around: Around) -> None:
        """A loop whose rounds are limited."""
        inside = Around(around.depth, around.objects, around.arrays, in_loop=True)
        goes_on = "bit() && fuel - 1 < 60 && fuel--"
        match self.chance.randrange(3):
            case 0:
                self.block(inside, f"while ({goes_on}) ")
            case 1:
                self.block(inside, "do ", f" while ({goes_on});")
            case _:
                name = self.name("v")
                inside.objects += (name,)
                self.block(inside, f"for (OBJECT({name}); {goes_on};) ")

    def switch(self, around: Around) -> None:
        """A switch into a block past the declaration of an object."""
        name = self.name("v")
        self.lines += ["switch (few()) {", f"OBJECT({name});"]
        inside = Around(
            around.depth + 1,
            (*around.objects, name),
            around.arrays,
            around.in_loop,
            in_switch=True,
            may_declare=False,
        )
        for value in range(2):
            self.lines.append(f"case {value}:;")
            self.statements(inside, 2)
        self.lines.append("default:;")
        self.statements(inside, 1)
        self.lines.append("}")

    def expression(self, around: Around) -> None:
        """A statement expression; nothing may jump into it."""
        del around
        name, pointer = self.name("v"), self.chance.choice(POINTERS)
        self.lines.append(
            f"sum += ({{ OBJECT({name}) = 1; KEEP({pointer}, &{name}); {name} + 1; }});"
        )

    def finished(self) -> None:
        """Give each jump a label that it may lead to."""
        for at, arrays in self.jumps:
            allowed = [name for name, inside in self.labels if set(inside) <= set(arrays)]
            if allowed:
                label = self.chance.choice(allowed)
                self.lines[at] = f"if (bit() && fuel - 1 < 60 && fuel--) goto {label};"


def generated(seed: int) -> str:
    """A program; the same for the same seed."""
    text = Text(random.Random(seed))
    text.block(Around(0))
    text.finished()
    head = HEAD.format(seed=seed)
    near = "".join(f"POINTER({name});\n" for name in POINTERS if name.startswith("near"))
    return "\n".join((f"{head}static void run(int depth) {{\n{near}", *text.lines, "}", TAIL))


# ---- executing ---------------------------------------------------------------------------------


def disagreement(seed: int, folder: Path) -> str:
    """How executions of a program disagree; empty when they do not."""
    path = folder / f"lifetimes{seed}.c"
    path.write_text(generated(seed), encoding="ascii")
    truth, _, uses = told_by_gcc(path).partition(" ")
    found = told_by_maul(path)
    if found != truth:
        return f"maul: {found}, gcc: {truth}"
    seen = told_by_sanitizer(path, uses or "1000000")
    if seen not in ("", truth):
        return f"AddressSanitizer: {seen}, gcc: {truth}"
    return ""


def told_by_gcc(path: Path) -> str:
    """The line at which an object is used first after it has ended, and which use of a pointer that
    is in the execution; empty when there is none."""
    return _executed(path, "-DORACLE").stdout.decode()


def told_by_maul(path: Path) -> str:
    """The line at which the interpreter finds a violation; empty when there is none."""

    def run() -> str:
        match interpret(read_program([str(path)], LP64, read_property("valid-memsafety"))).outcome:
            case ErrorReached(span=span):
                return str(span.line)
            case Ended():
                return ""
            case other:
                return type(other).__name__

    return call_deep(run)


def told_by_sanitizer(path: Path, uses: str) -> str:
    """The line that AddressSanitizer complains of within so many uses of pointers; empty when it
    does not."""
    report = _executed(path, "-fsanitize=address", "-g", f"-DMOST={uses}").stderr.decode(
        errors="replace"
    )
    if "ERROR: AddressSanitizer" not in report:
        return ""
    place = re.search(rf"{re.escape(path.name)}:(\d+)", report)
    return place[1] if place else "elsewhere"


def _executed(path: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    program = path.with_suffix("")
    command = ["gcc", "-std=gnu17", "-w", "-O0", *options, str(path), "-o", str(program)]
    subprocess.run(command, check=True, timeout=SECONDS)
    environment = {**os.environ, "ASAN_OPTIONS": "detect_stack_use_after_return=1"}
    return subprocess.run(
        [str(program)], capture_output=True, timeout=SECONDS, check=False, env=environment
    )


def main() -> int:
    """Generate, execute, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    late = wrong = 0
    with tempfile.TemporaryDirectory(prefix="lifetimes-") as name:
        for seed in range(options.seed, options.seed + options.programs):
            found = disagreement(seed, Path(name))
            late += told_by_maul(Path(name, f"lifetimes{seed}.c")) != ""
            if found:
                wrong += 1
                print(f"seed {seed}: {found}")
    print(f"{options.programs} programs, {late} use an object too late, {wrong} disagree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
