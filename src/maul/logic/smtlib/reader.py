"""SMT-LIB text as terms.

Comes in: the text of a term, over known symbols and functions, or a script of declarations,
definitions and assertions, by maul or by a solver. Goes out: terms, or ``SmtLibError`` with line
and column. Nothing here recurses, and ``let`` and definitions cost no copies.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from maul.logic.build import apply, constant_array, exists, forall, symbol
from maul.logic.smtlib.operators import (
    MODES,
    WIDEST,
    Argument,
    applied,
    applied_indexed,
    indexed_constant,
    literal,
)
from maul.logic.smtlib.sexpr import Atom, List, Sexpr, SmtLibError, read
from maul.logic.sorts import BOOL, FLOAT32, FLOAT64, INT, REAL, Array, BitVec, Float, Sort
from maul.logic.terms import FALSE, TRUE, Function, Term, name_of
from maul.logic.walk import substitute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DEEPEST_SORT = 50

_SORTS: dict[str, Sort] = {
    "Bool": BOOL,
    "Int": INT,
    "Real": REAL,
    "Float16": Float(5, 11),
    "Float32": FLOAT32,
    "Float64": FLOAT64,
    "Float128": Float(15, 113),
}


class Reader:
    """Reads terms and scripts; remembers what was declared, defined and asserted."""

    def __init__(self, symbols: Iterable[Term] = (), functions: Iterable[Function] = ()) -> None:
        self.assertions: list[Term] = []
        self.named: dict[str, Term] = {}  # by (! .. :named ..)
        self.functions = {function.name: function for function in functions}
        self._text = ""
        # The innermost meaning of a name is the last one: declared, defined, bound or let.
        self._meanings: dict[str, list[Argument]] = {"true": [TRUE], "false": [FALSE]}
        self._meanings.update({name: [mode] for name, mode in MODES.items()})
        self._macros: dict[str, tuple[tuple[Term, ...], Term]] = {}
        self._done: list[Argument] = []
        self._work: list[Callable[[], None]] = []
        for term in symbols:
            self._meanings[name_of(term)] = [term]

    # ---- scripts ----

    def script(self, text: str) -> list[Term]:
        """Take in a script; returns what it asserts. Other commands are passed over."""
        start = len(self.assertions)
        self._text = text
        for command in read(text):
            self.command(command, text)
        return self.assertions[start:]

    def command(self, command: Sexpr, text: str) -> None:
        """Take in one command of a text: a declaration, a definition or an assertion."""
        self._text = text
        if not isinstance(command, List) or not command.items:
            raise self._error(command, "a command stands in parentheses")
        items = command.items
        match self._name(items[0]), len(items):
            case "declare-fun", 4:
                sorts = [self.sort(item) for item in self._items(items[2])]
                self._declare(self._name(items[1]), tuple(sorts), self.sort(items[3]))
            case "declare-const", 3:
                self._declare(self._name(items[1]), (), self.sort(items[2]))
            case ("define-fun" | "define-const" | "define-fun-rec", _):
                self._define(command)
            case "assert", 2:
                term = self._term(items[1])
                if term.sort is not BOOL:
                    raise self._error(items[1], "only truth values can be asserted")
                self.assertions.append(term)

    def _declare(self, name: str, parameters: tuple[Sort, ...], result: Sort) -> None:
        """Give a name its sort."""
        if parameters:
            self.functions[name] = Function(name, parameters, result)
        else:
            self._meanings[name] = [symbol(name, result)]

    def _define(self, command: List) -> None:
        """Give a name its definition."""
        items = command.items
        if len(items) == 4:  # define-const
            parameters: list[Term] = []
        elif len(items) == 5:
            parameters = [self._bound(item) for item in self._items(items[2])]
        else:
            raise self._error(command, "a definition has a name, parameters, a sort and a term")
        for parameter in parameters:
            self._push(name_of(parameter), parameter)
        body = self._term(items[-1])
        for parameter in parameters:
            self._meanings[name_of(parameter)].pop()
        if body.sort is not self.sort(items[-2]):
            raise self._error(items[-1], f"the definition is of sort {body.sort}")
        name = self._name(items[1])
        if parameters:
            self._macros[name] = (tuple(parameters), body)
        else:
            self._meanings[name] = [body]

    # ---- sorts ----

    def sort(self, node: Sexpr, depth: int = 0) -> Sort:
        """The sort that an s-expression names."""
        if isinstance(node, Atom):
            if node.name in _SORTS:
                return _SORTS[node.name]
        elif node.items and isinstance(node.items[0], Atom):
            try:
                match node.items[0].name, node.items[1:]:
                    case "Array", [index, element] if depth < DEEPEST_SORT:
                        return Array(self.sort(index, depth + 1), self.sort(element, depth + 1))
                    case "_", [Atom(name="BitVec"), Atom()]:
                        return BitVec(*self._indexed(node)[1])
                    case "_", [Atom(name="FloatingPoint"), Atom(), Atom()]:
                        return Float(*self._indexed(node)[1])
            except SmtLibError:
                raise
            except ValueError as error:
                raise self._error(node, str(error)) from error
        raise self._error(node, "no sort")

    # ---- terms ----

    def term(self, text: str) -> Term:
        """The one term of a text."""
        self._text = text
        nodes = read(text)
        if len(nodes) != 1:
            raise SmtLibError(text, 0, f"one term was expected, not {len(nodes)}")
        return self._term(nodes[0])

    def term_at(self, node: Sexpr, text: str) -> Term:
        """The term of an s-expression that was read from the text."""
        self._text = text
        return self._term(node)

    def _term(self, node: Sexpr) -> Term:
        """The term of an s-expression, with a stack of what is still to be done."""
        depths = {name: len(meanings) for name, meanings in self._meanings.items()}
        self._work = [lambda: self._visit(node)]
        self._done = []
        try:
            while self._work:
                self._work.pop()()
        except SmtLibError:
            for name, meanings in self._meanings.items():
                del meanings[depths.get(name, 0) :]
            raise
        (result,) = self._done
        if isinstance(result, str):
            raise self._error(node, "a rounding mode is no term here")
        return result

    def _visit(self, node: Sexpr) -> None:
        """Schedule what gives the value of an s-expression."""
        if isinstance(node, Atom):
            self._done.append(self._leaf(node))
            return
        if not node.items:
            raise self._error(node, "an empty list is no term")
        head = node.items[0]
        match head.name if isinstance(head, Atom) and not head.quoted else "":
            case "let":
                self._visit_let(node)
            case "exists" | "forall":
                self._visit_quantified(node)
            case "!":
                self._visit_annotated(node)
            case "_":
                name, indices = self._indexed(node)
                self._done.append(self._built(node, lambda: indexed_constant(name, indices)))
            case "as" if len(node.items) == 3:
                self._work.append(lambda: self._visit(node.items[1]))
            case _:
                self._work.append(lambda: self._apply(node))
                self._schedule(node.items[1:])

    def _schedule(self, nodes: list[Sexpr]) -> None:
        """Visit s-expressions, the first one first."""
        for node in reversed(nodes):
            self._work.append(partial(self._visit, node))

    def _leaf(self, node: Atom) -> Argument:
        """The meaning of an atom."""
        meanings = self._meanings.get(node.name)
        if meanings:
            return meanings[-1]
        if not node.quoted:
            try:
                number = literal(node.name)
            except ValueError as error:
                raise self._error(node, f"no number: {node.name[:40]}") from error
            if number is not None:
                return number
        raise self._error(node, f"unknown symbol {node.name[:80]}")

    def _visit_let(self, node: List) -> None:
        """``(let ((x t) ..) body)``: the terms first, all of them outside the scope."""
        if len(node.items) != 3:
            raise self._error(node, "let has bindings and a body")
        names, values = [], []
        for binding in self._items(node.items[1]):
            pair = self._items(binding)
            if len(pair) != 2:
                raise self._error(binding, "a binding has a name and a term")
            names.append(self._name(pair[0]))
            values.append(pair[1])

        def enter() -> None:
            start = len(self._done) - len(names)
            for name, value in zip(names, self._done[start:], strict=True):
                self._push(name, value)
            del self._done[start:]

        self._work.append(lambda: self._leave(names))
        self._work.append(lambda: self._visit(node.items[2]))
        self._work.append(enter)
        self._schedule(values)

    def _visit_quantified(self, node: List) -> None:
        """``(exists ((x S) ..) body)``."""
        if len(node.items) != 3:
            raise self._error(node, "a quantifier has symbols and a body")
        bound = [self._bound(item) for item in self._items(node.items[1])]
        quantify = exists if self._name(node.items[0]) == "exists" else forall

        def finish() -> None:
            body = self._done.pop()
            if isinstance(body, str):
                raise self._error(node, "a rounding mode is no truth value")
            self._done.append(self._built(node, lambda: quantify(bound, body)))

        for term in bound:
            self._push(name_of(term), term)
        self._work.append(finish)
        self._work.append(lambda: self._leave([name_of(term) for term in bound]))
        self._work.append(lambda: self._visit(node.items[2]))

    def _visit_annotated(self, node: List) -> None:
        """``(! t :named n)``; other annotations are passed over."""
        if len(node.items) < 2:
            raise self._error(node, "an annotation needs a term")
        for key, value in zip(node.items[2:], node.items[3:], strict=False):
            if isinstance(key, Atom) and key.name == ":named":
                self._work.append(partial(self._remember, self._name(value)))
        self._work.append(lambda: self._visit(node.items[1]))

    def _remember(self, name: str) -> None:
        """Give the term that was read last a name."""
        term = self._done[-1]
        if isinstance(term, Term):
            self.named[name] = term
            self._meanings[name] = [term]

    def _apply(self, node: List) -> None:
        """Apply a function to the arguments that are done."""
        count = len(node.items) - 1
        start = len(self._done) - count
        arguments = self._done[start:]
        del self._done[start:]
        self._done.append(self._built(node, lambda: self._applied(node, arguments)))

    def _applied(self, node: List, arguments: list[Argument]) -> Term:
        """The application of what stands first in a list."""
        head = node.items[0]
        terms = [argument for argument in arguments if isinstance(argument, Term)]
        if isinstance(head, List):
            first = self._name(head.items[0]) if head.items else ""
            if first == "as" and len(head.items) == 3:
                if isinstance(head.items[1], Atom) and head.items[1].name == "const":
                    sort = self.sort(head.items[2])
                    if isinstance(sort, Array) and len(terms) == len(arguments) == 1:
                        return constant_array(sort, terms[0])
                    raise self._error(node, "a constant array has an array sort and one element")
                head = head.items[1]
            elif first == "_":
                return applied_indexed(*self._indexed(head), arguments)
        name = self._name(head)
        if len(terms) == len(arguments):
            if name in self._macros:
                parameters, body = self._macros[name]
                return substitute(body, dict(zip(parameters, terms, strict=True)))
            if name in self.functions:
                return apply(self.functions[name], *terms)
        return applied(name, arguments)

    # ---- small parts ----

    def _push(self, name: str, value: Argument) -> None:
        """Give a name another meaning, until ``_leave``."""
        self._meanings.setdefault(name, []).append(value)

    def _leave(self, names: list[str]) -> None:
        """Give names their former meaning."""
        for name in names:
            self._meanings[name].pop()

    def _built(self, node: Sexpr, build: Callable[[], Term]) -> Term:
        """What ``build`` gives; its refusal is an error at the node."""
        try:
            return build()
        except SmtLibError:
            raise
        except (ValueError, TypeError, KeyError, IndexError, AssertionError) as error:
            raise self._error(node, str(error) or "ill-formed") from error

    def _bound(self, node: Sexpr) -> Term:
        """The symbol of ``(x S)``."""
        pair = self._items(node)
        if len(pair) != 2:
            raise self._error(node, "a bound symbol has a name and a sort")
        return symbol(self._name(pair[0]), self.sort(pair[1]))

    def _indexed(self, node: List) -> tuple[str, list[int]]:
        """The name and indices of ``(_ name n ..)``."""
        indices = [self._name(item) for item in node.items[2:]]
        if len(node.items) < 3 or not all(index.isdecimal() for index in indices):
            raise self._error(node, "an indexed name has a name and numbers")
        if any(len(index) > 8 or int(index) > WIDEST for index in indices):
            raise self._error(node, "an index is far too great")
        return self._name(node.items[1]), [int(index) for index in indices]

    def _items(self, node: Sexpr) -> list[Sexpr]:
        """The items of a list."""
        if isinstance(node, List):
            return node.items
        raise self._error(node, "a list was expected")

    def _name(self, node: Sexpr) -> str:
        """The name of an atom."""
        if isinstance(node, Atom):
            return node.name
        raise self._error(node, "a name was expected")

    def _error(self, node: Sexpr, what: str) -> SmtLibError:
        """An error at a node."""
        return SmtLibError(self._text, node.offset, what)


def parse_term(text: str, symbols: Iterable[Term] = (), functions: Iterable[Function] = ()) -> Term:
    """The one term of a text over the given symbols and functions."""
    return Reader(symbols, functions).term(text)


def parse_script(text: str) -> list[Term]:
    """What a script asserts."""
    return Reader().script(text)
