"""Values by name, each exported by its own module and imported when it is first asked for.

Comes in: a table from names to places, ``"maul.methods.impact:METHOD"``. Goes out: the values. So a
catalogue is a list of lines, nobody spells names in conditions, and what is not used costs nothing
at start-up.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

from maul.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

T = TypeVar("T")


class Registry(Generic[T]):
    """What there is of one kind: ``what`` names it for people, ``kind`` is its class."""

    def __init__(self, what: str, kind: type[T], homes: Mapping[str, str]) -> None:
        self._what = what
        self._kind = kind
        self._homes = dict(homes)

    def __iter__(self) -> Iterator[str]:
        """The names, in the order of the table."""
        return iter(self._homes)

    def __contains__(self, name: object) -> bool:
        """Whether there is something of that name."""
        return name in self._homes

    def __getitem__(self, name: str) -> T:
        """The value of a name; ``BadInput`` when there is none."""
        home = self._homes.get(name)
        if home is None:
            raise BadInput(f"there is no {self._what} {name}; there are {', '.join(self)}")
        found = _imported(home)
        assert isinstance(found, self._kind), f"{home} is no {self._what}"
        return found

    def values(self) -> Iterator[T]:
        """All values, in the order of the table; imports every module of it."""
        return (self[name] for name in self)


@cache
def _imported(home: str) -> object:
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)
