"""What functions without body store in compiled counterexamples."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.library.functions import ANY
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.proofs.execution.harness.foreseen import foresee
from maul.proofs.execution.harness.run import Compiled, execute
from maul.proofs.execution.harness.writes import stored
from maul.proofs.execution.replay import Followed, confirms, follow
from maul.proofs.subject import Task
from maul.proofs.verdict import Unsafe
from maul.run import Run

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")

HEAD = "extern void reach_error(void);\n"


def followed(path: Path, claim: Unsafe, model: DataModel) -> tuple[Task, Followed]:
    wanted = read_property("unreach-call")
    cfa = read_program([str(path)], model, wanted, undefined=ANY)
    found = follow(cfa, claim)
    assert confirms(found.execution, claim), found.execution.outcome
    return Task([str(path)], wanted, model), found


def compiled(folder: Path, text: str, claim: Unsafe, model: DataModel = LP64) -> Compiled:
    """What the harness says about a program that the claim is true of."""
    path = folder / "program.c"
    path.write_text(HEAD + text)
    task, found = followed(path, claim, model)
    return execute(task, found, Run(60), foresee(found).execution)


def unsafe(*inputs: float, choices: tuple[bytes | int | float | None, ...] = ()) -> Unsafe:
    return Unsafe("unreach-call", inputs, choices)


STORED = {
    "in errno": (
        """#include <errno.h>
        extern void get(void);
        int main(void) { errno = 0; get(); if (errno == 5) reach_error(); return 0; }""",
        unsafe(choices=(5,)),
    ),
    "through an address": (
        """extern void get(int *);
        int main(void) { int x = 3; get(&x); if (x == -7) reach_error(); return 0; }""",
        unsafe(choices=(-7,)),
    ),
    "and returned": (
        """extern char get(int, int *, float);
        int main(void) { int x = 3; if (get(1, &x, 2.5f) == 4 && x == 7) reach_error(); }""",
        unsafe(4, choices=(7,)),
    ),
    "call by call": (
        """extern void get(int *);
        int main(void) { int x = 1, y = 1, sum = 0;
          for (int i = 0; i < 3; i++) { get(&x); sum = 10 * sum + x; }
          get(&y);
          if (sum == 566 && y == 8) reach_error(); return 0; }""",
        unsafe(choices=(5, 6, None, 8)),
    ),
    "unless the pointer is null": (
        """extern void get(short *);
        int main(void) { short x = 1, *a[3] = {&x, 0, &x}; int sum = 0;
          for (int i = 0; i < 3; i++) { get(a[i]); sum = 10 * sum + x; }
          if (sum == 559) reach_error(); return 0; }""",
        unsafe(choices=(5, 9)),
    ),
    "in an array, a record and a double": (
        """struct pair { char c; int n; };
        extern void get(void *, struct pair *, double *);
        int main(void) { short a[3] = {0}; struct pair p = {1, 2}; double d = 0;
          get(a, &p, &d);
          if (a[2] == 513 && p.n == 3 && p.c == 'x' && d == 1.5) reach_error(); return 0; }""",
        unsafe(choices=(b"\0\0\0\0\1\2", b"x\0\0\0\3", 1.5)),
    ),
    "in globals, of which the harness defines one": (
        """int a; extern short b; static int c = 1; extern int get(void);
        int main(void) { c = 5; if (get() == 2 && a == 3 && b == 4 && c == 5) reach_error(); }""",
        unsafe(2, choices=(1, 3, 4)),
    ),
    "by two functions": (
        """extern void get(_Bool *), put(long long *);
        int main(void) { _Bool x = 0; long long y = 0; get(&x); put(&y); get(&x);
          if (!x && y == 1LL << 40) reach_error(); return 0; }""",
        unsafe(choices=(1, 1 << 40, 0)),
    ),
    "in a member": (
        """struct pair { int a, b; }; extern void get(int *);
        int main(void) { struct pair p = {1, 2}; get(&p.b);
          if (p.a == 1 && p.b == 9) reach_error(); return 0; }""",
        unsafe(choices=(9,)),
    ),
}


@needs_gcc
@pytest.mark.parametrize("model", [LP64, ILP32], ids=lambda m: m.name)
@pytest.mark.parametrize("what", list(STORED))
def test_a_function_without_body_stores_what_was_chosen(
    tmp_path: Path, what: str, model: DataModel
) -> None:
    text, claim = STORED[what]
    outcome = compiled(tmp_path, text, claim, model)

    assert ("executed", "") == (outcome.outcome, outcome.reason)


@needs_gcc
def test_what_a_stub_stores_is_no_excuse(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    text = HEAD + (
        "extern void get(int *);\n"
        "int main(void) { int x = 3; get(&x); if (x == 7) reach_error(); return 0; }"
    )
    path.write_text(text)
    task, found = followed(path, unsafe(choices=(7,)), LP64)
    path.write_text(text.replace("== 7", "== 8"))
    outcome = execute(task, found, Run(60), foresee(found).execution)

    assert ("refuted", "compiled, the program ends with status 0") == (
        outcome.outcome,
        outcome.reason,
    )


@needs_gcc
def test_what_no_stub_can_store_is_foreseen(tmp_path: Path) -> None:
    """A record that is passed by value: nobody says where the other arguments are."""
    text = """struct pair { long a, b; }; extern void get(struct pair, int *);
        int main(void) { struct pair p = {1, 2}; int x = 3; get(p, &x);
          if (x == 7) reach_error(); return 4; }"""
    outcome = compiled(tmp_path, text, unsafe(choices=(7,)))

    assert "explained" == outcome.outcome
    assert "ends with status 4" in outcome.reason


def test_what_nobody_chose_is_not_stored(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        HEAD + "int g; extern void get(int *);\n"
        "int main(void) { int x = 1; get(&x); if (x == 1 && g == 5) reach_error(); }"
    )
    _, found = followed(path, unsafe(choices=(None, 5)), LP64)

    assert [(None, "g", b"\5\0\0\0")] == [
        (each.argument, each.variable, each.data) for each in stored(found)
    ]
