"""What predicates say after a block: the abstract successors of predicate analysis.

Comes in: a formula that holds before a block, and predicates to speak of afterwards. Goes out: the
abstraction of the strongest postcondition. Most of it is seen without a solver: a predicate that
the block does not touch keeps its value. What has to be asked is split into parts that share no
variables, and each part is asked once, wherever in the program it occurs again.

To leave out conjuncts that share no variable with a question is exact as long as they can be true,
which the formulas of abstract states can; it is sound in any case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.domains.abstraction import Premises, combined_already
from maul.domains.clauses import Combination, clauses
from maul.domains.witnesses import Witnesses
from maul.logic.build import FALSE, TRUE, Term, and_, not_
from maul.logic.free import free_symbols
from maul.logic.walk import conjuncts
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maul.domains.abstraction import Abstraction
    from maul.domains.questions import Questions
    from maul.logic.trace import Block


@node
class PostQuestion:
    """What is asked together: conjuncts that hold before, guards of the block, and predicates with
    what they mean before the block."""

    given: list[Term]
    guards: tuple[Term, ...]
    predicates: dict[Term, Term]


class AbstractPost:
    """Abstract successors, computed once each."""

    def __init__(self, abstraction: Abstraction, questions: Questions) -> None:
        self.computed = 0
        self._abstraction = abstraction
        self._questions = questions
        self._posts: dict[tuple[Term, Block, tuple[Term, ...]], Term] = {}
        self._witnesses = Witnesses()
        self._clauses: dict[tuple[Term, tuple[Term, ...]], Term] = {}
        self._answers: dict[tuple[object, ...], Term] = {}
        self._before: dict[tuple[Block, Term], Term] = {}

    def __call__(
        self, formula: Term, decided: frozenset[Term], block: Block, predicates: tuple[Term, ...]
    ) -> Term:
        """What the predicates say after a block from states in which a formula holds. Of the
        ``decided`` predicates those that follow are conjuncts of the formula."""
        key = (formula, block, predicates)
        found = self._posts.get(key)
        if found is None:
            self.computed += 1
            found = self._posts[key] = self._post(formula, decided, block, predicates)
        return found

    def _post(
        self, formula: Term, decided: frozenset[Term], block: Block, predicates: tuple[Term, ...]
    ) -> Term:
        given = dict.fromkeys(conjuncts(formula))
        guards = [guard for guard in block.transition.guards if guard not in given]
        if any(guard is FALSE or not_(guard) in given for guard in guards):
            return FALSE
        following: dict[Term, Term] = {}  # a predicate: it or its negation
        open_: dict[Term, Term] = {}
        for predicate in predicates:
            before = self._meaning_before(block, predicate)
            if before is TRUE or before in given:
                following[predicate] = predicate
            elif before is FALSE or not_(before) in given:
                following[predicate] = not_(predicate)
            else:
                open_[predicate] = before
        lasting = frozenset(p for p in following.values() if p in given)
        others: list[Term] = []
        for part in parts(given, guards, open_):
            if not part.guards and all(term in decided for term in part.predicates.values()):
                # No literal is known of these before, and none is learnt.
                more = [term for term in part.given if term not in decided]
                if not more or combined_already(more, part.predicates, lasting):
                    others += more
                    continue
            answer = self._answer(part, block, lasting.intersection(part.given))
            if answer is FALSE:
                return FALSE
            for literal in conjuncts(answer):
                if literal in part.predicates:
                    following[literal] = literal
                elif not_(literal) in part.predicates:
                    following[not_(literal)] = literal
                else:
                    others.append(literal)
        # In the order of the predicates: the same set is the same formula.
        return and_(*(following[p] for p in predicates if p in following), *others)

    def _answer(self, part: PostQuestion, block: Block, lasting: frozenset[Term]) -> Term:
        """What a part says of its predicates; ``lasting`` is what holds before and afterwards."""
        meanings = part.predicates
        key = (tuple(part.given), part.guards, tuple(meanings), tuple(meanings.values()), lasting)
        found = self._answers.get(key)
        if found is None:
            prover = (
                self._questions.prover_for_block(block)
                if part.guards
                else self._questions.prover_for((*part.given, *part.predicates.values()))
            )
            prover.push()
            for term in part.given:
                prover.assert_(term)
            terms = (*part.given, *part.guards)
            premises = Premises(prover, terms, lasting, self._questions.ask, self._witnesses)
            found = self._abstraction(premises, part.predicates)
            prover.pop()
            found = self._answers[key] = self._in_clauses(found, tuple(part.predicates))
        return found

    def _in_clauses(self, found: Term, predicates: tuple[Term, ...]) -> Term:
        """What predicates say, with clauses for what is no literal."""
        literals = [p for p in conjuncts(found) if p in predicates or not_(p) in predicates]
        others = and_(*(part for part in conjuncts(found) if part not in literals))
        if others is TRUE:
            return found
        key = (found, predicates)
        if key not in self._clauses:
            prover, ask = self._questions.prover_for(predicates), self._questions.ask
            combination = Combination(others, predicates, literals)
            made = clauses(prover, ask, combination, self._witnesses)
            self._clauses[key] = and_(*literals, made)
        return self._clauses[key]

    def _meaning_before(self, block: Block, predicate: Term) -> Term:
        """A predicate about the values after a block as one about the values before."""
        found = self._before.get((block, predicate))
        if found is None:
            found = self._before[block, predicate] = block.transition.before(predicate)
        return found


def parts(
    given: Iterable[Term], guards: list[Term], predicates: Mapping[Term, Term]
) -> list[PostQuestion]:
    """The questions that share no variables, the one about the guards first: these stay together,
    since the prover of a block knows all of them. What is given beside that is left out."""
    classes = _Classes()
    for term in (*given, *predicates.values()):
        classes.join(free_symbols(term))
    guarded = tuple(dict.fromkeys(symbol for guard in guards for symbol in free_symbols(guard)))
    classes.join(guarded)
    found: dict[Term | None, PostQuestion] = {}
    if guards:
        found[classes.of(guarded)] = PostQuestion([], tuple(guards), {})
    for predicate, term in predicates.items():
        part = found.setdefault(classes.of(free_symbols(term)), PostQuestion([], (), {}))
        part.predicates[predicate] = term
    for term in given:
        home = classes.of(free_symbols(term))
        if home in found:
            found[home].given.append(term)
    return list(found.values())


class _Classes:
    """Symbols that occur together, directly or by others."""

    def __init__(self) -> None:
        self._parents: dict[Term, Term] = {}

    def of(self, symbols: tuple[Term, ...]) -> Term | None:
        """What stands for the class of symbols that have been joined; None without symbols."""
        if not symbols:
            return None
        at = symbols[0]
        while (parent := self._parents.setdefault(at, at)) is not at:
            self._parents[at] = at = self._parents[parent]
        return at

    def join(self, symbols: tuple[Term, ...]) -> None:
        """Let symbols be in one class."""
        first = self.of(symbols)
        for symbol in symbols[1:]:
            other = self.of((symbol,))
            if first is not None and other is not None:
                self._parents[other] = first
