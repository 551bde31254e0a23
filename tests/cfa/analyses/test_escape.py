"""Escape: an object is left alone only if nobody can use it after it has ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.c.elaborate.program import elaborate
from maul.cfa.analyses.escape import escaping
from maul.cfa.build.program import build
from maul.cfa.library import ANY, PURE
from maul.system.deep import call_deep
from tests.cfa.c_text import cfa_of

HEAD = """
int *far; struct s { int *p; int n; } rec;
void keep(int *p) { far = p; }
void deep(int *p, int n) { if (n) deep(p, n - 1); else keep(p); }
int look(int *p) { return *p; }
int *same(int *p) { return p + 1; }
int *pick(int *p, int *q) { return nondet() ? p : same(q); }
int *round(int *p, int n) { return n ? round(p, n - 1) : p; }
void out(int **to, int *p) { *to = p; }
void *alloca(size_t);
"""


def found(body: str, function: str = "int f(int n)") -> list[str]:
    """What escapes in a function that ``main`` calls, and whether what ``alloca`` gave does."""
    cfa = cfa_of(f"{HEAD}{function} {{ {body} }} int main(void) {{ f(3); return 0; }}", scopes=True)
    result = escaping(cfa)
    names = [v.name.partition("::")[2] for v in result.variables if v.function == "f"]
    return sorted(names) + ["alloca" for name in result.functions if name == "f"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # used while it lives, directly or by who forgets it again
        ("int x = 1; int *p = &x; *p = 2; return x;", ""),
        ("int x = 1; return look(&x);", ""),
        ("int x = 1; int *p = same(&x); return *p;", ""),
        ("int *p; while (n--) { int x = n; p = &x; *p = 1; } return 0;", ""),
        ("int *p = 0; { int x; p = &x; } p = &n; return *p;", ""),
        ("int x; return &x == far;", ""),
        ("int x; return !&x;", ""),
        ("int x, y; out(&far, far); return look(&x) + look(&y);", ""),
        ("int b[4]; memset(b, 0, sizeof b); return b[n];", ""),
        ("int x; size_t k = (size_t)&x; n = k == 7; return n;", ""),
        # into memory
        ("int x; far = &x; return 0;", "x"),
        ("int x; keep(&x); return 0;", "x"),
        ("int x; deep(&x, 4); return 0;", "x"),
        ("int x; int *p = same(&x); far = p; return 0;", "x"),
        ("int x, y; far = pick(&x, &y); return 0;", "x y"),
        ("int x, y; far = round(&x, y); look(&y); return 0;", "x"),
        ("int x; out(&far, &x); return 0;", "x"),
        ("int x; struct s r = {&x}; rec = r; return 0;", "x"),
        ("int x; size_t k = (size_t)&x ^ 1; rec.n = (int)k; return 0;", "x"),
        ("int x; size_t k = (size_t)&x; return k & 7;", "x"),
        ("int b[4]; far = &b[n]; return 0;", "b"),
        ("struct s r; far = &r.n; return 0;", "r"),
        ("far = &n; return 0;", "n"),
        ("far = &(int){n}; return 0;", "$"),
        # in a local that is read too late
        ("int *p = 0; { int x; p = &x; } return p != 0;", "x"),
        ("int *p = 0; while (n--) { int x = n; if (p) n -= *p; p = &x; } return 0;", "x"),
        ("int *p, *q; { int x; p = &x; q = p; p = 0; } return q == p;", "x"),
        ("int *p; again: if (n & 1) return *p; int x; p = &x; { int y; p = &y; } goto again;", "y"),
        ("size_t k = 0; { int x; k = (size_t)&x; } return (int)k;", "x"),
        # arrays of variable length, and alloca
        ("int a[n]; a[0] = 1; return look(a);", ""),
        ("int a[n]; far = a; return 0;", "a"),
        ("int *p = 0; { int a[n]; p = a; } return *p;", "a"),
        ("int *p = 0; back:; int a[n]; if (p) return *p; p = a; goto back;", "a"),
        ("int *p = alloca(n); return *p;", ""),
        ("int *p = alloca(n); far = p; return 0;", "alloca"),
        ("int a[n]; far = a; int *p = alloca(n); return *p;", "a"),
    ],
)
def test_what_may_be_used_too_late_escapes(body: str, expected: str) -> None:
    escaped = ["$" if name.startswith(("$", "<", "(")) else name for name in found(body)]

    assert expected.split() == escaped


@pytest.mark.parametrize("value", ["&x", "same(&x)", "n ? &x : far", "(int *)((size_t)&x + 4)"])
def test_what_is_returned_escapes(value: str) -> None:
    assert ["x"] == found(f"int x = 0; return {value};", "int *f(int n)")


def test_chains_of_calls_are_followed_in_any_order() -> None:
    text = """
      int *far; void x3(int *p) { far = p; } void x2(int *p) { x3(p); } void x1(int *p) { x2(p); }
      void y3(int *p) { far = p; } void y2(int *p) { y3(p); } void y1(int *p) { y2(p); }
      int f(void) { int x, y; y3(far); y2(far); x1(&x); y1(&y); return 0; }
      int main(void) { return f(); }"""

    assert {"f::x", "f::y"} == {v.name for v in escaping(cfa_of(text, scopes=True)).variables}


def test_an_array_or_what_alloca_gave_escapes_when_it_is_returned() -> None:
    assert ["a"] == found("int a[n]; int *p = a; return p;", "int *f(int n)")
    assert ["alloca"] == found("int *p = alloca(n); return p;", "int *f(int n)")


@pytest.mark.parametrize(("undefined", "expected"), [(PURE, []), (ANY, ["main::x"])])
def test_an_address_escapes_to_other_files_if_they_may_do_anything(
    undefined: str, expected: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "prog.c"
    path.write_text("int f(int *); int main(void) { { int x; f(&x); } return f(0); }")
    program = call_deep(lambda: elaborate([str(path)], LP64))
    cfa = build(program, undefined, scopes=True)

    assert expected == [v.name for v in escaping(cfa).variables]


def test_what_main_leaves_behind_is_of_no_interest() -> None:
    text = f"{HEAD} int main(void) {{ int x = 1; keep(&x); {{ int y; keep(&y); }} return *far; }}"
    again = text.replace("return *far", "if (nondet()) main(); return *far")

    assert ["main::y"] == [v.name for v in escaping(cfa_of(text, scopes=True)).variables]
    assert 2 == len(escaping(cfa_of(again, scopes=True)).variables)
