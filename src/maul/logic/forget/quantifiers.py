"""What can be done about a quantifier without a solver.

Comes in: facts, and dead symbols: those below ``exists``. Goes out: equivalent facts about fewer of
them. Destructive equality resolution and the parts for the unconnected-parameter drop are those of
[Dietsch17, section 7]; the others put the symbols where these apply. ``forall`` is the dual: a
caller negates, twice. Facts have no quantifiers themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import TRUE, Term, and_, boolean, equal, ite, not_, or_, select, store, symbol
from maul.logic.forget.equations import mentions, solved
from maul.logic.forget.unconstrained import Moved
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, Array, BitVec
from maul.logic.terms import name_of
from maul.logic.walk import dag_size, rewrite, subterms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from maul.logic.forget.equations import Solution
    from maul.logic.forget.facts import Facts
    from maul.logic.sorts import Sort

READS = 5  # of one array; each pair of them is another fact
MOST_NEW = 100  # symbols that solutions may bring


class Fresh:
    """Symbols that are not among those that were taken before."""

    def __init__(self, taken: Iterable[Term]) -> None:
        self._taken = {name_of(s) for s in taken}
        self._count = 0

    def __call__(self, sort: Sort) -> Term:
        """The next symbol."""
        while (name := f"?{self._count}") in self._taken:
            self._count += 1
        self._count += 1
        return symbol(name, sort)


# ---- destructive equality resolution ----


def resolve(facts: Facts, dead: Iterable[Term], fresh: Fresh) -> list[Term]:
    """Replace dead symbols that are defined by a fact; those that the facts still mention.

    Solutions with new symbols can lead in circles (bits of one symbol that are bits of another), so
    there may be only so many of them.
    """
    waiting = list(dict.fromkeys(dead))
    progress, new = True, 0
    while progress and waiting:
        progress = False
        left: list[Term] = []
        for x in waiting:
            about = facts.mentioning(x)
            if not about:
                continue
            found = _definition(about, x, fresh)
            if found is None or new > MOST_NEW:
                left.append(x)
                continue
            fact, solution = found
            facts.remove(fact)
            facts.add(*solution.rest)
            facts.substitute({x: solution.value})
            left += solution.new
            new += len(solution.new)
            progress = True
        waiting = left
    return waiting


def _definition(about: Sequence[Term], x: Term, fresh: Fresh) -> tuple[Term, Solution] | None:
    """The fact that defines a symbol most simply."""
    found = []
    for fact in about:
        solution = solved(fact, x, fresh)
        if solution is not None:
            found.append((fact, solution))
    if len(found) < 2:
        return found[0] if found else None
    return min(found, key=lambda pair: _costs(pair[1]))


def _costs(solution: Solution) -> tuple[int, int, int]:
    """New symbols are worst, then more facts, then larger values."""
    return len(solution.new), len(solution.rest), dag_size(solution.value)


# ---- parts ----


def connected(facts: Facts, dead: Sequence[Term]) -> list[tuple[tuple[Term, ...], list[Term]]]:
    """The dead symbols in groups that share no fact, each with the facts about it."""
    member = frozenset(dead)
    seen: set[Term] = set()
    groups = []
    for start in dead:
        if start in seen:
            continue
        seen.add(start)
        group, about = [start], dict[Term, None]()
        for x in group:
            for fact in facts.mentioning(x):
                if fact not in about:
                    about[fact] = None
                    new = [s for s in free_symbols(fact) if s in member and s not in seen]
                    seen.update(new)
                    group += new
        if about:
            groups.append((tuple(group), list(about)))
    return groups


def is_closed(facts: Iterable[Term], dead: Collection[Term]) -> bool:
    """Whether the facts speak of dead symbols only: then they are true or false."""
    return all(s in dead for fact in facts for s in free_symbols(fact))


# ---- moving a symbol to where it can be dealt with ----


def _same(term: Term) -> Term:
    return term


def read_through(facts: Sequence[Term], x: Term) -> tuple[Term, ...] | None:
    """Reads and comparisons of arrays whose writes mention a symbol, without those writes."""
    memo: dict[Term, Term] = {}

    def step(term: Term) -> Term:
        if not mentions(term, x):
            return term
        if term.operator == "select" and mentions(term.arguments[0], x):
            return _read(term.arguments[0], term.arguments[1])
        if term.operator == "=" and isinstance(term.arguments[0].sort, Array):
            left, right = term.arguments
            return _compared(left, right, x)
        return term

    changed = tuple([rewrite(fact, step, memo) for fact in facts])
    return None if changed == tuple(facts) else changed


def _read(array: Term, index: Term) -> Term:
    """What an array holds, as a choice between what was written."""
    array, writes = _writes(array)
    if array.operator == "ite":
        condition, then, other = array.arguments
        found = ite(condition, select(then, index), select(other, index))
    else:
        found = select(array, index)
    for written, element in reversed(writes):
        found = ite(equal(written, index), element, found)
    return found


def _compared(left: Term, right: Term, x: Term) -> Term:
    """That two arrays are equal: where something was written to one of them, and elsewhere."""
    base, writes = _writes(left)
    other, other_writes = _writes(right)
    indices = dict.fromkeys([index for index, _ in (*writes, *other_writes)])
    elsewhere = other
    for index in indices:
        elsewhere = store(elsewhere, index, select(base, index))
    same = equal(base, elsewhere) if base is not other else TRUE
    if mentions(same, x):
        return equal(left, right)
    return and_(same, *[equal(_read(left, index), _read(right, index)) for index in indices])


def _writes(array: Term) -> tuple[Term, list[tuple[Term, Term]]]:
    """An array before it was written to, and index and element of what was, the last one first."""
    found = []
    while array.operator == "store":
        array, index, element = array.arguments
        found.append((index, element))
    return array, found


def unwritten(facts: Sequence[Term]) -> tuple[Term, ...] | None:
    """The facts without writes of what an array is known to hold already."""
    held: dict[Term, Term] = {}
    for fact in facts:
        inner = fact.arguments[0] if fact.operator == "not" else fact
        if inner.operator == "select":
            held[inner] = boolean(inner is fact)
        elif fact.operator == "=":
            left, right = fact.arguments
            held |= {left: right, right: left}

    def step(term: Term) -> Term:
        if term.operator == "store":
            array, index, element = term.arguments
            if held.get(select(array, index)) is element:
                return array
        return term

    memo: dict[Term, Term] = {}
    changed = tuple([rewrite(fact, step, memo) for fact in facts])
    return None if changed == tuple(facts) else changed


def unread(facts: Sequence[Term], array: Term, fresh: Fresh) -> Moved | None:
    """An array that is only read, as the values that it holds at those indices; that it is not
    some other array can be made true elsewhere."""
    reads: dict[Term, Term] = {}

    def step(term: Term) -> Term:
        if term.operator != "select" or term.arguments[0] is not array:
            return term
        index = term.arguments[1]
        if index not in reads:
            reads[index] = fresh(term.sort)
        return reads[index]

    memo: dict[Term, Term] = {}
    changed = [rewrite(fact, step, memo) for fact in facts]
    kept = [fact for fact in changed if not _differs(fact, array)]
    assert isinstance(array.sort, Array)
    others = len(changed) - len(kept)
    if len(reads) > READS or any(mentions(fact, array) for fact in kept):
        return None
    if others and not _has_more(array.sort.index, len(reads) + others):
        return None
    found = list(reads.items())
    for number, (index, value) in enumerate(found):
        for other, held in found[:number]:
            kept.append(or_(not_(equal(index, other)), equal(value, held)))
    return Moved(tuple(kept), tuple(reads.values()))


def _differs(fact: Term, array: Term) -> bool:
    """Whether the fact is that the array differs from another one."""
    if fact.operator != "not" or fact.arguments[0].operator != "=":
        return False
    left, right = fact.arguments[0].arguments
    return (left is array) != (right is array) and not (
        mentions(left, array) and mentions(right, array)
    )


def _has_more(sort: Sort, number: int) -> bool:
    """Whether a sort surely has more values than a number."""
    return (isinstance(sort, BitVec) and number < 1 << sort.width) or str(sort) in ("Int", "Real")


# ---- cases ----


def cases(fact: Term, dead: Collection[Term]) -> tuple[Term, ...] | None:
    """The fact as a disjunction, each part of which says more directly what dead symbols are; of
    parts that do not mention them there is one at most."""
    inner = fact.arguments[0] if fact.operator == "not" else fact
    found: tuple[Term, ...]
    if fact.operator == "or":
        found = fact.arguments
    elif inner is not fact and inner.operator == "and":
        found = tuple([not_(part) for part in inner.arguments])
    elif inner.operator == "ite":
        condition, then, other = inner.arguments
        if inner is not fact:
            then, other = not_(then), not_(other)
        found = (and_(condition, then), and_(not_(condition), other))
    elif inner.operator == "=" and inner.arguments[0].sort is BOOL:
        left, right = inner.arguments
        if inner is not fact:
            right = not_(right)
        found = (and_(left, right), and_(not_(left), not_(right)))
    else:
        choice = next((p for p in subterms(fact) if _is_choice(p, dead)), None)
        if choice is None:
            return None
        condition, then, other = choice.arguments
        found = (
            and_(condition, rewrite(fact, _same, {choice: then})),
            and_(not_(condition), rewrite(fact, _same, {choice: other})),
        )
    about = [part for part in found if _is_about(part, dead)]
    rest = or_(*[part for part in found if not _is_about(part, dead)])
    return (*about, rest) if len(about) < len(found) else tuple(about)


def _is_choice(term: Term, dead: Collection[Term]) -> bool:
    return term.operator == "ite" and _is_about(term, dead)


def _is_about(term: Term, dead: Collection[Term]) -> bool:
    return any(s in dead for s in free_symbols(term))


def joined(branches: Sequence[Sequence[Term]]) -> tuple[Term, ...]:
    """The disjunction of conjunctions as facts: what all have in common stands alone."""
    if not branches:
        return (or_(),)
    common = dict.fromkeys(branches[0])
    for branch in branches[1:]:
        known = frozenset(branch)
        common = {fact: None for fact in common if fact in known}
    rest = or_(*[and_(*[fact for fact in branch if fact not in common]) for branch in branches])
    return (*common, rest)
