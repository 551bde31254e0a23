"""The refuters maul knows, by name, with one line of advice each.

Comes in: a name. Goes out: a refuter, or data for people. Solvers are started when first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.interpolate.auto import AutoRefuter
from maul.interpolate.craig import craig
from maul.interpolate.farkas import FarkasInterpolator, GrowingInterpolator
from maul.interpolate.newton import VARIANTS, newton
from maul.interpolate.path_programs import path_program
from maul.interpolate.refuter import SourceRefuter
from maul.node import value
from maul.smt.catalogue import interpolator
from maul.smt.choose import prover_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from maul.interpolate.protocol import Refuter
    from maul.interpolate.refuter import Source
    from maul.logic.terms import Term
    from maul.logic.trace import Trace
    from maul.smt.protocols import GaveUp, Interpolator, MakeProver

NEWTON_ADVICE = {
    "SP": "strongest posts of the whole path: exact, and full of detail",
    "WP": "weakest preconditions of the whole path",
    "SP-LV": "strongest posts, only of variables that are read again",
    "WP-LV": "weakest preconditions, only of variables that were set before",
    "IT-SP": "strongest posts of the infeasible core",
    "IT-WP": "weakest preconditions of the infeasible core: quick, often invariants; try it first",
    "IT-SP-LV": "strongest posts of the core, live variables only: the paper's best",
    "IT-WP-LV": "weakest preconditions of the core, live variables only",
}
CRAIG_ADVICE = {
    "spacer": "Horn clauses in z3: integers, bit-vectors and arrays; short and general",
    "farkas": "our own, for linear integers: the shortest, with bounded constants",
    "farkas-growing": "the same in one language for all paths, larger when it has to be",
    "bitwuzla": "bit-vectors; per-bit detail, a last resort",
    "cvc5": "by synthesis: the one that knows floats",
    "iz3": "z3 of 2017: quick over integers, functions and arrays",
    "smtinterpol": "proofs over integers, functions and arrays; needs Java",
    "princess": "integers, arrays and bit-vectors; needs Java",
    "mathsat": "bit-vectors and floats; free for research only",
    "opensmt": "linear integers",
}


@value
class RefuterEntry:
    """A refuter, for people."""

    name: str
    installed: bool
    advice: str


OWN: Mapping[str, Callable[[], Interpolator]] = {
    "farkas": FarkasInterpolator,
    "farkas-growing": GrowingInterpolator,
}
PATH_PROGRAM = "horn:spacer"
PATH_ADVICE = "invariants of the loops on a path, at once: for programs over integers"


def refuters() -> tuple[RefuterEntry, ...]:
    """Every refuter maul knows."""
    newton_entries = [
        RefuterEntry(f"newton:{name}", installed=True, advice=NEWTON_ADVICE[name])
        for name in VARIANTS
    ]
    craig_entries = [
        RefuterEntry(f"craig:{name}", installed=_is_installed(name), advice=advice)
        for name, advice in CRAIG_ADVICE.items()
    ]
    auto = RefuterEntry(
        "auto", installed=True, advice="tries several, prefers invariants; the default"
    )
    horn = RefuterEntry(PATH_PROGRAM, installed=True, advice=PATH_ADVICE)
    return (auto, *newton_entries, *craig_entries, horn)


def refuter(name: str, provers: MakeProver = prover_for) -> Refuter:
    """A refuter that asks these provers; ``BadInput`` when there is none of that name or its solver
    is not installed."""
    if name == "auto":
        return AutoRefuter(lambda which: _if_installed(which, provers), provers)
    known = ("auto", *(f"newton:{v}" for v in VARIANTS), *(f"craig:{v}" for v in CRAIG_ADVICE))
    known = (*known, PATH_PROGRAM)
    if name not in known:
        raise BadInput(f"there is no refuter {name}; maul knows {', '.join(known)}")
    return _made(name, provers)


def _if_installed(name: str, provers: MakeProver) -> SourceRefuter | None:
    try:
        return _made(name, provers)
    except BadInput:
        return None


def _is_installed(which: str) -> bool:
    return _if_installed(f"craig:{which}", prover_for) is not None


def _made(name: str, provers: MakeProver) -> SourceRefuter:
    kind, _, which = name.partition(":")
    if name == PATH_PROGRAM:
        return SourceRefuter(name, path_program, core_first=False, provers=provers)
    if kind == "newton":
        return SourceRefuter(
            name, _newton(which, provers), core_first="IT" in which, provers=provers
        )
    made = OWN.get(which)
    engine = interpolator(which) if made is None else made()
    return SourceRefuter(name, _craig(engine), core_first=True, provers=provers)


def _newton(which: str, provers: MakeProver) -> Source:
    transform, project = VARIANTS[which]

    def source(trace: Trace, seconds: float) -> tuple[Term, ...] | GaveUp:
        return newton(trace, transform, project, provers, seconds)

    return source


def _craig(engine: Interpolator) -> Source:
    def source(trace: Trace, seconds: float) -> tuple[Term, ...] | GaveUp:
        return craig(trace, engine, seconds)

    return source
