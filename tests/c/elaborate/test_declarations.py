"""Declarations: names of locals, static variables, variable-length arrays, K&R functions."""

from __future__ import annotations

import pytest

from maul.errors import Unsupported
from tests.c.elaborate.trees import body, program, type_text


def test_locals_of_the_same_name_get_numbers() -> None:
    lines = body("int main(void) { int x = 1; { int x = x; { int x; x = 2; } } x = 3; }")

    assert ["i32 x = 1:i32;", "{i32 x#2 = x#2; {i32 x#3; (= x#3 2:i32);}}", "(= x 3:i32);"] == lines


def test_static_locals_are_globals_with_the_name_of_their_function() -> None:
    made = program("""
    int f(void) { static int n = 3; { static int n; n++; } int *p = &n; return n; }
    int main(void) { return f(); }""")

    assert ["f::n", "f::n#2"] == [g.variable.name for g in made.globals]
    assert ["", ""] == [g.variable.function for g in made.globals]
    assert ["i32 f::n", "i32 f::n#2"] == [
        f"{type_text(g.variable.type)} {g.variable.name}" for g in made.globals
    ]


def test_local_declarations_of_types_functions_and_externs_do_nothing() -> None:
    lines = body("""
    int main(void) {
        struct s { int a; } v; typedef int t; extern int g; int f(t); _Static_assert(1, "");
        v.a = f(g);
    }""")

    assert ["struct s v;", "(= v.a (call @f g));"] == lines


def test_a_variable_length_array_is_a_pointer_to_storage_of_the_right_size() -> None:
    lines = body("""
    int main(void) {
        int n, i;
        short a[n];
        i = a[2];
        i = sizeof a;
        short *p = a;
    }""")

    assert [
        "u64 a$length = (u64 n);",
        "*i16 a = (*i16 (call @alloca (*:u64 a$length 2:u64)));",
        "(= i (i32 (* (ptr+2 a 2:i32))));",
        "(= i (i32 (*:u64 a$length 2:u64)));",
        "*i16 p = a;",
    ] == lines[2:]


def test_rows_of_a_variable_length_array_have_sizes_of_their_own() -> None:
    row = "*(i32[a$length#2])"
    lines = body("int main(void) { int n, m, i; int a[n][m]; i = a[1][2]; i = sizeof a[0]; }")

    assert [
        "u64 a$length = (u64 n);",
        "u64 a$length#2 = (u64 m);",
        f"{row} a = ({row} (call @alloca (*:u64 a$length (*:u64 a$length#2 4:u64))));",
        "(= i (* (ptr+4 (*i32 (ptr+1 a (*:i64 1:i64 (i64 (*:u64 a$length#2 4:u64))))) 2:i32)));",
        "(= i (i32 (*:u64 a$length#2 4:u64)));",
    ] == lines[3:]


def test_a_typedef_fixes_the_length_where_it_stands() -> None:
    lines = body("""
    int main(void) {
        int n, i;
        typedef short row[n];
        n++;
        row a, b[2];
        __typeof__(a) c;
        i = sizeof(row);
        i = b[1][2];
    }""")

    size = "(*:u64 row$length 2:u64)"
    assert [
        "u64 row$length = (u64 n);",
        "(n ++);",
        f"*i16 a = (*i16 (call @alloca {size}));",
        "u64 b$length = 2:u64;",
        f"*(i16[row$length]) b = (*(i16[row$length]) (call @alloca (*:u64 b$length {size})));",
        f"*i16 c = (*i16 (call @alloca {size}));",
        f"(= i (i32 {size}));",
        f"(= i (i32 (* (ptr+2 (*i16 (ptr+1 b (*:i64 1:i64 (i64 {size})))) 2:i32))));",
    ] == lines[2:]


def test_a_parameter_that_points_to_variable_length_rows_is_supported() -> None:
    text = """
    int f(int n, int m, int a[n][m]) { return a[1][2]; }
    int main(void) { f(1, 2, 0); }"""

    assert [
        "u64 a$length = (u64 n);",
        "u64 a$length#2 = (u64 m);",
        "return (* (ptr+4 (*i32 (ptr+1 a (*:i64 1:i64 (i64 (*:u64 a$length#2 4:u64))))) 2:i32));",
    ] == body(text, "f")


@pytest.mark.parametrize(
    "statements",
    [
        "int a[n]; struct { int k; } *p = a[0] ? (void *)sizeof(int[n][2]) : 0;",
        "int i = sizeof(int[n]);",
        "int i = ((int (*)[n])0)[1][2];",
    ],
)
def test_other_forms_of_variable_length_are_not_guessed(statements: str) -> None:
    with pytest.raises(Unsupported):
        program(f"int main(void) {{ int n; {statements} }}")


def test_old_style_parameters_keep_their_declared_types() -> None:
    made = program(
        "int f(a, b) char a; float b; { return a + b; } int main(void) { f('a', 1.0f); }"
    )

    assert ["i8", "f32"] == [type_text(v.type) for v in made.functions["f"].parameters]
    assert ["return (i32 (+:f32 (f32 a) b));"] == body(
        "int f(a, b) char a; float b; { return a + b; } int main(void) { f('a', 1.0f); }", "f"
    )


def test_noreturn_is_noticed_in_any_spelling() -> None:
    made = program("""
    _Noreturn void a(void);
    void b(void) __attribute__((noreturn));
    void c(void);
    __attribute__((__noreturn__)) void d(void) { for (;;) ; }
    int main(void) { a(); b(); c(); d(); }""")

    assert {"a": False, "b": False, "c": True} == {
        name: f.returns for name, f in made.declarations.items()
    }
    assert not made.functions["d"].returns


@pytest.mark.parametrize("declared", ["__typeof__(x.g + 0) t", "__auto_type t = x.g + 0"])
def test_a_type_deduced_from_a_wide_bit_field_is_not_guessed(declared: str) -> None:
    with pytest.raises(Unsupported, match="wide bit-field"):
        program(f"struct {{ unsigned long g : 40; }} x; int main(void) {{ {declared}; }}")


def test_the_parameters_of_a_returned_function_pointer_are_not_the_function_s() -> None:
    made = program("""
    static int f(int x, char y) { return x + y; }
    static int (*pick(short which))(int, char) { return which ? f : 0; }
    int main(void) { return pick(1)(2, 3); }""")

    assert ["pick::which"] == [each.name for each in made.functions["pick"].parameters]
    assert ["f::x", "f::y"] == [each.name for each in made.functions["f"].parameters]
