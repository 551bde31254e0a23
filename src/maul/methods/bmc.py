"""Bounded model checking: unroll, merge, ask; the walking skeleton, the bug finder, the oracle.

Comes in: a program model with its errors. Goes out: ``Unsafe`` with inputs when an error can be
reached within a bound, ``Safe`` when a bound was enough for all executions. The bound doubles until
there is an answer. Repetitions are asked about one by one, so that loops whose bounds depend on
inputs end as soon as no input goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.errors import LimitReached, SolverFailure
from maul.events import Deepened
from maul.formula.evaluate import evaluate
from maul.formula.state import Layout
from maul.formula.walk import free_symbols
from maul.methods.unrolling import Unrolling
from maul.methods.valuation import Noted
from maul.proofs.verdict import Safe, Unrolled, Unsafe
from maul.smt.protocols import GaveUp, Sat, Unsat
from maul.smt.z3_backend import Z3Prover

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.formula.terms import Term
    from maul.formula.values import Value
    from maul.methods.setting import Setting
    from maul.methods.unrolling import Node
    from maul.proofs.verdict import Verdict
    from maul.run import Run
    from maul.smt.protocols import Answer, Model, Prover

LARGEST_BOUND = 1 << 16


def bmc(cfa: Cfa, _: Setting, run: Run) -> Verdict:
    """Unroll further and further."""
    bound, layout = 1, Layout(cfa)
    while bound <= LARGEST_BOUND:
        run.emit(Deepened(bound))
        verdict = _Round(cfa, bound, Z3Prover(), run, layout).verdict()
        if verdict is not None:
            return verdict
        bound *= 2
    raise LimitReached("unrolling limit")


class _Round:
    """One unrolling up to a bound, and the solver that is asked about it."""

    def __init__(self, cfa: Cfa, bound: int, prover: Prover, run: Run, layout: Layout) -> None:
        self._run = run
        self._prover = prover
        self._defined = 0
        self._claims: list[Term] = []
        self.unrolling = Unrolling(cfa, bound, self._feasible, run, layout)

    def verdict(self) -> Verdict | None:
        """An answer within the bound, or None when the bound is too small to tell."""
        while (error := self.unrolling.next_error()) is not None:
            match self._ask(error.guard):
                case Sat(model=model):
                    return self._counterexample(error, model)
                case GaveUp(reason=reason):
                    raise SolverFailure(f"{self._prover.name} gave up: {reason}")
            self._claims.append(error.guard)
        if any(self._feasible(guard) for guard in self.unrolling.cuts):
            return None
        if any(self._feasible(guard) for guard in self.unrolling.left_out):
            raise LimitReached("an object or copy may be larger than what is encoded")
        left = (*self.unrolling.cuts, *self.unrolling.dropped, *self.unrolling.left_out)
        claims = (*self._claims, *left)
        return Safe(Unrolled(tuple(self.unrolling.definitions), claims))

    def _ask(self, guard: Term) -> Answer:
        """Whether an input leads there."""
        definitions = self.unrolling.definitions
        for definition in definitions[self._defined :]:
            self._prover.assert_(definition)
        self._defined = len(definitions)
        self._run.tick()
        return self._prover.check((guard,), seconds=self._run.left())

    def _feasible(self, guard: Term) -> bool:
        """Whether an input may lead there; what the solver does not know may be."""
        return not isinstance(self._ask(guard), Unsat)

    def _counterexample(self, error: Node, model: Model) -> Unsafe:
        """Follow the model through the unrolled program and note what it chooses."""
        nodes, values = self.unrolling.nodes, _Values(model)
        noted = Noted()
        current = nodes[self.unrolling.start]
        while current is not error:
            step = next(step for step in current.steps if values.holds(step.condition))
            noted.note(step.edge.operation, current.point, step.chosen, values.of)
            assert step.target is not None, "the model leads beyond the bound"
            current = nodes[step.target]
        return noted.claim(self.unrolling.cfa.errors[error.point.location])


class _Values:
    """The values of a model, asked for when they are needed and kept."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[Term, Value] = {}

    def of(self, symbol: Term) -> Value:
        if symbol not in self._known:
            self._known[symbol] = self._model.value(symbol)
        return self._known[symbol]

    def holds(self, condition: Term) -> bool:
        needed = {symbol: self.of(symbol) for symbol in free_symbols(condition)}
        return bool(evaluate(condition, needed))
