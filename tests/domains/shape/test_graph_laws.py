"""The laws of abstraction, join and inclusion, against an oracle that counts cells out."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from maul.domains.shape.compare.abstraction import abstract
from maul.domains.shape.compare.canonical import key
from maul.domains.shape.compare.inclusion import includes
from maul.domains.shape.compare.join import join
from maul.domains.shape.precision import ShapePrecision
from maul.node import replace
from maul.shapes.graph import (
    Address,
    FieldValue,
    Kind,
    KnownNumber,
    MemoryRegion,
    Segment,
    ShapeGraph,
    Value,
)
from tests.domains.shape.heaps import PRECISIONS, a_graph, concrete, related
from tests.domains.shape.oracle import broken_invariants, stands_for, states

MOST = 7  # regions in a state
laws = settings(max_examples=60, deadline=None)
precisions = st.sampled_from(PRECISIONS)


@laws
@given(a_graph(), precisions)
def test_abstraction_loses_no_state(graph: ShapeGraph, precision: ShapePrecision) -> None:
    abstracted = abstract(graph, precision)

    assert [] == broken_invariants(abstracted)
    assert all(stands_for(abstracted, state) for state in states(graph, MOST))
    assert includes(abstracted, graph)


@laws
@given(related(), precisions)
def test_join_loses_no_state(
    graphs: tuple[ShapeGraph, ShapeGraph], precision: ShapePrecision
) -> None:
    joined = join(*graphs, precision)

    if joined is not None:
        assert [] == broken_invariants(joined)
        for graph in graphs:
            assert all(stands_for(joined, state) for state in states(graph, MOST))
            assert includes(joined, graph)


@laws
@given(related(), st.data())
def test_inclusion_is_sound(graphs: tuple[ShapeGraph, ShapeGraph], data: st.DataObject) -> None:
    general, special = graphs
    general = perturbed(general, data)

    if includes(general, special):
        assert all(stands_for(general, state) for state in states(special, MOST))


@laws
@given(a_graph(), st.data())
def test_inclusion_in_what_was_abstracted_and_changed_is_sound(
    graph: ShapeGraph, data: st.DataObject
) -> None:
    general = perturbed(abstract(graph, data.draw(precisions)), data)

    if includes(general, graph):
        assert all(stands_for(general, state) for state in states(graph, MOST))


@laws
@given(concrete(), st.data())
def test_no_graph_includes_states_that_are_not_its_own(
    state: ShapeGraph, data: st.DataObject
) -> None:
    general = perturbed(abstract(state, data.draw(precisions)), data)
    other = torn(state, data)

    if includes(general, other):
        assert stands_for(general, other)


@laws
@given(a_graph())
def test_inclusion_is_reflexive(graph: ShapeGraph) -> None:
    assert includes(graph, replace(graph))


@laws
@given(related(3))
def test_inclusion_is_transitive(graphs: tuple[ShapeGraph, ShapeGraph, ShapeGraph]) -> None:
    first, second, third = graphs
    if includes(first, second) and includes(second, third):
        assert includes(first, third)


@laws
@given(related())
def test_graphs_with_the_same_key_include_each_other(graphs: tuple[ShapeGraph, ShapeGraph]) -> None:
    first, second = graphs
    if key(first) == key(second):
        assert includes(first, second)
        assert includes(second, first)


@laws
@given(concrete())
def test_numbers_do_not_matter(graph: ShapeGraph) -> None:
    assert key(graph) == key(renamed(graph, 1000))


def renamed(graph: ShapeGraph, last: int) -> ShapeGraph:
    """The graph with other numbers, in another order."""

    def value(old: Value) -> Value:
        return Address(last - old.object, old.offset, old.end) if isinstance(old, Address) else old

    return ShapeGraph(
        {last - n: each for n, each in reversed(list(graph.objects.items()))},
        {
            last - n: tuple(FieldValue(f.offset, f.size, f.type, value(f.value)) for f in fields)
            for n, fields in graph.fields.items()
        },
        {},
        {variable: last - n for variable, n in graph.variables.items()},
    )


def perturbed(graph: ShapeGraph, data: st.DataObject) -> ShapeGraph:
    """A graph with something changed: fields dropped, numbers changed, more or fewer cells."""
    objects, fields = dict(graph.objects), dict(graph.fields)
    for n, each in graph.objects.items():
        change = data.draw(st.integers(0, 9))
        if isinstance(each, Segment) and change in (0, 1):
            least = each.minimum + 1 if change else max(1, each.minimum - 1)
            objects[n] = replace(each, minimum=least)
        linked = (each.link, each.back) if isinstance(each, Segment) else ()
        free = [f for f in graph.fields_of(n) if f.offset not in linked]
        if free and change == 2:
            gone = data.draw(st.sampled_from(free))
            fields[n] = tuple(f for f in graph.fields_of(n) if f is not gone)
        if free and change == 3:
            other = data.draw(st.sampled_from(free))
            fields[n] = tuple(
                replace(f, value=KnownNumber(1)) if f is other else f for f in graph.fields_of(n)
            )
    return replace(graph, objects=objects, fields=fields)


def torn(graph: ShapeGraph, data: st.DataObject) -> ShapeGraph:
    """A graph of regions in which one address leads elsewhere, or with one more live object."""
    objects, places = dict(graph.objects), []
    if data.draw(st.integers(0, 5)) == 0:
        objects[max(objects) + 1] = MemoryRegion(KnownNumber(8), Kind.HEAP)
    for n, fields in graph.fields.items():
        places += [(n, field) for field in fields if isinstance(field.value, Address)]
    if not places:
        return replace(graph, objects=objects)
    at, place = data.draw(st.sampled_from(places))
    assert isinstance(place.value, Address)
    to = data.draw(st.sampled_from(sorted(objects)))
    changed = tuple(
        replace(f, value=Address(to, place.value.offset)) if f is place else f
        for f in graph.fields_of(at)
    )
    return replace(graph, objects=objects, fields={**graph.fields, at: changed})
