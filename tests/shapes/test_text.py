"""Memory graphs for people: what a reader of a counterexample or an invariant sees."""

from __future__ import annotations

import shutil

import pytest

from maul.c.ctype import INT, LP64, CType, Record
from maul.c.ctype import Field as Member
from maul.c.source import Span
from maul.c.tree import Variable
from maul.cli.graphviz import svg
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    FieldValue,
    FunctionPointer,
    Kind,
    KnownNumber,
    MemoryRegion,
    Object,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)
from maul.shapes.picture import dot
from maul.shapes.text import told

NOWHERE = Span("list.c", 1, 1, "list.c", 1)
NODE = Record("node", is_union=False)
TO_NODE = LP64.pointer_to(NODE)
NODE.complete(
    24,
    8,
    (
        Member("data", INT, 0, None),
        Member("next", TO_NODE, 64, None),
        Member("prev", TO_NODE, 128, None),
    ),
)
LINK = Record("list_head", is_union=False)
TO_LINK = LP64.pointer_to(LINK)
LINK.complete(16, 8, (Member("next", TO_LINK, 0, None), Member("prev", TO_LINK, 64, None)))
ITEM = Record("item", is_union=False)
TO_ITEM = LP64.pointer_to(ITEM)
ITEM.complete(24, 8, (Member("data", INT, 0, None), Member("link", LINK, 64, None)))


def variable(name: str, t: CType, function: str = "main") -> Variable:
    """A local of ``main``, or of another function."""
    return Variable(f"{function}::{name}" if function else name, t, function, NOWHERE)


def data(value: Value) -> FieldValue:
    """The member ``data`` of a node."""
    return FieldValue(0, 4, INT, value)


def pointer(offset: int, value: Value, t: CType = TO_NODE) -> FieldValue:
    """A member that is a pointer."""
    return FieldValue(offset, 8, t, value)


def graph(
    variables: dict[Variable, FieldValue | None],
    objects: dict[int, tuple[Object, tuple[FieldValue, ...]]],
    facts: dict[int, Fact] | None = None,
    *,
    is_lost: bool = False,
) -> ShapeGraph:
    """A graph whose variables have the objects 101, 102, ..."""
    found: dict[int, Object] = {number: made for number, (made, _) in objects.items()}
    fields = {number: fields for number, (_, fields) in objects.items()}
    places = {}
    for number, (each, field) in enumerate(variables.items(), 101):
        places[each] = number
        found[number] = MemoryRegion(KnownNumber(field.size if field else 8), Kind.VARIABLE)
        fields[number] = (field,) if field else ()
    return ShapeGraph(found, fields, facts or {}, places, is_lost=is_lost)


LIST = variable("list", TO_NODE)
LONG = "s1: doubly linked list of 1 or more cells {data: ?1, next ->, prev <-}"
LINKED = "s1: doubly linked list of 2 or more cells {link.next -> link, link.prev <-}"
HEAP = MemoryRegion(KnownNumber(24), Kind.HEAP)


def test_a_list_is_one_line() -> None:
    """The cells of a segment each have data of their own, so it has no name."""
    segment = Segment(KnownNumber(24), Kind.HEAP, 8, 0, None, 2)
    shown = graph(
        {LIST: pointer(0, Address(1, 0, End.FIRST))},
        {1: (segment, (data(UnknownValue(2)), pointer(8, KnownNumber(0))))},
        {2: Fact(-(2**31), 2**31 - 1, owner=1)},
    )

    assert "main:\n  list -> s1\ns1: list of 2 or more cells {data: ?, next ->}, then null\n" == (
        told(shown)
    )


def test_a_doubly_linked_list_says_what_is_on_both_sides() -> None:
    """A tail pointer leads to the last cell; what is shared has one name."""
    segment = Segment(KnownNumber(24), Kind.HEAP, 8, 0, 16, 1)
    shown = graph(
        {
            LIST: pointer(0, Address(1, 0, End.FIRST)),
            variable("tail", TO_NODE): pointer(0, Address(1, 0, End.LAST)),
        },
        {
            1: (
                segment,
                (data(UnknownValue(2)), pointer(8, Address(3, 0)), pointer(16, KnownNumber(0))),
            ),
            3: (HEAP, (data(UnknownValue(2)), pointer(8, KnownNumber(0)))),
        },
        {2: Fact(0, 9)},
    )

    expected = [
        "main:",
        "  list -> s1",
        "  tail -> last of s1",
        LONG + ", then o1, before it null",
        "o1: struct node {data: ?1, next = null}",
        "?1 is 0 to 9",
    ]

    assert expected == told(shown).splitlines()


def test_what_each_cell_owns_is_below_the_segment() -> None:
    """Owned objects are indented, and may lead back to their cell."""
    segment = Segment(KnownNumber(24), Kind.HEAP, 8, 0, None, 0)
    buffer = MemoryRegion(UnknownValue(3), Kind.HEAP, owner=1)
    shown = graph(
        {LIST: pointer(0, Address(1, 0, End.FIRST))},
        {
            1: (
                segment,
                (data(KnownNumber(7)), pointer(8, KnownNumber(0)), pointer(16, Address(2, 0))),
            ),
            2: (buffer, (pointer(0, Address(1, 0, End.OWN)),)),
        },
        {3: Fact(1, None, owner=1)},
    )

    assert told(shown).splitlines()[2:] == [
        "s1: list of any number of cells {data: 7, prev -> o1, next ->}, then null",
        "  o1: ? (at least 1) bytes {+0 -> own cell of s1}",
    ]


def test_embedded_links_have_the_names_of_the_records_that_pointers_lead_to() -> None:
    """A pointer to an item tells what the item is; links lead into the middle of the next one."""
    segment = Segment(KnownNumber(24), Kind.HEAP, 8, 8, 16, 2)
    head = variable("head", LINK, "")
    shown = graph(
        {head: None, variable("first", TO_ITEM): pointer(0, Address(1, 0, End.FIRST), TO_ITEM)},
        {
            1: (
                segment,
                (pointer(8, Address(101, 0), TO_LINK), pointer(16, Address(101, 0), TO_LINK)),
            )
        },
    )
    ends = (Address(1, 8, End.FIRST), Address(1, 8, End.LAST))
    both = tuple(pointer(8 * n, end, TO_LINK) for n, end in enumerate(ends))
    fields = {**shown.fields, 101: both}
    shown = ShapeGraph(shown.objects, fields, shown.facts, shown.variables)

    assert told(shown).splitlines() == [
        "head {next -> s1.link, prev -> last of s1.link}",
        "main:",
        "  first -> s1",
        LINKED + ", then &head, before it &head",
    ]


def test_what_has_ended_and_what_was_lost_is_said() -> None:
    """A dangling pointer still has a target; a symbol has what is known of it beside it."""
    shown = graph(
        {
            LIST: pointer(0, Address(1, 8)),
            variable("n", INT): data(UnknownValue(2)),
            variable("f", LP64.pointer_to(INT)): pointer(0, FunctionPointer("less")),
            variable("p", TO_NODE): pointer(0, UnknownValue(3)),
            variable("unknown", INT): None,
        },
        {1: (MemoryRegion(KnownNumber(24), Kind.HEAP, is_live=False), ())},
        {2: Fact(3, None), 3: Fact(may_be_zero=False)},
        is_lost=True,
    )

    assert told(shown).splitlines() == [
        "main:",
        "  f -> less()",
        "  list -> o1 +8",
        "  n: ? (at least 3)",
        "  p: ? (not 0)",
        "o1: freed",
        "there may be objects on the heap that nothing leads to",
    ]


def test_the_picture_has_boxes_double_boxes_and_labelled_arrows() -> None:
    """Segments have two lines, what has ended is dashed."""
    segment = Segment(KnownNumber(24), Kind.HEAP, 8, 0, None, 2)
    shown = graph(
        {LIST: pointer(0, Address(1, 0, End.FIRST))},
        {
            1: (
                segment,
                (data(KnownNumber(7)), pointer(8, Address(2, 8)), pointer(16, Address(3, 0))),
            ),
            2: (MemoryRegion(KnownNumber(24), Kind.HEAP, is_live=False), ()),
            3: (MemoryRegion(KnownNumber(4), Kind.HEAP, owner=1), ()),
        },
    )
    drawn = dot(shown)

    for line in (
        '  n1 [label="s1 (2 or more)\\ndata: 7", peripheries=2];',
        '    label="each cell of s1";',
        '    n3 [label="o2"];',
        '  n2 [label="o1", style=dashed];',
        '  n101 [label="list", shape=oval];',
        "  n101 -> n1;",
        '  n1 -> n2 [label="next", headlabel="+8"];',
    ):
        assert line in drawn.splitlines()


@pytest.mark.skipif(shutil.which("dot") is None, reason="there is no Graphviz")
def test_graphviz_can_lay_the_picture_out() -> None:
    """The drawing is in the language of Graphviz."""
    assert "<svg" in svg(dot(graph({LIST: pointer(0, KnownNumber(0))}, {})))
