"""Small formulas of every theory, and what a model says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic import build
from maul.logic.evaluate import holds
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, FLOAT32, INT, REAL, Array, BitVec
from maul.logic.terms import Function, reachable
from maul.smt.protocols import THEORIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.terms import Term
    from maul.smt.protocols import Model

B8, B32 = BitVec(8), BitVec(32)
p, q = (build.symbol(name, BOOL) for name in "pq")
i, j, k = (build.symbol(name, INT) for name in "ijk")
r, s = (build.symbol(name, REAL) for name in "rs")
x, y, z = (build.symbol(name, B32) for name in "xyz")
a, b = (build.symbol(name, B8) for name in "ab")
f, g = (build.symbol(name, FLOAT32) for name in "fg")
words = build.symbol("words", Array(B8, B32))
numbers = build.symbol("numbers", Array(INT, INT))
table = build.symbol("table", Array(B8, Array(B8, B32)))
PAIR = Function("pair", (B8, B32), B32)
STEP = Function("step", (INT,), INT)


def word(value: int) -> Term:
    """A constant of 32 bits."""
    return build.bit_vector(value, 32)


def single(value: float) -> Term:
    """A constant in single precision."""
    return build.fp_number(value, FLOAT32)


ONE = build.integer(1)
BYTE = build.bit_vector(3, 8)
ZEROS = build.constant_array(Array(B8, B32), word(0))

# The theories a formula needs, its conjuncts, and whether it has a model.
FORMULAS: tuple[tuple[str, tuple[Term, ...], bool], ...] = (
    ("Bool", (build.or_(p, q), build.not_(p)), True),
    ("Bool", (build.xor(p, q), build.equal(p, q)), False),
    ("Bool", (build.ite(p, q, build.not_(q)), p, build.not_(q)), False),
    ("Int", (build.lt(i, j), build.le(j, build.add(i, ONE))), True),
    ("Int", (build.lt(i, j), build.lt(j, build.add(i, ONE))), False),
    ("Int", (build.equal(build.multiply(i, build.integer(-3)), build.integer(10**30)),), False),
    ("Int", (build.equal(build.add(i, j), build.integer(10**30)), build.lt(i, ONE)), True),
    ("Int", (build.equal(build.modulo(i, build.integer(7)), build.integer(5)),), True),
    ("Int", (build.equal(build.divide(i, build.integer(-4)), build.integer(5)),), True),
    ("Int", (build.distinct(i, j, k), *[build.le(ONE, n) for n in (i, j, k)]), True),
    ("Real", (build.equal(build.multiply(r, build.real(3)), build.real(1)),), True),
    ("Real", (build.lt(r, s), build.lt(s, r)), False),
    ("Real", (build.equal(build.to_int(r), i), build.lt(build.to_real(i), r)), True),
    ("BitVec", (build.equal(build.bv_add(x, y), word(5)), build.bv_ult(x, y)), True),
    ("BitVec", (build.equal(build.bv_mul(x, word(2)), word(7)),), False),
    ("BitVec", (build.equal(build.bv_udiv(x, y), word(9)), build.bv_slt(x, word(0))), True),
    ("BitVec", (build.equal(build.bv_srem(x, word(-7)), word(-3)),), True),
    ("BitVec", (build.equal(build.bv_sdiv(x, word(-7)), word(3)),), True),
    ("BitVec", (build.equal(build.bv_smod(x, word(-7)), word(3)),), False),
    ("BitVec", (build.equal(build.bv_ashr(x, y), word(-1)), build.bv_sle(word(0), x)), False),
    ("BitVec", (build.equal(build.bv_shl(x, y), build.bv_lshr(x, y)), build.bv_ult(y, x)), True),
    ("BitVec", (build.equal(build.concat(a, b), build.bit_vector(0xABCD, 16)),), True),
    ("BitVec", (build.equal(build.sign_extend(a, 24), word(-2)),), True),
    ("BitVec", (build.equal(build.extract(x, 11, 4), a), build.bv_ult(word(0xFFFF), x)), True),
    ("BitVec", (build.equal(build.bv_urem(x, y), build.bv_neg(build.bv_not(x))),), True),
    ("BitVec Int", (build.equal(build.bv_to_int(a), build.integer(200)),), True),
    ("BitVec Int", (build.equal(build.int_to_bv(i, 8), BYTE), build.lt(i, ONE)), True),
    ("Float", (build.fp_lt(single(1.5), f), build.fp_lt(f, single(1.5000002))), True),
    ("Float", (build.fp_is_nan(f), build.equal(f, g)), True),
    ("Float", (build.fp_lt(f, g), build.fp_is_nan(build.fp_add(f, single(1.0)))), False),
    ("Float", (build.equal(build.fp_div(single(1.0), f), single(-3.0)),), True),
    ("Float", (build.fp_eq(f, g), build.not_(build.equal(f, g))), True),
    ("Float", (build.equal(build.fp_round(f), single(3.0)), build.fp_lt(f, single(2.75))), True),
    ("Float BitVec", (build.equal(build.signed_to_fp(a, FLOAT32), single(-77.0)),), True),
    (
        "Float BitVec",
        (build.equal(build.fp_to_signed(f, 8), BYTE), build.fp_lt(build.fp_abs(f), single(99.0))),
        True,
    ),
    ("Float BitVec", (build.equal(build.bits_to_fp(x, FLOAT32), single(0.1)),), True),
    (
        "Array BitVec",
        (build.equal(build.select(build.store(words, a, x), b), y), build.distinct(x, y)),
        True,
    ),
    (
        "Array BitVec",
        (
            build.equal(build.select(build.store(words, a, x), b), y),
            *(build.distinct(x, y), build.equal(a, b)),
        ),
        False,
    ),
    ("Array BitVec", (build.equal(build.select(build.select(table, a), BYTE), word(8)),), True),
    (
        "Array BitVec",
        (
            build.equal(build.select(build.store(ZEROS, a, x), b), word(5)),
            build.equal(build.select(build.store(ZEROS, b, y), a), word(0)),
        ),
        True,
    ),
    (
        "Array Int",
        (build.lt(build.select(numbers, i), build.select(numbers, j)), build.equal(i, j)),
        False,
    ),
    ("Array Int", (build.lt(build.select(numbers, i), build.select(numbers, j)),), True),
    (
        "UF BitVec",
        (build.distinct(build.apply(PAIR, a, x), build.apply(PAIR, b, x)),),
        True,
    ),
    (
        "UF BitVec",
        (build.distinct(build.apply(PAIR, a, x), build.apply(PAIR, b, x)), build.equal(a, b)),
        False,
    ),
    ("UF Int", (build.lt(build.apply(STEP, i), build.apply(STEP, build.add(i, ONE))),), True),
    ("quantifiers BitVec", (build.forall([a], build.distinct(build.bv_add(a, b), BYTE)),), False),
    ("quantifiers Int", (build.exists([i], build.lt(build.add(i, i), j)),), True),
    ("quantifiers Int", (build.forall([i], build.lt(i, j)),), False),
)
assert all(theory in THEORIES for needs, _, _ in FORMULAS for theory in needs.split())


def satisfied(model: Model, terms: Sequence[Term]) -> bool:
    """Whether the model makes all terms true, according to our own evaluation."""
    everything = build.and_(*terms)
    functions = {
        part.payload: model.function(part.payload)
        for part in reachable((everything,))
        if isinstance(part.payload, Function)
    }
    values = {symbol: model.value(symbol) for symbol in free_symbols(everything)}
    return holds(everything, values, functions)
