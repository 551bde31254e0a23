"""Initialisers: braces put back, designators followed [C11 6.7.9]."""

from __future__ import annotations

import pytest

from maul.errors import Unsupported
from tests.c.elaborate.trees import body, program, value

RECORDS = """
struct point { int x, y; };
struct all {
    struct point p;
    short a[3];
    union { int i; char c[4]; } u;
    int : 4;
    unsigned f : 3;
};
struct point origin = {1, 2};
struct {
    int a;
    struct { int b, c; };
    union { int d; char e; };
    int f;
}"""


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("int g = 3", "3:i32"),
        ("int g = { 3 }", "3:i32"),
        ("_Bool g = 5", "1:bool"),
        ("unsigned char g = 300", "44:u8"),
        ("double g = 1", "(f64 1:i32)"),
        ("int *g = 0", "0:*i32"),
        ("int g[3] = {}", "{}"),
        ("int g[] = { [5] = 1, [2] = 3, 4 }", "{[5]=1:i32, [2]=3:i32, [3]=4:i32}"),
        ("int g[3][2] = { {1}, 2, 3 }", "{[0][0]=1:i32, [1][0]=2:i32, [1][1]=3:i32}"),
        ("int g[][2] = { 1, 2, 3 }", "{[0][0]=1:i32, [0][1]=2:i32, [1][0]=3:i32}"),
        ("int g[2][2] = { [0][1] = 5 }", "{[0][1]=5:i32}"),
        ("int g[2][2] = { [0 ... 1] = {5} }", "{[0][0]=5:i32, [1][0]=5:i32}"),
        ("int g[5] = { [1 ... 3] = 7, 8 }", "{[1]=7:i32, [2]=7:i32, [3]=7:i32, [4]=8:i32}"),
        ("int g[2] = { 1, 2, 3, 4 }", "{[0]=1:i32, [1]=2:i32}"),
        ("int g[2] = { 1, [0] = 2 }", "{[0]=2:i32}"),
    ],
)
def test_numbers_and_arrays(declaration: str, expected: str) -> None:
    assert expected == value(f"{declaration};", "g")


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        (r'char g[] = "a\0b"', r"b'a\x00b\x00'"),
        ('char g[2] = "abc"', r"b'abc\x00'"),
        ('char g[9] = { "hi" }', r"b'hi\x00'"),
        ('char g[9] = ("hi")', r"b'hi\x00'"),
        ("char g[2][3] = { \"ab\", {'c'} }", r"{[0]=b'ab\x00', [1][0]=99:i8}"),
        ('int g[] = L"a"', r"b'a\x00\x00\x00\x00\x00\x00\x00'"),
        (r'unsigned short g[] = u"\U0001F600"', r"b'=\xd8\x00\xde\x00\x00'"),
        ('const char *g[] = { "a", "b" "c" }', r"{[0]=(decay b'a\x00'), [1]=(decay b'bc\x00')}"),
        (
            'char g[] = { "ab"[1], !"x" }',
            "{[0]=98:i8, [1]=(i8 (!:i32 (decay b'x\\x00')))}",
        ),
    ],
)
def test_strings(declaration: str, expected: str) -> None:
    assert expected == value(f"{declaration};", "g")


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        (
            "struct all g = { 1, 2, 3, 4, 5, 6, 7 }",
            "{.p.x=1:i32, .p.y=2:i32, .a[0]=3:i16, .a[1]=4:i16, .a[2]=5:i16, .u.i=6:i32, .f=7:u3}",
        ),
        (
            'struct all g = { {1}, {2}, {.c = "ab"}, 9 }',
            r"{.p.x=1:i32, .a[0]=2:i16, .u.c=b'ab\x00', .f=1:u3}",
        ),
        ("struct all g = { .a[1] = 5, 6, 7 }", "{.a[1]=5:i16, .a[2]=6:i16, .u.i=7:i32}"),
        ("struct all g[3] = { [2].p.x = 4, 5 }", "{[2].p.x=4:i32, [2].p.y=5:i32}"),
        ("struct all g = { .p.y = 2, 'c' }", "{.p.y=2:i32, .a[0]=99:i16}"),
        ("struct all g = { .f = 3, .p = {1} }", "{.f=3:u3, .p.x=1:i32}"),
        ("struct all g[2] = { [0 ... 1].p.x = 3 }", "{[0].p.x=3:i32, [1].p.x=3:i32}"),
        ("struct point g = { y: 3 }", "{.y=3:i32}"),
        ("struct point g = (struct point){ 3, 4 }", "{.x=3:i32, .y=4:i32}"),
    ],
)
def test_records(declaration: str, expected: str) -> None:
    assert expected == value(f"{RECORDS} an; {declaration};", "g")


def test_a_later_initialiser_of_a_member_replaces_the_earlier_one_with_all_its_parts() -> None:
    replaced = "struct all g = { .p = {1, 2}, .p = {.y = 3}, .p.x = 7 }"

    assert "{.p.y=3:i32, .p.x=7:i32}" == value(f"{RECORDS} an; {replaced};", "g")


@pytest.mark.parametrize(
    ("braces", "expected"),
    [
        ("{ 1 }", "{.i=1:i32}"),
        ("{ .d = 1.5 }", "{.d=1.5:f64}"),
        ("{ .i = 1, .d = 1.5 }", "{.d=1.5:f64}"),
    ],
)
def test_a_union_is_initialised_by_one_member(braces: str, expected: str) -> None:
    assert expected == value(f"union {{ int i; double d; }} g = {braces};", "g")


@pytest.mark.parametrize(
    ("braces", "expected"),
    [
        (
            "{ 1, 2, 3, 4 }",
            "{.a=1:i32, .<anonymous>.b=2:i32, .<anonymous>.c=3:i32, .<anonymous>.d=4:i32}",
        ),
        ("{ .c = 3, 4, 5 }", "{.<anonymous>.c=3:i32, .<anonymous>.d=4:i32, .f=5:i32}"),
        ("{ .e = 'x' }", "{.<anonymous>.e=120:i8}"),
    ],
)
def test_anonymous_members(braces: str, expected: str) -> None:
    assert expected == value(f"{RECORDS} g = {braces};", "g")


def test_a_record_inside_a_list_is_taken_whole() -> None:
    lines = body(f"{RECORDS} an; int main(void) {{ struct point two[2] = {{ origin, 1, 2 }}; }}")

    assert ["struct point[2] two = {[0]=origin, [1].x=1:i32, [1].y=2:i32};"] == lines


def test_a_range_in_a_macro_is_understood() -> None:
    macro = "#define BOTH(v) { [0 ... 1] = v }\n"

    assert "{[0]=3:i32, [1]=3:i32}" == value(f"{macro}int g[2] = BOTH(3);", "g")
    assert "{[0][0]=3:i32, [1][0]=3:i32}" == value(f"{macro}int g[2][2] = BOTH({{ 3 }});", "g")


def test_a_flexible_array_member_without_initialiser_is_left_alone() -> None:
    assert "{.n=3:i32}" == value("struct { int n; int d[]; } g = { 3 };", "g")


def test_an_initialised_flexible_array_member_is_not_modelled() -> None:
    with pytest.raises(Unsupported, match=r"file1\.c:1:\d+: .*flexible array member"):
        value("struct { int n; int d[]; } g = { 3, { 1, 2 } };", "g")


def test_a_range_whose_value_has_effects_is_not_modelled() -> None:
    with pytest.raises(Unsupported, match="side effects"):
        program("int f(void); int main(void) { int a[2] = { [0 ... 1] = f() }; }")


def test_a_transparent_union_takes_the_member_of_the_argument_s_type() -> None:
    text = """
    typedef union { int *a; char *b; } either __attribute__((transparent_union));
    void take(either x);
    int main(void) { char c; take(&c); }"""

    assert "(call @take (literal union either {.b=(& c)}));" == body(text)[-1]


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("static const int c = 5; int g = c", "5:i32"),
        ("static const unsigned char c = 250; int g[2] = { c + 10 }", "{[0]=260:i32}"),
        ("static const float c = 0.5f; double g = c * 3", "1.5:f64"),
        ('char g = "abc"[2]', "99:i8"),
        ("int c, *g = &c", "(& c)"),
    ],
)
def test_a_constant_is_not_read_from_an_object_that_may_get_its_value_later(
    declaration: str, expected: str
) -> None:
    assert expected == value(f"{declaration};", "g")


def test_parts_with_side_effects_are_evaluated_in_the_order_of_the_object() -> None:
    text = """
    struct s { int a, b; int c[2]; };
    int f(void);
    int main(void) { struct s v = { .c[1] = f(), .b = 2, .a = f(), .c[0] = 1 }; }"""

    assert ["struct s v = {.a=(call @f), .b=2:i32, .c[0]=1:i32, .c[1]=(call @f)};"] == body(text)
