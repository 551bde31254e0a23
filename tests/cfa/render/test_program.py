"""The model as text and as a graph."""

from __future__ import annotations

import pytest

from maul.c.ctype import (
    BOOL,
    CHAR,
    INT,
    UNSIGNED,
    VOID,
    ArrayType,
    CType,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
)
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.cfa.expressions import (
    Binary,
    Constant,
    Convert,
    Deref,
    Expression,
    Load,
    Overflows,
    Place,
    PointerAdd,
    Unary,
    Valid,
)
from maul.cfa.model import Cfa
from maul.cfa.render.program import dot, expression_text, text
from maul.cfa.render.types import type_text
from tests.cfa.build.listing import built

pytestmark = pytest.mark.smoke

INT_POINTER = Pointer(INT, 8)
X = Load(INT, Place(INT, Variable("f::x", INT, "f", NOWHERE)))
P = Load(INT_POINTER, Place(INT_POINTER, Variable("p", INT_POINTER, "", NOWHERE)))
ONE = Constant(INT, 1)

PROGRAM = """int g;
int f(int x) {
  while (x < 10) { if (g) goto out; x++; }
out: return x;
}
int main(void) { return f(2); }
"""


@pytest.mark.parametrize(
    ("expected", "t"),
    [
        ("unsigned char", Integer(8, signed=False)),
        ("long long", Integer(64, signed=True)),
        ("unsigned int:5", Integer(5, signed=False)),
        ("_Bool", BOOL),
        ("long double", Floating(80, 16)),
        ("int **", Pointer(INT_POINTER, 8)),
        ("int (*)[3]", Pointer(ArrayType(INT, 3), 8)),
        ("int *[3]", ArrayType(INT_POINTER, 3)),
        (
            "void (*)(int, ...)",
            Pointer(FunctionType(VOID, (INT,), variadic=True, prototyped=True), 8),
        ),
        ("int (*)(void)", Pointer(FunctionType(INT, (), variadic=False, prototyped=True), 8)),
        ("union u *", Pointer(Record("u", is_union=True), 8)),
    ],
)
def test_types_are_shown_in_c_syntax(expected: str, t: CType) -> None:
    assert expected == type_text(t)


@pytest.mark.parametrize(
    ("expected", "e"),
    [
        ("x - (x - 1)", Binary(INT, "-", X, Binary(INT, "-", X, ONE))),
        ("x - x - 1", Binary(INT, "-", Binary(INT, "-", X, X), ONE)),
        ("(x + 1) * x", Binary(INT, "*", Binary(INT, "+", X, ONE), X)),
        ("!(x == 1)", Unary(INT, "!", Binary(INT, "==", X, ONE))),
        ("(char)x", Convert(CHAR, X)),
        ("(char)(x + 1)", Convert(CHAR, Binary(INT, "+", X, ONE))),
        ("*(p + x)", Load(INT, Deref(INT, PointerAdd(INT_POINTER, "+", P, X, 4)))),
        ("(char *)p + 1", PointerAdd(INT_POINTER, "+", P, ONE, 1)),
        ("7u", Constant(UNSIGNED, 7)),
        ("-1", Constant(INT, -1)),
        ("overflows(x + 1, int)", Overflows(INT, "+", X, ONE, INT)),
        ("overflows(-x, int)", Overflows(INT, "neg", X, X, INT)),
        ("valid_deref(p, 1)", Valid(INT, "deref", P, ONE)),
    ],
)
def test_expressions_have_the_parentheses_they_need(expected: str, e: Expression) -> None:
    assert expected == expression_text(e)


def listing(cfa: Cfa) -> list[str]:
    return [" ".join(line.split()) for line in text(cfa).splitlines()]


def test_a_listing_has_one_line_an_edge() -> None:
    lines = listing(built(PROGRAM))

    assert [
        "f(x) // program.c:2",
        "0 -> 1 [x < 10] // program.c:3",
        "0 -> 3 [x >= 10] // program.c:3",
        "1 -> 3 [g] // program.c:3",
        "1 -> 2 [!g] // program.c:3",
        "2 -> 0 x = x + 1 // program.c:3",
        "3 out:",
        "3 -> 4 return x // program.c:4",
    ] == lines[lines.index("f(x) // program.c:2") :]


def test_a_listing_shows_errors_and_assumptions() -> None:
    cfa = built("int u(void); int main(void) { return u(); }")
    cfa.errors[cfa.functions["main"].locations[1]] = "unreach-call"

    assert "1 error: unreach-call" in listing(cfa)
    assert "undefined function u: any result, no effect // program.c:1" in listing(cfa)


def test_members_and_elements_are_shown_as_in_c() -> None:
    cfa = built(
        """
        struct s { struct { int a; }; int b[3]; struct s *n; } v, *q = &v;
        int main(void) { q->n->b[1] = v.a + (*q).b[2]; return 0; }
        """
    )

    assert "0 -> 1 q->n->b[1] = v.a + q->b[2] // program.c:3" in listing(cfa)


def test_dot_has_a_cluster_a_function_and_highlights_errors() -> None:
    cfa = built(PROGRAM)
    plain = dot(cfa)
    cfa.errors[cfa.functions["f"].locations[2]] = "unreach-call"

    assert 3 == plain.count("subgraph cluster_")
    assert 'label="[x < 10]"' in plain
    assert 0 == plain.count("salmon")
    assert 1 == dot(cfa).count("salmon")


def test_quotes_are_escaped_in_dot() -> None:
    cfa = built('int puts(const char *); int main(void) { return puts("say \\"hi\\""); }')

    assert '\\"say \\\\\\"hi\\\\\\"\\"#1' in dot(cfa)
