"""Strongest postconditions and weakest preconditions along a trace [Dietsch17, section 6, step 3].

Comes in: a trace that cannot be executed, and the variables that matter at each of its positions.
Goes out: one assertion a position, without quantifiers.

Both directions are one sweep: facts of more and more blocks, from which the values of other
positions and the inputs are forgotten. Forwards the conjunction is the assertion; backwards its
negation is, since ``wp`` demands for all what its negation has for some. A variable that does not
matter is forgotten at once, which is step 4: later blocks (backwards: earlier ones) do not read it
before it changes [Dietsch17, Lemma 5.3]. Where a value cannot be forgotten exactly, the assertions
get weaker (backwards: stronger); they are still a proof if the last one turns out false (the first
one true), which is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate.newton.elimination import Projection
from maul.logic.build import FALSE, TRUE, Term, equal, not_, or_
from maul.logic.forget import Facts, Fresh
from maul.logic.terms import by_number
from maul.logic.transformers import new_symbol
from maul.logic.walk import Substitution
from maul.node import node
from maul.smt.allowance import A_SECOND, STEP_LIMIT, allowed, is_used_up
from maul.smt.protocols import TIME_LIMIT, GaveUp, Unsat

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from maul.interpolate.newton.live import Kept
    from maul.logic.trace import Trace
    from maul.logic.transition import Transition
    from maul.run import Deadline
    from maul.smt.protocols import MakeProver

Assertions: TypeAlias = tuple[Term, ...]

# For one question that may stay open: the answer is only less exact.
OPTIONAL = A_SECOND // 2  # steps


def strongest_posts(
    trace: Trace, kept: Kept, provers: MakeProver, left: Deadline
) -> Assertions | GaveUp:
    """SP: what holds after each block, from the start on."""
    sweep = _Sweep(trace, forwards, provers, left)
    assertions = [TRUE]
    for position, block in enumerate(trace.blocks, 1):
        if not left():
            return TIME_LIMIT
        if is_used_up():
            return STEP_LIMIT
        assertions.append(sweep.step(block.transition, kept[position]))
    false = _first(assertions, provers, left)
    if false is None:
        return GaveUp("the strongest postcondition is not shown to be false")
    return (*assertions[:false], *[FALSE] * (len(assertions) - false))


def weakest_preconditions(
    trace: Trace, kept: Kept, provers: MakeProver, left: Deadline
) -> Assertions | GaveUp:
    """WP: what has to hold before each block, from the end on."""
    sweep = _Sweep(trace, backwards, provers, left)
    opposites = [TRUE]
    for position in range(len(trace) - 1, -1, -1):
        if not left():
            return TIME_LIMIT
        if is_used_up():
            return STEP_LIMIT
        opposites.append(sweep.step(trace.blocks[position].transition, kept[position]))
    false = _first(opposites, provers, left)
    if false is None:
        return GaveUp("the weakest precondition is not shown to be true")
    assertions = [_opposite(term) for term in opposites[:false]]
    assertions += [TRUE] * (len(opposites) - false)
    return tuple(reversed(assertions))


@node
class Renaming:
    """What a transition does to facts: those about ``written`` variables are renamed, facts are
    added, and dead symbols are forgotten."""

    written: tuple[Term, ...]
    rename: Substitution
    facts: tuple[Term, ...]
    dead: tuple[Term, ...]


def forwards(transition: Transition, taken: Collection[Term]) -> Renaming:
    """The facts of ``sp``."""
    inputs, old = _private(transition, taken)
    within = Substitution({**old, **inputs})
    facts = [within(guard) for guard in transition.guards]
    facts += [equal(x, within(e)) for x, e in transition.updates.items()]
    dead = (*old.values(), *inputs.values())
    return Renaming(tuple(old), Substitution(old), tuple(facts), dead)


def backwards(transition: Transition, taken: Collection[Term]) -> Renaming:
    """The facts of the negation of ``wp`` of a negation."""
    inputs, _ = _private(transition, taken)
    within = Substitution(inputs)
    updates = {x: within(e) for x, e in transition.updates.items()}
    facts = tuple([within(guard) for guard in transition.guards])
    return Renaming(tuple(updates), Substitution(updates), facts, tuple(inputs.values()))


def _private(
    transition: Transition, taken: Collection[Term]
) -> tuple[dict[Term, Term], dict[Term, Term]]:
    """Names for the inputs and for old values that mean nothing elsewhere."""
    names = set(taken)
    inputs = {s: new_symbol(s, names) for s in transition.inputs}
    return inputs, {x: new_symbol(x, names) for x in transition.updates}


class _Sweep:
    """The facts of more and more blocks; what a transition does to facts is remembered, since
    loops make a trace meet it again."""

    def __init__(
        self,
        trace: Trace,
        made: Callable[[Transition, Collection[Term]], Renaming],
        provers: MakeProver,
        left: Deadline,
    ) -> None:
        self._made = made
        self._taken = frozenset(
            s
            for block in trace.blocks
            for s in (*block.transition.reads(), *block.transition.updates)
        )
        self._steps: dict[Transition, Renaming] = {}
        self._facts = Facts()
        self._projection = Projection(left, Fresh(self._taken), provers, OPTIONAL)

    def step(self, transition: Transition, kept: frozenset[Term]) -> Term:
        """The facts with those of a transition more, of the variables to be kept if possible."""
        step = self._steps.get(transition)
        if step is None:
            step = self._steps[transition] = self._made(transition, self._taken)
        facts, projection = self._facts, self._projection
        facts.change(step.written, step.rename)
        facts.add(*step.facts)
        stuck = projection.forget(facts, step.dead)
        if stuck:
            projection.weaken(facts, stuck)
        touched = (*transition.updates, *sorted(transition.reads(), key=by_number))
        useless = [x for x in dict.fromkeys(touched) if x not in kept]
        projection.forget_if_possible(facts, useless)
        return facts.term()


def _first(assertions: Sequence[Term], provers: MakeProver, left: Deadline) -> int | None:
    """Where the assertions start to be false, if the last one is; each follows from the one
    before, so halving the distance finds the place."""
    if not _is_false(assertions[-1], provers, left()):
        return None
    low, high = 0, len(assertions) - 1
    while low < high:
        middle = (low + high) // 2
        with allowed(OPTIONAL):
            is_false = _is_false(assertions[middle], provers, left())
        if is_false:
            high = middle
        else:
            low = middle + 1
    return high


def _is_false(assertion: Term, provers: MakeProver, seconds: float) -> bool:
    """Whether it is shown that the assertion cannot hold."""
    if assertion is TRUE or assertion is FALSE:
        return assertion is FALSE
    return isinstance(provers((assertion,)).check((assertion,), seconds=seconds), Unsat)


def _opposite(conjunction: Term) -> Term:
    """The negation, with the disjunction outside."""
    if conjunction.operator != "and":
        return not_(conjunction)
    return or_(*[not_(part) for part in conjunction.arguments])
