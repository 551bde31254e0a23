"""The search for lost objects in formulas, against Python's account of who points to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.model import Call
from maul.cfa.transform.specification import mark_errors, read_property
from maul.encode.numbers import FIRST_ALLOCATED, BitNumbers, IntNumbers
from maul.encode.state import Layout
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.logic.values import default_value
from maul.methods.unroll.unrolling import Unrolling
from maul.run import Run
from maul.system.deep import call_deep
from tests.cfa.c_text import cfa_of

if TYPE_CHECKING:
    from maul.logic.terms import Term
    from maul.logic.values import Value

LOCALS, GLOBALS, FIELDS = ("x", "y"), ("g", "t[0]", "t[1]"), ("left", "right")
ROW = "row"
HEAD = """
struct node { struct node *left, *right; int n; };
struct node *g, *t[2], **row;
int main(void) {
  struct node *x = 0, *y = 0;
"""


class Heap:
    """A program under way: its text, its choices, and who points to whom; null is None."""

    def __init__(self, data: st.DataObject) -> None:
        self.lines: list[str] = []
        self.choices: list[bool] = []
        self.variables: dict[str, int | None] = dict.fromkeys((*LOCALS, *GLOBALS, ROW))
        self.fields: dict[tuple[int, str], int | None] = {}
        self.alive: set[int] = set()
        self.count = 0  # of the places that allocate and were met
        self._data = data

    # ---- growing -----------------------------------------------------------------------------

    def grow(self) -> None:
        """One more statement, which is executed or not as an input says."""
        name, other = (self._any((*LOCALS, *GLOBALS)) for _ in range(2))
        field, executed = self._any(FIELDS), True
        target, source = self.variables[name], self.variables[other]
        match self._any(("new", "new", "copy", "copy", "null", "bury", "link", "load", "free")):
            case "new":
                self.lines.append(f"  {name} = malloc(sizeof *{name});")
                self.lines += [f"  {name}->{each} = 0;" for each in FIELDS]
                new, self.count = self.count, self.count + 1
                self.alive.add(new)
                self.fields.update(dict.fromkeys((new, each) for each in FIELDS))
                self.variables[name] = new
                return
            case "copy":
                executed = self._may_skip(f"{name} = {other};")
                change = {name: source}
            case "null":
                executed = self._may_skip(f"{name} = 0;")
                change = {name: None}
            case "link" if target in self.alive:
                assert target is not None
                if self._may_skip(f"{name}->{field} = {other};"):
                    self.fields[target, field] = source
                return
            case "bury" if target in self.alive and name != other:
                assert target is not None
                self.lines.append(f"  {name}->{field} = {other}; {other} = 0;")
                self.fields[target, field], self.variables[other] = source, None
                if self._may_skip(f"free({name});"):
                    self.alive.remove(target)
                return
            case "load" if source in self.alive:
                assert source is not None
                executed = self._may_skip(f"{name} = {other}->{field};")
                change = {name: self.fields[source, field]}
            case "free" if target in self.alive:
                if self._may_skip(f"free({name});"):
                    self.alive.remove(target)
                return
            case _:
                return
        if executed:
            self.variables.update(change)

    def grow_row(self) -> None:
        """One more statement about an array of pointers, of a length that an input decides."""
        name, row = self._any((*LOCALS, *GLOBALS)), self.variables[ROW]
        match self._any(("new", "put", "put new", "put new", "take", "free")):
            case "new":
                self.lines.append("  row = calloc(1 + (nondet() != 0), sizeof *row);")
                self.choices.append(self._data.draw(st.booleans()))
                new, self.count = self.count, self.count + 1
                self.alive.add(new)
                cells = ("0", "1") if self.choices[-1] else ("0",)
                self.fields.update(dict.fromkeys((new, each) for each in cells))
                self.variables[ROW] = new
            case "put" if row in self.alive:
                assert row is not None
                cell = self._any(self._cells(row))
                if self._may_skip(f"row[{cell}] = {name};"):
                    self.fields[row, cell] = self.variables[name]
            case "put new" if row in self.alive:
                assert row is not None
                cell = self._any(self._cells(row))
                self.lines.append(f"  row[{cell}] = malloc(sizeof **row);")
                self.lines += [f"  row[{cell}]->{each} = 0;" for each in FIELDS]
                new, self.count = self.count, self.count + 1
                self.alive.add(new)
                self.fields.update(dict.fromkeys((new, each) for each in FIELDS))
                self.fields[row, cell] = new
            case "take" if row in self.alive:
                assert row is not None
                cell = self._any(self._cells(row))
                if self._may_skip(f"{name} = row[{cell}];"):
                    self.variables[name] = self.fields[row, cell]
            case "free" if row in self.alive:
                assert row is not None
                if self._may_skip("free(row);"):
                    self.alive.remove(row)
            case _:
                return

    def _cells(self, found: int) -> tuple[str, ...]:
        """The pointers that an object holds."""
        return tuple(cell for number, cell in self.fields if number == found)

    def _any(self, choices: tuple[str, ...]) -> str:
        return self._data.draw(st.sampled_from(choices))

    def _may_skip(self, statement: str) -> bool:
        """Whether a statement is executed, which an input may decide."""
        if self._data.draw(st.booleans()):
            self.lines.append(f"  {statement}")
            return True
        self.lines.append(f"  if (nondet()) {statement}")
        self.choices.append(self._data.draw(st.booleans()))
        return self.choices[-1]

    # ---- the right answer --------------------------------------------------------------------

    def lost(self, roots: tuple[str, ...]) -> set[int]:
        """The live objects that no chain of pointers through live objects leads to."""
        reached: set[int] = set()
        waiting = [self.variables[root] for root in roots]
        while waiting:
            found = waiting.pop()
            if found is not None and found in self.alive and found not in reached:
                reached.add(found)
                waiting += [self.fields[found, cell] for cell in self._cells(found)]
        return self.alive - reached


class Ended:
    """The formula of a program's end: who is lost there, by the object that is tracked."""

    def __init__(
        self, text: str, model: DataModel, make: type[BitNumbers | IntNumbers], inputs: list[bool]
    ) -> None:
        cfa = mark_errors(cfa_of(text, model), read_property("valid-memtrack"))
        layout = Layout(cfa, make(model, is_wide=True))
        unrolling = Unrolling(cfa, 2, lambda _: True, Run(20), layout)
        self.errors: list[Term] = []
        while (error := call_deep(unrolling.next_error)) is not None:
            self.errors.append(error.guard)
        self.left_out = unrolling.left_out
        self._inputs = dict(zip(_inputs(unrolling), map(int, inputs), strict=True))
        assert layout.validity is not None
        self._tracked = layout.validity.symbols[0]

    def holds(self, terms: list[Term], tracked: int) -> bool:
        """Whether one of the conditions holds when an object is tracked."""
        return any(self._value(term, FIRST_ALLOCATED + tracked) for term in terms)

    def _value(self, term: Term, tracked: int) -> Value:
        known = {part: default_value(part.sort) for part in free_symbols(term)}
        return evaluate(term, {**known, **self._inputs, self._tracked: tracked})


def _inputs(unrolling: Unrolling) -> list[Term]:
    """The symbols of inputs in the order in which they were made."""
    steps = [step for node in unrolling.nodes.values() for step in node.steps]
    called = [step.chosen for step in steps if isinstance(step.edge.operation, Call)]
    found = [
        next(iter(chosen.cells()))[2]
        for chosen in called
        if chosen is not None and not chosen.is_contents
    ]
    return sorted(found, key=lambda term: int(name_of(term).partition("#")[2]))


@pytest.mark.parametrize("make", [BitNumbers, IntNumbers], ids=lambda make: make.name)
@given(data=st.data())
@settings(max_examples=80)
def test_an_object_is_lost_where_python_says_so(
    make: type[BitNumbers | IntNumbers], data: st.DataObject
) -> None:
    """And only there; what was not followed far enough is said to be left out."""
    heap = Heap(data)
    for has_row in data.draw(st.lists(st.booleans(), min_size=4, max_size=12)):
        (heap.grow_row if has_row else heap.grow)()
    assume(heap.count)  # without allocations nothing is asked
    leaves = data.draw(st.booleans())  # with exit, the variables of main are there to the end
    end = "  exit(0);\n}\n" if leaves else "  return 0;\n}\n"
    roots = (*LOCALS, *GLOBALS, ROW) if leaves else (*GLOBALS, ROW)
    model = data.draw(st.sampled_from((ILP32, LP64)))
    ended = Ended(HEAD + "\n".join([*heap.lines, end]), model, make, heap.choices)

    for number in range(heap.count + 1):
        is_lost = number in heap.lost(roots)
        if ended.holds(ended.left_out, number):
            continue
        assert is_lost == ended.holds(ended.errors, number)
    assert not any(ended.holds(ended.left_out, number) for number in range(heap.count))
