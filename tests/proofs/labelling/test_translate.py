"""Integer labels and their counterparts over bit-vectors are true of the same values."""

from __future__ import annotations

import random

import pytest

from maul.c.ctype import CType, Integer
from maul.cfa.analyses.ranges.analysis import ranges
from maul.cfa.calls import Points
from maul.encode.numbers import IntNumbers
from maul.encode.state import Layout
from maul.logic.bit_functions import AND, LEFT, MEANINGS, RIGHT
from maul.logic.build import (
    Term,
    add,
    and_,
    apply,
    bv_to_int,
    constant_array,
    divide,
    equal,
    exists,
    int_to_bv,
    integer,
    ite,
    le,
    modulo,
    multiply,
    not_,
    or_,
    select,
    store,
    symbol,
)
from maul.logic.evaluate import evaluate
from maul.logic.sorts import INT, Array, BitVec
from maul.logic.terms import name_of
from maul.logic.values import ArrayValue, Value
from maul.logic.walk import subterms
from maul.proofs.labelling.check import check_safe
from maul.proofs.labelling.integers import Translation, Untranslated, bits_for
from maul.proofs.verdict import Labelled
from maul.run import Run
from tests.proofs.labelling.labellings import cut_points, program, symbols

TYPES: dict[str, CType] = {
    "s": Integer(8, signed=True),
    "u": Integer(8, signed=False),
    "w": Integer(16, signed=True),
}
CELLS = symbol("cells", Array(INT, INT))
CELLS_BITS = symbol("cells", Array(BitVec(8), BitVec(8)))
BYTE = Integer(8, signed=False)


def int_symbol(name: str) -> Term:
    return symbol(name, INT)


def counterparts() -> dict[Term, tuple[Term, CType]]:
    found: dict[Term, tuple[Term, CType]] = {
        int_symbol(name): (symbol(name, BitVec(t.bits)), t)
        for name, t in TYPES.items()
        if isinstance(t, Integer)
    }
    return found | {CELLS: (CELLS_BITS, BYTE)}


def random_number(rng: random.Random, depth: int) -> Term:
    """A random integer term."""
    if depth == 0:
        name = rng.choice((*TYPES, ""))
        return int_symbol(name) if name else integer(rng.choice((-300, -2, -1, 0, 1, 3, 8, 255)))
    left, right = random_number(rng, depth - 1), random_number(rng, rng.randrange(depth))
    match rng.randrange(9):
        case 0 | 1:
            return add(left, right)
        case 2:
            return multiply(left, right)
        case 3:
            return divide(left, rng.choice((integer(3), integer(16), integer(-5), right)))
        case 4:
            return modulo(left, rng.choice((integer(7), integer(256), integer(-5), right)))
        case 5:
            return apply(AND, left, right)
        case 6:
            small = add(modulo(int_symbol("w"), integer(4)), integer(rng.choice((0, -510))))
            amount = rng.choice((int_symbol("s"), int_symbol("u"), small))
            return apply(rng.choice((LEFT, RIGHT)), left, amount)
        case 7:
            return ite(random_truth(rng, depth - 1), left, right)
    at, byte = (modulo(each, integer(256)) for each in (left, right))
    assert isinstance(CELLS.sort, Array)
    array = rng.choice((CELLS, constant_array(CELLS.sort, int_symbol("w"))))
    return select(store(array, int_symbol("u"), byte), at)


def random_truth(rng: random.Random, depth: int) -> Term:
    """A random formula over integers."""
    left, right = random_number(rng, depth), random_number(rng, depth)
    match rng.randrange(5):
        case 0:
            return equal(left, right)
        case 3:
            assert isinstance(CELLS.sort, Array)
            filled = constant_array(CELLS.sort, integer(7))
            for at in (3, 200):
                filled = store(filled, integer(at), modulo(left, integer(256)))
            return equal(filled, store(CELLS, int_symbol("u"), modulo(right, integer(256))))
        case 1:
            return and_(le(left, right), not_(equal(left, integer(3))))
        case 2:
            return equal(bv_to_int(int_to_bv(left, 6)), modulo(right, integer(64)))
    return le(left, right)


def random_values(rng: random.Random) -> tuple[dict[Term, Value], dict[Term, Value]]:
    """Values of the variables as integers and as bits."""
    numbers: dict[Term, Value] = {}
    bits: dict[Term, Value] = {}
    for name, t in TYPES.items():
        assert isinstance(t, Integer)
        raw = rng.choice((0, 1, 2, (1 << t.bits) - 1, 1 << t.bits - 1, rng.randrange(1 << t.bits)))
        value = raw - (1 << t.bits) if t.signed and raw >> t.bits - 1 else raw
        numbers[int_symbol(name)] = value
        bits[symbol(name, BitVec(t.bits))] = raw
    held = rng.choice(((3, 200), rng.sample(range(256), 3)))
    cells: dict[Value, Value] = {at: rng.choice((0, 1, 255)) for at in held}
    for where, array in ((numbers, CELLS), (bits, CELLS_BITS)):
        assert isinstance(array.sort, Array)
        where[array] = ArrayValue(array.sort, 7, cells)
    return numbers, bits


def test_a_label_and_its_counterpart_are_true_of_the_same_values() -> None:
    rng = random.Random(3)
    truths = set()
    for _ in range(600):
        label = random_truth(rng, rng.randrange(3))
        found = Translation(counterparts()).truth(label)
        assert not any(part.sort is INT for part in subterms(found))
        for _ in range(4):
            numbers, bits = random_values(rng)
            expected = evaluate(label, numbers, MEANINGS)
            truths.add(expected)

            assert expected == evaluate(found, bits)
    assert {True, False} == truths


@pytest.mark.parametrize(
    ("bounds", "width"), [((0, 0), 1), ((-1, 0), 1), ((0, 1), 2), ((-128, 127), 8), ((0, 255), 9)]
)
def test_bounds_need_just_so_many_bits(bounds: tuple[int, int], width: int) -> None:
    assert width == bits_for(*bounds)


@pytest.mark.parametrize(
    "label",
    [
        le(int_symbol("nobody"), integer(3)),
        exists((int_symbol("s"),), le(multiply(int_symbol("s"), int_symbol("s")), integer(9))),
        equal(CELLS, symbol("other", Array(INT, INT))),
    ],
    ids=["unknown", "quantified", "array"],
)
def test_what_has_no_counterpart_is_not_translated(label: Term) -> None:
    with pytest.raises(Untranslated):
        Translation(counterparts()).truth(label)


def test_numbers_beyond_all_bounds_are_not_translated() -> None:
    huge = int_symbol("w")
    for _ in range(8):
        huge = multiply(huge, huge)

    with pytest.raises(Untranslated):
        Translation(counterparts()).truth(le(huge, integer(3)))


# ---- ranges ------------------------------------------------------------------------------------

DOUBLED = """
int values[2];
int main(void) {
  unsigned x = nondet(), y = 0;
  if (x > 15) x = 15;
  while (nondet()) { y = x + x; values[1] = 0; }
  if (y == 31) reach_error();
}"""


@pytest.mark.parametrize(("analysed", "outcome"), [(True, "confirmed"), (False, "refuted")])
def test_what_keeps_numbers_from_wrapping_is_checked_with_the_labels(
    *, analysed: bool, outcome: str
) -> None:
    """That ``y`` is twice ``x`` is inductive only because ``x`` is small."""
    points = Points(program(DOUBLED))
    known = ranges(points.cfa) if analysed else None
    layout = Layout(points.cfa, IntNumbers(points.cfa.model), known)
    (head,) = cut_points(points)
    registers = {name_of(s): s for s in symbols(points, layout, [head])}
    x, y = registers["main::x"], registers["main::y"]
    label = or_(equal(y, integer(0)), equal(y, multiply(integer(2), x)))

    found = check_safe(points.cfa, Labelled(points, layout, {head: label}), Run(60))

    assert outcome == found.outcome
