"""Global objects that all random expressions share: scalars, arrays, records, pointers to them."""

from __future__ import annotations

from dataclasses import replace

from tools.generate.builder import GLOBALS, Builder, Place
from tools.generate.constants import constant_expression
from tools.generate.records import Records
from tools.generate.scalars import FLOATS, INTEGERS, UINT
from tools.generate.statements import Statements

_LINKAGE = ("", "static ")


def declare_globals(builder: Builder, records: Records, statements: Statements) -> None:
    """Declare them all, with and without initialisers."""
    _scalars(builder, records)
    _arrays(builder, records)
    for record in records.made:
        name = builder.name("r")
        if builder.chance(0.3):
            builder.note("array of struct")
            builder.top.append(f"static {record.name} {name}[2];")
            objects = [f"{name}[0]", f"{name}[1]"]
            moving = record.places(f"{name}[#]", name, is_global=True)
            builder.globals += [replace(p, outer=2, addressable=False) for p in moving]
        else:
            builder.top.append(f"{record.name} {name} = {records.initialiser(record)};")
            objects = [name]
        for text in objects:
            builder.globals += record.places(text, name, is_global=True)
            statements.objects.append((text, record, True))
    _pointers(builder, statements)
    builder.top.append("")


def _scalars(builder: Builder, records: Records) -> None:
    for _ in range(builder.number(2, 5)):
        t, name = builder.pick(INTEGERS), builder.name("g")
        builder.note(f"global {t.name}")
        start = builder.pick(
            ("", f" = {records.constant(t)}", f" = {records.constant(t)}", " = $K")
        )
        if start == " = $K":
            builder.note("constant expression")
            start = f" = {constant_expression(builder)}"
        builder.globals.append(Place(name, t, name, is_global=True))
        builder.top.append(f"{builder.pick(_LINKAGE)}{builder.spelling(t)} {name}{start};")
    for t in FLOATS:
        name = builder.name("g")
        builder.globals.append(Place(name, t, name, is_global=True))
        builder.top.append(f"{builder.pick(_LINKAGE)}{t.name} {name} = {records.constant(t)};")
    if builder.chance(0.3):
        name = builder.name("g")
        builder.note("enum")
        builder.globals.append(Place(name, UINT, name, is_global=True, addressable=False))
        builder.top.append(f"static enum {records.enumeration} {name} = mid;")


def _arrays(builder: Builder, records: Records) -> None:
    t, name = builder.pick(INTEGERS), builder.name("a")
    dimensions = builder.pick(((4,), (8,), (2, 4)))
    values = ", ".join(records.constant(t) for _ in range(builder.number(1, 4)))
    builder.globals.append(Place(name, t, name, dimensions, is_global=True))
    shape = "".join(f"[{n}]" for n in dimensions)
    builder.top.append(f"static {t.name} {name}{shape} = {{{values}}};")
    if builder.chance(0.4):
        builder.note("constant table")
        t, name = builder.pick(INTEGERS), builder.name("c")
        values = ", ".join(constant_expression(builder) for _ in range(builder.number(2, 8)))
        place = Place(name, t, name, (8,), is_global=True, writable=False, addressable=False)
        builder.globals.append(place)
        builder.top.append(f"static const {t.name} {name}[8] = {{{values}}};")


def _pointers(builder: Builder, statements: Statements) -> None:
    """Pointers that the program moves from one global to another of the same type."""
    plain = [p for p in builder.globals if p.addressable and not p.dimensions and p.width is None]
    if plain and builder.chance(0.6):
        first = builder.pick(plain)
        targets = [f"&{p.text}" for p in plain if p.type == first.type]
        name = builder.name("pt")
        builder.note("moving pointer")
        builder.globals.append(
            Place(f"(*{name})", first.type, GLOBALS, is_global=True, alias=True, addressable=False)
        )
        builder.top.append(f"static {first.type.name} *{name} = &{first.text};")
        statements.pointers.append((name, targets))
    if statements.objects and builder.chance(0.4):
        text, record, _ = builder.pick(statements.objects)
        targets = [f"&{other}" for other, r, _ in statements.objects if r is record]
        name = builder.name("ps")
        builder.note("moving pointer", "pointer to struct")
        places = record.places(name, GLOBALS, is_global=True, pointer=True)
        builder.globals += [replace(p, alias=True, addressable=False) for p in places]
        builder.top.append(f"{record.name} *{name} = &{text};")
        statements.pointers.append((name, targets))
