"""Assertions from an unsatisfiable core and predicate transformers [Dietsch17, section 6].

Comes in: an infeasible trace. Goes out: assertions.
"""

from maul.interpolate.newton.elimination import eliminate, eliminate_plainly
from maul.interpolate.newton.procedure import keep_all, live_only, newton, sp, wp
from maul.interpolate.newton.variants import (
    IT_SP,
    IT_SP_LV,
    IT_WP,
    IT_WP_LV,
    SP,
    SP_LV,
    VARIANTS,
    WP,
    WP_LV,
)

__all__ = [
    "IT_SP",
    "IT_SP_LV",
    "IT_WP",
    "IT_WP_LV",
    "SP",
    "SP_LV",
    "VARIANTS",
    "WP",
    "WP_LV",
    "eliminate",
    "eliminate_plainly",
    "keep_all",
    "live_only",
    "newton",
    "sp",
    "wp",
]
