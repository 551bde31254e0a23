"""What declarations say to the linker: attributes, inline, other names; which definition counts.

Comes in: declarations of one name, of all units. Goes out: its attributes, however they are
spelled, the definition that a linker takes, and how strong that is. Attributes are read from the
declaration as clang prints it, in which no macro is left.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.c import clang, kinds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.clang import Cursor
    from maul.c.elaborate.scope import Unit
    from maul.c.tree import Variable

    Declaration = tuple[Unit, Cursor]

_ELSEWHERE = ("alias", "ifunc", "weakref")  # another name for something else
_TARGET = re.compile(r'"(\w+)"')
_TEXT = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
# clang prints each attribute in brackets of its own, and without underscores.
_PRINTED = re.compile(
    rf"(?:__attribute__\(\(|\[\[(?:\w+::)?)(\w+)(?:\(({_TEXT}))?|\b(inline)\b|{_TEXT}|[(){{]"
)
# How a definition stands against another of the same name: the linker takes the first kind.
STRONG, WEAK, INLINE = range(3)


class Symbol:
    """One function or variable with a name at file scope, and all its declarations.

    Of those in functions (``inner``) only what they say to the linker counts.
    """

    __slots__ = ("declarations", "inner", "is_internal", "name", "unique", "variable")

    def __init__(self, name: str, *, is_internal: bool) -> None:
        self.name = name
        self.is_internal = is_internal
        self.declarations: list[Declaration] = []
        self.inner: list[Declaration] = []
        self.unique = ""  # the name in the program; "" until it is referred to
        self.variable: Variable | None = None

    @property
    def everywhere(self) -> Iterator[Declaration]:
        """The declarations at file scope and those in functions."""
        yield from self.declarations
        yield from self.inner


# ---- one declaration ----


def said(cursor: Cursor) -> dict[str, str]:
    """What a declaration itself says: attributes, each with a text it may have, and ``inline``."""
    if clang.has_attributes(cursor) or clang.is_inline(cursor):
        return read_printed(clang.pretty(cursor))
    return {}


def read_printed(printed: str) -> dict[str, str]:
    """The attributes of a printed declaration and the keyword ``inline``; not those in a body."""
    found: dict[str, str] = {}
    depth = 0
    for match in _PRINTED.finditer(printed):
        if match[0] == "{" and depth == 0:
            break
        name = match[1] or match[3]
        if name:
            found.setdefault(name, match[2] or "")
        if match[0][0] not in "\"'":
            depth += match[0].count("(") - match[0].count(")")
    return found


def symbol_name(cursor: Cursor) -> str:
    """What a declaration is called for the linker: its name, or what ``asm("name")`` says."""
    if clang.has_attributes(cursor):
        for part in clang.children(cursor):
            if part.kind == kinds.ASM_LABEL_ATTR:
                return clang.spelling(part)
    return clang.spelling(cursor)


def defines(cursor: Cursor) -> bool:
    """Whether a declaration is a definition that no other file may have too."""
    if cursor.kind == kinds.FUNCTION_DECL:
        is_strong = clang.is_definition(cursor) and "inline" not in said(cursor)
    else:
        is_strong = clang.initialiser(cursor) is not None
    return bool(is_strong) and "weak" not in said(cursor)


def offsets_of_attributes(cursor: Cursor) -> Iterator[int]:
    """Where the words of the attributes of a declaration stand, those it inherits too."""
    if clang.has_attributes(cursor):
        for part in clang.children(cursor):
            if kinds.FIRST_ATTRIBUTE <= part.kind <= kinds.LAST_ATTRIBUTE:
                yield from (offset for _, offset in clang.tokens(part))


def declarations_inside(cursor: Cursor, asm: list[Cursor]) -> Iterator[Cursor]:
    """The declarations of functions and variables in a body; assembler is added to a list."""
    for part in clang.children(cursor):
        if part.kind in (kinds.FUNCTION_DECL, kinds.VAR_DECL):
            yield part
        if part.kind == kinds.ASM_STMT:
            asm.append(part)
        yield from declarations_inside(part, asm)


# ---- all declarations of a name ----


def definition(symbol: Symbol) -> Declaration | None:
    """The body of a function that the linker takes: of the strongest, that in the first file.

    In one file the later body counts: the one before it is GNU's extern inline.
    """
    found = bodies(symbol)
    if len(found) < 2:
        return found[0] if found else None
    return min(found, key=lambda d: (strength(symbol, d), "inline" in said(d[1])))


def bodies(symbol: Symbol) -> list[Declaration]:
    """The body of a function in each file that has one, in the order of the files."""
    last: dict[int, Declaration] = {}
    for unit, cursor in symbol.declarations:
        if cursor.kind == kinds.FUNCTION_DECL and clang.is_definition(cursor):
            last[id(unit)] = (unit, cursor)
    return list(last.values())


def strength(symbol: Symbol, declaration: Declaration) -> int:
    """Whether a definition is strong, or gives way to one that another file may have."""
    unit, cursor = declaration
    if symbol.is_internal:
        return STRONG
    if cursor.kind == kinds.FUNCTION_DECL and _is_only_inline(symbol, declaration):
        return INLINE
    return WEAK if is_weak(symbol, unit) else STRONG


def is_weak(symbol: Symbol, unit: Unit) -> bool:
    """Whether a unit declares a name weak, at any place."""
    return any("weak" in said(cursor) for home, cursor in symbol.everywhere if home is unit)


def _is_only_inline(symbol: Symbol, declaration: Declaration) -> bool:
    """Whether a body makes no symbol for the linker [C11 6.7.4p7]: gcc calls another file's.

    With the attribute gnu_inline ``extern inline`` is such a body, otherwise ``inline`` alone is.
    """
    unit, body = declaration
    if not clang.is_inline(body):
        return False
    here = [(c, said(c)) for u, c in symbol.declarations if u is unit]
    alone = ["inline" in words and not _is_extern(c) for c, words in here]
    if any("gnu_inline" in words for _, words in here):
        return "inline" in said(body) and not any(alone)
    return all(alone)


def _is_extern(cursor: Cursor) -> bool:
    return clang.storage_class(cursor) == kinds.STORAGE_EXTERN


def is_common(symbol: Symbol) -> bool:
    """Whether a variable without initialiser gives way to one that another file initialises."""
    if any(clang.initialiser(cursor) is not None for _, cursor in symbol.declarations):
        return False
    return any("common" in said(cursor) for _, cursor in symbol.everywhere)


def is_defined(symbol: Symbol) -> bool:
    """Whether a variable without initialiser has a (tentative) definition."""
    return any(
        clang.storage_class(cursor) in (kinds.STORAGE_NONE, kinds.STORAGE_STATIC)
        for _, cursor in symbol.declarations
    )


def elsewhere(symbol: Symbol, *names: str) -> tuple[Unit, Cursor, str] | None:
    """The declaration with an attribute that makes a name another one of something else, or with
    one of ``names``; and the attribute.
    """
    for unit, cursor in symbol.everywhere:
        for name in said(cursor):
            if name in _ELSEWHERE or name in names:
                return unit, cursor, name
    return None


def alias(symbol: Symbol) -> tuple[Unit, Cursor, str] | None:
    """The name that a function or variable is declared to be another name of at file scope, and
    where; a strong one first.
    """
    found = [
        (unit, cursor, target[1])
        for unit, cursor in symbol.declarations
        if (target := _TARGET.fullmatch(said(cursor).get("alias", "")))
    ]
    return min(found, key=lambda f: is_weak(symbol, f[0])) if found else None


def fullest_prototype(symbol: Symbol) -> Declaration:
    """The declaration of a function that tells most about its parameters: the last with a type."""
    prototyped = [
        d
        for d in symbol.declarations
        if clang.canonical_type(clang.cursor_type(d[1])).kind == kinds.TYPE_FUNCTION_PROTO
    ]
    return (prototyped or symbol.declarations)[-1]
