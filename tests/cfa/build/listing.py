"""What the tests of the translation look at: the edges of one function, as text."""

from __future__ import annotations

import tempfile
from pathlib import Path

from maul.c.ctype import LP64, DataModel
from maul.c.elaborate.program import elaborate
from maul.cfa.build.check import well_formed
from maul.cfa.build.program import build
from maul.cfa.model import Automaton, Cfa
from maul.cfa.render.program import operation_text
from maul.system.deep import call_deep


def built(text: str, model: DataModel = LP64) -> Cfa:
    """The model of a program in one file; it keeps every promise a model makes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.c")
        path.write_text(text, encoding="utf-8")
        cfa = call_deep(lambda: build(elaborate([str(path)], model)))
    assert [] == call_deep(lambda: well_formed(cfa))
    return cfa


def automaton(cfa: Cfa, function: str) -> Automaton:
    return cfa.start if function == "<start>" else cfa.functions[function]


def edges(text: str, function: str = "f", model: DataModel = LP64) -> list[str]:
    """The edges of a function, with their locations."""
    return [
        f"{at.index}-{edge.target.index} {operation_text(edge.operation)}"
        for at in automaton(built(text, model), function).locations
        for edge in at.leaving
    ]


def steps(text: str, function: str = "f", model: DataModel = LP64) -> list[str]:
    """The operations of a function, in the order of its locations."""
    return [edge.split(" ", 1)[1] for edge in edges(text, function, model)]


def body(statements: str, parameters: str = "int x, int y", before: str = "") -> list[str]:
    """The edges of a function with this body, called by main; globals g and h, memory p."""
    return edges(in_function(statements, parameters, before))


def in_function(statements: str, parameters: str = "int x, int y", before: str = "") -> str:
    """A program whose function ``f`` has this body."""
    arguments = ", ".join("0" for _ in parameters.split(",")) if parameters != "void" else ""
    return f"""
int g, h, *p; int a[5]; struct s {{ int m, n; }} r;
int call(int); int called(int v) {{ g = v; return h; }}
{before}
int f({parameters}) {{ {statements} }}
int main(void) {{ return f({arguments}); }}
"""
