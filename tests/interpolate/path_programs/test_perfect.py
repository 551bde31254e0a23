from __future__ import annotations

from maul.interpolate.path_programs.perfect import conjoined, has_loops, is_perfect, path_invariants
from maul.interpolate.protocol import Refuted, holds
from maul.logic.build import FALSE, TRUE, add, and_, equal, ge, gt, integer, le, lt, not_, symbol
from maul.logic.sorts import INT
from maul.logic.terms import Term
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume
from maul.smt.solvers.z3.prover import Z3Prover

X, Y = symbol("x", INT), symbol("y", INT)
ONE = integer(1)
BOTH = Transition((), {X: add(X, ONE), Y: add(Y, ONE)}, ())
START = Transition((), {X: integer(0), Y: integer(0)}, ())
UNEQUAL = assume(not_(equal(X, Y)))


def forever() -> float:
    return 10.0


def in_step(rounds: int) -> Trace:
    """x and y count in step; the error is that they differ."""
    loop = [Block("head", "head", BOTH) for _ in range(rounds)]
    return Trace((Block("start", "head", START), *loop, Block("head", "error", UNEQUAL)))


def sequence(*middle: Term) -> tuple[Term, ...]:
    return (TRUE, *middle, FALSE)


def test_an_invariant_is_perfect() -> None:
    assertions = sequence(*(equal(X, Y),) * 3)

    assert is_perfect(in_step(2), assertions, Z3Prover(), forever)


def test_constants_that_count_are_not_perfect() -> None:
    trace = in_step(2)
    assertions = sequence(*(and_(equal(X, integer(i)), equal(Y, integer(i))) for i in range(3)))

    assert [] == list(Refuted(trace, assertions, "").broken_laws(Z3Prover()))
    assert not is_perfect(trace, assertions, Z3Prover(), forever)


def test_a_trace_that_passes_no_place_twice_is_perfect() -> None:
    trace = Trace((Block(0, 1, assign(X, ONE)), Block(1, 2, assume(gt(X, ONE)))))

    assert not has_loops(trace)
    assert is_perfect(trace, sequence(le(X, ONE)), Z3Prover(), forever)


def test_the_inductive_conjuncts_are_found_among_others() -> None:
    trace = in_step(2)
    assertions = sequence(*(and_(equal(X, Y), equal(X, integer(i))) for i in range(3)))
    found = path_invariants(trace, assertions, Z3Prover(), forever)

    assert sequence(*(equal(X, Y),) * 3) == found


def test_conjuncts_that_need_one_another_are_kept_together() -> None:
    step = Transition((), {X: add(X, Y)}, ())
    begin = Transition((), {X: integer(0), Y: ONE}, ())
    trace = Trace(
        (
            Block("start", "head", begin),
            Block("head", "head", step),
            Block("head", "error", assume(lt(X, integer(0)))),
        )
    )
    both = and_(ge(X, integer(0)), ge(Y, integer(0)))

    assert sequence(both, both) == path_invariants(trace, sequence(both, both), Z3Prover(), forever)


def test_without_inductive_conjuncts_there_are_no_invariants() -> None:
    trace = in_step(1)
    assertions = sequence(*(and_(equal(X, integer(i)), equal(Y, integer(i))) for i in range(2)))

    assert path_invariants(trace, assertions, Z3Prover(), forever) is None


def test_invariants_are_not_claimed_when_time_is_over() -> None:
    assertions = sequence(*(equal(X, Y),) * 3)

    assert path_invariants(in_step(2), assertions, Z3Prover(), lambda: 0.0) is None
    assert not is_perfect(in_step(2), assertions, Z3Prover(), lambda: 0.0)


def test_two_sequences_together_are_a_sequence() -> None:
    trace = in_step(1)
    equalities = sequence(*(and_(equal(X, integer(i)), equal(Y, integer(i))) for i in range(2)))
    both = conjoined(equalities, sequence(equal(X, Y), equal(X, Y)))

    assert [] == list(Refuted(trace, both, "").broken_laws(Z3Prover()))


def test_an_input_called_like_a_variable_is_not_taken_for_it() -> None:
    chosen, x = symbol("chosen", INT), symbol("x", INT)
    any_number = Transition((), {x: chosen}, (chosen,))
    one = equal(chosen, integer(1))

    assert not holds(Z3Prover(), one, any_number, equal(x, integer(1)))
    assert holds(Z3Prover(), one, any_number, one)
