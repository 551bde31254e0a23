"""States of a program that asks about memory, built by hand and compared with Python's account.

Comes in: what is to be done with objects. Goes out: the terms of answers, and the right answers.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from maul.c.ctype import INT
from maul.cfa.analyses.regions import regions
from maul.cfa.expressions import Load, Place, Valid
from maul.cfa.transform.specification import mark_errors, read_property
from maul.cfa.walk import mentioned_variables
from maul.encode.expressions import Evaluation
from maul.encode.library.allocation import allocated
from maul.encode.numbers import FIRST_ALLOCATED
from maul.encode.questions import answered
from maul.encode.state import Layout, Split, State, initial_values
from maul.encode.validity import ENDED, ON_HEAP, TrackedObject, Validity
from maul.logic.bit_functions import MEANINGS
from maul.logic.build import ite, symbol
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL
from maul.logic.values import default_value
from tests.cfa.c_text import cfa_of
from tests.encode.numbers.kinds import LAST, near

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import DataModel
    from maul.c.tree import Variable
    from maul.cfa.model import Cfa, Edge
    from maul.encode.numbers import Numbers
    from maul.logic.terms import Term
    from tests.encode.numbers.kinds import Drawn

LENGTH = 6  # bytes of the variable that pointers may point to
TEXT = f"""
int main(void) {{
  char a[{LENGTH}];
  unsigned long n = 1;
  char *p = a;
  p = malloc(1);
  p[0] = 1;
  free(p);
  return p[0];
}}
"""


@cache
def program(model: DataModel) -> Cfa:
    """A program in which a pointer may point to a variable or to what is allocated."""
    cfa = cfa_of(TEXT, model)
    for part in ("valid-deref", "valid-free", "valid-memcleanup"):
        cfa = mark_errors(cfa, read_property(part))
    return cfa


@cache
def split(model: DataModel) -> Split:
    """How the memory of the program is split."""
    return regions(program(model))


def edges(cfa: Cfa) -> list[Edge]:
    """All edges."""
    return [e for automaton in cfa.automata() for at in automaton.locations for e in at.leaving]


def variable(cfa: Cfa, name: str) -> Variable:
    """The variable of main with a name."""
    named = (v for edge in edges(cfa) for v in mentioned_variables(edge.operation))
    return next(v for v in named if v.name == f"main::{name}")


def pointer_question(cfa: Cfa, question: str) -> Valid:
    """A question about the first n bytes where the pointer points."""
    p, n = (variable(cfa, name) for name in "pn")
    return Valid(INT, question, Load(p.type, Place(p.type, p)), Load(n.type, Place(n.type, n)))


class Account:
    """A state, and what Python knows of its objects."""

    def __init__(self, drawn: Drawn, keeper: Callable[[Numbers], Validity]) -> None:
        self.drawn = drawn
        self.cfa = program(drawn.kind.model)
        self.layout = Layout(self.cfa, drawn.numbers, split=split(drawn.kind.model))
        self.layout.validity = self.validity = keeper(drawn.numbers)
        self.at = Evaluation(State(self.layout), lambda each: each, edges(self.cfa)[0])
        self.at.state.values = initial_values(self.layout)
        self.first = FIRST_ALLOCATED + drawn.draw(st.integers(0, 3))
        self.at.state.values[self.layout.heap] = drawn.number(self.first)
        self.kinds: dict[int, int] = {}
        self.sizes: dict[int, int] = {}
        self.starts: dict[int, Term] = {}
        start = drawn.read(self.layout.address(variable(self.cfa, "a")))
        self.variable, _ = drawn.kind.space.parts(start)

    # ---- what happens to objects ----

    def begin(self, kind: int) -> None:
        """An object begins."""
        drawn = self.drawn
        size = drawn.draw(st.one_of(st.integers(0, 8), near(0, drawn.kind.space.middle - 1)))
        number = self.first + len(self.kinds)
        size_t = drawn.kind.model.size_t
        self.starts[number] = allocated(self.at, (size_t, drawn.index(size)), kind)
        self.kinds[number], self.sizes[number] = kind, size

    def end(self) -> None:
        """An object ends, or nothing does."""
        address, number, _ = self.address()
        self.validity.end(self.at, address)
        if number in self.kinds:
            self.kinds[number] = ENDED

    def end_from(self) -> None:
        """What ends by itself ends, from an object on."""
        address, number, _ = self.address()
        self.validity.end_from(self.at, address)
        for later, kind in self.kinds.items():
            if later >= number and kind != ON_HEAP:
                self.kinds[later] = ENDED

    # ---- addresses ----

    def address(self) -> tuple[Term, int, int]:
        """An address and its place: in an object that exists or not, or none of an object."""
        drawn, objects = self.drawn, self.drawn.numbers.objects
        place = self._place()
        if drawn.draw(st.integers(0, 3)) == 0:
            other, condition = self._place(), symbol(f"b{len(drawn.values)}", BOOL)
            chosen = drawn.values[condition] = drawn.draw(st.booleans())
            left, right = (objects.located(*each) for each in (place, other))
            return ite(condition, left, right), *(place if chosen else other)
        if place[0] in self.starts and drawn.draw(st.booleans()):
            moved = drawn.numbers.addresses.plus(self.starts[place[0]], place[1])
            return moved, *place
        return drawn.address(self._code(place)), *place

    def _place(self) -> tuple[int, int]:
        drawn = self.drawn
        known = [*self.kinds, *self.kinds, self.variable, self.first + len(self.kinds), 0]
        number = drawn.draw(st.sampled_from(known))
        if not number:
            return 0, drawn.draw(st.sampled_from((0, 0, 1, 4096))) - drawn.kind.space.middle
        size = LENGTH if number == self.variable else self.sizes.get(number, 4)
        ends = sorted({0, 1, -1, size, max(size - 1, 0), size // 2, size + 1})
        low, high = drawn.borders()
        return number, drawn.draw(st.one_of(st.sampled_from([0, *ends]), near(low, high - 1)))

    def _code(self, place: tuple[int, int]) -> int:
        return self.drawn.kind.space.at(*place)

    # ---- answers ----

    def ask(self, question: str, address: Term, size: int = 0) -> Term:
        """The term of an answer."""
        p, n = (variable(self.cfa, name) for name in "pn")
        self.at.state.values[self.layout.register(p)] = address
        self.at.state.values[self.layout.register(n)] = self.drawn.term(n.type, size)
        return answered(self.at, pointer_question(self.cfa, question))

    def right(self, question: str, place: tuple[int, int], size: int = 0) -> bool:
        """The right answer."""
        number, offset = place
        kind = self.kinds.get(number, ENDED)
        match question:
            case "deref":
                length = LENGTH if number == self.variable else self.sizes.get(number, 0)
                is_alive = number == self.variable or kind != ENDED
                return not size or (is_alive and 0 <= offset and offset + size <= length)
            case "free":
                is_null = number == 0 and offset == -self.drawn.kind.space.middle
                return is_null or (kind == ON_HEAP and offset == 0)
        return ON_HEAP not in self.kinds.values()

    def answers(self, term: Term) -> list[bool]:
        """What a term says, for every object that may be the one that is looked at closely."""
        numbers = (*self.kinds, self.first + len(self.kinds), self.variable, 0, LAST)
        return [bool(self.read(term, number)) for number in numbers]

    def read(self, term: Term, tracked: int = 0) -> int:
        """What a term says when an object is tracked."""
        known = {part: default_value(part.sort) for part in free_symbols(term)}
        if isinstance(self.validity, TrackedObject):
            known[self.validity.number] = tracked
        found = evaluate(term, {**known, **self.drawn.values}, dict(MEANINGS))
        assert isinstance(found, int)
        return found
