from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import bit_vector, bv_mul, bv_ult, equal, not_, symbol
from maul.logic.sorts import BitVec
from maul.smt.allowance import A_SECOND
from maul.smt.protocols import Sat, Unsat
from maul.smt.relay import RelayProver
from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.terms import Term
    from maul.smt.protocols import Answer

X, Y = symbol("x", BitVec(8)), symbol("y", BitVec(8))
SMALL = bv_ult(X, bit_vector(9, 8))
LARGE = not_(SMALL)


def impatient() -> RelayProver:
    """The first prover has no time for anything."""
    return RelayProver(Z3Prover(0.0), BitwuzlaProver, 0)


def test_the_second_prover_answers_what_the_first_gives_up_on() -> None:
    prover = impatient()
    prover.assert_(equal(bv_mul(X, X), Y))
    prover.assert_(SMALL)

    assert isinstance(prover.check(), Sat)
    assert isinstance(prover.check((LARGE,)), Unsat)


def test_the_second_prover_knows_all_levels() -> None:
    prover = impatient()
    prover.push()
    prover.assert_(SMALL)
    assert isinstance(prover.check((LARGE,)), Unsat)
    prover.push()
    prover.assert_(LARGE)

    assert isinstance(prover.check(), Unsat)
    prover.pop()
    assert isinstance(prover.check(), Sat)
    prover.pop()
    assert isinstance(prover.check((LARGE,)), Sat)


def test_the_first_prover_answers_when_it_can() -> None:
    def never() -> BitwuzlaProver:
        raise AssertionError("not needed")

    prover = RelayProver(Z3Prover(), never, 10 * A_SECOND)

    assert prover.implies(SMALL, bv_ult(X, bit_vector(10, 8)))
    assert not prover.implies(SMALL, LARGE)


def test_without_patience_the_first_prover_has_all_the_time_there_is() -> None:
    heard: list[float | None] = []

    class Heard(Z3Prover):
        def check(
            self,
            assumptions: Sequence[Term] = (),
            *,
            core: bool = False,
            seconds: float | None = None,
            steps: int | None = None,
        ) -> Answer:
            heard.append(seconds)
            return super().check(assumptions, core=core, seconds=seconds, steps=steps)

    RelayProver(Heard(), BitwuzlaProver, None).check(seconds=7.0)
    RelayProver(Heard(), BitwuzlaProver, A_SECOND // 10).check(seconds=7.0)
    RelayProver(Heard(), BitwuzlaProver, 100 * A_SECOND).check(seconds=7.0)

    assert [7.0, 1.0, 3.5] == heard
