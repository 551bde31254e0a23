"""What is known of the execution of the program that is being written: objects and pointers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

T = TypeVar("T")

SIZES = (1, 2, 3, 4, 7, 8, 12, 16, 20, 24, 31, 32, 40, 64)


@dataclass(eq=False, slots=True)
class Piece:
    """An object: ``kind`` is heap, stack or global; ``end`` tells how it died ("freed", "scope",
    "returned"), empty while it lives. ``text`` is the length of the string at its start, if there
    is one."""

    kind: str
    size: int
    name: str = ""
    end: str = ""
    text: int | None = None


@dataclass(eq=False, slots=True)
class Slot:
    """A pointer variable or member ``name`` that points ``offset`` bytes into a piece; to none when
    it is null. ``home`` is the heap object it is part of, None for variables."""

    name: str
    piece: Piece | None = None
    offset: int = 0
    home: Piece | None = None


@dataclass(slots=True)
class Writer:
    """The program so far, and the state that its execution is in at this point."""

    random: Random
    features: frozenset[str]
    top: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    arrays: list[Piece] = field(default_factory=list)
    planted: str = ""  # the kind of the planted error
    depth: int = 0  # of blocks inside the present function
    nodes: int = 0  # in the list
    names: dict[str, int] = field(default_factory=dict)

    # ---- chance ----------------------------------------------------------------------------------

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return self.random.choice(choices)

    def chance(self, probability: float) -> bool:
        """True as often as the probability says."""
        return self.random.random() < probability

    def number(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return self.random.randint(low, high)

    def name(self, prefix: str) -> str:
        """A name that is not used yet."""
        self.names[prefix] = self.names.get(prefix, 0) + 1
        return f"{prefix}{self.names[prefix]}"

    # ---- text ------------------------------------------------------------------------------------

    def add(self, *lines: str) -> None:
        """Add lines to the present function."""
        self.lines += lines

    def plant(self, kind: str, line: str) -> None:
        """Add the line with the error."""
        self.planted = kind
        self.lines.append(f"{line} // planted: {kind}")

    # ---- pointers --------------------------------------------------------------------------------

    def owners(self, piece: Piece) -> list[Slot]:
        """The slots that lead to a piece."""
        return [slot for slot in self.slots if slot.piece is piece]

    def may_be_set(self, slot: Slot) -> bool:
        """Whether no live heap object is lost when the slot is overwritten."""
        piece = slot.piece
        if piece is None or piece.kind != "heap" or piece.end:
            return True
        return len(self.owners(piece)) > 1

    def holds_slots(self, slot: Slot) -> bool:
        """Whether a slot leads to an object that has slots inside."""
        return slot.piece is not None and any(each.home is slot.piece for each in self.slots)

    def free_slot(self) -> Slot | None:
        """A slot that may be overwritten."""
        found = [
            slot for slot in self.slots if self.may_be_set(slot) and not self.holds_slots(slot)
        ]
        return self.pick(found) if found else None

    def usable(self, *, kind: str = "", least: int = 1, start: bool = False) -> Slot | None:
        """A slot that leads to a live object without slots inside, with ``least`` bytes from there
        to its end."""
        found = [
            slot
            for slot in self.slots
            if slot.piece is not None
            and not slot.piece.end
            and not self.holds_slots(slot)
            and kind in ("", slot.piece.kind)
            and slot.piece.size - slot.offset >= least
            and (slot.offset == 0 or not start)
        ]
        return self.pick(found) if found else None

    def dangling(self, *ends: str) -> Slot | None:
        """A slot whose object has ended in one of the ways."""
        found = [slot for slot in self.slots if slot.piece is not None and slot.piece.end in ends]
        return self.pick(found) if found else None

    def point(self, slot: Slot, piece: Piece | None, offset: int = 0) -> None:
        """Note where a slot points from now on."""
        slot.piece, slot.offset = piece, offset

    def kill(self, piece: Piece, how: str) -> None:
        """Note that an object has ended; the slots inside of it are gone."""
        piece.end = how
        self.slots[:] = [slot for slot in self.slots if slot.home is not piece]
