"""What elaborating one function, or one initialiser, works with.

``Unit`` holds what belongs to a translation unit, ``Scope`` what belongs to one function body.
Rules for the kinds of cursors live in modules of their own, one per part of the language, and call
each other through the scope, which is given all of them (``Rules``): no module has to know who
handles what.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from maul.c import clang, kinds
from maul.c.ctype import VOID, CType, FunctionType, Pointer
from maul.c.elaborate.printed import Printed
from maul.c.tree import (
    Compound,
    Dereference,
    Expression,
    Initialiser,
    Member,
    Name,
    Statement,
    Subscript,
    Variable,
)
from maul.errors import Unsupported
from maul.node import node

if TYPE_CHECKING:
    from maul.c.clang import Cursor
    from maul.c.ctype import DataModel
    from maul.c.elaborate.places import CursorPlaces
    from maul.c.elaborate.types import Types
    from maul.c.source import Span

ExpressionRule = Callable[["Scope", "Cursor"], Expression]
StatementRule = Callable[["Scope", "Cursor"], Statement]


_LVALUES = (Name, Member, Dereference, Subscript)
_LVALUE_KINDS = (
    *(kinds.DECL_REF_EXPR, kinds.MEMBER_REF_EXPR),
    *(kinds.UNARY_OPERATOR, kinds.ARRAY_SUBSCRIPT_EXPR),
)


@node
class Rules:
    """How each kind of cursor is elaborated."""

    expressions: dict[int, ExpressionRule]
    statements: dict[int, StatementRule]
    declaration: Callable[[Scope, Cursor], list[Statement]]
    initialiser: Callable[[Scope, CType, Cursor], Initialiser]


class Symbols(Protocol):
    """What the linker knows: the names that all files share, and the lvalues that are volatile."""

    volatile: dict[Expression, None]

    def function(self, unit: Unit, declaration: Cursor) -> str:
        """The unique name of a function that was referred to; it will be elaborated."""

    def name(self, unit: Unit, declaration: Cursor) -> Name:
        """The variable of a file-scope declaration, or of an ``extern`` one in a function."""

    def static_variable(self, variable: Variable, initialiser: Initialiser | None) -> None:
        """Add a static variable of a function, or a compound literal outside of functions."""

    def library_function(self, name: str, type_: FunctionType, span: Span) -> None:
        """Make a function known that the text does not declare."""

    def is_defined(self, name: str) -> bool:
        """Whether the program itself defines what the linker knows under a name."""

    def unique(self, name: str) -> str:
        """``name``, or with a number when a global has it already."""


@node
class Unit:
    """One translation unit under elaboration."""

    model: DataModel
    types: Types
    places: CursorPlaces
    symbols: Symbols
    named: dict[int, Name]  # the variables met so far, by declaration


class Scope:
    """One function under elaboration; ``function`` is "" for the initialiser of a global."""

    __slots__ = (
        "_counts",
        "_cursor",
        "_label_counts",
        "_labels",
        "_printed",
        "function",
        "is_static",
        "result",
        "rules",
        "switch_types",
        "unit",
        "variables",
    )

    def __init__(self, unit: Unit, rules: Rules, function: str, cursor: Cursor) -> None:
        self.unit = unit
        self.rules = rules
        self.function = function
        self._cursor = cursor
        self.result: CType = VOID
        self.is_static = not function  # inside the initialiser of an object that lives for ever
        self.variables: dict[int, Expression] = {}  # how each local is written, by declaration
        self._labels: dict[int, str] = {}
        self._label_counts: dict[str, int] = {}
        self.switch_types: list[CType] = []
        self._printed: Printed | None = None
        self._counts: dict[str, int] = {}

    def expression(self, cursor: Cursor) -> Expression:
        """The expression at ``cursor``; a function is represented by its address."""
        rule = self.rules.expressions.get(cursor.kind)
        if rule is None:
            raise self.unsupported(cursor, f"an expression of kind {cursor.kind}")
        found = rule(self, cursor)
        is_lvalue = isinstance(found, _LVALUES) and cursor.kind in _LVALUE_KINDS
        if is_lvalue and clang.is_volatile(clang.canonical_type(clang.cursor_type(cursor))):
            self.unit.symbols.volatile[found] = None
        return found

    def statement(self, cursor: Cursor) -> Statement:
        """The statement at ``cursor``."""
        rule = self.rules.statements.get(cursor.kind)
        if rule is None:
            raise self.unsupported(cursor, f"a statement of kind {cursor.kind}")
        return rule(self, cursor)

    def statements(self, cursors: list[Cursor]) -> list[Statement]:
        """Statements in a row; the empty ones are left out, and declarations belong to the row."""
        found: list[Statement] = []
        for cursor in cursors:
            if cursor.kind == kinds.DECL_STMT:
                for declaration in clang.children(cursor):
                    found += self.rules.declaration(self, declaration)
                continue
            statement = self.statement(cursor)
            if not isinstance(statement, Compound) or statement.statements:
                found.append(statement)
        return found

    def initialiser(self, t: CType, cursor: Cursor) -> Initialiser:
        """The initialiser at ``cursor`` for an object of type ``t``."""
        return self.rules.initialiser(self, t, cursor)

    @property
    def name(self) -> str:
        """The name of the function as it is written."""
        return clang.spelling(self._cursor) if self.function else ""

    @property
    def printed(self) -> Printed:
        """The function as clang prints it."""
        if self._printed is None:
            self._printed = Printed(self._cursor)
        return self._printed

    def span(self, cursor: Cursor) -> Span:
        """Where ``cursor`` stands."""
        return self.unit.places.span(cursor)

    def unsupported(self, cursor: Cursor, what: str) -> Unsupported:
        """The error that says ``what`` is not modelled, at ``cursor``."""
        return Unsupported(self.span(cursor), what)

    def type_of(self, cursor: Cursor) -> CType:
        """The type libclang gives to ``cursor``, pointers for arrays: see ``Types.of_value``."""
        return self.unit.types.of_value(cursor)

    def pointer_to(self, t: CType) -> Pointer:
        """The type of pointers to ``t``."""
        return self.unit.model.pointer_to(t)

    def fresh(self, name: str, t: CType, span: Span, *, constant: bool = False) -> Variable:
        """A variable of this function with a name of its own."""
        if not self.function:
            return Variable(self.unit.symbols.unique(name), t, "", span, constant)
        count = self._counts[name] = self._counts.get(name, 0) + 1
        suffix = f"#{count}" if count > 1 else ""
        owner = "" if self.is_static else self.function
        return Variable(f"{self.function}::{name}{suffix}", t, owner, span, constant)

    def label(self, declaration: Cursor) -> str:
        """The unique name of a label, by the statement that carries it."""
        identity = declaration.statement or declaration.declaration
        found = self._labels.get(identity)
        if found is None:
            name = clang.spelling(declaration)
            count = self._label_counts[name] = self._label_counts.get(name, 0) + 1
            found = self._labels[identity] = f"{name}#{count}" if count > 1 else name
        return found
