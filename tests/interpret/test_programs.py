"""Whole C programs through the front end, the automata and the interpreter."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.elaborate.program import elaborate
from maul.cfa.build.program import build
from maul.cfa.outcome import Aborted, Ended, ErrorReached, Execution, UndefinedBehaviour
from maul.cfa.transform.specification import mark_errors, read_property
from maul.errors import Unsupported
from maul.interpret.machine import interpret
from maul.system.deep import call_deep


def execute(
    folder: Path,
    text: str,
    inputs: Iterable[int | float] = (),
    model: DataModel = LP64,
    violates: str | None = None,
) -> Execution:
    """Run a program, with the error locations of a property if one is given."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")

    def run() -> Execution:
        cfa = build(elaborate([str(path)], model))
        if violates is not None:
            cfa = mark_errors(cfa, read_property(violates))
        return interpret(cfa, inputs)

    return call_deep(run)


@pytest.mark.parametrize(
    ("body", "what", "line"),
    [
        ("int z = in();\nreturn 1 / z;", "division by zero", 6),
        ("int z = in();\nreturn 1 % z;", "remainder of a division by zero", 6),
        ("int z = in() - 1;\nreturn (-2147483647 - 1) / z;", "division overflows", 6),
        ("int z = in();\nreturn 1 << (z + 32);", "shift by the width of the type or more", 6),
        ("int z = in();\nreturn 1 >> (z - 1);", "shift by a negative amount", 6),
        (
            "double d = in() + 1e10;\nreturn (int) d;",
            "conversion of a float that does not fit the integer type",
            6,
        ),
        ("int *p = 0;\nreturn *p;", "null pointer dereferenced", 6),
        ("int *p = (int *) 0x7654321;\nreturn *p;", "invalid pointer dereferenced", 6),
        ("int a[3] = {0};\nreturn a[in() + 3];", "access outside of main::a", 6),
        ("int a[3] = {0};\nreturn *(a - 1 + in());", "access outside of main::a", 6),
        (
            "int *p = malloc(4);\nfree(p);\nreturn *p;",
            "an allocated object accessed after it was freed",
            7,
        ),
        ("int *p = malloc(4);\nfree(p);\nfree(p);", "memory freed twice", 7),
        (
            "int *p = malloc(8);\nfree(p + 1);",
            "free of what is not the start of an allocated object",
            6,
        ),
        ("int x;\nfree(&x);", "free of what is not the start of an allocated object", 6),
        ("return *local();", "local::x accessed after its function returned", 5),
        ('char *s = "abc";\ns[in()] = 1;', "string literal modified", 6),
        ("int (*f)(void) = 0;\nreturn f();", "call through an invalid function pointer", 6),
        (
            "char b[8] = {0};\nmemcpy(b, b + 2 + in(), 4);",
            "copy between regions that overlap",
            6,
        ),
        ("char b[2] = {1, 1};\nreturn strlen(b);", "string not terminated in main::b", 6),
        (
            "struct s { int n; int a[]; } *p = malloc(8);\nreturn p->a[1];",
            "access outside of an allocated object",
            6,
        ),
    ],
)
def test_undefined_behaviour_is_named_where_it_happens(
    tmp_path: Path, body: str, what: str, line: int
) -> None:
    text = (
        "#include <stdlib.h>\n#include <string.h>\n"
        "int in(void); int *local(void) { int x = 1; int *p = &x; return p; }\n"
        f"int main(void) {{\n{body}\n}}\n"
    )
    outcome = execute(tmp_path, text, [0] * 10).outcome

    assert isinstance(outcome, UndefinedBehaviour), outcome
    assert (what, line) == (outcome.what, outcome.span.line)


def test_signed_overflow_wraps(tmp_path: Path) -> None:
    text = "int main(void) { int x = 2147483647; x++; return x == -2147483647 - 1; }"
    outcome = execute(tmp_path, text).outcome

    assert isinstance(outcome, Ended)
    assert 1 == outcome.status


LEAK = """
#include <stdlib.h>
struct node { struct node *next; } *head;
int main(void) {
    head = malloc(sizeof *head);
    head->next = malloc(sizeof *head);
    head->next->next = 0;
    int how = __VERIFIER_nondet_int();
    if (how == 1) head->next = 0;
    if (how == 2) { free(head->next); free(head->next); }
    if (how == 3) head->next->next->next = 0;
    if (how == 4) { free(head->next); free(head); }
    return 0;
}
"""


@pytest.mark.parametrize(
    ("how", "expected"),
    [(0, None), (1, "valid-memtrack"), (2, "valid-free"), (3, "valid-deref"), (4, None)],
)
def test_memory_safety_on_the_real_memory(tmp_path: Path, how: int, expected: str | None) -> None:
    text = LEAK.replace("struct node {", "int __VERIFIER_nondet_int(void);\nstruct node {", 1)
    outcome = execute(tmp_path, text, [how], violates="valid-memsafety").outcome
    found = outcome.property if isinstance(outcome, ErrorReached) else None

    assert expected == found


@pytest.mark.parametrize(("how", "violated"), [(0, True), (4, False)])
def test_memory_cleanup_on_the_real_memory(tmp_path: Path, how: int, *, violated: bool) -> None:
    text = LEAK.replace("struct node {", "int __VERIFIER_nondet_int(void);\nstruct node {", 1)
    outcome = execute(tmp_path, text, [how], violates="valid-memcleanup").outcome

    assert violated == isinstance(outcome, ErrorReached)


@pytest.mark.parametrize(
    ("leaving", "expected"),
    [
        ("p = malloc(8); p = 0; exit(0);", "valid-memtrack"),  # what malloc gave was a temporary
        ("p = malloc(8); p = same(0); leave(0);", "valid-memtrack"),
        ("char *q = malloc(8); exit(0);", None),
        ("p = malloc(8); exit(0);", None),
        ("p = pass(malloc(8), leave(3)); free(p);", None),  # the entry of leave is looked at, too
    ],
)
def test_a_temporary_keeps_an_object_only_as_long_as_it_is_needed(
    tmp_path: Path, leaving: str, expected: str | None
) -> None:
    text = f"""
    #include <stdlib.h>
    static char *p;
    static char *same(char *q) {{ return q; }}
    static int leave(int n) {{ if (n == 0 && !p) exit(0); return n ? leave(n - 1) : 0; }}
    static char *pass(char *q, int n) {{ return q; }}
    int main(void) {{ {leaving.replace("leave(3)", "(p = (char *)1, leave(3))")} return 0; }}
    """
    outcome = execute(tmp_path, text, violates="valid-memsafety").outcome
    found = outcome.property if isinstance(outcome, ErrorReached) else None

    assert expected == found, outcome


@pytest.mark.parametrize(("x", "violated"), [(46340, False), (46341, True)])
def test_overflow_is_found_when_it_is_the_property(
    tmp_path: Path, x: int, *, violated: bool
) -> None:
    text = "int in(void); int main(void) { int x = in(); return x * x == 1; }"
    outcome = execute(tmp_path, text, [x], violates="no-overflow").outcome

    assert violated == isinstance(outcome, ErrorReached)


def test_a_failing_assert_aborts(tmp_path: Path) -> None:
    text = "#include <assert.h>\nint main(void) { assert(1 + 1 == 3); return 0; }"
    outcome = execute(tmp_path, text).outcome

    assert isinstance(outcome, Aborted)
    assert "__assert_fail" == outcome.function


MIXTURE = r"""
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bits { signed char a : 5; unsigned short b : 11; int c : 17; long long d : 45; _Bool e; };
union view { struct bits b; unsigned char raw[sizeof(struct bits)]; };
struct list { int value; struct list *next; };
typedef int operation(int, int);

static unsigned long long sum = 1469598103934665603ULL;
static void mix(unsigned long long v) { sum = (sum ^ v) * 1099511628211ULL; }
static int add(int x, int y) { return x + y; }
static int subtract(int x, int y) { return x - y; }

static struct list *cons(int value, struct list *next) {
    struct list *made = malloc(sizeof *made);
    *made = (struct list){value, next};
    return made;
}

static int total(int count, ...) {
    va_list rest;
    va_start(rest, count);
    int result = 0;
    while (count--) result = result * 3 + va_arg(rest, int);
    va_end(rest);
    return result;
}

static int say(int first, ...) {
    va_list rest;
    va_start(rest, first);
    int count = vprintf("%s %.3f %lld\n", rest) + first;
    va_end(rest);
    return count;
}

int main(void) {
    union view v;
    memset(&v, 0, sizeof v);
    for (int i = -30; i < 30; i++) {
        v.b.a += i; v.b.b = v.b.b * 3 + i; v.b.c -= i * 1001; v.b.d = (v.b.d << 1) ^ i;
        v.b.e = i & 2;
        for (unsigned k = 0; k < sizeof v; k++) mix(v.raw[k]);
        mix(v.b.d >> 3);
    }
    struct list *l = 0;
    for (int i = 0; i < 9; i++) l = cons(i * i, l);
    for (struct list *p = l; p; p = p->next) mix(p->value);
    while (l) { struct list *n = l->next; free(l); l = n; }
    operation *table[2] = {add, subtract};
    for (int i = 0; i < 4; i++) mix(table[i & 1](i, 100));
    float f = 0.1f;
    double d = f;
    for (int i = 0; i < 30; i++) {
        f = f * 1.7f + (float) i / 3;
        d = d * 1.1 - f;
        mix((long long) (f * 16));
        mix((unsigned long long) ((float) (16777217 + i * (1LL << 40)) * 0.5f));
    }
    unsigned char c = 250; signed char s = -3; unsigned short u = 60000;
    mix(c + 10); mix(c << 4); mix(s >> 1); mix((unsigned) s >> 4); mix(-u); mix(~c); mix(s < 0u);
    int grid[3][4];
    for (int i = 0; i < 12; i++) grid[i / 4][i % 4] = i * i;
    mix(*(*(grid + 2) + 3)); mix(&grid[2][0] - &grid[0][0]); mix(((int *) grid)[7]);
    uintptr_t number = (uintptr_t) &grid[1][1];
    mix(*(int *) (number + sizeof(int)));
    char text[20] = "hello";
    strcat(text, " world");
    for (char *p = text; *p; p++) mix(*p ^= 0x20);
    switch (s) { case -5 ... -2: mix(77); case 9: mix(78); break; default: mix(79); }
    mix(total(4, 1, -2, 3, -4));
    mix(say(-1, text, d, (long long) sum));
    printf("%llx %.17g %.9g %s|%5d|%-5x|%zu\n", sum, d, f, text, s, u, sizeof(struct bits));
    return (int) (sum & 63);
}
"""


@pytest.mark.parametrize(
    ("model", "flags"),
    [(LP64, ["-m64"]), (ILP32, ["-m32", "-msse2", "-mfpmath=sse"])],
    ids=["LP64", "ILP32"],
)
def test_a_mixture_of_constructs_does_what_gcc_makes_of_it(
    tmp_path: Path, model: DataModel, flags: list[str]
) -> None:
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("no gcc")
    execution = execute(tmp_path, MIXTURE, model=model)
    binary = tmp_path / "program"
    made = subprocess.run(
        [gcc, "-w", "-fwrapv", *flags, "-o", binary, tmp_path / "program.c"], check=False
    )
    if made.returncode:
        pytest.skip(f"gcc {flags[0]} cannot make programs")
    process = subprocess.run([binary], capture_output=True, check=False)

    assert isinstance(execution.outcome, Ended)
    assert process.stdout == execution.output
    assert process.returncode == execution.outcome.status


def test_an_address_in_more_bits_is_extended_by_its_sign(tmp_path: Path) -> None:
    """As gcc does."""
    text = (
        "int g; int main(void) { int x, *p = &x; unsigned long long n = (unsigned long long) p;"
        " return n == (unsigned long long) (long) p && (n >> 32) == 0xFFFFFFFF"
        " && (unsigned long long) (void *) 0x80000000 == 0xFFFFFFFF80000000"
        " && (unsigned long long) &g == (unsigned long) &g; }"
    )
    outcome = execute(tmp_path, text, model=ILP32).outcome

    assert isinstance(outcome, Ended)
    assert 1 == outcome.status


def test_expressions_as_deep_as_they_get_are_evaluated(tmp_path: Path) -> None:
    text = (
        "int in(void); int main(void) { return in() + " + "(1 + " * 3000 + "1" + ")" * 3000 + "; }"
    )
    outcome = execute(tmp_path, text, [1]).outcome

    assert isinstance(outcome, Ended)
    assert 3002 % 256 == outcome.status


def test_an_object_of_unknown_size_is_refused_only_when_it_is_accessed(tmp_path: Path) -> None:
    text = "extern int a[]; int in(void); int main(void) { int *p = a; return in() ? a[2] : !p; }"
    outcome = execute(tmp_path, text, [0]).outcome

    assert isinstance(outcome, Ended)
    assert 0 == outcome.status
    with pytest.raises(Unsupported, match="access to a, an object of unknown size"):
        execute(tmp_path, text, [1])


def test_an_error_is_told_where_it_happens(tmp_path: Path) -> None:
    text = "int in(void);\nint main(void) {\nint x = in();\nx = x + 1;\nx = x * 2;\nreturn x;\n}"
    first = execute(tmp_path, text, [2147483647], violates="no-overflow").outcome
    second = execute(tmp_path, text, [2147483646], violates="no-overflow").outcome

    assert isinstance(first, ErrorReached)
    assert isinstance(second, ErrorReached)
    assert [4, 5] == [first.span.line, second.span.line]


def test_what_is_freed_was_read_before(tmp_path: Path) -> None:
    text = """
    #include <stdlib.h>
    int main(void) { int *p = malloc(4); *p = 7; return *p + (free(p), 1); }"""
    outcome = execute(tmp_path, text).outcome

    assert isinstance(outcome, Ended)
    assert 8 == outcome.status
