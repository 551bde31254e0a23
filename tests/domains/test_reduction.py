"""The laws of reducing a state to some variables and of expanding it again, on all small states."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from maul.cfa.calls import Points
from maul.domains.predicate import PredicatePrecision, PredicateState, by_function
from maul.domains.reduction import expanded, reduced, reduced_precision, related
from maul.logic.build import FALSE, TRUE, Term, and_, equal, not_, or_, symbol
from maul.logic.evaluate import holds
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL
from maul.logic.walk import conjuncts
from tests.cfa.c_text import marked

VARIABLES = tuple(symbol(name, BOOL) for name in "abcde")
POINT = Points(marked("int main(void) { return 0; }")).start

variables = st.sampled_from(VARIABLES)
literals = st.one_of(variables, variables.map(not_))
predicates = st.one_of(
    literals,
    st.builds(equal, variables, variables),
    st.builds(or_, literals, literals),
).filter(lambda term: bool(free_symbols(term)))
some_variables = st.frozensets(variables, max_size=3)


def follows(formula: Term, conclusion: Term) -> bool:
    """Whether a formula implies another one, by all values."""
    for values in product((False, True), repeat=len(VARIABLES)):
        at = dict(zip(VARIABLES, values, strict=True))
        if holds(formula, at) and not holds(conclusion, at):
            return False
    return True


@st.composite
def states(draw: st.DrawFn) -> PredicateState:
    """A state that an execution may be in: of its predicates those that follow are conjuncts, and
    so are the negations that follow; a formula of an earlier abstraction may be there, too."""
    parts = draw(st.lists(predicates, max_size=4))
    known = and_(*parts)
    assume(not follows(known, FALSE))
    tracked = tuple(draw(st.lists(predicates, max_size=4, unique=True)))
    literals = [p if follows(known, p) else not_(p) for p in tracked if decides(known, p)]
    return PredicateState(POINT, and_(*parts, *literals), tracked)


def decides(formula: Term, predicate: Term) -> bool:
    return follows(formula, predicate) or follows(formula, not_(predicate))


def symbols_of(formulas: Iterable[Term]) -> set[Term]:
    return {symbol for formula in formulas for symbol in free_symbols(formula)}


@given(states(), some_variables)
def test_a_reduced_state_is_weaker_and_expanded_again_it_is_the_state(
    e: PredicateState, relevant: frozenset[Term]
) -> None:
    parts = reduced(e, relevant)
    inside = PredicateState(POINT, parts.kept.formula, parts.kept.predicates)

    assert {*conjuncts(parts.kept.formula)} <= {*conjuncts(e.formula), TRUE}
    assert {*conjuncts(e.formula)} == {*conjuncts(expanded(inside, parts.left_out).formula)}
    assert {*expanded(inside, parts.left_out).predicates} <= {*e.predicates}


@given(states(), some_variables)
def test_what_is_left_out_has_nothing_to_do_with_the_variables(
    e: PredicateState, relevant: frozenset[Term]
) -> None:
    parts = reduced(e, relevant)
    others = symbols_of((parts.left_out.formula, *parts.left_out.predicates))

    assert others.isdisjoint(relevant)
    assert others.isdisjoint(symbols_of((parts.kept.formula, *parts.kept.predicates)))


@given(states(), some_variables, predicates)
def test_nothing_that_follows_of_the_variables_is_lost(
    e: PredicateState, relevant: frozenset[Term], conclusion: Term
) -> None:
    assume(symbols_of([conclusion]) <= relevant)

    assert follows(e.formula, conclusion) == follows(reduced(e, relevant).kept.formula, conclusion)


@given(states(), some_variables)
def test_a_predicate_that_follows_is_still_a_conjunct(
    e: PredicateState, relevant: frozenset[Term]
) -> None:
    parts = reduced(e, relevant)
    inside = PredicateState(POINT, parts.kept.formula, parts.kept.predicates)
    for known in (parts.kept, parts.left_out, expanded(inside, parts.left_out)):
        following = {p for p in known.predicates if follows(known.formula, p)}

        assert following <= {*conjuncts(known.formula)}


@given(states(), some_variables)
def test_to_reduce_twice_is_to_reduce_once(e: PredicateState, relevant: frozenset[Term]) -> None:
    once = reduced(e, relevant)
    twice = reduced(PredicateState(POINT, once.kept.formula, once.kept.predicates), relevant)

    assert once.kept.formula is twice.kept.formula
    assert once.kept.predicates == twice.kept.predicates
    assert TRUE is twice.left_out.formula


@given(st.lists(predicates, max_size=6, unique=True), some_variables)
def test_a_reduced_precision_has_the_predicates_that_are_related(
    tracked: list[Term], used: frozenset[Term]
) -> None:
    pi = PredicatePrecision(by_function, {"f": tuple(tracked), "g": (VARIABLES[0],)})
    inside, relevant = reduced_precision(pi, ["f", "h"], used)

    assert relevant == related(used, tracked)
    assert used <= relevant
    kept = inside.predicates.get("f", ())
    assert kept == tuple(p for p in tracked if not relevant.isdisjoint(free_symbols(p)))
    assert symbols_of(kept) <= relevant
    assert "g" not in inside.predicates


def test_variables_are_related_by_others() -> None:
    a, b, c, d, _ = VARIABLES

    assert {a, b, c} == related({a}, [equal(b, c), equal(a, b), d])
