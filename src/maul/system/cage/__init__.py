"""A cage that the kernel keeps closed around compilers and counterexamples.

Comes in: a command and the folder it works in. Goes out: how it ended; or that there is no cage
here. docs/decisions/0018-the-cage.md.
"""

from maul.system.cage.caged import CagedEnd, CageLimits, NoCage, Walls, run_caged, why_no_cage

__all__ = ["CageLimits", "CagedEnd", "NoCage", "Walls", "run_caged", "why_no_cage"]
