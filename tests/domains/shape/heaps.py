"""Memory graphs for tests: lists of several kinds, whole and abstracted, and random ones."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from maul.c.ctype import INT, VOID, ArrayType, CType, Pointer
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.domains.shape.compare.abstraction import abstract
from maul.domains.shape.compare.join import join
from maul.domains.shape.precision import ShapePrecision
from maul.shapes.graph import (
    Address,
    FieldValue,
    Kind,
    KnownNumber,
    MemoryRegion,
    Object,
    ShapeGraph,
    Value,
)

POINTER = Pointer(VOID, 8)
NULL = KnownNumber(0)
PRECISIONS = (
    ShapePrecision(),
    ShapePrecision(data=True),
    ShapePrecision(empties=False),
    ShapePrecision(shortest=3),
)


@cache
def variable(name: str, t: CType = POINTER) -> Variable:
    """A global variable; the same one for the same name."""
    return Variable(name, t, "", NOWHERE)


class Heap:
    """A graph of regions that is being built."""

    def __init__(self) -> None:
        self.objects: dict[int, Object] = {}
        self.fields: dict[int, dict[int, FieldValue]] = {}
        self.variables: dict[Variable, int] = {}

    def cell(self, size: int = 24) -> int:
        number = len(self.objects) + 1
        self.objects[number] = MemoryRegion(KnownNumber(size), Kind.HEAP)
        return number

    def variable(self, name: str, t: CType = POINTER, size: int = 8) -> int:
        number = len(self.objects) + 1
        self.objects[number] = MemoryRegion(KnownNumber(size), Kind.VARIABLE)
        self.variables[variable(name, t)] = number
        return number

    def store(self, number: int, offset: int, value: Value, t: CType = POINTER) -> None:
        size = 4 if t == INT else 8
        self.fields.setdefault(number, {})[offset] = FieldValue(offset, size, t, value)

    def row(self, count: int) -> list[int]:
        """Cells that are linked at their start, and a variable that leads to them."""
        cells = [self.cell() for _ in range(count)]
        for number, following in zip([self.variable("h"), *cells], cells, strict=False):
            self.store(number, 0, Address(following, 0))
        self.store(cells[-1], 0, NULL)
        return cells

    def graph(self) -> ShapeGraph:
        fields = {
            n: tuple(field for _, field in sorted(of.items())) for n, of in self.fields.items()
        }
        return ShapeGraph(self.objects, fields, {}, self.variables)


def chain(
    heap: Heap,
    data: list[int],
    *,
    doubly: bool = False,
    behind: Value = NULL,
    before: Value = NULL,
    head: int = 0,
    parent: Value | None = None,
) -> list[int]:
    """Cells that are linked at ``head``, with data in their last bytes."""
    cells = [heap.cell(32) for _ in data]
    ways: list[Value] = [before, *(Address(cell, head) for cell in cells), behind]
    for index, cell in enumerate(cells):
        heap.store(cell, head, ways[index + 2])
        if doubly:
            heap.store(cell, head + 8, ways[index])
        if parent is not None:
            heap.store(cell, 16, parent)
        heap.store(cell, 28, KnownNumber(data[index]), INT)
    return cells


def simple(
    data: list[int], at: dict[str, int], *, doubly: bool = False, head: int = 0
) -> ShapeGraph:
    """A list with variables that lead to some of its cells."""
    heap = Heap()
    cells = chain(heap, data, doubly=doubly, head=head)
    for name, index in at.items():
        to: Value = Address(cells[index], head) if index < len(cells) else NULL
        heap.store(heap.variable(name), 0, to)
    return heap.graph()


def circular(data: list[int], at: dict[str, int]) -> ShapeGraph:
    """A ring through a variable, linked in the middle of cells, as lists of Linux are."""
    heap = Heap()
    ring = heap.variable("ring", ArrayType(INT, 4), 16)
    here = Address(ring, 0)
    cells = chain(heap, data, doubly=True, behind=here, before=here, head=8)
    heap.store(ring, 0, Address(cells[0], 8) if cells else here)
    heap.store(ring, 8, Address(cells[-1], 8) if cells else here)
    for name, index in at.items():
        to = Address(cells[index], 8) if index < len(cells) else here
        heap.store(heap.variable(name), 0, to)
    return heap.graph()


def sharing(count: int, data: list[int]) -> ShapeGraph:
    """Cells that all lead to the same list."""
    heap = Heap()
    cells = [heap.cell(40) for _ in range(count)]
    start = heap.variable("h")
    inner = chain(heap, data)
    for number, following in zip([start, *cells], [*cells, None], strict=True):
        heap.store(number, 0, NULL if following is None else Address(following, 0))
    for cell in cells:
        heap.store(cell, 8, Address(inner[0], 0) if inner else NULL)
    return reachable(heap.graph())


def nested(lists: list[list[int]], *, parents: bool, buffers: bool) -> ShapeGraph:
    """A list of lists, whose cells may know the cell they hang on; buffers beside them."""
    heap = Heap()
    cells = [heap.cell(40) for _ in lists]
    start = heap.variable("h")
    for number, following in zip([start, *cells], [*cells, None], strict=True):
        heap.store(number, 0, NULL if following is None else Address(following, 0))
    for cell, data in zip(cells, lists, strict=True):
        inner = chain(heap, data, parent=Address(cell, 0) if parents else None)
        heap.store(cell, 8, Address(inner[0], 0) if inner else NULL)
        if buffers:
            buffer = heap.cell(8)
            heap.store(buffer, 0, Address(cell, 16))
            heap.store(cell, 16, Address(buffer, 0))
    return heap.graph()


def small_data(most: int = 4) -> st.SearchStrategy[list[int]]:
    """Numbers for a few cells."""
    return st.lists(st.integers(0, 2), max_size=most)


@st.composite
def random_heap(draw: st.DrawFn) -> ShapeGraph:
    """Cells that lead anywhere."""
    heap = Heap()
    cells = [heap.cell() for _ in range(draw(st.integers(0, 4)))]
    sizes = [heap.variable(name) for name in "hc"]
    places: list[Value] = [NULL, *(Address(cell, 0) for cell in cells)]
    places += [Address(cell, 8) for cell in cells[:1]]
    anywhere = st.sampled_from(places)
    for number in (*cells, *sizes):
        heap.store(number, 0, draw(anywhere))
    for number in cells:
        if draw(st.booleans()):
            heap.store(number, 8, draw(anywhere))
        if draw(st.booleans()):
            heap.store(number, 16, KnownNumber(draw(st.integers(0, 2))), INT)
    return reachable(heap.graph())


def reachable(graph: ShapeGraph) -> ShapeGraph:
    """The graph without what no variable leads to."""
    waiting = list(graph.variables.values())
    found = set(waiting)
    while waiting:
        for field in graph.fields_of(waiting.pop()):
            if isinstance(field.value, Address) and field.value.object not in found:
                found.add(field.value.object)
                waiting.append(field.value.object)
    objects = {n: each for n, each in graph.objects.items() if n in found}
    fields = {n: each for n, each in graph.fields.items() if n in found}
    return ShapeGraph(objects, fields, {}, graph.variables)


@st.composite
def concrete(draw: st.DrawFn, kind: str | None = None) -> ShapeGraph:
    """A heap without segments."""
    at = draw(st.sampled_from([{"h": 0}, {"h": 0, "c": 1}, {"h": 0, "c": 0}, {"h": 0, "c": 2}]))
    match kind or draw(st.sampled_from(KINDS)):
        case "singly":
            return reachable(simple(draw(small_data()), at))
        case "doubly":
            return reachable(simple(draw(small_data()), at, doubly=True, head=8))
        case "circular":
            return circular(draw(small_data()), {name: i for name, i in at.items() if name == "c"})
        case "nested" if draw(st.booleans()):
            return sharing(draw(st.integers(0, 3)), draw(small_data(2)))
        case "nested":
            lists = draw(st.lists(small_data(2), max_size=3))
            return nested(lists, parents=draw(st.booleans()), buffers=False)
        case "buffers":
            lists = draw(st.lists(small_data(2), max_size=2))
            return nested(lists, parents=False, buffers=True)
    return draw(random_heap())


KINDS = ("singly", "doubly", "circular", "nested", "buffers", "random")


@st.composite
def related(draw: st.DrawFn, count: int = 2) -> tuple[ShapeGraph, ...]:
    """Graphs of the same kind: concrete ones, abstracted ones, joined ones."""
    kind = draw(st.sampled_from(KINDS))
    return tuple(draw(a_graph(kind)) for _ in range(count))


@st.composite
def a_graph(draw: st.DrawFn, kind: str | None = None) -> ShapeGraph:
    """A graph that the analysis may meet."""
    first = draw(concrete(kind))
    way = draw(st.integers(0, 3))
    precision = draw(st.sampled_from(PRECISIONS))
    if way == 0:
        return first
    graph = abstract(first, precision)
    for _ in range(way - 1):
        joined = join(graph, abstract(draw(concrete(kind)), precision), precision)
        graph = joined or graph
    return graph
