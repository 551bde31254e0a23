"""How much of a trace a source of assertions gets to see: all of it, or an infeasible core.

Comes in: a trace that cannot be executed. Goes out: an abstraction of it that cannot be executed
either, so that assertions for it are assertions for the trace [Dietsch17, Lemma 4.4]: the trace
itself, or the abstract trace of an unsatisfiable core of its formula [Def. 4.5]. The paper takes
the core that the solver gives [section 7]; to make it smaller is ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from maul.logic.free import free_symbols
from maul.run import Deadline
from maul.smt.cores import smaller_core
from maul.smt.protocols import Unsat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.logic.build import Term
    from maul.logic.trace import Conjunct, Trace
    from maul.smt.protocols import MakeProver, Prover

Core: TypeAlias = "Callable[[Trace, MakeProver, Deadline], Trace]"
"""``whole_trace``, ``solver_core`` or ``minimised_core``; or who knows the core tells it."""


def whole_trace(trace: Trace, _provers: MakeProver, _left: Deadline) -> Trace:
    """The trace as it is."""
    return trace


def solver_core(trace: Trace, provers: MakeProver, left: Deadline) -> Trace:
    """IT as in the paper: the abstract trace of the core that the solver gives of the whole trace
    formula, within a third of the time; the trace itself when it gives none."""
    named = _named(trace.conjuncts())
    answer = provers(named).check(tuple(named), core=True, seconds=left() / 3)
    if not isinstance(answer, Unsat):
        return trace
    return trace.reduced([named[formula] for formula in answer.core])


def minimised_core(trace: Trace, provers: MakeProver, left: Deadline) -> Trace:
    """IT: the abstract trace of a small core, found within a third of the time; the trace itself
    when none is found."""
    prover = provers([conjunct.formula for conjunct in trace.conjuncts()])
    return infeasible_core(trace, prover, left() / 3) or trace


CORES: Mapping[str, Core] = {
    "whole": whole_trace,
    "solver": solver_core,
    "minimised": minimised_core,
}


def infeasible_core(trace: Trace, prover: Prover, seconds: float) -> Trace | None:
    """The abstract trace of a small unsatisfiable core [Dietsch17, Def. 4.5]; None unless the trace
    is shown infeasible. The prover has nothing asserted."""
    left = Deadline(seconds)
    named = _named(relevant(trace))
    answer = prover.check(tuple(named), core=True, seconds=left())
    if not isinstance(answer, Unsat):
        return None
    # Guards first: without them the assertions say less. Then all updates of a variable.
    chunks: dict[object, list[Term]] = {"guards": []}
    for formula in answer.core:
        name = named[formula].name
        chunks.setdefault("guards" if isinstance(name, int) else name, []).append(formula)
    core = smaller_core(prover, answer.core, list(chunks.values()), left())
    return trace.reduced([named[formula] for formula in core])


def _named(conjuncts: Iterable[Conjunct]) -> dict[Term, Conjunct]:
    """The conjuncts by their formulas; the first of those that say the same."""
    named: dict[Term, Conjunct] = {}
    for conjunct in conjuncts:
        named.setdefault(conjunct.formula, conjunct)
    return named


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
