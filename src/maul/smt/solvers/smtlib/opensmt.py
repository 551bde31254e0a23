"""OpenSMT: interpolants of linear arithmetic; maul does not install it."""

from __future__ import annotations

from maul.smt.solvers.smtlib.dialects import LINEAR, PAIRS, Dialect, able
from maul.smt.solvers.smtlib.programs import program

DIALECT = Dialect(
    name="opensmt",
    command=("opensmt", "-p"),
    capabilities=able(LINEAR, LINEAR),
    interpolants=PAIRS,
    logic="QF_UFLIA",
)
SOLVER = program(DIALECT, "interpolants over Int and Real")
