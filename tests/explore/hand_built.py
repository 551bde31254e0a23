"""Graphs and blocks made by hand or at random, over so few states that all can be tried.

``VARIABLES`` are two numbers of two bits; a state is a value for each. ``executed`` follows blocks
from all states at once, without a solver.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate import protocol
from maul.logic.build import FALSE, bit_vector, bv_add, bv_ule, equal, not_, symbol
from maul.logic.evaluate import evaluate, holds
from maul.logic.sorts import BitVec
from maul.logic.trace import Block
from maul.logic.transition import Transition
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    from maul.logic.graph import Graph
    from maul.logic.terms import Term

State: TypeAlias = tuple[int, ...]

BITS = 2
VARIABLES = tuple(symbol(name, BitVec(BITS)) for name in "xy")
INPUT = symbol("chosen", BitVec(BITS))
NUMBERS = range(1 << BITS)
ALL: frozenset[State] = frozenset(product(NUMBERS, repeat=len(VARIABLES)))
ERROR = "error"


class HandBuilt:
    """A graph of given blocks that starts at 0; nothing may arrive at ``ERROR``."""

    def __init__(self, *blocks: Block) -> None:
        self.start = 0
        self.blocks = blocks

    def leaving(self, place: Hashable) -> tuple[Block, ...]:
        """The blocks from a place."""
        return tuple(block for block in self.blocks if block.source == place)

    def is_error(self, place: Hashable) -> bool:
        """Whether nothing may arrive there."""
        return place == ERROR


# ---- random ----


def number(value: int) -> Term:
    """A constant."""
    return bit_vector(value, BITS)


def operand(random: Random, *more: Term) -> Term:
    """A variable or a constant."""
    return random.choice((*VARIABLES, *more, number(random.choice(NUMBERS))))


def atom(random: Random, *more: Term) -> Term:
    """A comparison of a variable."""
    left = random.choice(VARIABLES)
    made = random.choice((equal, bv_ule))(left, operand(random, *more))
    return random.choice((made, not_(made)))


def transition_of(random: Random) -> Transition:
    """Some guards and updates, with an input now and then."""
    more = (INPUT,) if random.random() < 0.3 else ()
    guards = tuple(atom(random, *more) for _ in range(random.choice((0, 0, 1, 1, 2))))
    written = random.sample(VARIABLES, random.choice((0, 1, 1, 2)))
    updates = {x: bv_add(operand(random, *more), operand(random)) for x in written}
    return Transition(guards, updates, more)


def blocks_of(random: Random, places: int, across: int = 2, errors: int = 2) -> tuple[Block, ...]:
    """Blocks between places that are numbered from 0, in a ring so that most are passed, with at
    most so many more across, and one guarded one to the error, or at most so many."""
    pairs = [(place, (place + 1) % places) for place in range(places)]
    pairs += [
        (random.randrange(places), random.randrange(places))
        for _ in range(random.randint(0, across))
    ]
    found = [Block(source, target, transition_of(random)) for source, target in pairs]
    if random.random() < 0.7:
        start = {x: number(random.choice(NUMBERS)) for x in VARIABLES}
        found[0] = Block(*pairs[0], Transition((), start, ()))
    for _ in range(random.randint(1, errors)):
        guards = (atom(random), atom(random))
        found.append(Block(random.randrange(places), ERROR, Transition(guards, {}, ())))
    return tuple(random.sample(found, len(found)))


# ---- all that can happen ----


def values_of(state: State) -> dict[Term, int]:
    """The values of the variables in a state."""
    return dict(zip(VARIABLES, state, strict=True))


def true_in(formula: Term, state: State) -> bool:
    """Whether a formula over the variables holds in a state."""
    return holds(formula, values_of(state))


@cache
def _steps(transition: Transition) -> dict[State, frozenset[State]]:
    """From each state the states that a transition leads to."""
    found: dict[State, set[State]] = {state: set() for state in ALL}
    for state, chosen in product(ALL, NUMBERS):
        values = {**values_of(state), INPUT: chosen}
        if all(holds(guard, values) for guard in transition.guards):
            updates = transition.updates
            after = tuple(int(str(evaluate(updates.get(x, x), values))) for x in VARIABLES)
            found[state].add(after)
    return {state: frozenset(after) for state, after in found.items()}


def step(states: Iterable[State], block: Block) -> frozenset[State]:
    """The states after a block."""
    steps = _steps(block.transition)
    return frozenset(after for state in states for after in steps[state])


def executed(word: Iterable[Block], states: frozenset[State] = ALL) -> frozenset[State]:
    """The states after a word; none when it cannot be executed."""
    for block in word:
        states = step(states, block)
    return states


def words(graph: Graph, longest: int) -> Iterator[tuple[Block, ...]]:
    """All words from the start up to a length, shorter ones first."""
    level: list[tuple[tuple[Block, ...], Hashable]] = [((), graph.start)]
    for _ in range(longest + 1):
        yield from (word for word, _ in level)
        level = [
            ((*word, block), block.target) for word, at in level for block in graph.leaving(at)
        ]


def error_words(graph: Graph, longest: int) -> list[tuple[Block, ...]]:
    """All words to an error up to a length, shorter ones first."""
    return [w for w in words(graph, longest) if w and graph.is_error(w[-1].target)]


def is_safe(graph: Graph) -> bool:
    """Whether no execution gets to an error."""
    reached: dict[Hashable, frozenset[State]] = {graph.start: ALL}
    waiting = [graph.start]
    while waiting:
        place = waiting.pop()
        for block in graph.leaving(place):
            known = reached.get(block.target, frozenset())
            after = step(reached[place], block) | known
            if after != known:
                reached[block.target] = after
                waiting.append(block.target)
    return not any(graph.is_error(place) for place in reached)


# ---- proofs ----


def not_inductive(blocks: Sequence[Block], labels: Mapping[Hashable, Term]) -> list[Block]:
    """The blocks from a label for which a solver does not show that they lead to one, if
    anywhere; an error or another place without a label is never to be reached."""
    prover = Z3Prover()
    return [
        block
        for block in blocks
        if not protocol.holds(
            prover,
            labels.get(block.source, FALSE),
            block.transition,
            labels.get(block.target, FALSE),
        )
    ]
