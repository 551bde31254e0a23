"""How much of a trace a source of assertions gets to see: all of it, or an infeasible core.

Comes in: a trace that cannot be executed. Goes out: an abstraction of it that cannot be executed
either, so that assertions for it are assertions for the trace [Dietsch17, Lemma 4.4]: the trace
itself, or the abstract trace of an unsatisfiable core of its formula.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.logic.free import free_symbols
from maul.run import Deadline
from maul.smt.cores import smaller_core
from maul.smt.protocols import Unsat

if TYPE_CHECKING:
    from maul.logic.build import Term
    from maul.logic.trace import Conjunct, Trace
    from maul.smt.protocols import MakeProver, Prover

Core: TypeAlias = "Callable[[Trace, MakeProver, Deadline], Trace]"
"""``whole_trace`` or ``unsat_core``; or who knows the core already tells it."""

MINIMISING = 0.5  # seconds to make a core smaller


def whole_trace(trace: Trace, _provers: MakeProver, _left: Deadline) -> Trace:
    """The trace as it is."""
    return trace


def unsat_core(trace: Trace, provers: MakeProver, left: Deadline) -> Trace:
    """IT: the abstract trace of a core, found within a third of the time; the trace itself when
    none is found."""
    prover = provers([conjunct.formula for conjunct in trace.conjuncts()])
    return infeasible_core(trace, prover, left() / 3) or trace


def infeasible_core(trace: Trace, prover: Prover, seconds: float) -> Trace | None:
    """The abstract trace of a small unsatisfiable core [Dietsch17, Def. 4.5]; None unless the trace
    is shown infeasible. The prover has nothing asserted."""
    left = Deadline(seconds)
    named: dict[Term, Conjunct] = {}
    for conjunct in relevant(trace):
        named.setdefault(conjunct.formula, conjunct)
    answer = prover.check(tuple(named), core=True, seconds=left())
    if not isinstance(answer, Unsat):
        return None
    # Guards first: without them the assertions say less. Then all updates of a variable.
    chunks: dict[object, list[Term]] = {"guards": []}
    for formula in answer.core:
        name = named[formula].name
        chunks.setdefault("guards" if isinstance(name, int) else name, []).append(formula)
    seconds = min(left(), MINIMISING)
    core = smaller_core(prover, answer.core, list(chunks.values()), seconds)
    return trace.reduced([named[formula] for formula in core])


def relevant(trace: Trace) -> list[Conjunct]:
    """The guards, and the updates that they depend on: the others can always be made true."""
    needed: set[Term] = set()
    found = []
    for conjunct in reversed(trace.conjuncts()):
        name = conjunct.name
        if isinstance(name, int) or trace.at(name, conjunct.position) in needed:
            needed.update(free_symbols(conjunct.formula))
            found.append(conjunct)
    found.reverse()
    return found
