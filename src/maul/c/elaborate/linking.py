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
from maul.c.ctype import ArrayType, CType, FunctionType
from maul.c.elaborate.declarations import define, is_constant
from maul.c.elaborate.scope import Scope, Unit
from maul.c.elaborate.symbols import (
    INLINE,
    STRONG,
    WEAK,
    Symbol,
    alias,
    bodies,
    declarations_inside,
    defines,
    definition,
    elsewhere,
    fullest_prototype,
    is_common,
    is_defined,
    is_weak,
    offsets_of_attributes,
    said,
    strength,
    symbol_name,
)
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
    from collections.abc import Callable, Mapping

    from maul.c.clang import Cursor
    from maul.c.ctype import DataModel
    from maul.c.elaborate.scope import Rules
    from maul.c.source import Span

_NO_LINKAGE, _INTERNAL = 1, 2  # CXLinkage_NoLinkage, CXLinkage_Internal
# The names under which glibc has the same function again: as later standards want it, for large
# files.
_VARIANTS = ("__isoc99_{}", "__isoc23_{}", "__xpg_{}", "__posix_{}", "{}64")
_OF_THE_LINKER = re.compile(
    r"__(?:start|stop)_\w+|_?(?:end|edata|etext)|__bss_start|(?:__)?data_start|_DYNAMIC"
    r"|_GLOBAL_OFFSET_TABLE_|__(?:executable|ehdr)_start|__(?:preinit|init|fini)_array_(?:start|end)"
)
_ASSUMED = {
    WEAK: "weak definition of {}: no other file defines it",
    INLINE: "inline definition of {}: no other file defines it differently",
}

Declaration = tuple[Unit, "Cursor"]


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
        self._replaceable: dict[str, Span] = {}
        self.volatile: dict[Expression, None] = {}

    # ---- collecting ----

    def add(self, unit: Unit, root: Cursor, words: Mapping[int, str]) -> None:
        """Take note of all that a unit declares at file scope, and of what declarations in
        functions say to the linker: ``words`` of its text, by their place.
        """
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
        if words and not self._assembler:  # which is refused anyway
            self._add_words(unit, root, words)

    def _add_words(self, unit: Unit, root: Cursor, words: Mapping[int, str]) -> None:
        """Find the declaration of each word for the linker. One that clang drops is refused: it
        does so after a definition and where gcc does not.
        """
        known: set[int] = set()
        asm: list[Cursor] = []
        for cursor in clang.children(root):
            if cursor.kind not in (kinds.FUNCTION_DECL, kinds.VAR_DECL):
                continue
            known.update(offsets_of_attributes(cursor))
            if clang.is_definition(cursor) and unit.places.has_one_of(cursor, words):
                for inner in declarations_inside(cursor, asm):
                    known.update(offsets_of_attributes(inner))
                    self._add_inner(unit, inner)
        for offset in sorted(words.keys() - known):
            if not any(unit.places.has_one_of(statement, (offset,)) for statement in asm):
                what = f"{words[offset]}, which the parser drops here"
                raise Unsupported(unit.places.span_at(offset), what)

    def _add_inner(self, unit: Unit, cursor: Cursor) -> None:
        """Take note of a declaration in a function that says something to the linker."""
        if clang.has_attributes(cursor) and clang.linkage(cursor) != _NO_LINKAGE:
            symbol = self._known(unit, cursor)
            symbol.inner.append((unit, cursor))
            if symbol_name(cursor) != symbol.name:
                self._labelled.append(symbol)

    def check_symbols(self) -> None:
        """Refuse what has another name for the linker, and assembler outside of functions."""
        for unit, cursor in self._assembler:
            raise Unsupported(unit.places.span(cursor), "assembler outside of a function")
        for symbol in self._labelled:
            for unit, cursor in symbol.everywhere:
                label = symbol_name(cursor)
                if label != symbol.name and (definition(symbol) or is_defined(symbol)):
                    what = f"{symbol.name} is called {label} in assembler"
                    raise Unsupported(unit.places.span(cursor), what)

    def check_single_definitions(self) -> None:
        """A name that two files define is an error, as for the linker of any compiler."""
        for symbol in self._external.values():
            found = [d for d in symbol.declarations if defines(d[1])]
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
            types.append(t.element if isinstance(t, ArrayType) else t)
            if types[-1] != types[0] or is_weak(symbol, unit):
                what = f"{symbol.name}: declared differently in another file"
                raise Unsupported(unit.places.span(cursor), what)

    # ---- what elaboration asks ----

    def function(self, unit: Unit, declaration: Cursor) -> str:
        """The unique name of a function; its body, if there is one, is queued."""
        symbol = self._aliased(self._symbol(unit, declaration))
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
            if isinstance(t, ArrayType) and t.length is None and is_defined(symbol):
                t = ArrayType(t.element, 1)  # a tentative definition [C11 6.9.2]
            span, constant = home.places.span(best), is_constant(best)
            symbol.variable = Variable(symbol.unique, t, "", span, constant)
            self._globals[symbol.unique] = Global(symbol.variable, None, defined=False)
            self._queue.append(symbol)
        own: CType = unit.types.of_cursor(declaration)
        if isinstance(own, ArrayType) and own.length is None:
            own = symbol.variable.type
        found = unit.named[declaration.declaration] = Name(own, symbol.variable)
        return found

    def static_variable(self, variable: Variable, initialiser: Initialiser | None) -> None:
        """A static variable of a function."""
        self._globals[variable.name] = Global(variable, initialiser, defined=True)

    def library_function(self, name: str, type_: FunctionType, span: Span) -> None:
        """A function that no text declares."""
        if name not in self._declarations and name not in self._functions:
            self._declarations[name] = FunctionDeclaration(name, type_, returns=True, span=span)

    def is_defined(self, name: str) -> bool:
        """Whether a function or variable is defined here and not elsewhere."""
        symbol = self._external.get(name)
        return symbol is not None and (definition(symbol) is not None or is_defined(symbol))

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
        found = definition(symbol) if symbol is not None else None
        if symbol is None or found is None:
            raise BadInput(f"{path}: no function {entry}")
        self.function(*found)
        reached = self._reached()
        if not is_open(reached):
            return reached
        self._check_other_names()
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
            tuple(self._replaceable.items()),
        )

    def _elaborate(self, symbol: Symbol) -> None:
        if symbol.variable is not None:
            self._initialise(symbol, symbol.variable)
            if self._globals[symbol.variable.name].defined:
                self._note_variable(symbol)
            return
        found = definition(symbol)
        name = symbol.unique
        if found is not None:
            self._note_function(symbol, found)
            unit, cursor = found
            self._functions[name] = define(unit, self._rules, name, cursor)
            return
        _check_address(symbol, "weak")
        self._check_label(symbol)
        unit, cursor = fullest_prototype(symbol)
        t = unit.types.of_cursor(cursor)
        returns = not any(clang.is_noreturn(clang.cursor_type(c)) for _, c in symbol.declarations)
        if isinstance(t, FunctionType):
            span = unit.places.span(cursor)
            is_pure = any(_is_pure(c) for _, c in symbol.declarations)
            self._declarations[name] = FunctionDeclaration(name, t, returns, span, is_pure)

    def _note_function(self, symbol: Symbol, found: Declaration) -> None:
        """Remember a body that gives way to one in another file; refuse bodies of which each file
        may call its own.
        """
        unit, cursor = found
        kind = strength(symbol, found)
        others = [d for d in bodies(symbol) if d[0] is not unit]
        if kind != STRONG:
            equal = [d for d in others if strength(symbol, d) == kind]
            if equal and kind == INLINE:
                what = f"{symbol.name}: inline definitions in several files, and no other"
                raise Unsupported(unit.places.span(cursor), what)
            said_of_it = _ASSUMED[kind].format(symbol.name)
            if equal:
                said_of_it = said_of_it.replace("no other file", "linked in this order, no other")
            self._replaceable.setdefault(said_of_it, unit.places.span(cursor))
        written = [d for d in symbol.declarations if clang.is_definition(d[1])]
        for home, body in written if len(written) > 1 else ():
            if "always_inline" in said(body):
                what = f"{symbol.name}: one of several definitions, always inline"
                raise Unsupported(home.places.span(body), what)

    def _note_variable(self, symbol: Symbol) -> None:
        """Remember a variable that gives way to one in another file."""
        if symbol.is_internal:
            return
        for unit, cursor in symbol.declarations:
            if is_weak(symbol, unit):
                self._note_weak(symbol, unit, cursor)
        if is_common(symbol):
            unit, cursor = symbol.declarations[0]
            what = f"common definition of {symbol.name}: no other file initialises it"
            self._replaceable.setdefault(what, unit.places.span(cursor))

    def _note_weak(self, symbol: Symbol, unit: Unit, cursor: Cursor) -> None:
        self._replaceable.setdefault(_ASSUMED[WEAK].format(symbol.name), unit.places.span(cursor))

    def _initialise(self, symbol: Symbol, variable: Variable) -> None:
        """The initialiser of a global; only ``extern`` declarations leave it undefined."""
        _check_address(symbol)
        for unit, cursor in symbol.declarations:
            value = clang.initialiser(cursor)
            if value is not None:
                scope = Scope(unit, self._rules, "", cursor)
                initialiser = scope.initialiser(variable.type, value)
                self._globals[variable.name] = Global(
                    variable, initialiser, defined=True, external=not symbol.is_internal
                )
                return
        if not is_defined(symbol):
            _check_address(symbol, "weak")
            self._check_label(symbol)
            if _OF_THE_LINKER.fullmatch(symbol.name):
                unit, cursor = symbol.declarations[0]
                raise Unsupported(unit.places.span(cursor), f"{symbol.name}, which the linker sets")
        self._globals[variable.name] = Global(
            variable, None, is_defined(symbol), external=not symbol.is_internal
        )

    def _check_label(self, symbol: Symbol) -> None:
        """Refuse another name for the linker, unless it is a variant of a function that the C
        library has under both names.
        """
        for unit, cursor in symbol.everywhere:
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
        found = self._known(unit, declaration)
        if not found.declarations:
            found.declarations.append((unit, declaration))
        self._by_declaration[declaration.declaration] = found
        return found

    def _known(self, unit: Unit, declaration: Cursor) -> Symbol:
        """The symbol that a declaration names."""
        name = clang.spelling(declaration)
        is_internal = clang.linkage(declaration) == _INTERNAL
        symbols = self._internal[id(unit)] if is_internal else self._external
        return symbols.setdefault(name, Symbol(name, is_internal=is_internal))

    def _aliased(self, symbol: Symbol) -> Symbol:
        """The function behind another name of it."""
        found = None if symbol.unique else alias(symbol)
        if found is None:
            return symbol
        unit, cursor, name = found
        own = definition(symbol)
        if own is not None:
            if strength(symbol, own) != STRONG:
                what = f"{symbol.name}: another name, and a definition that may give way to it"
                raise Unsupported(unit.places.span(cursor), what)
            return symbol
        target = self._target(unit, name)
        if target is None or target is symbol:
            return symbol
        if is_weak(symbol, unit):
            self._note_weak(symbol, unit, cursor)
        return target

    def _target(self, unit: Unit, name: str) -> Symbol | None:
        """What a unit calls by a name: its own static one, or that of all units."""
        return self._internal[id(unit)].get(name) or self._external.get(name)

    def _check_other_names(self) -> None:
        """Refuse a static variable that other files know by another name."""
        for symbol in self._external.values():
            found = alias(symbol)
            if found is None or found[1].kind != kinds.VAR_DECL:
                continue
            unit, cursor, name = found
            target = self._target(unit, name)
            if target is None or (target.is_internal and target.variable is not None):
                what = f"{symbol.name}: attribute alias for {name}, which is static"
                raise Unsupported(unit.places.span(cursor), what)

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


def _is_assembler(cursor: Cursor) -> bool:
    """Whether a declaration is assembler outside of functions."""
    return cursor.kind == kinds.UNEXPOSED_DECL and "asm" in clang.pretty(cursor)


def _check_address(symbol: Symbol, *names: str) -> None:
    """Refuse what need not be an object of its own: it may be another name of something else, or,
    where it is not defined and the attribute is among ``names``, null.
    """
    found = elsewhere(symbol, *names)
    if found is not None:
        unit, cursor, name = found
        what = f"{symbol.name}: attribute {name} without a definition"
        raise Unsupported(unit.places.span(cursor), what)


def _is_pure(cursor: Cursor) -> bool:
    """Whether a declaration has the attribute ``pure`` or ``const``."""
    return any(part.kind in kinds.PURE_ATTRS for part in clang.children(cursor))
