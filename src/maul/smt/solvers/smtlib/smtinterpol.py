"""SMTInterpol: interpolants of linear arithmetic with functions and arrays."""

from __future__ import annotations

from maul.smt.install import Jar, Package
from maul.smt.solver import Searching
from maul.smt.solvers.smtlib.dialects import (
    JAVA_STARTS_WITHIN,
    SEQUENCE,
    WITH_ARRAYS,
    Dialect,
    able,
)
from maul.smt.solvers.smtlib.programs import program

DIALECT = Dialect(
    name="smtinterpol",
    command=("smtinterpol", "-q"),
    # Of bit-vectors it decides what needs no products of symbols, by way of Int.
    capabilities=able(WITH_ARRAYS, WITH_ARRAYS | {"BitVec"}),
    interpolants=SEQUENCE,
    words=(("int2bv", "nat2bv"),),
    resets=True,
    survives=True,
    limit="timeout",
    patience=JAVA_STARTS_WITHIN,
)
PACKAGE = Package(
    name="smtinterpol",
    version="2.5-1388-ga5a4ab0c",
    jars=(
        # Its parser's run-time library is inside.
        Jar(
            "de.uni-freiburg.informatik.ultimate:smtinterpol:2.5-1388-ga5a4ab0c",
            "5f3277cb94546e0305a6bb1c29752f5ad30857f08bc6d82c6ba60798d1f869f4",
        ),
    ),
    main="de.uni_freiburg.informatik.ultimate.smtinterpol.Main",
)
SOLVER = program(
    DIALECT,
    "interpolants over Int, Real, functions and arrays, some bit-vectors; Java",
    PACKAGE,
    Searching(WITH_ARRAYS, arith="int"),
)
