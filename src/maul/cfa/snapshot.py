"""What a program model was made of at a time, to find out whether somebody has changed it since.

Comes in: a program model. Goes out: whether all that is reachable from it still has the same parts.
The model is frozen for the type checker only, and functions from outside maul get hold of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maul.cfa.model import Cfa


class Snapshot:
    """The parts of everything that is reachable from program models."""

    def __init__(self, *programs: Cfa) -> None:
        self._parts: dict[int, tuple[object, tuple[object, ...]]] = {}
        left: list[object] = [*programs]
        while left:
            each = left.pop()
            if id(each) not in self._parts:
                parts = _parts_of(each)
                self._parts[id(each)] = each, parts
                left += parts

    def is_intact(self) -> bool:
        """Whether nothing has changed."""
        return all(_are_same(_parts_of(each), parts) for each, parts in self._parts.values())


def _parts_of(each: object) -> tuple[object, ...]:
    """What an object is made of: its items, or its fields."""
    match each:
        case dict():
            return (*each.keys(), *each.values())
        case tuple() | list() | frozenset() | set():
            return tuple(each)
    return tuple([getattr(each, name, None) for name in getattr(type(each), "__slots__", ())])


def _are_same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    return len(some) == len(others) and all(map(_is, some, others))


def _is(some: object, other: object) -> bool:
    # Numbers and texts that are made again are as good.
    return some is other or (isinstance(some, int | str) and some == other)
