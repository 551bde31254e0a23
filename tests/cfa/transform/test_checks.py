"""Which operations are checked, where a check fails, and what certainly cannot go wrong."""

from __future__ import annotations

import pytest

from maul.cfa.model import Assume
from tests.cfa.c_text import edges_of, marked, verdict

DIVISION, SHIFT = "no-division-by-zero", "no-invalid-shift"
NULL, INDEX = "no-null-dereference", "no-index-out-of-bounds"
TYPES = """
struct s { int a; int list[3]; struct s *next; };
struct open { int n; int rest[1]; };
struct c99 { int n; int rest[]; };
struct s t; int g; int table[4]; int grid[2][3];
"""


def program(statement: str) -> str:
    return f"{TYPES} int main(void) {{ int x = nondet(); {statement} return 0; }}"


@pytest.mark.parametrize(
    ("wanted", "statement", "bad", "good"),
    [
        (DIVISION, "g = 7 / x;", 0, 1),
        (DIVISION, "g = 7 % x;", 0, -1),
        (DIVISION, "g = 7u / (unsigned)x;", 0, 5),
        (DIVISION, "g /= x;", 0, 5),
        (DIVISION, "long l = x; g = 7L / (l - 2);", 2, 3),
        (DIVISION, "table[1] = 2; g = table[7 / x & 1];", 0, 1),
        (DIVISION, "g = x && 8 / (x - 1);", 1, 0),
        (DIVISION, "char c = x; g = 5 / c;", 256, 1),
        (SHIFT, "g = 1 << x;", 32, 31),
        (SHIFT, "g = 1 << x;", -1, 0),
        (SHIFT, "g = 1u >> x;", 32, 31),
        (SHIFT, "long l = 1L << x;", 64, 63),
        (SHIFT, "g = g >> (char)x;", 128, 256),
        (SHIFT, "g <<= x;", 40, 4),
        (SHIFT, "short h = 1; g = h << x;", 32, 17),
        (SHIFT, "if (x >= 0 && x <= 32) g = 1 << x;", 32, 31),
        (NULL, "struct s *p = x ? &t : 0; g = *(&p->list[0] + 1);", 0, 1),
        (NULL, "int *p = x ? &g : 0; g = *p;", 0, 1),
        (NULL, "int *p = x ? &g : 0; *p = 2;", 0, 1),
        (NULL, "int *p = x ? table : 0; p[2] = 2;", 0, 1),
        (NULL, "int *p = x ? table : 0; g = *(p + 1);", 0, 1),
        (NULL, "struct s *p = x ? &t : 0; g = p->list[1];", 0, 1),
        (NULL, "struct s *p = x ? &t : 0; p->a = 1;", 0, 1),
        (NULL, "struct s *p = x ? &t : 0; struct s u = *p;", 0, 1),
        (NULL, "t.next = x ? &t : 0; g = t.next->a;", 0, 1),
        (NULL, "struct s *p = x ? &t : 0; p->a = nondet();", 0, 1),
        (INDEX, "if (x >= 0 && x <= 4) table[x] = 1;", 4, 3),
        (INDEX, "if (x >= -1 && x < 4) table[x] = 1;", -1, 3),
        (INDEX, "table[x] = 1;", 4, 3),
        (INDEX, "g = table[x];", -1, 0),
        (INDEX, "t.list[x] = 1;", 3, 2),
        (INDEX, "struct s *p = &t; p->list[x] = 1;", 3, 2),
        (INDEX, "grid[x][0] = 1;", 2, 1),
        (INDEX, "grid[0][x] = 1;", 3, 2),
        (INDEX, 'g = "abc"[x];', 4, 3),
        (INDEX, "static struct open o; o.rest[x] = 1;", 1, 0),
        (INDEX, "table[table[x]] = 1;", 4, 3),
        (INDEX, "struct s u[2]; u[0].a = u[1].a = 0; t = u[x];", 2, 1),
    ],
)
def test_an_operation_is_checked_before_it_is_done(
    wanted: str, statement: str, bad: int, good: int
) -> None:
    cfa = marked(program(statement), wanted)

    assert wanted == verdict(cfa, [bad, 5])
    assert "end" == verdict(cfa, [good, 5])


@pytest.mark.parametrize(
    ("wanted", "statement"),
    [
        (DIVISION, "g = 7 / 3; g = x % 8u;"),
        (DIVISION, "double d = 1.0 / x; float f = 0.0f; f = f / f;"),
        (DIVISION, "if (x > 0) g = 7 / x;"),
        (DIVISION, "g = 7 / (1 + (x & 3));"),
        (SHIFT, "g = 1 << 5; g = x >> 31;"),
        (SHIFT, "unsigned u = x; g = 1 << (u & 31); g = 1 << u % 32;"),
        (SHIFT, "if (x >= 0 && x < 32) g = 1 << x;"),
        (NULL, "g = table[x & 3]; t.a = 1; struct s u = t;"),
        (NULL, "int *q = &table[1]; struct s *p = 0; q = &p->a;"),
        (NULL, "g = *(volatile int *)0x4000;"),
        (INDEX, "for (int i = 0; i < 4; i++) table[i] = i;"),
        (INDEX, "int *p = &table[4]; p = table + 9;"),
        (INDEX, "int *p = table; p[x] = 1;"),
        (INDEX, "struct open *p = malloc(100); p->rest[x] = 1;"),
        (INDEX, "struct c99 *p = malloc(100); p->rest[x] = 1;"),
        (INDEX, "grid[x & 1][2] = 1; t.list[x & 1] = 1;"),
    ],
)
def test_what_cannot_go_wrong_is_not_checked(wanted: str, statement: str) -> None:
    assert {} == marked(program(statement), wanted).errors


def test_all_four_are_checked_in_the_order_of_evaluation() -> None:
    text = program("struct s *p = nondet() ? &t : 0; g = p->list[x] / x << x;")
    cfa = marked(text, "undefined-behaviour")

    assert {DIVISION, SHIFT, NULL, INDEX} == set(cfa.errors.values())
    assert NULL == verdict(cfa, [7, 0])
    assert INDEX == verdict(cfa, [7, 1])
    assert DIVISION == verdict(cfa, [0, 1])


def test_both_sides_of_a_bound_lead_to_one_error() -> None:
    cfa = marked(program("table[x] = 1;"), INDEX)
    (error,) = cfa.errors
    into = [edge for edge in edges_of(cfa) if edge.target is error]

    assert 2 == len(into)
    assert all(isinstance(edge.operation, Assume) for edge in into)
