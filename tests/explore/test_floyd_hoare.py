"""Floyd-Hoare automata of random traces: what they refute cannot be executed."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.domains.hoare import Triples
from maul.domains.questions import Questions
from maul.explore.floyd_hoare import FloydHoare, Generalisation, Unification, by_place, whole
from maul.interpolate.catalogue import refuter
from maul.interpolate.path_programs.perfect import is_perfect, places
from maul.interpolate.protocol import Refuted
from maul.logic.build import FALSE, TRUE, and_, bv_add, bv_ule, equal, not_, or_
from maul.logic.free import free_symbols
from maul.logic.trace import Block, Trace
from maul.logic.transition import assign, assume, havoc
from maul.logic.walk import conjuncts
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp
from maul.smt.solvers.z3.prover import Z3Prover
from tests.explore.hand_built import (
    ALL,
    VARIABLES,
    HandBuilt,
    atom,
    blocks_of,
    error_words,
    executed,
    number,
    true_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.logic.terms import Term

x, y = VARIABLES
REFUTERS = ("newton:SP", "newton:IT-SP-LV", "newton:WP", "craig:spacer")
PARTS = {"conjuncts": conjuncts, "whole": whole}


def triples() -> Triples:
    return Triples(Questions(prover_for, Run(60)))


@cache
def refutations() -> tuple[tuple[HandBuilt, Refuted], ...]:
    """Error traces of random graphs with assertions from several refuters."""
    random = Random(31)
    found: list[tuple[HandBuilt, Refuted]] = []
    while len(found) < 40:
        graph = HandBuilt(*blocks_of(random, random.randint(2, 4)))
        infeasible = [word for word in error_words(graph, 6) if not executed(word)]
        if infeasible:
            answer = refuter(random.choice(REFUTERS))(Trace(random.choice(infeasible)), 10.0)
            if isinstance(answer, Refuted):
                found.append((graph, answer))
    return tuple(found)


def tried(graph: HandBuilt) -> list[tuple[Block, ...]]:
    """Words over the blocks of a graph: error traces, and some that are no paths at all."""
    random = Random(32)
    strange = [tuple(random.choices(graph.blocks, k=random.randint(1, 6))) for _ in range(60)]
    return [*error_words(graph, 7)[:100], *strange]


@pytest.mark.parametrize("generalisation", Generalisation)
@pytest.mark.parametrize("parts", PARTS)
def test_what_is_refuted_cannot_be_executed(generalisation: Generalisation, parts: str) -> None:
    refuted = possible = 0
    for graph, answer in refutations():
        automaton = FloydHoare(
            answer.trace.blocks, answer.assertions, triples(), generalisation, PARTS[parts]
        )

        assert automaton.refutes(answer.trace.blocks)
        for word in tried(graph):
            if automaton.refutes(word):
                refuted += 1
                assert not executed(word)
            else:
                possible += 1
    assert refuted > 30
    assert possible > 300


@pytest.mark.parametrize("parts", PARTS)
def test_each_generalisation_refutes_what_the_one_before_does(parts: str) -> None:
    larger = dict.fromkeys(Generalisation, 0)
    for graph, answer in refutations():
        shared = triples()
        automata = [
            FloydHoare(answer.trace.blocks, answer.assertions, shared, each, PARTS[parts])
            for each in (Generalisation.TRACE, Generalisation.EAGER, Generalisation.LAZY)
        ]
        before: set[tuple[Block, ...]] = set()
        for generalisation, automaton in zip(Generalisation, automata, strict=True):
            words = {word for word in tried(graph) if automaton.refutes(word)}
            larger[generalisation] += len(words - before)

            assert before <= words
            before = words
    # Two predicates say more together than each alone.
    assert all(larger.values())


def test_the_lazy_automaton_refutes_all_that_the_predicates_can_refute() -> None:
    compared = 0
    for graph, answer in refutations():
        automaton = FloydHoare(answer.trace.blocks, answer.assertions, triples())
        for word in tried(graph):
            # Nobody asks about a block that can never be taken, whatever the predicates.
            if all(executed((block,)) for block in word):
                compared += 1

                assert is_excluded(word, automaton.predicates) == automaton.refutes(word)
    assert compared > 1000


def is_excluded(word: Sequence[Block], predicates: tuple[Term, ...]) -> bool:
    """Whether a word cannot be executed as far as predicates between its blocks tell."""
    starts = ALL
    for block in word:
        ends = executed((block,), starts)
        if not ends:
            return True
        known = [p for p in predicates if all(true_in(p, s) for s in ends)]
        starts = frozenset(s for s in ALL if all(true_in(p, s) for p in known))
    return False


# ---- by hand ----


def counting() -> tuple[Block, Block, Block, Block]:
    """x starts at 0, a loop sets it to y, which is 0, or adds 0, and x is not 0 in the end."""
    zero = number(0)
    return (
        Block(0, 1, assign(x, zero)),
        Block(1, 1, assign(x, bv_add(x, x))),
        Block(1, 1, assign(y, x)),
        Block(1, 2, assume(not_(equal(x, zero)))),
    )


def test_the_trace_automaton_loops_only_where_an_assertion_comes_again() -> None:
    start, double, copy, end = counting()
    zero = equal(x, number(0))
    trace = (start, double, end)
    same, other = (TRUE, zero, zero, FALSE), (TRUE, zero, bv_ule(x, number(1)), FALSE)
    alone = FloydHoare(trace, same, triples(), Generalisation.TRACE)

    assert alone.refutes((start, double, double, double, end))
    assert not alone.refutes((start, double, copy, end))
    once = FloydHoare(trace, other, triples(), Generalisation.TRACE)
    assert not once.refutes((start, double, double, end))


def test_the_eager_automaton_adds_blocks_that_the_trace_does_not_have() -> None:
    start, double, copy, end = counting()
    zero = equal(x, number(0))
    found = FloydHoare((start, end), (TRUE, zero, FALSE), triples(), Generalisation.EAGER)

    assert found.refutes((start, copy, double, copy, end))
    assert not found.refutes((copy, double, end))


def test_only_the_lazy_automaton_sees_what_two_predicates_say_together() -> None:
    one, same = equal(x, number(1)), equal(x, y)
    blocks = (
        Block(0, 1, assign(x, number(1))),
        Block(1, 2, assign(y, x)),
        Block(2, 3, assume(not_(equal(y, number(1))))),
    )
    other = Block(2, 4, assume(equal(y, number(2))))
    assertions = (TRUE, one, and_(one, same), FALSE)
    refuted = [
        FloydHoare(blocks, assertions, triples(), each).refutes((*blocks[:2], other))
        for each in Generalisation
    ]

    assert [False, False, True] == refuted
    # As one predicate they are seen together by the eager one, too.
    eager = FloydHoare(blocks, assertions, triples(), Generalisation.EAGER, whole)
    assert eager.refutes((*blocks[:2], other))


def test_whatever_comes_after_what_is_refuted_is_refuted() -> None:
    start, double, _, end = counting()
    for each in Generalisation:
        found = FloydHoare((start, end), (TRUE, equal(x, number(0)), FALSE), triples(), each)

        assert found.refutes((start, end, double, Block(2, 3, havoc(x))))
        assert not found.refutes(())


@pytest.mark.parametrize("generalisation", Generalisation)
def test_an_automaton_refutes_its_trace_though_the_solver_knows_nothing(
    generalisation: Generalisation, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = refutations()
    monkeypatch.setattr(Questions, "ask", lambda *_: GaveUp("no idea"))
    for _, answer in answers:
        blocks = answer.trace.blocks

        assert FloydHoare(blocks, answer.assertions, triples(), generalisation).refutes(blocks)


# ---- unification ----


def test_predicates_have_one_name_exactly_when_they_say_the_same_of_the_same_variables() -> None:
    random = Random(33)
    unified = Unification(Questions(prover_for, Run(60)))
    met: list[Term] = []
    joined = 0
    for _ in range(150):
        choices: tuple[Callable[..., Term], ...] = (and_, or_)
        made = random.choice(choices)(atom(random), atom(random), atom(random))
        found = unified(made)
        same = [p for p in met if variables(p) == variables(made) and states(p) == states(made)]
        joined += found is not made

        assert states(made) == states(found)
        assert unified(made) is found
        assert all(unified(p) is found for p in same)
        met.append(made)
    assert joined > 10


def states(formula: Term) -> set[tuple[int, ...]]:
    return {state for state in ALL if true_in(formula, state)}


def variables(formula: Term) -> set[Term]:
    return set(free_symbols(formula))


def test_the_first_that_was_met_stands_for_the_others() -> None:
    unified = Unification(Questions(prover_for, Run(60)))
    first = or_(equal(x, number(0)), equal(x, number(1)))
    other = bv_ule(x, number(1))

    assert first is unified(first)
    assert first is unified(other)
    assert bv_ule(x, number(2)) is unified(bv_ule(x, number(2)))
    assert (TRUE, FALSE) == (unified(TRUE), unified(FALSE))


# ---- one label for each place ----


def test_the_labels_of_places_are_a_sequence_for_a_perfect_trace() -> None:
    loops = 0
    for _, answer in refutations():
        passed = places(answer.trace)
        if not is_perfect(answer.trace, answer.assertions, Z3Prover(), lambda: 10.0):
            continue
        made = by_place(passed, answer.assertions)
        again = Refuted(answer.trace, made, "labels")
        loops += len(set(passed)) < len(passed)

        assert [] == list(again.broken_laws(Z3Prover()))
        assert all(
            one is other
            for place, one in zip(passed, made, strict=True)
            for at, other in zip(passed, made, strict=True)
            if place == at
        )
    assert loops > 3


def test_a_label_is_the_disjunction_of_the_assertions_at_its_place() -> None:
    one, two, none = equal(x, number(1)), equal(x, number(2)), equal(y, number(0))

    assert (TRUE, or_(one, two), none, or_(one, two), FALSE) == by_place(
        (0, "loop", 2, "loop", 3), (TRUE, one, none, two, FALSE)
    )
