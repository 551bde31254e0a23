"""Where a spurious path ends, from where on it is possible, and interpolants of its parts, against
all executions; the path and its parts are tried without a solver."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from maul.interpolate.catalogue import refuter, refuters
from maul.interpolate.protocol import Refuted, holds
from maul.interpolate.safety_error.spurious import Interpolation, Spurious
from maul.logic.build import (
    FALSE,
    TRUE,
    add,
    bit_vector,
    bv_add,
    bv_ule,
    ge,
    gt,
    integer,
    le,
    lt,
    not_,
    symbol,
)
from maul.logic.sorts import INT, BitVec
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume, havoc
from maul.logic.walk import has_quantifier
from maul.smt.choose import prover_for
from maul.smt.protocols import TIME_LIMIT, GaveUp, Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from tests.explore.hand_built import ALL, atom, executed, step, transition_of, true_in
from tests.interpolate.traces import infeasible, is_implied, trace_of

if TYPE_CHECKING:
    from maul.logic.terms import Term

X, Y = symbol("x", INT), symbol("y", INT)
ONE, THREE = integer(1), integer(3)


def refuted(trace: Trace, name: str = "newton:IT-WP") -> Refuted:
    found = refuter(name)(trace, 20.0)
    assert isinstance(found, Refuted)
    return found


def by_trying(blocks: tuple[Block, ...]) -> tuple[int, int]:
    """The last position that an execution reaches, and the first one (but not the start) from
    which the end is reached."""
    last = max(n for n in range(len(blocks) + 1) if executed(blocks[:n]))
    return last, min(i for i in range(1, len(blocks) + 1) if executed(blocks[i:]))


def by_solving(trace: Trace) -> tuple[int, int]:
    """The same with a solver."""

    def is_feasible(blocks: tuple[Block, ...]) -> bool:
        return not isinstance(Z3Prover().check(Trace(blocks).parts()), Unsat)

    blocks = trace.blocks
    last = max(n for n in range(len(blocks) + 1) if is_feasible(blocks[:n]))
    return last, min(i for i in range(1, len(blocks) + 1) if is_feasible(blocks[i:]))


# ---- where it ends, and from where on it is possible ----

# Traces over integers with the last reachable position and the beginning of the suffix.
EXAMPLES = {
    "at the end": (
        trace_of(assign(X, ONE), assume(gt(Y, ONE)), assign(X, add(X, ONE)), assume(gt(X, THREE))),
        (3, 1),
    ),
    "in the middle": (
        trace_of(assign(X, ONE), assume(gt(X, THREE)), assign(X, THREE), assume(ge(X, THREE))),
        (1, 1),
    ),
    "at once": (trace_of(assume(lt(X, X)), assign(X, ONE)), (0, 1)),
    "twice": (
        trace_of(
            assign(X, ONE),
            assume(gt(X, THREE)),
            assign(Y, ONE),
            assume(gt(Y, THREE)),
            havoc(X),
            assume(gt(X, THREE)),
        ),
        (1, 3),
    ),
    "not even the last step": (trace_of(assign(X, ONE), assume(lt(X, X))), (1, 2)),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_path_over_integers_ends_and_begins_where_it_should(name: str) -> None:
    trace, expected = EXAMPLES[name]
    path = Spurious(refuted(trace), prover_for)

    assert expected == (path.last_reachable, path.suffix_from) == by_solving(trace)
    assert tuple(range(len(trace) + 1)) == path.places
    assert path.trace is trace


def test_random_paths_over_integers_end_and_begin_where_a_solver_says() -> None:
    for first, second in zip(infeasible("linear", 12, 3), infeasible("ite", 12, 4), strict=True):
        trace = trace_of(*(block.transition for t in (first, second) for block in t.blocks))
        path = Spurious(refuted(trace), prover_for)

        assert by_solving(trace) == (path.last_reachable, path.suffix_from)


def test_random_paths_over_few_states_end_and_begin_where_trying_says() -> None:
    random, found = Random(61), list[tuple[int, int]]()
    while len(found) < 40:
        word = [
            transition_of(random) if random.random() < 0.5 else assume(atom(random))
            for _ in range(random.randint(2, 9))
        ]
        trace = trace_of(*word)
        if executed(trace.blocks):
            continue
        name = random.choice(("newton:IT-WP", "newton:SP"))
        path = Spurious(refuted(trace, name), prover_for)
        found.append((path.last_reachable, path.suffix_from))

        assert by_trying(trace.blocks) == found[-1]
    assert len({n for n, _ in found}) > 4
    assert len({i for _, i in found}) > 4


def test_nothing_is_excluded_or_promised_that_the_solver_does_not_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def at_its_limit(*_: object, **__: object) -> GaveUp:
        return TIME_LIMIT

    trace = EXAMPLES["twice"][0]
    answer = Refuted(trace, (TRUE, TRUE, TRUE, TRUE, FALSE, FALSE, FALSE), "by hand")

    assert 1 == Spurious(answer, prover_for).last_reachable
    monkeypatch.setattr(Z3Prover, "check", at_its_limit)
    path = Spurious(answer, prover_for)
    assert (3, len(trace)) == (path.last_reachable, path.suffix_from)


class Nobody:
    """A refuter that must not be asked."""

    name = "nobody"

    def __call__(self, trace: Trace, seconds: float) -> Refuted:
        raise AssertionError((trace, seconds))


# ---- Craig(A, B) ----


def test_the_weakest_interpolant_is_the_weakest_precondition() -> None:
    random, found = Random(62), 0
    craig = Interpolation(refuter("newton:IT-WP"), prover_for)
    for _ in range(60):
        block = Block(0, 1, transition_of(random))
        goal = not_(atom(random)) if random.random() < 0.8 else FALSE
        weakest = craig.weakest(block, goal)
        if weakest is None:
            continue
        found += 1

        assert not has_quantifier(weakest)
        for state in ALL:
            expected = all(true_in(goal, after) for after in step([state], block))
            assert expected == true_in(weakest, state), (block.transition, goal)
    assert found >= 55


def test_what_has_to_hold_for_a_suffix_not_to_be_feasible_is_exact() -> None:
    random, found = Random(68), 0
    craig = Interpolation(refuter("newton:IT-WP"), prover_for)
    for _ in range(40):
        suffix = trace_of(*(transition_of(random) for _ in range(random.randint(1, 4)))).blocks
        weakest = craig.weakest_along(suffix)
        if weakest is not None:
            found += 1
            expected = {state for state in ALL if not executed(suffix, frozenset([state]))}

            assert expected == {state for state in ALL if true_in(weakest, state)}
    assert found >= 30
    unwanted = Interpolation(refuter("newton:IT-WP"), prover_for, exact=False)
    assert unwanted.weakest_along((Block(0, 1, assume(gt(X, THREE))),)) is None


def test_over_integers_the_weakest_interpolant_is_a_formula_without_inputs() -> None:
    craig = Interpolation(refuter("newton:IT-WP"), prover_for)

    assert le(X, ONE) is craig.weakest(Block(0, 1, assign(X, add(X, integer(2)))), le(X, THREE))
    assert le(X, THREE) is craig.weakest(Block(0, 1, assume(gt(X, THREE))), FALSE)
    assert FALSE is craig.weakest(Block(0, 1, havoc(X)), le(X, THREE))
    assert TRUE is craig.weakest(Block(0, 1, havoc(X)), TRUE)


def test_who_does_not_want_it_or_finds_it_too_long_has_no_weakest_interpolant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    block = Block(0, 1, assign(X, add(X, Y)))

    assert (
        Interpolation(refuter("newton:IT-WP"), prover_for, exact=False).weakest(block, FALSE)
        is None
    )
    monkeypatch.setattr("maul.interpolate.safety_error.spurious.LARGEST", 2)
    assert Interpolation(refuter("newton:IT-WP"), prover_for).weakest(block, le(X, THREE)) is None


WORD = BitVec(8)
V, W = symbol("v", WORD), symbol("w", WORD)


def byte(number: int) -> Term:
    return bit_vector(number, 8)


# Paths, a position, and a goal that holds after the block there.
BETWEEN: dict[str, tuple[Trace, int, Term]] = {
    "integers": (
        trace_of(
            Transition((), {X: ONE, Y: integer(0)}, ()),
            assign(Y, add(Y, X)),
            assign(X, add(X, Y)),
            assume(gt(X, THREE)),
        ),
        2,
        le(X, THREE),
    ),
    "what is blocked": (
        trace_of(assign(X, ONE), havoc(Y), assume(gt(X, THREE)), assume(gt(Y, THREE))),
        2,
        FALSE,
    ),
    "bytes": (
        trace_of(
            Transition((), {V: byte(1), W: byte(0)}, ()),
            assign(W, bv_add(W, V)),
            assign(V, bv_add(V, W)),
            assume(not_(bv_ule(V, byte(3)))),
        ),
        2,
        bv_ule(V, byte(3)),
    ),
}
JAVA = ("craig:smtinterpol", "craig:princess")
ABOUT_BITS = ("craig:bitwuzla", "craig:mathsat")
NAMES = [e.name for e in refuters() if e.is_installed() and e.name not in JAVA]


@pytest.mark.parametrize("name", NAMES)
def test_every_refuter_finds_interpolants_of_a_prefix_and_a_block(name: str) -> None:
    craig, found = Interpolation(refuter(name), prover_for, exact=False), []
    for kind, (trace, i, goal) in BETWEEN.items():
        if (kind == "bytes") != (name in ABOUT_BITS) and not name.startswith("newton"):
            continue
        path = Spurious(refuted(trace), prover_for)
        between = craig.between(path, i, goal)
        if between is not None:
            found.append(kind)

            assert follows(trace.blocks[:i], between)
            assert holds(Z3Prover(), between, trace.blocks[i].transition, goal)
    assert found, "no interpolant at all"


def follows(prefix: tuple[Block, ...], goal: Term) -> bool:
    """Whether a goal holds after a prefix, said without the module that is tested."""
    ended = Trace((*prefix, Block(prefix[-1].target, "end", assume(not_(goal)))))
    return isinstance(Z3Prover().check(ended.parts()), Unsat)


def test_an_interpolant_that_is_known_is_not_searched_for() -> None:
    trace = BETWEEN["what is blocked"][0]
    known = Refuted(trace, (TRUE, lt(X, integer(2)), lt(X, integer(2)), FALSE, FALSE), "by hand")

    path = Spurious(known, prover_for)

    assert 2 == path.last_reachable
    assert lt(X, integer(2)) is Interpolation(Nobody(), prover_for).between(path, 2, FALSE)


def test_there_is_no_interpolant_when_the_goal_need_not_hold() -> None:
    trace, i, _ = BETWEEN["integers"]
    craig = Interpolation(refuter("newton:IT-WP"), prover_for, exact=False)

    assert craig.between(Spurious(refuted(trace), prover_for), i, le(X, ONE)) is None
    assert craig.refute(trace.blocks[: i + 1], le(X, ONE)) is None
    assert not is_implied(trace.blocks[: i + 1], le(X, ONE), prover_for)
    assert is_implied(trace.blocks[: i + 1], le(X, THREE), prover_for)


def test_why_a_goal_holds_after_a_prefix_ends_in_the_goal() -> None:
    trace, i, goal = BETWEEN["integers"]
    prefix = trace.blocks[: i + 1]
    why = Interpolation(refuter("newton:IT-WP"), prover_for).refute(prefix, goal)

    assert why is not None
    assert [] == list(why.broken_laws(Z3Prover()))
    assert len(prefix) + 2 == len(why.assertions)
    assert Z3Prover().implies(why.assertions[len(prefix)], goal)


def test_a_path_knows_its_places() -> None:
    blocks = (Block("a", "b", assume(TRUE)), Block("b", "a", assume(FALSE)))

    assert ("a", "b", "a") == Spurious(
        Refuted(Trace(blocks), (TRUE, TRUE, FALSE), "by hand"), prover_for
    ).places
