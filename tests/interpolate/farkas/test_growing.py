"""The refuter with one language for all paths: when it grows, and when it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.interpolate.farkas.growing import RestrictedRefuter
from maul.interpolate.farkas.restricted import Separated
from maul.interpolate.protocol import Refuted, RefuterSetting
from maul.logic.build import (
    add,
    bit_vector,
    bv_add,
    bv_ult,
    equal,
    integer,
    le,
    lt,
    multiply,
    not_,
    symbol,
)
from maul.logic.sorts import INT, BitVec
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume
from maul.smt.choose import prover_for
from maul.smt.protocols import TIME_LIMIT, GaveUp
from tests.interpolate.traces import trace_of

if TYPE_CHECKING:
    from maul.interpolate.protocol import Refutation

x, y = (symbol(name, INT) for name in "xy")
bits = symbol("bits", BitVec(8))
ZERO, ONE = integer(0), integer(1)
START = Transition((), {x: ZERO, y: ZERO}, ())


def in_step(rounds: int, factor: int) -> Trace:
    both = Transition((), {x: add(x, ONE), y: add(y, integer(factor))}, ())
    last = assume(not_(equal(y, multiply(x, integer(factor)))))
    return trace_of(START, *[both] * rounds, last)


def made(k: int = 1, *, grows: bool = True) -> RestrictedRefuter:
    return RestrictedRefuter("growing", RefuterSetting(prover_for), k, grows=grows)


def told(answer: Refutation) -> str:
    return answer.reason if isinstance(answer, GaveUp) else type(answer).__name__


def test_a_path_without_interpolants_makes_the_language_grow_for_good() -> None:
    refuter = made()
    easy, hard = trace_of(START, assume(lt(y, x))), in_step(8, 3)
    ks = []
    for trace in (easy, hard, easy):
        answer = refuter(trace, 20.0)
        assert isinstance(answer, Refuted)
        ks.append(answer.language)

    assert [1, 3, 3] == ks


def test_a_language_that_does_not_grow_is_the_reason() -> None:
    answers = [made(k, grows=False)(in_step(8, 3), 20.0) for k in (1, 2, 3)]

    assert [
        "no interpolants in L(1); a larger language may have some",
        "no interpolants in L(2); a larger language may have some",
        "Refuted",
    ] == [told(answer) for answer in answers]


def test_the_end_of_the_time_does_not_make_it_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Separated, "interpolants", lambda *_: TIME_LIMIT)
    refuter = made()

    assert TIME_LIMIT == refuter(in_step(8, 3), 20.0)
    assert refuter.k == 1


def test_a_solver_that_does_not_know_does_not_make_it_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = GaveUp("z3: incomplete")
    monkeypatch.setattr(Separated, "interpolants", lambda *_: lost)
    refuter = made()

    assert lost == refuter(in_step(8, 3), 20.0)
    assert refuter.k == 1


UNCOVERED = {
    "bit-vectors or floats; --arith int makes numbers of integers": trace_of(
        assign(bits, bit_vector(0, 8)),
        assign(bits, bv_add(bits, bit_vector(1, 8))),
        assume(bv_ult(bits, bit_vector(1, 8))),
    ),
    "products of unknown numbers": trace_of(
        assume(lt(ONE, x)), assign(y, multiply(x, x)), assume(le(y, x))
    ),
}


@pytest.mark.parametrize(("what", "trace"), UNCOVERED.items(), ids=UNCOVERED.keys())
def test_a_theory_that_is_in_no_language_does_not_make_it_grow(what: str, trace: Trace) -> None:
    refuter = made()

    assert f"no language L(k) has {what}" == told(refuter(trace, 20.0))
    assert refuter.k == 1


def test_a_forced_covering_does_not_make_it_grow() -> None:
    refuter = made()
    refuter(trace_of(START, assume(lt(y, x))), 20.0)
    start, *others = in_step(8, 3).blocks
    elsewhere = Trace((Block("elsewhere", start.target, start.transition), *others))

    assert isinstance(refuter(elsewhere, 20.0), GaveUp)
    assert refuter.k == 1


def test_what_is_dropped_from_a_core_may_be_what_a_language_needs() -> None:
    """Three times ``x`` is ``y``, which L(1) cannot say; but both are 0 as well."""
    same = Transition((), {x: add(x, ZERO)}, ())
    tripled = assume(equal(y, multiply(x, integer(3))))
    trace = trace_of(START, tripled, same, assume(not_(equal(y, multiply(x, integer(3))))))
    answer = made(grows=False)(trace, 20.0)

    assert isinstance(answer, Refuted)


def test_constants_of_labels_do_not_become_constants_of_the_program() -> None:
    """A constant that is in the language anyway is not one of the program: or else the constants
    that are near a label's would be in the language, too, and so on."""
    refuter = made(2, grows=False)
    refuter(trace_of(START, assume(lt(y, x))), 20.0)
    known = set(refuter.numbers.constants)
    refuter(trace_of(START, assume(le(integer(2), x)), assume(lt(y, x))), 20.0)
    same = set(refuter.numbers.constants)
    refuter(trace_of(START, assume(le(x, integer(9))), assume(lt(y, x))), 20.0)

    assert known == same
    assert -9 in refuter.numbers.constants
