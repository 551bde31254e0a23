"""Assertions from an unsatisfiable core and predicate transformers [Dietsch17, section 6].

Comes in: an infeasible trace. Goes out: assertions.
"""

from maul.interpolate.newton.elimination import eliminate
from maul.interpolate.newton.procedure import VARIANTS, infeasible_core, newton, relevant

__all__ = ["VARIANTS", "eliminate", "infeasible_core", "newton", "relevant"]
