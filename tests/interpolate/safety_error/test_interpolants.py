"""Safety interpolants on graphs made by hand over integers [Tian17, Def. 2]: where they begin, what
a path teaches, and why the printed rule is not sound."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from maul.domains.questions import Questions
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Feasible, Refuted
from maul.interpolate.refuter import decide
from maul.interpolate.safety_error.interpolants import SafetyInterpolants
from maul.interpolate.safety_error.spurious import Interpolation, Spurious
from maul.logic.build import FALSE, TRUE, add, and_, equal, gt, integer, le, not_, or_, symbol
from maul.logic.sorts import INT
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.solvers.z3.prover import Z3Prover
from tests.explore.hand_built import ERROR, HandBuilt, not_inductive
from tests.interpolate.traces import is_implied

if TYPE_CHECKING:
    from collections.abc import Hashable

    from maul.logic.terms import Term

X, Y, Z = (symbol(name, INT) for name in "xyz")
ZERO, ONE, THREE = integer(0), integer(1), integer(3)
END = "end"
SKIP = assume(TRUE)


def start(**values: int) -> Transition:
    """Give variables values."""
    return Transition((), {symbol(k, INT): integer(v) for k, v in values.items()}, ())


def more(variable: Term, by: int = 1) -> Transition:
    return assign(variable, add(variable, integer(by)))


def safety_of(graph: HandBuilt, *heads: Hashable, exact: bool = True) -> SafetyInterpolants:
    return SafetyInterpolants(
        graph,
        lambda place: place == END,
        Interpolation(refuter("newton:IT-WP"), prover_for, exact=exact),
        Questions(prover_for, Run()).entails,
        lambda place: place in heads,
    )


def along(graph: HandBuilt, *places: Hashable) -> Trace:
    """The trace through some places."""
    edges = [
        next(block for block in graph.leaving(a) if block.target == b) for a, b in pairwise(places)
    ]
    return Trace(tuple(edges))


def path(graph: HandBuilt, *places: Hashable, name: str = "newton:IT-WP") -> Spurious:
    """The spurious path through some places."""
    found = refuter(name)(along(graph, *places), 20.0)
    assert isinstance(found, Refuted)
    return Spurious(found, prover_for)


def is_same(expected: Term, found: Term) -> bool:
    return Z3Prover().implies(expected, found) and Z3Prover().implies(found, expected)


# ---- initialisation and update ----


def sums() -> HandBuilt:
    """After the prose on Exa.c: s = 1; s + 2 or s + 1; error if s > 3. Places are called by the
    text's lines."""
    return HandBuilt(
        Block(0, 2, start(x=1)),
        Block(2, 4, assume(equal(Y, ONE))),
        Block(2, 5, assume(not_(equal(Y, ONE)))),
        Block(4, 6, more(X, 2)),
        Block(5, 6, more(X, 1)),
        Block(6, 7, SKIP),
        Block(7, 10, assume(gt(X, THREE))),
        Block(7, END, assume(le(X, THREE))),
        Block(10, ERROR, SKIP),
    )


def test_at_first_only_errors_and_places_that_reach_none_are_full() -> None:
    safety = safety_of(sums())

    assert (True, FALSE) == (safety.is_full(ERROR), safety.interpolant(ERROR))
    assert (True, TRUE) == (safety.is_full(END), safety.interpolant(END))
    for place in (0, 2, 4, 5, 6, 7, 10):
        assert (False, TRUE) == (safety.is_full(place), safety.interpolant(place))
    assert {} == safety.labels([0, 2])


def test_a_spurious_path_makes_the_places_before_its_end_full_one_after_the_other() -> None:
    """As the text says for P_2: L_7 and L_6 are full with s <= 3, L_2 is half, since the other
    side of its branch was not seen; nothing is known of what was not passed."""
    graph = sums()
    safety = safety_of(graph)
    found = path(graph, 0, 2, 4, 6, 7, 10, ERROR)
    full = safety.update(found)

    assert 4 == found.last_reachable
    assert (4, 6, 7) == full
    assert is_same(le(X, THREE), safety.interpolant(7))
    assert is_same(le(X, THREE), safety.interpolant(6))
    assert is_same(le(X, ONE), safety.interpolant(4))
    assert [False] * 4 == [safety.is_full(place) for place in (0, 2, 5, 10)]
    assert {} == safety.known(10)


def test_every_edge_has_a_condition_of_its_own() -> None:
    graph = sums()
    safety = safety_of(graph)
    safety.update(path(graph, 0, 2, 4, 6, 7, 10, ERROR))
    to_four, to_five = graph.leaving(2)

    assert [to_four] == [*safety.known(2)]
    assert is_same(not_(and_(equal(Y, ONE), gt(X, ONE))), safety.known(2)[to_four])
    assert (2, 5) == safety.update(path(graph, 0, 2, 5, 6, 7, 10, ERROR))[1:]
    assert {to_four, to_five} == {*safety.known(2)}
    assert is_same(not_(and_(not_(equal(Y, ONE)), gt(X, integer(2)))), safety.known(2)[to_five])
    assert is_same(and_(*safety.known(2).values()), safety.interpolant(2))


def test_what_is_full_is_labelled_with_all_that_justifies_it() -> None:
    graph = sums()
    safety = safety_of(graph)
    safety.update(path(graph, 0, 2, 4, 6, 7, 10, ERROR))
    labels = safety.labels([4])

    assert {4, 6, 7, END} == set(labels)
    assert [] == not_inductive(graph.blocks, labels)
    safety.update(path(graph, 0, 2, 5, 6, 7, 10, ERROR))
    assert {0, 2, 4, 5, 6, 7, END} == set(safety.labels([0]))
    assert TRUE is safety.interpolant(0)


def test_without_exact_conditions_a_refuter_gives_those_of_the_path() -> None:
    graph = sums()
    safety = safety_of(graph, exact=False)
    safety.update(path(graph, 0, 2, 4, 6, 7, 10, ERROR, name="newton:SP"))
    known = [safety.interpolant(place) for place in (4, 6, 7)]
    prefixes = [along(graph, *(0, 2, 4, 6, 7)[:n]).blocks for n in (3, 4, 5)]

    assert all(is_implied(*both, prover_for) for both in zip(prefixes, known, strict=True))
    assert {4, 6, 7, END} == set(safety.labels([4]))
    # A second path adds what is true of it, so that both are covered.
    safety.update(path(graph, 0, 2, 5, 6, 7, 10, ERROR, name="newton:SP"))
    later = [safety.interpolant(place) for place in (4, 6, 7)]
    assert all(map(Z3Prover().implies, known, later))
    assert is_implied(along(graph, 0, 2, 5, 6, 7).blocks, later[2], prover_for)
    assert [] == not_inductive(graph.blocks, safety.labels([4, 5]))


def test_what_is_left_out_is_passed_on_to_the_edges_before() -> None:
    graph = sums()
    safety = safety_of(graph)
    safety.update(path(graph, 0, 2, 4, 6, 7, 10, ERROR))
    edges = along(graph, 0, 2, 5, 6).blocks

    assert [True] * 3 == [safety.pass_on(edge, TRUE, TRUE) for edge in reversed(edges)]
    assert is_same(le(X, integer(2)), safety.interpolant(5))
    assert [True] * 3 == [safety.is_full(place) for place in (0, 2, 5)]
    assert [] == not_inductive(graph.blocks, safety.labels([0]))
    # What is known cannot be passed on again.
    assert not safety.pass_on(edges[-1], TRUE, TRUE)


def test_nothing_is_passed_on_from_a_place_that_is_half() -> None:
    graph = sums()
    safety = safety_of(graph)

    for edge in reversed(along(graph, 0, 2, 5, 6).blocks):
        assert not safety.pass_on(edge, TRUE, TRUE)
    assert all({} == safety.known(place) for place in (0, 2, 5))


def test_without_exact_conditions_what_holds_on_a_path_is_passed_on_if_it_is_enough() -> None:
    graph = sums()
    safety = safety_of(graph, exact=False)
    safety.update(path(graph, 0, 2, 4, 6, 7, 10, ERROR))
    (edge,) = graph.leaving(5)

    assert not safety.pass_on(edge, equal(X, THREE), equal(X, integer(4)))
    assert {} == safety.known(5)
    assert safety.pass_on(edge, equal(X, ONE), equal(X, integer(2)))
    assert safety.pass_on(edge, equal(X, ZERO), equal(X, ONE))
    assert is_same(or_(equal(X, ZERO), equal(X, ONE)), safety.interpolant(5))
    assert [] == not_inductive(graph.blocks, safety.labels([5]))


# ---- the printed rule ----


class Printed:
    """[Tian17, Def. 2] to the letter: a place is full when it is the last reachable one of a path,
    whatever its other edges are."""

    def __init__(self, graph: HandBuilt) -> None:
        self.graph = graph
        self.full: dict[Hashable, None] = {ERROR: None, END: None}
        self.interpolant: dict[Hashable, Term] = {ERROR: FALSE, END: TRUE}
        self._craig = Interpolation(refuter("newton:IT-WP"), prover_for)

    def update(self, path: Spurious) -> None:
        places, blocks, n = path.places, path.trace.blocks, path.last_reachable
        for i in range(n, 0, -1):
            known = self.interpolant.get(places[i], TRUE)
            goal = FALSE if i == n else self.interpolant.get(places[i + 1], TRUE)
            if i == n or places[i + 1] in self.full:
                craig = self._craig.weakest(blocks[i], goal)
                assert craig is not None
                self.interpolant[places[i]] = and_(known, craig)
            if i == n or all(e.target in self.full for e in self.graph.leaving(places[i])):
                self.full[places[i]] = None


def second_error(last: int = 1) -> HandBuilt:
    """Two ways to "l", one with y = 0 and one with y = 1 (or another value); from there an error
    if x > 0, which is never so, and by "m" another one if y > 0."""
    return HandBuilt(
        Block(0, "one", start(x=0, y=0)),
        Block(0, "two", start(x=0, y=last)),
        Block("one", "side", SKIP),
        Block("side", ERROR, assume(gt(Y, ZERO))),
        Block("side", END, assume(le(Y, ZERO))),
        Block("one", "l", SKIP),
        Block("two", "l", SKIP),
        Block("l", ERROR, assume(gt(X, ZERO))),
        Block("l", "m", assume(le(X, ZERO))),
        Block("m", ERROR, assume(gt(Y, ZERO))),
        Block("m", END, assume(le(Y, ZERO))),
    )


def test_the_printed_rule_calls_a_place_full_from_which_a_second_error_is_reached() -> None:
    """The paths in the order in which they are met. "side" teaches the predicate y <= 0. With it,
    the way from "one" by "l" and "m" to the error is cut off: no such path is ever found, and
    nothing is learnt at "m". Then the error behind "l" is met, and "l" is the last reachable place:
    as printed, it is full with x <= 0. Of the second way to "l", that is true: as printed all is
    safe, and "m" is never seen with y = 1. Here, the edge to "m" has no condition, and "l" is half.
    """
    graph = second_error()
    printed, ours = Printed(graph), safety_of(graph)
    for places in ((0, "one", "side", ERROR), (0, "one", "l", ERROR)):
        printed.update(path(graph, *places))
        ours.update(path(graph, *places))
    second = along(graph, 0, "two", "l")

    assert "l" in printed.full
    assert is_implied(second.blocks, printed.interpolant["l"], prover_for)
    assert isinstance(decide(along(graph, 0, "two", "l", "m", ERROR), prover_for, 5.0), Feasible)

    assert not ours.is_full("l")
    assert ["m"] == [edge.target for edge in ours.missing("l")]
    assert ours.is_full("side")


def test_in_the_safe_twin_the_place_is_full_when_all_its_edges_are_known() -> None:
    graph = second_error(last=0)
    ours = safety_of(graph)
    ours.update(path(graph, 0, "one", "l", ERROR))

    assert not ours.is_full("l")
    ours.update(path(graph, 0, "two", "l", "m", ERROR))
    assert ours.is_full("l")
    assert is_same(and_(le(X, ZERO), le(Y, ZERO)), ours.interpolant("l"))
    assert [] == not_inductive(graph.blocks, ours.labels(["l"]))


def test_the_printed_rule_forgets_the_edge_to_an_error_that_no_path_has_taken() -> None:
    """An error is full by definition; so a place before it is full, as printed, when its other
    edges lead to full places, with nothing said about the edge to the error."""
    graph = HandBuilt(
        Block(0, 1, start(x=0)),
        Block(0, 2, start(x=7)),
        Block(1, 3, SKIP),
        Block(2, 3, SKIP),
        Block(3, ERROR, assume(equal(X, integer(7)))),
        Block(3, 4, SKIP),
        Block(4, ERROR, assume(gt(X, integer(9)))),
        Block(4, END, assume(le(X, integer(9)))),
    )
    printed, ours = Printed(graph), safety_of(graph)
    for safety in (printed, ours):
        safety.update(path(graph, 0, 1, 3, 4, ERROR))

    assert 3 in printed.full
    assert is_implied(along(graph, 0, 2, 3).blocks, printed.interpolant[3], prover_for)
    assert isinstance(decide(along(graph, 0, 2, 3, ERROR), prover_for, 5.0), Feasible)
    assert is_same(and_(not_(equal(X, integer(7))), le(X, integer(9))), ours.interpolant(3))
    assert not is_implied(along(graph, 0, 2, 3).blocks, ours.interpolant(3), prover_for)
