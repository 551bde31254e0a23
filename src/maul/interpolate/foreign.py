"""A refuter from outside of maul: a plain function, whose answers are checked before they are used.

Comes in: a function from a trace and seconds to an answer. Goes out: a refuter. Its assertions have
to obey the laws, as those of our own sources do, and its values must not contradict the trace
formula; what is wrong is given up, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate.protocol import Feasible, Refuted
from maul.interpolate.refuter import verified
from maul.logic.evaluate import Undetermined, holds
from maul.logic.free import free_symbols
from maul.logic.terms import Term
from maul.node import node
from maul.run import Deadline
from maul.smt.protocols import GaveUp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.interpolate.protocol import Refutation, Refuter
    from maul.logic.trace import Trace
    from maul.smt.protocols import MakeProver

Ask: TypeAlias = "Callable[[Trace, float], Refutation]"
"""Why a trace cannot be executed, within about so many seconds."""


def as_refuter(ask: Ask, provers: MakeProver) -> Refuter:
    """The refuter that asks a function, or any callable, and believes nothing that the provers do
    not confirm. It is called what the function is: by its ``name``, or else its ``__name__``."""
    name = getattr(ask, "name", None) or getattr(ask, "__name__", None) or type(ask).__name__
    return ForeignRefuter(str(name), ask, provers)


@node
class ForeignRefuter:
    """A function as a refuter."""

    name: str
    ask: Ask
    provers: MakeProver

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """Explain why a trace cannot be executed; a wrong explanation is none."""
        left = Deadline(seconds)
        answer: object = self.ask(trace, seconds)
        match answer:
            case Refuted(assertions=[*assertions]) if _are_terms(assertions):
                mine = Refuted(trace, tuple(assertions), self.name)
                wrong = _unheard_of(mine)
                return wrong or verified(mine, self.provers, left)
            case Feasible(values={**values}):
                mine_too = Feasible(trace, values)
                return _contradiction(mine_too, self.name) or mine_too
            case GaveUp():
                return answer
        return GaveUp(f"{self.name}: {type(answer).__name__} is not what a refuter answers")


def _are_terms(assertions: Sequence[object]) -> bool:
    return all(isinstance(each, Term) for each in assertions)


def _unheard_of(answer: Refuted) -> GaveUp | None:
    """Why assertions are not about the variables of their trace."""
    transitions = [block.transition for block in answer.trace.blocks]
    variables = {s for each in transitions for s in (*each.reads(), *each.updates)}
    for assertion in answer.assertions:
        for symbol in free_symbols(assertion):
            if symbol not in variables:
                return GaveUp(f"{answer.source}: {symbol} is no variable of the trace")
    return None


def _contradiction(answer: Feasible, name: str) -> GaveUp | None:
    """Why values do not take the trace. What cannot be computed, since it depends on the meaning of
    a function, is no contradiction: an execution is replayed before it counts."""
    for conjunct in answer.trace.conjuncts():
        for symbol in free_symbols(conjunct.formula):
            if symbol not in answer.values:
                return GaveUp(f"{name}: there is no value for {symbol}")
        try:
            is_true = holds(conjunct.formula, dict(answer.values))
        except Undetermined:
            continue
        if not is_true:
            return GaveUp(f"{name}: the values contradict block {conjunct.position}")
    return None
