"""Interval analysis: bounds of integer expressions.

Comes in: the program model. Goes out: bounds by location, and which operations cannot leave the
range of their type.
"""

from maul.cfa.analyses.ranges.analysis import Ranges, ranges

__all__ = ["Ranges", "ranges"]
