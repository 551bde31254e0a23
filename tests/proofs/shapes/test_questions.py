"""Whether objects are reached, left, accessible."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from maul.c.tree import Variable
from maul.proofs.shapes import check_shapes
from maul.proofs.shapes.memory import WorkingGraph
from maul.proofs.shapes.questions import reached_from
from maul.proofs.verdict import Shaped
from maul.run import Run
from maul.shapes.graph import Address, ShapeGraph
from tests.proofs.shapes.drawn import variables
from tests.proofs.shapes.proofs import Proof, shaped
from tests.proofs.shapes.readings import At, Heap, readings
from tests.proofs.shapes.sketch import Sketch, first, last

A = variables()[0]


def _list(
    minimum: int, *, at_last: bool = False, back: int | None = None, owner: bool = False
) -> Sketch:
    """A list whose cells lead to an object, which each has or all share; another is behind the
    last cell, and one before the first if there is a way back."""
    sketch = Sketch()
    behind, before = sketch.region(8), sketch.region(8)
    cells = sketch.segment(
        minimum, Address(behind, 0), size=24, back=back, before=Address(before, 0)
    )
    thing = sketch.region(8, owner=cells if owner else None)
    sketch.put(cells, 16, Address(thing, 0))
    sketch.variable(A, last(cells) if at_last else first(cells))
    return sketch


LISTS: dict[str, Callable[[], Sketch]] = {
    "some cells": lambda: _list(1),
    "perhaps no cell": lambda: _list(0),
    "perhaps no cell, a way back": lambda: _list(0, back=0),
    "some cells, a way back": lambda: _list(1, back=0),
    "from the last one": lambda: _list(1, at_last=True),
    "from the last one back": lambda: _list(1, at_last=True, back=0),
    "from the last one back, perhaps no cell": lambda: _list(0, at_last=True, back=0),
    "each its own": lambda: _list(0, owner=True),
}


def _reached(heap: Heap) -> set[object]:
    """The objects that a reading's variables lead to."""
    found = set(heap.variables.values())
    waiting = list(found)
    for name in waiting:
        for _, token in heap.fields[name].values():
            if isinstance(token, At) and token.name not in found:
                found.add(token.name)
                waiting.append(token.name)
    return set(found)


@pytest.mark.parametrize("name", LISTS)
def test_what_is_reached_is_reached_in_all_readings(name: str) -> None:
    graph = LISTS[name]().graph()
    claimed = reached_from(WorkingGraph(graph, 8), list(graph.variables.values()))
    missed: set[int] = set()
    for heap in readings(graph, 6):
        missed |= {number for number, path in set(heap.regions) - _reached(heap)}
    assert not claimed & missed
    assert name == "from the last one" or claimed | missed == set(graph.objects)


LOSING = """
struct n { struct n *next; };
void drop(struct n *p) { %s }
int main(void) {
  struct n *head = malloc(sizeof *head);
  head->next = 0;
  drop(head);
  %s
  return 0;
}"""


@pytest.mark.parametrize(
    ("text", "wanted", "outcome"),
    [
        (LOSING % ("free(p);", ""), "valid-memsafety", "confirmed"),
        (LOSING % ("free(p);", ""), "valid-memcleanup", "confirmed"),
        (LOSING % ("", ""), "valid-memcleanup", "refuted"),
        (LOSING % ("", "head = 0;"), "valid-memsafety", "refuted"),
        (LOSING % ("free(p);", "head->next = 0;"), "valid-memsafety", "refuted"),
        (LOSING % ("free(p); free(p);", ""), "valid-memsafety", "refuted"),
        (LOSING % ("free(&p->next + 1);", ""), "valid-memsafety", "refuted"),
        (LOSING % ("p[1].next = 0; free(p);", ""), "valid-memsafety", "refuted"),
        (LOSING % ("p[0].next = 0; free(p);", ""), "valid-memsafety", "confirmed"),
        (LOSING % ("int x; p = (struct n *)&x; free(p);", ""), "valid-memsafety", "refuted"),
        (LOSING % ("free(p); malloc(1);", ""), "valid-memsafety", "refuted"),
        (LOSING % ("p = realloc(p, 64); p[7].next = 0; free(p);", ""), "unreach-call", "confirmed"),
        (LOSING % ("if (p->next) reach_error();", ""), "unreach-call", "confirmed"),
        (LOSING % ("if (!p->next) reach_error();", ""), "unreach-call", "refuted"),
        (LOSING % ("if (p == (void *)&p) reach_error();", ""), "unreach-call", "confirmed"),
        (LOSING % ("unsigned u = -1; if (u + 1) reach_error();", ""), "unreach-call", "confirmed"),
        (
            LOSING % ("char c = nondet(); if (c > 127) reach_error();", ""),
            "unreach-call",
            "confirmed",
        ),
        (
            LOSING % ("char c = nondet(); if (c > 126) reach_error();", ""),
            "unreach-call",
            "refuted",
        ),
        (
            LOSING % ("int a[4] = {0}; a[nondet() & 3] = 1; if (a[2] > 1) reach_error();", ""),
            "unreach-call",
            "confirmed",
        ),
        (
            LOSING % ("int a[4] = {0}; a[nondet() & 3] = 1; if (a[2]) reach_error();", ""),
            "unreach-call",
            "refuted",
        ),
        (LOSING % ("int a[4]; a[nondet() & 4] = 1;", "free(head);"), "valid-memsafety", "refuted"),
        (
            LOSING % ("int a[5]; a[nondet() & 4] = 1;", "free(head);"),
            "valid-memsafety",
            "confirmed",
        ),
        (
            LOSING % ("double d = nondet(); if (d == d + 1) reach_error();", ""),
            "unreach-call",
            "refuted",
        ),
    ],
)
def test_programs_without_loops_need_no_graphs(text: str, wanted: str, outcome: str) -> None:
    evidence = shaped(Proof(text, lambda _: [], wanted))
    checked = check_shapes(evidence.points.cfa, evidence, Run(20))
    assert checked.outcome == outcome, checked.reason


CHOSEN = """
int a[4], b[4];
int main(void) {
  int x = nondet(), j = nondet();
  if (j < 0 || j > 3) abort();
  a[0] = nondet(); a[1] = nondet(); a[2] = 0; a[3] = 0;
  if (!((a[x & 3] != 5) | (b[j] != 0)))
    if (a[%d] != 5) reach_error();
  return 0;
}"""


@pytest.mark.parametrize(("index", "outcome"), [(0, "refuted"), (1, "refuted")])
def test_what_one_decision_says_is_not_said_in_others(index: int, outcome: str) -> None:
    evidence = shaped(Proof(CHOSEN % index, lambda _: [], "unreach-call"))
    assert check_shapes(evidence.points.cfa, evidence, Run(20)).outcome == outcome


EQUAL = """
struct n { struct n *next; };
int main(void) {
  struct n *head = 0, *other;
  while (nondet()) {
    struct n *x = malloc(sizeof *x);
    x->next = head;
    head = x;
  }
  if (other == head) {
    if (%s) reach_error();
  }
  return 0;
}"""


@pytest.mark.parametrize(
    ("condition", "outcome"),
    [("!other", "refuted"), ("other", "refuted"), ("!other && head", "confirmed")],
)
def test_what_equals_a_list_that_may_be_empty_may_be_null(condition: str, outcome: str) -> None:
    def draw(named: Mapping[str, Variable]) -> list[list[ShapeGraph]]:
        sketch = Sketch()
        sketch.variable(named["main::head"], first(sketch.segment(0, size=8, link=0)))
        return [[sketch.graph()]]

    evidence = shaped(Proof(EQUAL % condition, draw, "unreach-call"))
    assert check_shapes(evidence.points.cfa, evidence, Run(20)).outcome == outcome


def test_nothing_may_be_written_nowhere() -> None:
    text = """
    extern void __VERIFIER_nondet_memory(void *, size_t);
    int main(void) { __VERIFIER_nondet_memory(0, nondet() & 7); reach_error(); return 0; }"""
    evidence = shaped(Proof(text, lambda _: [], "unreach-call"))
    assert check_shapes(evidence.points.cfa, evidence, Run(20)).outcome == "refuted"


def test_a_loop_without_graphs_is_claimed_not_to_be_reached() -> None:
    text = "int main(void) { while (nondet()) {} reach_error(); return 0; }"
    evidence = shaped(Proof(text, lambda _: [[]], "unreach-call"))
    checked = check_shapes(evidence.points.cfa, evidence, Run(9))
    assert checked.outcome == "refuted"
    assert "without graphs" in checked.reason
    checked = check_shapes(evidence.points.cfa, Shaped(evidence.points, {}), Run(9))
    assert checked.outcome == "refuted"
    assert "without graphs" in checked.reason


def test_without_time_there_is_no_telling() -> None:
    evidence = shaped(Proof(LOSING % ("free(p);", ""), lambda _: [], "valid-memsafety"))
    assert check_shapes(evidence.points.cfa, evidence, Run(-1)).outcome == "inconclusive"
