"""The state of a program as terms: one mapping from symbols to their values.

A scalar whose address is never taken is a symbol. Everything else lives in cells: a cell that is
alone in its region is a symbol too, the cells of any other region are one array. Cells of variables
that no pointer reaches are found by the shape of the variable (``maul.encode.own_cells``), all
others by the regions of the program (``maul.cfa.analyses.regions``).

An address is wide, the number of an object and an offset (``maul.encode.numbers.places``), or a
plain number of the size of a pointer: see ``is_wide``. Variables and functions have fixed
addresses. What is free next, the number of an object or the address of a slot, is part of the
state, so that the same allocation gives another object each time it is executed.

States are changed in place while an edge is encoded; ``copy`` and ``merged`` serve branches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from maul.c.ctype import Integer, is_scalar, known_size
from maul.cfa.addresses import END, LOWEST
from maul.cfa.analyses.regions import Region, regions
from maul.cfa.calls import plain_name
from maul.cfa.library import canonical
from maul.cfa.model import Call
from maul.cfa.walk import mentioned_variables
from maul.encode.constants import slots_of_constants
from maul.encode.made_pointers import made_pointers
from maul.encode.numbers import FIRST_ALLOCATED, FIRST_UNKNOWN, BitNumbers, NoTerm, object_size
from maul.encode.own_cells import OwnCells
from maul.encode.validity import (
    Tables,
    TrackedObject,
    Validity,
    allocates_any_sizes,
    questions_about_memory,
    suits_tables,
)
from maul.logic.build import Term, ite, split_offset, symbol
from maul.logic.lookup import Lookup
from maul.logic.sorts import Array, Sort
from maul.logic.terms import int_payload

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from maul.c.ctype import CType, DataModel
    from maul.c.tree import Variable
    from maul.cfa.analyses.ranges import Ranges
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Cfa, Location
    from maul.encode.numbers import Numbers

GAP = 64  # bytes between two variables, as in the interpreter
ALIGNMENT = 16
HEAP = 1 << 44  # where the first slot is, if addresses are plain


class Split(Protocol):
    """What a sound splitting of memory into regions answers; see ``maul.cfa.analyses.regions``."""

    def of(self, place: Lvalue) -> Region:
        """The region of a scalar access."""

    def cells(self, place: Lvalue, size: int) -> tuple[tuple[int, Region], ...]:
        """The cells in so many bytes from a place."""

    def behind(self, pointer: Expression) -> tuple[Region, ...]:
        """The regions of all cells that are where a pointer leads."""

    def room(self, pointer: Expression) -> int | None:
        """How many bytes from where a pointer leads are in regions that it may lead to."""

    def variables_at(self, pointer: Expression) -> tuple[Variable, ...]:
        """The variables that a pointer may point to."""

    @property
    def disturbed(self) -> tuple[Region, ...]:
        """The regions that functions without body may write."""


def is_wide(cfa: Cfa) -> bool:
    """Whether the addresses of a program are wide in formulas."""
    return cfa.model.pointer_size == 4 or bool(questions_about_memory(cfa))


class Layout:
    """Who lives where: the symbols of cells, and the addresses of objects and functions, given out
    when first asked for. ``ranges`` tells which operations cannot wrap, if it is known; ``split``
    is how memory is split into regions, by the analysis unless something else is given."""

    def __init__(
        self,
        cfa: Cfa,
        numbers: Numbers | None = None,
        ranges: Ranges | None = None,
        split: Split | None = None,
    ) -> None:
        self.model = cfa.model
        without_object = slots_of_constants(cfa)
        self.numbers: Numbers = numbers or BitNumbers(
            cfa.model, is_wide=is_wide(cfa), without_object=without_object
        )
        self.ranges = ranges
        self.regions: Split = split or regions(cfa)
        self.own_cells = OwnCells()
        self.lookup = Lookup()
        self.is_wide = self.numbers.addresses.objects is not None
        free = self.numbers.objects.sort if self.is_wide else self.numbers.addresses.sort
        # What the program makes of numbers that become pointers; None if none do, or if pointers
        # are numbers anyway.
        self.made = made_pointers(cfa, self.regions, self.own_cells) if self.is_wide else None
        self.heap = symbol("free memory", free)
        self.validity = self._validity(cfa)
        # The sizes of allocated objects, if it matters how large an object is.
        size_sort = Array(self.numbers.addresses.sort, self.numbers.sort(cfa.model.size_t))
        self.sizes = symbol("sizes of objects", size_sort) if _reallocates(cfa) else None
        # Expressions whose value depends on where objects lie; those of them that are computed from
        # there, of all others nothing may be known; and operands that are numbers of formulas.
        self.arbitrary: Container[Expression] = ()
        self.computed: Container[Expression] = ()
        self.kept: Container[Expression] = ()
        number = numbers_of_addresses(cfa.model)
        number_sort = self.numbers.sort(number)
        # Where the addresses of an execution are, by their numbers in formulas.
        self.where = symbol("where objects lie", Array(number_sort, number_sort))
        self.heap_end = END[cfa.model.pointer_size]
        self.symbols = 0  # how many arbitrary values there have been
        self._addressed = frozenset(variable.name for variable in cfa.addressed)
        self._addresses: dict[str, int] = {}
        self._regions_of: dict[Lvalue, tuple[Region, ...]] = {}
        self._automata = cfa.automata()
        self._variables: dict[Location, tuple[Variable, ...]] = {}
        self._lengths: dict[int, int] = {}  # of variables, by their numbers
        self._registers: dict[Variable, Term] = {}
        self._held: dict[tuple[Region, Variable | None], Term] = {}
        self._next = 1 if self.is_wide else LOWEST
        self._skipped = without_object if self.is_wide else frozenset()

    def _validity(self, cfa: Cfa) -> Validity | None:
        """What is kept of objects, if a property asks about memory."""
        questions = questions_about_memory(cfa)
        if not questions:
            return None
        if suits_tables(cfa, questions):
            return Tables(self.numbers)
        sizes = allocates_any_sizes(cfa)
        return TrackedObject(self.numbers, knows_all="memtrack" in questions, sizes=sizes)

    def fresh(self, why: str, sort: Sort) -> Term:
        """A symbol that stands for an arbitrary value."""
        self.symbols += 1
        return symbol(f"{why}#{self.symbols}", sort)

    def is_addressed(self, variable: Variable) -> bool:
        """Whether the variable lives in the memory that pointers reach."""
        return plain_name(variable) in self._addressed

    def is_register(self, variable: Variable) -> bool:
        """Whether a variable is one term."""
        return is_scalar(variable.type) and not self.is_addressed(variable)

    def register(self, variable: Variable) -> Term:
        """The symbol of a variable that is one term."""
        found = self._registers.get(variable)
        if found is None:
            found = symbol(variable.name, self.numbers.sort(variable.type))
            self._registers[variable] = found
        return found

    def held(self, region: Region, owner: Variable | None) -> Term:
        """The symbol of what a region holds: of one cell, or an array of cells. The ``owner`` is
        the variable that is the only one with cells there, if it is one that no pointer reaches.
        """
        found = self._held.get((region, owner))
        if found is None:
            name = f"memory {region.name}" if owner is None else f"{owner.name}{region.name}"
            sort = self.cell_sort(region)
            if not region.alone:
                is_far = owner is None and not self.is_by_offset(region)
                index = self.numbers.addresses.sort if is_far else self.numbers.addresses.index_sort
                sort = Array(index, sort)
            found = self._held[region, owner] = symbol(name, sort)
        return found

    def regions_of(self, place: Lvalue) -> tuple[Region, ...]:
        """The regions of the cells of a place that pointers reach."""
        found = self._regions_of.get(place)
        if found is None:
            cells = self.regions.cells(place, object_size(place.type))
            found = self._regions_of[place] = tuple(dict.fromkeys(region for _, region in cells))
        return found

    def is_by_offset(self, region: Region) -> bool:
        """Whether the cells of a region that pointers reach are found by their offsets alone."""
        return self.is_wide and region.single

    def names(self) -> dict[Term, tuple[str, CType]]:
        """What the cells that are alone are called in the program, and their types."""
        return {
            held: (f"{owner.name if owner else ''}{region.name}", region.type)
            for (region, owner), held in self._held.items()
            if region.alone and region.type is not None
        }

    def cell_sort(self, region: Region) -> Sort:
        """The sort of the values of a region's cells."""
        return self.numbers.byte_sort if region.type is None else self.numbers.sort(region.type)

    def address(self, variable: Variable) -> Term:
        """The address of a variable in memory."""
        return self._at(self._place(variable.name, object_size(variable.type)))

    def function(self, name: str) -> Term:
        """The address of a function."""
        return self._at(self._place(f"{name}()", 1))

    def _at(self, place: int) -> Term:
        if self.is_wide:
            return self.numbers.objects.located(place)
        return self.numbers.addresses.constant(place)

    def variables_at(self, location: Location) -> tuple[Variable, ...]:
        """The variables of a function that hold something at a location: a temporary does as long
        as it may be read."""
        found = self._variables.get(location)
        if found is None:
            automaton = next(each for each in self._automata if each.name == location.function)
            named = dict.fromkeys((*automaton.parameters, *_mentioned(automaton.locations)))
            later = frozenset(_mentioned(_reached_from(location)))
            found = self._variables[location] = tuple(
                v for v in named if v.function and (v in later or "::$" not in v.name)
            )
        return found

    def length_of(self, number: int) -> int | None:
        """The bytes of the variable with a number."""
        return self._lengths.get(number)

    def targets_of(self, pointer: Expression) -> tuple[tuple[int, int], ...]:
        """The numbers and the bytes of the variables that a pointer may point to."""
        found = []
        for variable in self.regions.variables_at(pointer):
            size = known_size(variable.type)
            if size is not None:
                found.append((self._place(variable.name, size), size))
        return tuple(found)

    def places(self) -> dict[str, int]:
        """The addresses given out so far, by name, and under no name the next one."""
        return {**self._addresses, "": self._next}

    def settle(self, places: Mapping[str, int]) -> None:
        """Go on from the addresses that another layout of the same program gave out."""
        self._addresses = {name: at for name, at in places.items() if name}
        self._next = places[""]

    def given(self) -> Iterator[tuple[Term, Region | None, Variable | None]]:
        """The symbols given out so far: of a variable that is one term, or of a region, with the
        variable that owns it if there is one."""
        for variable, held in self._registers.items():
            yield held, None, variable
        for (region, owner), held in self._held.items():
            yield held, region, owner

    def _place(self, name: str, size: int) -> int:
        found = self._addresses.get(name)
        if found is None:
            while self._next in self._skipped:
                self._next += 1
            found = self._addresses[name] = self._next
            self._next += self.room(size)
            if self._next > self.end_of_variables:
                raise NoTerm("more variables than there are addresses for them")
        if not name.endswith("()"):
            self._lengths[found] = size
        return found

    def room(self, size: int) -> int:
        """The distance from the start of a variable to that of the next one."""
        return 1 if self.is_wide else room(size)

    @property
    def end_of_variables(self) -> int:
        """Where the addresses of variables end."""
        return FIRST_UNKNOWN if self.is_wide else HEAP


def numbers_of_addresses(model: DataModel) -> Integer:
    """The type of addresses as numbers."""
    return Integer(8 * model.pointer_size, signed=False)


def _reallocates(cfa: Cfa) -> bool:
    """Whether a program calls ``realloc``."""
    edges = (
        edge for automaton in cfa.automata() for at in automaton.locations for edge in at.leaving
    )
    operations = (edge.operation for edge in edges)
    return any(isinstance(op, Call) and canonical(op.function) == "realloc" for op in operations)


def _mentioned(locations: Iterable[Location]) -> Iterator[Variable]:
    """The variables that the edges which leave some locations mention."""
    for at in locations:
        for edge in at.leaving:
            yield from mentioned_variables(edge.operation)


def _reached_from(location: Location) -> dict[Location, None]:
    """The locations of a function that control may come to from one of them, itself included."""
    seen, waiting = {location: None}, [location]
    while waiting:
        for edge in waiting.pop().leaving:
            if edge.target not in seen:
                seen[edge.target] = None
                waiting.append(edge.target)
    return seen


def room(size: int) -> int:
    """The distance from the start of a variable to the start of the next one."""
    return -(-(size + GAP) // ALIGNMENT) * ALIGNMENT


def initial_values(layout: Layout) -> dict[Term, Term]:
    """What is known when a program starts: that nothing is allocated."""
    kept = {} if layout.validity is None else layout.validity.initial()
    if layout.is_wide:
        return {layout.heap: layout.numbers.objects.numbered(FIRST_ALLOCATED), **kept}
    return {layout.heap: layout.numbers.addresses.constant(HEAP)}


class State:
    """What every symbol of the program holds; one that is not in ``values`` holds what it held in
    the beginning, itself."""

    __slots__ = ("layout", "values")

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.values: dict[Term, Term] = {}

    def copy(self) -> State:
        """A state that can be changed without changing this one."""
        copied = State(self.layout)
        copied.values = dict(self.values)
        return copied

    def value(self, held: Term) -> Term:
        """What a symbol holds."""
        return self.values.get(held, held)

    def merged(self, holds: Term, other: State) -> State:
        """This state where ``holds``, the other one elsewhere."""
        result, heap = self.copy(), self.layout.heap
        for held in {**self.values, **other.values}:
            here, there = self.value(held), other.value(held)
            if here is not there:
                higher = _higher(here, there) if held is heap else None
                result.values[held] = higher or ite(holds, here, there)
        return result


def _higher(left: Term, right: Term) -> Term | None:
    """The higher one of two terms with a constant distance.

    The heap may skip addresses: those that it skips where branches meet make the addresses of what
    is allocated later constant.
    """
    if left.operator == "constant" and right.operator == "constant":
        return left if int_payload(left) > int_payload(right) else right
    (base, here), (other, there) = split_offset(left), split_offset(right)
    if base is not other:
        return None
    return left if here > there else right
