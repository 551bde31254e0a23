"""OpenSMT: interpolants of linear integers and functions; maul does not install it.

Cores need version 2.8 or later.
"""

from __future__ import annotations

from maul.smt.solver import Searching
from maul.smt.solvers.smtlib.dialects import LINEAR, PAIRS, Dialect, able
from maul.smt.solvers.smtlib.programs import program

# The logic of a script is told first, and there is none with Int and Real.
THEORIES = LINEAR - {"Real"}
DIALECT = Dialect(
    name="opensmt",
    command=("opensmt", "-p"),
    capabilities=able(THEORIES, THEORIES),
    interpolants=PAIRS,
    logic="QF_UFLIA",
    by_value=True,
    plain_negatives=True,
)
SOLVER = program(
    DIALECT,
    "interpolants over Int and functions",
    search=Searching(THEORIES, arith="int"),
    address="https://github.com/usi-verification-and-security/opensmt",
)
