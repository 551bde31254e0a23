"""Bounded model checking: unroll, merge, ask; the walking skeleton, the bug finder, the oracle.

Comes in: a program model with its errors. Goes out: ``Unsafe`` with inputs when an error can be
reached within a bound, ``Safe`` when a bound was enough for all executions. The bound doubles until
there is an answer. Repetitions are asked about one by one, so that loops whose bounds depend on
inputs end as soon as no input goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.outcome import UndefinedBehaviour
from maul.encode.state import Layout
from maul.errors import LimitReached, SolverFailure
from maul.events import Deepened
from maul.logic.build import FALSE, TRUE, and_, implies, not_, or_
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.methods.paths.unknown_objects import apart, contents, from_nowhere
from maul.methods.paths.valuation import Noted
from maul.methods.setting import MethodEntry
from maul.methods.unroll.unrolling import Unrolling
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.verdict import Safe, Unrolled, Unsafe
from maul.smt.choose import bit_prover
from maul.smt.protocols import GaveUp, Sat, Unsat, smaller

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.model import Cfa
    from maul.logic.terms import Term
    from maul.logic.values import Value
    from maul.methods.setting import Setting
    from maul.methods.unroll.unrolled import UnrolledPoint, UnrolledStep
    from maul.proofs.verdict import Verdict
    from maul.run import Run
    from maul.smt.protocols import Answer, Model, Prover

LARGEST_BOUND = 1 << 16
MOST_PATHS = 16  # are tried for an execution that C defines
PATIENCE = 1.0  # seconds to find out whether a repetition is dead


def bmc(cfa: Cfa, _: Setting, run: Run) -> Verdict:
    """Unroll further and further."""
    bound, layout = 1, Layout(cfa)
    while bound <= LARGEST_BOUND:
        run.emit(Deepened(bound))
        verdict = _Round(cfa, bound, run, layout).verdict()
        if verdict is not None:
            return verdict
        bound *= 2
    raise LimitReached("unrolling limit")


METHOD = MethodEntry(
    "bmc",
    bmc,
    "[BCCZ99]",
    "unrolls loops: finds bugs, proves what ends after few rounds",
    solver="bitwuzla",
)


class _Round:
    """One unrolling up to a bound, and the solver that is asked about it."""

    def __init__(
        self, cfa: Cfa, bound: int, run: Run, layout: Layout, *, is_careful: bool = False
    ) -> None:
        self._run = run
        self._bound = bound
        self._prover: Prover = bit_prover()
        self._defined = 0
        self._claims: list[Term] = []
        self._patience = PATIENCE
        self._known: dict[Term, bool] = {}  # whether a guard may hold
        self._is_careful = is_careful
        self.unrolling = Unrolling(cfa, bound, self._feasible, run, layout, is_careful=is_careful)

    def verdict(self) -> Verdict | None:
        """An answer within the bound, or None when the bound is too small to tell."""
        is_open = False
        while (error := self.unrolling.next_error()) is not None:
            match self._ask((error.guard,), self._run.left()):
                case Sat(model=model):
                    values = _ModelValues(model)
                    claim = self._claim(error, self._path(error, values), values)
                    if not self._is_undefined(claim):
                        return claim
                    careful = _Round(
                        self.unrolling.cfa,
                        self._bound,
                        self._run,
                        self.unrolling.layout,
                        is_careful=True,
                    )
                    defined = careful.counterexample()
                    if defined is not None:
                        return defined
                    is_open = True
                case GaveUp(reason=reason):
                    raise SolverFailure(f"{self._prover.name} gave up: {reason}")
            self._claims.append(error.guard)
        if is_open or self._may_hold(or_(*self.unrolling.cuts)):
            return None
        if self._may_hold(or_(*self.unrolling.left_out)):
            raise LimitReached("an object or copy may be larger than what is encoded")
        left = (*self.unrolling.cuts, *self.unrolling.dropped, *self.unrolling.left_out)
        claims = (*self._claims, *left)
        definitions = tuple(self.unrolling.definitions)
        return Safe(Unrolled(definitions, claims, self._prover.name))

    def counterexample(self) -> Unsafe | None:
        """A counterexample that does nothing that C leaves undefined, if one is found."""
        while (error := self.unrolling.next_error()) is not None:
            found = self._defined_execution(error)
            if found is not None:
                return found
        return None

    def _defined_execution(self, error: UnrolledPoint) -> Unsafe | None:
        """An execution that leads to an error. When one follows a null pointer, that is forbidden
        wherever it came along, and first the same path is tried once more."""
        demanded: dict[Term, None] = {}
        along: tuple[Term, ...] = ()
        for _ in range(MOST_PATHS):
            answer = self._ask((error.guard, *along), self._run.left())
            if not isinstance(answer, Sat):
                if not along:
                    return None
                along = ()
                continue
            values = _ModelValues(answer.model)
            path = self._path(error, values)
            claim = self._claim(error, path, values)
            if confirms(replay(self.unrolling.cfa, claim), claim):
                return claim
            new = [term for term in self._demands(path) if term not in demanded]
            along = tuple(step.condition for _, step in path if step.condition is not TRUE)
            if not new:  # they are followed, and yet it ends elsewhere
                new, along = [not_(and_(*along))], ()
            else:
                chosen = [step.chosen for _, step in path if step.chosen is not None]
                along += apart(self.unrolling.layout, chosen)
            demanded.update(dict.fromkeys(new))
            for condition in new:
                self._prover.assert_(condition)
        return None

    def _demands(self, path: list[tuple[UnrolledPoint, UnrolledStep]]) -> Iterator[Term]:
        """What must hold along a path so that C defines it."""
        for at, step in path:
            for condition in self.unrolling.careful[at].conditions:
                yield implies(at.guard, condition)
            if step.chosen is not None:
                yield from from_nowhere(self.unrolling.layout, step.chosen)

    def _is_undefined(self, claim: Unsafe) -> bool:
        """Whether an execution does what C leaves undefined, as following a null pointer. What
        else may be wrong with it is for the checker to find."""
        outcome = replay(self.unrolling.cfa, claim).outcome
        return isinstance(outcome, UndefinedBehaviour)

    def _ask(self, conditions: tuple[Term, ...], seconds: float | None) -> Answer:
        """Whether an input leads where conditions hold."""
        definitions = self.unrolling.definitions
        for definition in definitions[self._defined :]:
            self._prover.assert_(definition)
        self._defined = len(definitions)
        self._run.tick()
        return self._prover.check(conditions, seconds=seconds)

    def _may_hold(self, condition: Term) -> bool:
        """Whether an input may lead there; what the solver does not know may be."""
        if condition is FALSE:
            return False
        return not isinstance(self._ask((condition,), self._run.left()), Unsat)

    def _feasible(self, guard: Term) -> bool:
        """Whether a repetition may happen. That costs little time: when the solver takes long it
        gets less, since one repetition too many does no harm."""
        known = self._known.get(guard)
        if known is None:
            answer = self._ask((guard,), smaller(self._patience, self._run.left()))
            if isinstance(answer, GaveUp):
                self._patience /= 2
            known = self._known[guard] = not isinstance(answer, Unsat)
        return known

    def _path(
        self, error: UnrolledPoint, values: _ModelValues
    ) -> list[tuple[UnrolledPoint, UnrolledStep]]:
        """The way that a model takes through the unrolled program. There need be none where C
        leaves a value open and solvers differ, as for a float that does not fit into an integer."""
        nodes = self.unrolling.nodes
        path: list[tuple[UnrolledPoint, UnrolledStep]] = []
        current = nodes[self.unrolling.start]
        while current is not error:
            step = next((each for each in current.steps if values.holds(each.condition)), None)
            if step is None or step.target is None:
                raise SolverFailure(f"{self._prover.name} gives a model that leads nowhere")
            path.append((current, step))
            current = nodes[step.target]
        return path

    def _claim(
        self,
        error: UnrolledPoint,
        path: list[tuple[UnrolledPoint, UnrolledStep]],
        values: _ModelValues,
    ) -> Unsafe:
        """What a model chooses on its way."""
        noted = Noted()
        for at, step in path:
            noted.note(step.edge.operation, at.point, step.chosen, values.of)
        violated = self.unrolling.cfa.errors[error.point.location]
        if not self._is_careful:
            return noted.claim(violated)
        accesses = [read for at, _ in path for read in self.unrolling.careful[at].reads]
        return noted.claim(violated, contents(self.unrolling.layout, accesses, values.of))


class _ModelValues:
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
