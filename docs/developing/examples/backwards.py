"""A refuter: weakest preconditions, backwards along the path."""

from maul.interpolate.protocol import Feasible, Refuted
from maul.logic.build import FALSE, TRUE, and_, implies, not_
from maul.logic.free import free_symbols
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp, Sat, Unsat


def backwards(trace, seconds):
    """Values that take the path, or assertions that show that there are none."""
    formula = and_(*trace.parts())
    match satisfiable(formula, seconds):
        case Sat(model=model):
            return Feasible(trace, {x: model.value(x) for x in free_symbols(formula)})
        case GaveUp() as gave_up:
            return gave_up
    assertions = [FALSE]
    for block in reversed(trace.blocks):
        step = block.transition
        known = [guard for guard in step.guards if not speaks_of(guard, step.inputs)]
        before = implies(and_(*known), step.before(assertions[-1]))
        if speaks_of(before, step.inputs):
            return GaveUp("the precondition depends on an input: it would need a quantifier")
        assertions.append(before)
    if not isinstance(satisfiable(not_(assertions[-1]), seconds), Unsat):
        return GaveUp("the guards without inputs do not refute the path")
    assertions[-1] = TRUE
    return Refuted(trace, tuple(reversed(assertions)), "backwards")


def satisfiable(formula, seconds):
    """What the prover that suits a formula says about it."""
    prover = prover_for([formula])
    prover.assert_(formula)
    return prover.check(seconds=seconds)


def speaks_of(formula, symbols):
    """Whether one of the symbols occurs in a formula."""
    return any(symbol in symbols for symbol in free_symbols(formula))
