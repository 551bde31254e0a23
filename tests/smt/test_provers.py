"""The laws of provers, over every one of them."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maul.logic import build
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.softfloat import CLASSES, ROUNDING_MODES
from maul.logic.sorts import BOOL, FLOAT32, FLOAT64, REAL, BitVec
from maul.logic.values import constant
from maul.logic.walk import has_quantifier, subterms
from maul.smt.incremental import LiveModel
from maul.smt.protocols import GaveUp, Sat, StaleModel, Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from maul.smt.solvers.z3.terms import Z3Context
from maul.smt.values import NoExactValue
from tests.logic.random_terms import FAMILIES, Maker, random_value
from tests.smt.formulas import FORMULAS, ONE, a, i, j, p, q, satisfied, word, words, x, y
from tests.smt.provers import PROVERS, SKIPPED

if TYPE_CHECKING:
    from pathlib import Path

    from maul.logic.terms import Term
    from maul.logic.values import Value
    from maul.smt.protocols import Prover

SECONDS = 20.0


@pytest.fixture(params=[*PROVERS, *SKIPPED])
def prover(request: pytest.FixtureRequest) -> Prover:
    name: str = request.param
    return PROVERS[name](SECONDS)


def able(prover: Prover, needs: str, terms: tuple[Term, ...] = ()) -> None:
    """Skip what the prover does not claim to be able to do."""
    used = {part.operator for part in subterms(*terms)}
    lacking = set(needs.split()) - prover.capabilities.theories | used & prover.capabilities.lacks
    if lacking:
        pytest.skip(f"no {', '.join(sorted(lacking))}")


@pytest.mark.parametrize(
    ("needs", "terms", "has_model"), FORMULAS, ids=map(str, range(len(FORMULAS)))
)
def test_small_formulas_are_decided_and_models_satisfy_them(
    prover: Prover, needs: str, terms: tuple[Term, ...], *, has_model: bool
) -> None:
    able(prover, needs, terms)
    for term in terms:
        prover.assert_(term)
    answer = prover.check()

    assert has_model == isinstance(answer, Sat), answer
    assert has_model != isinstance(answer, Unsat), answer
    if isinstance(answer, Sat) and not any(has_quantifier(term) for term in terms):
        assert satisfied(answer.model, terms)


@pytest.mark.parametrize(
    ("needs", "terms"), [formula[:2] for formula in FORMULAS if not formula[2]], ids=str
)
def test_a_core_is_an_unsatisfiable_subset_in_order(
    prover: Prover, needs: str, terms: tuple[Term, ...]
) -> None:
    able(prover, needs)
    assumptions = (p, build.le(i, i), build.bv_ule(x, word(77)), *terms, q)
    answer = prover.check(assumptions, core=True)

    assert isinstance(answer, Unsat), answer
    assert list(answer.core) == [term for term in dict.fromkeys(assumptions) if term in answer.core]
    for term in answer.core:
        prover.assert_(term)
    assert isinstance(prover.check(), Unsat)


def test_all_assumptions_are_the_core_unless_asked(prover: Prover) -> None:
    assumptions = (build.bv_ult(x, word(3)), p, build.bv_ult(word(5), x))
    answer = prover.check(assumptions)

    assert isinstance(answer, Unsat)
    assert {*answer.core} <= {*assumptions}
    assert {assumptions[0], assumptions[2]} <= {*answer.core}


def test_the_core_of_contradicting_assertions_is_empty(prover: Prover) -> None:
    prover.assert_(p)
    prover.assert_(build.not_(p))

    assert Unsat() == prover.check((q,), core=True)


def test_pop_forgets_what_its_level_asserted(prover: Prover) -> None:
    prover.assert_(build.bv_ult(x, word(3)))
    prover.push()
    prover.assert_(build.bv_ult(word(5), x))
    inside = prover.check()
    prover.push()
    prover.pop()
    prover.pop()

    assert isinstance(inside, Unsat)
    assert isinstance(prover.check(), Sat)
    with pytest.raises(ValueError, match="no level"):
        prover.pop()


def test_assumptions_hold_for_one_check(prover: Prover) -> None:
    prover.assert_(build.bv_ult(x, word(3)))

    assert isinstance(prover.check((build.bv_ult(word(5), x),)), Unsat)
    assert isinstance(prover.check((build.bv_ult(word(5), x),), core=True), Unsat)
    assert isinstance(prover.check((p, build.not_(q))), Sat)
    assert isinstance(prover.check((build.not_(p), q)), Sat)
    assert isinstance(prover.check((p, build.not_(p))), Unsat)


def test_implication_is_shown_under_the_assertions(prover: Prover) -> None:
    prover.assert_(build.bv_ult(x, y))

    assert prover.implies(build.bv_ult(y, word(9)), build.bv_ult(x, word(8)))
    assert not prover.implies(build.bv_ult(y, word(9)), build.bv_ult(x, word(7)))
    assert prover.implies(p, p)


def test_a_model_that_is_read_late_says_so(prover: Prover) -> None:
    prover.assert_(build.equal(x, word(4)))
    answer = prover.check()
    assert isinstance(answer, Sat)
    known = answer.model.value(x)
    prover.push()

    assert known == answer.model.value(x) == 4
    if isinstance(answer.model, LiveModel):
        with pytest.raises(StaleModel):
            answer.model.value(y)


def test_symbols_of_no_formula_have_values(prover: Prover) -> None:
    answer = prover.check()

    assert isinstance(answer, Sat)
    assert isinstance(answer.model.value(p), bool)
    assert 0 <= int(str(answer.model.value(a))) < 256
    assert answer.model.value(words) == answer.model.value(words)


def test_what_a_prover_does_not_know_makes_it_give_up_until_it_is_popped(prover: Prover) -> None:
    if "Int" in prover.capabilities.theories:
        pytest.skip("knows everything")
    prover.push()
    prover.assert_(build.lt(i, j))
    inside = prover.check()
    prover.pop()

    assert isinstance(inside, GaveUp)
    assert isinstance(prover.check((build.lt(i, j),)), GaveUp)
    assert isinstance(prover.check((p,)), Sat)


def hard(width: int) -> list[Term]:
    """Factors of the product of two primes, in a width that takes long."""
    left, right = (build.symbol(name, BitVec(width)) for name in ("left", "right"))
    product = build.bv_mul(build.zero_extend(left, width), build.zero_extend(right, width))
    number = build.bit_vector((10**18 + 3) * (10**18 + 9), 2 * width)
    one = build.bit_vector(1, width)
    return [build.equal(product, number), build.bv_ult(one, left), build.bv_ult(left, right)]


def pigeons(count: int) -> list[Term]:
    """More pigeons than holes."""
    sits = [
        [build.symbol(f"pigeon{pigeon}_{hole}", BOOL) for hole in range(count - 1)]
        for pigeon in range(count)
    ]
    apart = [
        build.or_(build.not_(left), build.not_(right))
        for hole in zip(*sits, strict=True)
        for left, right in itertools.combinations(hole, 2)
    ]
    return [*[build.or_(*holes) for holes in sits], *apart]


@pytest.mark.parametrize("name", PROVERS)
def test_the_time_limit_holds(name: str) -> None:
    prover = PROVERS[name](0.3)
    for term in hard(64) if "BitVec" in prover.capabilities.theories else pigeons(15):
        prover.assert_(term)
    start = time.monotonic()
    answer = prover.check()
    took = time.monotonic() - start

    assert GaveUp("time limit") == answer
    assert took < 1.3
    assert GaveUp("time limit") == prover.check((p,), seconds=0.1)
    assert GaveUp("time limit") == prover.check(seconds=0)


def test_deep_terms_do_not_crash(prover: Prover) -> None:
    term = p
    for number in range(50_000):
        term = build.and_(build.or_(term, q), build.symbol(f"p{number % 100}", BOOL))
    prover.assert_(build.or_(term, build.bv_ult(x, y)))
    answer = prover.check(seconds=0.5)

    assert isinstance(answer, (Sat, GaveUp))


SAME_QUESTIONS = """
from maul.logic import build
from tests.smt.formulas import a, words, x, y
from tests.smt.provers import PROVERS, SKIPPED
for make in PROVERS.values():
    prover = make(20.0)
    prover.assert_(build.bv_ult(build.bv_mul(x, y), build.bv_sub(x, y)))
    prover.assert_(build.distinct(build.select(words, a), x, y))
    model = getattr(prover.check(), "model", None)
    print([model and model.value(symbol) for symbol in (x, y, a, words)])
"""


def test_the_same_questions_get_the_same_answers_in_every_run(root: Path) -> None:
    def answers(seed: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", SAME_QUESTIONS],
            check=True,
            capture_output=True,
            text=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout

    first = answers("1")

    assert len(PROVERS) == len(first.splitlines())
    assert first == answers("2")


def test_numbers_of_any_length_are_read_exactly(prover: Prover) -> None:
    able(prover, "Int")
    huge = -(10**5000) - 3
    prover.assert_(build.equal(build.add(i, ONE), build.integer(huge)))
    answer = prover.check()

    assert not isinstance(answer, Unsat)
    if isinstance(answer, Sat):
        assert huge - 1 == answer.model.value(i)


def test_a_value_without_digits_is_refused(prover: Prover) -> None:
    able(prover, "Real")
    root = build.symbol("root", REAL)
    prover.assert_(build.equal(build.multiply(root, root), build.real(2)))
    answer = prover.check(seconds=0.5)

    assert not isinstance(answer, Unsat)

    if isinstance(answer, Sat):
        with pytest.raises(NoExactValue):
            answer.model.value(root)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_solvers_agree_on_random_formulas_and_models_satisfy_them(seed: int) -> None:
    sorts = list(FAMILIES.values())[seed % len(FAMILIES)]
    maker = Maker(random.Random(seed), sorts, unspecified=False)
    terms = [maker.pair(BOOL, 3)[1] for _ in range(3)]
    verdicts = {}
    for name, make in PROVERS.items():
        prover = make(1.0)
        for term in terms:
            prover.assert_(term)
        answer = prover.check()
        if isinstance(answer, Sat):
            with contextlib.suppress(NoExactValue):
                assert satisfied(answer.model, terms), name
        if not isinstance(answer, GaveUp):
            verdicts[name] = isinstance(answer, Sat)

    assert len(set(verdicts.values())) <= 1, verdicts


def float_operations(rng: random.Random) -> list[Term]:
    """Every operation on or into single-precision floats, over symbols, in some rounding mode."""
    f, g, h = (build.symbol(name, FLOAT32) for name in "fgh")
    bits, small = build.symbol("bits", BitVec(32)), build.symbol("small", BitVec(16))
    mode = rng.choice(ROUNDING_MODES)
    return [
        *[operation(f, g, mode) for operation in (build.fp_add, build.fp_sub, build.fp_mul)],
        *[build.fp_div(f, g, mode), build.fp_fma(f, g, h, mode), build.fp_sqrt(f, mode)],
        *[
            build.fp_round(f, mode),
            build.fp_neg(f),
            build.fp_abs(f),
            build.bits_to_fp(bits, FLOAT32),
        ],
        *[operation(f, g) for operation in (build.fp_eq, build.fp_lt, build.fp_le)],
        *[build.fp_is(question, f) for question in CLASSES],
        *[build.fp_to_fp(f, FLOAT64, mode), build.fp_to_fp(build.fp_to_fp(f, FLOAT64), FLOAT32)],
        build.fp_to_fp(build.fp_mul(build.fp_to_fp(f, FLOAT64), DOUBLE), FLOAT32, mode),
        *[build.signed_to_fp(bits, FLOAT32, mode), build.unsigned_to_fp(bits, FLOAT32, mode)],
        build.fp_to_signed(build.signed_to_fp(small, FLOAT32, mode), 17, mode),
        build.fp_to_unsigned(build.unsigned_to_fp(small, FLOAT32, mode), 16, mode),
    ]


DOUBLE = build.fp_number(1.0000001, FLOAT64)


@pytest.mark.parametrize("seed", range(4))
def test_float_operations_compute_what_evaluation_computes(prover: Prover, seed: int) -> None:
    able(prover, "Float BitVec")
    rng = random.Random(seed)
    wanted = {}
    values: dict[Term, Value] = {}
    for number, term in enumerate(float_operations(rng)):
        for symbol in free_symbols(term):
            if symbol not in values:
                values[symbol] = random_value(symbol.sort, rng)
                prover.assert_(build.equal(symbol, constant(values[symbol], symbol.sort)))
        result = build.symbol(f"result{number}", term.sort)
        prover.assert_(build.equal(result, term))
        wanted[result] = evaluate(term, values)
    answer = prover.check()

    assert isinstance(answer, Sat), answer
    assert wanted == {result: answer.model.value(result) for result in wanted}


def test_what_z3_no_longer_needs_is_freed_by_the_thread_that_uses_it() -> None:
    context = Z3Context()
    freed: list[int] = []
    threads: list[int] = []

    def free(_: int, handle: int) -> None:
        freed.append(handle)
        threads.append(threading.get_ident())

    other = threading.Thread(target=lambda: context.release(free, 7))
    other.start()
    other.join()
    assert [] == freed
    Z3Prover(context=context).check()

    assert [7] == freed
    assert [threading.get_ident()] == threads
