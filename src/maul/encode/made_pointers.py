"""Pointers that a program makes of numbers, and which of its pointers may be moved ones.

Comes in: a program, and how its memory is split. Goes out: None of a program that makes no such
pointers; else which pointers may lie outside of the slot that their number names.

A number that becomes a pointer has an object, that of the slot it lies in, and keeps it wherever it
is moved. So one number may be several addresses: the one that it leads to, and those that others
were moved to. Where two such pointers are compared both their addresses and their numbers count
(``maul.encode.expressions``, docs/decisions/0022). An object larger than a slot has places whose
numbers lead to other slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import Integer, Pointer, is_scalar, known_size
from maul.cfa.analyses.regions import Region
from maul.cfa.calls import plain_name
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Constant,
    Convert,
    Deref,
    ElementOf,
    Load,
    MemberOf,
    Place,
    PointerAdd,
)
from maul.cfa.library import (
    BEGIN_OBJECT,
    END_FRAME,
    END_OBJECT,
    PRIMITIVE,
    PRINTING,
    WRITING_ANY,
    canonical,
    model,
)
from maul.cfa.model import Assign, Call, Return
from maul.cfa.order import entered_function
from maul.cfa.walk import before_arithmetic, inner_first, parts, root
from maul.encode.copies import LARGEST_OBJECT
from maul.encode.numbers import space_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Cfa, Edge
    from maul.encode.own_cells import OwnCells
    from maul.encode.state import Split

Holder: TypeAlias = Region | str
"""What holds pointers: a region, or a variable that no pointer reaches."""

_SIZES = {"malloc": 0, "calloc": 0, "alloca": 0, "realloc": 1}
"""From which argument on allocating functions get the size."""

_SILENT = frozenset(
    ("malloc", "calloc", "alloca", "free", "cfree", BEGIN_OBJECT, END_OBJECT, END_FRAME)
).union(PRINTING, WRITING_ANY)
"""Functions that neither copy nor move a pointer."""


def made_pointers(cfa: Cfa, split: Split, own: OwnCells) -> MadePointers | None:
    """What a program makes of numbers, if it makes pointers of any but null."""
    found = MadePointers(cfa, split, own)
    return found if any(map(found.is_maker, _edges(cfa))) else None


class MadePointers:
    """The pointers of a program that makes some of numbers."""

    def __init__(self, cfa: Cfa, split: Split, own: OwnCells) -> None:
        self._cfa = cfa
        self._split = split
        self._own = own
        self._addressed = frozenset(variable.name for variable in cfa.addressed)
        self._moved: frozenset[Holder] | None = None
        self._is_far: bool | None = None

    # ---- whether there are any ----

    def is_maker(self, edge: Edge) -> bool:
        """Whether an edge may make a pointer of a number."""
        return self._copies(edge) or any(map(self._is_made, inner_first(edge.operation)))

    def _is_made(self, e: Expression) -> bool:
        match e:
            case Constant(type=Pointer(), value=number):
                return bool(number)
            case Convert(type=Pointer(), operand=operand):
                return isinstance(operand.type, Integer)
            case Binary(left=left, right=right):
                # As numbers they may be compared like pointers.
                return any(map(_is_number_of_pointer, (left, right))) and not all(
                    _is_number_of_pointer(side) or isinstance(side, Constant)
                    for side in (left, right)
                )
            case Load(type=Pointer(), place=place) if self._is_memory(place):
                return not isinstance(self._split.of(place).type, Pointer)
            case Load(type=Pointer(), place=MemberOf() | ElementOf() as place):
                return not isinstance(self._own.of(place).type, Pointer)
        return False

    def _copies(self, edge: Edge) -> bool:
        """Whether an operation may copy other bytes into pointers: a function of the library does,
        and what is assigned, passed or returned where the two sides have other cells."""
        call = edge.operation
        if isinstance(call, Call) and entered_function(self._cfa, edge) is None:
            known = model(call.function)
            return known is not None and known.writes and self._is_copied(edge)
        return any(
            self._pointers_in(target) != self._pointers_in(value.place)
            for value, target in self._stored(edge)
            if isinstance(value, Load) and not is_scalar(value.type)
        )

    def _pointers_in(self, place: Lvalue) -> list[int]:
        """Where in a record or array cells are pointers."""
        is_memory = self._is_memory(place)
        size = known_size(place.type) or 0
        if size > LARGEST_OBJECT:
            return []  # such a value is forgotten
        cells = self._split.cells(place, size) if is_memory else self._own.cells(place)
        return [offset for offset, region in cells if isinstance(region.type, Pointer)]

    # ---- objects larger than a slot ----

    @property
    def are_far(self) -> bool:
        """Whether a place in an object may be further from its start than a slot is long."""
        if self._is_far is None:
            most = 1 << space_of(self._cfa.model).fine_bits
            sizes = [known_size(variable.type) for variable in self._cfa.addressed]
            self._is_far = any(size is None or size >= most for size in sizes) or any(
                _allocates(edge, most) for edge in _edges(self._cfa)
            )
        return self._is_far

    # ---- which are moved ----

    def is_moved(self, e: Expression) -> bool:
        """Whether a pointer, or a number computed from one right here, may have been moved, unless
        it was the address of a variable."""
        if self._moved is None:
            self._moved = self._solved()
        return self._is_moved(e, self._moved)

    def _is_moved(self, e: Expression, moved: frozenset[Holder] | set[Holder]) -> bool:
        while True:
            match e:
                case Convert(operand=operand):
                    e = operand
                case AddressOf(place=Deref(pointer=pointer)):
                    e = pointer
                case AddressOf(place=place):
                    return isinstance(root(place), Deref)
                case PointerAdd():
                    base = before_arithmetic(e)
                    is_known = isinstance(base, AddressOf) and isinstance(root(base.place), Place)
                    return not is_known
                case Load(type=Pointer(), place=place):
                    return any(holder in moved for holder in self._holders(place))
                case Binary():
                    return any(isinstance(part.type, Pointer) for part in parts(e))
                case _:
                    return False

    def _solved(self) -> frozenset[Holder]:
        """Whatever may hold a moved pointer."""
        flows = [flow for edge in _edges(self._cfa) for flow in self._flows(edge) if all(flow)]
        found: set[Holder] = set(self._results())
        before = -1
        while before < len(found):
            before = len(found)
            for sources, holders in flows:
                if any(self._gives(source, found) for source in sources):
                    found.update(holders)
        return frozenset(found)

    def _gives(self, source: Expression | Holder, found: set[Holder]) -> bool:
        """Whether what a holder, or an expression, gives may be a moved pointer."""
        if isinstance(source, str | Region):
            return source in found
        return self._is_moved(source, found)

    def _flows(
        self, edge: Edge
    ) -> Iterator[tuple[Sequence[Expression | Holder], Sequence[Holder]]]:
        """What may be given to which holders on an edge."""
        for value, target in self._stored(edge):
            yield self._given(value), self._holders(target)
        if self._is_copied(edge) and isinstance(edge.operation, Call):
            pointers = [e for e in edge.operation.arguments if isinstance(e.type, Pointer)]
            result = edge.operation.result
            if result is not None and isinstance(result.type, Pointer):
                pointers.append(Load(result.type, result))
            reached = [at for each in pointers for at in self._split.behind(each)]
            yield reached, reached

    def _is_copied(self, edge: Edge) -> bool:
        """Whether an edge calls a function of the library that may copy or move pointers."""
        call = edge.operation
        if not isinstance(call, Call) or entered_function(self._cfa, edge) is not None:
            return False
        known = model(call.function)
        is_encoded = known is not None and known.kind == PRIMITIVE
        return is_encoded and canonical(call.function) not in _SILENT

    def _results(self) -> Iterator[Holder]:
        """What gets pointers from such functions: they may point anywhere in an argument."""
        for edge in _edges(self._cfa):
            result = edge.operation.result if isinstance(edge.operation, Call) else None
            if result is not None and self._is_copied(edge):
                yield from self._holders(result)

    def _stored(self, edge: Edge) -> Iterator[tuple[Expression, Lvalue]]:
        """What is assigned, passed or returned on an edge, and to which place."""
        match edge.operation:
            case Assign(target=target, value=value):
                yield value, target
            case Call(result=result, arguments=arguments):
                entered = entered_function(self._cfa, edge)
                if entered is None:
                    return
                for parameter, argument in zip(entered.parameters, arguments, strict=False):
                    yield argument, Place(parameter.type, parameter)
                for returned in _returned(entered):
                    if result is not None:
                        yield returned, result

    def _given(self, value: Expression) -> Sequence[Expression | Holder]:
        """What gives the pointers in a value."""
        if is_scalar(value.type):
            return (value,)
        return self._holders(value.place) if isinstance(value, Load) else ()

    def _holders(self, place: Lvalue) -> Sequence[Holder]:
        """What holds the pointers in a place."""
        if is_scalar(place.type) and not isinstance(place.type, Pointer):
            return ()  # a number leads to one address only
        if not self._is_memory(place):
            top = root(place)
            assert isinstance(top, Place), "what is dereferenced lies in memory"
            return (plain_name(top.variable),)
        if is_scalar(place.type):
            return (self._split.of(place),)
        cells = self._split.cells(place, known_size(place.type) or 0)
        return tuple(dict.fromkeys(region for _, region in cells))

    def _is_memory(self, place: Lvalue) -> bool:
        """Whether pointers may reach a place."""
        top = root(place)
        return isinstance(top, Deref) or plain_name(top.variable) in self._addressed


def _edges(cfa: Cfa) -> Iterator[Edge]:
    """All edges."""
    for automaton in cfa.automata():
        for location in automaton.locations:
            yield from location.leaving


def _returned(automaton: Automaton) -> list[Expression]:
    """What a function may return."""
    operations = (edge.operation for edge in automaton.exit.entering)
    return [each.value for each in operations if isinstance(each, Return) and each.value]


def _is_number_of_pointer(e: Expression) -> bool:
    """Whether a number is a pointer that was converted right here, and moved perhaps."""
    if not isinstance(e.type, Integer):
        return False
    match e:
        case Convert(operand=operand):
            return isinstance(operand.type, Pointer) or _is_number_of_pointer(operand)
        case Binary(operator="+" | "-", left=left, right=right):
            return _is_number_of_pointer(left) or _is_number_of_pointer(right)
    return False


def _allocates(edge: Edge, most: int) -> bool:
    """Whether an object is allocated that may not be smaller than so many bytes."""
    call = edge.operation
    if not isinstance(call, Call) or canonical(call.function) not in _SIZES:
        return False
    size = 1
    for each in call.arguments[_SIZES[canonical(call.function)] :]:
        match each:
            case Constant(value=int(number)) if number >= 0:
                size *= number
            case _:
                return True
    return size >= most
