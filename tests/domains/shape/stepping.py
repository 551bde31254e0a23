"""Programs made of C text for tests of the shape analysis, and ways through them step by step."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from maul.c.ctype import LP64
from maul.cfa.calls import Points
from maul.cfa.model import Cfa
from maul.cfa.outcome import UndefinedBehaviour
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.domains.shape.compare.canonical import key
from maul.domains.shape.execute import ShapeExecution
from maul.errors import Unsupported
from maul.interpret.machine import interpret
from maul.shapes.graph import ShapeGraph
from maul.system.deep import call_deep
from tests.cfa.c_text import DECLARATIONS

MOST = 5000
HEAP = """
extern void *calloc(size_t, size_t);
extern void *mempcpy(void *, const void *, size_t);
extern void *alloca(size_t);
extern char *strcpy(char *, const char *);
extern int printf(const char *, ...);
extern int snprintf(char *, size_t, const char *, ...);
struct node { struct node *next; int data; };
"""


def program(text: str, wanted: str = "unreach-call") -> Cfa:
    """The model of a program with the usual declarations."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.c")
        path.write_text(DECLARATIONS + HEAP + text, encoding="utf-8")
        return call_deep(lambda: read_program([str(path)], LP64, read_property(wanted)))


def main(body: str, wanted: str = "unreach-call") -> Cfa:
    """The model of a program that is one function."""
    return program(f"int main(void) {{ {body} return 0; }}", wanted)


def violated(cfa: Cfa) -> set[str]:
    """The properties whose violation is reached by steps on graphs, of a program whose loops end by
    what the graphs know."""
    points = Points(cfa)
    execution = ShapeExecution(points)
    waiting = [(execution.initial(), points.start)]
    seen, found, made = set(), set(), 0
    while waiting:
        graph, point = waiting.pop()
        if points.is_error(point):
            found.add(cfa.errors[point.location])
            continue
        if len(point.location.entering) > 1:
            graph = execution.forget_dead(graph, point)
            if (point, key(graph)) in seen:
                continue
            seen.add((point, key(graph)))
        for edge, target in points.successors(point):
            made += 1
            assert made < MOST
            waiting += [(after, target) for after in execution.step(graph, point, edge)]
    return found


def unchanged(graph: ShapeGraph) -> ShapeGraph:
    """Nothing is done at the heads of loops."""
    return graph


def followed(
    cfa: Cfa, inputs: Iterable[int], at_meetings: Callable[[ShapeGraph], ShapeGraph] = unchanged
) -> str:
    """Go where the interpreter goes: some graph must always be left. Gives how that ended, or what
    was refused."""
    done = interpret(cfa, inputs, steps=1000, record_path=True)
    path = done.path or ()
    if isinstance(done.outcome, UndefinedBehaviour):
        path = path[:-1]
    points = Points(cfa)
    execution, point = ShapeExecution(points), points.start
    graphs = [execution.initial()]
    for edge in path:
        found = {}
        for graph in graphs:
            try:
                for after in execution.step(graph, point, edge):
                    found[key(after)] = after
            except Unsupported as refused:
                return refused.what
        assert found, f"no graph behind {edge.operation} at {edge.span}"
        graphs, point = list(found.values()), points.step(point, edge)
        if len(point.location.entering) > 1:
            graphs = [at_meetings(execution.forget_dead(graph, point)) for graph in graphs]
    return type(done.outcome).__name__
