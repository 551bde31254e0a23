"""What is left of a graph's error traces, against all words of random graphs up to a length."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.domains.hoare import Triples
from maul.domains.questions import Questions
from maul.explore.automaton import Remaining, deepest, shortest
from maul.explore.floyd_hoare import FloydHoare, Generalisation, whole
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Refuted
from maul.logic.build import FALSE, TRUE, and_, equal, not_
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume
from maul.logic.walk import conjuncts
from maul.run import Run
from maul.smt.choose import prover_for
from tests.explore.hand_built import (
    ALL,
    ERROR,
    VARIABLES,
    HandBuilt,
    blocks_of,
    error_words,
    executed,
    is_safe,
    not_inductive,
    number,
    true_in,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from maul.explore.automaton import ProductState
    from maul.logic.terms import Term

x, y = VARIABLES
LONGEST = 5
ROUNDS = 12
REFUTERS = ("newton:IT-SP-LV", "newton:IT-WP", "newton:SP")


def no_tick() -> None:
    pass


def left(remaining: Remaining, longest: int = LONGEST) -> set[tuple[Block, ...]]:
    """The error words of an automaton up to a length."""
    found: set[tuple[Block, ...]] = set()
    level: list[tuple[tuple[Block, ...], ProductState]] = [((), remaining.start)]
    for _ in range(longest + 1):
        found |= {word for word, node in level if node.place == ERROR}
        level = [
            ((*word, block), target)
            for word, node in level
            if node.place != ERROR
            for block, target in remaining.expanded(node)
        ]
    return found


def automaton_for(random: Random, word: tuple[Block, ...], triples: Triples) -> FloydHoare:
    """A Floyd-Hoare automaton of some kind that refutes a word."""
    names = (*random.sample(REFUTERS, len(REFUTERS)), "craig:spacer")
    answers = (refuter(name)(Trace(word), 10.0) for name in names)
    answer = next(answer for answer in answers if isinstance(answer, Refuted))
    weak = Generalisation.TRACE
    generalisation = random.choice((weak, weak, Generalisation.EAGER, Generalisation.LAZY))
    parts = random.choice((conjuncts, whole))
    return FloydHoare(word, answer.assertions, triples, generalisation, parts)


def never(_: Remaining) -> None:
    pass


def minimised(remaining: Remaining) -> None:
    remaining.minimise(no_tick)


def refined(
    graph: HandBuilt, random: Random, after: Callable[[Remaining], None]
) -> tuple[Remaining, bool]:
    """What is left after some rounds, and whether that is nothing. ``after`` is done to what is
    left in between. Some steps and the last are compared with the words that should be left; to
    compare is to expand, so that others have to do without."""
    triples = Triples(Questions(prover_for, Run(60)))
    remaining, expected = Remaining(graph), set(error_words(graph, LONGEST))
    taken: set[tuple[Block, ...]] = set()
    for _ in range(ROUNDS):
        word = remaining.word(random.choice((shortest, deepest)), no_tick)

        assert random.random() < 0.7 or expected == left(remaining)
        if word is None:
            assert not expected
            return remaining, True
        assert word not in taken
        assert ERROR == word[-1].target
        assert len(word) > LONGEST or word in expected
        taken.add(word)
        if executed(word):
            break
        automaton = automaton_for(random, word, triples)
        after(remaining)
        remaining = remaining.minus(automaton)
        expected = {word for word in expected if not automaton.refutes(word)}
    assert expected == left(remaining)
    return remaining, False


@pytest.mark.parametrize("beyond", [1, 2, 200])
@pytest.mark.parametrize("after", [never, minimised])
def test_the_difference_has_exactly_the_words_that_the_automaton_does_not_refute(
    after: Callable[[Remaining], None], beyond: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The search goes on for so long when it has found an error trace.
    monkeypatch.setattr("maul.explore.automaton.BEYOND", beyond)
    random, finished, automata = Random(41), 0, 0
    for graph in random_graphs(random, 30):
        remaining, nothing = refined(graph, random, after)
        finished += nothing
        automata += len(remaining.automata)
    assert finished > 15
    assert automata > 35


def random_graphs(random: Random, count: int) -> Iterator[HandBuilt]:
    """Graphs of which most have no execution to an error, but paths to one that could be."""
    while count:
        graph = HandBuilt(*blocks_of(random, random.randint(2, 6), across=3, errors=4))
        last = [block for block in graph.blocks if block.target == ERROR]
        if random.random() < (0.02, 1.0)[is_safe(graph) and all(executed([b]) for b in last)]:
            count -= 1
            yield graph


@pytest.mark.parametrize("after", [never, minimised])
def test_the_labels_prove_a_graph_without_error_traces(after: Callable[[Remaining], None]) -> None:
    random, proved = Random(42), 0
    for graph in random_graphs(random, 30):
        remaining, nothing = refined(graph, random, after)
        if nothing and remaining.automata:
            labels = remaining.labels()
            proved += 1

            assert TRUE is labels[0]
            assert ERROR not in labels
            assert [] == not_inductive(graph.blocks, labels)
            assert all(
                true_in(labels[place], state)
                for place, states in reached(graph).items()
                for state in states
            )
    assert proved > 15


def reached(graph: HandBuilt) -> dict[Hashable, frozenset[tuple[int, ...]]]:
    """The states that some execution along a short word has at each place."""
    found: dict[Hashable, frozenset[tuple[int, ...]]] = {0: ALL}
    for word in words(graph, 4):
        if word and (ends := executed(word)):
            place = word[-1].target
            found[place] = found.get(place, frozenset()) | ends
    return found


def test_the_shortest_error_trace_is_shortest_and_the_deepest_is_one() -> None:
    random = Random(43)
    for _ in range(150):
        graph = HandBuilt(*blocks_of(random, random.randint(3, 6)))
        short = Remaining(graph).word(shortest, no_tick)
        deep = Remaining(graph).word(deepest, no_tick)
        assert short is not None
        assert deep is not None

        assert short in error_words(graph, len(short))
        assert [] == error_words(graph, len(short) - 1)
        assert places(deep)[0] == 0
        assert all(a.target == b.source for a, b in pairwise(deep))
        assert [ERROR] == [place for place in places(deep) if place == ERROR]


def places(word: tuple[Block, ...]) -> list[Hashable]:
    return [word[0].source, *(block.target for block in word)]


# ---- by hand ----


def test_the_deepest_error_trace_follows_the_first_block_first() -> None:
    step = assign(x, y)
    near = [Block(0, 1, step), Block(1, ERROR, step)]
    far = [Block(0, 2, step), Block(2, 3, step), Block(3, ERROR, step)]
    graph = HandBuilt(*far, *near)

    assert (*near,) == Remaining(graph).word(shortest, no_tick)
    assert (*far,) == Remaining(graph).word(deepest, no_tick)


def zero_forever() -> tuple[HandBuilt, tuple[Block, ...]]:
    """x is 0 and stays 0 in a loop, and is not 0 at the error; and the shortest error trace."""
    start = Block(0, 1, assign(x, number(0)))
    loop = Block(1, 1, assign(y, x))
    error = Block(1, ERROR, assume(not_(equal(x, number(0)))))
    return HandBuilt(start, loop, error), (start, error)


def one_automaton(word: tuple[Block, ...], *between: Term) -> FloydHoare:
    triples = Triples(Questions(prover_for, Run(60)))
    return FloydHoare(word, (TRUE, *between, FALSE), triples)


def test_a_loop_needs_one_automaton_and_its_invariant_is_the_label() -> None:
    graph, word = zero_forever()
    zero = equal(x, number(0))
    remaining = Remaining(graph)

    assert word == remaining.word(shortest, no_tick)
    remaining = remaining.minus(one_automaton(word, zero))
    assert remaining.word(shortest, no_tick) is None
    assert {0: TRUE, 1: zero} == remaining.labels()


def test_a_graph_without_errors_is_proved_by_nothing() -> None:
    graph = HandBuilt(Block(0, 1, assign(x, y)), Block(1, 0, assign(y, x)))
    remaining = Remaining(graph)

    assert remaining.word(deepest, no_tick) is None
    assert {0: TRUE, 1: TRUE} == remaining.labels()


def test_what_cannot_be_reached_is_never_looked_at() -> None:
    zero = equal(x, number(0))

    class Endless(HandBuilt):
        """A graph that goes on for ever behind a place that cannot be reached."""

        def leaving(self, place: Hashable) -> tuple[Block, ...]:
            if isinstance(place, int) and place > 1:
                pytest.fail("the graph is looked at where nobody gets")
            return super().leaving(place)

    start = Block(0, 1, assign(x, number(0)))
    error = Block(1, ERROR, assume(not_(zero)))
    graph = Endless(start, error, Block(1, 2, assume(equal(x, number(1)))))
    remaining = Remaining(graph, (one_automaton((start, error), zero),))

    assert remaining.word(shortest, no_tick) is None
    assert {0: TRUE, 1: zero} == remaining.labels()


def test_an_infinite_graph_has_a_shortest_error_trace() -> None:
    class Endless(HandBuilt):
        """Places without end, with an error at the third."""

        def leaving(self, place: Hashable) -> tuple[Block, ...]:
            assert isinstance(place, int)
            if place not in made:
                further = [Block(place, place + n, assign(x, y)) for n in (1, 2)]
                error = [Block(place, ERROR, assign(x, y))] if place == 3 else []
                made[place] = (*further, *error)
            return made[place]

    made: dict[int, tuple[Block, ...]] = {}
    found = Remaining(Endless()).word(shortest, no_tick)

    assert found is not None
    assert ERROR == found[-1].target
    assert 3 == len(found)


def test_the_automata_can_be_taken_to_a_graph_that_has_grown() -> None:
    graph, word = zero_forever()
    automaton = one_automaton(word, equal(x, number(0)))
    one = equal(x, number(1))
    grown = HandBuilt(*graph.blocks, Block(1, 2, assume(TRUE)), Block(2, ERROR, assume(one)))
    again = Remaining(grown, (automaton,))

    assert again.word(shortest, no_tick) is None
    assert [] == not_inductive(grown.blocks, again.labels())


def test_searches_stop_when_they_are_told_to() -> None:
    graph, _ = zero_forever()

    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        Remaining(graph).word(shortest, stop)


def test_an_edge_to_a_dead_end_is_gone() -> None:
    blocks = [Block(0, 1, assign(x, y)), Block(0, 2, assign(x, y)), Block(2, ERROR, assign(x, y))]
    remaining = Remaining(HandBuilt(*blocks))
    remaining.word(shortest, no_tick)

    assert [blocks[1]] == [block for block, _ in remaining.expanded(remaining.start)]


def test_of_two_annotations_the_weaker_one_is_kept() -> None:
    one = [equal(variable, number(1)) for variable in (x, y)]
    both = Block(0, 1, Transition((), {x: number(1), y: number(1)}, ()))
    single = Block(0, 1, assign(y, number(1)))
    error = Block(1, ERROR, assume(equal(y, number(0))))
    for order in ((both, single, error), (single, both, error)):
        graph = HandBuilt(*order)
        remaining = Remaining(graph).minus(one_automaton((both, error), and_(*one)))

        assert remaining.word(shortest, no_tick) is None
        assert {0: TRUE, 1: one[1]} == remaining.labels()


def test_merged_nodes_hold_what_held_at_one_of_them() -> None:
    # Two ways to the same place, told apart by automata that are of no use afterwards.
    zero = equal(x, number(0))
    ways = [Block(0, 1, Transition((), {x: number(0), y: number(n)}, ())) for n in (1, 2)]
    error = Block(1, ERROR, assume(equal(y, number(0))))
    other = Block(1, ERROR, assume(not_(zero)))
    graph = HandBuilt(*ways, error, other)
    remaining = Remaining(graph)
    for value, way in enumerate(ways, 1):
        remaining = remaining.minus(one_automaton((way, error), equal(y, number(value))))

    assert remaining.word(shortest, no_tick) in [(way, other) for way in ways]
    remaining.minimise(no_tick)
    assert 1 == len({target for _, target in remaining.expanded(remaining.start)})
    remaining = remaining.minus(one_automaton((ways[0], other), zero))
    assert remaining.word(shortest, no_tick) is None
    assert [] == not_inductive(graph.blocks, remaining.labels())
    assert [(0, 1), (0, 2)] == [s for s in sorted(ALL) if true_in(remaining.labels()[1], s)]


def test_dead_ends_that_were_found_long_ago_are_part_of_the_proof() -> None:
    zero = equal(x, number(0))
    first = [Block(0, 1, assign(x, number(0))), Block(1, ERROR, assume(not_(zero)))]
    second = [Block(0, 2, assign(y, number(0))), Block(2, ERROR, assume(equal(y, number(1))))]
    graph = HandBuilt(*first, *second)
    remaining = Remaining(graph).minus(one_automaton((*first,), zero))

    assert (*second,) == remaining.word(shortest, no_tick)
    remaining = remaining.minus(one_automaton((*second,), equal(y, number(0))))
    assert remaining.word(shortest, no_tick) is None
    assert {0: TRUE, 1: zero, 2: equal(y, number(0))} == remaining.labels()


@pytest.mark.parametrize("after", [never, minimised])
def test_what_was_not_looked_at_is_no_dead_end(
    after: Callable[[Remaining], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("maul.explore.automaton.BEYOND", 1)
    step = assume(TRUE)
    near = Block(0, ERROR, assume(FALSE))
    ways = [Block(0, 1, assign(y, number(n))) for n in (1, 2)]
    far = [*(Block(at, at + 1, step) for at in range(1, 5)), Block(5, ERROR, step)]
    odd = Block(1, ERROR, assume(equal(y, number(0))))
    graph = HandBuilt(near, *ways, *far, odd)
    told_apart = one_automaton((ways[0], odd), equal(y, number(1)))
    remaining = Remaining(graph)
    for automaton in (one_automaton((near,)), told_apart):
        assert remaining.word(shortest, no_tick) is not None
        after(remaining)
        remaining = remaining.minus(automaton)

    assert {(ways[1], odd), *((way, *far) for way in ways)} == left(remaining, 6)
