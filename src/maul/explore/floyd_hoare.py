"""The Floyd-Hoare automaton of a refuted trace: all words that its assertions refute.

Comes in: the blocks of a trace, its assertions, and who decides Hoare triples. Goes out: a
deterministic automaton over blocks, made as far as it is asked for. A state is the set of
assertions that are known to hold; the letter of a block leads to the set of those that hold
afterwards; where nothing can hold, the word is refuted, whatever comes after it [HHP09].

Three ways to generalise from the trace. ``TRACE`` has the edges of the trace only. ``EAGER`` has an
edge from one assertion to another wherever the Hoare triple holds. ``LAZY`` decides the triple with
all that is known before, which is the strongest, for the states that are met. Each has the edges of
the one before.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from maul.logic.build import FALSE, TRUE, Term, and_, not_, or_
from maul.logic.evaluate import Undetermined, evaluate
from maul.logic.free import free_symbols
from maul.logic.terms import by_number
from maul.logic.walk import conjuncts
from maul.smt.protocols import GaveUp

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from maul.domains.hoare import Triples
    from maul.domains.questions import Questions
    from maul.logic.trace import Block
    from maul.logic.transition import Transition
    from maul.logic.values import Value

State: TypeAlias = frozenset[Term]
"""What is known to hold; the empty set is the first state."""

NOTHING: State = frozenset()


class Generalisation(Enum):
    """Which edges there are beside those of the trace."""

    TRACE = "trace"
    EAGER = "eager"
    LAZY = "lazy"


class FloydHoare:
    """The automaton of one trace. ``predicates`` are its assertions, or their conjuncts."""

    def __init__(
        self,
        blocks: Sequence[Block],
        assertions: Sequence[Term],
        triples: Triples,
        generalisation: Generalisation = Generalisation.LAZY,
        parts: Callable[[Term], tuple[Term, ...]] = conjuncts,
    ) -> None:
        sequence = [_state(assertion, parts) for assertion in assertions]
        found = dict.fromkeys(p for assertion in assertions for p in parts(assertion))
        self.predicates = tuple(p for p in found if p not in (TRUE, FALSE))
        self._triples = triples
        self._generalisation = generalisation
        self._by_letter: dict[Transition, dict[State, State | None]] = {}
        self._successors: dict[Block, dict[State, State | None]] = {}
        # The triples of the trace itself, which the refuter has shown.
        self._trace: dict[Transition, list[tuple[State, State | None]]] = {}
        for before, block, after in zip(sequence, blocks, sequence[1:], strict=False):
            if before is not None:
                self._trace.setdefault(triples.letter(block), []).append((before, after))

    def successor(self, state: State, block: Block) -> State | None:
        """The state after a block; None where the word is refuted."""
        known = self._successors.get(block)
        if known is None:
            # Blocks that do the same share what is known.
            letter = self._triples.letter(block)
            known = self._successors[block] = self._by_letter.setdefault(letter, {})
        if state not in known:
            known[state] = self._successor(state, block)
        return known[state]

    def refutes(self, word: Sequence[Block]) -> bool:
        """Whether a word is in the language."""
        state = NOTHING
        for block in word:
            after = self.successor(state, block)
            if after is None:
                return True
            state = after
        return False

    def _successor(self, state: State, block: Block) -> State | None:
        along = self._along(state, block)
        if along is None or self._generalisation is Generalisation.TRACE:
            return along
        if self._generalisation is Generalisation.LAZY:
            found = self._following(state, block, closed=True)
            return None if found is None else found | along
        each = [frozenset((p,)) for p in sorted(state, key=by_number)]
        for alone in (NOTHING, *each):
            found = self._following(alone, block, closed=False)
            if found is None:
                return None
            along |= found
        return along

    def _along(self, state: State, block: Block) -> State | None:
        """What the trace itself says."""
        found: set[Term] = set()
        for before, after in self._trace.get(self._triples.letter(block), ()):
            if before <= state:
                if after is None:
                    return None
                found |= after
        return frozenset(found)

    def _following(self, state: State, block: Block, *, closed: bool) -> State | None:
        return self._triples.following(state, block, self.predicates, closed=closed)


def _state(assertion: Term, parts: Callable[[Term], tuple[Term, ...]]) -> State | None:
    """An assertion as a state; None for false."""
    if assertion is FALSE:
        return None
    return frozenset(p for p in parts(assertion) if p is not TRUE)


class Unification:
    """Predicates that say the same become one: the first of them that was met. Only those over the
    same variables are compared. A model that tells a predicate from another one mostly tells it
    from many."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._known: dict[Term, Term] = {TRUE: TRUE, FALSE: FALSE}
        self._met: dict[frozenset[Term], list[Term]] = {}

    def __call__(self, predicate: Term) -> Term:
        """What stands for a predicate."""
        found = self._known.get(predicate)
        if found is None:
            met = self._met.setdefault(frozenset(free_symbols(predicate)), [])
            found = self._equal_one(predicate, met)
            if found is None:
                met.append(found := predicate)
            self._known[predicate] = found
        return found

    def _equal_one(self, predicate: Term, met: list[Term]) -> Term | None:
        """One of those met that says the same."""
        candidates = met
        while candidates:
            other, *candidates = candidates
            for one, value in (
                (and_(predicate, not_(other)), False),
                (and_(not_(predicate), other), True),
            ):
                model = self._questions.model(one)
                if isinstance(model, GaveUp):
                    return None  # it is of no great use, and the next questions are as hard
                if model is not None:
                    candidates = [c for c in candidates if _value(c, model) is not value]
                    break
            else:
                return other
        return None


def _value(predicate: Term, model: Mapping[Term, Value]) -> Value | None:
    """The value of a predicate under a model, as far as it is known."""
    try:
        return evaluate(predicate, model)
    except Undetermined:
        return None


def whole(assertion: Term) -> tuple[Term, ...]:
    """An assertion as one predicate."""
    return (assertion,)


def by_place(places: Sequence[Hashable], assertions: Sequence[Term]) -> tuple[Term, ...]:
    """For assertions that prove their path program: at each place the disjunction of those there,
    which is inductive along every path through the places."""
    labels: dict[Hashable, Term] = {}
    for place, assertion in zip(places, assertions, strict=True):
        labels[place] = or_(labels.get(place, FALSE), assertion)
    return tuple(labels[place] for place in places)
