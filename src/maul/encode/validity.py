"""Which objects are alive and how large they are, where a property asks about memory.

Comes in: the objects that steps begin and end, and questions about addresses. Goes out: the answers
as terms over symbols of the state.

``TrackedObject`` keeps this of one object, whichever it is: its number is a symbol of which nothing
is known and that never changes, so what holds of the tracked object holds of every object. A
question about another object is answered with yes; a no to the question about *some* object is one
about the tracked one. ``Tables`` keeps arrays over all objects. Variables are always alive and have
known sizes: of them neither keeps anything. Numbers that are none of objects are never alive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from maul.c.ctype import Integer
from maul.cfa.expressions import Constant, Valid
from maul.cfa.library import BEGIN_OBJECT, END_FRAME, canonical
from maul.cfa.model import Assume, Call, calls
from maul.cfa.order import call_groups, callees, components
from maul.cfa.walk import inner_first
from maul.encode.numbers import NoTerm
from maul.logic.build import Term, and_, constant_array, equal, implies, ite, not_, store, symbol
from maul.logic.sorts import Array

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.expressions import Expression
    from maul.cfa.model import Automaton, Cfa, Edge
    from maul.encode.expressions import Evaluation
    from maul.encode.numbers import Numbers

KIND = Integer(8, signed=False)
ENDED, ON_HEAP, IN_SCOPE, IN_FRAME = 0, 1, 2, 3
"""What an object is now: not alive, allocated, or one that ends with its scope or its function."""


def questions_about_memory(cfa: Cfa) -> frozenset[str]:
    """What a program asks about memory."""
    return frozenset(
        part.question
        for automaton in cfa.automata()
        for at in automaton.locations
        for edge in at.leaving
        if isinstance(edge.operation, Assume)
        for part in inner_first(edge.operation)
        if isinstance(part, Valid)
    )


def allocates_once(cfa: Cfa) -> bool:
    """Whether no allocation is executed twice, so that a program has no more objects than calls
    that make them."""
    allocating, called = set(_ALLOCATING), callees(cfa)
    for group in call_groups(cfa):  # callees first
        if any(callee in allocating for name in group for callee in _called(cfa, name)):
            if len(group) > 1 or group[0] in called[group[0]]:
                return False
            allocating.update(group)
    return not any(
        not allocating.isdisjoint(_names(edge.operation))
        for automaton in cfa.automata()
        for edge in _on_cycles(automaton)
        if isinstance(edge.operation, Call)
    )


def allocates_any_sizes(cfa: Cfa) -> bool:
    """Whether the size of an allocation is none that stands in the program."""
    return any(
        not all(isinstance(argument, Constant) for argument in _sizes(edge.operation))
        for automaton in cfa.automata()
        for at in automaton.locations
        for edge in at.leaving
        if isinstance(edge.operation, Call) and canonical(edge.operation.function) in _ALLOCATING
    )


def _sizes(call: Call) -> tuple[Expression, ...]:
    """The arguments that say how much a call allocates."""
    return call.arguments[1:] if canonical(call.function) == "realloc" else call.arguments


_ALLOCATING = frozenset(
    ("malloc", "calloc", "realloc", "alloca", "strdup", "strndup", BEGIN_OBJECT)
)


def _called(cfa: Cfa, name: str) -> Iterator[str]:
    """The functions that one calls, with a body or without."""
    automaton = cfa.functions.get(name)
    for at in () if automaton is None else automaton.locations:
        for edge in at.leaving:
            if isinstance(edge.operation, Call):
                yield from _names(edge.operation)


def _names(call: Call) -> tuple[str, ...]:
    """What the function of a call is called, in the program and in the C library."""
    return call.function, canonical(call.function)


def _on_cycles(automaton: Automaton) -> Iterator[Edge]:
    """The edges that control may pass again."""
    graph = {at: tuple(edge.target for edge in at.leaving) for at in automaton.locations}
    for group in components(graph):
        inside = set(group)
        for at in group:
            yield from (edge for edge in at.leaving if edge.target in inside)


def suits_tables(cfa: Cfa, questions: frozenset[str]) -> bool:
    """Whether arrays over all objects serve better: there are few, and nobody asks which of them
    are lost, or ends them all at once."""
    return "memtrack" not in questions and not calls(cfa, END_FRAME) and allocates_once(cfa)


class Validity(Protocol):
    """What is kept of objects, in symbols of the state."""

    @property
    def symbols(self) -> tuple[Term, ...]:
        """The symbols that keep it."""

    def initial(self) -> dict[Term, Term]:
        """What they hold when a program starts."""

    def begin(self, at: Evaluation, number: Term, size: Term, kind: int) -> None:
        """An object of a size begins."""

    def end(self, at: Evaluation, address: Term) -> None:
        """The object at an address ends, if there is one."""

    def end_from(self, at: Evaluation, address: Term) -> None:
        """All objects that end by themselves end, from the one at an address on."""

    def is_inside(self, at: Evaluation, address: Term, size: Term) -> Term:
        """Whether so many bytes from an address, which is none of a variable, lie in one object
        that is alive."""

    def is_heap_start(self, at: Evaluation, address: Term) -> Term:
        """Whether an address is the start of an object on the heap that is alive."""

    def is_clean(self, at: Evaluation) -> Term:
        """Whether no object on the heap is alive."""


class TrackedObject:
    """One object, whichever it is; and, if it ``knows_all``, which of the others are alive, and how
    large they are if they are of any ``sizes``."""

    def __init__(self, numbers: Numbers, *, knows_all: bool, sizes: bool = False) -> None:
        self._knows_all = knows_all
        self._knows_lengths = knows_all and sizes
        self._numbers = numbers
        self.number = symbol("tracked object", numbers.objects.sort)
        self.kind = symbol("tracked kind", numbers.sort(KIND))
        self.size = symbol("tracked size", numbers.addresses.index_sort)
        # Which objects are alive, and their sizes: asked of those on the way to the tracked one.
        self.kinds = symbol("kinds of objects", Array(numbers.objects.sort, numbers.sort(KIND)))
        lengths = Array(numbers.objects.sort, numbers.addresses.index_sort)
        self.lengths = symbol("lengths of objects", lengths)

    @property
    def symbols(self) -> tuple[Term, ...]:
        """Its number, what it is now, and its size; and what all objects are."""
        own = self.number, self.kind, self.size
        if self._knows_lengths:
            return *own, self.kinds, self.lengths
        return (*own, self.kinds) if self._knows_all else own

    def initial(self) -> dict[Term, Term]:
        """It is not alive, and neither is any other."""
        ended, sort = self._numbers.constant(KIND, ENDED), self.kinds.sort
        assert isinstance(sort, Array)
        others = {self.kinds: constant_array(sort, ended)} if self._knows_all else {}
        return {self.kind: ended, **others}

    def begin(self, at: Evaluation, number: Term, size: Term, kind: int) -> None:
        """It is the one that begins, or stays as it is."""
        is_it, values = equal(number, self.number), at.state.values
        kind_now = self._numbers.constant(KIND, kind)
        values[self.kind] = ite(is_it, kind_now, at.state.value(self.kind))
        values[self.size] = ite(is_it, size, at.state.value(self.size))
        if self._knows_all:
            values[self.kinds] = store(at.state.value(self.kinds), number, kind_now)
        if self._knows_lengths:
            values[self.lengths] = store(at.state.value(self.lengths), number, size)

    def end(self, at: Evaluation, address: Term) -> None:
        """It ends if it is the one at the address."""
        is_it = self._numbers.objects.is_in(address, self.number)
        ended = self._numbers.constant(KIND, ENDED)
        at.state.values[self.kind] = ite(is_it, ended, at.state.value(self.kind))
        if self._knows_all:
            kinds, number = at.state.value(self.kinds), self._numbers.objects.object_of(address)
            at.state.values[self.kinds] = store(kinds, number, ended)

    def end_from(self, at: Evaluation, address: Term) -> None:
        """It ends if it is one of those. Which of the others do is not kept: those in scopes have
        ended, and pointers are not followed into the rest (``maul.encode.leaks``)."""
        numbers = self._numbers
        is_later = numbers.objects.at_most(numbers.objects.object_of(address), self.number)
        ends = and_(is_later, not_(self._is(at, ENDED)), not_(self._is(at, ON_HEAP)))
        ended = numbers.constant(KIND, ENDED)
        at.state.values[self.kind] = ite(ends, ended, at.state.value(self.kind))

    def is_inside(self, at: Evaluation, address: Term, size: Term) -> Term:
        """Whether so many bytes lie inside, unless they are in another object."""
        numbers = self._numbers
        is_it = numbers.objects.is_in(address, self.number)
        holds = numbers.objects.is_inside(address, size, self.number, self._size(at))
        return implies(is_it, and_(not_(self._is(at, ENDED)), holds))

    def is_heap_start(self, at: Evaluation, address: Term) -> Term:
        """Whether an address is its start, unless it is in another object."""
        numbers = self._numbers
        is_start = equal(address, numbers.objects.started(self.number))
        holds = and_(self._is(at, ON_HEAP), is_start)
        return implies(numbers.objects.is_in(address, self.number), holds)

    def is_clean(self, at: Evaluation) -> Term:
        """Whether it is not on the heap."""
        return not_(self._is(at, ON_HEAP))

    def is_one_of(self, at: Evaluation, number: Term, kind: int) -> Term:
        """Whether an object, not only the tracked one, is of a kind."""
        value = at.layout.lookup.element(at.state.value(self.kinds), number)
        return equal(at.memory.noted(KIND, value), self._numbers.constant(KIND, kind))

    def length_of(self, at: Evaluation, number: Term) -> Term | None:
        """The size of an object, not only of the tracked one, if it is kept."""
        if not self._knows_lengths:
            return None
        length = at.layout.lookup.element(at.state.value(self.lengths), number)
        return at.memory.noted(at.layout.model.size_t, length)

    def _is(self, at: Evaluation, kind: int) -> Term:
        value = at.memory.noted(KIND, at.state.value(self.kind))
        return equal(value, self._numbers.constant(KIND, kind))

    def _size(self, at: Evaluation) -> Term:
        return at.memory.noted(at.layout.model.size_t, at.state.value(self.size))


class Tables:
    """Arrays over all objects, and how many there are on the heap."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        kinds = Array(numbers.objects.sort, numbers.sort(KIND))
        self.kinds = symbol("kinds of objects", kinds)
        lengths = Array(numbers.objects.sort, numbers.addresses.index_sort)
        self.lengths = symbol("lengths of objects", lengths)
        self.count = symbol("objects on the heap", numbers.objects.sort)

    @property
    def symbols(self) -> tuple[Term, ...]:
        """What objects are, their sizes, and how many there are on the heap."""
        return self.kinds, self.lengths, self.count

    def initial(self) -> dict[Term, Term]:
        """No object is alive."""
        sort = self.kinds.sort
        assert isinstance(sort, Array)
        none = constant_array(sort, self._numbers.constant(KIND, ENDED))
        return {self.kinds: none, self.count: self._numbers.objects.numbered(0)}

    def begin(self, at: Evaluation, number: Term, size: Term, kind: int) -> None:
        """An object begins."""
        values, now = at.state.values, self._numbers.constant(KIND, kind)
        values[self.kinds] = store(at.state.value(self.kinds), number, now)
        values[self.lengths] = store(at.state.value(self.lengths), number, size)
        if kind == ON_HEAP:
            values[self.count] = self._numbers.objects.next_number(at.state.value(self.count))

    def end(self, at: Evaluation, address: Term) -> None:
        """An object ends, if there is one."""
        numbers, values = self._numbers, at.state.values
        exists, number = numbers.objects.is_object(address), numbers.objects.object_of(address)
        kinds, count = at.state.value(self.kinds), at.state.value(self.count)
        was_on_heap = and_(exists, self._is(at, number, ON_HEAP))
        fewer = numbers.objects.previous_number(count)
        values[self.count] = ite(was_on_heap, fewer, count)
        ended = store(kinds, number, numbers.constant(KIND, ENDED))
        values[self.kinds] = ite(exists, ended, kinds)

    def end_from(self, at: Evaluation, address: Term) -> None:  # noqa: ARG002 - no term says that
        """The end of any number of objects is no change of so many cells."""
        raise NoTerm("the end of all objects that alloca gave")

    def is_inside(self, at: Evaluation, address: Term, size: Term) -> Term:
        """Whether so many bytes lie in one object that is alive."""
        numbers, number = self._numbers, self._numbers.objects.object_of(address)
        length = at.layout.lookup.element(at.state.value(self.lengths), number)
        length = at.memory.noted(at.layout.model.size_t, length)
        holds = numbers.objects.is_inside(address, size, number, length)
        return and_(not_(self._is(at, number, ENDED)), holds)

    def is_heap_start(self, at: Evaluation, address: Term) -> Term:
        """Whether an address is the start of an object on the heap that is alive."""
        number = self._numbers.objects.object_of(address)
        is_start = equal(address, self._numbers.objects.started(number))
        return and_(self._is(at, number, ON_HEAP), is_start)

    def is_clean(self, at: Evaluation) -> Term:
        """Whether no object on the heap is alive."""
        return equal(at.state.value(self.count), self._numbers.objects.numbered(0))

    def _is(self, at: Evaluation, number: Term, kind: int) -> Term:
        value = at.layout.lookup.element(at.state.value(self.kinds), number)
        value = at.memory.noted(KIND, value)
        return equal(value, self._numbers.constant(KIND, kind))
