"""Initialisers: zeros, parts, strings and tables."""

from __future__ import annotations

import pytest

from maul.c.ctype import INT, LP64, VOID, ArrayType, FunctionType
from maul.c.source import NOWHERE
from maul.c.tree import Aggregate, Compound, FunctionDefinition, Global, Literal, Program, Variable
from maul.cfa.build.program import build
from maul.cfa.expressions import Bytes
from maul.cfa.model import Assign
from maul.cfa.render.program import operation_text
from tests.cfa.build.listing import body, built, steps

pytestmark = pytest.mark.smoke


def used(declarations: str, use: str) -> list[str]:
    """How the globals are initialised in a program that uses them."""
    return steps(f"{declarations} int main(void) {{ return {use}; }}", "<start>")[:-2]


def test_a_part_that_is_not_named_is_zero() -> None:
    assert ["v = {0}", "v[1] = 5"] == used("int v[3] = {[1] = 5};", "v[0]")


def test_an_object_whose_parts_are_all_named_is_not_zeroed_first() -> None:
    assert ["v[0] = 4", "v[1] = 5"] == used("int v[2] = {4, 5};", "v[0]")


def test_padding_is_zeroed() -> None:
    assert ["v = {0}", "v.c = 1", "v.i = 2"] == used("struct { char c; int i; } v = {1, 2};", "v.i")


def test_zeros_are_left_out_when_the_object_is_zeroed() -> None:
    assert ["v = {0}", "v[3] = 7"] == used("int v[4] = {0, 0, 0, 7};", "v[0]")


def test_a_zero_that_overrides_an_earlier_value_is_kept() -> None:
    variable = Variable("v", ArrayType(INT, 4), "", NOWHERE)
    values = ((1, 3), (1, 0), (0, 0), (2, 0))
    items = tuple(((index,), Literal(INT, value)) for index, value in values)
    function = FunctionType(VOID, (), variadic=False, prototyped=True)
    main = FunctionDefinition("main", function, (), Compound(()), returns=True, span=NOWHERE)
    v = Global(variable, Aggregate(items), defined=True)
    start = build(Program({"main": main}, {}, (v,), LP64)).start
    shown = [operation_text(edge.operation) for at in start.locations for edge in at.leaving]

    assert ["v = {0}", "v[1] = 3", "v[1] = 0"] == shown[:3]


def test_a_string_is_cut_or_padded_to_its_array() -> None:
    text = 'char v[2] = "abc", w[6] = "abc"; int main(void) { return v[0] + w[0]; }'
    data = [
        edge.operation.value.data
        for at in built(text).start.locations
        for edge in at.leaving
        if isinstance(edge.operation, Assign) and isinstance(edge.operation.value, Bytes)
    ]

    assert [b"ab", b"abc\0\0\0"] == data


def test_a_large_table_is_one_edge() -> None:
    numbers = ", ".join(str(number - 5) for number in range(100))
    text = f"short v[101] = {{{numbers}}}; int main(void) {{ return v[3]; }}"
    value = next(
        edge.operation.value
        for at in built(text).start.locations
        for edge in at.leaving
        if isinstance(edge.operation, Assign)
    )
    expected = b"".join((n - 5).to_bytes(2, "little", signed=True) for n in range(100)) + b"\0\0"

    assert isinstance(value, Bytes)
    assert expected == value.data


def test_bit_fields_of_a_large_table_are_packed() -> None:
    items = ", ".join("{5, -2}" for _ in range(40))
    fields = "struct { unsigned a : 3; int b : 5; }"
    text = f"{fields} v[40] = {{{items}}}; int main(void) {{ return v[3].a; }}"
    value = next(
        edge.operation.value
        for at in built(text).start.locations
        for edge in at.leaving
        if isinstance(edge.operation, Assign)
    )

    assert isinstance(value, Bytes)
    assert (5 | (-2 & 31) << 3).to_bytes(4, "little") * 40 == value.data


def test_items_are_evaluated_in_order() -> None:
    assert [
        "0-1 $1 = called(1)",
        "1-2 v[0] = $1",
        "2-3 v[1] = g",
        "3-4 return v[0]",
    ] == body("int v[2] = {called(1), g}; return v[0];")


def test_a_list_head_may_point_to_itself() -> None:
    text = """
    int f(void) { struct l { struct l *n, *p; } h = {&h, &h}; return h.n == h.p; }
    int main(void) { return f(); }
    """

    assert ["h.n = &h", "h.p = &h", "return h.n == h.p"] == steps(text)
