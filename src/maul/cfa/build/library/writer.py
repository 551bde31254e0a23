"""Edges of one call of a function that is lowered: arguments, temporaries, stores, branches, loops.

Comes in: the function under construction and a request, that is the name, the result type and the
argument values. What is written goes to the end of the function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, VOID
from maul.cfa import model
from maul.cfa.build.code import CodePoint
from maul.cfa.build.constants import convert, pointed
from maul.cfa.build.library.allocation import emit_call
from maul.cfa.expressions import Constant, PointerAdd
from maul.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType, DataModel
    from maul.cfa.build.code import Code
    from maul.cfa.build.library.requests import LoweredCall
    from maul.cfa.expressions import Expression, Place


class Writer:
    """Edges of one call of a lowered function."""

    def __init__(self, code: Code, request: LoweredCall) -> None:
        self.code = code
        self.request = request
        self.model: DataModel = code.whole.program.model
        self.pointer = self.model.pointer_to(VOID)
        self.text = self.model.pointer_to(CHAR)
        self.size_t = self.model.size_t

    def argument(self, index: int, t: CType) -> Expression:
        """An argument as a value of a type, as it is now."""
        if index >= len(self.request.arguments):
            raise Unsupported(
                self.request.span, f"call of {self.request.name} with too few arguments"
            )
        given = self.request.arguments[index]
        return given if isinstance(given, Constant) else self.code.save(convert(t, given))

    def call(self, t: CType, name: str, *arguments: Expression) -> Expression:
        """The result of a primitive."""
        place = self.place(t)
        emit_call(self.code, model.Call(place, name, arguments), self.request.span)
        return self.code.whole.load(place.variable)

    def do(self, name: str, *arguments: Expression) -> None:
        """Call a primitive for its effect."""
        self.code.emit(model.Call(None, name, arguments), self.request.span)

    def place(self, t: CType) -> Place:
        """A temporary."""
        return self.code.whole.place(self.code.temporary(t))

    def load(self, place: Place) -> Expression:
        """What a temporary holds."""
        return self.code.whole.load(place.variable)

    def assign(self, place: Place, value: Expression) -> None:
        """Let a temporary hold a value."""
        self.code.assign(place, convert(place.type, value), self.request.span)

    def store(self, t: CType, address: Expression, value: Expression) -> None:
        """Store a value where a pointer points to."""
        self.code.assign(pointed(t, address), convert(t, value), self.request.span)

    def either(
        self, condition: Expression, yes: Callable[[], None], no: Callable[[], None]
    ) -> None:
        """One of two things happens."""
        first, second, end = CodePoint(), CodePoint(), CodePoint()
        self.code.test(condition, first, second)
        self.code.resume(first)
        yes()
        self.code.jump(end)
        self.code.resume(second)
        no()
        self.code.enter(end)

    def moved(self, pointer: Expression, by: Expression) -> Expression:
        """A pointer some bytes further."""
        return PointerAdd(pointer.type, "+", pointer, by, 1)
