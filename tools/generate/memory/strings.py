"""Statements that call functions on strings."""

from __future__ import annotations

from tools.generate.memory.state import Piece, Slot, Writer

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-"


def text_of(length: int) -> str:
    """A string literal of so many characters."""
    return f'"{LETTERS[:length]}"'


def store(w: Writer) -> None:
    """Put a string into an object."""
    slot = w.usable(start=True)
    if slot is None or slot.piece is None:
        return
    piece, name = slot.piece, slot.name
    length = w.number(0, piece.size - 1)
    room = w.number(length + 1, piece.size)
    w.add(
        w.pick(
            (
                f"strcpy({name}, {text_of(length)});",
                f"strncpy({name}, {text_of(length)}, {room});",
                f"memcpy({name}, {text_of(length)}, {length + 1});",
            )
        )
    )
    piece.text = length


def of_text(w: Writer) -> Slot | None:
    """A slot that points to the start of a string."""
    found = [
        slot
        for slot in w.slots
        if slot.piece and not slot.piece.end and slot.piece.text is not None and not slot.offset
    ]
    return w.pick(found) if found else None


def scan(w: Writer) -> None:
    """Read a string."""
    slot = of_text(w)
    if slot is None:
        return
    name = slot.name
    w.add(
        w.pick(
            (
                f"sum += strlen({name});",
                f"sum += strcmp({name}, {text_of(w.number(0, 5))}) == 0;",
                f"sum += strchr({name}, 'c') != 0;",
                f"sum += strncmp({name}, {text_of(5)}, 4) == 0;",
                f"sum += strnlen({name}, 200);",
                f"for (char *p = {name}; *p; p++) sum += *p;",
            )
        )
    )


def append(w: Writer) -> None:
    """Put a string behind another one."""
    slot = of_text(w)
    if slot is None or slot.piece is None or slot.piece.text is None:
        return
    room = slot.piece.size - 1 - slot.piece.text
    length = w.number(0, room)
    w.add(f"strcat({slot.name}, {text_of(length)});")
    slot.piece.text += length


def duplicate(w: Writer) -> None:
    """Copy a string to another object, or to a new one."""
    source, to = of_text(w), w.free_slot()
    if source is None or source.piece is None or source.piece.text is None:
        return
    length = source.piece.text
    if to is not None and to is not source and w.chance(0.5):
        w.add(f"{to.name} = strdup({source.name});")
        w.point(to, Piece("heap", length + 1, text=length))
        return
    place = w.usable(start=True, least=length + 1)
    if place is not None and place.piece is not None and place.piece is not source.piece:
        w.add(f"strcpy({place.name}, {source.name});")
        place.piece.text = length


OPERATIONS = ((2.0, store), (2.0, scan), (1.0, append), (1.5, duplicate))


def too_long(w: Writer, slot: Slot, piece: Piece) -> str:
    """A call that writes a string into an object that is too small for it, or reads behind one."""
    length = piece.size + w.number(0, 14)
    name = slot.name
    if w.chance(0.4):
        w.add(f"memset({name}, 'n', {piece.size});")
        return w.pick(
            (
                f"sum += strlen({name});",
                f"strcpy(buffer, {name});",
                f"sum += strchr({name}, 'z') != 0;",
                f"free(strdup({name}));",
            )
        )
    return w.pick(
        (
            f"strcpy({name}, {text_of(length)});",
            f"strncpy({name}, {text_of(2)}, {length + 1});",
            f"*{name} = 0, strcat({name}, {text_of(length)});",
        )
    )
