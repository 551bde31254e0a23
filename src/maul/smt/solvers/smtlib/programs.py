"""Solvers that are programs: from a dialect to the value that the catalogue lists.

Comes in: what is particular about a program. Goes out: a ``Solver`` whose provers and interpolators
start it: what maul has installed, or else what is on the path.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.smt.install import installed, launcher
from maul.smt.protocols import GaveUp
from maul.smt.solver import Executable, Searching, Solver

if TYPE_CHECKING:
    from maul.smt.install import Package
    from maul.smt.protocols import Interpolator, Prover
    from maul.smt.solvers.smtlib.dialects import Dialect

SECONDS_FOR_VERSION = 5.0


def program(
    dialect: Dialect,
    advice: str,
    package: Package | None = None,
    search: Searching | None = None,
    address: str = "",
) -> Solver:
    """A program as a solver; ``address`` is where to get what maul does not install."""
    home = Executable(dialect, package, address)

    def prover(seconds: float | None) -> Prover:
        from maul.smt.solvers.smtlib.prover import ProcessProver  # noqa: PLC0415 - when it is needed

        return ProcessProver(startable(home), seconds)

    def interpolator() -> Interpolator:
        from maul.smt.solvers.smtlib.prover import ProcessInterpolator  # noqa: PLC0415 - likewise

        return ProcessInterpolator(startable(home))

    return Solver(
        dialect.name,
        advice,
        dialect.capabilities,
        home,
        prover,
        interpolator if dialect.interpolants else None,
        search,
    )


def startable(home: Executable) -> Dialect:
    """The dialect of a solver that can be started; ``BadInput`` when it cannot."""
    found = find(home)
    if found is not None:
        return found
    name = home.dialect.name
    if home.package is None:
        program = home.dialect.command[0]
        where = f"; get it from {home.address}" if home.address else ""
        raise BadInput(
            f"the solver {name} is not installed: there is no {program} on the path{where}"
        )
    if installed(home.package):
        raise BadInput(f"the solver {name} needs Java, and there is no program java on the path")
    raise BadInput(f"the solver {name} is not installed; try: maul solvers install {name}")


def find(home: Executable) -> Dialect | None:
    """The dialect with the command line of what maul installed, or else of what is on the path."""
    begin = None if home.package is None else launcher(home.package)
    if begin is not None:
        return home.dialect.started_by(begin)
    return home.dialect if shutil.which(home.dialect.command[0]) else None


def version_of(home: Executable) -> str | None:
    """The version of what maul installed, or else what the solver says; None without a solver."""
    found = find(home)
    if found is None or (home.package is not None and installed(home.package)):
        return home.package.version if found is not None and home.package is not None else None
    from maul.smt.solvers.smtlib.session import deadline_in, start  # noqa: PLC0415 - only for what is installed

    session = start(found.command)
    if isinstance(session, GaveUp):
        return None
    text = session.ask("(get-info :version)", deadline_in(SECONDS_FOR_VERSION))
    session.close()
    return None if isinstance(text, GaveUp) else text.partition('"')[2].partition('"')[0] or None
