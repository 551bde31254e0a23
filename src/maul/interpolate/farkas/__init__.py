"""Interpolants of linear arithmetic, from sums of inequalities.

Comes in: formulas one after the other, or the traces of a search. Goes out: a sequence of
interpolants, in a language that each case, or the whole search, has.
"""

from maul.interpolate.farkas.entries import FARKAS, FARKAS_GROWING
from maul.interpolate.farkas.interpolants import FarkasInterpolator

__all__ = ["FARKAS", "FARKAS_GROWING", "FarkasInterpolator"]
