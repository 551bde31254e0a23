"""What is said to be the only execution of a program really is: nothing arbitrary changes it."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.c.ctype import ILP32, LP64, ArrayType, Floating, is_scalar, size_of
from maul.cfa.outcome import (
    DependsOnOutside,
    Ended,
    ErrorReached,
    Outcome,
    OutOfSteps,
    UndefinedBehaviour,
)
from maul.cfa.transform.lifetimes import with_lifetimes
from maul.cfa.transform.specification import mark_errors, read_property
from maul.interpret.choices import in_order
from maul.interpret.determined import Mask, execute_determined
from maul.interpret.machine import Machine, interpret, nothing
from tests.cfa.c_text import cfa_of
from tests.cfa.small_programs import small_program

if TYPE_CHECKING:
    from maul.c.ctype import CType, DataModel
    from maul.cfa.model import Cfa, Edge
    from maul.interpret.choices import Choose

FUNCTIONS = """
struct s { int x; int y; int *p; };
struct bits { unsigned a : 3; unsigned b : 5; };
extern void *calloc(size_t, size_t);
extern double sin(double);
extern int printf(const char *, ...);
int g, h = 4;
extern int elsewhere;
int no_result(int c) { if (c) return 5; }
int twice(int n) { return n ? 2 + twice(n - 1) : 0; }
int old(a, b) int a, b; { return a; }
"""
# A program, and what its execution ends with: its exit status, or what it depends on.
CASES = [
    ("return 3;", 3),
    ("int i, s = 0; for (i = 0; i < 5; i++) s += i; return s;", 10),
    ("int x; return x;", "memory that was not written"),
    ("int x; if (h == 4) x = 7; return x;", 7),
    ("int x; if (h != 4) x = 7; return x;", "memory that was not written"),
    ("int x, y = x; return 1;", "memory that was not written"),
    ("int x; int *p = &x; return *p;", "memory that was not written"),
    ("for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 3; g = x; } return 0;", "memory"),
    ("return g + h;", 4),
    ("return elsewhere;", "memory that was not written"),
    ("elsewhere = 2; return elsewhere;", 2),
    ("return nondet();", "the result of nondet"),
    ("int a[9]; for (int i = 0; i < 9; i++) a[i] = i; return a[8];", 8),
    ("int a[9]; for (int i = 0; i < 8; i++) a[i] = i; return a[7];", 7),
    ("int a[9]; for (int i = 0; i < 8; i++) a[i] = i; return a[8];", "memory"),
    ("int *p = malloc(8); p[0] = 1; return p[0];", 1),
    ("int *p = malloc(8); p[0] = 1; return p[1];", "memory"),
    ("int *p = calloc(2, 4); return p[1];", 0),
    ("int *p = malloc(4); *p = 3; p = realloc(p, 8); return p[0];", 3),
    ("int *p = malloc(4); *p = 3; p = realloc(p, 8); return p[1];", "memory"),
    ("int *p = malloc(0); return p != 0;", "whether an allocation succeeds"),
    ("int *p = malloc(4); return p != 0;", 1),
    ("int a, b; return &a == &b;", 0),
    ("int a[2], b[2]; return a + 2 == b;", "an address outside"),
    ("int a[2], b[2]; return a < b;", "the address of an object"),
    ("int a[4]; return &a[3] - &a[1] + (&a[1] < &a[3]);", 3),
    ("int a; return (long)&a != 7;", "the address of an object"),
    ("int a; return ((long)&a & 3) == 0;", "the address of an object"),
    ("int *p = malloc(4); free(p); int *q = malloc(4); return p == q;", "an address outside"),
    ("struct s a; a.x = 1; a.y = 2; a.p = &a.x; struct s b = a; return *b.p;", 1),
    ("struct s a; a.x = 1; a.p = &a.x; struct s b = a; return b.x;", "memory"),
    ("struct s a; a.p = &g; return *(unsigned char *)&a.p;", "memory"),
    ("struct s a; a.p = &g; *(char *)&a.p = 1; return ((char *)&a.p)[1];", "memory"),
    ("int *p = &g, *q; memcpy(&q, &p, sizeof p); *q = 6; return g;", 6),
    ("int *p = &g, *q; if (memcmp(&p, &q, sizeof p)) return 1; return 0;", "memory"),
    ('extern int puts(const char *); return puts("a");', "whether puts succeeds"),
    ("int *p = &g, *q = &g; return memcmp(&p, &q, sizeof p);", "a temporary"),
    ("char t[9]; memset(t, 65, 4); t[4] = 0; return strlen(t);", 4),
    ("char t[9]; memset(t, 65, 4); return strlen(t);", "memory"),
    ("struct bits b; b.a = 1; b.b = 2; return b.a;", "memory"),
    ("struct bits b = {0}; b.a = 1; b.b = 2; return b.a + b.b;", 3),
    ("return no_result(1);", 5),
    ("return no_result(0);", "the result of a function"),
    ("no_result(0); return 2;", 2),
    ("return old(1);", "a temporary"),
    ("return twice(6);", 12),
    ("int (*f)(int) = twice; return f(2) + (f == twice) + (f != 0);", 6),
    ("void *p = (void *)-1; return p == (void *)-1;", 1),
    ("int x; void *p = (void *)-1; return p == &x;", "the address of an object"),
    ('return "abc"[1] == 98;', 1),
    ("int n = h, a[n]; a[3] = 1; return a[3];", 1),
    ("int n = h, a[n]; a[3] = 1; return a[2];", "memory"),
]


def told(outcome: Outcome) -> int | str:
    match outcome:
        case Ended(status=status):
            return status
        case DependsOnOutside(what=what):
            return what
    return type(outcome).__name__


@pytest.mark.parametrize(("body", "expected"), CASES)
@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)
def test_an_execution_ends_where_it_is_not_determined(
    body: str, expected: int | str, model: DataModel
) -> None:
    text = f"{FUNCTIONS} int main(void) {{ {body} }}"
    found = told(execute_determined(cfa_of(text, model), 10_000, nothing).outcome)

    if isinstance(expected, str):
        assert str(found).startswith(expected)
    else:
        assert expected == found


def chosen_at_random(seed: int) -> Choose:
    numbers = Random(seed)

    def choose(_: Edge, t: CType) -> bytes | int | float:
        if isinstance(t, ArrayType) or not is_scalar(t):
            return numbers.randbytes(size_of(t))
        return numbers.random() if isinstance(t, Floating) else numbers.getrandbits(64)

    return choose


def uninitialised(seed: int) -> Cfa:
    """A random program in which some variables have no first value and no input is read."""
    numbers = Random(seed)

    def without(found: re.Match[str]) -> str:
        return f"{found[1]};" if numbers.random() < 0.2 else found[0]

    text = re.sub(r"(\b[xg]\d) = -?\d+;", without, small_program(seed))
    return cfa_of(text.replace("__VERIFIER_nondet_int()", "12"))


def test_nothing_arbitrary_changes_a_determined_execution() -> None:
    counted = {"ended": 0, "open": 0}
    for seed in range(150):
        cfa = uninitialised(seed)
        outcome = execute_determined(cfa, 20_000, nothing).outcome
        if isinstance(outcome, (DependsOnOutside, OutOfSteps, UndefinedBehaviour)):
            counted["open"] += 1
            continue
        counted["ended"] += 1
        for choice in range(4):
            other = interpret(cfa, steps=20_000, choose=chosen_at_random(choice)).outcome

            assert type(outcome) is type(other)
            if isinstance(outcome, Ended) and isinstance(other, Ended):
                assert outcome.status == other.status
            if isinstance(outcome, ErrorReached) and isinstance(other, ErrorReached):
                assert outcome.location is other.location

    assert min(counted.values()) > 20


def test_an_execution_can_be_repeated_by_the_same_machine() -> None:
    for seed in range(30):
        cfa = cfa_of(small_program(seed))
        inputs = [Random(seed).choice((0, 1, 7, 300, -2)) for _ in range(100)]
        fresh = interpret(cfa, inputs, steps=5_000)
        machine = Machine(cfa, in_order([*inputs[: fresh.inputs_used], *inputs]))
        if fresh.inputs_used == len(inputs):
            continue  # it may have wanted more
        machine.execute(5_000)
        machine.reset()
        again = machine.execute(5_000)

        assert told(fresh.outcome) == told(again.outcome)
        assert (fresh.steps, fresh.output) == (again.steps, again.output)


def test_a_mask_counts_what_is_open() -> None:
    numbers = Random(3)
    mask, plain = Mask(20, 1), [1] * 20
    for _ in range(500):
        start = numbers.randrange(20)
        size, kind = numbers.randrange(20 - start + 1), numbers.randrange(3)
        mask.put(start, size, kind)
        plain[start : start + size] = [kind] * size

        assert sum(map(bool, plain)) == mask.open
        assert (not any(plain[start : start + size])) == mask.is_known(start, size)


def test_the_end_of_an_object_is_determined() -> None:
    text = """int *far; int f(int n) { int x = n; { int y; far = &y; y = x; } return x + *far; }
      int main(void) { return f(1) + f(2); }"""
    cfa = mark_errors(with_lifetimes(cfa_of(text, scopes=True)), read_property("valid-deref"))
    harmless = with_lifetimes(cfa_of(text.replace("+ *far", ""), scopes=True))

    assert isinstance(execute_determined(cfa, 1000, nothing).outcome, ErrorReached)
    outcome = execute_determined(harmless, 1000, nothing).outcome
    assert isinstance(outcome, Ended)
    assert outcome.status == 3
