"""Decision diagrams as formulas, against the truth table."""

from __future__ import annotations

from importlib.util import find_spec
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.domains.combinations import by_library, disjunction, merged
from maul.logic.build import FALSE, TRUE, and_, not_, symbol
from maul.logic.evaluate import holds
from maul.logic.sorts import BOOL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.logic.terms import Term

MAKERS = [
    merged,
    pytest.param(by_library, marks=pytest.mark.skipif(find_spec("dd") is None, reason="needs dd")),
]


def named(count: int) -> tuple[Term, ...]:
    return tuple(symbol(f"b{place}", BOOL) for place in range(count))


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("count", [0, 1, 2, 4, 6])
def test_the_formula_is_true_exactly_for_the_combinations(
    make: Callable[[tuple[Term, ...], Sequence[tuple[bool, ...]]], Term], count: int
) -> None:
    random, predicates = Random(count), named(count)
    table = list(product((False, True), repeat=count))
    for _ in range(10):
        chosen = random.sample(table, random.randint(0, len(table)))
        made = make(predicates, chosen)

        assert chosen == [
            values for values in chosen if holds(made, dict(zip(predicates, values, strict=True)))
        ]
        assert len(chosen) == sum(
            holds(made, dict(zip(predicates, values, strict=True))) for values in table
        )


@pytest.mark.parametrize("make", MAKERS)
def test_the_same_set_in_another_order_is_the_same_formula(
    make: Callable[[tuple[Term, ...], Sequence[tuple[bool, ...]]], Term],
) -> None:
    predicates, chosen = named(3), [(True, False, True), (True, True, True), (False, False, False)]

    assert make(predicates, chosen) is make(predicates, chosen[::-1])
    assert merged(predicates, chosen) is make(predicates, chosen)


def test_extremes() -> None:
    a, b = named(2)

    assert FALSE is disjunction((a, b), [])
    assert TRUE is disjunction((a, b), list(product((False, True), repeat=2)))
    assert a is disjunction((a, b), [(True, False), (True, True)])
    assert and_(a, not_(b)) is disjunction((a, b), [(True, False)])
