"""Every prover that can be made here, for tests that state laws."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from maul.smt import catalogue
from maul.smt.dialects import EVERYTHING, Dialect
from maul.smt.protocols import Capabilities
from maul.smt.smtlib_process import ProcessProver

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.smt.protocols import Prover

# The wheel of z3 brings its program along: a real solver behind pipes.
Z3_PROGRAM = Path(sys.prefix, "bin", "z3")
Z3_PROCESS = Dialect(
    name="z3 as a process",
    command=(str(Z3_PROGRAM), "-smt2", "-in"),
    capabilities=Capabilities(EVERYTHING, cores=True, interpolation=frozenset()),
)


def process(seconds: float) -> Prover:
    """z3 behind pipes."""
    return ProcessProver(Z3_PROCESS, seconds)


PROVERS: dict[str, Callable[[float], Prover]] = {
    solver.name: partial(catalogue.prover, solver.name)
    for solver in catalogue.solvers()
    if solver.installed
}
if Z3_PROGRAM.exists():
    PROVERS["process"] = process
