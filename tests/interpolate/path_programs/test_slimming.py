"""Invariants without what the proof does not need."""

from __future__ import annotations

from random import Random

from maul.interpolate.path_programs.perfect import is_perfect, path_invariants
from maul.interpolate.path_programs.slimming import slim
from maul.interpolate.protocol import Refuted
from maul.logic.build import FALSE, TRUE, Term, add, and_, equal, ge, integer, le, not_, symbol
from maul.logic.sorts import INT
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assume
from maul.logic.walk import conjuncts
from maul.smt.solvers.z3.prover import Z3Prover

X, Y, Z = (symbol(name, INT) for name in "xyz")
ONE = integer(1)
START = Transition((), {X: integer(0), Y: integer(0), Z: integer(0)}, ())
STEP = Transition((), {X: add(X, ONE), Y: add(Y, ONE), Z: add(Z, ONE)}, ())


def forever() -> float:
    return 10.0


def looping(error: Term, rounds: int = 2) -> Trace:
    loop = [Block("head", "head", STEP) for _ in range(rounds)]
    end = Block("head", "error", assume(error))
    return Trace((Block("start", "head", START), *loop, end))


def at_head(label: Term, rounds: int = 2) -> tuple[Term, ...]:
    return (TRUE, *[label] * (rounds + 1), FALSE)


def test_what_is_not_needed_goes() -> None:
    trace = looping(not_(equal(X, Y)))
    whole = at_head(and_(equal(X, Y), equal(Y, Z), ge(Z, integer(0))))

    assert at_head(equal(X, Y)) == slim(trace, whole, Z3Prover(), forever)


def test_what_is_needed_for_the_invariant_stays() -> None:
    # That x is not negative rests on y, which is not negative since z is not.
    step = Transition((), {X: Y, Y: Z, Z: add(Z, ONE)}, ())
    loop = [Block("head", "head", step) for _ in range(2)]
    end = Block("head", "error", assume(not_(ge(X, integer(0)))))
    trace = Trace((Block("start", "head", START), *loop, end))
    whole = at_head(and_(*(ge(v, integer(0)) for v in (X, Y, Z))))

    assert whole == slim(trace, whole, Z3Prover(), forever)


def test_without_time_everything_stays() -> None:
    whole = at_head(and_(equal(X, Y), equal(Y, Z)))

    assert whole == slim(looping(not_(equal(X, Y))), whole, Z3Prover(), lambda: 0.0)


def test_a_slim_proof_of_random_guesses_is_a_proof() -> None:
    random = Random(5)
    facts = [equal(X, Y), equal(Y, Z), equal(X, Z), ge(X, integer(0)), ge(Z, integer(0))]
    errors = [not_(equal(X, Y)), not_(ge(X, integer(0))), le(add(X, Z), integer(-1))]
    slimmer = 0
    for _ in range(20):
        trace = looping(random.choice(errors), random.randint(1, 3))
        label = and_(*random.sample(facts, random.randint(2, 5)))
        found = path_invariants(
            trace, at_head(label, len(trace) - 2), Z3Prover(), forever, {"head": facts}
        )
        assert found is not None

        kept = slim(trace, found, Z3Prover(), forever)

        assert [] == list(Refuted(trace, kept, "test").broken_laws(Z3Prover()))
        assert is_perfect(trace, kept, Z3Prover(), forever)
        assert {*conjuncts(kept[1])} <= {*conjuncts(found[1])}
        slimmer += len(conjuncts(kept[1])) < len(conjuncts(found[1]))
    assert slimmer > 10
