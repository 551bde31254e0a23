"""String literals of a program: which pointers lead to one, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.expressions import AddressOf, Bytes, Constant, Convert, ElementOf, Place
from maul.cfa.model import Assign
from maul.node import node

if TYPE_CHECKING:
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Cfa


@node
class LiteralText:
    """A place in a string literal: the bytes from ``start`` on are the text."""

    variable: Variable
    data: bytes
    start: int

    @property
    def text(self) -> bytes | None:
        """The bytes before the first zero; None if there is none."""
        text, zero, _ = self.data[self.start :].partition(b"\0")
        return text if zero else None


class Literals:
    """The string literals of a program."""

    def __init__(self, cfa: Cfa) -> None:
        self._cfa = cfa
        self._data: dict[Variable, bytes] | None = None

    def at(self, pointer: Expression) -> LiteralText | None:
        """The literal that a pointer certainly leads into."""
        while isinstance(pointer, Convert):
            pointer = pointer.operand
        match pointer:
            case AddressOf(
                place=ElementOf(base=Place(variable=variable), index=Constant(value=int(start)))
            ):
                data = self._known().get(variable)
                if data is not None and 0 <= start < len(data):
                    return LiteralText(variable, data, start)
        return None

    def is_text(self, pointer: Expression) -> bool:
        """Whether a pointer certainly leads to a text that ends where its object does."""
        found = self.at(pointer)
        return found is not None and found.text is not None

    def _known(self) -> dict[Variable, bytes]:
        """What the literals hold: the start of the program says it, and nobody may change it."""
        if self._data is None:
            self._data = {}
            for at in self._cfa.start.locations:
                for edge in at.leaving:
                    match edge.operation:
                        case Assign(target=Place(variable=variable), value=Bytes(data=data)):
                            if variable.name.startswith('"'):
                                self._data[variable] = data
        return self._data
