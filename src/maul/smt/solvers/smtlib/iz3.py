"""iZ3, the interpolating z3 of 2017, which is a program beside today's library."""

from __future__ import annotations

from maul.smt.install import Package, Wheel
from maul.smt.solvers.smtlib.dialects import EVERYTHING, SEQUENCE_IZ3, WITH_ARRAYS, Dialect, able
from maul.smt.solvers.smtlib.programs import program

DIALECT = Dialect(
    name="iz3",
    command=("iz3", "-smt2", "-in"),
    # Its models give arrays by names of functions, which are not read.
    capabilities=able(EVERYTHING - {"Array"}, WITH_ARRAYS),
    interpolants=SEQUENCE_IZ3,
    logic="",
    words=(("bv2nat", "bv2int"),),
    resets=True,
)
PACKAGE = Package(
    name="iz3",
    version="4.5.1",
    # Only the program is taken: the library of the same name as today's z3 must never be loaded.
    wheel=Wheel(
        requirement="z3-solver==4.5.1.0.post2",
        platform="manylinux1_x86_64",
        sha256="cf57c53f1e366f3f6bc806fd83ad288b9c82ee8d2bbdfdc64d53767aaf500209",
        member="z3_solver-4.5.1.0.post2.data/data/bin/z3",
        program="iz3",
        program_sha256="3e61ffa4c0dea95820e840afa67c0ef600e790c1bcfb4bf57c96d7d3e21777a5",
    ),
    system="Linux x86_64",
)
SOLVER = program(
    DIALECT, "quick interpolants over Int, Real, functions and arrays; z3 4.5 of 2017", PACKAGE
)
