"""The program as a whole: the start, globals, strings, assumptions, deep input."""

from __future__ import annotations

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.tree import Program
from maul.cfa.build.program import build
from maul.cfa.expressions import MAX_DEPTH
from maul.errors import BadInput
from tests.cfa.build.listing import built, edges, steps

pytestmark = pytest.mark.smoke


def test_a_program_without_main_is_bad_input() -> None:
    with pytest.raises(BadInput, match="main"):
        build(Program({}, {}, (), LP64))


def test_globals_are_initialised_in_order_before_main_is_called() -> None:
    text = "int a = 3; int b; int *p = &b; double d; int main(void) { return a + b + *p + d; }"

    assert [
        "0-1 a = 3",
        "1-2 b = 0",
        "2-3 p = &b",
        "3-4 d = 0.0",
        "4-5 $1 = main()",
        "5-6 return $1",
    ] == edges(text, "<start>")


def test_an_extern_without_definition_is_arbitrary_and_listed() -> None:
    cfa = built("extern int a; int main(void) { return a; }")
    texts = [assumption.text for assumption in cfa.assumptions]

    assert ["extern variable a: any initial value"] == texts


def test_main_is_given_an_array_of_arguments_that_ends_with_null() -> None:
    text = "int main(int argc, char **argv) { return argc; }"

    assert [
        "$1 = *",
        "[$1 >= 1]",
        "[$1 <= 100000]",
        "$2 = <arguments>($1)",
        "[$2 != 0]",
        "[*$2 != 0]",
        "[*($2 + $1) == 0]",
        "$3 = main($1, $2)",
        "return $3",
    ] == steps(text, "<start>")


def test_a_void_main_returns_nothing() -> None:
    assert ["main()", "return"] == steps("void main(void) {}", "<start>")


def test_equal_string_literals_share_one_global() -> None:
    text = 'int puts(const char *); int main(void) { puts("a"); puts("a"); return puts("b\\n"); }'
    names = [variable.name for variable in built(text).globals]

    assert ['"a"#1', '"b\\n"#2'] == names
    assert ['"a"#1 = "a"', '"b\\n"#2 = "b\\n"'] == steps(text, "<start>")[:2]


def test_the_end_of_main_returns_zero_and_that_of_another_function_no_value() -> None:
    text = "int f(void) {} int main(void) { f(); }"

    assert ["return"] == steps(text)
    assert ["f()", "return 0"] == steps(text, "main")


def test_only_variables_whose_address_is_taken_are_addressed() -> None:
    text = """
    struct s { int m[3]; } t; int a[3], b[3], c, d;
    int main(void) { int *p = &t.m[1]; int *q = a; b[1] = *&c; d = *b; return *p + *q; }
    """
    names = sorted(variable.name for variable in built(text).addressed)

    assert ["a", "t"] == names


def test_static_locals_are_globals() -> None:
    text = "int f(void) { static int n = 4; return n++; } int main(void) { return f(); }"

    assert steps(text, "<start>")[0].endswith("= 4")
    assert "n" in "".join(steps(text))


def test_inline_assembly_makes_its_outputs_arbitrary() -> None:
    text = 'int main(void) { int x, y = 1; asm("" : "=r"(x) : "r"(y)); return x; }'
    cfa = built(text)

    assert ["x = *", "y = 1", "x = *", "return x"] == steps(text, "main")
    assert ["inline assembly"] == [a.text[:15] for a in cfa.assumptions]


@pytest.mark.parametrize("model", [ILP32, LP64])
def test_the_data_model_is_kept(model: DataModel) -> None:
    assert model is built("int main(void) { return 0; }", model).model


@pytest.mark.parametrize(
    "expression",
    [
        "+".join(["x"] * 3000),
        "(" * 1000 + "x" + "+1)" * 1000,
        "- " * 2000 + "x",
        "a[" * 1000 + "x" + "]" * 1000,
        "f(" * 500 + "x" + ")" * 500,
        "&&".join(["x"] * 2000),
        "x?" * 1000 + "x" + ":1" * 1000,
        "l" + "->n" * 2000 + "->v",
    ],
    ids=["sum", "nested", "minus", "subscripts", "calls", "and", "conditional", "members"],
)
def test_deep_expressions_are_cut_by_temporaries(expression: str) -> None:
    text = f"""
    struct l {{ struct l *n; int v; }} *l; int a[3];
    int f(int x) {{ return {expression}; }} int main(void) {{ return f(1); }}
    """

    # ``edges`` checks that no expression is deeper than MAX_DEPTH.
    assert MAX_DEPTH > 100
    assert len(edges(text)) > 10
