"""The typed tree to control-flow automata.

Comes in: a ``maul.c.tree`` program. Goes out: ``maul.cfa.model.Cfa``: side effects are edges in
gcc's order of evaluation, what remains on them is pure.
"""

from maul.cfa.build.constants import convert
from maul.cfa.build.library.allocation import never_fails
from maul.cfa.build.program import build
from maul.cfa.build.undefined import meets_others

__all__ = ["build", "convert", "meets_others", "never_fails"]
