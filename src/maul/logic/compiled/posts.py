"""Strongest posts of abstract variable assignments, compiled [Beyer13, section 2].

Comes in: the transitions from a point, and ``Slots``: which symbols have a place in the tuple of
known values. Goes out: a Python function from known values to the known values after each
transition that they do not contradict. Nothing is interpreted when it runs: each point becomes the
text of a function once.

There are three functions for a point. The quick one is for values that decide everything it
computes; it calls the careful one when something is unknown. Where a guard stays unknown, the third
looks for what the guard says about the values: an assumption with one satisfying value binds it.
The last two are made when they are first called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.logic.cells import Cells, Known
from maul.logic.compiled.binding import bindable, binding_lines
from maul.logic.compiled.code import PythonLines, function_of, uses_of, write_result
from maul.logic.compiled.parts import Outgrown, Slots, SlottedTransition, Values
from maul.logic.compiled.text import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FunctionType

    from maul.logic.terms import Term
    from maul.logic.transition import Transition

__all__ = [
    "Cells",
    "Known",
    "Outgrown",
    "Slots",
    "Step",
    "Values",
    "compiled_step",
    "compiled_terms",
]

Step: TypeAlias = "Callable[[Values], tuple[tuple[int, Values], ...]]"

MOST_STEPS = 1 << 16  # are remembered


# ---- steps ----

_steps: dict[tuple[object, ...], Step] = {}
_trivial: dict[int, Step] = {}


def compiled_step(transitions: Sequence[Transition], slots: Slots) -> Step:
    """The function from values to those after each transition that is not contradicting."""
    parts = [SlottedTransition(transition, slots) for transition in transitions]
    key = tuple([part.key() for part in parts])
    found = _steps.get(key)
    if found is None:
        if len(_steps) >= MOST_STEPS:
            _steps.clear()
        found = _steps[key] = _step(parts)
    return found


def _step(parts: list[SlottedTransition]) -> Step:
    if all(part.is_trivial() for part in parts):
        found = _trivial.get(len(parts))
        if found is None:
            results = "".join([f"({i}, v), " for i in range(len(parts))])
            made = function_of([f" return ({results})"], {})
            found = _trivial[len(parts)] = _as_step(made)
        return found
    return _as_step(_Point(parts).quick())


def _as_step(function: FunctionType) -> Step:
    step: Step = function
    return step


class _Point:
    """The transitions from a point, and the functions made of them."""

    def __init__(self, parts: list[SlottedTransition]) -> None:
        self.parts = parts
        atoms = [atom for part in parts for atom, _ in part.literals()]
        # A condition and its negation: the one test decides both.
        if len(atoms) == len(parts) == 2 and atoms[0] is atoms[1]:
            atoms = atoms[:1]
        self._uses = uses_of([*atoms, *[value for part in parts for _, value in part.updates]])
        self._binding = [
            bool(bindable(part.guards, [e for _, e in part.updates], part.slots)) for part in parts
        ]
        self._made: dict[int, FunctionType] = {}

    def quick(self) -> FunctionType:
        """The function for values that decide everything."""
        return self._function(quick=True)

    def careful(self) -> FunctionType:
        """The function for any values."""
        return self._function(quick=False)

    def _function(self, *, quick: bool) -> FunctionType:
        code = PythonLines(self._read, self._uses, quick=quick)
        _Writer(code, self.parts, self._binding).write()
        makers = {f"b{i}": self._maker(i) for i, able in enumerate(self._binding) if able}
        if quick:
            makers["slow"] = self.careful
        return function_of(code.lines, makers)

    def _read(self, symbol: Term) -> str:
        # What is an input of any transition is unknown in all of them.
        if any(symbol in part.inputs for part in self.parts):
            return NEVER
        slots = (part.slots[symbol] for part in self.parts if symbol in part.slots)
        return f"v[{slot}]" if (slot := next(slots, None)) is not None else NEVER

    def _maker(self, place: int) -> Callable[[], FunctionType]:
        def make() -> FunctionType:
            found = self._made.get(place)
            if found is None:
                part = self.parts[place]
                lines = binding_lines(part.guards, part.updates, part.slots)
                found = self._made[place] = function_of(lines, {})
            return found

        return make


class _Writer:
    """Writes the function of a point, the quick or the careful one."""

    def __init__(
        self, code: PythonLines, parts: list[SlottedTransition], binding: list[bool]
    ) -> None:
        self._code = code
        self._parts = parts
        self._binding = binding
        self._ended = False  # whether nothing that is written after this is reached
        self._settled: set[tuple[Term, bool]] = set()  # literals that hold from here on

    def write(self) -> None:
        """Write all transitions."""
        code = self._code
        code.need([atom for part in self._parts for atom, _ in part.literals()])
        alone = [self._is_alone(part) for part in self._parts]
        if not all(alone):
            code.line("r = ()")
        for place, part in enumerate(self._parts):
            self._write(place, part, returns=alone[place])
        if not self._ended:
            code.line("return ()" if all(alone) else "return r")

    def _is_alone(self, part: SlottedTransition) -> bool:
        """Whether it is plain to see that no other transition can be taken as well."""
        if not self._code.quick:
            return len(self._parts) == 1
        mine = {pair for pair in part.literals() if self._code.operands[pair[0]] != NEVER}
        return all(
            other is part or any((atom, not wanted) in mine for atom, wanted in other.literals())
            for other in self._parts
        )

    def _write(self, place: int, part: SlottedTransition, *, returns: bool) -> None:
        code = self._code
        literals = [pair for pair in part.literals() if pair not in self._settled]
        tests: list[str] = []
        unknown: list[str] = []
        for atom, wanted in literals:
            operand = code.operands[atom]
            if code.quick:
                code.sure((atom,))
            if operand in ("True", "False"):
                if operand != str(wanted):
                    return
            elif operand == NEVER:
                unknown.append("True")
            elif operand in code.unsure:
                tests.append(f"{operand} is not {not wanted}")
                unknown.append(f"{operand} is None")
            else:
                tests.append(operand if wanted else f"not {operand}")
        if tests:
            code.line(f"if {' and '.join(tests)}:")
        body = code.inner() if tests else code
        finish = f"return (({place}, {{}}),)" if returns else f"r += (({place}, {{}}),)"
        if unknown and self._binding[place]:
            self._bound(body, place, unknown, finish)
        else:
            write_values(body, part.updates, finish)
            self._ended = returns and not tests
        if returns and code.quick and len(literals) == 1 and not unknown:
            atom, wanted = literals[0]
            self._settled.add((atom, not wanted))

    def _bound(self, body: PythonLines, place: int, unknown: list[str], finish: str) -> None:
        """Write what follows when some guards are unknown and may bind something."""
        part = self._parts[place]
        if "True" in unknown:
            body.line("if True:")
        else:
            body.line(f"if {' or '.join(unknown)}:")
        single = part.single()
        if single is None:
            body.line(f" w = b{place}(v)")
            body.line(f" if w is not None: {finish.format('w')}")
        else:
            write_values(body.inner(), part.updates, finish, (single,))
        if "True" not in unknown:
            body.line("else:")
            write_values(body.inner(), part.updates, finish)


def write_values(
    code: PythonLines,
    updates: Sequence[tuple[int, Term]],
    finish: str,
    more: Sequence[tuple[int, str]] = (),
) -> None:
    """Write what is done with the values after updates."""
    code.need([value for _, value in updates])
    write_result(code, [*[(slot, code.operands[value]) for slot, value in updates], *more], finish)


# ---- terms ----


def compiled_terms(terms: Sequence[Term], parameters: Sequence[Term]) -> Callable[[Values], Values]:
    """The function from values of parameters to those of terms, both in the order given."""
    places = {symbol: place for place, symbol in enumerate(parameters)}

    def read(symbol: Term) -> str:
        return f"v[{places[symbol]}]" if symbol in places else NEVER

    def make(*, quick: bool) -> FunctionType:
        code = PythonLines(read, uses_of(terms), quick=quick)
        code.need(terms)
        results = "".join([f"{code.operands[term]}, " for term in terms])
        code.line(f"return ({results})")
        return function_of(code.lines, {"slow": lambda: make(quick=False)} if quick else {})

    return _as_terms(make(quick=True))


def _as_terms(function: FunctionType) -> Callable[[Values], Values]:
    made: Callable[[Values], Values] = function
    return made
