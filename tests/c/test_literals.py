"""Literals keep every bit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from maul.c.literals import exact_floating, is_close, string_units


@pytest.mark.parametrize(
    ("literal", "units"),
    [
        ('""', []),
        ('"a\\000b"', [97, 0, 98]),
        ('"\\377\\"\\\\\\n\\a\\b\\t\\v\\f\\r"', [255, 34, 92, 10, 7, 8, 9, 11, 12, 13]),
        ('L"a\\x1234""5"', [97, 0x1234, 0x35]),
        ('U"\\U0001F600\\u1234"', [0x1F600, 0x1234]),
        ('u"\\U0001F600\\xD800"', [0xD83D, 0xDE00, 0xD800]),
        ('u8"\\303\\251"', [0xC3, 0xA9]),
    ],
)
def test_a_string_becomes_its_code_units(literal: str, units: list[int]) -> None:
    assert string_units(literal) == units


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("1.1L", Fraction(11, 10)),
        (".5f", Fraction(1, 2)),
        ("3.", Fraction(3)),
        ("25e-3", Fraction(25, 1000)),
        ("1e30L", Fraction(10**30)),
        ("0x1.8p3", Fraction(12)),
        ("0X.8P-1L", Fraction(1, 4)),
        ("0.1000000000000000000000000000001L", Fraction(10**30 + 1, 10**31)),
    ],
)
def test_a_floating_constant_is_exact(literal: str, value: Fraction) -> None:
    exact = exact_floating(literal)
    assert exact is not None
    assert Fraction(*exact) == value


@pytest.mark.parametrize("text", ["", "x", ".", "LDBL_MAX", "1e999999999", "9" * 5000 + ".0"])
def test_what_is_no_usable_constant_has_no_value(text: str) -> None:
    assert exact_floating(text) is None


def test_rounding_is_told_from_another_number() -> None:
    assert is_close((11, 10), 1.1)
    assert is_close((10**400, 1), float("inf"))
    assert is_close((1, 10**400), 0.0)
    assert not is_close((11, 10), 1.2)
