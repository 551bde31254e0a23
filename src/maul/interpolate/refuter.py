"""From a trace to a checked answer: feasible with a model, or assertions that obey the laws.

Comes in: a trace, and a source of assertions for traces that cannot be executed. First the trace
formula is checked as it is. When it is unsatisfiable the source is asked, and how much of the trace
it sees is up to ``core``. Its answer is verified block by block for the whole trace before it
leaves: solvers have been seen to return wrong interpolants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate.cores import relevant
from maul.interpolate.path_programs import is_perfect, path_invariants, slim
from maul.interpolate.protocol import Feasible, Refuted
from maul.logic.build import and_
from maul.logic.free import free_symbols
from maul.node import node
from maul.run import Deadline
from maul.smt.allowance import A_SECOND
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from maul.interpolate.cores import Core
    from maul.interpolate.protocol import Refutation, RefuterSetting
    from maul.logic.build import Term
    from maul.logic.trace import Trace
    from maul.smt.protocols import Answer, MakeProver

Source: TypeAlias = "Callable[[Trace, Core, MakeProver, Deadline], tuple[Term, ...] | GaveUp]"
"""Assertions for a trace that cannot be executed, made of its core, in time; not verified."""

QUICK = A_SECOND // 2  # steps for a source that answers in a tenth of it, or not in ten times that


@node
class SourceRefuter:
    """A refuter made of a source. ``core`` tells how much of a trace the source sees, ``setting``
    who answers questions, and ``first_steps`` how many steps it is worth while there are others to
    ask, None any number."""

    name: str
    source: Source
    core: Core
    setting: RefuterSetting
    first_steps: int | None = None

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """Explain why a trace cannot be executed."""
        left = Deadline(seconds)
        decided = decide(trace, self.setting.trace_provers, left())
        if decided is not None:
            return decided
        return refuted_by(self, trace, self.core, left)


def decide(trace: Trace, provers: MakeProver, seconds: float) -> Feasible | GaveUp | None:
    """A model of the trace formula; None when it has none. The path is sliced first: only guards,
    and the updates that they depend on, can make it impossible."""
    formulas = [conjunct.formula for conjunct in trace.conjuncts()]
    prover = provers(formulas)
    left = Deadline(seconds)
    sliced = dict.fromkeys(conjunct.formula for conjunct in relevant(trace))
    others = [formula for formula in formulas if formula not in sliced]
    answer: Answer = TIME_LIMIT
    for part in filter(None, ([*sliced], others)):
        for formula in part:
            prover.assert_(formula)
        answer = prover.check(seconds=left())
        if not isinstance(answer, Sat):
            break
    match answer:
        case Sat(model=model):
            symbols = free_symbols(and_(*formulas))
            return Feasible(trace, {symbol: model.value(symbol) for symbol in symbols})
        case Unsat():
            return None
    return answer


def refuted_by(
    refuter: SourceRefuter, trace: Trace, core: Core, left: Deadline
) -> Refuted | GaveUp:
    """What a source says of a trace that cannot be executed, verified."""
    if left() <= 0:
        return TIME_LIMIT
    provers, traces = refuter.setting.provers, refuter.setting.trace_provers

    def core_by_trace_solver(whole: Trace, _: MakeProver, limit: Deadline) -> Trace:
        return core(whole, traces, limit)

    assertions = refuter.source(trace, core_by_trace_solver, provers, left)
    if isinstance(assertions, GaveUp):
        return assertions
    return verified(Refuted(trace, assertions, refuter.name), provers, left)


def verified(answer: Refuted, provers: MakeProver, left: Deadline) -> Refuted | GaveUp:
    """The answer if it obeys the laws, with what is known about the path program."""
    prover = provers([c.formula for c in answer.trace.conjuncts()] + [*answer.assertions])
    for law in answer.broken_laws(prover, max(left(), 1.0)):
        return GaveUp(f"{answer.source}: {law}")
    perfect = is_perfect(answer.trace, answer.assertions, prover, left)
    return Refuted(answer.trace, answer.assertions, answer.source, perfect)


def generalised(
    answer: Refuted,
    provers: MakeProver,
    left: Deadline,
    guesses: Mapping[Hashable, Sequence[Term]] | None = None,
) -> Refuted:
    """The same proof with invariants of the path program, as few as it needs, where its conjuncts,
    and guesses, have some."""
    if answer.perfect:
        return answer
    prover = provers([c.formula for c in answer.trace.conjuncts()] + [*answer.assertions])
    labels = path_invariants(answer.trace, answer.assertions, prover, left, guesses)
    if labels is None:
        return answer
    needed = slim(answer.trace, labels, prover, left)
    return Refuted(answer.trace, needed, answer.source, perfect=True)
