"""Interpolants that are restricted to a language, or that there are none.

Comes in: parts whose conjunction is unsatisfiable. Goes out: a sequence of interpolants in L(k)
[McMillan06, sec. 2], or that the parts have none: both are decided, so that a language is only left
for a larger one when it is the reason.

The parts are taken apart: each gets copies of the symbols and functions of its own. Without a word
from one to the next they can all be true, each by itself. At each cut formulas over its vocabulary
go from left to right: ``l`` on the right if ``l`` on the left, for as many literals ``l`` of L(k)
as are needed. A model shows at which cut a literal is missing, one that tells what is on the left
from what is on the right (``telling_apart``). When no literal of L(k) does so at any cut, no
formula of L(k) does, and a model of parts that agree on L(k) shows that there are no interpolants:
they would lead from the first of these states to the last. When there is no model any more, there
are interpolants over the literals (``chain``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.farkas.chain import Chain
from maul.interpolate.farkas.columns import Meaning, TooMany
from maul.interpolate.farkas.copies import Copy, depth, states, tie, vocabularies
from maul.interpolate.farkas.telling_apart import NotDecided, telling_apart
from maul.logic.build import Term, implies, not_, symbol
from maul.logic.sorts import BOOL
from maul.node import node
from maul.smt.cores import smaller_core
from maul.smt.protocols import TIME_LIMIT, GaveUp, Unsat
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.interpolate.farkas.languages import Language
    from maul.smt.protocols import Answer

NO_INTERPOLANT = GaveUp("there is no interpolant in the language")


@node
class _Word:
    """A literal that goes from left to right at a cut, when its guard is assumed."""

    cut: int
    literal: Term
    guard: Term


class Separated:
    """Parts that know of each other only what a language tells. May be asked for one language after
    the other: what was found for a smaller one is kept. ``literals`` of the language of now that
    were of use to other parts are told at first; those that these parts need are added."""

    def __init__(self, parts: Sequence[Term], literals: dict[Term, None]) -> None:
        self._parts = tuple(parts)
        self._vocabularies = vocabularies(parts)
        self._copies = [Copy(place, part) for place, part in enumerate(parts, 1)]
        self._words: list[_Word] = []
        self._states: list[tuple[Meaning, Meaning]] | None = None
        self._prover = Z3Prover()
        for copy, part in zip(self._copies, parts, strict=True):
            self._prover.assert_(copy.term(part))
        tied = [
            (cut, term)
            for cut, vocabulary in enumerate(self._vocabularies)
            for term in (*vocabulary.symbols, *vocabulary.terms)
        ]
        self._ties = [
            tie(self._prover, term, f"tie {cut} {term.number}", self._copies[cut : cut + 2])
            for cut, term in tied
        ]
        self._depths = [depth(term) for _, term in tied]
        self._literals = literals
        for cut, vocabulary in enumerate(self._vocabularies):
            for literal in literals:
                if vocabulary.has(literal):
                    self._say(cut, literal)

    def interpolants(
        self, language: Language, left: Callable[[], float]
    ) -> tuple[Term, ...] | GaveUp:
        """The interpolants in a language; ``NO_INTERPOLANT`` if it is shown that there are none."""
        try:
            while left() > 0:
                if self._states is None:
                    found = self._model(left)
                    if isinstance(found, Unsat):
                        return self._from(found.core, left)
                    if isinstance(found, GaveUp):
                        return found
                    self._states = states(self._copies, self._vocabularies, found.model)
                if not self._say_more(self._states, language, left):
                    return NO_INTERPOLANT
                self._states = None
        except TooMany:
            return GaveUp(f"too many terms in L({language.k})")
        except NotDecided as stuck:
            return GaveUp(str(stuck))
        except ValueError as inexact:  # of a model that has no finite description
            return GaveUp(str(inexact))
        return TIME_LIMIT

    def _model(self, left: Callable[[], float]) -> Answer:
        """A model in which the sides of the cuts agree on what they need not disagree about, best
        on what is seen by most literals; a core of words alone if there is none."""
        levels = dict.fromkeys(range(len(self._ties)), 0)
        words = [word.guard for word in self._words]
        while True:
            tied = {
                self._ties[place][level]: place
                for place, level in levels.items()
                if level < len(self._ties[place])
            }
            answer = self._prover.check((*words, *tied), core=True, seconds=left())
            if not isinstance(answer, Unsat):
                return answer
            loose = [tied[guard] for guard in answer.core if guard in tied]
            if not loose:
                return answer
            deepest = max([self._depths[place] for place in loose])
            for place in loose:
                levels[place] += self._depths[place] == deepest

    def _say_more(
        self,
        states: Sequence[tuple[Meaning, Meaning]],
        language: Language,
        left: Callable[[], float],
    ) -> bool:
        """Let a literal through where one tells the sides of a cut apart."""
        said = False
        for cut, (vocabulary, sides) in enumerate(zip(self._vocabularies, states, strict=True)):
            literal = telling_apart(vocabulary, sides, language, left)
            if literal is not None:
                said = True
                self._say(cut, literal)
                self._say(cut, not_(literal))
        return said

    def _say(self, cut: int, literal: Term) -> None:
        guard = symbol(f"word {len(self._words)}", BOOL)
        self._words.append(_Word(cut, literal, guard))
        copies = [each.term(literal) for each in self._copies[cut : cut + 2]]
        for each in self._copies[cut : cut + 2]:
            each.speaks_of(literal)
        self._prover.assert_(implies(guard, implies(*copies)))

    def _from(self, core: Sequence[Term], left: Callable[[], float]) -> tuple[Term, ...] | GaveUp:
        """The interpolants over the literals that are needed."""
        needed = set(smaller_core(self._prover, core, [[guard] for guard in core], left()))
        literals: list[list[Term]] = [[] for _ in self._vocabularies]
        for word in self._words:
            if word.guard in needed:
                literals[word.cut].append(word.literal)
                self._literals[word.literal] = None
        return Chain(self._parts, literals).interpolants(left)
