"""Strongest posts of abstract variable assignments, compiled to Python [Beyer13, section 2].

Comes in: transitions. Goes out: functions from known values to known values.
"""

from maul.logic.compiled.posts import (
    Known,
    Outgrown,
    Slots,
    Step,
    Values,
    compiled_step,
    compiled_terms,
)

__all__ = ["Known", "Outgrown", "Slots", "Step", "Values", "compiled_step", "compiled_terms"]
