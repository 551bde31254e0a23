"""Whether objects on the heap are lost: no chain of pointers leads to them any more.

Comes in: a state. Goes out: whether every object on the heap can be reached from a variable. The
variables of all active functions count. Pointers are followed by their types, through objects that
are alive and all like them in what was allocated as one, level by level and up to a number of them;
that nothing is left to follow, or the answer does not depend on it, is a limit of the encoding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import (
    VOID,
    ArrayType,
    CType,
    Pointer,
    Record,
    Void,
    holds_pointers,
    known_size,
)
from maul.cfa.expressions import Constant, Deref, ElementOf, Load, MemberOf, Place, PointerAdd
from maul.encode.numbers import FIRST_ALLOCATED, NoTerm
from maul.encode.validity import ENDED, IN_FRAME, TrackedObject
from maul.logic.build import FALSE, TRUE, Term, and_, not_, or_
from maul.logic.terms import int_payload

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.expressions import Expression, Lvalue
    from maul.encode.expressions import Evaluation

MOST_FOLLOWED = 64  # pointers that are followed
MOST_ELEMENTS = 16  # of an array of pointers


def is_tracked(at: Evaluation) -> Term:
    """Whether every object on the heap can be reached from a variable."""
    validity = at.layout.validity
    assert validity is not None
    clean = validity.is_clean(at)
    if clean is TRUE:
        return TRUE
    assert isinstance(validity, TrackedObject)
    search = _Chains(at, validity)
    search.follow()
    at.limits.append(or_(clean, search.reached, not_(search.open)))
    return or_(clean, search.reached)


class _Chains:
    """What pointers lead to: whether the tracked object is ``reached``, and whether there may be
    objects that were not looked into."""

    def __init__(self, at: Evaluation, tracked: TrackedObject) -> None:
        self.reached = FALSE
        self.open = FALSE
        self._at = at
        self._tracked = tracked
        self._left = MOST_FOLLOWED

    def follow(self) -> None:
        """Follow all pointers, those in variables first."""
        level: list[tuple[Evaluation, Expression, Term]] = [
            (inside, Load(place.type, place), TRUE)
            for inside, variables in self._at.frames()
            for variable in variables
            for place in self._pointers(Place(variable.type, variable))
        ]
        while level:
            deeper: list[tuple[Evaluation, Expression, Term]] = []
            for inside, pointer, guard in level:
                deeper += self._look(inside, pointer, guard)
            level = deeper

    def _look(
        self, inside: Evaluation, pointer: Expression, guard: Term
    ) -> Iterator[tuple[Evaluation, Expression, Term]]:
        """Where a pointer leads, and the pointers in what it points to."""
        assert isinstance(pointer.type, Pointer)
        target = pointer.type.target
        try:
            address = inside.value(pointer)
        except (NoTerm, ValueError):
            self.open = or_(self.open, guard)
            return
        is_it = inside.numbers.objects.is_in(address, self._number)
        self.reached = or_(self.reached, and_(guard, is_it))
        alive = and_(guard, self._is_alive(address))
        in_frame = self._is(address, IN_FRAME)
        if in_frame is not FALSE:  # which of these have ended is not kept
            self.open = or_(self.open, and_(alive, in_frame))
            alive = and_(alive, not_(in_frame))
        if alive is FALSE:
            return
        if _is_opaque(target):
            if self._holds_pointers(pointer, 0):
                self.open = or_(self.open, alive)
            return
        for element, there in self._elements(pointer, address, alive):
            inner = list(self._pointers(Deref(target, element)))
            if inner and self._left < len(inner):
                self.open = or_(self.open, there)
                return
            self._left -= len(inner)
            for place in inner:
                yield inside, Load(place.type, place), there

    def _elements(
        self, pointer: Expression, address: Term, alive: Term
    ) -> Iterator[tuple[Expression, Term]]:
        """Pointers to an object and to those like it behind it, as far as they lie in what was
        allocated as one; and when they do."""
        yield pointer, alive
        assert isinstance(pointer.type, Pointer)
        size = known_size(pointer.type.target) or 1
        if not holds_pointers(pointer.type.target) or not self._holds_pointers(pointer, size):
            return
        at, objects = self._at, self._at.numbers.objects
        number = objects.object_of(address)
        alive = and_(alive, objects.is_allocated(address))
        length = self._tracked.length_of(at, number)
        if length is None:
            self.open = or_(self.open, alive)
            return
        for count in range(1, MOST_ELEMENTS + 1):
            end = at.numbers.addresses.index((count + 1) * size)
            alive = and_(alive, objects.is_inside(address, end, number, length))
            if alive is FALSE:
                return
            if count == MOST_ELEMENTS:
                self.open = or_(self.open, alive)
            else:
                yield _moved(at, pointer, count, size), alive

    def _holds_pointers(self, pointer: Expression, distance: int) -> bool:
        """Whether the program accesses pointers from so many bytes behind a pointer on."""
        layout = self._at.layout
        place = Deref(VOID, _moved(self._at, pointer, distance, 1))
        cells = layout.regions.cells(place, MOST_ELEMENTS * layout.model.pointer_size)
        return any(region.type is None or isinstance(region.type, Pointer) for _, region in cells)

    @property
    def _number(self) -> Term:
        return self._tracked.number

    def _is_alive(self, address: Term) -> Term:
        """Whether an address is one of an object that is alive."""
        at, objects = self._at, self._at.numbers.objects
        if address.operator == "constant":
            number, _ = objects.space.parts(int_payload(address))
            if number < FIRST_ALLOCATED:
                return FALSE if at.layout.length_of(number) is None else TRUE
        is_variable = and_(objects.is_object(address), not_(objects.is_allocated(address)))
        return or_(is_variable, not_(self._is(address, ENDED)))

    def _is(self, address: Term, kind: int) -> Term:
        number = self._at.numbers.objects.object_of(address)
        return self._tracked.is_one_of(self._at, number, kind)

    def _pointers(self, place: Lvalue) -> Iterator[Lvalue]:
        """The pointers in a place."""
        match place.type:
            case Pointer():
                yield place
            case ArrayType(element=element, length=int(length)) if holds_pointers(element):
                if length > MOST_ELEMENTS:
                    self.open = TRUE
                for index in range(min(length, MOST_ELEMENTS)):
                    number = Constant(self._at.layout.model.ptrdiff_t, index)
                    yield from self._pointers(ElementOf(element, place, number))
            case Record(fields=fields, is_union=is_union):
                if is_union and holds_pointers(place.type):
                    self.open = TRUE
                for field in fields:
                    if not is_union and field.width is None:
                        yield from self._pointers(MemberOf(field.type, place, field))


def _moved(at: Evaluation, pointer: Expression, count: int, size: int) -> Expression:
    """A pointer moved by so many objects of a size."""
    index = Constant(at.layout.model.ptrdiff_t, count)
    return PointerAdd(pointer.type, "+", pointer, index, size) if count else pointer


def _is_opaque(t: CType) -> bool:
    """Whether nobody knows what is in an object of a type."""
    return isinstance(t, Void) or known_size(t) is None
