"""``--malloc may-fail``: every allocation of the library may give a null pointer instead.

Comes in: a program model, with or without errors. Goes out: one in which an arbitrary choice stands
before each call that allocates: one side makes the call, the other sets its result to null and
leaves memory alone [C11 7.22.3]. Methods, checker and interpreter see ordinary edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Integer
from maul.c.tree import Variable
from maul.cfa.build import never_fails
from maul.cfa.expressions import Binary, Constant, Load, Place
from maul.cfa.library import canonical
from maul.cfa.model import Assign, Assume, Call, Cfa, Havoc
from maul.cfa.rewrite import Draft
from maul.node import replace

if TYPE_CHECKING:
    from maul.cfa.expressions import Lvalue
    from maul.cfa.model import Automaton, Edge, Location

ALLOCATING = frozenset(("malloc", "calloc", "realloc", "strdup", "strndup"))
ORIGIN = "whether an allocation fails"
BYTE, INT = Integer(8, signed=False), Integer(32, signed=True)


def may_fail(cfa: Cfa) -> Cfa:
    """The program in which allocations may fail."""
    errors: dict[Location, str] = {}
    automata = [_rewritten(cfa, automaton, errors) for automaton in cfa.automata()]
    return replace(
        cfa,
        functions={automaton.name: automaton for automaton in automata[1:]},
        start=automata[0],
        assumptions=tuple(
            each for each in cfa.assumptions if each.text != never_fails(cfa.model.pointer_size)
        ),
        errors=errors,
    )


def _rewritten(cfa: Cfa, automaton: Automaton, errors: dict[Location, str]) -> Automaton:
    """One function, and the errors in it."""
    draft = Draft(automaton)
    choice = Variable(f"{automaton.name}::$fails", BYTE, automaton.name, automaton.span)
    for at in automaton.locations:
        for edge in at.leaving:
            result = _allocated(cfa, edge)
            if result is None:
                draft.add(draft.copy(at), edge.operation, draft.copy(edge.target), edge.span)
            else:
                _branch(draft, edge, result, Place(BYTE, choice))
    new = draft.finish()
    kept = frozenset(new.locations)
    for location, old in draft.origin().items():
        if location in kept and old in cfa.errors:
            errors[location] = cfa.errors[old]
    return new


def _allocated(cfa: Cfa, edge: Edge) -> Lvalue | None:
    """Where the address of a new object goes, if the edge makes one and somebody wants it."""
    operation = edge.operation
    if not isinstance(operation, Call) or operation.function in cfa.functions:
        return None
    return operation.result if canonical(operation.function) in ALLOCATING else None


def _branch(draft: Draft, edge: Edge, result: Lvalue, choice: Place) -> None:
    """Choose, then call or set the result to null."""
    source, target, span = draft.copy(edge.source), draft.copy(edge.target), edge.span
    chosen, succeeds, fails = draft.fresh(), draft.fresh(), draft.fresh()
    value, zero = Load(BYTE, choice), Constant(BYTE, 0)
    draft.add(source, Havoc(choice, ORIGIN), chosen, span)
    draft.add(chosen, Assume(Binary(INT, "==", value, zero)), succeeds, span)
    draft.add(chosen, Assume(Binary(INT, "!=", value, zero)), fails, span)
    draft.add(succeeds, edge.operation, target, span)
    draft.add(fails, Assign(result, Constant(result.type, 0)), target, span)
