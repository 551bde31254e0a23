"""Finds the functions that the alias analysis takes apart by call: small ones that look through no
pointer.

Comes in: a program model. Goes out: names. A function that allocates, or that computes a pointer
from others, can be analysed anew for every call of it, so that what one caller gets does not mix
with what another gets. That is sound as long as no access in it goes through a pointer: of an
access in a function there is one region, whoever called it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.expressions import Deref, Load
from maul.cfa.library import DISTURB, canonical
from maul.cfa.model import Call
from maul.cfa.order import call_groups, callees, entered_function
from maul.cfa.walk import inner_first, root, written_place

if TYPE_CHECKING:
    from maul.cfa.model import Cfa, Operation

_NAMES = (
    "memcmp bcmp strcmp strncmp strspn strcspn strstr strpbrk strcpy strncpy stpcpy strcat strncat "
    "memchr index rindex strchr strrchr strlen strnlen strdup strndup sprintf "
    "snprintf memcpy mempcpy memmove memset calloc realloc "
    "modf modff modfl frexp frexpf frexpl"
)
LOOK_THROUGH = frozenset((*_NAMES.split(), DISTURB))
"""The library functions that read or write what their arguments or results point to."""

_MOST_OPERATIONS = 150  # of a function and all that it calls, each time it is called


def wrappers(cfa: Cfa) -> frozenset[str]:
    """The functions to analyse anew for each call."""
    calls = callees(cfa)
    cost: dict[str, int] = {}
    for group in call_groups(cfa):
        name = group[0]
        if len(group) > 1 or name in calls[name] or name not in cfa.functions:
            continue
        if not all(callee in cost for callee in calls[name]):
            continue
        edges = [edge for at in cfa.functions[name].locations for edge in at.leaving]
        entered = [entered_function(cfa, edge) for edge in edges]
        total = len(edges) + sum(cost[callee.name] for callee in entered if callee is not None)
        if total <= _MOST_OPERATIONS and not any(_looks_through(edge.operation) for edge in edges):
            cost[name] = total
    return frozenset(cost)


def _looks_through(operation: Operation) -> bool:
    """Whether an operation reads or writes at the value of a pointer."""
    target = written_place(operation)
    if target is not None and isinstance(root(target), Deref):
        return True
    if isinstance(operation, Call) and canonical(operation.function) in LOOK_THROUGH:
        return True
    return any(
        isinstance(e, Load) and isinstance(root(e.place), Deref) for e in inner_first(operation)
    )
