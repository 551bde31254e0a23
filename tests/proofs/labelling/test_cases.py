"""Labels as cases: what is looked up is what the label says."""

from __future__ import annotations

import random

import pytest

from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_ule,
    equal,
    not_,
    or_,
    symbol,
)
from maul.logic.build.array import constant_array, select, store
from maul.logic.evaluate import holds
from maul.logic.sorts import BOOL, Array, BitVec
from maul.logic.values import ArrayValue, Value
from maul.logic.walk import Substitution, conjuncts
from maul.proofs.labelling.cases import Case, Cover, binding_of, case_of, gives_values

TWO = BitVec(2)
MEMORY = Array(TWO, TWO)
X, Y, Z = (symbol(name, TWO) for name in "xyz")
P = symbol("p", BOOL)
A = symbol("a", MEMORY)


def number(value: int) -> Term:
    return bit_vector(value, 2)


def random_equality(rng: random.Random) -> Term:
    """An equality such as cases have, or something else."""
    value, index = (number(rng.randrange(4)) for _ in range(2))
    contents = store(constant_array(MEMORY, value), index, number(rng.randrange(4)))
    other = number(rng.randrange(4))
    return rng.choice(
        (
            equal(X, value),
            equal(Y, value),
            P,
            not_(P),
            equal(select(A, index), value),
            equal(A, contents),
            equal(A, store(contents, other, select(A, other))),
            bv_ule(X, Y),
            equal(Y, Z),
        )
    )


def random_values(rng: random.Random) -> dict[Term, Term]:
    """What some variables hold, constant or not."""
    value, index = (number(rng.randrange(4)) for _ in range(2))
    found = {
        X: rng.choice((value, bv_add(Y, value))),
        Y: rng.choice((value, Z)),
        P: rng.choice((TRUE, FALSE, equal(X, value))),
        A: rng.choice((constant_array(MEMORY, value), store(A, index, value))),
    }
    for _ in range(rng.randrange(4)):
        new = rng.choice((X, *map(number, range(4))))
        found[A] = store(found[A], number(rng.randrange(4)), new)
    return {held: term for held, term in found.items() if rng.random() < 0.8}


def random_model(rng: random.Random) -> dict[Term, Value]:
    found: dict[Term, Value] = {s: rng.randrange(4) for s in (X, Y, Z)}
    found[P] = rng.random() < 0.5
    found[A] = ArrayValue(MEMORY, rng.randrange(4), {n: rng.randrange(4) for n in range(4)})
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_goal_is_the_label_with_the_values_put_in(seed: int) -> None:
    rng = random.Random(seed)
    found = (and_(*(random_equality(rng) for _ in range(rng.randint(0, 3)))) for _ in range(8))
    label = or_(*found)
    cover, values = Cover(label), random_values(rng)
    expected, goal = Substitution(values)(label), cover.goal(values)

    for _ in range(40):
        model = random_model(rng)
        assert holds(expected, model) == holds(goal, model)
        assert holds(expected, model) or not cover.has(values)


@pytest.mark.parametrize("seed", range(40))
def test_in_a_case_variables_hold_its_values(seed: int) -> None:
    rng = random.Random(seed)
    term = and_(*(random_equality(rng) for _ in range(3)))
    case = case_of(term)
    values = case.values()
    about = or_(*(random_equality(rng) for _ in range(3)))
    same = and_(*(equal(held, value) for held, value in values.items()), *case.rest)

    for _ in range(200):
        model = random_model(rng)
        # The keys and the rest say exactly what the conjunction says, ...
        assert holds(term, model) == holds(same, model)
        # ... and where it holds the values can be put in.
        if holds(term, model):
            assert holds(about, model) == holds(Substitution(values)(about), model)


def test_values_that_are_those_of_a_case_are_found() -> None:
    label = or_(*(and_(equal(X, number(n)), equal(Y, number(3 - n))) for n in range(4)))
    cover = Cover(label)

    assert cover.has({X: number(1), Y: number(2)})
    assert not cover.has({X: number(1), Y: number(1)})
    assert not cover.has({X: number(1)})
    assert FALSE is cover.goal({X: number(1), Y: number(1)})
    assert equal(Y, number(2)) is cover.goal({X: number(1)})


def test_a_case_that_says_less_is_found_as_well() -> None:
    cover = Cover(or_(and_(equal(X, number(1)), equal(Y, number(1))), equal(Y, number(2))))

    assert cover.has({X: number(1), Y: number(2)})
    assert cover.has({Y: number(2)})
    assert not cover.has({X: number(2), Y: number(1)})


def test_arrays_are_found_whatever_the_order_of_writes_was() -> None:
    zero = constant_array(MEMORY, number(0))
    one = store(store(zero, number(1), number(3)), number(2), number(1))
    other = store(store(store(zero, number(2), number(1)), number(1), number(3)), number(3), X)
    unknown = store(one, number(3), select(A, number(3)))

    assert Cover(equal(A, one)).has({A: store(other, number(3), number(0))})
    assert not Cover(equal(A, one)).has({A: other})
    assert Cover(equal(A, unknown)).has({A: other})
    assert not Cover(equal(A, unknown)).has({A: store(other, number(0), X)})


def test_equalities_with_constants_are_bindings() -> None:
    assert (X, number(2)) == binding_of(equal(X, number(2)))
    assert (P, FALSE) == binding_of(not_(P))
    assert (P, TRUE) == binding_of(P)
    assert (select(A, number(1)), number(2)) == binding_of(equal(select(A, number(1)), number(2)))
    assert binding_of(equal(X, Y)) is None
    assert binding_of(bv_ule(X, Y)) is None
    assert binding_of(equal(select(A, X), number(1))) is None


def test_of_two_values_for_one_variable_one_is_the_rest() -> None:
    one, other = equal(X, number(1)), equal(X, number(2))
    case: Case = case_of(and_(one, other))

    assert (X,) == case.keys
    assert {one, other} == {*case.rest, equal(X, case.constants[0])}
    assert 2 == len(conjuncts(and_(one, other)))


def test_most_cases_have_to_give_values() -> None:
    plain = [bv_ule(X, number(n)) for n in range(3)]

    assert gives_values(or_(*plain[:1], equal(X, number(1)), P))
    assert not gives_values(or_(*plain, P))
    assert not gives_values(FALSE)
