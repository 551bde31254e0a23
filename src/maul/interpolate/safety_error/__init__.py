"""Safety and error interpolants of the places of a program [Tian17, Def. 2 and 3].

Comes in: spurious paths. Goes out: conditions under which no error, or an error, lies ahead.
"""

from maul.interpolate.safety_error.interpolants import (
    Disjunct,
    ErrorInterpolants,
    SafetyInterpolants,
)
from maul.interpolate.safety_error.paths import PathQuestions
from maul.interpolate.safety_error.spurious import Interpolation, Spurious, one_source

__all__ = [
    "Disjunct",
    "ErrorInterpolants",
    "Interpolation",
    "PathQuestions",
    "SafetyInterpolants",
    "Spurious",
    "one_source",
]
