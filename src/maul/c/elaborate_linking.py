"""Several translation units to one program: who defines what, and what ``main`` reaches.

Comes in: parsed units. Goes out: unique names for functions and variables, a queue of what was
referred to and is not yet elaborated, and in the end the ``Program``. External names are shared by
all units [C11 6.2.2]; a static one that another unit uses too gets a number.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.ctype import Array, CType, Function
from maul.c.elaborate_declarations import define, is_constant
from maul.c.elaborate_scope import Scope, Unit
from maul.c.tree import (
    Expression,
    FunctionDeclaration,
    FunctionDefinition,
    Global,
    Initialiser,
    Name,
    Program,
    Variable,
)
from maul.errors import BadInput, Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.clang import Cursor
    from maul.c.ctype import DataModel
    from maul.c.elaborate_scope import Rules
    from maul.c.source import Span

_INTERNAL = 2  # CXLinkage_Internal
_ALIAS = r'alias\("([^"]+)"\)'
# The names under which glibc has the same function again: as later standards want it, for large
# files.
_VARIANTS = ("__isoc99_{}", "__isoc23_{}", "__xpg_{}", "__posix_{}", "{}64")
_OF_THE_LINKER = re.compile(
    r"__(?:start|stop)_\w+|_?(?:end|edata|etext)|__bss_start|(?:__)?data_start|_DYNAMIC"
    r"|_GLOBAL_OFFSET_TABLE_|__(?:executable|ehdr)_start|__(?:preinit|init|fini)_array_(?:start|end)"
)
_ELSEWHERE = r"__attribute__\(\((alias|ifunc|weak|weakref)\b"

Declaration = tuple[Unit, "Cursor"]


class Symbol:
    """One function or variable with a name at file scope, and all its declarations."""

    __slots__ = ("declarations", "is_internal", "name", "unique", "variable")

    def __init__(self, name: str, *, is_internal: bool) -> None:
        self.name = name
        self.is_internal = is_internal
        self.declarations: list[Declaration] = []
        self.unique = ""  # the name in the program; "" until it is referred to
        self.variable: Variable | None = None


class Linker:
    """The symbols of all units, and what of them has been reached."""

    def __init__(self, model: DataModel, rules: Rules) -> None:
        self._model = model
        self._rules = rules
        self._external: dict[str, Symbol] = {}
        self._internal: dict[int, dict[str, Symbol]] = {}  # by the identity of the unit
        self._units: list[Unit] = []
        self._by_declaration: dict[int, Symbol] = {}
        self._taken: dict[str, int] = {}
        self._queue: deque[Symbol] = deque()
        self._assembler: list[Declaration] = []
        self._labelled: list[Symbol] = []
        self._functions: dict[str, FunctionDefinition] = {}
        self._declarations: dict[str, FunctionDeclaration] = {}
        self._globals: dict[str, Global] = {}
        self._weak: dict[str, Span] = {}
        self.volatile: dict[Expression, None] = {}

    # ---- collecting ----

    def add(self, unit: Unit, root: Cursor) -> None:
        """Take note of all that a unit declares at file scope."""
        self._units.append(unit)
        internal = self._internal[id(unit)] = {}
        has_assembler = unit.places.mentions(b"asm")
        for cursor in clang.children(root):
            if cursor.kind not in (kinds.FUNCTION_DECL, kinds.VAR_DECL):
                if has_assembler and _is_assembler(cursor):
                    self._assembler.append((unit, cursor))
                continue
            name = clang.spelling(cursor)
            is_internal = clang.linkage(cursor) == _INTERNAL
            symbols = internal if is_internal else self._external
            symbol = symbols.get(name)
            if symbol is None:
                symbol = symbols[name] = Symbol(name, is_internal=is_internal)
            symbol.declarations.append((unit, cursor))
            self._by_declaration[cursor.declaration] = symbol
            if has_assembler and symbol_name(cursor) != name:
                self._labelled.append(symbol)

    def check_symbols(self) -> None:
        """Refuse what has another name for the linker, and assembler outside of functions."""
        for unit, cursor in self._assembler:
            raise Unsupported(unit.places.span(cursor), "assembler outside of a function")
        for symbol in self._labelled:
            for unit, cursor in symbol.declarations:
                label = symbol_name(cursor)
                if label != symbol.name and (_definition(symbol) or _is_defined(symbol)):
                    what = f"{symbol.name} is called {label} in assembler"
                    raise Unsupported(unit.places.span(cursor), what)

    def check_single_definitions(self) -> None:
        """A name that two files define is an error, as for the linker of any compiler."""
        for symbol in self._external.values():
            found = [d for d in symbol.declarations if _defines(d[1])]
            if len({id(unit) for unit, _ in found}) > 1:
                first, second = (unit.places.span(cursor) for unit, cursor in found[:2])
                raise BadInput(f"{second}: {symbol.name} is already defined at {first}")
            self._check_one_type(symbol)

    def _check_one_type(self, symbol: Symbol) -> None:
        """A variable that several files declare has the same type in all of them, and is weak in
        none; otherwise the linker would choose.
        """
        if len({id(unit) for unit, _ in symbol.declarations}) < 2:
            return
        if all(cursor.kind == kinds.FUNCTION_DECL for _, cursor in symbol.declarations):
            return
        types: list[CType] = []
        for unit, cursor in symbol.declarations:
            t = unit.types.of_cursor(cursor)
            types.append(t.element if isinstance(t, Array) else t)
            if types[-1] != types[0] or _has_attribute(cursor, "weak"):
                what = f"{symbol.name}: declared differently in another file"
                raise Unsupported(unit.places.span(cursor), what)

    # ---- what elaboration asks ----

    def function(self, unit: Unit, declaration: Cursor) -> str:
        """The unique name of a function; its body, if there is one, is queued."""
        symbol = self._aliased(unit, self._symbol(unit, declaration))
        if not symbol.unique:
            self._name_symbol(symbol)
            self._queue.append(symbol)
        return symbol.unique

    def name(self, unit: Unit, declaration: Cursor) -> Name:
        """A global variable, as the unit sees it; its initialiser is queued."""
        symbol = self._symbol(unit, declaration)
        if symbol.variable is None:
            self._name_symbol(symbol)
            home, best = self._best_variable(symbol)
            t = home.types.of_cursor(best)
            if isinstance(t, Array) and t.length is None and _is_defined(symbol):
                t = Array(t.element, 1)  # a tentative definition [C11 6.9.2]
            span, constant = home.places.span(best), is_constant(best)
            symbol.variable = Variable(symbol.unique, t, "", span, constant)
            self._globals[symbol.unique] = Global(symbol.variable, None, defined=False)
            self._queue.append(symbol)
        own: CType = unit.types.of_cursor(declaration)
        if isinstance(own, Array) and own.length is None:
            own = symbol.variable.type
        found = unit.named[declaration.declaration] = Name(own, symbol.variable)
        return found

    def static_variable(self, variable: Variable, initialiser: Initialiser | None) -> None:
        """A static variable of a function."""
        self._globals[variable.name] = Global(variable, initialiser, defined=True)

    def library_function(self, name: str, type_: Function, span: Span) -> None:
        """A function that no text declares."""
        if name not in self._declarations and name not in self._functions:
            self._declarations[name] = FunctionDeclaration(name, type_, returns=True, span=span)

    def is_defined(self, name: str) -> bool:
        """Whether a function or variable is defined here and not elsewhere."""
        symbol = self._external.get(name)
        return symbol is not None and (_definition(symbol) is not None or _is_defined(symbol))

    def unique(self, name: str) -> str:
        """``name``, with a number from its second use on."""
        count = self._taken[name] = self._taken.get(name, 0) + 1
        return f"{name}#{count}" if count > 1 else name

    # ---- what main reaches ----

    def program(self, entry: str, path: str, is_open: Callable[[Program], bool]) -> Program:
        """Elaborate the function ``entry`` and all that it leads to; in a program that other files
        take part in also what they find in variables that they know by name.
        """
        symbol = self._external.get(entry)
        found = _definition(symbol) if symbol is not None else None
        if symbol is None or found is None:
            raise BadInput(f"{path}: no function {entry}")
        self.function(*found)
        reached = self._reached()
        if not is_open(reached):
            return reached
        for other in self._external.values():
            for unit, cursor in other.declarations:
                if cursor.kind == kinds.VAR_DECL and clang.initialiser(cursor) is not None:
                    self.name(unit, cursor)
        return self._reached()

    def _reached(self) -> Program:
        """The program as far as it has been reached, elaborated."""
        while self._queue:
            self._elaborate(self._queue.popleft())
        return Program(
            self._functions,
            self._declarations,
            tuple(self._globals.values()),
            self._model,
            frozenset(self.volatile),
            tuple(self._weak.items()),
        )

    def _elaborate(self, symbol: Symbol) -> None:
        if symbol.variable is not None:
            self._initialise(symbol, symbol.variable)
            if self._globals[symbol.variable.name].defined:
                self._note_weak(symbol)
            return
        found = _definition(symbol)
        name = symbol.unique
        if found is not None:
            self._note_weak(symbol)
            unit, cursor = found
            self._functions[name] = define(unit, self._rules, name, cursor)
            return
        _check_address(symbol)
        self._check_label(symbol)
        unit, cursor = _fullest_prototype(symbol)
        t = unit.types.of_cursor(cursor)
        returns = not any(clang.is_noreturn(clang.cursor_type(c)) for _, c in symbol.declarations)
        if isinstance(t, Function):
            span = unit.places.span(cursor)
            is_pure = any(_is_pure(c) for _, c in symbol.declarations)
            self._declarations[name] = FunctionDeclaration(name, t, returns, span, is_pure)

    def _note_weak(self, symbol: Symbol) -> None:
        """Remember a definition that gives way to one in another file."""
        for unit, cursor in symbol.declarations:
            if _has_attribute(cursor, "weak"):
                self._weak.setdefault(symbol.unique, unit.places.span(cursor))

    def _initialise(self, symbol: Symbol, variable: Variable) -> None:
        """The initialiser of a global; only ``extern`` declarations leave it undefined."""
        for unit, cursor in symbol.declarations:
            value = clang.initialiser(cursor)
            if value is not None:
                scope = Scope(unit, self._rules, "", cursor)
                initialiser = scope.initialiser(variable.type, value)
                self._globals[variable.name] = Global(
                    variable, initialiser, defined=True, external=not symbol.is_internal
                )
                return
        if not _is_defined(symbol):
            _check_address(symbol)
            self._check_label(symbol)
            if _OF_THE_LINKER.fullmatch(symbol.name):
                unit, cursor = symbol.declarations[0]
                raise Unsupported(unit.places.span(cursor), f"{symbol.name}, which the linker sets")
        self._globals[variable.name] = Global(
            variable, None, _is_defined(symbol), external=not symbol.is_internal
        )

    def _check_label(self, symbol: Symbol) -> None:
        """Refuse another name for the linker, unless it is a variant of a function that the C
        library has under both names.
        """
        for unit, cursor in symbol.declarations:
            label = symbol_name(cursor)
            is_variant = label in (form.format(symbol.name) for form in _VARIANTS)
            if label == symbol.name or (
                is_variant and cursor.kind == kinds.FUNCTION_DECL and label not in self._external
            ):
                continue
            what = f"{symbol.name} is called {label} in assembler"
            raise Unsupported(unit.places.span(cursor), what)

    # ---- names ----

    def _symbol(self, unit: Unit, declaration: Cursor) -> Symbol:
        """The symbol of a declaration; one inside a function is met here for the first time."""
        found = self._by_declaration.get(declaration.declaration)
        if found is not None:
            return found
        name = clang.spelling(declaration)
        is_internal = clang.linkage(declaration) == _INTERNAL
        symbols = self._internal[id(unit)] if is_internal else self._external
        found = symbols.get(name)
        if found is None:
            found = symbols[name] = Symbol(name, is_internal=is_internal)
        if not found.declarations:
            found.declarations.append((unit, declaration))
        self._by_declaration[declaration.declaration] = found
        return found

    def _aliased(self, unit: Unit, symbol: Symbol) -> Symbol:
        """The function behind another name of it."""
        if symbol.unique or _definition(symbol) is not None:
            return symbol
        target = _alias(symbol)
        if target is None:
            return symbol
        found = self._internal[id(unit)].get(target) or self._external.get(target)
        return found if found is not None and found is not symbol else symbol

    def _name_symbol(self, symbol: Symbol) -> None:
        """Choose the unique name: an external symbol has the right to its own."""
        if symbol.unique:
            return
        if symbol.is_internal and symbol.name in self._external:
            self._taken.setdefault(symbol.name, 1)
        symbol.unique = self.unique(symbol.name) if symbol.is_internal else symbol.name

    def _best_variable(self, symbol: Symbol) -> Declaration:
        """The declaration that says most: with initialiser, else a definition, else a full type."""

        def rank(declaration: Declaration) -> tuple[bool, bool, bool]:
            _, cursor = declaration
            return (
                clang.initialiser(cursor) is not None,
                clang.size_of(clang.cursor_type(cursor)) >= 0,
                clang.storage_class(cursor) != kinds.STORAGE_EXTERN,
            )

        return max(symbol.declarations, key=rank)


def _definition(symbol: Symbol) -> Declaration | None:
    """The body of a function: any there is, one that is neither inline nor weak first.

    In one file the later body counts: the one before it is GNU's extern inline.
    """
    bodies = [
        d
        for d in symbol.declarations
        if d[1].kind == kinds.FUNCTION_DECL and clang.is_definition(d[1])
    ]
    if len(bodies) > 1:
        bodies.reverse()
        bodies.sort(key=lambda d: not _defines(d[1]))
    return bodies[0] if bodies else None


def symbol_name(cursor: Cursor) -> str:
    """What a declaration is called for the linker: its name, or what ``asm("name")`` says."""
    if clang.has_attributes(cursor):
        for part in clang.children(cursor):
            if part.kind == kinds.ASM_LABEL_ATTR:
                return clang.spelling(part)
    return clang.spelling(cursor)


def _is_assembler(cursor: Cursor) -> bool:
    """Whether a declaration is assembler outside of functions."""
    return cursor.kind == kinds.UNEXPOSED_DECL and "asm" in clang.pretty(cursor)


def _has_attribute(cursor: Cursor, name: str) -> bool:
    """Whether a declaration carries an attribute, however it is spelled in the text."""
    if not clang.has_attributes(cursor):
        return False
    return re.search(rf"__attribute__\(\({name}\b", clang.pretty(cursor)) is not None


def _check_address(symbol: Symbol) -> None:
    """Refuse what is not defined here and need not be an object of its own: it may be null, or
    another name of something else.
    """
    for unit, cursor in symbol.declarations:
        if not clang.has_attributes(cursor):
            continue
        found = re.search(_ELSEWHERE, clang.pretty(cursor))
        if found:
            what = f"{symbol.name}: attribute {found[1]} without a definition"
            raise Unsupported(unit.places.span(cursor), what)


def _is_defined(symbol: Symbol) -> bool:
    """Whether a variable without initialiser has a (tentative) definition."""
    return any(
        clang.storage_class(cursor) in (kinds.STORAGE_NONE, kinds.STORAGE_STATIC)
        for _, cursor in symbol.declarations
    )


def _fullest_prototype(symbol: Symbol) -> Declaration:
    """The declaration of a function that tells most about its parameters: the last with a type."""
    prototyped = [
        d
        for d in symbol.declarations
        if clang.canonical_type(clang.cursor_type(d[1])).kind == kinds.TYPE_FUNCTION_PROTO
    ]
    return (prototyped or symbol.declarations)[-1]


def _alias(symbol: Symbol) -> str | None:
    """The name that a function is declared to be another name of."""
    for _, cursor in symbol.declarations:
        if cursor.kind == kinds.FUNCTION_DECL and clang.has_attributes(cursor):
            found = re.search(_ALIAS, clang.pretty(cursor))
            if found:
                return found[1]
    return None


def _defines(cursor: Cursor) -> bool:
    """Whether a declaration is a definition that no other file may have too."""
    if cursor.kind == kinds.FUNCTION_DECL:
        is_strong = clang.is_definition(cursor) and not clang.is_inline(cursor)
    else:
        is_strong = clang.initialiser(cursor) is not None
    return bool(is_strong) and not _has_attribute(cursor, "weak")


def _is_pure(cursor: Cursor) -> bool:
    """Whether a declaration has the attribute ``pure`` or ``const``."""
    return any(part.kind in kinds.PURE_ATTRS for part in clang.children(cursor))
