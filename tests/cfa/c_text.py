"""Programs for tests, from C text, and the rule that every program model keeps to."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from maul.c.ctype import LP64, DataModel
from maul.c.elaborate.program import elaborate
from maul.cfa.build.program import build
from maul.cfa.model import Assume, Call, Cfa, Edge, Location, Return
from maul.cfa.outcome import Ended, ErrorReached
from maul.cfa.transform.specification import mark_errors, read_property
from maul.interpret.machine import interpret
from maul.system.deep import call_deep

DECLARATIONS = """
typedef unsigned long size_t;
extern int nondet(void);
extern void reach_error(void);
extern void abort(void) __attribute__((noreturn));
extern void exit(int) __attribute__((noreturn));
extern void *malloc(size_t);
extern void *realloc(void *, size_t);
extern void free(void *);
extern void *memcpy(void *, const void *, size_t);
extern void *memmove(void *, const void *, size_t);
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern size_t strlen(const char *);
"""


def cfa_of(
    text: str,
    model: DataModel = LP64,
    *more: str,
    scopes: bool = False,
    pointers: bool = False,
) -> Cfa:
    """The model of a program with the usual declarations; ``more`` are further files. With
    ``scopes`` it says where the scopes of objects are, and with ``pointers`` those of pointers."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, part in enumerate((text, *more)):
            path = Path(folder, f"part{number}.c")
            path.write_text(DECLARATIONS + part, encoding="utf-8")
            paths.append(str(path))
        return call_deep(lambda: build(elaborate(paths, model), scopes=scopes, pointers=pointers))


def marked(text: str, wanted: str = "unreach-call") -> Cfa:
    """The same with the errors of a property."""
    found = mark_errors(cfa_of(text), read_property(wanted))
    check_shape(found)
    return found


def verdict(cfa: Cfa, inputs: Iterable[int] = ()) -> str:
    """How one execution ends: the violated property, or "end", or something else."""
    match interpret(cfa, inputs, steps=100_000).outcome:
        case ErrorReached(property=name):
            return name
        case Ended():
            return "end"
        case other:
            return type(other).__name__


def edges_of(cfa: Cfa) -> list[Edge]:
    return [edge for each in cfa.automata() for at in each.locations for edge in at.leaving]


def called(cfa: Cfa) -> list[str]:
    """The functions called, with repetitions."""
    return [e.operation.function for e in edges_of(cfa) if isinstance(e.operation, Call)]


def check_shape(cfa: Cfa) -> None:
    """Fail unless the model has the shape that maul.cfa.model promises."""
    for automaton in cfa.automata():
        known = set(automaton.locations)
        assert automaton.entry is automaton.locations[0]
        assert () == automaton.exit.leaving
        assert [at.index for at in automaton.locations] == list(range(len(automaton.locations)))
        assert set(automaton.labels.values()) <= known
        for at in automaton.locations:
            assert at.function == automaton.name
            assert at is automaton.entry or at.entering
            _check_edges(at, automaton.exit, known)
    assert all(not at.leaving for at in cfa.errors)
    everywhere = {at for automaton in cfa.automata() for at in automaton.locations}
    assert set(cfa.errors) <= everywhere


def _check_edges(at: Location, leave: Location, known: set[Location]) -> None:
    assert len(at.leaving) <= 2
    if len(at.leaving) == 2:
        assert all(isinstance(edge.operation, Assume) for edge in at.leaving)
    for edge in at.leaving:
        assert edge.source is at
        assert edge.target in known
        assert edge in edge.target.entering
        assert isinstance(edge.operation, Return) == (edge.target is leave)
