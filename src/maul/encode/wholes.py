"""Objects of any size, changed as a whole: one term for all cells of a region.

Comes in: a place, and what to store there. Goes out: the state with new values of its regions.

A region of which all cells belong to one variable is set to a constant array, with the cells that
differ stored into it, or to an array of which nothing is known. Where a large object shares a
region with others, nothing is known of the region any more: that is more than can happen.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maul.c.ctype import known_size
from maul.cfa.analyses.regions import regions
from maul.cfa.expressions import Place
from maul.cfa.walk import root, written_place
from maul.encode.chosen import Chosen
from maul.encode.copies import constant_data
from maul.encode.memory import cell_type
from maul.encode.numbers import object_size
from maul.logic.build import constant_array, select, store
from maul.logic.sorts import Array

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.ctype import CType
    from maul.c.source import Span
    from maul.cfa.analyses.regions import Region
    from maul.cfa.expressions import Lvalue
    from maul.cfa.model import Cfa
    from maul.encode.expressions import Evaluation
    from maul.logic.build import Term

LARGE = 1 << 16  # bytes of an object whose cells are not written one by one


def is_large(t: CType) -> bool:
    """Whether an object of a type is not written cell by cell."""
    return object_size(t) > LARGE


def is_whole(at: Evaluation, target: Lvalue) -> bool:
    """Whether no other place has cells in the regions of this one."""
    if not isinstance(target, Place):
        return False
    return at.is_own(target) or all(region.single for region in _regions(at, target))


def forgets(cfa: Cfa) -> Span | None:
    """Where a program changes a large object that is no whole region, if it does somewhere."""
    split = regions(cfa)
    for automaton in cfa.automata():
        for at in automaton.locations:
            for edge in at.leaving:
                target = written_place(edge.operation)
                size = None if target is None else known_size(target.type)
                if target is None or size is None or size <= LARGE:
                    continue
                top = root(target)
                if isinstance(top, Place) and top.variable not in cfa.addressed:
                    continue
                if not isinstance(target, Place) or not all(
                    region.single for _, region in split.cells(target, size)
                ):
                    return edge.span
    return None


def fill(at: Evaluation, target: Lvalue, data: bytes) -> None:
    """Give all cells of a whole place known values: bytes, and zeros behind them."""
    owner = at.spot(target).owner
    kept: dict[Region, list[tuple[int, Term]]] = {region: [] for region in _regions(at, target)}
    if data:
        source = constant_data(at.memory, data.ljust(object_size(target.type), b"\0"))
        for offset, region in at.cells(target):
            kept[region].append((offset, source(offset, cell_type(region))))
    for region, values in kept.items():
        held, zero = at.layout.held(region, owner), _zero(at, region)
        if not isinstance(held.sort, Array):
            at.state.values[held] = values[0][1] if values else zero
            continue
        most, _ = Counter(value for _, value in values).most_common(1)[0] if values else (zero, 0)
        filled = constant_array(held.sort, most)
        spot = at.spot(target)
        for offset, value in values:
            if value is not most:
                filled = store(filled, at.memory.index(region, spot, offset), value)
        at.state.values[held] = filled


def all_new(at: Evaluation, target: Lvalue, why: str) -> Chosen:
    """Give all cells of a whole place arbitrary values."""
    memory, spot = at.memory, at.spot(target)
    new: dict[Region, Term] = {}
    for region in _regions(at, target):
        held = at.layout.held(region, spot.owner)
        if region.alone:
            new[region] = memory.fresh(why, cell_type(region))
        else:
            new[region] = memory.symbol(why, held.sort)
        at.state.values[held] = new[region]

    def cells() -> Iterator[tuple[int, CType, Term]]:
        for offset, region in at.cells(target):
            value = new[region]
            if not region.alone:
                value = select(value, memory.index(region, spot, offset))
            yield offset, cell_type(region), value

    return Chosen(target.type, cells)


def forget(at: Evaluation, target: Lvalue, why: str) -> None:
    """Know nothing any more of the regions of a place."""
    owner = at.spot(target).owner
    for region in _regions(at, target):
        held = at.layout.held(region, owner)
        if region.alone:
            at.state.values[held] = at.memory.fresh(why, cell_type(region))
        else:
            at.state.values[held] = at.memory.symbol(why, held.sort)


def _zero(at: Evaluation, region: Region) -> Term:
    return constant_data(at.memory, bytes(region.size))(0, cell_type(region))


def _regions(at: Evaluation, target: Lvalue) -> tuple[Region, ...]:
    """The regions of the cells of a place."""
    if at.is_own(target):
        return at.layout.own_cells.regions(target)
    return at.layout.regions_of(target)
