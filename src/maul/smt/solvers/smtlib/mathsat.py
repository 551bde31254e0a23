"""MathSAT: interpolants of integers, bit-vectors and floats; maul does not install it.

Without a logic it knows all of its theories, as in the examples that come with it.
"""

from __future__ import annotations

from maul.smt.solver import Searching
from maul.smt.solvers.smtlib.dialects import EVERYTHING, GROUPS, WITH_ARRAYS, Dialect, able
from maul.smt.solvers.smtlib.programs import program

THEORIES = EVERYTHING - {"quantifiers"}
DIALECT = Dialect(
    name="mathsat",
    command=("mathsat", "-input=smt2"),
    capabilities=able(THEORIES, WITH_ARRAYS | {"BitVec", "Float"}),
    interpolants=GROUPS,
    logic="",
    by_value=True,
)
SOLVER = program(
    DIALECT,
    "interpolants over bit-vectors and floats; free for research only",
    search=Searching(THEORIES),
    address="https://mathsat.fbk.eu",
)
