"""MathSAT: interpolants of bit-vectors and floats; maul does not install it."""

from __future__ import annotations

from maul.smt.solvers.smtlib.dialects import EVERYTHING, GROUPS, WITH_ARRAYS, Dialect, able
from maul.smt.solvers.smtlib.programs import program

DIALECT = Dialect(
    name="mathsat",
    command=("mathsat", "-input=smt2"),
    capabilities=able(EVERYTHING - {"quantifiers"}, WITH_ARRAYS | {"BitVec", "Float"}),
    interpolants=GROUPS,
)
SOLVER = program(DIALECT, "interpolants over bit-vectors and floats; free for research only")
