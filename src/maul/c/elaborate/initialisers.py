"""Initialisers: libclang shows the braces as written, the rules of C11 6.7.9 are applied here.

Comes in: an initialiser's cursor and the type of the object. Goes out: one expression, or an
``Aggregate`` that says for every part which value it gets: elided braces put back, designators
followed, ranges written out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.ctype import ArrayType, CType, Floating, Integer, Record
from maul.c.elaborate.constants import constant, integer_constant
from maul.c.elaborate.conversions import convert, is_pure, reads_object
from maul.c.elaborate.cursors import without_wrapping
from maul.c.tree import Aggregate, Expression, Initialiser, Step, StringLiteral

if TYPE_CHECKING:
    from maul.c.clang import Cursor
    from maul.c.elaborate.scope import Scope

Path = tuple[Step, ...]


def initialiser(scope: Scope, t: CType, cursor: Cursor) -> Initialiser:
    """The initialiser of an object of type ``t``."""
    text = _string_for(scope, t, cursor)
    if text is not None:
        return text
    cursor = _inside_literal(scope, t, cursor)
    if cursor.kind != kinds.INIT_LIST_EXPR:
        return convert(_value(scope, cursor), t)
    if isinstance(t, (ArrayType, Record)):
        braces = _Braces(scope, t)
        braces.fill(clang.children(cursor))
        return Aggregate(braces.ordered())
    inside = clang.children(cursor)
    # A scalar in braces; {} is GNU C for zero.
    return initialiser(scope, t, inside[0]) if inside else Aggregate(())


def _value(scope: Scope, cursor: Cursor) -> Expression:
    """The value of an initialiser; a constant expression may name const objects [C11 6.6p10].

    These are read by the compiler: when the program starts they may not have their values yet.
    """
    value = scope.expression(cursor)
    if not scope.is_static or not reads_object(value):
        return value
    known = constant(scope, cursor)
    if known is None or (isinstance(known.type, Floating) and known.type.bits > 64):
        raise scope.unsupported(cursor, "a constant that is read from another object")
    return known


def _inside_literal(scope: Scope, t: CType, cursor: Cursor) -> Cursor:
    """The braces of ``(type){...}`` when an object of that very type is initialised with it."""
    inner = without_wrapping(cursor)
    if inner.kind != kinds.COMPOUND_LITERAL_EXPR or not isinstance(t, (ArrayType, Record)):
        return cursor
    if scope.unit.types.of_cursor(inner) != t:
        return cursor
    return clang.children(inner)[-1]


def _string_for(scope: Scope, t: CType, cursor: Cursor) -> StringLiteral | None:
    """The string that initialises an array of characters, in braces or not."""
    if not isinstance(t, ArrayType) or not isinstance(t.element, Integer):
        return None
    if cursor.kind == kinds.INIT_LIST_EXPR:
        inside = clang.children(cursor)
        return _string_for(scope, t, inside[0]) if len(inside) == 1 else None
    cursor = without_wrapping(cursor)
    if cursor.kind != kinds.STRING_LITERAL:
        return None
    found = scope.expression(cursor)
    return found if isinstance(found, StringLiteral) else None


class _AggregateLevel:
    """An aggregate that is being filled, and the part of it that was filled last."""

    __slots__ = ("first", "index", "paths", "type")

    def __init__(self, t: ArrayType | Record, paths: list[Path]) -> None:
        self.type = t
        self.paths = paths  # several inside the parts of a range
        self.first = self.index = -1  # the current part; in a range, the first and the last

    def select(self, index: int) -> None:
        """Make one part the current one."""
        self.first = self.index = index

    def is_full(self) -> bool:
        """Whether no part is left after the current one; a union takes one."""
        if isinstance(self.type, ArrayType):
            return self.type.length is not None and self.index + 1 >= self.type.length
        parts = min(1, len(self.type.fields)) if self.type.is_union else len(self.type.fields)
        return self.index + 1 >= parts

    def part(self) -> tuple[CType, list[Path]]:
        """The type of the current part and the ways to it."""
        if isinstance(self.type, ArrayType):
            chosen = range(self.first, self.index + 1)
            return self.type.element, [(*path, i) for path in self.paths for i in chosen]
        field = self.type.fields[self.index]
        return field.type, [(*path, field) for path in self.paths]


class _Braces:
    """One pair of braces around the parts of an aggregate."""

    def __init__(self, scope: Scope, t: ArrayType | Record) -> None:
        self._scope = scope
        self._root = t
        self._levels = [_AggregateLevel(t, [()])]
        self._is_designated = False  # without designators nothing is given twice
        self._is_union = isinstance(t, Record) and t.is_union
        self._union_members: set[Step] = set()
        self._begun: set[Step] = set()  # the parts of the root that have something already
        self.items: list[tuple[Path, Expression]] = []

    def fill(self, cursors: list[Cursor]) -> None:
        """Give each initialiser to the part whose turn it is."""
        for cursor in cursors:
            if cursor.kind == kinds.UNEXPOSED_EXPR and _is_designated(cursor):
                *designators, value = clang.children(cursor)
                self._follow(cursor, designators)
                self._put(value)
            elif self._advance(cursor):
                self._put(cursor)

    def ordered(self) -> tuple[tuple[Path, Expression], ...]:
        """The items in the order of evaluation. C leaves it open; gcc's is that of the parts."""
        if self._is_designated and not all(is_pure(e) for _, e in self.items):
            self.items.sort(key=_position)
        return tuple(self.items)

    def _advance(self, cursor: Cursor) -> bool:
        """Go on to the next part; false when there is none (compilers ignore the rest)."""
        while self._levels and self._levels[-1].is_full():
            self._levels.pop()
        if not self._levels:
            return False
        if len(self._levels[-1].paths) > 1:
            raise self._scope.unsupported(cursor, "going on inside a designated range")
        self._levels[-1].select(self._levels[-1].index + 1)
        return True

    def _put(self, cursor: Cursor) -> None:
        """Initialise the current part; descend into it where braces were left out."""
        scope = self._scope
        t, paths = self._levels[-1].part()
        scope.unit.types.complete(t)
        if cursor.kind == kinds.INIT_LIST_EXPR or not isinstance(t, (ArrayType, Record)):
            self._add(paths, initialiser(scope, t, cursor), cursor)
            return
        text = _string_for(scope, t, cursor)
        if text is not None:
            self._add(paths, text, cursor)
            return
        if isinstance(t, Record) and scope.unit.types.of_cursor(cursor) is t:
            self._add(paths, initialiser(scope, t, cursor), cursor)
            return
        self._levels.append(_AggregateLevel(t, paths))
        if self._advance_into(cursor):
            self._put(cursor)

    def _advance_into(self, cursor: Cursor) -> bool:
        """Enter the aggregate just opened; an empty one takes nothing and is passed over."""
        if not self._levels[-1].is_full():
            self._levels[-1].select(0)
            return True
        return self._advance(cursor)

    def _add(self, paths: list[Path], value: Initialiser, cursor: Cursor) -> None:
        """Note the value of a part; that of an inner pair of braces part by part."""
        last = self._levels[-1]
        t = last.part()[0]
        in_flexible = isinstance(last.type, ArrayType) and last.type.length is None
        if in_flexible or (isinstance(t, ArrayType) and t.length is None and not _is_empty(value)):
            raise self._scope.unsupported(cursor, "an initialised flexible array member")
        found = value.items if isinstance(value, Aggregate) else (((), value),)
        if len(paths) > 1 and not all(is_pure(e) for _, e in found):
            raise self._scope.unsupported(cursor, "a designated range with side effects")
        for path in paths:
            if self._is_designated and (path[0] in self._begun or self._is_union):
                self.items = [item for item in self.items if not self._overrides(path, item[0])]
            self._begun.add(path[0])
            self.items.extend(((*path, *rest), e) for rest, e in found)

    def _overrides(self, path: Path, earlier: Path) -> bool:
        """Whether a new value for ``path`` leaves nothing of one given before [C11 6.7.9 p19]."""
        for new, old in zip(path, earlier, strict=False):
            if new is not old and new != old:
                return new in self._union_members
        return len(path) <= len(earlier)

    def _follow(self, cursor: Cursor, designators: list[Cursor]) -> None:
        """Make the part that a designation names the current one."""
        self._levels = [_AggregateLevel(self._root, [()])]
        self._is_designated = True
        starts: frozenset[int] | None = None
        for position, designator in enumerate(designators):
            after_index = position > 0 and clang.is_expression(designators[position - 1])
            if after_index and clang.is_expression(designator):
                # [a ... b] and [a][b] look alike, but only for arrays of arrays both make sense.
                if isinstance(self._levels[-1].part()[0], ArrayType) and starts is None:
                    starts = _range_starts(self._scope, cursor, len(designators))
                if starts is None or position - 1 in starts:
                    self._levels[-1].index = integer_constant(self._scope, designator)
                    continue
            if position:
                self._open(cursor)
            if designator.kind == kinds.MEMBER_REF:
                self._select(designator)
            else:
                self._levels[-1].select(integer_constant(self._scope, designator))

    def _open(self, cursor: Cursor) -> None:
        """Descend into the current part: the designation goes on inside it."""
        t, paths = self._levels[-1].part()
        if not isinstance(t, (ArrayType, Record)):
            raise self._scope.unsupported(cursor, "a designator of this form")
        self._scope.unit.types.complete(t)
        self._levels.append(_AggregateLevel(t, paths))

    def _select(self, designator: Cursor) -> None:
        """``.member``, through the anonymous members that hold it."""
        way = self._scope.unit.types.path(self._levels[-1].type, clang.referenced(designator))
        for number, field in enumerate(way):
            if number:
                self._open(designator)
            level = self._levels[-1]
            assert isinstance(level.type, Record)
            level.select(level.type.fields.index(field))
            if level.type.is_union:
                self._union_members.add(field)


def _position(item: tuple[Path, Expression]) -> list[int]:
    """Where a part lies; what it is part of comes before it."""
    return [step if isinstance(step, int) else step.offset for step in item[0]]


def _is_empty(value: Initialiser) -> bool:
    return isinstance(value, Aggregate) and not value.items


def _is_designated(cursor: Cursor) -> bool:
    """Whether an element of a list is a designation; libclang gives these no type."""
    return clang.cursor_type(cursor).kind == kinds.TYPE_VOID


_DESIGNATION = r"(?s)//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|\.\.\.|\w+|."


def _range_starts(scope: Scope, cursor: Cursor, count: int) -> frozenset[int]:
    """The positions, among ``count`` designators, of those that begin a range: the text tells."""
    found, position, depth = set(), -1, 0
    for match in re.finditer(_DESIGNATION, scope.unit.places.text(cursor)):
        lexeme = match[0]
        depth += (lexeme in "([{") - (lexeme in ")]}")
        if (lexeme == "[" and depth == 1) or (lexeme == "." and depth == 0):
            position += 1
        elif lexeme == "..." and depth == 1:
            found.add(position)
            position += 1
        elif lexeme == "=" and depth == 0:
            break
    # In a macro, or with anonymous members on the way, the text has other designators.
    if position + 1 != count:
        raise scope.unsupported(cursor, "a designator of this form")
    return frozenset(found)
