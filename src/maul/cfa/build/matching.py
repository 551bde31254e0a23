"""Which functions a call through a pointer may mean, and which argument types fit which parameters.

A candidate is a function whose address the program takes and whose type fits the call: as many
parameters, each of a type that is passed in the same way. All pointers fit each other, integers of
one width do, and records of one size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import (
    Boolean,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    Void,
    promoted,
    size_of,
)

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.build.code import Whole
    from maul.cfa.expressions import Expression, Place


def same_passing(a: CType, b: CType) -> bool:
    """Whether values of the two types are passed alike."""
    match a, b:
        case (Pointer(), Pointer()) | (Void(), Void()):
            return True
        case (Integer() | Boolean(), Integer() | Boolean()):
            return size_of(a) == size_of(b)
        case Floating(), Floating():
            return a.bits == b.bits
        case Record(), Record():
            return a.size == b.size
    return False


def argument_fits(given: CType, parameter: CType) -> bool:
    """Whether an argument may be converted to the parameter; a promoted one fits a narrow
    parameter.
    """
    if same_passing(given, parameter) or same_passing(given, promoted(parameter)):
        return True
    if isinstance(given, Floating) and isinstance(parameter, Floating):
        return given.bits == 64 and parameter.bits == 32
    # On both data models an address is an integer of its size in the same register or slot.
    integers = (Integer, Pointer)
    return (
        isinstance(given, integers)
        and isinstance(parameter, integers)
        and size_of(given) == size_of(parameter)
    )


def candidates(
    whole: Whole, pointer: CType, arguments: tuple[Expression, ...], result: Place | None
) -> list[tuple[str, FunctionType]]:
    """The functions that a call through a pointer of this type may mean, in a fixed order."""
    called = pointer.target if isinstance(pointer, Pointer) else None
    prototyped = isinstance(called, FunctionType) and called.prototyped
    given = tuple(argument.type for argument in arguments)
    found = []
    for name in whole.facts.taken:
        t, parameters = _signature(whole, name)
        if t is None or (result is not None and not same_passing(t.result, result.type)):
            continue
        if _accepts(t, parameters, given, prototyped=prototyped):
            found.append((name, t))
    return found


def _signature(whole: Whole, name: str) -> tuple[FunctionType | None, tuple[CType, ...]]:
    """The type of a function and its parameters, those of a K&R definition too."""
    definition = whole.program.functions.get(name)
    if definition is not None:
        return definition.type, tuple(variable.type for variable in definition.parameters)
    declaration = whole.program.declarations.get(name)
    if declaration is not None:
        return declaration.type, declaration.type.parameters
    return None, ()


def _accepts(
    t: FunctionType, parameters: tuple[CType, ...], given: tuple[CType, ...], *, prototyped: bool
) -> bool:
    if len(given) < len(parameters):
        return False
    if len(given) > len(parameters) and t.prototyped and not t.variadic:
        return False
    fits = same_passing if prototyped and t.prototyped else argument_fits
    return all(fits(a, b) for a, b in zip(given, parameters, strict=False))
