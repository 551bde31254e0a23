"""Terms as lines of Python, for functions from known values to known values.

Comes in: terms, and how their symbols are read. Goes out: lines that compute each shared subterm
once, and for each term an operand: a literal, a name, or a small expression in parentheses.

Lines are written in one of two ways. The quick way holds only while everything that is computed
with is known: when something is not, the function leaves through ``return slow(v)``. The careful
way computes with None for unknown. Either way a term that can never be known (it depends on an
input) is the operand ``None`` and costs no line.
"""

from __future__ import annotations

from types import CodeType, FunctionType
from typing import TYPE_CHECKING

from maul.logic.cells import Cells
from maul.logic.compiled.careful import careful, of_arrays, takes_arrays
from maul.logic.compiled.text import (
    NAMESPACE,
    NEVER,
    REPEATING,
    constant_text,
    is_open,
    is_partial,
    straight,
)
from maul.logic.free import QUANTIFIERS
from maul.logic.sorts import Array
from maul.logic.walk import outside_quantifiers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from maul.logic.terms import Term

INLINE = 90  # characters of an expression that is not given a name when it is used once
BAIL = "return slow(v)"


class PythonLines:
    """The lines of one function, and the operands of the terms they compute."""

    def __init__(
        self, read: Callable[[Term], str], uses: Mapping[Term, int], *, quick: bool
    ) -> None:
        self.lines: list[str] = []
        self.indent = " "
        self.quick = quick
        self.bail = BAIL  # how the quick way is left
        self.certain: set[str] = set()  # names from elsewhere that are not None
        self.unsure: set[str] = set()  # operands that may be None
        self.operands: dict[Term, str] = {}
        self._read = read
        self._uses = uses
        self._count = 0

    def line(self, text: str) -> None:
        """Add a line."""
        self.lines.append(self.indent + text)

    def fresh(self) -> str:
        """A name that is not used yet; counted, so that equal functions are equal texts."""
        self._count += 1
        return f"t{self._count}"

    def inner(self) -> PythonLines:
        """Code for a block inside of what was written so far: it knows all operands."""
        made = PythonLines(self._read, self._uses, quick=self.quick)
        made.lines = self.lines
        made.indent = self.indent + " "
        made.unsure = self.unsure.copy()
        made.bail = self.bail
        made.certain = self.certain.copy()
        made.operands = self.operands.copy()
        made._count = self._count
        return made

    # ---- operands ----

    def need(self, roots: Sequence[Term]) -> None:
        """Compute terms, so that they have operands."""
        order = outside_quantifiers(roots, self.operands)
        if not order:
            return
        for term in order:
            if term.operator == "symbol":
                self._symbol(term)
        if self.quick:
            self._sure(_strict_symbols(order), self.operands)
        for term in order:
            if term.operator != "symbol":
                self.operands[term] = self._operand(term)

    def sure(self, terms: Iterable[Term]) -> None:
        """On the quick way: leave unless these terms are known."""
        self._sure(terms, self.operands)

    def _sure(self, terms: Iterable[Term], operands: Mapping[Term, str]) -> None:
        names = [operands[term] for term in terms if term in operands]
        unsure = [name for name in dict.fromkeys(names) if name in self.unsure]
        if unsure:
            tests = " or ".join([f"{name} is None" for name in unsure])
            self.line(f"if {tests}: {self.bail}")
            self.unsure.difference_update(unsure)
            self.certain.update(unsure)

    def _symbol(self, term: Term) -> None:
        """Read a symbol; it may be unknown."""
        text = NEVER if is_open(term.sort) else self._read(term)
        if text != NEVER and not text.isidentifier():
            name = self.fresh()
            self.line(f"{name} = {text}")
            text = name
        if text != NEVER and text not in self.certain:
            self.unsure.add(text)
        self.operands[term] = text

    def _operand(self, term: Term) -> str:
        """Write what computes a term whose arguments have operands."""
        if term.operator == "constant":
            return constant_text(term)
        if term.operator in QUANTIFIERS or is_open(term.sort):
            return NEVER
        parts = [self.operands[argument] for argument in term.arguments]
        if takes_arrays(term):
            text = of_arrays(term, [self.simple(part) for part in parts], self.unsure)
            return NEVER if text is None else self._named(text, unsure=True)
        if self.quick:
            self._sure(term.arguments, self.operands)
        unsure = [part for part in parts if part == NEVER or part in self.unsure]
        if unsure:
            text = careful(term, parts, unsure)
            return NEVER if text is None else self._named(text, unsure=True)
        if term.operator in REPEATING:
            parts = [self.simple(part) for part in parts]
        text = straight(term, parts)
        if text is None:
            return NEVER
        if is_partial(term):
            return self._named(text, unsure=True)
        if self._uses.get(term, 0) < 2 and len(text) < INLINE:
            return text
        return self._named(text, unsure=False)

    def simple(self, operand: str) -> str:
        """An operand as a name or a literal."""
        return self._named(operand, unsure=False) if "(" in operand else operand

    def _named(self, text: str, *, unsure: bool) -> str:
        """Give a value a name."""
        name = self.fresh()
        self.line(f"{name} = {text}")
        self.certain.discard(name)
        if unsure:
            self.unsure.add(name)
        else:
            self.unsure.discard(name)
        return name


def _strict_symbols(order: Sequence[Term]) -> list[Term]:
    """The symbols that operators on numbers and truth values are applied to."""
    return [
        argument
        for term in order
        if not takes_arrays(term) and term.operator not in QUANTIFIERS
        for argument in term.arguments
        if argument.operator == "symbol" and not isinstance(argument.sort, Array)
    ]


def uses_of(roots: Iterable[Term]) -> dict[Term, int]:
    """How often each subterm of the roots is used, as a root or an argument."""
    roots = list(roots)
    found = dict.fromkeys(roots, 0)
    for root in roots:
        found[root] += 1
    for term in outside_quantifiers(roots, {}):
        if term.operator not in QUANTIFIERS:
            for argument in term.arguments:
                found[argument] = found.get(argument, 0) + 1
    return found


def write_result(code: PythonLines, news: Sequence[tuple[int, str]], finish: str) -> None:
    """Write what is done with the values when some slots have new operands.

    The statement ``finish`` has braces for them; when nothing changes they are the same object.
    """
    pairs = [(slot, code.simple(operand)) for slot, operand in news]
    if not pairs:
        code.line(finish.format("v"))
        return
    tests = [
        f"v[{slot}] is None" if operand == NEVER else f"v[{slot}] == {operand}"
        for slot, operand in pairs
    ]
    changes = "; ".join([f"w[{slot}] = {operand}" for slot, operand in pairs])
    code.line(f"if {' and '.join(tests)}: {finish.format('v')}")
    code.line("else:")
    code.line(f" w = [*v]; {changes}; {finish.format('tuple(w)')}")


# ---- functions ----

MOST_TEXTS = 1 << 15  # whose code is remembered
_codes: dict[str, CodeType] = {}


def function_of(
    lines: Sequence[str], makers: Mapping[str, Callable[[], FunctionType]]
) -> FunctionType:
    """The function from values ``v`` with these lines; those it calls are made when first called.

    Texts that are equal are compiled once: programs repeat themselves.
    """
    body = "\n".join([*lines, ""])
    called = [name for name in makers if f"{name}(v)" in body]
    text = f"def f({', '.join(['v', *called])}):\n{body}"
    code = _codes.get(text)
    if code is None:
        if len(_codes) >= MOST_TEXTS:
            _codes.clear()
        module = compile(text, "<compiled>", "exec")
        code = next(part for part in module.co_consts if isinstance(part, CodeType))
        _codes[text] = code
    function = FunctionType(code, NAMESPACE, "compiled")
    function.__defaults__ = tuple(
        [_stub(function, place, makers[name]) for place, name in enumerate(called)]
    )
    return function


def _stub(
    function: FunctionType, place: int, make: Callable[[], FunctionType]
) -> Callable[[tuple[Cells | None, ...]], object]:
    """What stands for a function until it is called."""

    def stub(values: tuple[Cells | None, ...]) -> object:
        made = make()
        defaults = list(function.__defaults__ or ())
        defaults[place] = made
        function.__defaults__ = tuple(defaults)
        return made(values)

    return stub
