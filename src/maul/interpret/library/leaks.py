"""Which heap objects the program can still reach through pointers from its variables."""

from __future__ import annotations

from struct import Struct

from maul.c.tree import Variable
from maul.cfa.model import Location
from maul.cfa.walk import mentioned_variables
from maul.interpret.memory import NOWHERE, Address, Object, ObjectMemory


def lost(memory: ObjectMemory, pointers: list[Address], objects: list[Object]) -> list[Object]:
    """The live heap objects that no chain of pointers from the given ones reaches.

    A pointer into the middle of an object or to its end reaches it. Bytes that were not stored as a
    pointer count when they are the number of an address: they may be a pointer copied by bytes.
    """
    reached: set[Object] = set()
    waiting = list(objects)
    waiting += [memory.resolve(pointer)[0] for pointer in pointers]
    while waiting:
        at = waiting.pop()
        if at in reached or at is NOWHERE or at.size < 0:
            continue
        reached.add(at)
        waiting += [memory.resolve(pointer)[0] for pointer in at.pointers.values()]
        waiting += _numbers(memory, at)
    return [at for at in memory.heap.objects if at not in reached]


def mentioned_from(location: Location) -> frozenset[Variable]:
    """The variables that a function still mentions, from a location on: a temporary that is not
    among them holds nothing for the program any more."""
    found: set[Variable] = set()
    seen, waiting = {location}, [location]
    while waiting:
        for edge in waiting.pop().leaving:
            found.update(mentioned_variables(edge.operation))
            if edge.target not in seen:
                seen.add(edge.target)
                waiting.append(edge.target)
    return frozenset(found)


def _numbers(memory: ObjectMemory, at: Object) -> list[Object]:
    """The heap objects whose addresses stand in the aligned words of an object."""
    heap, size = memory.heap, memory.pointer_size
    whole = len(at.data) // size * size
    words: list[int] = [
        word
        for (word,) in Struct("<I" if size == 4 else "<Q").iter_unpack(at.data[:whole])
        if heap.start <= word < heap.next
    ]
    found = [heap.holding(word) for word in words]
    return [each for each in found if each is not None]
