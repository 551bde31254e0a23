"""Operations in formulas against the interpreter: the formula of a program is what it computes."""

from collections.abc import Callable
from random import Random

import pytest

from maul.c.ctype import CHAR, ILP32, INT, LP64, DataModel
from maul.encode.numbers import IntNumbers
from maul.encode.numbers.protocol import Numbers
from maul.encode.state import Split
from tests.encode.symbolic_runs import OneRegion, OneType, SymbolicRun

HEADERS = """
extern void *calloc(size_t, size_t); extern void *mempcpy(void *, const void *, size_t);
extern void *memchr(const void *, int, size_t); extern size_t strnlen(const char *, size_t);
extern char *strcpy(char *, const char *); extern char *stpcpy(char *, const char *);
extern char *strncpy(char *, const char *, size_t); extern char *strcat(char *, const char *);
extern char *strncat(char *, const char *, size_t); extern char *strdup(const char *);
extern int strcmp(const char *, const char *); extern char *strchr(const char *, int);
extern int strncmp(const char *, const char *, size_t); extern char *strrchr(const char *, int);
extern char *strstr(const char *, const char *), *strpbrk(const char *, const char *);
extern size_t strspn(const char *, const char *), strcspn(const char *, const char *);
extern int isalpha(int), isdigit(int), isalnum(int), isspace(int), isupper(int), islower(int);
extern int isxdigit(int), ispunct(int), isprint(int), isgraph(int), iscntrl(int), isblank(int);
extern int toupper(int), tolower(int);
extern double fabs(double), sqrt(double), floor(double), ceil(double), trunc(double), round(double);
extern double rint(double), fmin(double, double), fmax(double, double), fdim(double, double);
extern double fmod(double, double), remainder(double, double), copysign(double, double);
extern double fma(double, double, double), modf(double, double *);
extern long lround(double), lrint(double); extern float fmodf(float, float), roundf(float);
static int bytes(const char *p, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 7 + p[i];
  return s; }
"""

# Inputs are small numbers: letters of a text, sizes, fillings.
TEXTS = {
    "strlen": "char s[6] = {a, b, c, d, 0, 1}; return strlen(s);",
    "strnlen": "char s[6] = {a, b, c, d, 0, 1}; return strnlen(s, 2) * 10 + strnlen(s, a + 3);",
    "strcpy": """char s[4] = {a, b, c, 0}, t[6] = "vwxyz"; char *e = strcpy(t + 1, s);
        return bytes(t, 6) + (e == t + 1);""",
    "stpcpy": """char s[4] = {a, b, c, 0}, t[6] = "vwxyz";
        return stpcpy(t, s) - t + bytes(t, 6);""",
    "strncpy": """char s[4] = {a, b, c, 0}, t[6] = "vwxyz"; strncpy(t, s, 5);
        return bytes(t, 6);""",
    "strncpy of some": """char s[4] = {a, b, c, 0}, t[6] = "vwxyz"; strncpy(t, s, d + 1);
        return bytes(t, 6);""",
    "strcat": """char s[3] = {a, b, 0}, t[8] = {c, d, 0, 'w', 'x', 'y', 'z', 0}; strcat(t, s);
        return bytes(t, 8);""",
    "strncat": """char s[3] = {a, b, 0}, t[8] = {c, d, 0, 'w', 'x', 'y', 'z', 0};
        strncat(t, s, a); return bytes(t, 8);""",
    "strcmp": """char s[3] = {a, b, 0}, t[3] = {c, d, 0};
        return 5 + strcmp(s, t) + strcmp(t, s) * 2;""",
    "strcmp of signed characters": "char s[2] = {-a, 0}, t[2] = {b, 0}; return 5 + strcmp(s, t);",
    "strncmp": "char s[3] = {a, b, 0}, t[3] = {c, d, 0}; return 5 + strncmp(s, t, d);",
    "strchr": """char s[4] = {a, b, c, 0}; char *f = strchr(s, d); return f ? f - s : 9;""",
    "strrchr": """char s[4] = {a, b, c, 0}; char *f = strrchr(s, d); return f ? f - s : 9;""",
    "strstr": """char s[5] = {a, b, c, d, 0}, t[3] = {b, c, 0}; char *f = strstr(s, t);
        return f ? f - s : 9;""",
    "strspn": """char s[4] = {a, b, c, 0}, t[3] = {d, 1, 0};
        return strspn(s, t) * 10 + strcspn(s, t);""",
    "strpbrk": """char s[4] = {a, b, c, 0}, t[3] = {d, 3, 0}; char *f = strpbrk(s, t);
        return f ? f - s : 9;""",
    "strdup": """char s[4] = {a, b, c, 0}; char *t = strdup(s); s[0] = 9;
        return bytes(t, strlen(t));""",
    "memchr": "char s[4] = {a, b, c, d}; char *f = memchr(s, d, c + 1); return f ? f - s : 9;",
    "memcmp": "char s[2] = {a, b}, t[2] = {c, d}; return 5 + memcmp(s, t, 2);",
    "memcmp of some": "char s[2] = {a, b}, t[2] = {c, d}; return 5 + memcmp(s, t, a % 3);",
    "memset": "char s[6] = {a, b, c, d}; memset(s + 1, d + 256, 3); return bytes(s, 6);",
    "memset of some": "char s[6] = {a, b, c, d}; memset(s + 1, d, c); return bytes(s, 6);",
    "memcpy": "char s[4] = {a, b, c, d}, t[5] = {0}; memcpy(t, s + 1, 3); return bytes(t, 5);",
    "memcpy of some": "char s[4] = {a, b, c, d}, t[5] = {0}; memcpy(t, s, a); return bytes(t, 5);",
    "mempcpy": "char s[4] = {a, b, c, d}, t[5] = {0}; return (char *)mempcpy(t, s, b) - t;",
    "memmove": "char s[5] = {a, b, c, d}; memmove(s + 1, s, 3); return bytes(s, 5);",
    "memmove at an input": """char s[9] = {a, b, c, d}; memmove(s + a, s + b, 4);
        return bytes(s, 9);""",
}
MEMORY = {
    "malloc": """int *p = malloc(4 * a + 4), *q = malloc(4); *q = b; for (int i = 0; i < 4; i++)
        if (i <= a) p[i] = c; return *q * 7 + p[a] + (p == q);""",
    "malloc on one branch": """int *p, *q, x; p = &x; if (a > 1) p = malloc(4); q = malloc(4);
        *p = b; *q = c; return *p * 7 + *q;""",
    "calloc": "int *p = calloc(3, 4), *q = calloc(a + 1, 2); p[1] = b; return p[0] + p[1] + p[2];",
    "calloc of some": "char *p = calloc(a + 1, 2); p[0] = b; return p[2 * a] * 7 + p[2 * a + 1];",
    "realloc": """int *p = malloc(8); p[0] = a; p[1] = b; p = realloc(p, 16); p[2] = c;
        return p[0] + 3 * p[1] + 9 * p[2];""",
    "realloc to less": """int *p = malloc(12); p[0] = a; p[1] = b; p[2] = 5; p = realloc(p, 8);
        return p[0] + 3 * p[1];""",
    "realloc of nothing": "char *p = realloc(0, 4); p[3] = a; return p[3];",
    "realloc of some": """char *p = malloc(a + 1); p[0] = b; p[a] = c; p = realloc(p, a + d + 1);
        return p[0] * 7 + p[a];""",
    "a fresh object each time": """int *p[4]; for (int i = 0; i < 4; i++) { p[i] = malloc(4);
        *p[i] = i + a; } return *p[0] * 2 + *p[1] * 3 + *p[2] * 5 + *p[3] * 7;""",
    "memset of integers": "int x[3] = {a, b, c}; memset(x, d, 8); return x[0] * 3 + x[1] + x[2];",
    "memset of part of an integer": """int x[2] = {a * 257, b}; memset(x, c, d + 1);
        return (x[0] >> 8) * 3 + x[0] * 5 + x[1];""",
    "memcpy of part of an integer": """int x[2] = {a * 999, -b}, y[2] = {c, d}; memcpy(x, y, c + 1);
        return (x[0] >> 8) * 3 + x[0] * 5 + x[1];""",
    "memcpy of a float": """float f = a, g; int i; memcpy(&g, &f, 4); memcpy(&i, &f, 4);
        return (g == f) + (i >> 23);""",
}
RECORDS = """
struct inner { char c; short s[2]; };
struct outer { int i; struct inner n[2]; unsigned b1 : 3, b2 : 7; int *p;
  union { int u; char v[4]; }; _Bool t; };
struct packed { char c; int i; } __attribute__((packed));
static struct outer other(struct outer o) { o.i++; o.n[1].s[0] = 3; o.b1 = 5; return o; }
static int sum(struct outer *o) { return o->i + o->n[0].c * 2 + o->n[0].s[1] * 3 + o->n[1].s[0] * 5
  + o->b1 * 7 + o->b2 * 11 + o->u * 13 + o->t; }
"""
AGGREGATES = {
    "no pointer reaches": """struct outer x = {a, {{b, {c, d}}}, 5, 70}, y;
        y = x; y.n[a & 1].s[b & 1] = 9;
        return y.n[0].s[0] + y.n[1].s[1] * 3 + y.b1 * 5 + y.b2 * 7 + y.i + x.n[0].s[0] * 11;""",
    "a pointer reaches": """struct outer x = {a, {{b, {c, d}}}, 5, 70}, y;
        y = x; y.n[a & 1].s[b & 1] = 9;
        y.p = &x.i; *y.p = c; return sum(&x) + sum(&y);""",
    "mixed": """struct outer x = {a, {{b, {c, d}}}}, y = {0}; y.u = a * 256 + b; x.b2 = c;
        y = other(x); x = y; x.t = a; x.v[1] = d; return sum(&x) + y.n[1].s[0];""",
    "arrays of records": """struct outer x[4] = {{a}, {b}, {c}}; x[d].n[1].s[1] = a; x[a] = x[b];
        return x[0].i + x[1].i * 3 + x[2].i * 7 + x[a].n[1].s[1];""",
    "packed": """struct packed x[4] = {{a, b}, {c, d}, {1, 2}}; x[a].i = 77; x[b].c = 7;
        return x[0].i + x[1].i * 3 + x[2].i * 5 + x[1].c * 7;""",
    "unions": """union { int i; char c[4]; short s[2]; } x = {0}; x.c[a] = b; x.s[1] = c;
        return x.i + (x.i >> 8) + (x.i >> 16) + x.c[d];""",
    "arrays of arrays": """int x[4][4] = {{a, b}, {c, d}}; x[a][b] = 50; x[c][0] += 3;
        return x[0][0] + x[0][1] * 3 + x[1][0] * 5 + x[2][3] * 7 + x[a][b] * 9;""",
    "arrays of run-time length": """int x[a + 1][b + 2]; for (int i = 0; i <= a; i++)
        for (int j = 0; j < b + 2; j++) x[i][j] = i * 10 + j; return x[a][b] * 3 + x[0][b + 1];""",
    "arrays of three lengths": """int x[2][b + 1][c + 1]; x[0][b][c] = 1; x[1][0][c] = 2;
        x[1][b][0] = 3;
        return x[0][b][c] + x[1][0][c] * 5 + x[1][b][0] * 25;""",
    "recursion": "return deep(a, b) + deep(1, c);",
}
FLOATING = {
    "roundings": """double x = (a - b) / 4.0; return floor(x) * 3 + ceil(x) * 5 + trunc(x) * 7
        + round(x) * 11 + rint(x) * 13 + lround(x) * 17 + lrint(x) * 19 + roundf(x) * 23;""",
    "extremes": """double x = a - b, y = c - d; return fmin(x, y) * 3 + fmax(x, y) * 5
        + fdim(x, y) * 7 + fabs(x) * 11;""",
    "remainders": """double x = (a - b) * 3.5, y = c + 0.5; return fmod(x, y) * 2
        + 8 * remainder(x, y) + fmodf(a, 1.5f);""",
    "signs": """double z = 0.0 * (a - b), n; double x = copysign(c, z); modf(x + 0.5, &n);
        return (1 / copysign(0.0, a - b) > 0) + x * 3 + (int)n * 5 + __builtin_signbit(z);""",
    "others": "return sqrt(a) * 10 + fma(b, c, d);",
}
CHARACTERS = """int k = a * 64 + b * 16 + c * 4 + d - 3, s = 0;
    s = s * 2 + isalpha(k); s = s * 2 + isdigit(k); s = s * 2 + isalnum(k); s = s * 2 + isspace(k);
    s = s * 2 + isupper(k); s = s * 2 + islower(k); s = s * 2 + isxdigit(k); s = s * 2 + ispunct(k);
    s = s * 2 + isprint(k); s = s * 2 + isgraph(k); s = s * 2 + iscntrl(k); s = s * 2 + isblank(k);
    return s % 251 + toupper(k) + tolower(k);"""


def run_of(
    body: str,
    model: DataModel = LP64,
    split: Callable[[], Split] | None = OneRegion,
    numbers: Callable[[DataModel], Numbers] | None = None,
) -> SymbolicRun:
    text = f"""{HEADERS} {RECORDS}
    static int deep(int n, int x) {{ struct outer l = {{n}}; l.n[x & 1].c = x; int *p = &l.i;
      if (n > 0) *p += deep(n - 1, x + 1); return l.i + l.n[0].c + l.n[1].c * 2; }}
    int main(void) {{ int a = nondet() & 3, b = nondet() & 3, c = nondet() & 3, d = nondet() & 3;
      {body} }}"""
    if model is ILP32:
        text = text.replace("size_t", "unsigned")
    return SymbolicRun(text, model, None if split is None else lambda _: split(), numbers)


def agree(run: SymbolicRun, seed: int, times: int = 25) -> None:
    numbers = Random(seed)
    for _ in range(times):
        inputs = [numbers.randrange(4) for _ in range(4)]
        assert run.considered(inputs)
        assert run.facts_hold(inputs)
        assert run.executed(inputs) == run.value(inputs), inputs


@pytest.mark.parametrize("name", TEXTS)
def test_texts_are_what_the_interpreter_makes_of_them(name: str) -> None:
    agree(run_of(TEXTS[name]), 1)


@pytest.mark.parametrize("name", TEXTS)
def test_texts_in_cells_of_characters(name: str) -> None:
    agree(run_of(TEXTS[name], split=lambda: OneType(CHAR, 1)), 2)


PARTS = ("memset of part of an integer", "memcpy of part of an integer", "memset of integers")


@pytest.mark.parametrize("name", PARTS)
def test_parts_of_cells_are_replaced(name: str) -> None:
    agree(run_of(MEMORY[name], split=lambda: OneType(INT, 4)), 8)


def test_a_long_text_is_left_out() -> None:
    run = run_of(
        "char s[80]; memset(s, 1 + a, 79); s[60 + 6 * b] = 0; s[79] = 0; return strlen(s);"
    )

    assert run.considered([0, 0, 0, 0])
    assert not run.considered([0, 1, 0, 0])


BEYOND = {
    "fill from a member": "memset(&s.one, 0, 4 + 8 * a);",
    "copy of a member": "memcpy(&t.one, &s.one, 4 + 8 * a);",
    "fill from an array": "memset(s.many, 0, 8 + 4 * a);",
    "fill from an element": "s.many[b] = 1; memset(s.many, 0, 8 + 4 * a);",
    "text to an array": """strncpy(s.text, "", 4 + a);""",
}
MEMBERS = """struct { int one, many[2]; char text[4]; int last; } s, t;
    s.one = t.one = s.many[0] = 1; s.last = t.last = 7; s.text[0] = 1;"""


@pytest.mark.parametrize("name", BEYOND)
def test_what_goes_on_behind_a_member_is_left_out(name: str) -> None:
    run = run_of(f"{MEMBERS} {BEYOND[name]} return s.last + t.last;", split=None)

    assert run.considered([0, 0, 0, 0])
    assert not run.considered([1, 0, 0, 0])


ALL = {**TEXTS, **MEMORY, **AGGREGATES, **FLOATING}
SLOW = {"arrays of run-time length", "recursion", "strdup"}


@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)
@pytest.mark.parametrize("name", ALL)
def test_regions_of_the_analysis_change_nothing(name: str, model: DataModel) -> None:
    agree(run_of(ALL[name], model, split=None), 6, times=10)


@pytest.mark.parametrize("name", sorted({*TEXTS, *MEMORY, *AGGREGATES} - SLOW))
def test_mathematical_integers_change_nothing(name: str) -> None:
    agree(run_of(ALL[name], split=None, numbers=IntNumbers), 7, times=10)


@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)
@pytest.mark.parametrize("name", MEMORY)
def test_memory_is_what_the_interpreter_makes_of_it(name: str, model: DataModel) -> None:
    agree(run_of(MEMORY[name], model), 3)


@pytest.mark.parametrize("name", AGGREGATES)
def test_records_are_what_the_interpreter_makes_of_them(name: str) -> None:
    agree(run_of(AGGREGATES[name]), 4)


@pytest.mark.parametrize("name", FLOATING)
def test_floats_are_what_the_interpreter_makes_of_them(name: str) -> None:
    agree(run_of(FLOATING[name]), 5)


def test_classes_of_characters_are_those_of_the_interpreter() -> None:
    run = run_of(CHARACTERS)
    for code in range(256):
        inputs = [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3]

        assert run.executed(inputs) == run.value(inputs)
