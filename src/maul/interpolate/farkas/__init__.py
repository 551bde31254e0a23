"""Interpolants of linear arithmetic, from sums of inequalities.

Comes in: formulas one after the other. Goes out: a sequence of interpolants.
"""

from maul.interpolate.farkas.interpolants import FarkasInterpolator, GrowingInterpolator

__all__ = ["FarkasInterpolator", "GrowingInterpolator"]
