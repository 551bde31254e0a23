"""Craig interpolants of a trace, from any interpolator.

Comes in: a trace that cannot be executed, whole or reduced to a core, and an interpolator. Goes
out: the assertions before, between and after its blocks, over plain variables. The indexed symbols
that both sides of a position share are the variables as the position knows them, since a variable
that is written gets a new index: so to leave out the indices is all there is to do.

Blocks that say nothing are not sent to the solver. Their assertions are those before them: what
such a block writes, it writes arbitrarily, and no later block reads the value before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.interpolate.cores import CORES
from maul.interpolate.protocol import RefuterEntry
from maul.interpolate.refuter import SourceRefuter
from maul.logic.build import FALSE, TRUE, Term, and_
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.smt.catalogue import interpolator as interpolator_of
from maul.smt.protocols import TIME_LIMIT, GaveUp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.choices import Chosen
    from maul.interpolate.cores import Core
    from maul.interpolate.protocol import RefuterSetting
    from maul.interpolate.refuter import Source
    from maul.logic.trace import Conjunct, Trace
    from maul.run import Deadline
    from maul.smt.protocols import Interpolator, MakeProver


def craig(trace: Trace, interpolator: Interpolator, seconds: float) -> tuple[Term, ...] | GaveUp:
    """The assertions that interpolants of the trace formula give; not verified."""
    pieces = _pieces(trace)
    formulas = tuple(pieces.values())
    if not formulas:
        return GaveUp("the trace says nothing")
    found = interpolator.interpolate(formulas, seconds) if len(formulas) > 1 else ()
    if isinstance(found, GaveUp):
        return found
    if len(found) != len(formulas) - 1:
        return GaveUp(f"{interpolator.name} gives {len(found)} interpolants")
    for interpolant, shared in zip(found, _shared(formulas), strict=True):
        for symbol in free_symbols(interpolant):
            if symbol not in shared:
                return GaveUp(f"{interpolator.name} speaks of {name_of(symbol)}, not shared there")
    plain = [TRUE, *[trace.plain(interpolant) for interpolant in found], FALSE]
    assertions, told = [TRUE], 0
    for position in range(1, len(trace) + 1):
        told += position in pieces
        assertions.append(plain[told])
    return tuple(assertions)


def _pieces(trace: Trace) -> dict[int, Term]:
    """The formulas of the blocks that say something, by position."""
    said: dict[int, list[Term]] = {}
    for conjunct in trace.conjuncts():
        if conjunct.formula is not TRUE and not _is_arbitrary(trace, conjunct):
            said.setdefault(conjunct.position, []).append(conjunct.formula)
    return {position: and_(*formulas) for position, formulas in said.items()}


def _is_arbitrary(trace: Trace, conjunct: Conjunct) -> bool:
    """Whether a conjunct gives a variable an input that nothing else speaks of."""
    name = conjunct.name
    if isinstance(name, int):
        return False
    transition = trace.blocks[conjunct.position - 1].transition
    value = transition.updates[name]
    if value not in transition.inputs:
        return False
    others = [*transition.guards, *[e for x, e in transition.updates.items() if x is not name]]
    return not any(value in free_symbols(other) for other in others)


def _shared(formulas: Sequence[Term]) -> list[frozenset[Term]]:
    """The symbols that the formulas before and after each cut both speak of."""
    first: dict[Term, int] = {}
    last: dict[Term, int] = {}
    for place, formula in enumerate(formulas):
        for symbol in free_symbols(formula):
            first.setdefault(symbol, place)
            last[symbol] = place
    return [
        frozenset(symbol for symbol, start in first.items() if start < cut <= last[symbol])
        for cut in range(1, len(formulas))
    ]


# ---- refuters ----

# The Craig rows of [Dietsch17, Table 1] are of the whole trace.
CORE: Chosen = (("core", "minimised"),)


def craig_refuter(
    name: str, advice: str, make: Callable[[], Interpolator], first_steps: int | None = None
) -> RefuterEntry:
    """The refuter of an interpolator, which sees as much of a trace as the user wants."""

    def made(setting: RefuterSetting) -> SourceRefuter:
        core = CORES[setting.choice("core", dict(CORE)["core"])]
        return SourceRefuter(name, _source(make()), core, setting, first_steps)

    def is_installed() -> bool:
        try:
            make()
        except BadInput:
            return False
        return True

    return RefuterEntry(name, advice, made, is_installed, CORE)


def _source(engine: Interpolator) -> Source:
    def source(
        trace: Trace, core: Core, provers: MakeProver, left: Deadline
    ) -> tuple[Term, ...] | GaveUp:
        reduced = core(trace, provers, left)
        return craig(reduced, engine, left()) if left() else TIME_LIMIT

    return source


def _from_solver(solver: str, advice: str) -> RefuterEntry:
    return craig_refuter(f"craig:{solver}", advice, lambda: interpolator_of(solver))


SPACER = _from_solver(
    "spacer", "Horn clauses in z3: integers, bit-vectors and arrays; short and general"
)
BITWUZLA = _from_solver("bitwuzla", "bit-vectors; per-bit detail, a last resort")
CVC5 = _from_solver("cvc5", "by synthesis: the one that knows floats")
IZ3 = _from_solver("iz3", "z3 of 2017: quick over integers, functions and arrays")
SMTINTERPOL = _from_solver("smtinterpol", "proofs over integers, functions and arrays; needs Java")
PRINCESS = _from_solver("princess", "integers, arrays and bit-vectors; needs Java")
MATHSAT = _from_solver("mathsat", "bit-vectors and floats; free for research only")
OPENSMT = _from_solver("opensmt", "linear integers")
