"""The laws of the smart constructors: they mean what was asked for, and are done at once."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.logic import build as b
from maul.logic.evaluate import evaluate, holds
from maul.logic.meaning import signed
from maul.logic.sorts import BOOL, FLOAT64, INT, REAL, Array, BitVec
from maul.logic.walk import rewrite
from tests.logic.random_terms import FAMILIES, Maker, random_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.logic.terms import Term

V8, V32 = BitVec(8), BitVec(32)
p, q, r = (b.symbol(name, BOOL) for name in "pqr")
i, j = b.symbol("i", INT), b.symbol("j", INT)
s = b.symbol("s", REAL)
x, y = b.symbol("x", V8), b.symbol("y", V8)
u = b.symbol("u", FLOAT64)


@pytest.mark.parametrize("family", FAMILIES)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=30)
def test_a_built_term_has_the_value_of_the_one_that_was_asked_for(family: str, seed: int) -> None:
    rng = random.Random(seed)
    maker = Maker(rng, FAMILIES[family])
    values = [random_values(rng) for _ in range(8)]
    for _ in range(20):
        raw, built = maker.any_pair()

        assert [evaluate(raw, each) for each in values] == [evaluate(built, e) for e in values]


@pytest.mark.parametrize("family", FAMILIES)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=40)
def test_building_again_changes_nothing(family: str, seed: int) -> None:
    raw, built = Maker(random.Random(seed), FAMILIES[family]).any_pair()

    assert rewrite(raw, lambda term: b.rebuild(term, term.arguments)) is built
    assert rewrite(built, lambda term: b.rebuild(term, term.arguments)) is built


def v(value: int) -> Term:
    return b.bit_vector(value, 8)


def n(value: int) -> Term:
    return b.integer(value)


EXAMPLES: list[tuple[Term, Term]] = [
    (b.and_(), b.TRUE),
    (b.or_(), b.FALSE),
    (b.and_(p, b.and_(q, p)), b.and_(q, p)),
    (b.and_(p, b.not_(p)), b.FALSE),
    (b.or_(b.not_(p), q, p), b.TRUE),
    (b.implies(b.FALSE, p), b.TRUE),
    (b.xor(p, p), b.FALSE),
    (b.equal(b.not_(p), b.not_(q)), b.equal(q, p)),
    (b.ite(p, b.TRUE, q), b.or_(p, q)),
    (b.ite(b.not_(p), x, y), b.ite(p, y, x)),
    (b.ite(p, b.ite(p, x, y), y), b.ite(p, x, y)),
    (b.equal(b.ite(p, v(1), v(0)), v(0)), b.not_(p)),
    (b.equal(b.zero_extend(b.ite(p, v(1), v(0)), 24), b.bit_vector(1, 32)), p),
    (b.distinct(x, x), b.FALSE),
    (b.distinct(v(1), v(2), v(3)), b.TRUE),
    (b.add(i, n(2), i, n(-2)), b.multiply(n(2), i)),
    (b.subtract(b.add(i, j), i), j),
    (b.equal(b.add(i, n(1)), n(4)), b.equal(i, n(3))),
    (b.equal(b.add(i, n(1)), b.add(i, n(2))), b.FALSE),
    (b.lt(i, n(5)), b.le(i, n(4))),
    (b.ge(i, n(5)), b.not_(b.le(i, n(4)))),
    (b.le(b.multiply(n(-2), i), n(5)), b.ge(i, n(-2))),
    (b.le(b.add(i, n(3)), b.add(i, n(2))), b.FALSE),
    (b.modulo(n(-7), n(2)), n(1)),
    (b.divide(n(-7), n(-2)), n(4)),
    (b.to_int(b.to_real(i)), i),
    (b.bv_add(b.bv_add(x, v(200)), v(100)), b.bv_add(x, v(44))),
    (b.bv_sub(b.bv_add(x, v(3)), x), v(3)),
    (b.bv_and(x, b.bv_not(x)), v(0)),
    (b.bv_xor(x, v(255)), b.bv_not(x)),
    (b.bv_udiv(v(7), v(0)), v(255)),
    (b.bv_sdiv(v(128), v(255)), v(128)),
    (b.bv_ult(x, v(0)), b.FALSE),
    (b.bv_ule(v(7), x), b.not_(b.bv_ule(x, v(6)))),
    (b.bv_sle(b.zero_extend(x, 24), b.bit_vector(-1, 32)), b.FALSE),
    (b.bv_sle(b.zero_extend(x, 24), b.bit_vector(9, 32)), b.bv_ule(x, v(9))),
    (b.extract(b.zero_extend(x, 24), 7, 0), x),
    (b.concat(b.extract(x, 7, 4), b.extract(x, 3, 0)), x),
    (b.concat(v(0), x), b.zero_extend(x, 8)),
    (b.int_to_bv(b.bv_to_int(x), 8), x),
    (b.fp_eq(u, u), b.not_(b.fp_is_nan(u))),
    (b.fp_lt(u, b.fp_nan(FLOAT64)), b.FALSE),
    (b.fp_mul(u, b.fp_number(1.0, FLOAT64)), u),
    (b.exists([i], b.TRUE), b.TRUE),
    (b.exists([i, j], b.le(i, n(2))), b.exists([i], b.le(i, n(2)))),
    (b.exists([i], b.exists([j], b.le(i, j))), b.exists([j, i], b.le(i, j))),
]


@pytest.mark.parametrize("case", range(len(EXAMPLES)))
def test_simplification_by_example(case: int) -> None:
    built, expected = EXAMPLES[case]

    assert built is expected


def test_a_read_looks_through_writes_at_other_indices() -> None:
    memory = b.symbol("m", Array(V8, V8))
    written = b.store(b.store(memory, b.bv_add(x, v(1)), y), b.bv_add(x, v(2)), v(0))

    assert b.select(written, b.bv_add(x, v(1))) is y
    assert b.select(written, b.bv_add(x, v(3))) is b.select(memory, b.bv_add(x, v(3)))
    assert b.select(written, y).arguments[0] is written
    assert b.store(memory, x, b.select(memory, x)) is memory
    assert b.select(b.constant_array(Array(V8, V8), y), x) is y


def test_division_by_zero_of_numbers_is_left_alone() -> None:
    assert b.divide(n(5), n(0)).operator == "div"
    assert b.modulo(n(5), n(0)).operator == "mod"
    assert b.divide(b.real(5), b.real(0)).operator == "/"


def test_which_zero_is_the_lesser_is_left_open() -> None:
    zeros = b.fp_zero(FLOAT64), b.fp_zero(FLOAT64, negative=True)

    assert b.fp_min(*zeros).operator == "fp.min"


@pytest.mark.parametrize(
    "ask",
    [
        lambda: b.not_(x),
        lambda: b.and_(p, x),
        lambda: b.equal(p, x),
        lambda: b.ite(p, x, i),
        lambda: b.add(i, s),
        lambda: b.le(i, x),
        lambda: b.bv_add(x, i),
        lambda: b.bv_add(p, p),
        lambda: b.bv_ule(i, j),
        lambda: b.bv_and(x, b.bit_vector(0, 9)),
        lambda: b.bv_mul(x, b.bit_vector(0, 9)),
        lambda: b.bv_shl(x, b.bit_vector(0, 9)),
        lambda: b.extract(x, 8, 0),
        lambda: b.select(x, x),
        lambda: b.fp_add(u, x),
        lambda: b.bits_to_fp(x, FLOAT64),
        lambda: b.apply(b.Function("f", (INT,), INT), x),
        lambda: b.exists([p], i),
        lambda: b.exists([b.not_(p)], p),
    ],
)
def test_arguments_of_wrong_sorts_are_refused(ask: Callable[[], Term]) -> None:
    with pytest.raises(b.SortMismatch):
        ask()


@given(st.integers(0, 255), st.integers(0, 255))
@settings(max_examples=200)
def test_derived_comparisons_and_overflows_mean_what_python_computes(a: int, c: int) -> None:
    values = {x: a, y: c}
    sa, sc = signed(a, 8), signed(c, 8)

    def outside(exact: int) -> bool:
        return not -128 <= exact <= 127

    expected = {
        b.bv_ult(x, y): a < c,
        b.bv_slt(x, y): sa < sc,
        b.bv_add_overflows(x, y, signed=True): outside(sa + sc),
        b.bv_add_overflows(x, y, signed=False): a + c > 255,
        b.bv_sub_overflows(x, y, signed=True): outside(sa - sc),
        b.bv_sub_overflows(x, y, signed=False): a < c,
        b.bv_mul_overflows(x, y, signed=True): outside(sa * sc),
        b.bv_mul_overflows(x, y, signed=False): a * c > 255,
        b.bv_neg_overflows(x, signed=True): outside(-sa),
        b.bv_sdiv_overflows(x, y): sa == -128 and sc == -1,
        b.equal(b.signed_bv_to_int(x), n(sa)): True,
    }

    assert expected == {term: holds(term, values) for term in expected}


def test_adding_conjuncts_one_by_one_is_not_quadratic() -> None:
    whole = b.TRUE
    for k in range(20_000):
        whole = b.and_(whole, b.symbol(f"c{k}", BOOL))

    assert len(whole.arguments) <= 65


def test_the_free_symbols_of_the_body_alone_are_bound() -> None:
    assert b.forall([i], b.le(j, n(0))) is b.le(j, n(0))
