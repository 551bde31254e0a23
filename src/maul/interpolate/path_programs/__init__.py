"""Assertions that prove not only a trace but its path program.

Comes in: a trace. Goes out: inductive assertions: from Horn clauses, or guessed from executions and
checked.
"""

from maul.interpolate.path_programs.guessing import guesses
from maul.interpolate.path_programs.horn import path_program
from maul.interpolate.path_programs.perfect import (
    conjoined,
    different_blocks,
    is_perfect,
    path_invariants,
    places,
)
from maul.interpolate.path_programs.slimming import slim

__all__ = [
    "conjoined",
    "different_blocks",
    "guesses",
    "is_perfect",
    "path_invariants",
    "path_program",
    "places",
    "slim",
]
