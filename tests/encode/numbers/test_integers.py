"""C's numbers as integers: every value of eight bits, the forms of terms, and what z3 says."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.c.ctype import LP64, Boolean, Integer
from maul.encode.numbers import BitNumbers, IntNumbers, is_signed
from maul.encode.numbers.integers.bits import approximated
from maul.encode.numbers.integers.exact import truncated
from maul.encode.numbers.integers.intervals import Intervals, range_of
from maul.logic.bit_functions import MEANINGS
from maul.logic.build import (
    TRUE,
    Term,
    add,
    and_,
    bv_to_int,
    equal,
    implies,
    integer,
    ite,
    le,
    modulo,
    multiply,
    not_,
    signed_bv_to_int,
    symbol,
)
from maul.logic.evaluate import evaluate
from maul.logic.meaning import int_div, int_mod
from maul.logic.sorts import BOOL, INT
from maul.logic.terms import Function, name_of
from maul.logic.walk import substitute, subterms
from maul.smt.protocols import Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from tests.logic.random_terms import Maker
from tests.report.c_text import samples as c_samples
from tests.report.c_text.samples import ARITHMETIC, COMPARISONS, interesting, no_floats

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType

SIGNED, UNSIGNED = Integer(8, signed=True), Integer(8, signed=False)
CHARS = pytest.mark.parametrize("t", [SIGNED, UNSIGNED], ids=["signed", "unsigned"])
C_INT, C_UNSIGNED = Integer(32, signed=True), Integer(32, signed=False)
COMMUTING = ("+", "*", "&", "|", "^")
X, Y = symbol("x", INT), symbol("y", INT)


def compiled(term: Term) -> Callable[[int, int], int]:
    """A term over x and y as a function, because all pairs of values are many."""
    lines = []
    for part in subterms(term):
        a = [f"t{argument.number}" for argument in part.arguments]
        match part.operator:
            case "symbol":
                text = name_of(part)
            case "constant":
                text = repr(part.payload)
            case "apply":
                assert isinstance(part.payload, Function)
                text = f"{part.payload.name}({a[0]}, {a[1]})"
            case "ite":
                text = f"{a[1]} if {a[0]} else {a[2]}"
            case "div" | "mod":
                text = f"int_{part.operator}({a[0]}, {a[1]})"
            case "not":
                text = f"not {a[0]}"
            case "=":
                text = f"{a[0]} == {a[1]}"
            case operator:
                text = f" {operator} ".join(a)
        lines.append(f" t{part.number} = {text}")
    body = "\n".join(["def found(x, y):", *lines, f" return t{term.number}"])
    known: dict[str, Callable[[int, int], int]] = {"int_div": int_div, "int_mod": int_mod}
    known |= {function.name: meaning for function, meaning in MEANINGS.items()}
    made: dict[str, Callable[[int, int], int]] = {}
    exec(body, {**known}, made)
    return made["found"]


def told(*types: CType) -> IntNumbers:
    """Numbers that know the types of x and y."""
    numbers = IntNumbers(LP64)
    for t, term in zip(types, (X, Y), strict=False):
        numbers.facts(t, term)
    return numbers


def values(t: CType) -> range:
    low, high = range_of(t)
    return range(low, high + 1)


# ---- all values of eight bits ----


@CHARS
@pytest.mark.parametrize("operator", [*ARITHMETIC, "<<", ">>"])
def test_operators_on_all_pairs_of_chars(t: CType, operator: str) -> None:
    found = compiled(operation(told(t, t), t, operator, X, Y))

    for x, y in product(values(t), values(t)):
        assert c_samples.expected(t, operator, x, y) == found(x, y)


@CHARS
@pytest.mark.parametrize("operator", [*ARITHMETIC, "<<", ">>"])
def test_operators_on_all_chars_with_all_constants(t: CType, operator: str) -> None:
    numbers = told(t)
    for y in values(t):
        right = compiled(operation(numbers, t, operator, X, integer(y)))
        for x in values(t):
            assert c_samples.expected(t, operator, x, y) == right(x, 0)
        if operator in COMMUTING:
            continue
        left = compiled(operation(numbers, t, operator, integer(y), X))
        for x in values(t):
            assert c_samples.expected(t, operator, y, x) == left(x, 0)


def operation(numbers: IntNumbers, t: CType, operator: str, left: Term, right: Term) -> Term:
    if operator in ("<<", ">>"):
        return numbers.shifted(operator, (t, left), (t, right))
    return numbers.arithmetic(t, operator, left, right)


@CHARS
@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "<<", "neg"])
@pytest.mark.parametrize("of", [SIGNED, UNSIGNED], ids=["into signed", "into unsigned"])
def test_overflows_of_all_pairs_of_chars(t: CType, operator: str, of: CType) -> None:
    found = compiled(told(t, t).overflows(operator, (t, X), (t, Y), of))

    for x, y in product(values(t), values(t)):
        assert c_samples.overflow(operator, x, y, of) == found(x, y)


@CHARS
def test_comparisons_of_all_pairs_of_chars(t: CType) -> None:
    for operator in COMPARISONS:
        found = compiled(told(t, t).comparison(t, operator, X, Y))
        for x, y in product(values(t), values(t)):
            assert c_samples.compared(operator, x, y) == found(x, y)


@CHARS
def test_unary_operators_and_conversions_of_all_chars(t: CType) -> None:
    numbers = told(t)
    negated, complement = compiled(numbers.negated(t, X)), compiled(numbers.complement(t, X))
    others = (SIGNED, UNSIGNED, Integer(3, signed=True), Integer(3, signed=False), C_UNSIGNED)
    converted = {of: compiled(numbers.converted(t, of, X)) for of in others}
    truth = compiled(numbers.converted(t, Boolean(), X))
    for x in values(t):
        assert c_samples.fitted(t, -x) == negated(x, 0)
        assert c_samples.fitted(t, ~x) == complement(x, 0)
        assert (x != 0) == truth(x, 0)
        for of, found in converted.items():
            assert c_samples.fitted(of, x) == found(x, 0)


def test_a_compiled_term_is_the_term() -> None:
    rng = Random(3)
    for operator in (*ARITHMETIC, "<<", ">>"):
        term = operation(IntNumbers(LP64), SIGNED, operator, X, Y)
        found = compiled(term)
        for _ in range(50):
            x, y = interesting(SIGNED, rng), interesting(SIGNED, rng)

            assert evaluate(term, {X: x, Y: y}, dict(MEANINGS)) == found(x, y)


def test_divisions_whatever_is_known_of_the_dividend() -> None:
    small = range(-3, 4)
    for low, high in product(small, small):
        for operator in ("/", "%"):
            found = compiled(truncated(operator, X, Y, (low, high)))
            for x, y in product(range(low, high + 1), (-3, -2, -1, 1, 2, 3)):
                assert c_samples.mathematical(operator, x, y) == found(x, y)


@pytest.mark.parametrize("signed", [True, False])
def test_bits_lost_by_amounts_of_few_bits(*, signed: bool) -> None:
    for bits in (1, 2, 10):
        amount = Integer(bits, signed=signed)
        found = compiled(told(SIGNED, amount).overflows("<<", (SIGNED, X), (amount, Y), SIGNED))
        for x, y in product(values(SIGNED), values(amount)):
            assert c_samples.overflow("<<", x, y, SIGNED) == found(x, y)


# ---- forms: nothing is brought back that cannot leave ----


def test_what_cannot_wrap_is_the_plain_sum() -> None:
    numbers = told(UNSIGNED, SIGNED)
    wide = [numbers.converted(t, C_INT, v) for t, v in ((UNSIGNED, X), (SIGNED, Y))]

    assert [X, Y] == wide
    assert add(X, Y) is numbers.arithmetic(C_INT, "+", X, Y)
    assert add(X, integer(-1)) is numbers.arithmetic(C_INT, "-", X, integer(1))


def test_what_the_caller_knows_not_to_wrap_is_the_plain_result() -> None:
    numbers = told(C_INT, C_INT)

    assert add(X, Y) is numbers.arithmetic(C_INT, "+", X, Y, wraps=False)
    assert X is numbers.converted(C_INT, UNSIGNED, X, wraps=False)
    assert X is numbers.converted(C_INT, Boolean(), X, wraps=False)


def test_one_turn_is_a_choice_and_more_are_a_remainder() -> None:
    numbers = told(C_INT, C_INT)
    one = numbers.arithmetic(C_INT, "+", X, integer(1))
    many = numbers.arithmetic(C_INT, "*", X, Y)

    assert "mod" not in {part.operator for part in subterms(one)}
    assert ite(le(X, integer(2**31 - 2)), add(X, integer(1)), add(X, integer(1 - 2**32))) is one
    assert "ite" not in {part.operator for part in subterms(many)}


def test_there_and_back_is_where_it_began() -> None:
    numbers = told(C_INT, C_INT)
    there = numbers.converted(C_INT, C_UNSIGNED, X)
    total = numbers.arithmetic(C_UNSIGNED, "+", there, numbers.converted(C_INT, C_UNSIGNED, Y))

    assert X is numbers.converted(C_UNSIGNED, C_INT, there)
    assert numbers.arithmetic(C_INT, "+", X, Y) is numbers.converted(C_UNSIGNED, C_INT, total)


def test_what_one_place_knows_does_not_reach_another() -> None:
    numbers = told(C_INT)
    near = numbers.arithmetic(C_INT, "+", X, integer(5), wraps=False)
    narrow = numbers.converted(C_INT, UNSIGNED, near, wraps=False)
    assert near is narrow
    far = numbers.converted(C_INT, Integer(64, signed=True), near)
    again = numbers.converted(Integer(64, signed=True), UNSIGNED, far)

    assert 255 == evaluate(again, {X: -6})


def test_masks_are_remainders() -> None:
    numbers = told(C_UNSIGNED, UNSIGNED)
    for mask in (1, 0xFF, 0x40, 0xFFFFFFF0, 0xFF00FF, 0x80000001):
        assert () == approximated(numbers.arithmetic(C_UNSIGNED, "&", X, integer(mask)))
    high = numbers.shifted("<<", (C_UNSIGNED, Y), (C_INT, integer(8)))
    low = numbers.arithmetic(C_UNSIGNED, "&", X, integer(255))

    assert add(high, low) is numbers.arithmetic(C_UNSIGNED, "|", high, low)


def test_truth_values_need_no_bits() -> None:
    numbers = told(Boolean(), Boolean())
    for operator in "&|^":
        assert () == approximated(numbers.arithmetic(C_INT, operator, X, Y))


def test_a_bit_field_just_written_is_what_was_written() -> None:
    numbers, part = told(C_INT, Integer(3, signed=False)), Integer(3, signed=False)
    data = numbers.replaced(part, numbers.split(C_INT, X, no_floats), 9, Y)

    assert Y is numbers.field(part, data, 9)


def test_within_tells_what_types_and_operators_say() -> None:
    numbers = told(UNSIGNED)
    term = numbers.arithmetic(C_INT, "*", X, integer(2))

    assert numbers.within(term, 0, 510)
    assert not numbers.within(term, 0, 509)
    assert not numbers.within(Y, -(2**64), 2**64)


# ---- bounds ----


def test_bounds_hold_of_every_value() -> None:
    rng = Random(11)
    for _ in range(2000):
        term = Maker(rng, (BOOL, INT)).pair(INT, 4)[1]
        intervals, chosen = Intervals(), {}
        for part in subterms(term):
            if part.operator == "symbol":
                low, high = sorted((rng.randint(-9, 9), rng.randint(-9, 9)))
                intervals.learn(part, (low, high))
                chosen[part] = rng.choice((low, high)) if part.sort is INT else rng.random() < 0.5
        found, value = intervals.of(term), evaluate(term, chosen)
        assert isinstance(value, int)

        assert found is None or found[0] <= value <= found[1]


def test_bounds_of_a_choice_follow_from_its_condition() -> None:
    rng = Random(13)
    for _ in range(1000):
        low, high = sorted((rng.randint(-9, 9), rng.randint(-9, 9)))
        base = multiply(X, integer(rng.choice((1, -1, 3))))
        sums = [
            add(multiply(base, integer(rng.choice((1, -1, 2)))), integer(rng.randint(-20, 20)))
            for _ in range(3)
        ]
        first, second = (le(base, integer(rng.randint(-20, 20))) for _ in range(2))
        term = ite(first, sums[0], ite(not_(second), sums[1], sums[2]))
        intervals = Intervals()
        intervals.learn(X, (low, high))
        found = intervals.of(term)

        assert found is not None
        for x in range(low, high + 1):
            value = evaluate(term, {X: x})
            assert isinstance(value, int)
            assert found[0] <= value <= found[1]


def test_bounds_of_what_is_brought_back_are_those_of_the_type() -> None:
    intervals, numbers = Intervals(), told(C_INT, C_INT)
    for term in (X, Y):
        intervals.learn(term, range_of(C_INT))
    for operator in "+-*":
        assert range_of(C_INT) == intervals.of(numbers.arithmetic(C_INT, operator, X, Y))


def test_bounds_of_a_remainder_are_those_of_the_divisor() -> None:
    intervals = Intervals()
    intervals.learn(X, (0, 5))

    assert (0, 4) == intervals.of(modulo(X, integer(5)))


def test_facts_of_a_narrower_type_do_not_make_a_symbol_narrower() -> None:
    numbers = told(C_INT)
    numbers.facts(UNSIGNED, X)

    assert numbers.within(X, *range_of(C_INT))
    assert not numbers.within(X, 0, 255)


def test_facts_of_a_sum_are_not_remembered() -> None:
    numbers, total = told(C_INT, C_INT), add(X, Y)
    numbers.facts(UNSIGNED, total)

    assert not numbers.within(total, 0, 255)


# ---- laws ----


def test_laws_are_true_of_what_the_functions_stand_for() -> None:
    rng = Random(12)
    for _ in range(200):
        t = rng.choice((Integer(16, signed=True), C_INT, C_UNSIGNED))
        numbers = told(t, t)
        terms = [operation(numbers, t, operator, X, Y) for operator in ("&", "|", "^", "<<", ">>")]
        laws = numbers.laws(*terms)
        chosen = {X: interesting(t, rng), Y: interesting(t, rng)}

        assert len(approximated(*terms)) == len(laws)
        assert all(evaluate(law, chosen, dict(MEANINGS)) for law in laws)


def test_every_function_has_a_law() -> None:
    numbers = told(C_INT, C_INT)
    terms = [operation(numbers, C_INT, operator, X, Y) for operator in ("&", "<<", ">>")]

    assert set(MEANINGS) == {part.payload for part in approximated(*terms)}
    assert TRUE not in numbers.laws(*terms)


def test_terms_without_functions_have_no_laws() -> None:
    numbers = told(C_INT, C_INT)

    assert () == numbers.laws(numbers.arithmetic(C_INT, "*", X, Y), TRUE)


# ---- z3 ----


def proved(*claims: Term) -> bool:
    prover = Z3Prover(20)
    prover.assert_(not_(and_(*claims)))
    return isinstance(prover.check((), seconds=20), Unsat)


def as_int(t: CType, vector: Term) -> Term:
    return signed_bv_to_int(vector) if is_signed(t) else bv_to_int(vector)


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "%"])
@pytest.mark.parametrize("signed", [True, False])
def test_z3_says_that_both_meanings_are_the_same(operator: str, *, signed: bool) -> None:
    t, bits = Integer(3, signed=signed), BitNumbers(LP64)
    numbers = told(t, t)
    x, y = symbol("x", bits.sort(t)), symbol("y", bits.sort(t))
    vector = as_int(t, bits.arithmetic(t, operator, x, y))
    number = numbers.arithmetic(t, operator, X, Y)

    assert proved(equal(vector, substitute(number, {X: as_int(t, x), Y: as_int(t, y)})))


def test_z3_knows_from_the_laws_what_bits_are() -> None:
    numbers = told(C_UNSIGNED, C_UNSIGNED)
    facts = and_(*numbers.facts(C_UNSIGNED, X), *numbers.facts(C_UNSIGNED, Y))
    both, either, one = (numbers.arithmetic(C_UNSIGNED, operator, X, Y) for operator in "&|^")
    laws = and_(*numbers.laws(both, either, one))
    claims = and_(
        *numbers.facts(C_UNSIGNED, both),
        *numbers.facts(C_UNSIGNED, either),
        *numbers.facts(C_UNSIGNED, one),
        le(both, X),
        le(X, either),
        equal(equal(one, integer(0)), equal(X, Y)),
    )

    assert proved(implies(and_(facts, laws), claims))
    assert not proved(implies(facts, claims))


def test_z3_knows_that_adding_and_subtracting_is_nothing() -> None:
    for t in (C_INT, C_UNSIGNED):
        numbers = told(t, t)
        total = numbers.arithmetic(t, "+", X, Y)
        facts = and_(*numbers.facts(t, X), *numbers.facts(t, Y))

        assert proved(implies(facts, equal(X, numbers.arithmetic(t, "-", total, Y))))
        assert proved(implies(facts, and_(*numbers.facts(t, total))))
