"""The quick ways to compute with floats give the bits that exact arithmetic gives."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.logic import build as b
from maul.logic import softfloat
from maul.logic.compiled.posts import compiled_terms
from maul.logic.evaluate import evaluate
from maul.logic.sorts import FLOAT32, FLOAT64, BitVec, Float


def _special(sort: Float, rng: random.Random) -> int:
    """Bits where rounding, overflow and underflow happen."""
    top = softfloat.infinity(sort)
    unit = 1 << (sort.significand_bits - 1)
    near = rng.choice((0, 1, unit - 1, unit, unit + 1, top - 1, top, softfloat.nan(sort)))
    middle = ((1 << (sort.exponent_bits - 1)) - 1) * unit
    bits = rng.choice(
        (near, rng.randrange(top), middle + rng.randrange(-9, 9), rng.randrange(unit), middle // 2)
    )
    return softfloat.canonical(bits | rng.choice((0, 1 << (sort.width - 1))), sort)


@pytest.mark.parametrize("sort", [FLOAT32, FLOAT64])
@given(seed=st.integers(0, 10**9))
@settings(max_examples=150)
def test_the_quick_floats_are_exact(sort: Float, seed: int) -> None:
    """Where Python's floats are used, the bits are those of exact arithmetic rounded once."""
    rng = random.Random(seed)
    one, other = b.symbol("one", sort), b.symbol("another", sort)
    target = FLOAT32 if sort is FLOAT64 else FLOAT64
    number = b.symbol("number", BitVec(64))
    terms = [
        *[make(one, other) for make in (b.fp_add, b.fp_sub, b.fp_mul, b.fp_div)],
        *[make(one, other) for make in (b.fp_eq, b.fp_lt, b.fp_le)],
        b.fp_to_fp(one, target),
        b.signed_to_fp(number, sort),
        b.unsigned_to_fp(number, sort),
    ]
    compiled = compiled_terms(terms, [one, other, number])
    cut = compiled_terms([b.fp_to_signed(one, 32), b.fp_to_unsigned(one, 32)], [one])
    for _ in range(10):
        values = {one: _special(sort, rng), other: _special(sort, rng)}
        # The last one lies just above the middle of two binary32 numbers; binary64 drops the rest.
        near = ((1 << 53) + 1, (1 << 60) + (1 << 36) + 1)
        values[number] = rng.choice((rng.randrange(1 << 64), rng.randrange(1 << 54), *near))
        found = compiled((values[one], values[other], values[number]))
        assert tuple([evaluate(term, values) for term in terms]) == found
        whole = softfloat.to_integer(softfloat.RTZ, values[one], sort)
        number_of = 1 << 99 if whole is None else whole
        fits = -(1 << 31) <= number_of < 1 << 31
        positive = 0 <= number_of < 1 << 32
        expected = (number_of & 0xFFFFFFFF if fits else None, number_of if positive else None)
        assert expected == cut((values[one],))
