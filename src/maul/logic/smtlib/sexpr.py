"""SMT-LIB text as nested lists.

Comes in: text, from a solver or a person. Goes out: s-expressions that know where they stand, or
``SmtLibError`` with line and column. Linear, and without recursion.
"""

from __future__ import annotations

import re
from typing import TypeAlias

_TOKEN = re.compile(
    r"""[\s]+|;[^\n]*|(?P<paren>[()])|(?P<quoted>\|[^|\\]*\|)|(?P<string>"(?:[^"]|"")*")"""
    r"""|(?P<atom>[^\s()|";]+)"""
)


class SmtLibError(ValueError):
    """Text that is not the SMT-LIB it should be; the message starts with line and column."""

    def __init__(self, text: str, offset: int, what: str) -> None:
        line = text.count("\n", 0, offset) + 1
        column = offset - (text.rfind("\n", 0, offset) + 1) + 1
        super().__init__(f"{line}:{column}: {what}")


class Atom:
    """A symbol, keyword, number or string; ``name`` is without the bars of a quoted symbol."""

    __slots__ = ("name", "offset", "quoted")

    def __init__(self, name: str, offset: int, *, quoted: bool = False) -> None:
        self.name = name
        self.offset = offset
        self.quoted = quoted

    def __repr__(self) -> str:
        return self.name


class List:
    """A list in parentheses."""

    __slots__ = ("items", "offset")

    def __init__(self, offset: int) -> None:
        self.items: list[Sexpr] = []
        self.offset = offset

    def __repr__(self) -> str:
        return f"(list of {len(self.items)})"


Sexpr: TypeAlias = Atom | List


def read(text: str) -> list[Sexpr]:
    """All s-expressions of a text."""
    top: list[Sexpr] = []
    opened: list[List] = []
    current = top
    position = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise SmtLibError(text, position, f"unexpected {text[position : position + 10]!r}")
        kind = token.lastgroup
        if kind == "atom":
            current.append(Atom(token[0], position))
        elif kind == "paren":
            if token[0] == "(":
                made = List(position)
                current.append(made)
                opened.append(made)
                current = made.items
            else:
                if not opened:
                    raise SmtLibError(text, position, "a parenthesis is closed but not opened")
                opened.pop()
                current = opened[-1].items if opened else top
        elif kind is not None:
            name = token[0] if kind == "string" else token[0][1:-1]
            current.append(Atom(name, position, quoted=True))
        position = token.end()
    if opened:
        raise SmtLibError(text, opened[-1].offset, "a parenthesis is opened but not closed")
    return top
