"""Arrays: reading, writing, and the array that is the same everywhere, simplified at a glance.

Comes in: array terms with fitting indices and elements. Goes out: an equivalent of the asked-for
term. Reading looks through writes as long as the indices are known to be the same or different.
"""

from __future__ import annotations

from maul.logic.build.core import differ_by_constant, mismatch
from maul.logic.sorts import Array
from maul.logic.terms import Term, application, indexed

# How many writes a read looks through, so that many reads of a long history stay cheap.
REACH = 1000


def constant_array(sort: Array, element: Term) -> Term:
    """The array that holds the element at every index."""
    if element.sort is not sort.element:
        raise mismatch(f"const {sort}", element)
    return indexed("const", (element,), sort, sort)


def select(array: Term, index: Term) -> Term:
    """The element at an index."""
    sort = array.sort
    if not isinstance(sort, Array) or index.sort is not sort.index:
        raise mismatch("select", array, index)
    for _ in range(REACH):
        if array.operator == "const":
            return array.arguments[0]
        if array.operator != "store":
            break
        inner, written, element = array.arguments
        if written is index:
            return element
        if not differ_by_constant(written, index):
            break
        array = inner
    return application("select", (array, index), sort.element)


def store(array: Term, index: Term, element: Term) -> Term:
    """The array with another element at an index."""
    sort = array.sort
    if (
        not isinstance(sort, Array)
        or index.sort is not sort.index
        or element.sort is not sort.element
    ):
        raise mismatch("store", array, index, element)
    if array.operator == "store" and array.arguments[1] is index:
        array = array.arguments[0]
    if array.operator == "const" and array.arguments[0] is element:
        return array
    if element.operator == "select" and element.arguments == (array, index):
        return array
    return application("store", (array, index, element), sort)
