"""Bits put together: equal, different, or cut again, as all small values show."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from maul.logic import build as b
from maul.logic.build.core import differ_by_constant
from maul.logic.evaluate import evaluate
from maul.logic.sorts import Array, BitVec
from maul.logic.terms import application

if TYPE_CHECKING:
    from maul.logic.terms import Term
    from maul.logic.values import Value

HALF, WHOLE = BitVec(2), BitVec(4)
n, m = b.symbol("n", HALF), b.symbol("m", HALF)
x = b.symbol("x", WHOLE)
one = b.symbol("one", BitVec(1))


def v(value: int, width: int = 2) -> Term:
    return b.bit_vector(value, width)


HALVES = [v(0), v(1), v(3), n, m, b.bv_add(n, v(1)), b.bv_add(n, v(3)), b.bv_add(m, v(2))]
TERMS = [
    *[b.concat(high, low) for high, low in product(HALVES, HALVES)],
    *[v(value, 4) for value in (0, 1, 5, 13, 15)],
    x,
    b.bv_add(x, v(1, 4)),
    b.concat(one, v(5, 3)),
    b.concat(v(1, 3), one),
    b.bv_add(b.concat(n, m), v(1, 4)),
    b.zero_extend(n, 2),
    b.sign_extend(n, 2),
]
VALUES: list[dict[Term, Value]] = [
    {n: low, m: high, x: whole, one: whole & 1}
    for low, high, whole in product(range(4), range(4), (0, 1, 6, 14))
]


def values_of(term: Term) -> list[Value]:
    """What a term is, for all values of its symbols."""
    return [evaluate(term, each) for each in VALUES]


ALL = [(term, values_of(term)) for term in TERMS]


def test_an_equality_of_bits_put_together_is_that_of_their_values() -> None:
    for (left, first), (right, second) in product(ALL, ALL):
        found = values_of(b.equal(left, right))

        assert [a == c for a, c in zip(first, second, strict=True)] == found, (left, right)


def test_what_surely_differs_does() -> None:
    for (left, first), (right, second) in product(ALL, ALL):
        if differ_by_constant(left, right):
            assert not any(a == c for a, c in zip(first, second, strict=True)), (left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (b.concat(n, v(1)), b.concat(n, v(2))),
        (b.concat(n, m), b.concat(b.bv_add(n, v(1)), m)),
        (b.concat(n, m), b.concat(b.bv_add(n, v(1)), v(2))),
        (b.concat(v(1), n), v(13, 4)),
        (b.concat(v(1), n), b.concat(v(2), m)),
        (b.concat(n, m), b.concat(n, b.bv_add(m, v(3)))),
    ],
)
def test_two_objects_or_two_offsets_of_one_are_known_to_differ(left: Term, right: Term) -> None:
    """So that what is stored in one is not looked for in the other."""
    memory, value = b.symbol("memory", Array(WHOLE, HALF)), v(3)

    assert b.equal(left, right) is b.FALSE
    assert b.equal(right, left) is b.FALSE
    assert b.select(b.store(memory, left, value), right) is b.select(memory, right)


def test_equal_objects_leave_the_offsets_to_compare() -> None:
    assert b.equal(n, m) is b.equal(b.concat(v(2), n), b.concat(v(2), m))
    assert b.equal(n, v(1)) is b.equal(b.concat(v(2), n), v(9, 4))
    assert b.equal(n, v(1)) is b.equal(v(9, 4), b.concat(v(2), n))
    assert b.FALSE is b.equal(b.concat(v(2), n), v(13, 4))


def test_what_was_put_together_comes_apart_again() -> None:
    for high, low in product(HALVES, HALVES):
        whole = b.concat(high, low)

        assert values_of(b.extract(whole, 3, 2)) == values_of(high)
        assert values_of(b.extract(whole, 1, 0)) == values_of(low)
        if high.operator != "constant":
            assert b.extract(whole, 3, 2) is high
            assert b.extract(whole, 1, 0) is low
    assert x is b.concat(b.extract(x, 3, 2), b.extract(x, 1, 0))


def test_a_part_cut_out_of_a_raw_term_is_the_same() -> None:
    """Whatever the borders of the part are."""
    for high, low in product(HALVES, HALVES):
        raw = application("concat", (high, low), WHOLE)
        for top, bottom in product(range(4), range(4)):
            if bottom <= top:
                whole = [value for value in values_of(raw) if isinstance(value, int)]
                expected = [value >> bottom & (2 << top - bottom) - 1 for value in whole]

                assert expected == values_of(b.extract(b.concat(high, low), top, bottom))
