"""Interpolation for abstract variable assignments [Beyer13, Alg. 3 and 4].

Comes in: an infeasible path. Goes out: which values to track where.
"""

from maul.interpolate.explicit_value.interpolants import (
    NO_COUNTER,
    SELECTIONS,
    WHOLE,
    Refiner,
    Selection,
)

__all__ = ["NO_COUNTER", "SELECTIONS", "WHOLE", "Refiner", "Selection"]
