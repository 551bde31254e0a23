"""A counterexample is executed before it is believed.

Comes in: a program model with its error locations, and inputs. Goes out: whether the execution
really violates the property that the method says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Array
from maul.cfa.interpret import interpret
from maul.cfa.interpret_outcome import ErrorReached
from maul.cfa.model import Call

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.interpret_outcome import Execution
    from maul.cfa.model import Cfa, Edge
    from maul.proofs.verdict import Unsafe


def replay(cfa: Cfa, claim: Unsafe) -> Execution:
    """The execution that the claim describes."""
    choices, contents = iter(claim.choices), iter(claim.contents)

    def choose(edge: Edge, t: CType) -> bytes | int | float | None:
        if isinstance(edge.operation, Call):  # an allocation, or an argument that is missing
            return next(contents, None) if isinstance(t, Array) else None
        return next(choices, None)

    return interpret(cfa, claim.inputs, choose=choose)


def confirms(execution: Execution, claim: Unsafe) -> bool:
    """Whether the execution violates what the claim says it violates."""
    outcome = execution.outcome
    return isinstance(outcome, ErrorReached) and outcome.property == claim.violated
