"""What depends on where objects lie in memory.

Comes in: a program model. Goes out: the expressions, and the calls of library functions, whose
value is another one when objects or functions lie elsewhere. In formulas every object has one fixed
address, while C promises little about addresses: not null, apart from each other, and here neither
in the first page nor at the end of the address space. So a proof must not use more than that.

An address may be copied, as a pointer or as an integer of the same size, and moved inside of its
object by pointer arithmetic. It may be compared with null, with numbers that no object lies at, and
with another pointer into the same objects. All else that is computed from it depends on where
objects lie: sums and bits of it as a number, a part of its bytes, its order with other numbers,
whether it is equal to a guess or to the end of another object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, Floating, FunctionType, Integer, Pointer, is_scalar, size_of
from maul.cfa.addresses import END_IN_FORMULAS, LOWEST
from maul.cfa.analyses.kept_pointers import keeps_pointer
from maul.cfa.analyses.regions import bytes_of, current, lookup, read_bytes, solved
from maul.cfa.expressions import (
    Binary,
    Convert,
    Deref,
    Load,
    Overflows,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
)
from maul.cfa.library import WRITING_ANY, canonical, model
from maul.cfa.model import Call, is_disturbance
from maul.cfa.order import entered_function
from maul.cfa.walk import inner_first, root, written_place
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maul.c.ctype import CType
    from maul.c.source import Span
    from maul.cfa.analyses.regions import Flows, MemoryNode, Slot
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Cfa, Edge, Operation

_ORDER = frozenset(("<", ">", "<=", ">="))
_EQUALITY = frozenset(("==", "!="))


@node
class Placed:
    """The expressions and calls that depend on where objects lie, each with its place in the
    source text; and where a number is followed as a pointer that may be the address of an object,
    if it is somewhere."""

    expressions: Mapping[Expression, Span]
    calls: Mapping[Call, Span]
    guess: Span | None = None

    @property
    def doubt(self) -> str | None:
        """What to say of a proof that uses one placement, when there may be other ones."""
        if self.guess is not None:
            return f"a number that is made a pointer may be the address of an object ({self.guess})"
        place = next(iter((*self.expressions.values(), *self.calls.values())), None)
        return None if place is None else f"it may depend on where objects lie in memory ({place})"


def dependent_on_placement(cfa: Cfa) -> Placed:
    """All that depends on it."""
    expressions: dict[Expression, Span] = {}
    calls: dict[Call, Span] = {}
    if not _has_pointers(cfa):
        return Placed(expressions, calls)
    flows = solved(cfa, code=True)
    guesses = _Guesses(is_open=flows.outside is not None)
    for edge, uses in _edges(cfa, flows):
        call = edge.operation
        is_read = isinstance(call, Call) and uses.is_read(call, entered_function(cfa, edge))
        guesses.look_at(edge, uses, is_read=is_read)
        for e in inner_first(edge.operation):
            if e not in expressions and uses.is_dependent(e):
                expressions[e] = edge.span
        if isinstance(call, Call) and is_read:
            calls.setdefault(call, edge.span)
    return Placed(expressions, calls, guesses.followed(cfa, flows))


def _edges(cfa: Cfa, flows: Flows) -> Iterator[tuple[Edge, _Uses]]:
    """All edges, and what addresses are where they are taken."""
    for automaton in cfa.automata():
        # The variables of functions that are analysed anew for each call are others each time.
        for variables in flows.calls.get(automaton.name, (None,)):
            flows.locals = variables
            uses = _Uses(flows)
            for location in automaton.locations:
                for edge in location.leaving:
                    yield edge, uses


class _Guesses:
    """Whether numbers from nowhere are made pointers while addresses are known as numbers: to this
    program, or to other files, which may have told it. Where a program compares or mixes numbers of
    two addresses, any number that it makes a pointer may be that of another object."""

    def __init__(self, *, is_open: bool) -> None:
        self._is_open = is_open  # there are other files
        self._is_exposed = False  # an address is known as a number here
        self._is_made = False  # any pointer, of a number that is no constant
        self._is_mixed = False  # two addresses as numbers

    def look_at(self, edge: Edge, uses: _Uses, *, is_read: bool) -> None:
        """Note what an edge does of that; ``is_read``: a library function looks at addresses."""
        self._is_exposed |= is_read
        self._is_made |= _makes_pointers(edge.operation)
        for e in inner_first(edge.operation):
            self._is_exposed = self._is_exposed or uses.is_exposing(e)
            self._is_made = self._is_made or uses.is_made_pointer(e) or uses.is_punned(e)
            self._is_mixed = self._is_mixed or uses.is_mixing(e)

    def followed(self, cfa: Cfa, flows: Flows) -> Span | None:
        """Where such a pointer is looked through, if it is, here or by functions without body: the
        regions of the alias analysis do not tell what it hits."""
        if not self._is_made:
            return None
        flows = solved(cfa, guesses=_made_up(cfa, flows, is_mixed=self._is_mixed))
        followed: Span | None = None
        given: Span | None = None
        for edge, uses in _edges(cfa, flows):
            self._is_exposed = self._is_exposed or any(
                map(uses.is_compared_guess, inner_first(edge.operation))
            )
            callee = entered_function(cfa, edge)
            if any(map(uses.is_guessed, _looked_through(edge.operation, callee))):
                followed = followed or edge.span
            elif any(map(uses.is_guessed, _given_away(edge.operation))):
                given = given or edge.span
            if followed is not None and (self._is_exposed or self._is_open):
                return followed
        # Other files may write to what they know in any case.
        return given if self._is_exposed else None


def _made_up(cfa: Cfa, flows: Flows, *, is_mixed: bool) -> frozenset[Expression]:
    """The pointers that are made of numbers of which nobody knows where they came from; and, where
    addresses are mixed, of numbers that are more than a pointer kept. A pointer that nobody knows
    either points to an object of its own, also after it was a number."""
    flows.point_strays_elsewhere()
    keeps = keeps_pointer(cfa) if is_mixed else None
    return frozenset(
        e
        for edge, uses in _edges(cfa, flows)
        for e in inner_first(edge.operation)
        if isinstance(e, Convert) and uses.is_made_pointer(e)
        if uses.is_from_nowhere(e.operand) or not (keeps is None or keeps(e.operand))
    )


def _looked_through(operation: Operation, callee: Automaton | None) -> Iterator[Expression]:
    """The pointers through which an operation reads or writes; the library through those that it
    is given."""
    target = written_place(operation)
    places = [] if target is None else [target]
    places += [e.place for e in inner_first(operation) if isinstance(e, Load)]
    for place in places:
        top = root(place)
        if isinstance(top, Deref):
            yield top.pointer
    if not isinstance(operation, Call) or callee is not None or is_disturbance(operation):
        return
    if model(operation.function) is not None:
        yield from (each for each in operation.arguments if isinstance(each.type, Pointer))


def _given_away(operation: Operation) -> Iterator[Expression]:
    """The pointers and numbers that functions without body are given, which may write there."""
    if isinstance(operation, Call) and is_disturbance(operation):
        yield from (each for each in operation.arguments if is_scalar(each.type))


def _makes_pointers(operation: Operation) -> bool:
    """Whether an operation lets memory hold any bytes, or hands out numbers: these may be pointers
    somewhere without being made pointers."""
    if any(isinstance(each.type, Integer | Floating) for each in _given_away(operation)):
        return True
    return isinstance(operation, Call) and canonical(operation.function) in WRITING_ANY


def _has_pointers(cfa: Cfa) -> bool:
    """Whether there is an address anywhere."""
    return bool(cfa.addressed) or any(
        isinstance(e.type, Pointer)
        for automaton in cfa.automata()
        for location in automaton.locations
        for edge in location.leaving
        for e in inner_first(edge.operation)
    )


class _Uses:
    """What is done with addresses."""

    def __init__(self, flows: Flows) -> None:
        self._flows = flows
        self._size = flows.cfa.model.pointer_size

    def is_dependent(self, e: Expression) -> bool:
        """Whether an expression makes something from an address that says where an object lies."""
        match e:
            case Binary(operator=operator) if operator in _EQUALITY:
                return self._is_chance(e)
            case Binary(operator=operator) if operator in _ORDER:
                return self._is_ordered(e)
            case Binary(left=left, right=right) | Overflows(left=left, right=right):
                return self._carries(left) or self._carries(right)
            case PointerDifference(left=left, right=right):
                is_from_null = self._carries(left) != self._carries(right)
                return is_from_null or self._are_apart(left, right)
            case PointerAdd(index=index):
                return self._carries(index)
            case Unary(operator=operator, operand=operand):
                return operator != "!" and self._carries(operand)
            case Convert(type=t, operand=operand):
                return not isinstance(t, Boolean) and self._is_other(t) and self._carries(operand)
            case Load(type=t, place=place) if is_scalar(t):
                return self._is_part(t, place) and self._carries(e)
        return False

    def is_read(self, call: Call, callee: Automaton | None) -> bool:
        """Whether a library function, which is no callee to enter, looks at an address as a number,
        or at the bytes of one."""
        if callee is not None:
            return False
        for argument in read_bytes(call):
            cell = lookup(self._flows.pointer(argument), 1)
            if cell is not None and self._leads(cell.slot):
                return True
        if call.result is None or isinstance(call.result.type, Pointer):
            return False  # a number that is no size of an object would be undefined
        return any(not _is_pointer(a) and self._carries(a) for a in call.arguments)

    # ---- numbers and pointers ----

    def is_exposing(self, e: Expression) -> bool:
        """Whether the address of an object becomes a number, or is one."""
        match e:
            case Convert(type=t, operand=operand):
                return isinstance(t, Integer | Floating) and self._carries(operand)
            case Load(type=t):
                return isinstance(t, Integer | Floating) and self._carries(e)
        return False

    def is_made_pointer(self, e: Expression) -> bool:
        """Whether a number that is no constant becomes a pointer."""
        if not isinstance(e, Convert) or not isinstance(e.type, Pointer):
            return False
        is_number = isinstance(e.operand.type, Integer)
        return is_number and self._flows.numbers.constant(e.operand) is None

    def is_mixing(self, e: Expression) -> bool:
        """Whether two addresses are compared, or computed with, as numbers; pointers that are
        converted just to be compared are compared as pointers."""
        if not isinstance(e, Binary) or not isinstance(e.left.type, Integer):
            return False
        is_comparison = e.operator in _EQUALITY | _ORDER
        if is_comparison and _is_pointer(e.left) and _is_pointer(e.right):
            return False
        return self._carries(e.left) and self._carries(e.right)

    def is_punned(self, e: Expression) -> bool:
        """Whether a pointer is read where something else may have been stored."""
        if not isinstance(e, Load) or not isinstance(e.type, Pointer):
            return False
        if isinstance(e.place, Place) and not self._flows.is_memory(e.place.variable):
            return False
        cell = lookup(self._flows.location(e.place), self._size)
        return cell is None or not isinstance(cell.type, Pointer)

    def is_from_nowhere(self, number: Expression) -> bool:
        """Whether nobody knows where a number came from: it is made of no pointer."""
        targets = self._targets(number)
        return not any(at.unknown or at.things or at.origins for at, _, _ in targets)

    def is_guessed(self, pointer: Expression) -> bool:
        """Whether a pointer may come from such a number."""
        guessed = current((self._flows.guessed, 0))[0]
        return any(at is guessed for at, _, _ in self._targets(pointer))

    def is_compared_guess(self, e: Expression) -> bool:
        """Whether a pointer that may be guessed is compared with one to an object."""
        match e:
            case Binary(operator=operator, left=left, right=right):
                is_comparison = operator in _EQUALITY | _ORDER and _is_pointer(left)
            case PointerDifference(left=left, right=right):
                is_comparison = True
            case _:
                return False
        pairs = (left, right), (right, left)
        return is_comparison and any(
            self.is_guessed(one) and self._is_into_object(other) for one, other in pairs
        )

    def _is_into_object(self, pointer: Expression) -> bool:
        targets = self._targets(pointer)
        return any(not at.unknown and bool(at.things or at.origins) for at, _, _ in targets)

    # ---- comparisons ----

    def _is_chance(self, e: Binary) -> bool:
        """Whether it is chance that two values are equal: that of an address and a number at which
        an object can lie; of addresses kept as numbers, perhaps longer than their objects; of a
        pointer into one object and one that may be at the end of another."""
        left, right = self._carries(e.left), self._carries(e.right)
        if not left and not right:
            return False
        are_pointers = _is_pointer(e.left) and _is_pointer(e.right)
        if left and right:
            is_end = self._is_moved(e.left) or self._is_moved(e.right)
            return not are_pointers or (is_end and self._are_apart(e.left, e.right))
        number = self._flows.numbers.constant(e.right if left else e.left)
        return not are_pointers if number is None else self._is_possible(number)

    def _is_ordered(self, e: Binary) -> bool:
        """Whether the order of two values is that of an address and something else."""
        left, right = self._carries(e.left), self._carries(e.right)
        if not left and not right:
            return False
        t = e.left.type
        if left and right:
            is_code = isinstance(t, Pointer) and isinstance(t.target, FunctionType)
            return is_code or not isinstance(t, Pointer) or self._are_apart(e.left, e.right)
        number = self._flows.numbers.constant(e.right if left else e.left)
        is_signed = isinstance(t, Integer) and t.signed
        if number is None or self._is_other(t) or (self._size == 4 and is_signed):
            return True
        return self._is_possible(number)

    def _is_possible(self, number: int) -> bool:
        """Whether an object can lie at a number, in executions or in formulas."""
        return LOWEST <= number % (1 << 8 * self._size) < END_IN_FORMULAS[self._size]

    def _are_apart(self, left: Expression, right: Expression) -> bool:
        """Whether two values are addresses in different objects."""
        one, other = self._targets(left), self._targets(right)
        return bool(one and other) and not {at for at, *_ in one} & {at for at, *_ in other}

    def _is_moved(self, e: Expression) -> bool:
        """Whether an address may be another one than that of the start of an object."""
        return any(
            stride or at.stride or offset not in {start for _, start in at.things}
            for at, offset, stride in self._targets(e)
        )

    # ---- addresses ----

    def _is_other(self, t: CType) -> bool:
        """Whether a type is none that an address is kept in as it is."""
        return not isinstance(t, Pointer | Integer) or size_of(t) != self._size

    def _is_part(self, t: CType, place: Lvalue) -> bool:
        """Whether what is read at a place may be a part of an address, or of two."""
        if isinstance(place, Place) and not self._flows.is_memory(place.variable):
            return False
        size, whole = bytes_of(place)
        if whole is None or self._is_other(t):
            return True
        cell = lookup(self._flows.location(place), size)
        return cell is None or cell.type is None

    def _carries(self, e: Expression) -> bool:
        """Whether a value may be, or be computed from, the address of an object or function."""
        return bool(self._targets(e))

    def _leads(self, slot: Slot) -> bool:
        """The same of what a slot may hold."""
        return any(current((at, 0))[0] is not self._flows.nowhere for at in slot.top().targets)

    def _targets(self, e: Expression) -> list[tuple[MemoryNode, int, int]]:
        """What a value may point to: objects, the distance from their start, and a stride."""
        found = []
        for source, distance, stride in self._flows.value(e):
            if isinstance(source, tuple):
                targets = {source[0]: (source[1], 0)}
            else:
                targets = source.top().targets
            for below, (offset, step) in targets.items():
                at, start = current((below, offset + distance))
                if at is not self._flows.nowhere:
                    found.append((at, start, stride or step))
        return found


def _is_pointer(e: Expression) -> bool:
    """Whether a value is a pointer, or one that was just converted, as some tools write all
    comparisons of pointers."""
    if isinstance(e, Convert) and isinstance(e.type, Integer):
        e = e.operand
    return isinstance(e.type, Pointer)
