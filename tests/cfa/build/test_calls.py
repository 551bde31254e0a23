"""Calls: direct, through pointers, variadic, mismatched, without body, refused."""

from __future__ import annotations

import pytest

from maul.errors import Unsupported
from tests.cfa.build.listing import body, built, edges, in_function, steps

pytestmark = pytest.mark.smoke

BINARY = """
int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; }
int neg(int a) { return -a; } int (*op)(int, int) = add; int (*other)(int) = neg;
"""


def assumptions(text: str) -> list[str]:
    return [assumption.text for assumption in built(text).assumptions]


def test_a_function_that_does_not_return_ends_the_path() -> None:
    text = in_function("if (x) abort(); return 1;", before="void abort(void);")

    assert ["0-1 [x]", "0-3 [!x]", "1-2 abort()", "3-4 return 1"] == edges(text)


def test_a_defined_function_marked_noreturn_is_entered() -> None:
    before = "__attribute__((noreturn)) void stop(int v) { for (;;) ; }"
    cfa = built(in_function("stop(x);", before=before))

    assert "stop" in cfa.functions
    assert ["0-1 stop(x)"] == body("stop(x); return 1;", before=before)


def test_a_user_s_definition_wins_over_the_library() -> None:
    before = "int abs(int v) { return v; } void exit(int v) { g = v; }"

    assert ["0-1 exit(1)", "1-2 $1 = abs(x)", "2-3 return $1"] == body(
        "exit(1); return abs(x);", before=before
    )


def test_an_undefined_function_is_listed_once() -> None:
    assert ["undefined function call: any result, no effect"] == assumptions(
        in_function("return call(1) + call(2);")
    )


def test_inputs_and_known_functions_are_no_assumptions() -> None:
    before = "int __VERIFIER_nondet_int(void); int putchar(int);"

    assert [] == assumptions(in_function("return putchar(__VERIFIER_nondet_int());", before=before))


def test_a_call_through_a_pointer_tries_each_function_that_fits() -> None:
    text = BINARY + "int main(void) { op = sub; return op(1, 2); }"

    assert [
        "0-1 op = &sub",
        "1-2 [op == &add]",
        "1-3 [op != &add]",
        "2-6 $1 = add(1, 2)",
        "3-4 [op == &sub]",
        "3-5 [op != &sub]",
        "4-6 $1 = sub(1, 2)",
        "5-6 $1 = __maul_unknown_function(1, 2)",
        "6-7 return $1",
    ] == edges(text, "main")
    assert 1 == len(assumptions(text))


def test_a_pointer_read_from_memory_is_read_once() -> None:
    text = BINARY + "int main(void) { int (**q)(int, int) = &op; return (*q)(1, 2); }"

    assert ["q = &op", "$2 = *q", "[$2 == &add]", "[$2 != &add]"] == steps(text, "main")[:4]


def test_the_address_of_a_function_is_called_directly() -> None:
    text = BINARY + "int main(void) { return (&sub)(1, 2) + (*add)(3, 4); }"

    assert ["$1 = sub(1, 2)", "$2 = add(3, 4)", "return $1 + $2"] == steps(text, "main")


def test_candidates_pass_pointers_of_any_type() -> None:
    text = """
    int first(int *p) { return *p; } void *t = first;
    int f(char *s) { int (*q)(char *) = t; return q(s); } int main(void) { return f(0); }
    """

    assert "$1 = first((int *)s)" in steps(text)


def test_surplus_arguments_of_a_variadic_function_are_stored() -> None:
    before = """
    int sum(int n, ...) {
      __builtin_va_list l; __builtin_va_start(l, n);
      int v = __builtin_va_arg(l, int); __builtin_va_end(l); return v;
    }
    """

    assert [
        "0-1 *$va2 = x",
        "1-2 *($va2 + 16) = 2.5",
        "2-3 $1 = sum(2, $va2)",
        "3-4 return $1",
    ] == body("return sum(2, x, 2.5);", before=before)
    assert ["n", "$varargs"] == [
        variable.name.removeprefix("sum::")
        for variable in built(in_function("return sum(0);", before=before))
        .functions["sum"]
        .parameters
    ]


def test_a_variable_argument_moves_the_list_on() -> None:
    text = """
    int sum(int n, ...) {
      __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int);
    }
    int main(void) { return sum(1, 2); }
    """

    assert [
        "l = *",
        "*(void **)l = $varargs",
        "$1 = *(void **)l",
        "*(void **)l = $1 + 16",
        "return *(int *)$1",
    ] == steps(text, "sum")


def test_a_kr_definition_gets_its_declared_types() -> None:
    text = "int f(c, v) char c; float v; { return c; } int main(void) { return f(65, 1.5); }"

    assert ["$1 = f(65, (float)1.5)", "return $1"] == steps(text, "main")


def test_missing_arguments_are_arbitrary_and_surplus_ones_dropped() -> None:
    text = "int f(a, b) int a, b; { return a + b; } int main(void) { f(1, 2, 3); return f(1); }"

    assert ["f(1, 2)", "$2 = *", "$1 = f(1, $2)", "return $1"] == steps(text, "main")
    assert ["call of f with too few arguments: any value"] == assumptions(text)


@pytest.mark.parametrize(
    "call", ["setjmp(b)", "longjmp(b, 1)", "atexit(0)", "fork()", "signal(1, 0)"]
)
def test_what_cannot_be_modelled_is_refused(call: str) -> None:
    name = call.split("(", maxsplit=1)[0]

    with pytest.raises(Unsupported, match=f"call of {name}"):
        built(f"int b[99]; int {name}(); int main(void) {{ {call}; return 0; }}")


def test_a_false_assumption_ends_the_path() -> None:
    assert ["0-1 [x < y]", "0-2 [x >= y]", "1-3 return x"] == body(
        "__VERIFIER_assume(x < y); return x;", before="void __VERIFIER_assume(int);"
    )


def test_an_undefined_assert_fails_like_the_macro() -> None:
    assert ["0-1 [x]", "0-2 [!x]", "1-4 return x", "2-3 __assert_fail()"] == body(
        "assert(x); return x;", before="void assert(int);"
    )


def test_builtin_and_checked_names_mean_the_library_function() -> None:
    text = """
    void *__builtin___memcpy_chk(void *, const void *, unsigned long, unsigned long);
    int main(void) {
      char a[4], b[4] = "abc"; __builtin_memcpy(a, b, 4); __builtin___memcpy_chk(a, b, 4, 4);
      return __builtin_strlen(a);
    }
    """
    called = [step for step in steps(text, "main") if "mem" in step or "str" in step]

    assert ["memcpy((void *)a, (void *)b, 4)"] * 2 + ["$1 = strlen(a)"] == called


def test_records_are_passed_and_returned_by_value() -> None:
    before = "struct s twice(struct s v) { v.m *= 2; return v; }"

    assert ["0-1 r = twice(r)", "1-2 $1 = twice(r)", "2-3 return $1.m"] == body(
        "r = twice(r); return twice(r).m;", before=before
    )


@pytest.mark.parametrize(
    ("declaration", "call"),
    [
        ("void log(const char *, ...)", 'log("%d", 3)'),
        ("int trunc(char *)", 'trunc("a")'),
        ("int memcpy(int)", "memcpy(4)"),
        ("char *toupper(char *)", 'toupper("a")'),
        ("struct s { int a; } malloc(int)", "malloc(4).a"),
    ],
)
def test_a_function_that_only_has_the_name_of_a_library_function_is_an_undefined_one(
    declaration: str, call: str
) -> None:
    name = call.split("(", maxsplit=1)[0]
    cfa = built(f"extern {declaration}; int main(void) {{ {call}; return 0; }}")

    assert name in {assumption.function for assumption in cfa.assumptions}


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("if (v) for (;;) ;", ["function stop, declared noreturn, does not return"]),
        ("for (;;) ;", []),
    ],
)
def test_that_a_function_marked_noreturn_does_not_return_is_listed(
    inside: str, expected: list[str]
) -> None:
    before = f"__attribute__((noreturn)) void stop(int v) {{ {inside} }}"

    assert expected == assumptions(in_function("stop(x);", before=before))
