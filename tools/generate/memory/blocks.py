"""Blocks with objects of their own, and the ways to leave them."""

from __future__ import annotations

from collections.abc import Callable

from tools.generate.memory.state import SIZES, Piece, Writer

DEEPEST = 3


def local_array(w: Writer) -> Piece:
    """Declare an array in the present block, and mostly let a slot point to it."""
    size, name = w.pick(SIZES), w.name("local")
    w.add(f"char {name}[{size}] __attribute__((aligned(16)));", f"{name}[{size - 1}] = 'x';")
    piece = Piece("stack", size, name)
    w.arrays.append(piece)
    slot = w.free_slot()
    if slot is not None and w.chance(0.8):
        w.add(f"{slot.name} = {name};")
        w.point(slot, piece)
    return piece


def end(w: Writer, pieces: list[Piece], how: str) -> None:
    """Note that local arrays have ended; often their pointers are set to null."""
    for piece in pieces:
        w.arrays.remove(piece)
        piece.end = how
        for slot in w.owners(piece):
            if w.chance(0.5):
                w.add(f"{slot.name} = 0;")
                w.point(slot, None)


def block(w: Writer, body: Callable[[Writer], None]) -> None:
    """A block that is entered once, left in some way, with other statements inside."""
    if w.depth >= DEEPEST:
        return
    label = w.name("out")
    head, leave, foot = w.pick(
        (
            ("{", "", "}"),
            ("if (one) {", "", "}"),
            ("do {", "if (one) break;", "} while (one);"),
            ("while (one) {", "break;", "}"),
            ("for (int i = 0; i < 1; i++) {", "if (one) continue;", "}"),
            ("{", f"if (one) goto {label};", f"}} {label}:;"),
            ("switch (one) { case 1: {", "if (one) break;", "} }"),
        )
    )
    w.add(head)
    w.depth += 1
    pieces = [local_array(w) for _ in range(w.number(1, 2))]
    body(w)
    if leave:
        w.add(leave, wrong(w))
    w.depth -= 1
    w.add(foot)
    end(w, pieces, "scope")


def wrong(w: Writer) -> str:
    """A statement with an error where the program never comes."""
    slot = w.pick(w.slots).name
    return w.pick(
        (
            "*(char *)0 = 1;",
            f"free({slot} + 1);",
            f"{slot}[-1000] = 1;",
            f"free({slot});",
            "sum++;",
        )
    )


def dead_branch(w: Writer, _body: Callable[[Writer], None]) -> None:
    """A branch that is not taken, with an error in it."""
    w.add(f"if (!one) {wrong(w)}")


def function(w: Writer, body: Callable[[Writer], None]) -> str:
    """A function that is called once; its name."""
    name = w.name("part")
    before, w.lines = w.lines, []
    pieces = [local_array(w) for _ in range(w.number(0, 2))]
    body(w)
    if w.chance(0.4):
        w.add("if (one) return;", wrong(w))
    w.top += [f"static void {name}(void)", "{", *w.lines, "}", ""]
    w.lines = before
    w.add(f"{name}();")
    end(w, pieces, "returned")
    return name
