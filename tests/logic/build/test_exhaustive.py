"""Every rule of the smart constructors met at least once: all pairs of small arguments."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

from maul.logic import build as b
from maul.logic.evaluate import evaluate
from maul.logic.meaning import BV_BINARY, BV_COMPARISON
from maul.logic.rebuild import rebuild
from maul.logic.sorts import BOOL, INT, BitVec
from maul.logic.terms import application

if TYPE_CHECKING:
    from maul.logic.sorts import Sort
    from maul.logic.terms import Term
    from maul.logic.values import Value

WIDE, NARROW = BitVec(4), BitVec(2)
x, n, m = b.symbol("x", WIDE), b.symbol("n", NARROW), b.symbol("m", NARROW)
p = b.symbol("p", BOOL)
i, j = b.symbol("i", INT), b.symbol("j", INT)


def v(value: int) -> Term:
    return b.bit_vector(value, 4)


VECTORS = [
    *[v(value) for value in (0, 1, 2, 3, 7, 8, 13, 15)],
    x,
    *[op(n, 2) for op in (b.zero_extend, b.sign_extend)],
    *[op(m, 2) for op in (b.zero_extend, b.sign_extend)],
    b.concat(n, m),
    b.bv_add(x, v(3)),
    b.bv_add(x, v(8)),
    b.bv_neg(x),
    b.bv_not(x),
    b.bv_and(x, v(6)),
    b.bv_mul(x, v(3)),
    b.bv_sub(x, b.zero_extend(n, 2)),
    b.ite(p, v(1), v(0)),
    b.ite(p, x, v(8)),
]
NUMBERS = [
    *[b.integer(value) for value in (-3, -1, 0, 1, 2, 3)],
    i,
    j,
    b.add(i, b.integer(2)),
    b.add(i, j),
    b.add(i, j, b.integer(-1)),
    *[b.multiply(b.integer(factor), i) for factor in (-3, -1, 2)],
    b.multiply(i, j),
    b.modulo(i, b.integer(3)),
    b.modulo(i, b.integer(4)),
    b.divide(i, b.integer(2)),
    b.ite(p, b.integer(1), b.integer(0)),
]


def disagreements(
    operators: list[str], arguments: list[Term], result: Sort, values: list[dict[Term, Value]]
) -> list[tuple[Term, Term]]:
    """The applications to two of the arguments whose built form has another value."""
    rng = random.Random(1)
    wrong = []
    for operator, left, right in product(operators, arguments, arguments):
        raw = application(operator, (left, right), result)
        built = rebuild(raw, (left, right))
        sample = rng.sample(values, 6)
        if [evaluate(raw, each) for each in sample] != [evaluate(built, e) for e in sample]:
            wrong.append((raw, built))
    return wrong


@pytest.mark.parametrize(
    ("operators", "result"),
    [([*BV_BINARY], WIDE), ([*BV_COMPARISON, "="], BOOL)],
    ids=["operations", "comparisons"],
)
def test_operations_on_all_pairs_of_small_vectors(operators: list[str], result: Sort) -> None:
    values: list[dict[Term, Value]] = [
        {x: a, n: c, m: d, p: e}
        for a, c, d, e in product(range(16), range(4), range(4), (False, True))
    ]

    assert [] == disagreements(operators, VECTORS, result, values)


@pytest.mark.parametrize(
    ("operators", "result"),
    [(["+", "*", "div", "mod"], INT), (["<=", "="], BOOL)],
    ids=["operations", "comparisons"],
)
def test_operations_on_all_pairs_of_small_numbers(operators: list[str], result: Sort) -> None:
    values: list[dict[Term, Value]] = [
        {i: a, j: c, p: e} for a, c, e in product(range(-7, 8), range(-3, 4), (False, True))
    ]

    assert [] == disagreements(operators, NUMBERS, result, values)


def test_cutting_any_part_out_of_any_small_vector() -> None:
    values: list[dict[Term, Value]] = [
        {x: a, n: c, m: 2, p: e} for a, c, e in product((0, 5, 9, 14), range(4), (False, True))
    ]
    for term in VECTORS:
        for high, low in product(range(4), range(4)):
            if low <= high:
                built = b.extract(term, high, low)
                expected = [int(evaluate(term, e)) >> low & (2 << high - low) - 1 for e in values]  # type: ignore[arg-type]

                assert expected == [evaluate(built, each) for each in values], (term, high, low)


def test_every_operation_on_three_bits_is_the_one_of_z3() -> None:
    z3 = pytest.importorskip("z3")
    claims = []
    for a, c in product(range(8), range(8)):
        for name, compute in BV_BINARY.items():
            claims.append(f"(= ({name} (_ bv{a} 3) (_ bv{c} 3)) (_ bv{compute(3, a, c)} 3))")
        for name, compare in BV_COMPARISON.items():
            claims.append(f"(= ({name} (_ bv{a} 3) (_ bv{c} 3)) {str(compare(3, a, c)).lower()})")
    parsed = z3.parse_smt2_string(f"(assert (and {' '.join(claims)}))")

    assert z3.is_true(z3.simplify(parsed[0]))
