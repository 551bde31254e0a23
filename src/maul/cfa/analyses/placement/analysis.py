"""What depends on where objects lie in memory.

Comes in: a program model. Goes out: the expressions, and the calls of library functions, whose
value is another one when objects or functions lie elsewhere. In formulas every object has one fixed
address, while C promises little about addresses: not null, apart from each other, and here neither
in the first page nor at the end of the address space. So a proof must not use more than that.

An address may be copied, as a pointer or as an integer of the same size, and moved inside of its
object by pointer arithmetic. It may be compared with null, with numbers that no object lies at, and
with another pointer into the same objects. All else that is computed from it depends on where
objects lie: sums and bits of it as a number, a part of its bytes, its order with other numbers,
whether it is equal to a guess or to the end of another object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Integer, Pointer
from maul.cfa.analyses.placement.guesses import Guesses
from maul.cfa.analyses.placement.one_way import Computed, computed
from maul.cfa.analyses.placement.uses import edges_with_uses
from maul.cfa.analyses.regions import solved
from maul.cfa.expressions import Binary
from maul.cfa.model import Call
from maul.cfa.order import entered_function
from maul.cfa.walk import inner_first
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.c.source import Span
    from maul.cfa.analyses.regions import Flows
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Cfa


@node
class Placed:
    """The expressions and calls that depend on where objects lie, each with its place in the
    source text; which of the expressions can be computed from where objects lie; and where a number
    is followed as a pointer that may be the address of an object, if it is somewhere."""

    expressions: Mapping[Expression, Span]
    calls: Mapping[Call, Span]
    computed: Computed
    guess: Span | None = None

    @property
    def arbitrary(self) -> frozenset[Expression]:
        """The expressions that must not have the values that formulas give to them."""
        found = self.computed.expressions.union(self.expressions)
        return found - self.computed.indices

    @property
    def doubt(self) -> str | None:
        """What to say of a proof that uses one placement, when there may be other ones."""
        if self.guess is not None:
            return f"a number that is made a pointer may be the address of an object ({self.guess})"
        place = next(iter((*self.expressions.values(), *self.calls.values())), None)
        return None if place is None else f"it may depend on where objects lie in memory ({place})"


def dependent_on_placement(cfa: Cfa) -> Placed:
    """All that depends on it."""
    expressions: dict[Expression, Span] = {}
    calls: dict[Call, Span] = {}
    indices: dict[Expression, Span] = {}
    if not _has_pointers(cfa):
        return Placed(expressions, calls, Computed())
    flows = solved(cfa, code=True)
    guesses = Guesses(is_open=flows.outside is not None)
    is_told = False  # anything of a number but the pointer that it leads to
    for edge, uses in edges_with_uses(cfa, flows):
        call = edge.operation
        callee = entered_function(cfa, edge)
        is_read = isinstance(call, Call) and uses.is_read(call, callee)
        guesses.look_at(edge, uses, is_read=is_read)
        for e in inner_first(edge.operation):
            if e not in expressions and uses.is_dependent(e):
                expressions[e] = edge.span
                is_told = is_told or not uses.is_sum(e)
        for index in uses.indices(edge.operation, callee):
            indices.setdefault(index, edge.span)
        if isinstance(call, Call) and is_read:
            calls.setdefault(call, edge.span)
    found = Computed()
    if expressions and not guesses.makes_pointers:
        found = _computed(cfa, flows, expressions, indices)
    guess = guesses.followed(cfa, flows, is_told=is_told or bool(indices))
    return Placed({**expressions, **indices}, calls, found, guess)


def _computed(
    cfa: Cfa, flows: Flows, dependent: Mapping[Expression, Span], indices: Mapping[Expression, Span]
) -> Computed:
    """Which of the expressions that depend on it can be computed from where objects lie."""
    carrying: set[Expression] = set()
    tags: set[Expression] = set()
    fleeting: set[Expression] = set()
    for edge, uses in edges_with_uses(cfa, flows):
        for e in inner_first(edge.operation):
            if isinstance(e.type, Integer) and e not in carrying and uses.carries(e):
                carrying.add(e)
                if isinstance(e, Binary) and uses.is_tag(e):
                    tags.add(e)
            elif isinstance(e.type, Pointer) and uses.is_fleeting(e):
                fleeting.add(e)
    return computed(cfa, dependent, carrying, tags, fleeting, indices)


def _has_pointers(cfa: Cfa) -> bool:
    """Whether there is an address anywhere."""
    return bool(cfa.addressed) or any(
        isinstance(e.type, Pointer)
        for automaton in cfa.automata()
        for location in automaton.locations
        for edge in location.leaving
        for e in inner_first(edge.operation)
    )
