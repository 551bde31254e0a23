"""Steps on memory graphs lead wherever the interpreter goes, with and without segments."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from maul.domains.shape.compare.abstraction import abstract
from maul.domains.shape.precision import ShapePrecision
from maul.shapes.graph import ShapeGraph
from tests.domains.shape.stepping import followed, main

CELL = "struct cell { struct cell *next, *back; int data; }"
POINTERS = ("p", "q", "r", "s")

pointers = st.sampled_from(POINTERS)
links = st.sampled_from(("next", "back"))
values = st.integers(-2, 3)
conditions = st.one_of(
    st.just("nondet()"),
    st.builds("{0}".format, pointers),
    st.builds("!{0}".format, pointers),
    st.builds("{0} == {1}".format, pointers, pointers),
    st.builds("{0} && {0}->{1} == {2}".format, pointers, links, pointers),
    st.builds("{0} && {0}->data < {1}".format, pointers, values),
    st.builds("n {1} {0}".format, values, st.sampled_from(("<", "==", "!=", ">="))),
)
simple = st.one_of(
    st.builds("{0} = malloc(sizeof *{0});".format, pointers),
    st.builds("{0} = calloc(1, sizeof *{0});".format, pointers),
    st.builds("{0} = {1};".format, pointers, pointers),
    st.builds("{0} = 0;".format, pointers),
    st.builds(
        "{0} = malloc(sizeof *{0}); {0}->back = 0; {0}->data = n; {0}->next = {1};"
        " if ({1}) {1}->back = {0}; {1} = {0};".format,
        pointers,
        pointers,
    ),
    st.builds("if ({0}) {0}->{1} = {2};".format, pointers, links, pointers),
    st.builds("if ({0}) {1} = {0}->{2};".format, pointers, pointers, links),
    st.builds("if ({0}) {0}->data = {1};".format, pointers, values),
    st.builds("if ({0}) n = {0}->data + {1};".format, pointers, values),
    st.builds("if ({0}) at = &{0}->{1}; if (at) *at = {2};".format, pointers, links, pointers),
    st.builds("if ({0} && {1}) *{0} = *{1};".format, pointers, pointers),
    st.builds("if ({0} && {0} != &local) {{ free({0}); {0} = 0; }}".format, pointers),
    st.builds("{0} = &local;".format, pointers),
    st.builds("n = n * {0} - 1;".format, values),
)
statements = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds("if ({0}) {{ {1} }} else {{ {2} }}".format, conditions, inner, inner),
        st.builds("while (nondet()) {{ {0} {1} }}".format, inner, inner),
        st.builds("while ({0} && nondet()) {{ {1} {0} = {0}->next; }}".format, pointers, inner),
    ),
    max_leaves=4,
)
bodies = st.lists(statements, min_size=2, max_size=7).map(" ".join)
inputs = st.lists(st.integers(-1, 3), max_size=14)


def body(text: str) -> str:
    """Four pointers to cells, one to a link, a number."""
    cells = ", ".join(f"*{name} = 0" for name in POINTERS)
    return (
        f"{CELL} local = {{0}}; struct cell {cells}; struct cell **at = 0; int n = nondet(); {text}"
    )


def with_segments(graph: ShapeGraph) -> ShapeGraph:
    """Rows of cells become segments."""
    return abstract(graph, ShapePrecision())


@settings(max_examples=60)
@given(bodies, inputs, st.sampled_from(("unreach-call", "valid-memsafety")))
def test_graphs_follow_the_interpreter(text: str, given: list[int], wanted: str) -> None:
    """Some graph stands for where it is."""
    followed(main(body(text), wanted), [1, *given])


@settings(max_examples=60)
@given(bodies, inputs, st.sampled_from(("unreach-call", "valid-memsafety")))
def test_graphs_with_segments_follow_the_interpreter(
    text: str, given: list[int], wanted: str
) -> None:
    """Cells come out of segments where the program needs them."""
    followed(main(body(text), wanted), [1, *given], with_segments)
