"""Bounds of integers hold for all that lies between them, which is tried one by one."""

from __future__ import annotations

from itertools import product

import pytest

from maul.c.ctype import Integer
from maul.c.numbers import quotient, wrap
from maul.proofs.shapes.numbers import (
    MIRRORED,
    NEGATED,
    all_of,
    compared,
    computed,
    exact,
    remaining,
    wrapped,
)

SMALL = (Integer(4, signed=True), Integer(4, signed=False))


def result(operator: str, left: int, right: int, t: Integer) -> int | None:
    """What C computes; None where it leaves it open."""
    if operator in ("/", "%") and right == 0:
        return None
    if operator in ("<<", ">>") and not 0 <= right < t.bits:
        return None
    values = {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "/": lambda: quotient(left, right),
        "%": lambda: left - right * quotient(left, right),
        "&": lambda: left & right,
        "|": lambda: left | right,
        "^": lambda: left ^ right,
        "<<": lambda: left << right,
        ">>": lambda: left >> right,
    }
    return wrap(values[operator](), t.bits, signed=t.signed)


def intervals(t: Integer) -> list[tuple[int, int]]:
    low, high = all_of(t)
    chosen = sorted({low, low + 1, -1, 0, 1, 3, high - 1, high} & set(range(low, high + 1)))
    return [(a, b) for a, b in product(chosen, chosen) if a <= b]


@pytest.mark.parametrize("t", SMALL, ids=("signed", "unsigned"))
@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"])
def test_results_lie_between_their_bounds(operator: str, t: Integer) -> None:
    for left, right in product(intervals(t), intervals(t)):
        low, high = computed(operator, left, right, t)
        for a, b in product(range(left[0], left[1] + 1), range(right[0], right[1] + 1)):
            value = result(operator, a, b, t)
            assert value is None or low <= value <= high, (left, right, a, b)


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "<<"])
def test_mathematical_results_lie_between_their_bounds(operator: str) -> None:
    for left, right in product(intervals(SMALL[0]), intervals(SMALL[0])):
        bounds = exact(operator, left, right)
        if bounds is None:
            continue
        for a, b in product(range(left[0], left[1] + 1), range(right[0], right[1] + 1)):
            if operator == "/" and b == 0:
                continue
            value = {
                "+": a + b,
                "-": a - b,
                "*": a * b,
                "/": quotient(a, b) if b else 0,
                "<<": a << b if b >= 0 else bounds[0],
            }[operator]
            assert bounds[0] <= value <= bounds[1]


@pytest.mark.parametrize("operator", NEGATED)
def test_comparisons_are_what_they_are_for_all_values(operator: str) -> None:
    holds = {
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
        "==": lambda a, b: a == b,
        "!=": lambda a, b: a != b,
    }
    for left, right in product(intervals(SMALL[0]), intervals(SMALL[0])):
        pairs = list(product(range(left[0], left[1] + 1), range(right[0], right[1] + 1)))
        outcomes = {holds[operator](a, b) for a, b in pairs}
        known = compared(operator, left, right)
        assert known is None or outcomes == {known}
        low, high = remaining(operator, left, right)
        least, most = remaining(MIRRORED[operator], right, left)
        for a, b in pairs:
            if holds[operator](a, b):
                assert low <= a <= high
                assert least <= b <= most
                assert not holds[NEGATED[operator]](a, b)


def test_numbers_are_brought_into_their_types() -> None:
    assert wrapped(-1, Integer(8, signed=False)) == 255
    assert wrapped(200, Integer(8, signed=True)) == -56
