"""Laws of safety and error interpolants on random graphs with few states, against all executions
[Tian17, Def. 2 and 3]; and error interpolants made by hand over integers."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.domains.questions import Questions
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Refuted
from maul.interpolate.safety_error.interpolants import (
    MOST_DISJUNCTS,
    ErrorInterpolants,
    SafetyInterpolants,
)
from maul.interpolate.safety_error.spurious import Interpolation, Spurious
from maul.logic.build import FALSE, TRUE, add, and_, equal, gt, integer, le, not_, or_, symbol
from maul.logic.sorts import INT
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.solvers.z3.prover import Z3Prover
from tests.explore.hand_built import (
    ALL,
    ERROR,
    VARIABLES,
    HandBuilt,
    State,
    atom,
    blocks_of,
    error_words,
    executed,
    number,
    step,
    true_in,
    words,
)
from tests.interpolate.traces import is_implied

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Mapping

    from maul.logic.terms import Term

EXACT = ("newton:IT-WP", "newton:IT-SP-LV", "newton:SP")
GRAPHS = 25


# ---- all that can happen ----


def reaches_error(graph: HandBuilt) -> dict[Hashable, set[State]]:
    """At each place the states from which an error is reached."""
    found: dict[Hashable, set[State]] = {ERROR: set(ALL)}
    changed = True
    while changed:
        changed = False
        for block in graph.blocks:
            bad = found.get(block.target, set())
            known = found.setdefault(block.source, set())
            new = {s for s in ALL - known if not bad.isdisjoint(step([s], block))}
            known |= new
            changed = changed or bool(new)
    return found


def reaching(graph: HandBuilt) -> set[Hashable]:
    """The places from which a way leads to an error, whether it can be taken or not."""
    found: set[Hashable] = {ERROR}
    for _ in graph.blocks:
        found |= {block.source for block in graph.blocks if block.target in found}
    return found


def spurious_paths(graph: HandBuilt, random: Random, most: int) -> Iterator[Spurious]:
    """Some ways to an error that cannot be taken, short and long ones."""
    impossible = [w for w in error_words(graph, 6) if not executed(w)]
    for word in random.sample(impossible, min(len(impossible), most)):
        for name in random.sample(EXACT, len(EXACT)):
            answer = refuter(name)(Trace(word), 20.0)
            if isinstance(answer, Refuted):  # on a busy machine one of them may give up
                yield Spurious(answer, prover_for)
                break


def models(term: Term) -> set[State]:
    return {state for state in ALL if true_in(term, state)}


def formula_of(states: Collection[State]) -> Term:
    """What is true in these states only."""
    return or_(*(and_(*map(equal, VARIABLES, map(number, state))) for state in sorted(states)))


def not_kept(graph: HandBuilt, labels: Mapping[Hashable, Term]) -> list[Block]:
    """The blocks that lead from a label to where none holds."""
    return [
        block
        for block in graph.blocks
        if block.source in labels
        and not step(models(labels[block.source]), block) <= models(labels.get(block.target, FALSE))
    ]


# ---- Definition 2 ----


class Watched:
    """Safety interpolants of a random graph, and what was known before the last change."""

    def __init__(self, random: Random, *, exact: bool) -> None:
        self.graph = HandBuilt(*blocks_of(random, random.randint(2, 5), across=1))
        self.places = list(dict.fromkeys(block.source for block in self.graph.blocks))
        self.bad = reaches_error(self.graph)
        useful = reaching(self.graph)
        heads = random.choice((self.places, random.sample(self.places, 1), []))
        self.safety = SafetyInterpolants(
            self.graph,
            lambda place: place not in useful,
            Interpolation(refuter("newton:IT-WP"), prover_for, exact=exact),
            Questions(prover_for, Run()).entails,
            lambda place: place in heads,
        )
        self._known: dict[Block, Term] = {}
        self._full: list[Hashable] = []
        self.check(random)

    def full(self) -> list[Hashable]:
        return [place for place in self.places if self.safety.is_full(place)]

    def check(self, random: Random) -> None:
        """What has to be true at all times."""
        full = self.full()
        for place in full:
            assert self.bad[place].isdisjoint(models(self.safety.interpolant(place)))
        assert set(self._full) <= set(full)

        known = {e: term for place in self.places for e, term in self.safety.known(place).items()}
        assert set(self._known) <= set(known)
        for edge, term in self._known.items():
            assert models(term) <= models(known[edge])
        used = random.sample(full, random.randint(0, len(full)))
        labels = self.safety.labels(used)

        assert set(used) <= set(labels)
        assert [] == not_kept(self.graph, labels)
        self._known, self._full = known, full


@pytest.mark.parametrize("exact", [True, False], ids=["exact", "refuter"])
def test_what_is_full_excludes_every_error_ahead(*, exact: bool) -> None:
    """At all times: no state that satisfies a full interpolant reaches an error; what is full stays
    full, conditions only get weaker, and the labels of full places are inductive."""
    random = Random(f"{exact} 63")
    full, halves = 0, 0
    for _ in range(GRAPHS):
        watched = Watched(random, exact=exact)
        safety, graph = watched.safety, watched.graph
        for path in spurious_paths(graph, random, 6):
            known = watched.full()
            became = safety.update(path)

            assert not set(known) & set(became)
            assert set(became) <= set(watched.full())
            watched.check(random)
            for _ in range(random.randint(0, 3)):
                edge, before = random.choice(graph.blocks), atom(random)
                after = formula_of(step(models(before), edge))
                safety.pass_on(edge, before, after)
                watched.check(random)
        informative = [
            p for p in watched.full() if models(safety.interpolant(p)) not in (set(), ALL)
        ]
        full += len(informative)
        halves += len(watched.places) - len(watched.full())
    assert full > 3
    assert halves > 5


def test_loops_that_are_closed_are_among_them() -> None:
    random, closed = Random(64), 0
    for _ in range(GRAPHS):
        watched = Watched(random, exact=True)
        for path in spurious_paths(watched.graph, random, 6):
            watched.safety.update(path)
        for place in watched.full():
            states = models(watched.safety.interpolant(place))
            closed += bool(states) and any(
                w and w[-1].target == place and executed(w, frozenset(states))
                for w in words(HandBuiltAt(watched.graph, place), 4)
            )
    assert closed > 3


class HandBuiltAt(HandBuilt):
    """A graph that starts elsewhere."""

    def __init__(self, graph: HandBuilt, place: Hashable) -> None:
        super().__init__(*graph.blocks)
        assert isinstance(place, int)
        self.start = place


# ---- Definition 3 ----


def assert_covering(error: ErrorInterpolants, places: list[Hashable]) -> int:
    """Every state from which a stored suffix can be executed satisfies its disjunct; how many
    disjuncts there are."""
    seen = 0
    for place in places:
        disjuncts = error.disjuncts(place)
        seen += len(disjuncts)

        assert len(disjuncts) <= MOST_DISJUNCTS
        assert models(error.interpolant(place)) == {
            s for each in disjuncts for s in models(each.formula)
        }
        for each in disjuncts:
            assert place == each.suffix[0].source
            assert ERROR == each.suffix[-1].target
            assert all(one.target == next_.source for one, next_ in pairwise(each.suffix))
            leading = {s for s in ALL if executed(each.suffix, frozenset([s]))}
            assert leading <= models(each.formula)
    return seen


@pytest.mark.parametrize("exact", [True, False], ids=["exact", "refuter"])
def test_a_state_with_an_error_ahead_satisfies_the_error_interpolant(*, exact: bool) -> None:
    """Of each suffix that is stored, from the beginning and after refinements, which take away what
    the prefix of a path can be, when the path does not go on by the suffix."""
    random = Random(f"{exact} 65")
    seen, refined = 0, 0
    for _ in range(GRAPHS):
        graph = HandBuilt(*blocks_of(random, random.randint(2, 5), across=3))
        places = list(dict.fromkeys(block.source for block in graph.blocks))
        error = ErrorInterpolants(Interpolation(refuter("newton:IT-WP"), prover_for, exact=exact))
        for path in spurious_paths(graph, random, 6):
            error.update(path)
            seen += assert_covering(error, places)
            refined += refine_some(graph, error, random)
            assert_covering(error, places)
    assert seen > GRAPHS
    assert refined > 1


def refine_some(graph: HandBuilt, error: ErrorInterpolants, random: Random) -> int:
    """Refine the disjuncts that are wrong about a prefix; how many."""
    count = 0
    for prefix in random.sample(list(words(graph, 4)), 5):
        at = prefix[-1].target if prefix else graph.start
        after = executed(prefix)
        for each in error.disjuncts(at):
            implied = after and after <= models(each.formula)
            if not prefix or not implied or executed(each.suffix, after):
                continue
            answer = refuter("newton:IT-WP")(Trace((*prefix, *each.suffix)), 20.0)
            assert isinstance(answer, Refuted)
            error.refine(at, each, answer.assertions[len(prefix)])
            now = [one for one in error.disjuncts(at) if one.suffix == each.suffix]
            count += 1

            assert each not in error.disjuncts(at)
            assert all(after.isdisjoint(models(one.formula)) for one in now)
    return count


# ---- by hand ----

X, Y = symbol("x", INT), symbol("y", INT)
ZERO, ONE, THREE = integer(0), integer(1), integer(3)


def start(x: int, y: int) -> Transition:
    return Transition((), {X: integer(x), Y: integer(y)}, ())


def is_same(expected: Term, found: Term) -> bool:
    return Z3Prover().implies(expected, found) and Z3Prover().implies(found, expected)


# One way with x = 0, on which the suffix by 2 and 3 is possible, and one with x = 5 and y = 0, on
# which it is not, since y > 0 is needed.
FIRST, SECOND = Block(0, 1, start(0, 1)), Block(0, 1, start(5, 0))
SUFFIX = (
    Block(1, 2, assume(gt(Y, ZERO))),
    Block(2, 3, assign(X, add(X, ONE))),
    Block(3, ERROR, assume(gt(X, THREE))),
)


def along(*blocks: Block) -> Spurious:
    answer = refuter("newton:IT-WP")(Trace(blocks), 20.0)
    assert isinstance(answer, Refuted)
    return Spurious(answer, prover_for)


def test_error_interpolants_are_what_excludes_the_prefix() -> None:
    error = ErrorInterpolants(Interpolation(refuter("newton:IT-WP"), prover_for))

    assert FALSE is error.interpolant(1)
    assert () == error.disjuncts(1)
    error.update(along(FIRST, *SUFFIX))
    assert is_same(gt(X, THREE), error.interpolant(3))
    assert is_same(gt(X, integer(2)), error.interpolant(2))
    assert is_same(gt(X, integer(2)), error.interpolant(1))
    assert FALSE is error.interpolant(0)
    assert [SUFFIX] == [each.suffix for each in error.disjuncts(1)]


def test_an_error_interpolant_that_is_implied_need_not_mean_an_error() -> None:
    """The first way teaches x > 2 at place 1, for the guard y > 0 is no reason why it is spurious.
    The second way implies that: as printed, this is an error. But the suffix cannot be taken. The
    disjunct is refined by the reason, and holds of this way no more."""
    error = ErrorInterpolants(Interpolation(refuter("newton:IT-WP"), prover_for))
    error.update(along(FIRST, *SUFFIX))
    (disjunct,) = error.disjuncts(1)

    assert is_implied((SECOND,), disjunct.formula, prover_for)
    path = along(SECOND, *SUFFIX)
    error.refine(1, disjunct, path.assertions[1])
    assert is_same(and_(gt(X, integer(2)), gt(Y, ZERO)), error.interpolant(1))
    assert not is_implied((SECOND,), error.interpolant(1), prover_for)
    assert [SUFFIX] == [each.suffix for each in error.disjuncts(1)]


def test_a_disjunct_that_says_nothing_any_more_is_gone() -> None:
    error = ErrorInterpolants(Interpolation(refuter("newton:IT-WP"), prover_for))
    error.update(along(FIRST, *SUFFIX))
    (disjunct,) = error.disjuncts(1)
    error.refine(1, disjunct, disjunct.formula)

    assert () == error.disjuncts(1)
    assert 1 == len(error.disjuncts(2))


def test_in_front_of_the_feasible_suffix_an_error_interpolant_leads_to_the_next_one() -> None:
    """The suffix from place 1 on is not possible by itself; what is known of place 2 is, whoever
    comes there."""
    blocked = Block(1, 2, Transition((le(X, ZERO), gt(X, ZERO)), {}, ()))
    error = ErrorInterpolants(Interpolation(refuter("newton:IT-WP"), prover_for))
    error.update(along(FIRST, *SUFFIX))
    path = along(SECOND, blocked, *SUFFIX[1:])
    error.update(path)

    assert 2 == path.suffix_from
    assert [SUFFIX] == [each.suffix for each in error.disjuncts(1)]
    moved = Block(4, 2, assign(X, add(X, THREE)))
    path = along(FIRST, Block(1, 4, start(-9, 0)), moved, *SUFFIX[1:])
    error.update(path)
    assert is_same(gt(X, integer(-1)), error.interpolant(4))


def test_the_newest_disjuncts_are_kept_and_come_first() -> None:
    error = ErrorInterpolants(Interpolation(refuter("newton:IT-WP"), prover_for))
    for bound in range(MOST_DISJUNCTS + 2):
        last = Block(1, ERROR, assume(gt(X, integer(bound + 1))))
        error.update(along(FIRST, last))
        error.update(along(FIRST, last))
    bounds = range(MOST_DISJUNCTS + 2, 2, -1)
    expected = [gt(X, integer(bound)) for bound in bounds]

    assert expected == [each.formula for each in error.disjuncts(1)]
    assert is_same(or_(*expected), error.interpolant(1))
    assert TRUE is not_(error.interpolant(7))
