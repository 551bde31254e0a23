"""What cursors of libclang hide: implicit conversions, and what only looks like one.

Comes in: cursors. Goes out: the cursors they stand for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import clang, kinds

if TYPE_CHECKING:
    from maul.c.clang import Cursor

_NUMBERS = (
    kinds.SIGNED_INTEGERS
    | kinds.UNSIGNED_INTEGERS
    | {kinds.TYPE_BOOL, kinds.TYPE_FLOAT, kinds.TYPE_DOUBLE, kinds.TYPE_LONGDOUBLE, kinds.TYPE_ENUM}
)


def implicit_operand(cursor: Cursor, parts: list[Cursor]) -> Cursor | None:
    """What an UNEXPOSED_EXPR with the children ``parts`` converts; None when it is something else.

    ``__builtin_types_compatible_p(typeof(x), int)`` has one child too, but begins before it.
    """
    if len(parts) != 1 or not clang.is_expression(parts[0]):
        return None
    if clang.cursor_type(cursor).kind == kinds.TYPE_INT and _start(cursor) != _start(parts[0]):
        return None
    return parts[0]


def _start(cursor: Cursor) -> int:
    return clang.range_start(clang.extent(cursor)).encoded


def is_short_conditional(parts: list[Cursor]) -> bool:
    """Whether an UNEXPOSED_EXPR with these children is ``a ?: b``: it shows ``a`` three times."""
    return len(parts) == 4 and parts[0].statement == parts[1].statement


def without_conversions(cursor: Cursor) -> Cursor:
    """The operand below clang's conversions between numbers, whose types are not always gcc's."""
    while cursor.kind == kinds.UNEXPOSED_EXPR and _is_number(cursor):
        inner = implicit_operand(cursor, clang.children(cursor))
        if inner is None or not _is_number(inner):
            break
        cursor = inner
    return cursor


def without_wrapping(cursor: Cursor) -> Cursor:
    """What stands inside parentheses, ``__extension__`` and implicit conversions."""
    while True:
        if cursor.kind == kinds.UNEXPOSED_EXPR:
            inner = implicit_operand(cursor, clang.children(cursor))
        elif cursor.kind == kinds.PAREN_EXPR or _is_extension(cursor):
            inner = clang.children(cursor)[0]
        else:
            inner = None
        if inner is None:
            return cursor
        cursor = inner


def _is_extension(cursor: Cursor) -> bool:
    return (
        cursor.kind == kinds.UNARY_OPERATOR
        and clang.unary_operator(cursor) == kinds.UNARY_EXTENSION
    )


def _is_number(cursor: Cursor) -> bool:
    t = clang.cursor_type(cursor)
    return t.kind in _NUMBERS or clang.canonical_type(t).kind in _NUMBERS
