"""The program model for people: C-like text, and graphs for Graphviz.

Comes in: automata, operations, expressions, types. Goes out: text.
"""

from maul.cfa.render.graphviz import quoted
from maul.cfa.render.program import (
    dot,
    expression_text,
    operation_text,
    place_text,
    text,
    variable_text,
)

__all__ = [
    "dot",
    "expression_text",
    "operation_text",
    "place_text",
    "quoted",
    "text",
    "variable_text",
]
