"""Programs with graphs written by hand that prove them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from maul.c.ctype import INT
from maul.c.tree import Variable
from maul.cfa.calls import Points
from maul.node import node
from maul.proofs.verdict import Shaped
from maul.shapes.graph import Address, KnownNumber, ShapeGraph
from tests.proofs.shapes.sketch import (
    NULL,
    Sketch,
    cut_points,
    first,
    last,
    named,
    program,
)

Draw = Callable[[Mapping[str, Variable]], list[list[ShapeGraph]]]


@node
class Proof:
    """A program, a property, and the graphs at its loop heads, in the order in which a
    breadth-first search meets these."""

    text: str
    draw: Draw
    wanted: str = "valid-memsafety"


def shaped(proof: Proof, *, is_pruned: bool = True) -> Shaped:
    """The evidence of a proof."""
    cfa = program(proof.text, proof.wanted, is_pruned=is_pruned)
    points = Points(cfa)
    graphs = proof.draw(named(cfa))
    heads = cut_points(points)
    assert len(heads) == len(graphs), f"{len(heads)} loop heads"
    return Shaped(points, {at: tuple(each) for at, each in zip(heads, graphs, strict=True)})


@cache
def evidence(name: str) -> Shaped:
    """The evidence of a proof by its name."""
    return shaped(PROOFS[name])


def _list(variables: Mapping[str, Variable], name: str, minimum: int = 0) -> ShapeGraph:
    """A variable leads to a list of cells with an int each."""
    sketch = Sketch()
    cells = sketch.segment(minimum)
    sketch.put(cells, 0, sketch.symbol(-(2**31), 2**31 - 1, owner=cells), INT)
    sketch.variable(variables[name], first(cells))
    return sketch.graph()


STACK = """
struct n { int d; struct n *next; };
int main(void) {
  struct n *head = 0;
  while (nondet()) {
    struct n *x = malloc(sizeof *x);
    x->d = nondet();
    x->next = head;
    head = x;
  }
  while (head) { struct n *t = head; head = head->next; free(t); }
  return 0;
}"""


def _stack(v: Mapping[str, Variable]) -> list[list[ShapeGraph]]:
    return [[_list(v, "main::head")], [_list(v, "main::head")]]


WALKED = """
struct n { int d; struct n *next; };
int main(void) {
  struct n *head = malloc(sizeof *head);
  head->d = 7; head->next = 0;
  struct n *tail = head;
  while (nondet()) {
    tail->next = malloc(sizeof *tail);
    tail = tail->next;
    tail->d = 7; tail->next = 0;
  }
  struct n *at = head;
  while (at) { if (at->d != 7) reach_error(); at = at->next; }
  return 0;
}"""


def _walked(v: Mapping[str, Variable]) -> list[list[ShapeGraph]]:
    building = Sketch()
    end = building.region(16)
    cells = building.segment(0, Address(end, 0))
    for each in (cells, end):
        building.put(each, 0, KnownNumber(7), INT)
    building.put(end, 8, NULL)
    building.variable(v["main::head"], first(cells))
    building.variable(v["main::tail"], Address(end, 0))
    walking = Sketch()
    after = walking.segment(0)
    walking.put(after, 0, KnownNumber(7), INT)
    walking.variable(v["main::at"], first(after))
    return [[building.graph(is_lost=False)], [_lossy(walking)]]


def _lossy(sketch: Sketch) -> ShapeGraph:
    return sketch.graph(is_lost=True)


DOUBLY = """
struct n { struct n *prev; struct n *next; };
int main(void) {
  struct n *first = 0, *last = 0;
  while (nondet()) {
    struct n *x = malloc(sizeof *x);
    x->next = 0; x->prev = last;
    if (last) last->next = x; else first = x;
    last = x;
  }
  while (last) { struct n *t = last; last = last->prev; free(t); }
  return 0;
}"""


def _doubly(v: Mapping[str, Variable]) -> list[list[ShapeGraph]]:
    sketch = Sketch()
    cells = sketch.segment(0, back=0)
    sketch.variable(v["main::first"], first(cells))
    sketch.variable(v["main::last"], last(cells))
    freeing = Sketch()
    rest = freeing.segment(0, freeing.symbol(), back=0)
    freeing.variable(v["main::last"], last(rest))
    return [[sketch.graph()], [freeing.graph()]]


RING = """
struct n { int d; struct n *next; };
int main(void) {
  struct n *ring = malloc(sizeof *ring);
  ring->next = ring;
  while (nondet()) {
    struct n *x = malloc(sizeof *x);
    x->next = ring->next;
    ring->next = x;
  }
  struct n *at = ring->next;
  while (at != ring) { struct n *t = at; at = at->next; free(t); }
  free(ring);
  return 0;
}"""


def _ring(v: Mapping[str, Variable]) -> list[list[ShapeGraph]]:
    sketch = Sketch()
    ring = sketch.region(16)
    cells = sketch.segment(0, Address(ring, 0))
    sketch.put(ring, 8, first(cells))
    sketch.variable(v["main::ring"], Address(ring, 0))
    freeing = Sketch()
    kept = freeing.region(16)
    rest = freeing.segment(0, Address(kept, 0))
    freeing.put(kept, 8, freeing.symbol())
    freeing.variable(v["main::ring"], Address(kept, 0))
    freeing.variable(v["main::at"], first(rest))
    return [[sketch.graph()], [freeing.graph()]]


OWNING = """
struct n { char *text; struct n *next; };
int main(void) {
  struct n *head = 0;
  while (nondet()) {
    struct n *x = malloc(sizeof *x);
    x->text = malloc(8);
    x->next = head;
    head = x;
  }
  while (head) {
    struct n *t = head;
    head = head->next;
    free(t->text);
    free(t);
  }
  return 0;
}"""


def _owning(v: Mapping[str, Variable]) -> list[list[ShapeGraph]]:
    sketch = Sketch()
    cells = sketch.segment(0)
    text = sketch.region(8, owner=cells)
    sketch.put(cells, 0, Address(text, 0))
    sketch.variable(v["main::head"], first(cells))
    return [[sketch.graph()], [sketch.graph()]]


COUNTED = """
struct n { int d; struct n *next; };
int main(void) {
  struct n *head = 0;
  int state = 0;
  while (nondet()) {
    struct n *x = malloc(sizeof *x);
    x->next = head;
    head = x;
    state = 1;
  }
  if (state == 1 && head == 0) reach_error();
  return 0;
}"""


def _counted(v: Mapping[str, Variable]) -> list[list[ShapeGraph]]:
    empty, full = Sketch(), Sketch()
    empty.variable(v["main::head"], NULL)
    empty.variable(v["main::state"], KnownNumber(0))
    cells = full.segment(1)
    full.variable(v["main::head"], first(cells))
    full.variable(v["main::state"], KnownNumber(1))
    return [[empty.graph(), full.graph()]]


PROOFS = {
    "stack": Proof(STACK, _stack),
    "stack left": Proof(STACK, _stack, "valid-memcleanup"),
    "walked": Proof(WALKED, _walked, "unreach-call"),
    "doubly": Proof(DOUBLY, _doubly),
    "ring": Proof(RING, _ring),
    "owning": Proof(OWNING, _owning),
    "counted": Proof(COUNTED, _counted, "unreach-call"),
}
