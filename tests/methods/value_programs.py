"""Small programs for the explicit-value methods: each safe, and unsafe after one replacement."""

from __future__ import annotations

# Name: text, what is replaced, by what. All of these are decided by values alone.
TWINS: dict[str, tuple[str, str, str]] = {
    "a loop with a constant bound": (
        """int main(void) { int i, s = 0; for (i = 0; i < 40; i++) s += i;
        if (nondet()) s++; if (s < 780) reach_error(); return 0; }""",
        "i < 40",
        "i < 39",
    ),
    "a state machine without end": (
        """int main(void) { int s = 0, seen = 0;
        while (1) { if (nondet() == 1) continue;
          if (s == 0) s = 1; else if (s == 1) { seen = 1; s = 2; }
          else if (s == 2 && seen) s = 0; else reach_error(); } }""",
        "seen = 1;",
        "",
    ),
    "a value that a condition tells": (
        """int main(void) { int x = nondet(); if (x == 3) { x = x + 4;
        if (x != 7) reach_error(); } return 0; }""",
        "x != 7",
        "x != 8",
    ),
    "an input comes again": (
        """int main(void) { int x = 1; while (nondet()) { if (x != 1) reach_error();
        x = nondet(); x = 1; } return 0; }""",
        "x = nondet(); x = 1;",
        "x = 1; x = nondet();",
    ),
    "a pointer to a known variable": (
        """int main(void) { int x = 1, y = 5, *p = &x, **q = &p; *p = 2; *q = &y; *p = 6;
        if (x != 2 || y != 6) reach_error(); return 0; }""",
        "*p = 6;",
        "*p = nondet();",
    ),
    "a record that is copied": (
        """struct s { int a, b; }; int main(void) { struct s one = {1, 2}, two; two = one;
        one.a = 5; if (two.a != 1 || two.b != 2) reach_error(); return 0; }""",
        "two = one;",
        "two.a = one.a;",
    ),
    "cells that a loop fills": (
        """int a[4]; int main(void) { int i; for (i = 0; i < 4; i++) a[i] = i * i;
        if (a[3] != 9 || a[0] != 0) reach_error(); return 0; }""",
        "i < 4",
        "i < 3",
    ),
    "a write through an unknown pointer": (
        """int main(void) { int x = 1, y = 1, z = 1; int *p = nondet() ? &x : &y; *p = 2;
        if (z != 1) reach_error(); return 0; }""",
        "z != 1",
        "y != 1",
    ),
    "a write through a pointer into a record": (
        """struct s { char c[4]; int n; }; int main(void) { struct s s = {{0}, 7};
        s.c[nondet() & 3] = 1; if (s.n != 7) reach_error(); return 0; }""",
        "s.c[nondet() & 3]",
        "((char *)&s)[nondet() & 7]",
    ),
    "memory that is set": (
        """int main(void) { int a[3]; a[2] = 5; memset(a, 0, 2 * sizeof(int));
        if (a[0] || a[1] || a[2] != 5) reach_error(); return 0; }""",
        "2 * sizeof",
        "3 * sizeof",
    ),
    "memory that is copied": (
        """int main(void) { int a[2] = {1, 2}, b[2] = {3, 4};
        memcpy(b, a, nondet() ? 4 : 0); if (b[1] != 4) reach_error(); return 0; }""",
        "? 4 : 0",
        "? 8 : 0",
    ),
    "cells in the heap": (
        """struct n { int v; struct n *next; }; int main(void) { struct n *list = 0; int i;
        for (i = 0; i < 3; i++) { struct n *new = malloc(sizeof *new);
          new->v = i; new->next = list; list = new; }
        if (list->next->next->v != 0 || list->next->next->next) reach_error(); return 0; }""",
        "new->v = i;",
        "new->v = i + nondet();",
    ),
    "what malloc returns is not zero": (
        """int main(void) { int *p = malloc(2 * sizeof *p); p[0] = 0; p[1] = 0;
        if (p[0] || p[1]) reach_error(); return 0; }""",
        "p[1] = 0;",
        "",
    ),
    "an uninitialised variable is not zero": (
        "int main(void) { int x = 0; if (x) reach_error(); return 0; }",
        "int x = 0;",
        "int x;",
    ),
    "an uninitialised variable is another one each time": (
        """int main(void) { int i; for (i = 0; i < 2; i++) { int x = 7;
        if (i == 0) x = 7; else if (x != 7) reach_error(); } return 0; }""",
        "int x = 7;",
        "int x;",
    ),
    "an array without initialiser is not zero": (
        "int main(void) { static int a[3]; if (a[1]) reach_error(); return 0; }",
        "static int",
        "int",
    ),
    "side effects behind a short circuit": (
        """int main(void) { int x = 0; if (nondet() && x++) x = 5;
        if (x > 1) reach_error(); return 0; }""",
        "x++",
        "++x",
    ),
    "a conditional with side effects": (
        """int main(void) { int x = 0, y = nondet() ? (x = 1, 2) : (x = 2, 1);
        if (x == y) reach_error(); return 0; }""",
        "(x = 2, 1)",
        "(x = 1, 1)",
    ),
    "a function that gets a pointer": (
        """static void set(int *p, int v) { *p = v; } int main(void) { int x = 1, y = 2;
        set(&x, 3); set(&y, nondet()); if (x != 3) reach_error(); return 0; }""",
        "set(&y, nondet())",
        "set(&x, nondet())",
    ),
    "a record by value": (
        """struct s { int v; }; static int change(struct s s) { s.v = 9; return s.v; }
        int main(void) { struct s s = {4}; int r = change(s);
        if (r != 9 || s.v != 4) reach_error(); return 0; }""",
        "s.v != 4",
        "s.v != 9",
    ),
    "two calls of one function": (
        """static int twice(int n) { int m = n; return m + n; } int main(void) {
        int a = twice(2), b = twice(nondet()); if (a != 4) reach_error(); return b; }""",
        "if (a != 4)",
        "if (b != 4)",
    ),
    "a static counter": (
        """static int next(void) { static int n; return ++n; } int main(void) {
        next(); if (nondet()) next(); int n = next(); if (n != 2 && n != 3) reach_error();
        return 0; }""",
        "n != 2 && n != 3",
        "n != 2",
    ),
    "recursion of known depth": (
        """static int down(int n) { int own = n; if (n > 0) own += down(n - 1); return own; }
        int main(void) { if (down(3) != 6) reach_error(); return 0; }""",
        "n > 0",
        "n > nondet()",
    ),
    "a function behind a pointer": (
        """static int one(void) { return 1; } static int two(void) { return 2; }
        int main(void) { int (*f)(void) = two; if (nondet() || 1) f = one;
        if (f() != 1) reach_error(); return 0; }""",
        "nondet() || 1",
        "nondet()",
    ),
    "a number that wraps": (
        """int main(void) { unsigned char c = 250; int i; for (i = 0; i < 10; i++) c += 1;
        unsigned u = 0; u -= 1; if (c != 4 || u != 4294967295u) reach_error(); return 0; }""",
        "c != 4",
        "c != 260",
    ),
    "signs and widths": (
        """int main(void) { signed char c = (signed char)200; unsigned short s = (unsigned short)c;
        int d = -7 / 2, r = -7 % 2, h = -8 >> 1;
        if (c != -56 || s != 65480 || d != -3 || r != -1 || h != -4) reach_error(); return 0; }""",
        "s != 65480",
        "s != 200",
    ),
    "bit-fields": (
        """struct b { unsigned a : 3, b : 2; int c : 4; }; int main(void) { struct b x = {7, 1, 7};
        x.a++; x.c++; if (nondet()) x.b = 2; if (x.a != 0 || x.c != -8) reach_error();
        return 0; }""",
        "x.c != -8",
        "x.b != 1",
    ),
    "a union": (
        """union u { unsigned w; unsigned char c[4]; }; int main(void) { union u x;
        x.w = 0x01020304u; x.c[1] = 0xff; if (x.w != 0x0102ff04u) reach_error(); return 0; }""",
        "x.c[1] = 0xff;",
        "x.c[nondet() & 1] = 0xff;",
    ),
    "exact floats": (
        """int main(void) { double d = 0.1, e = d + 0.2; float f = 16777216.0f; f = f + 1.0f;
        if (e == 0.3 || f != 16777216.0f || (int)2.9 != 2) reach_error(); return 0; }""",
        "e == 0.3",
        "e != 0.3",
    ),
    "zero has two signs": (
        """int main(void) { double z = 0.0, m = -z; if (z != m || 1.0 / m > 0) reach_error();
        return 0; }""",
        "1.0 / m > 0",
        "1.0 / m < 0",
    ),
    "a comparison with no number": (
        """int main(void) { double z = 0.0, n = z / z; if (n == n || n < 1.0 || n >= 1.0)
        reach_error(); return 0; }""",
        "n >= 1.0",
        "n != 1.0",
    ),
    "a jump into the middle": (
        """int main(void) { int x = 0, n = 0; if (nondet()) goto in; x = 1;
        while (n < 3) { n++; in: x = 2; n++; } if (x != 2) reach_error(); return 0; }""",
        "x = 2;",
        "x += 1;",
    ),
    "a switch that falls through": (
        """enum e { A, B, C }; int main(void) { enum e e = B; int n = 0; if (nondet()) e = C;
        switch (e) { case A: n = 9; break; case B: n += 1; case C: n += 2; break; default: n = 8; }
        if (n != 3 && n != 2) reach_error(); return 0; }""",
        "n += 1; case C:",
        "n += 1; break; case C:",
    ),
    "an undefined function leaves memory alone": (
        """extern int unknown(int *); int main(void) { int x = 1, y = unknown(&x);
        if (x != 1) reach_error(); return y; }""",
        "x != 1",
        "y != 1",
    ),
}

# Safe, but the paths to the error are refuted by no values; and unsafe after a replacement.
NEEDS_MORE: dict[str, tuple[str, str, str]] = {
    "inputs that are compared": (
        """int main(void) { int x = nondet(), y = nondet(); if (x < y) if (y < x) reach_error();
        return 0; }""",
        "y < x",
        "y < x + 2",
    ),
    "one value left by two conditions": (
        """int main(void) { int x = nondet(); if (x >= 3) if (x <= 3) if (x != 3) reach_error();
        return 0; }""",
        "x <= 3",
        "x <= 4",
    ),
    "a read at an unknown index": (
        """int main(void) { int a[2] = {1, 2}; if (a[nondet() & 1] == 3) reach_error();
        return 0; }""",
        "{1, 2}",
        "{1, 3}",
    ),
    "a write at an unknown index": (
        """int main(void) { int a[4] = {1, 2, 3, 4}; a[nondet() & 1] = 9;
        if (a[2] != 3) reach_error(); return 0; }""",
        "nondet() & 1",
        "nondet() & 3",
    ),
    "bits beside unknown bits": (
        """struct b { unsigned a : 3, b : 2; int c : 4; }; int main(void) { struct b x = {7, 1, 7};
        x.a++; x.c++; x.b = (unsigned)nondet(); if (x.a != 0 || x.c != -8) reach_error();
        return 0; }""",
        "x.c != -8",
        "x.b != 1",
    ),
    "a copy of an input": (
        """int main(void) { int x = nondet(), y = x; if (x != y) reach_error(); return 0; }""",
        "y = x;",
        "y = x | 1;",
    ),
    "a parity": (
        """int main(void) { unsigned x = nondet(); if ((x * 2) % 2 == 1) reach_error();
        return 0; }""",
        "x * 2",
        "x * 3",
    ),
}


def broken(twin: tuple[str, str, str]) -> str:
    """The unsafe twin."""
    text, old, new = twin
    assert 1 == text.count(old), old
    return text.replace(old, new)
