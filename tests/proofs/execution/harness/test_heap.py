"""Objects that are lost or left: the compiled program finds them in its own memory, in the cage.

A claim about one program is executed with another text, so that nothing but the compiled program
decides what is seen.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.source import Span
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.proofs.execution.harness.endings import ending_of
from maul.proofs.execution.harness.heap import LEFT_BEHIND, LOST_OBJECT, REACHED, observer
from maul.proofs.execution.harness.run import Compiled, execute, harness_text
from maul.proofs.execution.replay import confirms, follow
from maul.proofs.subject import Task
from maul.proofs.verdict import Unsafe
from maul.run import Run

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")

HEAD = """\
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int asprintf(char **, const char *, ...);
extern void _exit(int);
extern void __VERIFIER_assume(int);
struct node { struct node *next; int value; };
static struct node *list(int length) {
  struct node *first = 0;
  while (length-- > 0) {
    struct node *added = malloc(sizeof *added);
    added->next = first;
    first = added;
  }
  return first;
}
static struct node *kept;
static void leave(void) { exit(0); }
"""
CLAIMED = "int main(void) { char *p = malloc(8); p = 0; return 0; }"


def executed(
    folder: Path, text: str, model: DataModel = LP64, violated: str = "valid-memtrack"
) -> Compiled:
    """What becomes of the claim that an object is lost when this text is compiled."""
    path = folder / "program.c"
    path.write_text(HEAD + CLAIMED)
    wanted = read_property(violated)
    claim = Unsafe(violated, (), ())
    found = follow(read_program([str(path)], model, wanted), claim)
    assert confirms(found.execution, claim)
    path.write_text(HEAD + text)
    return execute(Task([str(path)], wanted, model), found, Run(60))


LOSING = {
    "the only pointer": CLAIMED,
    "a local of main, which has returned": "int main(void) { char *p = malloc(8); return p == 0; }",
    "a local of a function that has returned": (
        "static void f(void) { char *p = malloc(8); *p = 1; }\nint main(void) { f(); exit(0); }"
    ),
    "the head of a list": "int main(void) { kept = list(5); kept = 0; return 0; }",
    "an element of a list": "int main(void) { kept = list(5); kept->next = 0; return 0; }",
    "a pointer in a freed object": ("int main(void) { kept = list(2); free(kept); return 0; }"),
    "objects that only point to each other": (
        "int main(void) { struct node *p = list(2); p->next->next = p; return 0; }"
    ),
    "one of many": (
        "int main(void) { kept = list(100000); kept->next->next = kept->next->next->next;\n"
        "  return 0; }"
    ),
    "what was reallocated": (
        "int main(void) { void *p = malloc(8); p = realloc(p, 1000); p = 0; return 0; }"
    ),
    "a copied text": 'int main(void) { char *p = strdup("text"); return p == 0; }',
    "a printed text": 'int main(void) { char *p; asprintf(&p, "%d", 3); return 0; }',
    "aligned memory": "int main(void) { char *p = aligned_alloc(64, 64); return p == 0; }",
    "an object of no bytes": "int main(void) { char *p = malloc(0); return p == 0; }",
    "before an abort": "int main(void) { char *p = malloc(8); p = 0; abort(); }",
    "before a failing assertion": (
        "int main(void) { char *p = malloc(8); p = 0; assert(p); return 0; }"
    ),
    "before an end without cleaning": "int main(void) { char *p = malloc(8); p = 0; _exit(1); }",
    "before a trap": "int main(void) { char *p = malloc(8); p = 0; __builtin_trap(); }",
    "before an assumption that does not hold": (
        "int main(void) { char *p = malloc(8); p = 0; __VERIFIER_assume(p != 0); return 0; }"
    ),
    "and then an overflow": (
        "int main(void) { char *p = malloc(8), *q = malloc(3); p = 0; q[3] = 1; return 0; }"
    ),
    "before a loop that never ends": (
        "int main(void) { char *p = malloc(8); p = 0; for (;;) ; return 0; }"
    ),
}
KEEPING = {
    "freed": "int main(void) { char *p = malloc(8); free(p); return 0; }",
    "a list in a static variable": "int main(void) { kept = list(100000); return 0; }",
    "a pointer into the middle": (
        "static char *inside;\nint main(void) { inside = (char *)malloc(8) + 4; return 0; }"
    ),
    "a pointer to the end": (
        "static char *end;\nint main(void) { end = (char *)malloc(8) + 8; return 0; }"
    ),
    "a number": "static uintptr_t n;\nint main(void) { n = (uintptr_t)malloc(8); return 0; }",
    "a pointer without alignment": (
        "static struct __attribute__((packed)) { char c; char *p; } s;\n"
        "int main(void) { s.p = malloc(8); return 0; }"
    ),
    "a thread-local variable": (
        "static __thread char *p;\nint main(void) { p = malloc(8); return 0; }"
    ),
    "a static local": "int main(void) { static char *p; p = malloc(8); return 0; }",
    "an argument of main": ("int main(int count, char **all) { all[0] = malloc(8); return 0; }"),
    "the text of an argument of main": (
        "int main(int count, char **all) {\n"
        "  char *p = malloc(8); memcpy(all[0], &p, sizeof p); return 0; }"
    ),
    "a local at exit": "int main(void) { char *p = malloc(8); *p = 1; exit(0); }",
    "a local at exit that is found by its address": (
        "int main(void) { char *p = malloc(8); char **q = &p; **q = 1; exit(0); }"
    ),
    "a local of a caller at exit": ("int main(void) { char *p = malloc(8); leave(); return *p; }"),
    "a register at exit": ("int main(void) { register char *p = malloc(8); leave(); return *p; }"),
    "a local at an abort": "int main(void) { char *p = malloc(8); *p = 1; abort(); }",
    "a local at a failing assertion": (
        "int main(void) { char *p = malloc(8); assert(p == 0); return 0; }"
    ),
    "a local at a trap": "int main(void) { char *p = malloc(8); *p = 1; __builtin_trap(); }",
    "locals of many activations at exit": (
        "static int f(int n) { char *p = malloc(8); if (n == 0) exit(0); return f(n - 1) + *p; }\n"
        "int main(void) { return f(20000); }"
    ),
    "buffers of the C library": (
        'int main(void) { printf("%d %.300f\\n", 3, 1e300); perror("here"); return 0; }'
    ),
    "an object that the C library made": (
        "extern char *getcwd(char *, size_t);\n"
        "int main(void) { char *p = getcwd(0, 0); return p == 0; }"
    ),
    "many objects made and freed": (
        "int main(void) { for (int i = 0; i < 100000; i++) free(malloc(i % 50)); return 0; }"
    ),
    "reallocated": (
        "static char *p;\n"
        "int main(void) { for (int i = 1; i < 900; i++) p = realloc(p, i); return 0; }"
    ),
}


@pytest.mark.parametrize("model", [LP64, ILP32], ids=lambda model: model.name)
@pytest.mark.parametrize("what", list(LOSING))
def test_what_is_lost_is_found(tmp_path: Path, what: str, model: DataModel) -> None:
    found = executed(tmp_path, LOSING[what], model)
    if found.outcome == "impossible":
        pytest.skip(found.reason)

    assert ("executed", "") == (found.outcome, found.reason)


@pytest.mark.parametrize("model", [LP64, ILP32], ids=lambda model: model.name)
@pytest.mark.parametrize("what", list(KEEPING))
def test_what_can_be_reached_is_not_lost(tmp_path: Path, what: str, model: DataModel) -> None:
    found = executed(tmp_path, KEEPING[what], model)
    if found.outcome == "impossible":
        pytest.skip(found.reason)

    assert "refuted" == found.outcome, found.reason
    assert re.search(r"ends with status|ended by SIG(ABRT|ILL)", found.reason)


TORN = """\
#include <time.h>
static char *whole;
int main(void) {
  uintptr_t number = (uintptr_t)malloc(8);
  volatile uintptr_t high = number >> 16, low = number & 0xffff;
  number = 0;
  while (clock() * 1000 / CLOCKS_PER_SEC < 100)
    for (volatile int i = 0; i < 100000; i++) ;
  whole = (char *)(high << 16 | low);
  for (;;) ;
}
"""


def test_what_a_timer_interrupts_may_hold_half_of_a_pointer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("maul.proofs.execution.harness.run.RUNNING", 2.0)
    found = executed(tmp_path, TORN)

    assert "does not end in time" in found.reason


def test_what_is_left_is_counted_where_the_program_ends_and_nowhere_else(tmp_path: Path) -> None:
    holding = "int main(void) { kept = list(1); "
    ends = ["return 0; }", "exit(0); }", "assert(0); }", "_exit(0); }", "__builtin_trap(); }"]
    going_on = ["__VERIFIER_assume(0); free(kept); return 0; }", "free(kept); return 0; }"]
    outcomes = [
        executed(tmp_path, holding + rest, violated="valid-memcleanup").outcome
        for rest in (*ends, *going_on)
    ]

    assert ["executed"] * len(ends) + ["refuted"] * len(going_on) == outcomes


def test_the_file_that_is_kept_says_where_the_lost_object_was_made(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEAD + CLAIMED)
    wanted = read_property("valid-memtrack")
    found = follow(read_program([str(path)], LP64, wanted), Unsafe("valid-memtrack", (), ()))
    kept = harness_text(Task([str(path)], wanted, LP64), found)
    (tmp_path / "harness.c").write_text(kept)
    build, start = [line[2:].strip() for line in kept.splitlines()[2:4]]
    subprocess.run(shlex.split(build), cwd=tmp_path, check=True)
    done = subprocess.run(
        shlex.split(start), cwd=tmp_path, check=False, capture_output=True, text=True
    )
    line = len(HEAD.splitlines()) + 1

    assert REACHED == done.returncode
    assert f"ends with status {REACHED} where the error" in kept
    assert f"{LOST_OBJECT}: 8 bytes, made" in done.stderr
    assert re.search(rf" in main \S*program\.c:{line}\b", done.stderr)


@pytest.mark.parametrize(
    ("message", "violated"),
    [(LOST_OBJECT, "valid-memtrack"), (LEFT_BEHIND, "valid-memcleanup")],
)
def test_a_message_counts_for_its_own_property_only(message: str, violated: str) -> None:
    at = Span("program.c", 1, 1, "program.c", 1)
    seen = [
        ending_of(REACHED, message, each, at).seen
        for each in ("valid-memtrack", "valid-memcleanup", "valid-deref", "unreach-call")
    ]

    assert 1 == sum(seen)
    assert ending_of(REACHED, message, violated, at).seen


def test_only_heaps_are_observed() -> None:
    assert "" == observer("valid-deref")
