"""Abstract variable assignments [Beyer13, sections 2 and 3]: what is known of variables.

A variable is a symbol of the layout, or an ``Element`` of an array symbol. An assignment is a
partial map from variables to values; None is the value top, as is that of any variable that is not
in the map. Where an array is known as a whole, the array symbol itself stands for all elements that
have no entry of their own: ``{a: 0, Element(a, 3): 5, Element(a, 4): None}`` says that a[3] is 5,
nothing of a[4], and that all other elements are 0. Bottom, the assignment that no state satisfies,
is ``BOTTOM``.

The same thing as a tuple by ``Slots`` is what compiled steps work on; ``known`` and ``values_of``
go from one to the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from maul.logic.build import Term, and_, constant_array, equal, select, store
from maul.logic.cells import Cells, Known, known_cells
from maul.logic.sorts import Array, Sort
from maul.logic.values import constant
from maul.node import value

if TYPE_CHECKING:
    from maul.logic.compiled import Slots, Values


@value
class Element:
    """One element of an array as a variable."""

    array: Term
    index: int


Key: TypeAlias = Term | Element
Assignment: TypeAlias = "Mapping[Key, Known | None]"
BOTTOM: Final = None


def symbol_of(key: Key) -> Term:
    """The symbol that a variable is, or is part of."""
    return key.array if isinstance(key, Element) else key


def value_in(v: Assignment, key: Key) -> Known | None:
    """What an assignment says of a variable; None is top."""
    return v.get(key, v.get(key.array)) if isinstance(key, Element) else v.get(key)


# ---- the operations of the paper ---------------------------------------------------------------


def implies(v: Assignment | None, w: Assignment | None) -> bool:
    """Whether all that v stands for w stands for, too: w says nothing that v does not."""
    if v is None or w is None:
        return v is None
    # Where w knows an array as a whole, it says something of the cells that only v lists, too.
    spoken_of = (*w, *(key for key in v if isinstance(key, Element) and key.array in w))
    return all(value_in(w, key) in (None, value_in(v, key)) for key in spoken_of)


def conjunction(v: Assignment | None, w: Assignment | None) -> Assignment | None:
    """What both say; bottom when that is a contradiction."""
    if v is None or w is None:
        return BOTTOM
    found: dict[Key, Known | None] = {}
    for key in dict.fromkeys((*v, *w)):
        one, two = value_in(v, key), value_in(w, key)
        if one is not None and two is not None and one != two:
            return BOTTOM
        found[key] = two if one is None else one
    return found


def restricted(v: Assignment, keys: Collection[Key]) -> Assignment:
    """The assignment for the variables of a precision; an array among them stands for all of its
    elements."""
    found = {key: known for key, known in v.items() if key in keys or symbol_of(key) in keys}
    for key in keys:
        if isinstance(key, Element) and key not in found and value_in(v, key) is not None:
            found[key] = value_in(v, key)  # one of the others of an array known as a whole
    return found


def formula(v: Assignment) -> Term:
    """What an assignment says, as a formula."""
    return Formulas()(v)


class Formulas:
    """Assignments as formulas; what many of them say is built once."""

    def __init__(self) -> None:
        self._constants: dict[tuple[Known, Sort], Term] = {}
        self._equations: dict[tuple[Key, Known], Term] = {}

    def __call__(self, v: Assignment) -> Term:
        """What an assignment says."""
        whole = {
            key: constant_array(key.sort, self._constant(known, key.sort.element))
            for key, known in v.items()
            if known is not None and isinstance(key, Term) and isinstance(key.sort, Array)
        }
        parts: list[Term] = []
        for key, known in v.items():
            if isinstance(key, Element) and key.array in whole:
                whole[key.array] = self._stored(whole[key.array], key, known)
            elif known is not None and key not in whole:
                parts.append(self._equation(key, known))
        return and_(*parts, *(equal(array, contents) for array, contents in whole.items()))

    def _equation(self, key: Key, known: Known) -> Term:
        found = self._equations.get((key, known))
        if found is None:
            variable = element(key) if isinstance(key, Element) else key
            found = equal(variable, self._constant(known, variable.sort))
            self._equations[key, known] = found
        return found

    def _stored(self, contents: Term, key: Element, known: Known | None) -> Term:
        sort = key.array.sort
        assert isinstance(sort, Array)
        held = element(key) if known is None else self._constant(known, sort.element)
        return store(contents, self._constant(key.index, sort.index), held)

    def _constant(self, known: Known, sort: Sort) -> Term:
        found = self._constants.get((known, sort))
        if found is None:
            assert not isinstance(known, Cells)
            found = self._constants[known, sort] = constant(known, sort)
        return found


def element(cell: Element) -> Term:
    """A cell as a term."""
    sort = cell.array.sort
    assert isinstance(sort, Array)
    return select(cell.array, constant(cell.index, sort.index))


# ---- as tuples ---------------------------------------------------------------------------------


def known(values: Values, slots: Slots) -> dict[Key, Known | None]:
    """The assignment that a tuple stands for, in the order of its slots."""
    return said(zip(slots.symbols(), values, strict=False))


def said(pairs: Iterable[tuple[Term, Known | None]]) -> dict[Key, Known | None]:
    """The assignment that symbols with what they hold stand for."""
    found: dict[Key, Known | None] = {}
    for symbol, held in pairs:
        if isinstance(held, Cells):
            if held.default is not None:
                found[symbol] = held.default
            found.update((Element(symbol, index), element) for index, element in held.items())
        elif held is not None:
            found[symbol] = held
    return found


def values_of(v: Assignment, slots: Slots) -> Values:
    """An assignment as a tuple; variables that have no slot are left out."""
    found = list(slots.top())
    for key in sorted(v, key=lambda key: isinstance(key, Element)):  # arrays before their cells
        slot, held = slots.of(symbol_of(key)), v[key]
        if slot is None:
            continue
        if isinstance(key, Element):
            cells = found[slot]
            assert cells is None or isinstance(cells, Cells)
            found[slot] = _stored(cells, key.index, held)
        else:
            is_whole = isinstance(key.sort, Array) and held is not None
            found[slot] = Cells(held, {}) if is_whole else held
    return tuple(found)


def _stored(cells: Cells | None, index: int, held: Known | None) -> Cells | None:
    return known_cells({index: held}) if cells is None else cells.stored(index, held)
