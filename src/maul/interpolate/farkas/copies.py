"""Parts with names of their own, and what each means by what they share.

Comes in: the parts of a sequence. Goes out: for each part a copy of its symbols and functions; for
each cut the vocabulary of both sides, and, from a model, the states on both. A model of a solver is
arbitrary where no part looks, and states that differ there are not told apart for any reason. So
symbols and terms are tied to each other as long as the parts allow it, arrays but for a few places;
and a function that a part does not apply to a number means there what it means to others.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate.farkas.columns import DIVISION, Meaning, Table, Vocabulary
from maul.logic.build import Term, apply, equal, implies, number_of, store, symbol
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, Array
from maul.logic.terms import Function, name_of
from maul.logic.values import default_value
from maul.logic.walk import fold, rewrite, subterms
from maul.node import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maul.logic.values import Value
    from maul.smt.protocols import Model, Prover

DEEPEST = 1 << 30
PLACES = 2  # at which tied arrays may differ

Entries: TypeAlias = "dict[tuple[Value, ...], Value]"


class Copy:
    """The names of one part."""

    def __init__(self, place: int, part: Term) -> None:
        self._place = place
        self._known: dict[Term, Term] = {}
        self._applications: dict[Term, None] = {}
        self.speaks_of(part)

    def speaks_of(self, formula: Term) -> None:
        """Remember the applications of functions in a formula of the part."""
        found = [term for term in subterms(formula) if term.operator == "apply"]
        self._applications.update(dict.fromkeys(found))

    def term(self, term: Term) -> Term:
        """A term with the names of the part."""
        return rewrite(term, self._renamed, self._known)

    def _renamed(self, term: Term) -> Term:
        if term.operator == "symbol":
            return symbol(f"{name_of(term)}@{self._place}", term.sort)
        if term.operator == "apply":
            return apply(self._function(_called(term)), *term.arguments)
        return term

    def _function(self, function: Function) -> Function:
        return Function(f"{function.name}@{self._place}", function.parameters, function.result)

    def values(self, symbols: Sequence[Term], model: Model) -> Mapping[Term, Value]:
        """What symbols mean to the part."""
        return {each: model.value(self.term(each)) for each in symbols}

    def tables(self, model: Model) -> Mapping[Function, Entries]:
        """What functions mean to the part where it applies them."""
        functions = {_called(term): self._function(_called(term)) for term in self._applications}
        meanings = {each: model.function(own) for each, own in functions.items()}
        symbols = dict.fromkeys(s for term in self._applications for s in free_symbols(term))
        values = self.values(tuple(symbols), model)
        found: dict[Function, Entries] = {each: {} for each in functions}
        for term in self._applications:
            given = tuple([evaluate(each, values, meanings) for each in term.arguments])
            found[_called(term)][given] = meanings[_called(term)](*given)
        return found


def _called(term: Term) -> Function:
    assert isinstance(term.payload, Function)
    return term.payload


# ---- cuts ----


def vocabularies(parts: Sequence[Term]) -> list[Vocabulary]:
    """What both sides of each cut speak of; divisions are the same everywhere."""
    first: dict[Term | Function, int] = {}
    last: dict[Term | Function, int] = {}
    divisions: dict[tuple[str, int], None] = {}
    for place, part in enumerate(parts, 1):
        for term in subterms(part):
            if term.operator in DIVISION and term.arguments[1].operator == "constant":
                divisions[term.operator, int(number_of(term.arguments[1]))] = None
            elif term.operator in ("symbol", "apply"):
                shared = _called(term) if term.operator == "apply" else term
                first.setdefault(shared, place)
                last[shared] = place
    found = []
    for cut in range(1, len(parts)):
        across = [each for each, place in first.items() if place <= cut < last[each]]
        symbols = [each for each in across if not isinstance(each, Function)]
        functions = [each for each in across if isinstance(each, Function)]
        found.append(Vocabulary(tuple(symbols), tuple(functions), tuple(divisions)))
    terms = [term for term in subterms(*parts) if term.operator in ("select", "apply", *DIVISION)]
    return [
        replace(each, terms=tuple([term for term in terms if each.has(term)])) for each in found
    ]


def tie(prover: Prover, shared: Term, name: str, sides: Sequence[Copy]) -> tuple[Term, ...]:
    """Guards that make both sides of a cut agree on a term, each less than the one before."""
    left, right = (side.term(shared) for side in sides)
    guards = []
    for level in range(1 + PLACES if isinstance(shared.sort, Array) else 1):
        if level:
            assert isinstance(shared.sort, Array)
            place = symbol(f"{name} at {level}", shared.sort.index)
            right = store(right, place, symbol(f"{name} to {level}", shared.sort.element))
        guards.append(symbol(f"{name} level {level}", BOOL))
        prover.assert_(implies(guards[-1], equal(left, right)))
    return tuple(guards)


def depth(term: Term) -> int:
    """How deep a term that is tied is hidden: arrays, which may differ where nobody looks, most."""
    if isinstance(term.sort, Array):
        return DEEPEST
    made = (*DIVISION, "select", "apply")
    return fold(term, lambda part, below: max(below, default=0) + (part.operator in made))


def states(
    copies: Sequence[Copy], vocabularies: Sequence[Vocabulary], model: Model
) -> list[tuple[Meaning, Meaning]]:
    """What is on the left and on the right of each cut."""
    values = [
        tuple([side.values(vocabulary.symbols, model) for side in sides])
        for vocabulary, sides in zip(vocabularies, pairwise(copies), strict=True)
    ]
    functions = _meanings([copy.tables(model) for copy in copies])
    return [
        (Meaning(left, functions[cut]), Meaning(right, functions[cut + 1]))
        for cut, (left, right) in enumerate(values)
    ]


def _meanings(tables: Sequence[Mapping[Function, Entries]]) -> list[Mapping[Function, Table]]:
    """Functions for each part, the same where no part says otherwise."""
    known: dict[Function, Entries] = {}
    for table in reversed(tables):  # what is said later holds before, unless something is said
        for function, entries in table.items():
            known.setdefault(function, {}).update(entries)
    found: list[Mapping[Function, Table]] = []
    for table in tables:
        for function, entries in table.items():
            known[function].update(entries)
        meant = {f: Table(dict(entries), default_value(f.result)) for f, entries in known.items()}
        found.append(meant)
    return found
