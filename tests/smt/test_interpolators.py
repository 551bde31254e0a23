"""The laws of interpolators and eliminators, checked with a prover."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

import pytest

from maul.logic import build
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, FLOAT32, INT, REAL, Array, BitVec
from maul.logic.terms import FALSE, TRUE, Function
from maul.logic.walk import has_quantifier
from maul.smt import catalogue
from maul.smt.allowance import allowed
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat
from maul.smt.solvers.z3.eliminator import Z3Eliminator
from maul.smt.solvers.z3.prover import Z3Prover
from tests.interpolate.traces import infeasible
from tests.smt.provers import INTERPOLATING, INTERPOLATORS, PROVERS, SKIPPED_INTERPOLATORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.terms import Term
    from maul.smt.protocols import Interpolator

B8 = BitVec(8)
i, j, k = (build.symbol(name, INT) for name in "ijk")
r, s, t = (build.symbol(name, REAL) for name in "rst")
x, y, z = (build.symbol(name, B8) for name in "xyz")
p, q = (build.symbol(name, BOOL) for name in "pq")
cells, others = (build.symbol(name, Array(INT, INT)) for name in ("cells", "others"))
odd = build.symbol("main::a b [1]", INT)
STEP = Function("step", (INT,), INT)
ZERO, ONE, TWO = (build.integer(number) for number in range(3))


def byte(number: int) -> Term:
    return build.bit_vector(number, 8)


def step(term: Term) -> Term:
    return build.apply(STEP, term)


VECTORS = (
    build.equal(x, byte(1)),
    build.equal(y, build.bv_add(x, byte(1))),
    build.equal(y, build.bv_add(x, byte(1))),
    build.equal(z, build.bv_add(y, byte(1))),
    build.bv_ult(z, byte(2)),
)
NUMBERS = (build.lt(i, j), build.lt(j, k), build.le(k, i))
SEQUENCES: tuple[tuple[str, tuple[Term, ...]], ...] = (
    ("Bool", (build.or_(p, q), build.not_(p), build.not_(q))),
    ("BitVec", VECTORS),
    ("Int", NUMBERS),
    ("Int", (build.lt(i, odd), build.lt(odd, j), TRUE, build.le(j, i))),
    ("Int", (FALSE, build.lt(i, j), build.lt(j, k))),
    ("Int", (build.lt(i, j), build.lt(j, k), FALSE)),
    ("Int", (build.lt(i, i),)),
    (
        "BitVec Int",
        (
            build.equal(i, build.integer(259)),
            build.equal(x, build.int_to_bv(i, 8)),
            build.distinct(build.bv_to_int(x), build.integer(3)),
        ),
    ),
    ("Real", (build.lt(r, s), build.lt(s, t), build.le(build.multiply(t, build.real(1)), r))),
    (
        "UF Int",
        (build.equal(i, j), build.distinct(step(i), step(step(j))), build.equal(step(j), i)),
    ),
    (
        "Array Int",
        (
            build.equal(others, build.store(cells, i, ONE)),
            build.equal(k, build.select(others, j)),
            build.equal(i, j),
            build.lt(k, ONE),
        ),
    ),
)
DIVISORS = (
    (build.equal(i, build.multiply(j, TWO)), build.equal(i, build.add(k, k, ONE))),
    (
        build.equal(build.modulo(i, build.integer(4)), ONE),
        build.equal(j, build.add(i, ONE)),
        build.equal(build.divide(j, TWO), k),
        build.equal(build.multiply(k, TWO), build.add(j, ONE)),
    ),
)
FAMILIES = {
    "linear": "Int",
    "mod": "Bool Int",
    "arrays": "Array Int",
    "bytes": "Bool BitVec",
    "memory": "Array BitVec",
}
EACH = 3  # random traces of a family


def check_laws(parts: Sequence[Term], found: Sequence[Term]) -> None:
    """The interpolants are inductive and speak of what is shared."""
    assert len(parts) - 1 == len(found)
    sequence = (TRUE, *found, FALSE)
    for place, part in enumerate(parts):
        broken = (sequence[place], part, build.not_(sequence[place + 1]))
        assert not isinstance(Z3Prover(0.5).check(broken), Sat), place
    for cut, interpolant in enumerate(found, 1):
        before = free_symbols(build.and_(*parts[:cut]))
        after = free_symbols(build.and_(*parts[cut:]))
        assert {*free_symbols(interpolant)} <= {*before} & {*after}
        assert not has_quantifier(interpolant)


def able(name: str, needs: str) -> Interpolator:
    """An interpolator that claims to know some theories."""
    interpolator = catalogue.interpolator(name)
    lacking = {*needs.split()} - interpolator.capabilities.interpolation
    if lacking:
        pytest.skip(f"no {', '.join(sorted(lacking))}")
    return interpolator


@pytest.mark.parametrize("name", INTERPOLATORS)
@pytest.mark.parametrize(("needs", "parts"), SEQUENCES, ids=map(str, range(len(SEQUENCES))))
def test_interpolants_are_inductive_and_speak_of_what_is_shared(
    name: str, needs: str, parts: tuple[Term, ...]
) -> None:
    found = able(name, needs).interpolate(parts, 20.0)

    assert not isinstance(found, GaveUp), found
    check_laws(parts, found)


# Those that maul installs, each in a process that is kept.
PROCESSES = [*[name for name in INTERPOLATING if name in PROVERS], *SKIPPED_INTERPOLATORS]


@pytest.mark.parametrize("name", PROCESSES)
@pytest.mark.parametrize("parts", DIVISORS, ids=("even", "mod"))
def test_interpolants_may_speak_of_divisors(name: str, parts: tuple[Term, ...]) -> None:
    found = catalogue.interpolator(name).interpolate(parts, 20.0)

    assert not isinstance(found, GaveUp), found
    check_laws(parts, found)


@pytest.mark.parametrize("name", INTERPOLATORS)
@pytest.mark.parametrize("family", FAMILIES)
def test_interpolants_of_random_traces_obey_the_laws(name: str, family: str) -> None:
    interpolator = able(name, FAMILIES[family])
    for trace in infeasible(family, EACH):
        found = interpolator.interpolate(trace.parts(), 1.0)
        if not isinstance(found, GaveUp):
            check_laws(trace.parts(), found)


@pytest.mark.parametrize("name", INTERPOLATORS)
def test_satisfiable_parts_and_short_limits_are_given_up(name: str) -> None:
    interpolator = catalogue.interpolator(name)
    start = time.monotonic()

    assert isinstance(interpolator.interpolate(VECTORS[:3], 1.0), GaveUp)
    assert isinstance(interpolator.interpolate(VECTORS, 0.0), GaveUp)
    assert time.monotonic() - start < 2.0


def long(count: int) -> tuple[Term, ...]:
    """Two counters go up together and differ in the end."""
    ups = [[build.symbol(f"{name}~{number}", INT) for number in range(count + 1)] for name in "mn"]
    steps = [
        build.and_(*[build.equal(up[number + 1], build.add(up[number], ONE)) for up in ups])
        for number in range(count)
    ]
    start = build.and_(*[build.equal(up[0], ZERO) for up in ups])
    return (start, *steps, build.distinct(*[up[count] for up in ups]))


@pytest.mark.parametrize("name", PROCESSES)
def test_long_sequences_are_interpolated(name: str) -> None:
    parts = long(60)
    found = catalogue.interpolator(name).interpolate(parts, 20.0)

    assert not isinstance(found, GaveUp), found
    check_laws(parts, found)


@pytest.mark.parametrize("name", PROCESSES)
def test_deep_terms_make_no_process_useless(name: str) -> None:
    interpolator = catalogue.interpolator(name)
    term = p
    for number in range(5_000):
        term = build.and_(build.or_(term, q), build.symbol(f"p{number % 100}", BOOL))
    interpolator.interpolate((term, build.not_(term)), 2.0)
    found = interpolator.interpolate(NUMBERS, 20.0)

    assert not isinstance(found, GaveUp), found


def pigeons(count: int) -> tuple[Term, ...]:
    """More pigeons than holes, in two parts."""
    sits = [[build.symbol(f"s{n}_{hole}", BOOL) for hole in range(count - 1)] for n in range(count)]
    pairs = [pair for hole in zip(*sits, strict=True) for pair in itertools.combinations(hole, 2)]
    apart = [build.not_(build.and_(left, right)) for left, right in pairs]
    return build.and_(*[build.or_(*holes) for holes in sits]), build.and_(*apart)


@pytest.mark.parametrize("name", PROCESSES)
def test_a_process_that_was_killed_at_the_limit_is_replaced(name: str) -> None:
    interpolator = catalogue.interpolator(name)
    first = interpolator.interpolate(NUMBERS, 20.0)
    start = time.monotonic()
    late = interpolator.interpolate(pigeons(14), 0.5)
    took = time.monotonic() - start

    assert TIME_LIMIT == late
    assert took < 1.5
    assert first == interpolator.interpolate(NUMBERS, 20.0)


@pytest.mark.parametrize("name", PROCESSES)
def test_an_error_in_the_middle_does_no_harm_to_the_next_question(name: str) -> None:
    interpolator = catalogue.interpolator(name)
    first = interpolator.interpolate(NUMBERS, 20.0)
    number = build.symbol("f", FLOAT32)
    # None of them knows both floats and bit-vectors.
    floats = (build.fp_is_nan(number), build.fp_eq(number, number))
    answers = [interpolator.interpolate(parts, 20.0) for parts in (floats, VECTORS)]

    assert any(isinstance(answer, GaveUp) for answer in answers)
    assert not isinstance(first, GaveUp)
    assert first == interpolator.interpolate(NUMBERS, 20.0)


@pytest.mark.parametrize("name", PROCESSES)
def test_answers_do_not_depend_on_former_questions(name: str) -> None:
    interpolator = catalogue.interpolator(name)
    questions = [parts for needs, parts in SEQUENCES if needs in ("Int", "Bool", "Array Int")]
    one = [interpolator.interpolate(parts, 20.0) for parts in questions]
    other = [interpolator.interpolate(parts, 20.0) for parts in reversed(questions)]

    assert one == other[::-1]


@pytest.mark.parametrize("name", [name for name in PROCESSES if name == "princess"])
def test_what_is_known_to_be_wrong_is_not_asked(name: str) -> None:
    parts = next(parts for needs, parts in SEQUENCES if needs == "Real")

    assert GaveUp("princess has no interpolants of Real") == catalogue.interpolator(
        name
    ).interpolate(parts, 20.0)


QUANTIFIED = (
    build.exists([i], build.and_(build.lt(j, i), build.lt(i, k))),
    build.forall([i], build.or_(build.le(i, j), build.le(k, i))),
    build.exists([i], build.equal(build.multiply(i, build.integer(2)), j)),
    build.exists([i], build.equal(i, build.add(j, ONE))),
    build.and_(build.lt(k, j), build.exists([i], build.and_(build.lt(i, j), build.lt(k, i)))),
    build.exists([i], build.forall([k], build.or_(build.le(k, i), build.lt(j, k)))),
    build.exists([i], build.equal(build.select(cells, j), i)),
)


@pytest.mark.parametrize("term", QUANTIFIED, ids=str)
def test_an_eliminated_term_is_equivalent(term: Term) -> None:
    found = Z3Eliminator().eliminate(term, 10.0)

    assert not isinstance(found, GaveUp), found
    assert not has_quantifier(found)
    assert {*free_symbols(found)} <= {*free_symbols(term)}
    different = build.xor(term, found)
    answers = [catalogue.prover(name, 2.0).check((different,)) for name in ("z3", "cvc5")]
    assert not any(isinstance(answer, Sat) for answer in answers)
    assert any(isinstance(answer, Unsat) for answer in answers)


def test_arrays_are_not_eliminated_wrongly() -> None:
    differ = build.distinct(build.select(cells, j), build.select(cells, k))

    assert isinstance(Z3Eliminator().eliminate(build.exists([cells], differ), 5.0), GaveUp)


def test_an_elimination_that_takes_too_long_is_given_up() -> None:
    start = time.monotonic()
    equation = build.equal(build.bv_mul(x, build.bv_mul(x, y)), build.bv_urem(z, x))
    found = Z3Eliminator().eliminate(build.exists([x], equation), 0.3)

    assert isinstance(found, GaveUp) or not has_quantifier(found)
    assert time.monotonic() - start < 1.3


def test_an_elimination_stops_at_the_same_step() -> None:
    w = build.symbol("w", x.sort)
    product = build.equal(build.bv_mul(x, build.bv_mul(x, w)), y)
    small = build.and_(build.bv_ult(build.bv_add(x, w), z), build.bv_ult(z, build.bv_mul(x, w)))
    term = build.exists([x, w], build.and_(product, small))
    spent = []
    for _ in range(2):
        with allowed(20_000) as allowance:
            assert isinstance(Z3Eliminator().eliminate(term, 60.0), GaveUp)
        spent.append(allowance.spent)

    assert spent[0] == spent[1]
    assert 20_000 <= spent[0] < 40_000
