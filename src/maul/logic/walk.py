"""Walking terms without recursion: parts, folds, rewriting, substitution.

Comes in: terms of any depth. Goes out: facts about them, or terms rebuilt through ``build``, so
simplified again. Every walk visits a shared part once: the arguments of a term have smaller numbers
than the term, so sorting by number gives an order in which arguments come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from maul.logic.build import symbol
from maul.logic.free import QUANTIFIERS, free_symbols
from maul.logic.rebuild import rebuild
from maul.logic.sorts import INT
from maul.logic.terms import Term, bound_of, by_number, name_of, reachable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

V = TypeVar("V")


# ---- looking ----


def subterms(*roots: Term) -> list[Term]:
    """Every subterm once, arguments before what is made of them; bound symbols count as well."""
    return reachable(roots)


def dag_size(*roots: Term) -> int:
    """The number of different subterms."""
    return len(reachable(roots))


def tree_size(root: Term) -> int:
    """The number of subterms when shared ones are counted each time."""
    sizes: dict[Term, int] = {}
    for term in reachable((root,)):
        sizes[term] = 1 + sum([sizes[argument] for argument in term.arguments])
    return sizes[root]


def fold(root: Term, step: Callable[[Term, list[V]], V], memo: dict[Term, V] | None = None) -> V:
    """The value of ``root`` when ``step`` gives each term's from those of its arguments.

    A ``memo`` may be kept between calls; terms that are in it are not visited again.
    """
    known: dict[Term, V] = {} if memo is None else memo
    for term in _missing((root,), known):
        known[term] = step(term, [known[argument] for argument in term.arguments])
    return known[root]


def _missing(roots: Iterable[Term], known: Mapping[Term, object]) -> list[Term]:
    """The subterms that are reached without passing a known one, arguments first."""
    stack = [root for root in roots if root not in known]
    seen = set(stack)
    while stack:
        for argument in stack.pop().arguments:
            if argument not in seen and argument not in known:
                seen.add(argument)
                stack.append(argument)
    return sorted(seen, key=by_number)


def conjuncts(term: Term) -> tuple[Term, ...]:
    """The parts whose conjunction the term is, each once; none for ``true``."""
    return _parts(term, "and")


def disjuncts(term: Term) -> tuple[Term, ...]:
    """The parts whose disjunction the term is, each once; none for ``false``."""
    return _parts(term, "or")


def _parts(term: Term, operator: str) -> tuple[Term, ...]:
    """The parts of nested junctions, left to right."""
    if term.operator == "constant" and term.payload is (operator == "and"):
        return ()
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = [term]
    while stack:
        part = stack.pop()
        if part.operator != operator:
            found[part] = None
        elif part not in seen:
            seen.add(part)
            stack.extend(reversed(part.arguments))
    return tuple(found)


def speak_of(symbols: Collection[Term], terms: Iterable[Term]) -> bool:
    """Whether one of the symbols occurs in terms."""
    if not symbols:
        return False
    wanted = frozenset(symbols)
    return any(not wanted.isdisjoint(free_symbols(term)) for term in terms)


def is_nonlinear(term: Term) -> bool:
    """Whether a term multiplies or divides integers that are all unknown."""
    if term.sort is not INT or term.operator not in ("*", "div", "mod"):
        return False
    unknown = [argument.operator != "constant" for argument in term.arguments]
    return sum(unknown) > 1 if term.operator == "*" else unknown[-1]


def has_quantifier(term: Term) -> bool:
    """Whether there is a quantifier anywhere in the term."""
    return any(part.operator in QUANTIFIERS for part in reachable((term,)))


# ---- changing ----


def rewrite(root: Term, step: Callable[[Term], Term], memo: dict[Term, Term] | None = None) -> Term:
    """Apply ``step`` to every subterm, bottom up, rebuilding above what it changes.

    Bound symbols are seen where they are used: a step must not replace them.
    """
    known: dict[Term, Term] = {} if memo is None else memo
    for term in _missing((root,), known):
        arguments = tuple([known[argument] for argument in term.arguments])
        known[term] = step(term if arguments == term.arguments else rebuild(term, arguments))
    return known[root]


def substitute(term: Term, replacements: Mapping[Term, Term]) -> Term:
    """Replace free symbols, all at once; bound symbols make way for symbols that come in."""
    for old, new in replacements.items():
        if old.operator != "symbol" or old.sort is not new.sort:
            raise ValueError(f"{new!r} cannot stand for {old!r}")
    return Substitution(replacements)(term)


class Substitution:
    """A simultaneous replacement of free symbols that remembers what it has done."""

    def __init__(self, replacements: Mapping[Term, Term]) -> None:
        self._replacements = dict(replacements)
        self._known: dict[Term, Term] = dict(replacements)

    def __call__(self, root: Term) -> Term:
        """The term with the symbols replaced."""
        # A quantified part starts a substitution of its own in its body, which may nest deep.
        work: list[_Level] = [_Level(root, self._replacements, self._known)]
        result = root
        while work:
            level = work[-1]
            inner = level.advance()
            if inner is not None:
                work.append(inner)
                continue
            result = level.known[level.root]
            work.pop()
            if work:
                work[-1].accept(level, result)
        return result


class _Level:
    """The substitution in one scope: the whole term, or the body of one quantified part."""

    def __init__(self, root: Term, replacements: dict[Term, Term], known: dict[Term, Term]) -> None:
        self.root = root
        self.known = known
        self.bound: tuple[Term, ...] = ()  # of the quantified part this is the body of
        self._replacements = replacements
        self._order = iter(outside_quantifiers((root,), known))
        self._waiting: Term | None = None

    def advance(self) -> _Level | None:
        """Go on until the end (None) or until the body of a quantified part must come first."""
        known = self.known
        for term in self._order:
            if term.operator in QUANTIFIERS:
                inner = self._enter(term)
                if inner is not None:
                    self._waiting = term
                    return inner
                known[term] = term
                continue
            arguments = tuple([known[argument] for argument in term.arguments])
            known[term] = term if arguments == term.arguments else rebuild(term, arguments)
        return None

    def _enter(self, term: Term) -> _Level | None:
        """The level of a quantified part's body; None when nothing in it is replaced."""
        free = free_symbols(term)
        inside = {s: self._replacements[s] for s in free if s in self._replacements}
        if not inside:
            return None
        incoming = {s for new in inside.values() for s in free_symbols(new)}
        taken = {*incoming, *free, *bound_of(term)}
        bound = []
        for old in bound_of(term):
            new = old
            if old in incoming:
                new = _fresh(old, taken)
                taken.add(new)
                inside[old] = new
            bound.append(new)
        level = _Level(term.arguments[0], inside, dict(inside))
        level.bound = tuple(bound)
        return level

    def accept(self, level: _Level, body: Term) -> None:
        """Take the finished body of the quantified part that was waiting."""
        assert self._waiting is not None
        self.known[self._waiting] = rebuild(self._waiting, (body,), level.bound)
        self._waiting = None


def outside_quantifiers(roots: Sequence[Term], known: Mapping[Term, object]) -> list[Term]:
    """The unknown subterms outside the bodies of quantified parts, arguments first."""
    seen = {root for root in roots if root not in known}
    stack = list(seen)
    while stack:
        part = stack.pop()
        if part.operator in QUANTIFIERS:
            continue
        for argument in part.arguments:
            if argument not in seen and argument not in known:
                seen.add(argument)
                stack.append(argument)
    return sorted(seen, key=by_number)


def _fresh(old: Term, taken: set[Term]) -> Term:
    """A symbol like ``old`` that is not taken."""
    index = 1
    while (new := symbol(f"{name_of(old)}!{index}", old.sort)) in taken:
        index += 1
    return new
