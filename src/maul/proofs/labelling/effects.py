"""What single steps of the program do to values, each kind of step worked out once.

Comes in: a point, an edge that leaves it, and the values there, terms over what was before. Goes
out: what the step demands and changes with these values, as far as rewriting finds out; constants
are computed by the functions that build terms. A step reads few variables, and these have the same
few values over and over: what it does is remembered for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.encode.state import State
from maul.encode.steps import take
from maul.logic.build import TRUE, Term
from maul.logic.free import free_symbols
from maul.logic.rebuild import rebuild
from maul.logic.walk import Substitution, has_quantifier, subterms
from maul.node import node

if TYPE_CHECKING:
    from maul.cfa.calls import Point, Points
    from maul.cfa.model import Edge
    from maul.encode.state import Layout

Values: TypeAlias = dict[Term, Term]
"""What variables hold; one that is not among them holds what it held in the beginning, itself."""

MOST_KNOWN = 1 << 12  # results that are remembered of one step


class Ungrounded(Exception):
    """A label speaks of a symbol that is no variable of the program."""


@node
class Outcome:
    """A step with given values: the condition under which it is taken, the new values, what must
    hold for the encoding to be right, and what holds in every execution that takes the step."""

    condition: Term
    updates: tuple[tuple[Term, Term], ...]
    limits: Term
    facts: tuple[Term, ...]
    plain: bool  # nothing is demanded, and no fact is told


def _outcome(
    condition: Term,
    updates: tuple[tuple[Term, Term], ...],
    limits: Term,
    facts: tuple[Term, ...],
) -> Outcome:
    facts = tuple([fact for fact in facts if fact is not TRUE])
    plain = condition is TRUE and limits is TRUE and not facts
    return Outcome(condition, updates, limits, facts, plain)


class Effect:
    """One step, over the values before it; those that it ``reads``, those that decide whether it is
    made, and whether it chooses an arbitrary value."""

    __slots__ = (
        "_inner",
        "_known",
        "_leaves",
        "_plain",
        "_roots",
        "chooses",
        "decides",
        "general",
        "reads",
    )

    def __init__(self, general: Outcome, inputs: tuple[Term, ...]) -> None:
        self.general = general
        self.chooses = bool(inputs)
        roots = (general.condition, *(term for _, term in general.updates))
        self._roots = (*roots, general.limits, *general.facts)
        demanded = (general.condition, general.limits, *general.facts)
        self.decides = tuple(dict.fromkeys(s for term in demanded for s in free_symbols(term)))
        self.reads = tuple(dict.fromkeys(s for term in self._roots for s in free_symbols(term)))
        self._plain = not any(map(has_quantifier, self._roots))
        parts = subterms(*self._roots) if self._plain else []
        self._leaves = {part: part for part in parts if not part.arguments}
        self._inner = tuple((part, part.arguments) for part in parts if part.arguments)
        self._known: dict[Term | tuple[Term, ...], Outcome] = {}

    def outcome(self, values: Values) -> Outcome:
        """What the step does with given values."""
        reads = self.reads
        if len(reads) == 1:
            key: Term | tuple[Term, ...] = values.get(reads[0], reads[0])
        elif reads:
            key = tuple([values.get(each, each) for each in reads])
        else:
            return self.general
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[key] = self._worked_out(values)
        return found

    def _worked_out(self, values: Values) -> Outcome:
        """The terms of the step with the values in the place of the variables."""
        general = self.general
        if self._plain:
            known = self._leaves.copy()
            for each in self.reads:
                known[each] = values.get(each, each)
            for part, old in self._inner:
                arguments = tuple([known[argument] for argument in old])
                known[part] = part if arguments == old else rebuild(part, arguments)
            terms = [known[root] for root in self._roots]
        else:
            terms = list(map(Substitution(values), self._roots))
        count = len(general.updates)
        changed = tuple(
            (held, new) for (held, _), new in zip(general.updates, terms[1:], strict=False)
        )
        return _outcome(terms[0], changed, terms[1 + count], tuple(terms[2 + count :]))


class StepEffects:
    """The steps of one program, each worked out when it is first made. No label may speak of the
    arbitrary values that they choose, so ``spoken_of`` is what labels do speak of."""

    def __init__(self, points: Points, layout: Layout, spoken_of: frozenset[Term]) -> None:
        self._points = points
        self._layout = layout
        self._spoken_of = spoken_of
        self._made: dict[tuple[Point, Edge], Effect] = {}
        self.inputs: set[Term] = set()  # the symbols that were made for arbitrary values

    def of(self, point: Point, edge: Edge) -> Effect:
        """What an edge from a point does; ``Unsupported`` when it has no encoding."""
        found = self._made.get((point, edge))
        if found is None:
            found = self._made[point, edge] = self._effect(point, edge)
        return found

    def _effect(self, point: Point, edge: Edge) -> Effect:
        state = State(self._layout)
        taken = take(self._points, point, edge, state)
        demand_grounded(taken.inputs, self._spoken_of)
        updates = tuple((held, new) for held, new in state.values.items() if new is not held)
        self.inputs.update(taken.inputs)
        return Effect(_outcome(taken.condition, updates, taken.limits, taken.facts), taken.inputs)


def demand_grounded(inputs: tuple[Term, ...] | frozenset[Term], spoken_of: frozenset[Term]) -> None:
    """Refuse labels that speak of what was chosen on the way."""
    if not spoken_of.isdisjoint(inputs):
        raise Ungrounded("a label speaks of an arbitrary value that is none of a variable")
