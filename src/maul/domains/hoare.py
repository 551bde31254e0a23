"""Hoare triples over blocks: what holds after a block when some predicates hold before it.

Comes in: predicates that hold together, a block, and candidates. Goes out: the candidates that hold
afterwards, or that nothing is possible. Most of it is seen without a solver: what the block does
not touch keeps holding, and what shares no variable with anything known cannot begin to hold. The
rest is asked once, whatever the place of the program: blocks that do the same are one letter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.abstract_post import parts
from maul.domains.abstraction import implied
from maul.logic.build import FALSE, TRUE, Term, not_
from maul.logic.terms import by_number
from maul.logic.walk import conjuncts, speak_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from maul.domains.abstract_post import PostQuestion
    from maul.domains.questions import Questions
    from maul.logic.trace import Block
    from maul.logic.transition import Transition


class Triples:
    """Hoare triples, each decided once. ``asked`` counts those that needed a solver."""

    def __init__(self, questions: Questions) -> None:
        self.asked = 0
        self._questions = questions
        self._letters: dict[object, Transition] = {}
        self._letter_of: dict[Transition, Transition] = {}
        self._before: dict[tuple[Transition, Term], Term] = {}
        self._answers: dict[tuple[object, ...], list[Term] | None] = {}

    def letter(self, block: Block) -> Transition:
        """What a block does, the same object for all blocks that do the same."""
        transition = block.transition
        found = self._letter_of.get(transition)
        if found is None:
            updates = frozenset(transition.updates.items())
            content = (transition.guards, updates, transition.inputs)
            found = self._letters.setdefault(content, transition)
            self._letter_of[transition] = found
        return found

    def following(
        self, known: frozenset[Term], block: Block, candidates: Collection[Term], *, closed: bool
    ) -> frozenset[Term] | None:
        """The candidates that hold after a block when all that is known holds before; None when
        the block cannot be taken then. What is known is ``closed`` when every candidate that
        follows from it is in it."""
        transition = self.letter(block)
        if speak_of(transition.inputs, (*known, *candidates)):
            return frozenset()  # a variable is called like an input
        ordered = sorted(known, key=by_number)
        given = dict.fromkeys(part for term in ordered for part in conjuncts(term))
        guards = [guard for guard in transition.guards if guard not in given]
        if any(guard is FALSE or not_(guard) in given for guard in guards):
            return None
        holding: set[Term] = set()
        open_: dict[Term, Term] = {}
        for candidate in candidates:
            before = self._meaning_before(transition, candidate)
            if before is TRUE or all(part in given for part in conjuncts(before)):
                holding.add(candidate)
            elif before is not FALSE:
                open_[candidate] = before
        for part in parts(given, guards, open_):
            if not part.guards and closed:
                for candidate in [c for c, before in part.predicates.items() if c is before]:
                    del part.predicates[candidate]  # untouched, and it did not hold before
            if part.predicates or (part.guards and part.given):
                answer = self._answer(part, block)
                if answer is None:
                    return None
                holding.update(answer)
        return frozenset(holding)

    def _answer(self, part: PostQuestion, block: Block) -> list[Term] | None:
        """Which predicates of a part follow from what it gives; None when everything does."""
        # The prover of a block knows all its guards, also those that are given.
        guards = block.transition.guards if part.guards else ()
        key = (frozenset(part.given), guards, tuple(part.predicates.items()))
        if key not in self._answers:
            self.asked += 1
            terms = (*part.given, *part.predicates.values())
            prover = (
                self._questions.prover_for_block(block)
                if part.guards
                else self._questions.prover_for(terms)
            )
            prover.push()
            for term in part.given:
                prover.assert_(term)
            self._answers[key] = implied(prover, part.predicates, self._questions.ask)
            prover.pop()
        return self._answers[key]

    def _meaning_before(self, transition: Transition, predicate: Term) -> Term:
        """A predicate about the values after a block as one about the values before."""
        found = self._before.get((transition, predicate))
        if found is None:
            found = self._before[transition, predicate] = transition.before(predicate)
        return found
