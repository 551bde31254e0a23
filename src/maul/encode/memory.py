"""Cells of one state, read and written, and what is noted on the way.

Comes in: a region, where in it, and values. Goes out: terms; the state is changed in place. A cell
that is alone in its region is a symbol of the state; otherwise the index of a cell is its address,
or its number in the variable when no pointer reaches that variable, so that ``a[i]`` is ``a`` at
``i``. A region of bytes is read and written in pieces of any size.

``facts`` hold in every execution that comes along; ``limits`` say what the encoding leaves out;
``inputs`` are the symbols that were made for arbitrary values.
"""

from __future__ import annotations

from functools import cache
from math import gcd
from typing import TYPE_CHECKING

from maul.c.ctype import ArrayType, CType, Integer, Pointer, Record
from maul.choices import Arith
from maul.encode.numbers import NoTerm, object_size
from maul.logic.build import FALSE, TRUE, Term, ite, store
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.c.tree import Variable
    from maul.cfa.analyses.regions import Region
    from maul.encode.numbers import Numbers, Typed
    from maul.encode.state import Layout, State
    from maul.logic.sorts import Sort

BYTE = Integer(8, signed=False)


@node
class Spot:
    """Where something lies: ``offset`` bytes after an address, and so many bits in that byte.

    In a variable that no pointer reaches, the ``owner``, there are no addresses, but the indices
    that lead there, each with the size of what it counts.
    """

    owner: Variable | None
    address: Term
    steps: tuple[tuple[Typed, int], ...]
    offset: int
    bit: int


def cell_type(region: Region) -> CType:
    """The type of the values of a region's cells."""
    return BYTE if region.type is None else region.type


class Memory:
    """The cells of one state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.layout: Layout = state.layout
        self.numbers: Numbers = state.layout.numbers
        self.facts: list[Term] = []
        self.limits: list[Term] = []
        self.exact: list[Term] = []
        self.inputs: list[Term] = []

    # ---- arbitrary values ------------------------------------------------------------------------

    def fresh(self, why: str, t: CType) -> Term:
        """An arbitrary value of a scalar type."""
        return self.noted(t, self.symbol(why, self.numbers.sort(t)))

    def symbol(self, why: str, sort: Sort) -> Term:
        """An arbitrary value of a sort."""
        chosen = self.layout.fresh(why, sort)
        if chosen.operator == "symbol":
            self.inputs.append(chosen)
        return chosen

    def unknown(self, sort: Sort, law: Callable[[Term], Term]) -> Term:
        """A value of which nothing is known but a law."""
        found = self.symbol("bits", sort)
        self.facts.append(law(found))
        return found

    def noted(self, t: CType, value: Term) -> Term:
        """The value; what holds of every value of its type is noted of what was not computed here.

        Of a case distinction it is noted as a whole: one case alone may lie outside of the type,
        where the condition keeps it from being chosen.
        """
        # Of bit-vectors nothing holds that is not clear anyway.
        if self.numbers.name is not Arith.BV and value.operator in ("symbol", "select", "ite"):
            facts = self.numbers.facts(t, value)
            self.facts += (fact for fact in facts if fact not in self.facts)
        return value

    # ---- cells -----------------------------------------------------------------------------------

    def cell(self, region: Region, spot: Spot, offset: int = 0) -> Term:
        """What the cell holds that begins ``offset`` bytes after the spot."""
        held = self.state.value(self.layout.held(region, spot.owner))
        if not region.alone:
            held = self.layout.lookup.element(held, self.index(region, spot, offset))
        return self.noted(cell_type(region), held)

    def set_cell(self, region: Region, spot: Spot, offset: int, value: Term) -> None:
        """Put a value into the cell that begins ``offset`` bytes after the spot."""
        held = self.layout.held(region, spot.owner)
        if not region.alone:
            index = self.index(region, spot, offset)
            value = store(self.state.value(held), index, value)
        self.state.values[held] = value

    def index(self, region: Region, spot: Spot, offset: int) -> Term:
        """The index of a cell in the array of its region."""
        offset += spot.offset
        if spot.owner is None:
            address = self.numbers.addresses.plus(spot.address, offset)
            by_offset = self.layout.is_by_offset(region)
            return self.numbers.objects.offset_of(address) if by_offset else address
        unit = region.size if _stride(spot.owner.type) % region.size == 0 else 1
        # Cells do not overlap, and their distances are multiples of the unit wherever an index
        # is not constant: rounding down tells them apart.
        index = self.numbers.addresses.index(offset // unit)
        for at, scale in spot.steps:
            index = self.numbers.addresses.advanced("+", index, at, scale // unit, wraps=False)
        return index

    # ---- scalars ---------------------------------------------------------------------------------

    def scalar(self, region: Region, spot: Spot, t: CType) -> Term:
        """The scalar of a type that lies in a spot."""
        size = object_size(t)
        if region.type is None:
            return self.from_bytes(t, self.bytes(region, spot, size))
        if region.size != size:
            raise NoTerm(f"an access of {size} bytes to a cell of {region.size}")
        return self.recast(region.type, t, self.cell(region, spot))

    def set_scalar(self, region: Region, spot: Spot, t: CType, value: Term) -> None:
        """Put a scalar of a type into a spot."""
        size = object_size(t)
        if region.type is None:
            self.set_bytes(region, spot, self.as_bytes(t, value))
        elif region.size != size:
            raise NoTerm(f"an access of {size} bytes to a cell of {region.size}")
        else:
            self.set_cell(region, spot, 0, self.recast(t, region.type, value))

    def bytes(self, region: Region, spot: Spot, count: int) -> tuple[Term, ...]:
        """Bytes from a spot in a region of bytes."""
        return tuple(self.cell(region, spot, offset) for offset in range(count))

    def set_bytes(self, region: Region, spot: Spot, data: tuple[Term, ...]) -> None:
        """Put bytes into a region of bytes."""
        for offset, byte in enumerate(data):
            self.set_cell(region, spot, offset, byte)

    # ---- representation --------------------------------------------------------------------------

    def recast(self, source: CType, target: CType, value: Term) -> Term:
        """The value of another type of the same size that the same bytes represent."""
        if source == target or (isinstance(source, Pointer) and isinstance(target, Pointer)):
            return value
        if _is_whole(source) and _is_whole(target):
            number, t = self.number_of(source, value)
            if isinstance(target, Pointer):
                return self.as_address(number)
            return self.numbers.converted(t, target, number)
        return self.from_bytes(target, self.as_bytes(source, value))

    def from_bytes(self, t: CType, data: Sequence[Term]) -> Term:
        """The value that the bytes of an object of a scalar type represent."""
        if isinstance(t, Pointer):
            return self.as_address(self.numbers.joined(_number_type(t), data))
        return self.numbers.joined(t, data)

    def as_address(self, number: Term) -> Term:
        """The address that an unsigned integer of the size of a pointer leads to. Where objects may
        be larger than a slot it is any with that number."""
        found = self.numbers.addresses.as_address(number)
        if not self.layout.is_wide or number.operator == "constant":
            return found
        if self.layout.made is None:
            self.limits.append(FALSE)
            return found
        if not self.layout.made.are_far:
            return found
        any_address = self.fresh("far", self.layout.model.pointer_to(BYTE))
        t, numbered = (
            _number_type(self.layout.model.pointer_to(BYTE)),
            self.numbers.addresses.numbered,
        )
        self.facts.append(self.numbers.comparison(t, "==", numbered(any_address), number))
        return ite(self.numbers.objects.is_object(found), any_address, found)

    def as_bytes(self, t: CType, value: Term) -> tuple[Term, ...]:
        """The bytes that represent a value in an object of its type."""
        number, of = self.number_of(t, value)
        return self.numbers.split(of, number, self.unknown)

    def number_of(self, t: CType, value: Term) -> tuple[Term, CType]:
        """A value and its type; of a pointer the unsigned integer that it is as a number."""
        if not isinstance(t, Pointer):
            return value, t
        number, fits = self.numbers.addresses.as_number(value)
        if fits is not TRUE:
            self.limits.append(fits)
        return number, _number_type(t)


def _number_type(t: Pointer) -> Integer:
    """The unsigned integers of the size of a pointer."""
    return Integer(8 * t.size, signed=False)


def _is_whole(t: CType) -> bool:
    """Whether the value is all bits of the representation, as a binary number."""
    return isinstance(t, Pointer) or (isinstance(t, Integer) and t.bits == 8 * object_size(t))


@cache
def _stride(t: CType) -> int:
    """What the distances of all elements of arrays in a type are multiples of; 0 without arrays."""
    match t:
        case ArrayType(element=element):
            return gcd(object_size(element), _stride(element))
        case Record(fields=fields):
            return gcd(*(_stride(field.type) for field in fields))
    return 0
