"""Errors that are planted: each adds what it needs and one line that is wrong."""

from __future__ import annotations

from collections.abc import Callable

from tools.generate.memory.accesses import WIDTHS, access
from tools.generate.memory.blocks import block
from tools.generate.memory.operations import aim, new_object, release_through
from tools.generate.memory.state import Piece, Slot, Writer
from tools.generate.memory.strings import too_long

REACH = 16  # bytes around an object that AddressSanitizer surely keeps free


def _target(w: Writer, kind: str) -> tuple[Slot, Piece] | None:
    """A slot that points to the start of a live object of a kind."""
    slot = w.usable(kind=kind, start=True)
    if slot is None:
        slot = w.free_slot()
        if slot is None:
            return None
        if kind == "heap":
            new_object(w, slot)
        else:
            found = [piece for piece in w.arrays if piece.kind == kind]
            if not found:
                return None
            w.add(f"{slot.name} = {found[-1].name};")
            w.point(slot, found[-1])
    assert slot.piece is not None
    return slot, slot.piece


def _bounds(w: Writer, kind: str) -> None:
    target = _target(w, kind)
    if target is None:
        return
    slot, piece = target
    name, size = slot.name, piece.size
    way = w.number(0, 9)
    if way == 0:
        line = f"for (int i = 0; i <= {size}; i++) {name}[i] = 1;"
    elif way == 1:
        line = f"memset({name}, 0, {size + w.number(1, REACH)});"
    elif way == 2:
        line = f"memcpy(buffer, {name}, {size + w.number(1, REACH)});"
    elif way == 3 and "strings" in w.features:
        line = too_long(w, slot, piece)
    else:
        width = w.pick(tuple(WIDTHS))
        first = size // width * width
        behind = [at for at in range(first, size + REACH - width + 1, width) if at >= 0]
        before = list(range(-width, -REACH - 1, -width))
        line = access(w, name, w.pick(behind if w.chance(0.7) else before), width)
    w.plant("bounds", line)


def heap_bounds(w: Writer) -> None:
    """An access outside of a heap object."""
    _bounds(w, "heap")


def stack_bounds(w: Writer) -> None:
    """An access outside of a local."""
    _bounds(w, "stack")


def global_bounds(w: Writer) -> None:
    """An access outside of a global."""
    _bounds(w, "global")


def _stale(w: Writer, *ends: str) -> Slot | None:
    slot = w.dangling(*ends)
    if slot is not None or "freed" not in ends:
        return slot
    target = _target(w, "heap")
    if target is None:
        return None
    release_through(w, target[0])
    return w.dangling(*ends)


def _touch_ended(w: Writer, kind: str, *ends: str) -> None:
    slot = _stale(w, *ends)
    if slot is None or slot.piece is None:
        return
    width = w.pick([size for size in WIDTHS if size <= slot.piece.size])
    at = w.number(0, slot.piece.size // width - 1) * width
    w.plant(kind, access(w, slot.name, at - slot.offset, width))


def after_free(w: Writer) -> None:
    """An access to an object that is freed."""
    _touch_ended(w, "after free", "freed")


def after_return(w: Writer) -> None:
    """An access to a local of a function that has returned."""
    _touch_ended(w, "after return", "returned")


def after_scope(w: Writer) -> None:
    """An access to a local whose block has ended."""
    if "blocks" in w.features:
        if w.dangling("scope") is None:
            block(w, lambda _: None)
        _touch_ended(w, "after scope", "scope")


def null(w: Writer) -> None:
    """An access through a null pointer."""
    slot = w.free_slot()
    if slot is None:
        return
    w.add(f"{slot.name} = 0;")
    w.point(slot, None)
    width = w.pick(tuple(WIDTHS))
    w.plant("null", access(w, slot.name, w.number(0, 8) * width, width))


def double_free(w: Writer) -> None:
    """An object is freed again."""
    slot = _stale(w, "freed")
    if slot is not None and slot.offset == 0:
        w.plant("double free", _freed(w, slot.name))


def free_middle(w: Writer) -> None:
    """What is freed is not the start of an object."""
    slot = w.usable(kind="heap", least=2)
    if slot is None or slot.piece is None:
        target = w.free_slot()
        if target is None:
            return
        new_object(w, target, 2)
        slot = target
    assert slot.piece is not None
    at = w.number(1, slot.piece.size - 1) - slot.offset
    if at + slot.offset > 0:
        w.plant("free inside", _freed(w, f"{slot.name} + {at}" if at else slot.name))


def free_variable(w: Writer) -> None:
    """What is freed is a variable."""
    slot = w.usable(kind=w.pick(("stack", "global")))
    if slot is None:
        aim(w)
        slot = w.usable(kind="global")
    if slot is not None:
        w.plant("free of variable", _freed(w, slot.name))


def _freed(w: Writer, pointer: str) -> str:
    return w.pick(
        (
            f"free({pointer});",
            f"free({pointer});",
            f"drop({pointer});",
            f"sum += realloc({pointer}, 8) == 0;",
        )
    )


def lost(w: Writer) -> None:
    """Nothing leads to an object any more."""
    target = _target(w, "heap")
    if target is None:
        return
    _, piece = target
    owners = w.owners(piece)
    for owner in owners[1:]:
        w.add(f"{owner.name} = 0;")
    for owner in owners:
        w.point(owner, None)
    w.plant("lost", f"{owners[0].name} = {w.pick(('0', 'buffer'))};")


def lost_node(w: Writer) -> None:
    """Nothing leads to a node of the list any more."""
    w.add("push();")
    w.plant("lost", "list = list->next;")


def left(w: Writer) -> None:
    """An object that is still there at the end, and can still be reached."""
    name = w.name("rest")
    w.top.append(f"static char *{name};")
    w.plant("left", f"{name} = {w.pick(('malloc(10);', 'calloc(2, 3);', 'make(7);'))}")


PLANTS: dict[str, Callable[[Writer], None]] = {
    plant.__name__: plant
    for plant in (
        heap_bounds,
        stack_bounds,
        global_bounds,
        after_free,
        after_return,
        after_scope,
        null,
        double_free,
        free_middle,
        free_variable,
        lost,
        lost_node,
        left,
    )
}
VIOLATED = {
    "bounds": "valid-deref",
    "after free": "valid-deref",
    "after return": "valid-deref",
    "after scope": "valid-deref",
    "null": "valid-deref",
    "double free": "valid-free",
    "free inside": "valid-free",
    "free of variable": "valid-free",
    "lost": "valid-memtrack",
    "left": "valid-memcleanup",
}
