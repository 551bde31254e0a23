"""The solvers maul knows: which are installed, what they are able to do, and how to get a prover.

Comes in: a name. Goes out: data for people, or a prover or interpolator. Nothing of a solver is
imported or started before it is asked for. A solver is one line here; everything about it is in the
module that the line names.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.node import value
from maul.registry import Registry
from maul.smt.solver import Executable, Library, Solver

if TYPE_CHECKING:
    from pathlib import Path

    from maul.smt.protocols import Interpolator, Prover

# Those that may be wanted for a search, then all others.
_SEARCHERS = {
    "z3": "maul.smt.solvers.z3:SOLVER",
    "bitwuzla": "maul.smt.solvers.bitwuzla:SOLVER",
    "cvc5": "maul.smt.solvers.cvc5:SOLVER",
    "smtinterpol": "maul.smt.solvers.smtlib.smtinterpol:SOLVER",
    "mathsat": "maul.smt.solvers.smtlib.mathsat:SOLVER",
    "opensmt": "maul.smt.solvers.smtlib.opensmt:SOLVER",
    "yices": "maul.smt.solvers.smtlib.yices:SOLVER",
}
_OTHERS = {
    "princess": "maul.smt.solvers.smtlib.princess:SOLVER",
    "iz3": "maul.smt.solvers.smtlib.iz3:SOLVER",
}
SOLVERS = Registry("solver", Solver, {**_SEARCHERS, **_OTHERS})
SEARCHERS = tuple(_SEARCHERS)
# Further engines of these solvers, which only interpolate.
ENGINES = Registry("engine", Solver, {"spacer": "maul.smt.solvers.z3:SPACER"})


@value
class SolverEntry:
    """A solver, for people."""

    name: str
    installed: bool
    version: str | None
    theories: tuple[str, ...]
    interpolation: tuple[str, ...]
    advice: str


def solvers() -> tuple[SolverEntry, ...]:
    """Every solver maul knows, with what can be found out about it."""
    return tuple([_entry(solver) for solver in SOLVERS.values()])


def _entry(solver: Solver) -> SolverEntry:
    match solver.home:
        case Library(module=module, package=package):
            return _library(solver, package, is_found=find_spec(module) is not None)
        case Executable() as home:
            return _program(solver, home)


def _library(solver: Solver, package: str, *, is_found: bool) -> SolverEntry:
    from importlib.metadata import version  # noqa: PLC0415 - slow to import, rarely needed

    if not is_found:
        return SolverEntry(
            solver.name,
            installed=False,
            version=None,
            theories=(),
            interpolation=(),
            advice=f"pip install {package}",
        )
    theories, interpolation = _abilities(solver)
    number = version(package)
    return SolverEntry(solver.name, True, number, theories, interpolation, solver.advice)  # noqa: FBT003


def _program(solver: Solver, home: Executable) -> SolverEntry:
    from maul.smt.solvers.smtlib.programs import find, version_of  # noqa: PLC0415 - rarely needed

    is_found = find(home) is not None
    advice = solver.advice
    if not is_found and home.package is not None:
        advice += f" (maul solvers install {solver.name})"
    theories, interpolation = _abilities(solver)
    return SolverEntry(solver.name, is_found, version_of(home), theories, interpolation, advice)


def _abilities(solver: Solver) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The theories in which it checks and in which it interpolates, in the usual order."""
    from maul.smt.protocols import THEORIES  # noqa: PLC0415 - brings terms

    able = solver.capabilities
    return (
        tuple([theory for theory in THEORIES if theory in able.theories]),
        tuple([theory for theory in THEORIES if theory in able.interpolation]),
    )


# ---- making them ----


def prover(name: str, seconds: float | None = None) -> Prover:
    """A new prover; ``BadInput`` when there is no such solver or it is not installed."""
    return _installed(_known(name)).prover(seconds)


def searcher(name: str) -> Prover:
    """A new prover to search with; ``BadInput`` when there is none."""
    if name not in SEARCHERS:
        raise BadInput(f"no search with the solver {name}; there are {', '.join(SEARCHERS)}")
    return prover(name)


def interpolator(name: str) -> Interpolator:
    """An interpolator, its work done in a process of its own; ``BadInput`` when there is none."""
    solver = _installed(ENGINES[name] if name in ENGINES else _known(name))
    if solver.interpolator is None:
        raise BadInput(f"the solver {name} does not interpolate")
    return solver.interpolator()


def arithmetic_for(*wanted: str | None) -> str:
    """What integers are when these solvers are wanted for a search: ``bv``, unless numbers suit one
    of them."""
    known = [SOLVERS[name].search for name in wanted if name is not None and name in SOLVERS]
    others = [search.arith for search in known if search is not None and search.arith != "bv"]
    return others[0] if others else "bv"


def demand_installed(name: str) -> None:
    """``BadInput`` when there is no such solver or it is not installed; nothing is loaded."""
    solver = _installed(_known(name))
    if isinstance(solver.home, Executable):
        from maul.smt.solvers.smtlib.programs import startable  # noqa: PLC0415 - only for programs

        startable(solver.home)


def install(name: str) -> Path:
    """Where a solver is after it was installed, if need be; ``BadInput`` says why it is not."""
    packages = {
        solver.name: solver.home.package
        for solver in SOLVERS.values()
        if isinstance(solver.home, Executable) and solver.home.package is not None
    }
    if name not in packages:
        raise BadInput(f"maul does not install {name}; it installs {', '.join(packages)}")
    from maul.smt.install import install as install_package  # noqa: PLC0415 - rarely needed

    return install_package(packages[name])


def _known(name: str) -> Solver:
    if name not in SOLVERS:
        raise BadInput(f"there is no solver {name}; maul knows {', '.join(SOLVERS)}")
    return SOLVERS[name]


def _installed(solver: Solver) -> Solver:
    """The solver, unless it is a library that is not there; programs are looked for when made."""
    if isinstance(solver.home, Library) and find_spec(solver.home.module) is None:
        raise BadInput(f"the solver {solver.name} is not installed; try: pip install maul")
    return solver
