"""Guessed invariants: what always held is found, what did not is not, Houdini keeps the right."""

from __future__ import annotations

import pytest

from maul.interpolate.catalogue import refuter
from maul.interpolate.path_programs.guessing import guesses
from maul.interpolate.path_programs.perfect import path_invariants
from maul.interpolate.protocol import Refuted
from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    add,
    bit_vector,
    bv_add,
    bv_sub,
    equal,
    integer,
    le,
    lt,
    modulo,
    not_,
    symbol,
)
from maul.logic.sorts import INT, BitVec
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition
from maul.run import Deadline
from maul.smt.solvers.z3.prover import Z3Prover

WORD = BitVec(32)
x, y, n = (symbol(name, WORD) for name in "xyn")
i, j = symbol("i", INT), symbol("j", INT)
ZERO, ONE = bit_vector(0, 32), bit_vector(1, 32)


def blocks(start: Transition, loop: Transition, end: Transition) -> tuple[Block, ...]:
    return (Block("a", "b", start), Block("b", "b", loop), Block("b", "c", end))


# x goes up as y goes down, so their sum stays; both may wrap.
OPPOSITE = blocks(
    Transition((), {x: ZERO, y: n}, ()),
    Transition((), {x: bv_add(x, ONE), y: bv_sub(y, ONE)}, ()),
    Transition((not_(equal(bv_add(x, y), n)),), {}, ()),
)
EVEN = blocks(
    Transition((), {i: integer(0), j: integer(0)}, ()),
    Transition((), {i: add(i, integer(2)), j: add(j, integer(1))}, ()),
    Transition((equal(i, integer(7)), le(j, i)), {}, ()),
)


def guessed(program: tuple[Block, ...]) -> tuple[Term, ...]:
    return guesses(program, "a", Deadline(10)).get("b", ())


def test_a_sum_that_stays_the_same_is_guessed() -> None:
    assert any(equal(bv_add(x, y), n) is found for found in guessed(OPPOSITE))


def test_remainders_and_bounds_are_guessed() -> None:
    found = guessed(EVEN)

    assert le(integer(0), i) in found
    assert le(j, i) in found
    assert equal(modulo(i, integer(2)), integer(0)) in found
    assert lt(i, j) not in found


def test_guesses_are_the_same_each_time() -> None:
    assert guessed(OPPOSITE) == guessed(OPPOSITE)


def test_without_time_nothing_is_guessed() -> None:
    assert {} == guesses(OPPOSITE, "a", Deadline(0))


@pytest.mark.parametrize("program", [OPPOSITE, EVEN], ids=["opposite", "even"])
def test_guesses_make_a_sequence_perfect(program: tuple[Block, ...]) -> None:
    start, loop, end = program
    trace = Trace((start, loop, loop, loop, end))
    answer = refuter("auto")(trace, 20.0)

    assert isinstance(answer, Refuted)
    assert answer.perfect
    assert [] == list(answer.broken_laws(Z3Prover()))


def test_wrong_guesses_are_left_out() -> None:
    start, loop, end = OPPOSITE
    trace = Trace((start, loop, loop, end))
    nothing = (TRUE, *[TRUE] * 3, FALSE)
    wrong = (equal(x, ZERO), FALSE, equal(x, y))
    right = equal(bv_add(x, y), n)
    found = path_invariants(
        trace, nothing, Z3Prover(), Deadline(10), {"b": (*wrong, right), "elsewhere": (FALSE,)}
    )

    assert (TRUE, right, right, right, FALSE) == found
    assert path_invariants(trace, nothing, Z3Prover(), Deadline(10), {"b": wrong}) is None
