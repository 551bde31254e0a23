"""A function as clang prints it: what libclang's tree leaves out is read there.

Comes in: a function's cursor. Goes out: which parts a ``for`` has, the template and constraints of
an inline assembly, the name of an atomic operation. The printed text has all macros expanded, and
its n-th loop, assembly or operation is the n-th of the tree, in the order of the text. Where the
two do not agree there is no answer.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from maul.c import clang, kinds
from maul.c.elaborate.assembly import read_assembly
from maul.c.elaborate.cursors import is_short_conditional

if TYPE_CHECKING:
    from maul.c.clang import Cursor

Shape = tuple[bool, bool, bool]
T = TypeVar("T")

_TEXT = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
_LOOP = rf"(?s){_TEXT}|\bfor \(|[(){{}}\[\];]"
# A statement begins a line; on other lines asm gives a variable its register.
_ASSEMBLY = r"(?m)^[ \t]*asm\b"
_OPERATION = rf"(?s){_TEXT}|\b(?:__(?:c11_)?atomic_\w+|__builtin_choose_expr)(?=\()"


class Printed:
    """The printed text of one function, set against its cursors."""

    def __init__(self, function: Cursor) -> None:
        text = clang.pretty(function)
        loops: list[int] = []
        assemblies: list[int] = []
        operations: list[int] = []
        _collect(function, loops, assemblies, operations)
        self.loops = _matched(loops, loop_shapes(text) if loops else [])
        self.assemblies = _matched(
            assemblies, [read_assembly(text[at:]) for at, _ in _words(_ASSEMBLY, text)]
        )
        self.operations = _matched(operations, [word for _, word in _words(_OPERATION, text)])


def _collect(
    cursor: Cursor, loops: list[int], assemblies: list[int], operations: list[int]
) -> None:
    """The loops, assemblies and possible operations below ``cursor``, outer ones first."""
    parts = clang.children(cursor)
    if cursor.kind == kinds.FOR_STMT:
        loops.append(cursor.statement)
    elif cursor.kind == kinds.ASM_STMT:
        assemblies.append(cursor.statement)
    elif cursor.kind == kinds.UNEXPOSED_EXPR and len(parts) > 1:
        if is_short_conditional(parts):
            parts = [parts[0], parts[3]]
        elif _is_operation(cursor, parts):
            operations.append(cursor.statement)
    for part in parts:
        _collect(part, loops, assemblies, operations)


def _is_operation(cursor: Cursor, parts: list[Cursor]) -> bool:
    """Whether a cursor is an atomic operation or a choice, and no question about types."""
    if not all(map(clang.is_expression, parts)):
        return False
    return len(parts) == 3 or clang.evaluate(cursor) is None


def _matched(cursors: list[int], found: list[T]) -> dict[int, T]:
    """What was found in the text, by cursor; nothing when there are not as many."""
    return dict(zip(cursors, found, strict=True)) if len(cursors) == len(found) else {}


def _words(pattern: str, text: str) -> list[tuple[int, str]]:
    """The matches of a pattern and their places, strings and characters left out."""
    return [(m.start(), m[0]) for m in re.finditer(pattern, text) if m[0][0] not in "\"'"]


def loop_shapes(text: str) -> list[Shape]:
    """For each ``for (`` in a printed function: whether its three parts are there."""
    shapes: list[list[bool]] = []
    open_loops: list[_Head] = []
    depth = 0
    for match in re.finditer(_LOOP, text):
        lexeme = match[0]
        head = open_loops[-1] if open_loops and open_loops[-1].depth == depth else None
        if head is not None and lexeme in (";", ")"):
            head.shape.append(bool(text[head.start : match.start()].strip()))
            head.start = match.end()
            if lexeme == ")":
                open_loops.pop()
        if lexeme == "for (":
            shape: list[bool] = []
            shapes.append(shape)
            open_loops.append(_Head(depth + 1, match.end(), shape))
        depth += (lexeme[-1] in "([{") - (lexeme in ")]}")
    return [(shape[0], shape[1], shape[2]) for shape in shapes]


class _Head:
    """The parentheses of a loop that is being read."""

    def __init__(self, depth: int, start: int, shape: list[bool]) -> None:
        self.depth = depth
        self.start = start  # of the part that is being read
        self.shape = shape
