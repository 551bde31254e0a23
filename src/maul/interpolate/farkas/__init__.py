"""Interpolants of linear arithmetic, from sums of inequalities.

Comes in: formulas one after the other. Goes out: a sequence of interpolants.
"""

from maul.interpolate.farkas.interpolants import (
    FARKAS,
    FARKAS_GROWING,
    FarkasInterpolator,
    GrowingInterpolator,
)

__all__ = ["FARKAS", "FARKAS_GROWING", "FarkasInterpolator", "GrowingInterpolator"]
