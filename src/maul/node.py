"""How the data classes of the program model are made: slotted, compared by identity, never
changed.

``node`` is ``dataclass(slots=True, eq=False)`` that the type checker treats as frozen. Freezing
at run time would triple the cost of making a node (measured: 0.42 against 0.15 microseconds) and
add a tenth of a millisecond of start-up for every class; see
docs/decisions/0002-node-classes.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(eq_default=False, frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """Make ``cls`` a slotted data class with identity equality; mypy forbids assigning its
    fields.
    """
    return dataclass(slots=True, eq=False)(cls)
