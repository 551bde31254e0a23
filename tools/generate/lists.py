"""Random C programs about lists, some with one defect.

``generate`` turns a seed into C text that asks ``__VERIFIER_nondet_int`` how often it does what,
and says which defect it has. Without one it is safe by construction: every operation takes lists of
any length, keeps their links right and their data between 0 and 3, and at the end all is freed.
In the operations ``L`` is a list, ``M`` another one, ``K`` a number; lines that begin with ``D:``
are for doubly linked lists only, with ``S:`` for singly linked ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from tools.generate.builder import indented

MOST = 3  # the largest number in a cell
INPUT = "__VERIFIER_nondet_int()"

_HEAD = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
"""
_NEW = """struct node *cell = malloc(sizeof *cell);
cell->data = K;
"""
_LAST = """struct node *last = L;
while (last && last->next)
last = last->next;
"""
_UNLINK = """if (before)
before->next = next;
else
L = next;
D:if (next)
D:next->prev = before;
"""
_CHECKED = "if (at->data < 0 || at->data > 3)\nreach_error();\n"

OPERATIONS: Mapping[str, str] = {
    "push": _NEW
    + """cell->next = L;
D:cell->prev = NULL;
D:if (L)
D:L->prev = cell;
L = cell;
""",
    "append": _NEW
    + "cell->next = NULL;\n"
    + _LAST
    + """D:cell->prev = last;
if (last)
last->next = cell;
else
L = cell;
""",
    "pop": """if (L) {
struct node *cell = L;
L = cell->next;
D:if (L)
D:L->prev = NULL;
free(cell);
}
""",
    "pop back": """S:if (L) {
S:struct node **link = &L;
S:while ((*link)->next)
S:link = &(*link)->next;
S:free(*link);
S:*link = NULL;
S:}
"""
    + "".join(f"D:{line}\n" for line in _LAST.splitlines())
    + """D:if (last) {
D:if (last->prev)
D:last->prev->next = NULL;
D:else
D:L = NULL;
D:free(last);
D:}
""",
    "remove all": """struct node *before = NULL, *at = L;
while (at) {
struct node *next = at->next;
if (at->data == K) {
"""
    + _UNLINK
    + """free(at);
} else {
before = at;
}
at = next;
}
""",
    "remove one": """struct node *before = NULL, *at = L;
while (at && __VERIFIER_nondet_int()) {
before = at;
at = at->next;
}
if (at) {
struct node *next = at->next;
"""
    + _UNLINK
    + """free(at);
}
""",
    "insert": """struct node *at = L;
while (at && __VERIFIER_nondet_int())
at = at->next;
if (at) {
"""
    + _NEW
    + """cell->next = at->next;
D:cell->prev = at;
D:if (at->next)
D:at->next->prev = cell;
at->next = cell;
}
""",
    "reverse": """struct node *turned = NULL;
while (L) {
struct node *next = L->next;
L->next = turned;
D:L->prev = next;
turned = L;
L = next;
}
L = turned;
""",
    "join": _LAST
    + """if (last)
last->next = M;
else
L = M;
D:if (M)
D:M->prev = last;
M = NULL;
""",
    "move": """if (L) {
struct node *cell = L;
L = cell->next;
D:if (L)
D:L->prev = NULL;
cell->next = M;
D:if (M)
D:M->prev = cell;
M = cell;
}
""",
    "write": "for (struct node *at = L; at; at = at->next)\nat->data = K;\n",
    "walk": "for (struct node *at = L; at; at = at->next)\n" + _CHECKED,
    "walk back": _LAST
    + """S:if (last && last->next)
S:reach_error();
D:for (struct node *at = last; at; at = at->prev)
"""
    + "".join(f"D:{line}\n" for line in _CHECKED.splitlines()),
    "links": """for (struct node *at = L; at; at = at->next)
S:if (at == at->next)
D:if (at->next && at->next->prev != at)
reach_error();
""",
    "release": """while (L) {
struct node *cell = L;
L = cell->next;
free(cell);
}
""",
}
WEIGHTS = {"push": 4, "append": 3, "pop": 2, "walk": 2}


@dataclass(frozen=True, slots=True)
class Defect:
    """A change to one operation: the first occurrence of some lines becomes others."""

    operation: str
    old: str
    new: str

    @property
    def doubly(self) -> bool:
        """Whether it is one in doubly linked lists only."""
        return self.old.startswith("D:")


DEFECTS: Mapping[str, Defect] = {
    "cells cut off": Defect("push", "cell->next = L;\n", "cell->next = NULL;\n"),
    "first cell lost": Defect("append", "else\nL = cell;\n", ""),
    "wrong number": Defect("append", "cell->data = K;", "cell->data = L ? K : 4;"),
    "read when freed": Defect("pop", "L = cell->next;\n", "free(cell);\nL = cell->next;\n"),
    "freed twice": Defect("pop", "free(cell);\n", "free(cell);\nfree(cell);\n"),
    "not freed": Defect("pop", "free(cell);\n", ""),
    "no cell": Defect("pop", "if (L) {", "{"),
    "link of a freed cell": Defect("remove one", "before->next = next;", ";"),
    "taken out, not freed": Defect("remove one", "free(at);\n", ""),
    "freed before": Defect("remove all", "} else {\nbefore = at;\n}", "}\nbefore = at;"),
    "stale link back": Defect("remove one", "D:if (next)\nD:next->prev = before;\n", ""),
    "no link back": Defect("insert", "D:at->next->prev = cell;\n", "D:;\n"),
    "wrong insertion": Defect("insert", "cell->next = at->next;\n", "cell->next = NULL;\n"),
    "number too large": Defect("insert", "cell->data = K;", "cell->data = at->data + 1;"),
    "nothing turned": Defect("reverse", "L = turned;\n", ""),
    "owned by two": Defect("join", "M = NULL;\n", ""),
    "list lost": Defect("join", "else\nL = M;\n", ""),
    "last cell left": Defect(
        "release",
        OPERATIONS["release"],
        OPERATIONS["release"].replace("while (L) {", "while (L && L->next) {") + "L = NULL;\n",
    ),
    "behind the end": Defect("walk", "; at; at", "; at->next; at"),
}
FORGOTTEN = "forgotten"  # a list that is not freed at the end


@dataclass(frozen=True, slots=True)
class ListProgram:
    """C text, and the kind of the defect in it; empty when there is none."""

    text: str
    kind: str


class _Writer:
    """A program that is being made."""

    def __init__(self, random: Random, kind: str) -> None:
        self.random = random
        self.kind = kind
        self.doubly = random.random() < 0.5 or (kind in DEFECTS and DEFECTS[kind].doubly)
        self.lists = [f"list{number}" for number in range(random.randint(1, 3))]
        self.functions: list[str] = []
        self.lines: list[str] = []

    def operation(self, name: str, *, defect: str = "", on: str = "") -> list[str]:
        """The lines of an operation on one or two lists, or the call of a function with them."""
        text = OPERATIONS[name]
        if defect:
            changed = DEFECTS[defect]
            assert changed.old in text, defect
            text = text.replace(changed.old, changed.new, 1)
        first = on or self.random.choice(self.lists)
        second = self.random.choice([each for each in self.lists if each != first] or ["spare"])
        number = self.random.choice((str(self.random.randint(0, MOST)), f"({INPUT} & {MOST})"))
        as_function = self.random.random() < 0.3
        lines = self._filled(text, ("*a", "*b") if as_function else (first, second), number)
        if not as_function:
            return ["{", *lines, "}"]
        called = f"{name.replace(' ', '_')}{len(self.functions)}"
        head = f"static void {called}(struct node **a, struct node **b)"
        self.functions += [head, "{", *lines, "}"]
        return [f"{called}(&{first}, &{second});"]

    def _filled(self, text: str, lists: tuple[str, str], number: str) -> list[str]:
        """The lines of an operation for the kind of lists of the program."""
        found = []
        for line in text.splitlines():
            if line.startswith("S:" if self.doubly else "D:"):
                continue
            words = line.removeprefix("S:").removeprefix("D:")
            for letter, name in zip(("L", "M"), lists, strict=True):
                words = _named(words, letter, name)
            found.append(words.replace("= K", f"= {number}").replace("? K", f"? {number}"))
        return found

    def statement(self, body: list[str]) -> None:
        """An operation, done once, sometimes, or as often as inputs want."""
        head = self.random.choice(("", f"if ({INPUT})", f"while ({INPUT})", f"while ({INPUT})"))
        self.lines += [f"{head} {{", *body, "}"] if head else body

    def menu(self, bodies: list[list[str]]) -> None:
        """A loop in which inputs choose among operations."""
        self.lines += [f"while ({INPUT})", f"switch ({INPUT}) {{"]
        for number, body in enumerate(bodies):
            label = "default:" if number == len(bodies) - 1 else f"case {number}:"
            self.lines += [label, *body, "break;"]
        self.lines.append("}")


def _named(line: str, letter: str, name: str) -> str:
    """A line with a name for a letter that stands for a list."""
    loose = f"({name})" if name.startswith("*") else name
    for after in ("->", " ", ")", ";"):
        for before in (" ", "(", "&"):
            line = line.replace(f"{before}{letter}{after}", f"{before}{loose}{after}")
    for after in ("->", " "):
        if line.startswith(letter + after):
            line = loose + line[1:]
    return line


def generate(seed: int, defects: float = 1 / 3) -> ListProgram:
    """The program of a seed; about that share of them has a defect."""
    random = Random(seed)
    kind = random.choice([*DEFECTS, FORGOTTEN]) if random.random() < defects else ""
    w = _Writer(random, kind)
    bodies = [w.operation("push", on=w.lists[0])]
    names = list(OPERATIONS)
    weights = [WEIGHTS.get(name, 1) for name in names]
    chosen = random.choices(names, weights, k=random.randint(2, 5))
    bodies += [w.operation(name) for name in chosen]
    if kind in DEFECTS:
        on = w.lists[0] if random.random() < 0.8 else ""  # where something was pushed
        wrong = w.operation(DEFECTS[kind].operation, defect=kind, on=on)
        bodies.insert(random.randint(1, len(bodies)), wrong)
    if random.random() < 0.2:
        w.menu(bodies)
    else:
        for body in bodies:
            w.statement(body)
    for name in [*w.lists, "spare"]:
        if kind != FORGOTTEN or name != w.lists[0]:
            w.lines += w.operation("release", on=name)
    return ListProgram(_whole(w), kind)


def _whole(w: _Writer) -> str:
    """The text of a program: its lists are locals or globals."""
    members = "struct node *next, *prev;" if w.doubly else "struct node *next;"
    names = ", ".join(f"*{name} = NULL" for name in [*w.lists, "spare"])
    here = w.random.random() < 0.6
    lines = ["struct node {", "int data;", members, "};"]
    lines += [] if here else [f"static struct node {names};"]
    lines += [*w.functions, "int main(void)", "{"]
    lines += [f"struct node {names};"] if here else []
    return _HEAD + indented([*lines, *w.lines, "return 0;", "}"])
