"""What must hold before an edge may be taken: the questions that properties ask.

Comes in: a program, what the range analysis knows of it, and the kinds of violation to look for.
Goes out: location by location the checks to make there, in the order of evaluation. Public:
``Checks``, ``Check``, and the functions of the library that allocate and free.
"""

from maul.cfa.transform.checks.check import Check
from maul.cfa.transform.checks.edges import ALLOCATING_FUNCTIONS, FREEING_FUNCTIONS, Checks

__all__ = ["ALLOCATING_FUNCTIONS", "FREEING_FUNCTIONS", "Check", "Checks"]
