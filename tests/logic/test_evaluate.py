from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.logic import build as b
from maul.logic.evaluate import Undetermined, evaluate, holds
from maul.logic.free import free_symbols
from maul.logic.smtlib.writer import sort_text, symbol_text, term_text
from maul.logic.sorts import BOOL, INT, REAL, Array, BitVec
from maul.logic.terms import application, name_of
from maul.logic.values import ArrayValue, cardinality, constant, default_value
from tests.logic.random_terms import FAMILIES, TINY, Maker, random_values

V1, V8 = BitVec(1), BitVec(8)
i, j = b.symbol("i", INT), b.symbol("j", INT)


@pytest.mark.parametrize("family", FAMILIES)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=60)
def test_evaluation_agrees_with_z3(family: str, seed: int) -> None:
    z3 = pytest.importorskip("z3")
    rng = random.Random(seed)
    raw, _ = Maker(rng, FAMILIES[family], unspecified=False).any_pair()
    values = random_values(rng)
    result = evaluate(raw, values)
    lines = [
        f"(define-fun {symbol_text(name_of(s))} () {sort_text(s.sort)}"
        f" {term_text(constant(values[s], s.sort))})"
        for s in free_symbols(raw)
    ]
    claim = f"(assert (= {term_text(raw)} {term_text(constant(result, raw.sort))}))"
    solver = z3.Solver()
    solver.from_string("\n".join([*lines, claim]))

    assert "sat" == str(solver.check())


@pytest.mark.parametrize(
    ("left", "right", "quotient", "remainder"),
    [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1), (6, -3, -2, 0), (5, 0, 0, 5)],
)
def test_integer_division_leaves_a_remainder_that_is_not_negative(
    left: int, right: int, quotient: int, remainder: int
) -> None:
    values = {i: left, j: right}

    assert quotient == evaluate(b.divide(i, j), values)
    assert remainder == evaluate(b.modulo(i, j), values)


def test_rationals_are_exact() -> None:
    s = b.symbol("s", REAL)
    third = b.divide(s, b.real(3))

    assert Fraction(1, 3) == evaluate(third, {s: Fraction(1)})
    assert 1 == evaluate(b.multiply(third, b.real(3)), {s: Fraction(1)})


def test_arrays_are_equal_when_they_hold_the_same_everywhere() -> None:
    sort = Array(V1, V8)
    full = ArrayValue(sort, 9, {0: 1, 1: 2})

    assert full == ArrayValue(sort, 1, {1: 2})
    assert full != ArrayValue(sort, 1, {})
    assert ArrayValue(Array(INT, V8), 1, {}) != ArrayValue(Array(INT, V8), 2, {0: 1})
    assert full.with_element(1, 3).at(1) == 3
    assert full.at(1) == 2


def test_quantifiers_over_small_sorts_are_decided() -> None:
    x, y = b.symbol("x", V8), b.symbol("y", V8)

    assert holds(b.exists([x], b.equal(b.bv_mul(x, y), b.bit_vector(1, 8))), {y: 3})
    assert not holds(b.exists([x], b.equal(b.bv_mul(x, y), b.bit_vector(1, 8))), {y: 2})
    assert holds(b.forall([x], b.bv_ule(b.bv_and(x, y), y)), {y: 77})


def test_what_cannot_be_decided_is_said() -> None:
    with pytest.raises(Undetermined, match="too many"):
        evaluate(b.exists([i], b.le(i, j)), {j: 0})
    with pytest.raises(Undetermined, match="i has no value"):
        evaluate(i, {})
    f = b.Function("f", (INT,), INT)
    with pytest.raises(Undetermined, match="f has no value"):
        evaluate(b.apply(f, i), {i: 1})
    with pytest.raises(Undetermined, match="nothing"):
        evaluate(application("nothing", (b.bit_vector(1, 8),), V8), {})


def test_functions_are_given_as_python_functions() -> None:
    f = b.Function("f", (INT, INT), INT)
    term = b.le(b.apply(f, i, j), b.apply(f, j, i))

    assert not holds(term, {i: 5, j: 3}, {f: lambda m, n: m - n})


def test_every_sort_has_a_default_and_small_ones_a_size() -> None:
    assert default_value(BOOL) is False
    assert ArrayValue(Array(INT, V8), 0, {}) == default_value(Array(INT, V8))
    assert 2**7 - 2**4 + 3 == cardinality(TINY)
    assert cardinality(REAL) is None
