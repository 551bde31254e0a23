"""Formats of ``printf`` and its kin: which calls may write through their arguments.

A conversion ``%n`` stores a number where an argument points to, and no model of these functions
does that. So a format must be a constant without ``%n``, or there must be nothing to write through.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.c.ctype import Pointer
from maul.cfa.expressions import AddressOf, Constant, Convert, ElementOf, Place
from maul.errors import Unsupported

if TYPE_CHECKING:
    from maul.c.source import Span
    from maul.cfa.build.code import Code
    from maul.cfa.expressions import Expression

_WRITES = re.compile(rb"%[-+ #0'I]*(?:\*|\d+)?(?:\$[^%a-zA-Z]*)?(?:\.(?:\*|-?\d+)?)?[hljztqL]*n")


def check_format(code: Code, name: str, arguments: tuple[Expression, ...], span: Span) -> None:
    """Refuse a call that may store something by ``%n``; ``arguments`` begin with the format."""
    text = _constant(code, arguments[0])
    if text is None:
        if any(_may_lead(code, argument) for argument in arguments[1:]):
            raise Unsupported(span, f"call of {name} with a format that is no constant")
    elif _WRITES.search(text.replace(b"%%", b"")):
        raise Unsupported(span, f"call of {name} with %n in its format")


def _constant(code: Code, argument: Expression) -> bytes | None:
    """The text of a string literal."""
    variable = _variable(argument)
    for (_, data), literal in code.whole.strings.items():
        if literal is variable:
            return data
    return None


def _variable(argument: Expression) -> object:
    """The variable whose first element an argument points to."""
    while isinstance(argument, Convert):
        argument = argument.operand
    match argument:
        case AddressOf(place=ElementOf(base=Place(variable=found), index=Constant(value=0))):
            return found
    return None


def _may_lead(code: Code, argument: Expression) -> bool:
    """Whether an argument is a pointer to what can be written."""
    while isinstance(argument, Convert):
        argument = argument.operand
    return isinstance(argument.type, Pointer) and _constant(code, argument) is None
