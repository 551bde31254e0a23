"""Statements about objects and pointers that are right in the present state."""

from __future__ import annotations

from tools.generate.memory.accesses import WIDTHS, access, block
from tools.generate.memory.state import SIZES, Piece, Slot, Writer


def allocate(w: Writer) -> None:
    """Make a heap object."""
    slot = w.free_slot()
    if slot is None:
        return
    new_object(w, slot)


def new_object(w: Writer, slot: Slot, least: int = 1) -> Piece:
    """Let a slot own a new heap object of at least so many bytes."""
    size = w.pick([size for size in SIZES if size >= least])
    name = slot.name
    w.add(
        w.pick(
            (
                f"{name} = malloc({size});",
                f"{name} = calloc({size}, 1);",
                f"{name} = calloc(1, {size});",
                f"{name} = realloc(0, {size});",
                f"{name} = make({size});",
                f"make_at(&{name}, {size});",
            )
        )
    )
    piece = Piece("heap", size)
    w.point(slot, piece)
    return piece


def release(w: Writer) -> None:
    """Free an object; pointers to it may stay."""
    found = [s for s in w.slots if s.piece and s.piece.kind == "heap" and not s.piece.end]
    found = [s for s in found if s.offset == 0]
    if found:
        release_through(w, w.pick(found))


def release_through(w: Writer, slot: Slot) -> None:
    """Free the object that a slot leads to."""
    piece, name = slot.piece, slot.name
    assert piece is not None
    move_out(w, piece)
    way = w.number(0, 4)
    if way == 0 and slot.home is not piece:  # it writes to the slot afterwards
        w.add(f"release(&{name});")
        w.point(slot, None)
    elif way == 1:
        w.add(w.pick((f"drop({name});", f"realloc({name}, 0);")))
    else:
        w.add(w.pick((f"free({name});", f"drop({name});", f"free((void *)(word){name});")))
    w.kill(piece, "freed")


def move_out(w: Writer, piece: Piece) -> None:
    """Free what only slots inside of a piece lead to."""
    for inner in [slot for slot in w.slots if slot.home is piece]:
        held = inner.piece
        if held is None or held is piece or held.kind != "heap" or held.end:
            continue
        if all(owner.home is piece for owner in w.owners(held)):
            w.add(f"free({start_of(inner)});")
            w.kill(held, "freed")


def start_of(slot: Slot) -> str:
    """The start of the object that a slot points into."""
    return f"{slot.name} - {slot.offset}" if slot.offset else slot.name


def resize(w: Writer) -> None:
    """Give an object another size; it moves."""
    slot = w.usable(kind="heap", start=True)
    if slot is None or slot.piece is None:
        return
    size = w.pick(SIZES)
    if w.chance(0.5):
        w.add(f"{slot.name} = realloc({slot.name}, {size});")
    else:
        name = w.name("grown")
        w.add(f"char *{name} = realloc({slot.name}, {size});", f"{slot.name} = {name};")
    w.kill(slot.piece, "freed")
    w.point(slot, Piece("heap", size))


def touch(w: Writer) -> None:
    """Read or write a live object."""
    slot = w.usable()
    if slot is None or slot.piece is None:
        return
    piece = slot.piece
    width = w.pick([size for size in WIDTHS if size <= piece.size])
    at = w.number(0, piece.size // width - 1) * width - slot.offset
    w.add(access(w, slot.name, at, width))
    piece.text = None


def sweep(w: Writer) -> None:
    """Go over a whole object, in a loop or by a function of the library."""
    slot = w.usable()
    if slot is None or slot.piece is None:
        return
    size = slot.piece.size - slot.offset
    name = slot.name
    w.add(
        w.pick(
            (
                f"for (int i = 0; i < {size}; i++) {name}[i] = (char)i;",
                f"for (unsigned i = {size}; i-- > 0;) sum += {name}[i];",
                f"for (char *p = {name}, *end = p + {size}; p < end; p++) *p = 3;",
                block(w, name, size),
            )
        )
    )
    slot.piece.text = None


def transfer(w: Writer) -> None:
    """Copy a block from one object to another, or compare two."""
    to, source = w.usable(), w.usable()
    if to is None or source is None or to.piece is None or source.piece is None:
        return
    if to.piece is source.piece or any(s.home is to.piece for s in w.slots):
        return
    size = min(to.piece.size - to.offset, source.piece.size - source.offset)
    function = w.pick(("memcpy", "memmove", "memcmp"))
    call = f"{function}({to.name}, {source.name}, {w.number(1, size)});"
    w.add(f"sum += {call}" if function == "memcmp" else call)
    to.piece.text = None


def copy(w: Writer) -> None:
    """Let one slot point where another does."""
    to, source = w.free_slot(), w.pick(w.slots)
    if to is None or to is source or (source.piece is not None and source.piece.end):
        return
    copied(w, to, source)
    w.point(to, source.piece, source.offset)


def copied(w: Writer, to: Slot, source: Slot) -> None:
    """Copy a pointer in one of many ways."""
    a, b, t = to.name, source.name, w.name("t")
    k = w.number(1, 9)
    half = "(word)1 << (8 * sizeof(word) - 1)"
    ways: tuple[tuple[str, ...], ...] = (
        (f"{a} = {b};",),
        (f"memcpy(&{a}, &{b}, sizeof {a});",),
        (f"for (unsigned i = 0; i < sizeof {a}; i++) ((char *)&{a})[i] = ((char *)&{b})[i];",),
        (f"word {t} = (word){b};", f"{a} = (char *){t};"),
        (f"word {t} = (word){b} ^ (word)&sum;", f"{a} = (char *)({t} ^ (word)&sum);"),
        (f"word {t} = ~(word){b};", f"{a} = (char *)~{t};"),
        (f"union both {t};", f"{t}.pointer = {b};", f"{a} = (char *){t}.number;"),
        (f"struct {{ char c; char *p; }} {t} = {{'c', {b}}}, {t}_ = {t};", f"{a} = {t}_.p;"),
        (f"{a} = same({b});",),
        (f"word {t} = {half};", f"{a} = (char *)((word){b} + {t} + {t});"),
        (f"char **{t} = &{b}, ***{t}_ = &{t};", f"{a} = **{t}_;"),
        (f"long {t}[2] = {{0, (long){b}}};", f"{a} = (char *){t}[one];"),
        (
            f"struct record {t} = {{0, 0, {b}}};",
            f"char *{t}_ = (char *)&{t}.second - __builtin_offsetof(struct record, second);",
            f"{a} = ((struct record *){t}_)->second;",
        ),
        (
            f"struct {{ word low : 5, high : 8 * sizeof(word) - 5; }} {t};",
            f"{t}.low = (word){b};",
            f"{t}.high = (word){b} >> 5;",
            f"{a} = (char *)((word){t}.high << 5 | {t}.low);",
        ),
        (
            f"unsigned char {t}[sizeof(char *)];",
            f"for (unsigned i = sizeof {t}; i-- > 0;) {t}[i] = (word){b} >> 8 * i;",
            f"memcpy(&{a}, {t}, sizeof {t});",
        ),
    )
    if source.piece is not None:  # a null pointer may not be moved
        ways += ((f"{a} = (char *)((word){b} + {k});", f"{a} -= {k};"),)
    w.add("{", *w.pick(ways), "}")


def move(w: Writer) -> None:
    """Move a pointer inside of its object; the only one to a heap object stays at its start."""
    slot = w.usable()
    if slot is None or slot.piece is None:
        return
    to = w.number(0, slot.piece.size - 1)
    step = to - slot.offset
    if step:
        w.add(f"{slot.name} {'+' if step > 0 else '-'}= {abs(step)};")
        slot.offset = to


def clear(w: Writer) -> None:
    """Set a slot to null."""
    slot = w.free_slot()
    if slot is not None:
        w.add(f"{slot.name} = {w.pick(('0', '(void *)0', '(char *)(word)0'))};")
        w.point(slot, None)


def aim(w: Writer) -> None:
    """Let a slot point to an array that lives."""
    slot = w.free_slot()
    if slot is None:
        return
    piece = w.pick([piece for piece in w.arrays if not piece.end])
    offset = w.number(0, piece.size - 1) if w.chance(0.4) else 0
    name = piece.name
    w.add(f"{slot.name} = {w.pick((f'{name} + {offset}', f'&{name}[{offset}]'))};")
    w.point(slot, piece, offset)


def container(w: Writer) -> None:
    """Let a slot own a heap object that holds slots itself: a record or a table."""
    slot = w.free_slot()
    if slot is None or slot.home is not None:
        return
    record, count = w.chance(0.5), w.number(1, 4)
    # How large it is depends on the data model: nothing looks at its bytes.
    piece = Piece("heap", 1)
    if record:
        w.add(f"{slot.name} = calloc(1, sizeof(struct record));")
        members = [f"((struct record *){slot.name})->{m}" for m in ("first", "second")]
    else:
        w.add(f"{slot.name} = calloc({count}, sizeof(char *));")
        members = [f"((char **){slot.name})[{i}]" for i in range(count)]
    held = w.name("kept")
    w.top.append(f"static char *{held};")
    w.add(f"{held} = {slot.name};")
    w.slots.append(Slot(held, piece))
    members = [member.replace(slot.name, held) for member in members]
    w.point(slot, piece)
    w.slots += [Slot(member, None, 0, piece) for member in members]


def push(w: Writer) -> None:
    """Put a node in front of the list."""
    w.add("push();")
    w.nodes += 1


def pop(w: Writer) -> None:
    """Take a node from the list."""
    if w.nodes:
        w.add("pop();")
        w.nodes -= 1


def walk(w: Writer) -> None:
    """Go through the list."""
    w.add("for (struct node *n = list; n; n = n->next) sum += n->value;")


def shortest(w: Writer) -> None:
    """A loop that makes and frees an object in each round."""
    size, rounds, name = w.pick(SIZES), w.number(1, 4), w.name("p")
    w.add(
        f"for (int i = 0; i < {rounds}; i++) {{",
        f"char *{name} = malloc({size});",
        access(w, name, w.number(0, size - 1), 1),
        f"free({name});",
        "}",
    )


OPERATIONS = (
    (4.0, allocate),
    (2.0, release),
    (1.0, resize),
    (4.0, touch),
    (1.5, sweep),
    (1.5, transfer),
    (2.5, copy),
    (1.0, move),
    (0.7, clear),
    (1.0, aim),
    (0.8, container),
    (0.8, push),
    (0.5, pop),
    (0.3, walk),
    (0.5, shortest),
)
