"""Yices: fast checks without quantifiers and floats; maul does not install it."""

from __future__ import annotations

from maul.smt.solvers.smtlib.dialects import WITH_ARRAYS, Dialect, able
from maul.smt.solvers.smtlib.programs import program

DIALECT = Dialect(
    name="yices",
    command=("yices-smt2", "--incremental"),
    capabilities=able(WITH_ARRAYS | {"BitVec"}),
    logic="QF_AUFBVLIRA",
)
SOLVER = program(DIALECT, "fast checks over Int, Real and bit-vectors; GPL")
