"""Numbers that are made pointers although nobody knows that they are addresses.

Comes in: a program, edge by edge. Goes out: where such a pointer is looked through while addresses
of objects are known as numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Floating, Integer, Pointer, is_scalar
from maul.cfa.analyses.placement.kept_pointers import keeps_pointer, starts_object
from maul.cfa.analyses.placement.uses import edges_with_uses
from maul.cfa.analyses.regions import solved
from maul.cfa.expressions import Convert, Deref, Load
from maul.cfa.library import WRITING_ANY, canonical, model
from maul.cfa.model import Call, is_disturbance
from maul.cfa.order import entered_function
from maul.cfa.walk import inner_first, root, written_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.source import Span
    from maul.cfa.analyses.placement.uses import Uses
    from maul.cfa.analyses.regions import Flows
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Automaton, Cfa, Edge, Operation


class Guesses:
    """Whether numbers from nowhere are made pointers while addresses are known as numbers: to this
    program, or to other files, which may have told it. Where a program compares or mixes numbers of
    two addresses, any number that it makes a pointer may be that of another object."""

    def __init__(self, *, is_open: bool) -> None:
        self._is_open = is_open  # there are other files
        self._is_exposed = False  # an address is known as a number here
        self._is_made = False  # any pointer, of a number that is no constant
        self._is_fixed = False  # any pointer, at a number where an object can lie
        self._is_mixed = False  # two addresses as numbers

    def look_at(self, edge: Edge, uses: Uses, *, is_read: bool) -> None:
        """Note what an edge does of that; ``is_read``: a library function looks at addresses."""
        self._is_exposed |= is_read
        self._is_made |= _makes_pointers(edge.operation)
        for e in inner_first(edge.operation):
            self._is_exposed = self._is_exposed or uses.is_exposing(e)
            self._is_made = self._is_made or uses.is_made_pointer(e) or uses.is_punned(e)
            self._is_mixed = self._is_mixed or uses.is_mixing(e)
            self._is_fixed = self._is_fixed or uses.is_number_as_pointer(e)

    @property
    def makes_pointers(self) -> bool:
        """Whether a pointer may be anything else than null, an error code, what leads to an object,
        and what nobody gave a value."""
        return self._is_made or self._is_fixed

    def followed(self, cfa: Cfa, flows: Flows, *, is_told: bool) -> Span | None:
        """Where such a pointer is looked through, if it is, here or by functions without body: the
        regions of the alias analysis do not tell what it hits. ``is_told``: the program looks at
        the numbers of addresses, so it may know when one leads to another object."""
        if not self._is_made:
            return None
        made_up = _made_up(cfa, flows, is_mixed=self._is_mixed, is_told=is_told)
        flows = solved(cfa, guesses=made_up)
        followed: Span | None = None
        given: Span | None = None
        for edge, uses in edges_with_uses(cfa, flows):
            self._is_exposed = self._is_exposed or any(
                map(uses.is_compared_guess, inner_first(edge.operation))
            )
            callee = entered_function(cfa, edge)
            if any(map(uses.is_guessed, _looked_through(edge.operation, callee))):
                followed = followed or edge.span
            elif any(map(uses.is_guessed, _given_away(edge.operation))):
                given = given or edge.span
            if followed is not None and (self._is_exposed or self._is_open):
                return followed
        # Other files may write to what they know in any case.
        return given if self._is_exposed else None


def _made_up(cfa: Cfa, flows: Flows, *, is_mixed: bool, is_told: bool) -> frozenset[Expression]:
    """The pointers that are made of numbers of which nobody knows where they came from; where
    addresses are mixed, of numbers that are more than a pointer kept; and, where the program looks
    at numbers, of those that were held perhaps longer than their objects, or are the ends of some:
    another one may lie there. A pointer that nobody knows either points to an object of its own,
    also after it was a number."""

    def leads_to_start(uses: Uses, number: Expression) -> bool:
        """Whether a number leads to the start of an object that stays there."""
        return uses.held.stays(number) and (starts(number) or not uses.is_moved(number))

    flows.point_strays_elsewhere()
    keeps, starts = keeps_pointer(cfa), starts_object(cfa)
    return frozenset(
        e
        for edge, uses in edges_with_uses(cfa, flows)
        for e in inner_first(edge.operation)
        if (
            isinstance(e, Convert)
            and uses.is_made_pointer(e)
            and (uses.is_from_nowhere(e.operand) or (is_mixed and not keeps(e.operand)))
        )
        or (is_mixed and uses.held.is_returning(e) and not leads_to_start(uses, e))
        or (is_told and uses.held.may_lead_elsewhere(e) and not starts(e))
        or (is_told and uses.held.may_outlive(e, edge.source.function))
    )


def _looked_through(operation: Operation, callee: Automaton | None) -> Iterator[Expression]:
    """The pointers through which an operation reads or writes; the library through those that it
    is given."""
    target = written_place(operation)
    places = [] if target is None else [target]
    places += [e.place for e in inner_first(operation) if isinstance(e, Load)]
    for place in places:
        top = root(place)
        if isinstance(top, Deref):
            yield top.pointer
    if not isinstance(operation, Call) or callee is not None or is_disturbance(operation):
        return
    if model(operation.function) is not None:
        yield from (each for each in operation.arguments if isinstance(each.type, Pointer))


def _given_away(operation: Operation) -> Iterator[Expression]:
    """The pointers and numbers that functions without body are given, which may write there."""
    if isinstance(operation, Call) and is_disturbance(operation):
        yield from (each for each in operation.arguments if is_scalar(each.type))


def _makes_pointers(operation: Operation) -> bool:
    """Whether an operation lets memory hold any bytes, or hands out numbers: these may be pointers
    somewhere without being made pointers."""
    if any(isinstance(each.type, Integer | Floating) for each in _given_away(operation)):
        return True
    return isinstance(operation, Call) and canonical(operation.function) in WRITING_ANY
