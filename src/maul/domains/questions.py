"""Questions that the abstract states of one program give rise to, each asked once.

Comes in: formulas and blocks, and how to make a prover for terms. Goes out: what is shown; what a
prover gives up on is not. Provers are kept: one for entailments in each theory, and one for each of
the blocks that were last asked about, which knows the block's guards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.errors import LimitReached
from maul.logic.build import FALSE, TRUE, Term, not_
from maul.logic.free import free_symbols
from maul.logic.walk import conjuncts, disjuncts, is_nonlinear, subterms
from maul.smt.allowance import A_SECOND, allowed
from maul.smt.protocols import GaveUp, Sat, Unsat, smaller

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.logic.trace import Block
    from maul.logic.values import Value
    from maul.run import Run
    from maul.smt.protocols import Answer, MakeProver, Prover

PATIENCE = 5.0  # seconds for one question
LITTLE_PATIENCE = A_SECOND // 5  # steps for one that can be left open
MOST_BLOCKS = 200  # provers of blocks that are kept


class Questions:
    """Provers and what they have answered."""

    def __init__(self, make_prover: MakeProver, run: Run) -> None:
        self._make = make_prover
        self._run = run
        self._theories: dict[Term, frozenset[object]] = {}
        self._provers: dict[frozenset[object], Prover] = {}
        self._blocks: dict[Block, Prover] = {}
        self._known: dict[tuple[Term, Term], bool] = {}

    def entails(self, premise: Term, conclusion: Term, patience: float = PATIENCE) -> bool:
        """Whether it is shown that the conclusion follows, within some seconds."""
        if premise is conclusion or premise is FALSE or conclusion is TRUE:
            return True
        if premise is TRUE or conclusion is FALSE:
            return False  # abstract states have a model, and predicates say something
        known = self._known.get((premise, conclusion))
        if known is None:
            given = frozenset(conjuncts(premise))
            open_ = [part for part in conjuncts(conclusion) if part not in given]
            known = all(self._follows(premise, given, part, patience) for part in open_)
            if known or patience >= PATIENCE:
                self._known[premise, conclusion] = known
        return known

    def _follows(self, premise: Term, given: frozenset[Term], part: Term, patience: float) -> bool:
        if not_(part) in given:
            return False
        if part.operator == "or" and any(choice in given for choice in disjuncts(part)):
            return True
        prover = self.prover_for((premise, part))
        prover.push()
        prover.assert_(premise)
        prover.assert_(not_(part))
        answer = self.ask(prover, patience=patience)
        prover.pop()
        return isinstance(answer, Unsat)

    def model(self, term: Term) -> Mapping[Term, Value] | GaveUp | None:
        """Values under which a term is true, None when it is shown that there are none; not much
        depends on it."""
        prover = self.prover_for((term,))
        prover.push()
        prover.assert_(term)
        with allowed(LITTLE_PATIENCE):
            answer = prover.check(seconds=smaller(self._run.left(), PATIENCE))
        found: Mapping[Term, Value] | GaveUp | None = None
        if isinstance(answer, Sat):
            found = {symbol: answer.model.value(symbol) for symbol in free_symbols(term)}
        elif isinstance(answer, GaveUp):
            found = answer
        prover.pop()
        return found

    def prover_for_block(self, block: Block) -> Prover:
        """A prover that knows the guards of a block."""
        found = self._blocks.pop(block, None)
        if found is None:
            if len(self._blocks) >= MOST_BLOCKS:
                self._blocks.pop(next(iter(self._blocks))).close()
            transition = block.transition
            found = self._make((*transition.guards, *transition.updates.values()))
            for guard in transition.guards:
                found.assert_(guard)
        self._blocks[block] = found  # the last one asked about is the last to go
        return found

    def ask(
        self, prover: Prover, assumptions: tuple[Term, ...] = (), patience: float = PATIENCE
    ) -> Answer:
        """What a prover says within its time."""
        self._run.tick()
        left = self._run.left()
        seconds = patience if left is None else min(left, patience)
        answer = prover.check(assumptions, seconds=seconds)
        if isinstance(answer, GaveUp) and seconds < patience:
            raise LimitReached("time limit")
        return answer

    def prover_for(self, terms: tuple[Term, ...]) -> Prover:
        """The prover for the theories of terms; whoever asks leaves it as it was."""
        theories = frozenset().union(*(self._theories_in(term) for term in terms))
        found = self._provers.get(theories)
        if found is None:
            found = self._provers[theories] = self._make(terms)
        return found

    def _theories_in(self, term: Term) -> frozenset[object]:
        """What decides which prover suits: the sorts, and whether it is all linear."""
        found = self._theories.get(term)
        if found is None:
            parts = subterms(term)
            found = frozenset((*(p.sort for p in parts), any(map(is_nonlinear, parts))))
            self._theories[term] = found
        return found
