"""Constants: literals, strings, and operators that the compiler evaluates.

Comes in: cursors of literals, ``sizeof``, ``offsetof``, ``_Generic``. Goes out: ``Literal`` and
``StringLiteral``, or arithmetic where the value is known at run time only (variable-length
arrays).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.ctype import ArrayType, CType, Floating, Integer, VariableArray
from maul.c.elaborate.conversions import arithmetic, convert, is_pure, wrapped
from maul.c.tree import BinaryOperation, Expression, Literal, Name, StringLiteral

if TYPE_CHECKING:
    from maul.c.clang import Cursor
    from maul.c.elaborate.scope import ExpressionRule, Scope


def constant(scope: Scope, cursor: Cursor) -> Literal | None:
    """The value clang computes for an expression on numbers; None when it is no constant."""
    value = clang.evaluate(cursor)
    if value is None:
        return None
    t = scope.type_of(cursor)
    return Literal(t, wrapped(value, t) if isinstance(value, int) else value)


def integer_constant(scope: Scope, cursor: Cursor) -> int:
    """The value of an integer constant expression, such as a designator's index."""
    value = clang.evaluate(cursor)
    if not isinstance(value, int):
        raise scope.unsupported(cursor, "an integer constant that cannot be evaluated")
    return value


def _number(scope: Scope, cursor: Cursor) -> Expression:
    """An integer or character literal."""
    found = constant(scope, cursor)
    if found is None:
        raise scope.unsupported(cursor, "a literal of this form")
    return found


def _floating(scope: Scope, cursor: Cursor) -> Expression:
    """A floating literal; long double is kept as the exact fraction that is written."""
    t = scope.type_of(cursor)
    value = clang.evaluate(cursor)
    if isinstance(t, Floating) and t.bits > 64:
        exact = clang.floating_literal(cursor)
        if exact is None:
            raise scope.unsupported(cursor, "a long double literal in a macro")
        return Literal(t, exact)
    if value is None:
        raise scope.unsupported(cursor, "a literal of this form")
    return Literal(t, float(value))


def _string(scope: Scope, cursor: Cursor) -> Expression:
    """A string, with its final zero; its type tells the size of the characters."""
    t = scope.unit.types.of_cursor(cursor)
    element = t.element if isinstance(t, ArrayType) else None
    if not isinstance(element, Integer):
        raise scope.unsupported(cursor, "a string literal of this form")
    return string(element, clang.string_literal(cursor))


def string(element: Integer, units: list[int]) -> StringLiteral:
    """The array that holds the code units and a zero, whatever object it initialises."""
    size = element.bits // 8
    mask = (1 << element.bits) - 1
    data = b"".join((unit & mask).to_bytes(size, "little") for unit in [*units, 0])
    return StringLiteral(ArrayType(element, len(units) + 1), data)


def run_time_size(scope: Scope, t: CType) -> Expression:
    """The size of a type in bytes, as a value of size_t."""
    size_t = scope.unit.model.size_t
    if isinstance(t, VariableArray):
        length = Name(size_t, t.length)
        return BinaryOperation(size_t, "*", length, run_time_size(scope, t.element))
    if isinstance(t, ArrayType) and t.length is not None and has_run_time_size(t):
        return BinaryOperation(
            size_t, "*", Literal(size_t, t.length), run_time_size(scope, t.element)
        )
    return Literal(size_t, scope.unit.types.size(t))


def has_run_time_size(t: CType) -> bool:
    """Whether the size of ``t`` depends on a variable."""
    while isinstance(t, ArrayType):
        t = t.element
    return isinstance(t, VariableArray)


def _size(scope: Scope, cursor: Cursor) -> Expression:
    """``sizeof`` and ``_Alignof``."""
    found = constant(scope, cursor)
    if found is not None:
        return found
    parts = clang.children(cursor)
    if len(parts) == 1 and parts[0].kind == kinds.TYPE_REF:
        return run_time_size(scope, scope.unit.types.of_cursor(parts[0]))
    if len(parts) == 1 and clang.is_expression(parts[0]):
        operand = scope.expression(parts[0])
        if has_run_time_size(operand.type) and is_pure(operand):
            return run_time_size(scope, operand.type)
    raise scope.unsupported(cursor, "sizeof of a variable-length array type")


def offset_of(scope: Scope, cursor: Cursor) -> Expression:
    """``__builtin_offsetof`` with an index that is no constant."""
    types = scope.unit.types
    size_t = scope.unit.model.size_t
    parts = clang.children(cursor)
    t: CType = types.of_cursor(parts[0])
    constant_part = 0
    variable_part: Expression | None = None
    for part in parts[1:]:
        if part.kind == kinds.MEMBER_REF:
            for field in types.path(t, clang.referenced(part)):
                constant_part += field.offset // 8
                t = field.type
        elif isinstance(t, ArrayType):
            scale = types.size(t.element)
            index = convert(scope.expression(part), size_t)
            if isinstance(index, Literal) and isinstance(index.value, int):
                constant_part += index.value * scale
            else:
                step = arithmetic("*", index, Literal(size_t, scale))
                variable_part = arithmetic("+", variable_part, step) if variable_part else step
            t = t.element
        else:
            raise scope.unsupported(cursor, "offsetof of this form")
    start = Literal(size_t, constant_part)
    return arithmetic("+", start, variable_part) if variable_part else start


def _generic(scope: Scope, cursor: Cursor) -> Expression:
    """``_Generic``: libclang shows all branches and not which of them is taken."""
    told = clang.canonical_type(clang.cursor_type(cursor)).pointer
    operands = [c for c in clang.children(cursor) if clang.is_expression(c)]
    controlling, branches = operands[0], operands[1:]
    fitting = [c for c in branches if clang.canonical_type(clang.cursor_type(c)).pointer == told]
    if len(fitting) == 1:
        return scope.expression(fitting[0])
    labels = _generic_labels(scope.unit.places.text(cursor))
    wanted = _plain_type(clang.type_spelling(clang.canonical_type(clang.cursor_type(controlling))))
    if len(labels) == len(branches):
        if wanted in labels:
            return scope.expression(branches[labels.index(wanted)])
        # A label that names a typedef could be the type in question: then the default is no answer.
        if "default" in labels and all(label in _PLAIN for label in labels if label != "default"):
            return scope.expression(branches[labels.index("default")])
    found = constant(scope, cursor)
    if found is not None and all(is_pure(scope.expression(branch)) for branch in branches):
        return found
    raise scope.unsupported(cursor, "_Generic of this form")


# Patterns are compiled when they are first used: few programs need them.
_LEXEME = r"(?s)//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|\w+|\s+|."


def _generic_labels(text: str) -> list[str]:
    """The types of a generic selection's branches, from its text."""
    labels: list[str] = []
    depth, piece, in_label, first = 0, "", False, True
    for match in re.finditer(_LEXEME, text):
        lexeme = match[0]
        if lexeme in "([{":
            depth += 1
            if depth == 1:
                continue
        elif lexeme in ")]}":
            depth -= 1
            if depth == 0:
                return labels
        if depth == 1 and lexeme == ",":
            piece, in_label, first = "", True, False
        elif depth == 1 and lexeme == ":" and in_label and not first:
            labels.append(_plain_type(piece))
            in_label = False
        elif depth >= 1:
            piece += " " if lexeme.isspace() or lexeme.startswith(("//", "/*")) else lexeme
    return []


_QUALIFIER = r"\b(?:const|volatile|restrict|_Atomic)\b"
_INTEGERS = {
    "int": "int",
    "signed": "int",
    "unsigned": "unsigned int",
    "int unsigned": "unsigned int",
    "int long": "long",
    "long": "long",
    "int long unsigned": "unsigned long",
    "long unsigned": "unsigned long",
    "int long long": "long long",
    "long long": "long long",
    "int long long unsigned": "unsigned long long",
    "long long unsigned": "unsigned long long",
    "int short": "short",
    "short": "short",
    "int short unsigned": "unsigned short",
    "short unsigned": "unsigned short",
    "char": "char",
    "char unsigned": "unsigned char",
    "char signed": "signed char",
    "_Bool": "_Bool",
    "float": "float",
    "double": "double",
    "double long": "long double",
}
_PLAIN = frozenset(_INTEGERS.values())


def _plain_type(text: str) -> str:
    """A type without outer qualifiers in one spelling, if it is arithmetic or a pointer to such."""
    target, star, _ = text.rpartition("*")
    if star:
        return f"{' '.join(target.replace('*', ' * ').split())} *"
    words = re.sub(_QUALIFIER, " ", text).split()
    if "char" not in words and len(words) > 1:
        words = [word for word in words if word != "signed"] or words
    return _INTEGERS.get(" ".join(sorted(words)), " ".join(words))


RULES: dict[int, ExpressionRule] = {
    kinds.INTEGER_LITERAL: _number,
    kinds.CHARACTER_LITERAL: _number,
    kinds.FLOATING_LITERAL: _floating,
    kinds.STRING_LITERAL: _string,
    kinds.SIZE_OR_ALIGN_EXPR: _size,
    kinds.GENERIC_SELECTION_EXPR: _generic,
}
