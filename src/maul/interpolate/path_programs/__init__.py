"""Assertions that prove not only a trace but its path program.

Comes in: a trace and assertions that prove it, or its path program to guess from. Goes out:
inductive assertions, as few as are needed.
"""

from maul.interpolate.path_programs.guessing import guesses, relevant_variables
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
    "places",
    "relevant_variables",
    "slim",
]
