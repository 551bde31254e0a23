"""The solvers maul knows: which are installed, what they are able to do, and how to get a prover.

Comes in: a name. Goes out: data for people, or a prover or interpolator. Nothing of a solver is
imported or started before it is asked for.
"""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.node import value
from maul.smt.install import PACKAGES, installed, launcher
from maul.smt.protocols import THEORIES, GaveUp
from maul.smt.solvers.smtlib.dialects import DIALECTS

if TYPE_CHECKING:
    from maul.smt.protocols import Capabilities, Interpolator, Prover
    from maul.smt.solvers.smtlib.dialects import Dialect

# Name, module, package and advice of the solvers that run inside Python.
LIBRARIES = (
    ("z3", "z3", "z3-solver", "the default: every theory, incremental, quantifier elimination"),
    ("bitwuzla", "bitwuzla", "bitwuzla", "for floats, and the second opinion on bit-vectors"),
    ("cvc5", "cvc5", "cvc5", "the independent checker; interpolants of floats"),
)
ADVICE = {
    "smtinterpol": "interpolants over Int, Real, functions and arrays, some bit-vectors; Java",
    "princess": "interpolants over Int, functions, arrays and bit-vectors; Java",
    "mathsat": "interpolants over bit-vectors and floats; free for research only",
    "opensmt": "interpolants over Int and Real",
    "yices": "fast checks over Int, Real and bit-vectors; GPL",
    "iz3": "quick interpolants over Int, Real, functions and arrays; z3 4.5 of 2017",
}
SECONDS_FOR_VERSION = 5.0
# Those that may be wanted for a search.
SEARCHERS = ("z3", "bitwuzla", "cvc5", "smtinterpol")


@value
class Solver:
    """A solver, for people."""

    name: str
    installed: bool
    version: str | None
    theories: tuple[str, ...]
    interpolation: tuple[str, ...]
    advice: str


def solvers() -> tuple[Solver, ...]:
    """Every solver maul knows, with what can be found out about it."""
    return (*_libraries(), *[_process(dialect) for dialect in DIALECTS.values()])


def _libraries() -> list[Solver]:
    from importlib.metadata import version  # noqa: PLC0415 - slow to import, rarely needed

    found = []
    for name, module, package, advice in LIBRARIES:
        able = _library_capabilities(name) if find_spec(module) else None
        found.append(
            Solver(
                name,
                able is not None,
                version(package) if able else None,
                _in_order(able.theories if able else frozenset()),
                _in_order(able.interpolation if able else frozenset()),
                advice if able else f"pip install {package}",
            )
        )
    return found


def _library_capabilities(name: str) -> Capabilities:
    match name:
        case "z3":
            from maul.smt.solvers.z3.prover import CAPABILITIES as Z3  # noqa: PLC0415

            return Z3
        case "bitwuzla":
            from maul.smt.solvers.bitwuzla.prover import CAPABILITIES as BITWUZLA  # noqa: PLC0415

            return BITWUZLA
    from maul.smt.solvers.cvc5.prover import CAPABILITIES as CVC5  # noqa: PLC0415

    return CVC5


def _process(dialect: Dialect) -> Solver:
    found = _found(dialect)
    package = installed(dialect.name)
    version = (package.version if package else _version(found)) if found else None
    advice = ADVICE[dialect.name]
    if found is None and dialect.name in PACKAGES:
        advice += f" (maul solvers install {dialect.name})"
    return Solver(
        dialect.name,
        found is not None,
        version,
        _in_order(dialect.capabilities.theories),
        _in_order(dialect.capabilities.interpolation),
        advice,
    )


def _in_order(theories: frozenset[str]) -> tuple[str, ...]:
    return tuple([theory for theory in THEORIES if theory in theories])


def _version(dialect: Dialect) -> str | None:
    """What the solver itself says."""
    from maul.smt.solvers.smtlib.session import deadline_in, start  # noqa: PLC0415 - only for what is installed

    session = start(dialect.command)
    if isinstance(session, GaveUp):
        return None
    text = session.ask("(get-info :version)", deadline_in(SECONDS_FOR_VERSION))
    session.close()
    return None if isinstance(text, GaveUp) else text.partition('"')[2].partition('"')[0] or None


# ---- making them ----


def prover(name: str, seconds: float | None = None) -> Prover:
    """A new prover; ``BadInput`` when there is no such solver or it is not installed."""
    if name in ("z3", "bitwuzla", "cvc5"):
        return _library_prover(name, seconds)
    from maul.smt.solvers.smtlib.prover import ProcessProver  # noqa: PLC0415 - only for processes

    return ProcessProver(_installed(name), seconds)


def _library_prover(name: str, seconds: float | None) -> Prover:
    if find_spec(name) is None:
        raise BadInput(f"the solver {name} is not installed; try: pip install maul")
    match name:
        case "z3":
            from maul.smt.solvers.z3.prover import Z3Prover  # noqa: PLC0415

            return Z3Prover(seconds)
        case "bitwuzla":
            from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver  # noqa: PLC0415

            return BitwuzlaProver(seconds)
    # cvc5 keeps no limit it is given in some theories, and crashes on deep terms.
    from maul.smt.isolated import IsolatedProver  # noqa: PLC0415
    from maul.smt.solvers.cvc5.prover import CAPABILITIES, Cvc5Prover  # noqa: PLC0415

    return IsolatedProver("cvc5", CAPABILITIES, Cvc5Prover, seconds)


def searcher(name: str) -> Prover:
    """A new prover to search with; ``BadInput`` when there is none."""
    if name not in SEARCHERS:
        raise BadInput(f"no search with the solver {name}; there are {', '.join(SEARCHERS)}")
    return prover(name)


def interpolator(name: str) -> Interpolator:
    """An interpolator, its work done in a process of its own; ``BadInput`` when there is none."""
    if name == "bitwuzla" and find_spec(name):
        from maul.smt.solvers.bitwuzla.prover import BitwuzlaInterpolator  # noqa: PLC0415

        return BitwuzlaInterpolator()
    if name == "cvc5" and find_spec(name):
        from maul.smt.solvers.cvc5.prover import Cvc5Interpolator  # noqa: PLC0415

        return Cvc5Interpolator()
    if name == "spacer" and find_spec("z3"):
        from maul.smt.solvers.z3.spacer import SpacerInterpolator  # noqa: PLC0415

        return SpacerInterpolator()
    from maul.smt.solvers.smtlib.prover import ProcessInterpolator  # noqa: PLC0415 - only for processes

    return ProcessInterpolator(_installed(name))


def _installed(name: str) -> Dialect:
    """The dialect of a solver that can be started."""
    dialect = DIALECTS.get(name)
    if dialect is None:
        known = ", ".join([*[entry[0] for entry in LIBRARIES], *DIALECTS])
        raise BadInput(f"there is no solver {name}; maul knows {known}")
    found = _found(dialect)
    if found is not None:
        return found
    if installed(name):
        raise BadInput(f"the solver {name} needs Java, and there is no program java on the path")
    reason = f"the solver {name} is not installed"
    if name in PACKAGES:
        raise BadInput(f"{reason}; try: maul solvers install {name}")
    raise BadInput(f"{reason}: there is no {dialect.command[0]}")


def _found(dialect: Dialect) -> Dialect | None:
    """The dialect with the command line of what maul installed, or else of what is on the path."""
    begin = launcher(dialect.name)
    if begin is not None:
        return dialect.started_by(begin)
    return dialect if shutil.which(dialect.command[0]) else None
