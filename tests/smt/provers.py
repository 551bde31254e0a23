"""Every prover and interpolator that can be made here, for tests that state laws.

Nothing is downloaded unless the variable ``MAUL_TEST_INSTALL`` is set; what is not installed is
named in ``ABSENT``, and skipped.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from maul.smt import catalogue
from maul.smt.protocols import Capabilities
from maul.smt.solver import Executable
from maul.smt.solvers.smtlib.dialects import EVERYTHING, Dialect
from maul.smt.solvers.smtlib.prover import ProcessProver

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


# What maul is able to install.
PACKAGES = {
    solver.name: solver.home.package
    for solver in catalogue.SOLVERS.values()
    if isinstance(solver.home, Executable) and solver.home.package is not None
}
if os.environ.get("MAUL_TEST_INSTALL"):
    for package in PACKAGES:
        catalogue.install(package)

PROVERS: dict[str, Callable[[float], Prover]] = {
    solver.name: partial(catalogue.prover, solver.name)
    for solver in catalogue.solvers()
    if solver.installed
}
if Z3_PROGRAM.exists():
    PROVERS["process"] = process

# What maul could install but has not.
ABSENT = [name for name in PACKAGES if name not in PROVERS]
SKIPPED = [
    pytest.param(name, marks=pytest.mark.skip(reason=f"needs: maul solvers install {name}"))
    for name in ABSENT
]
INTERPOLATING = [name for name in PACKAGES if catalogue.SOLVERS[name].capabilities.interpolation]
SKIPPED_INTERPOLATORS = [
    skipped for name, skipped in zip(ABSENT, SKIPPED, strict=True) if name in INTERPOLATING
]
INTERPOLATORS = [
    *[solver.name for solver in catalogue.solvers() if solver.installed and solver.interpolation],
    *SKIPPED_INTERPOLATORS,
]
