"""What libclang tells through the thin layer, and what it would get wrong without it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import pytest

from maul.c import clang, kinds
from maul.c.clang import Cursor, TranslationUnit, Type
from maul.errors import Failed
from maul.system.deep import call_deep

T = TypeVar("T")


def look(text: str, question: Callable[[TranslationUnit], T], target: str = "x86_64") -> T:
    """Ask something about the tree of a program without errors."""

    def body() -> T:
        flags = ["-x", "c", "-std=gnu11", "-w", "-target", f"{target}-linux-gnu"]
        unit = TranslationUnit("test.c", text.encode(), flags, {})
        try:
            assert unit.diagnostics() == []
            return question(unit)
        finally:
            unit.dispose()

    return call_deep(body)


def walk(cursor: Cursor) -> list[Cursor]:
    """The cursor and everything below it, in order."""
    return [cursor, *(below for child in clang.children(cursor) for below in walk(child))]


def all_of(unit: TranslationUnit, kind: int) -> list[Cursor]:
    return [cursor for cursor in walk(unit.root) if cursor.kind == kind]


def variable_types(unit: TranslationUnit) -> dict[str, Type]:
    variables = all_of(unit, kinds.VAR_DECL)
    return {clang.spelling(v): clang.canonical_type(clang.cursor_type(v)) for v in variables}


def test_strings_keep_nul_bytes_and_wide_characters() -> None:
    text = r"""
    char *a = "x\0y\377"; int *w = L"\x1234""5"; unsigned short *u = u"\U0001F600";
    unsigned *v = U"\U0001F600"; char *e = u8"\u00e9";"""
    strings = look(
        text, lambda u: [clang.string_literal(c) for c in all_of(u, kinds.STRING_LITERAL)]
    )
    assert strings == [
        [120, 0, 121, 255],
        [0x1234, 0x35],
        [0xD83D, 0xDE00],
        [0x1F600],
        [0xC3, 0xA9],
    ]


def test_integer_constants_keep_64_bits_and_their_sign() -> None:
    text = "unsigned long long a = 18446744073709551615ULL; int b = '\\377'; long c = 1L << 62;"
    values = look(
        text,
        lambda u: [clang.evaluate(clang.children(v)[-1]) for v in all_of(u, kinds.VAR_DECL)],
    )
    assert values == [2**64 - 1, -1, 2**62]


def test_numbers_wider_than_64_bits_are_not_cut() -> None:
    text = "__int128 a = (__int128)1 << 100; long double b = 0.1L;"
    values = look(
        text,
        lambda u: [clang.evaluate(clang.children(v)[-1]) for v in all_of(u, kinds.VAR_DECL)],
    )
    assert values == [None, None]


def test_an_initialiser_list_can_be_evaluated_without_a_crash() -> None:
    text = "int a[3] = {1, 2, 3}; struct { int x, y; } s = {1}, *p = &(__typeof__(s)){2, 3};"
    values = look(text, lambda u: [clang.evaluate(c) for c in all_of(u, kinds.INIT_LIST_EXPR)])
    assert values == [None, None, None]


def test_long_double_literals_are_exact_also_from_macros() -> None:
    text = """
    #define TENTH 0.1L
    #define SUM (1.5L + 0x1.8p-70L)
    #define SAME(x) x
    long double a = 1.1L, b = TENTH, c = SUM, d = SAME(TENTH), e = __LDBL_MAX__;"""
    values = look(
        text, lambda u: [clang.floating_literal(c) for c in all_of(u, kinds.FLOATING_LITERAL)]
    )
    exact = [Fraction(*value) for value in values if value is not None]
    assert exact == [
        Fraction(11, 10),
        Fraction(1, 10),
        Fraction(3, 2),
        Fraction(3, 2**71),
        Fraction(1, 10),
        Fraction(118973149535723176502 * 10 ** (4932 - 20)),
    ]


def test_the_first_token_of_a_macro_is_read_in_its_body() -> None:
    text = """
    #define BYTES sizeof(int)
    #define NEXT(p) __atomic_fetch_add(p, 1, 5)
    int k; int f(void) { return BYTES + _Alignof(int) + NEXT(&k); }"""

    def question(unit: TranslationUnit) -> list[str]:
        asked = (kinds.SIZE_OR_ALIGN_EXPR, kinds.UNEXPOSED_EXPR)
        return [clang.first_token(c) for c in walk(unit.root) if c.kind in asked]

    words = look(text, question)
    assert {"sizeof", "_Alignof", "__atomic_fetch_add"} <= set(words)


def test_operators_are_told_apart() -> None:
    text = """
    int f(int a, int b) { a++; --a; a <<= b; a %= b; return (a && b) + -a * ~b, !a ^ (a >= b); }"""

    def question(unit: TranslationUnit) -> tuple[list[str], list[int]]:
        binary = (kinds.BINARY_OPERATOR, kinds.COMPOUND_ASSIGNMENT_OPERATOR)
        cursors = walk(unit.root)
        return (
            [kinds.BINARY[clang.binary_operator(c)] for c in cursors if c.kind in binary],
            [clang.unary_operator(c) for c in cursors if c.kind == kinds.UNARY_OPERATOR],
        )

    binary, unary = look(text, question)
    assert binary == ["<<=", "%=", ",", "+", "&&", "*", "^", ">="]
    assert unary == [
        kinds.UNARY_POST_INC,
        kinds.UNARY_PRE_DEC,
        kinds.UNARY_MINUS,
        kinds.UNARY_BIT_NOT,
        kinds.UNARY_NOT,
    ]


@pytest.mark.parametrize(("target", "sizes"), [("x86_64", (8, 24, 8)), ("i386", (4, 20, 4))])
def test_layout_follows_the_target(target: str, sizes: tuple[int, int, int]) -> None:
    text = "long l; struct s { char c; long long d; unsigned b : 3, : 0, e : 7; } s;"

    def question(unit: TranslationUnit) -> tuple[tuple[int, int, int], list[int], list[int]]:
        types = variable_types(unit)
        fields = clang.fields(types["s"])
        named = [f for f in fields if clang.spelling(f)]
        return (
            (
                clang.size_of(types["l"]),
                clang.size_of(types["s"]),
                clang.field_offset(named[1]) // 8,
            ),
            [clang.bit_width(f) for f in fields if clang.is_bit_field(f)],
            [clang.field_offset(f) - clang.field_offset(named[2]) for f in named[2:]],
        )

    layout, widths, distances = look(text, question, target)
    assert layout == sizes
    assert widths == [3, 0, 7]
    assert distances == [0, 32]


def test_function_types_know_prototypes_variadics_and_noreturn() -> None:
    text = "int f(); int g(char, ...); void h(void) __attribute__((__noreturn__));"

    def question(unit: TranslationUnit) -> list[tuple[int, int, int, bool]]:
        found = []
        for cursor in all_of(unit, kinds.FUNCTION_DECL):
            t = clang.canonical_type(clang.cursor_type(cursor))
            counted = clang.parameter_count(t), clang.is_variadic(t)
            found.append((t.kind, *counted, clang.is_noreturn(t)))
        return found

    assert look(text, question) == [
        (kinds.TYPE_FUNCTION_NO_PROTO, 0, 1, False),
        (kinds.TYPE_FUNCTION_PROTO, 1, 1, False),
        (kinds.TYPE_FUNCTION_PROTO, 0, 0, True),
    ]


def test_declarations_of_one_variable_share_their_identity() -> None:
    text = "extern int x; int y; int x = 3; int f(void) { extern int x; return x; }"

    def question(unit: TranslationUnit) -> tuple[list[int], int]:
        named = [c for c in all_of(unit, kinds.VAR_DECL) if clang.spelling(c) == "x"]
        use = all_of(unit, kinds.DECL_REF_EXPR)[0]
        same = [clang.identity(c) for c in (*named, clang.referenced(use))]
        other = [c for c in all_of(unit, kinds.VAR_DECL) if clang.spelling(c) == "y"]
        return same, clang.identity(other[0])

    same, other = look(text, question)
    assert len(same) == 4
    assert len(set(same)) == 1
    assert other not in same


def test_initialisers_and_definitions_may_be_missing() -> None:
    text = "int n[3], m = 1; void f(void); void g(void) { f(); }"

    def question(unit: TranslationUnit) -> list[bool]:
        cursors = [*all_of(unit, kinds.VAR_DECL), *all_of(unit, kinds.FUNCTION_DECL)]
        variables, functions = cursors[:2], cursors[2:]
        return [
            *(clang.initialiser(c) is not None for c in variables),
            *(clang.definition(c) is not None for c in functions),
        ]

    assert look(text, question) == [False, True, False, True]


def test_places_ignore_line_markers_and_presumed_places_follow_them() -> None:
    text = 'int a;\n# 70 "origin.c"\n  int b;\n'

    def question(unit: TranslationUnit) -> tuple[tuple[int, int], str, tuple[str, int, int]]:
        where = clang.location(all_of(unit, kinds.VAR_DECL)[1])
        handle, line, column, _ = clang.place(where)
        return (line, column), unit.file_name(handle), clang.presumed_place(where)

    assert look(text, question) == ((3, 7), "test.c", ("origin.c", 70, 7))


def test_enumeration_constants_are_signed_or_unsigned() -> None:
    text = "enum { A = -1, B = 5 } e; enum { C = 0xffffffffffffffff } f;"

    def question(unit: TranslationUnit) -> list[int]:
        found = {clang.spelling(c): c for c in all_of(unit, kinds.ENUM_CONSTANT_DECL)}
        signed = [clang.enum_value(found[name]) for name in "AB"]
        return [*signed, clang.enum_unsigned_value(found["C"])]

    assert look(text, question) == [-1, 5, 2**64 - 1]


def test_a_function_is_printed_with_its_macros_expanded() -> None:
    text = "#define EVER ;;\nvoid f(void) { for (EVER) ; }"
    printed = look(text, lambda u: clang.pretty(all_of(u, kinds.FUNCTION_DECL)[0]))
    assert "for (;;)" in printed


def test_messages_have_their_severity_and_place() -> None:
    def body() -> list[tuple[int, str, int, int]]:
        unit = TranslationUnit("-strange name.c", b"int x;\nint y = z;\n", ["-x", "c"], {})
        found = [(d.severity, d.file, d.line, d.column) for d in unit.diagnostics()]
        unit.dispose()
        return found

    assert call_deep(body) == [(clang.ERROR, "-strange name.c", 2, 9)]


def test_a_missing_function_of_the_library_is_one_clear_line() -> None:
    with pytest.raises(Failed, match="lacks clang_noSuchFunction: install 'libclang' 18"):
        clang._bind("noSuchFunction", None)
