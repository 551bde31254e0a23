"""The parts of a program that a search can enter again and again: function bodies and loops.

Comes in: a program model. Goes out: its units, which [WW12] calls blocks, a word that here means a
transition. A unit is entered at one location. A function is left at its return statements, while
its own variables still live; a loop, at the first locations behind it. A part that is entered once
in every execution is no unit: nothing that is remembered of it would be of use. Neither is one that
belongs to a recursion or leads into one: what happens there depends on how many activations are on
the stack. Everywhere else it does not, so what is found under one call stack holds under all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.analyses.nesting import nesting
from maul.cfa.model import Return
from maul.cfa.order import call_groups, callees, entered_function, recursive_functions
from maul.node import node, value

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from maul.cfa.analyses.nesting import Nesting
    from maul.cfa.calls import Point, Stack
    from maul.cfa.model import Automaton, Cfa, Location


@node
class ProgramUnit:
    """A function body or a loop: where it is entered, and where it is left."""

    entry: Location
    exits: tuple[Location, ...]


@value
class Inside:
    """A unit that has been entered under a call stack, that of its entry."""

    unit: ProgramUnit
    stack: Stack

    def is_left_at(self, point: Point) -> bool:
        """Whether an execution that gets to a point has come through the unit."""
        return point.stack is self.stack and point.location in self.unit.exits


@node
class Units:
    """The units of a program, by their entries."""

    functions: Mapping[Location, ProgramUnit]
    loops: Mapping[Location, ProgramUnit]

    def ends(self) -> frozenset[Location]:
        """Where units are entered and left."""
        units = (*self.functions.values(), *self.loops.values())
        return frozenset(at for unit in units for at in (unit.entry, *unit.exits))

    def entered(self, point: Point, around: Inside | None) -> ProgramUnit | None:
        """The unit that begins at a point inside another one, or outside of all. Where a function
        begins with a loop, the function is entered first."""
        is_called = around is None or point.stack is not around.stack
        if is_called and point.location in self.functions:
            return self.functions[point.location]
        loop = self.loops.get(point.location)
        return loop if is_called or around is None or loop is not around.unit else None


def units_of(cfa: Cfa, *, with_functions: bool, with_loops: bool, with_short: bool) -> Units:
    """The units of a program: functions, loops, or both. Functions are short when no loop is
    executed in them."""
    nestings = {automaton.name: nesting(automaton) for automaton in cfa.automata()}
    calls = callees(cfa)
    recursive = _leading_to(calls, recursive_functions(cfa))
    again = _entered_again(cfa, nestings)
    with_loop = [name for name, each in nestings.items() if any(each.heads.values())]
    looping = _leading_to(calls, with_loop)
    functions: dict[Location, ProgramUnit] = {}
    loops: dict[Location, ProgramUnit] = {}
    for automaton in cfa.automata():
        if automaton.name in recursive:
            continue
        unit = ProgramUnit(automaton.entry, _returns(automaton))
        is_long = with_short or automaton.name in looping
        if with_functions and is_long and automaton.name in again and unit.entry not in unit.exits:
            functions[unit.entry] = unit
        if with_loops:
            loops.update(_loops(nestings[automaton.name], is_again=automaton.name in again))
    return Units(functions, loops)


def _loops(found: Nesting, *, is_again: bool) -> dict[Location, ProgramUnit]:
    """The loops of a function: those inside others, or all."""
    bodies: dict[Location, list[Location]] = {}
    for at, heads in found.heads.items():
        for number, head in enumerate(heads):
            if number or is_again:
                bodies.setdefault(head, []).append(at)
    return {head: ProgramUnit(head, _behind(dict.fromkeys(body))) for head, body in bodies.items()}


def _behind(body: Mapping[Location, None]) -> tuple[Location, ...]:
    """Where control comes to when it leaves a part of a function."""
    targets = (edge.target for at in body for edge in at.leaving)
    return tuple(dict.fromkeys(target for target in targets if target not in body))


def _returns(automaton: Automaton) -> tuple[Location, ...]:
    """Where a function returns."""
    edges = (edge for at in automaton.locations for edge in at.leaving)
    return tuple(dict.fromkeys(e.source for e in edges if isinstance(e.operation, Return)))


def _entered_again(cfa: Cfa, nestings: Mapping[str, Nesting]) -> frozenset[str]:
    """The functions that an execution may enter more than once: those called in several places, in
    a loop, or by others of this kind."""
    automata = {automaton.name: automaton for automaton in cfa.automata()}
    again = set(recursive_functions(cfa))
    called: set[str] = set()
    for name in (name for group in reversed(call_groups(cfa)) for name in group):
        for at in automata[name].locations:
            for edge in at.leaving:
                entered = entered_function(cfa, edge)
                if entered is None:
                    continue
                if name in again or entered.name in called or nestings[name].heads.get(at):
                    again.add(entered.name)
                called.add(entered.name)
    return frozenset(again)


def _leading_to(calls: Mapping[str, Collection[str]], names: Collection[str]) -> frozenset[str]:
    """Functions, and all that lead to a call of one of them."""
    callers: dict[str, list[str]] = {}
    for caller, called in calls.items():
        for name in called:
            callers.setdefault(name, []).append(caller)
    found = set(names)
    waiting = list(found)
    while waiting:
        for caller in callers.get(waiting.pop(), ()):
            if caller not in found:
                found.add(caller)
                waiting.append(caller)
    return frozenset(found)
