"""Inputs: calls of ``__VERIFIER_nondet_*`` in a fixed order, with values that fit their types."""

from __future__ import annotations

from tools.generate.builder import Builder, Place
from tools.generate.scalars import (
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    LONG,
    SHORT,
    UCHAR,
    UINT,
    ULLONG,
    ULONG,
    USHORT,
    Scalar,
)

SOURCES: tuple[tuple[str, Scalar], ...] = (
    ("bool", BOOL),
    ("char", CHAR),
    ("uchar", UCHAR),
    ("short", SHORT),
    ("ushort", USHORT),
    ("int", INT),
    ("uint", UINT),
    ("long", LONG),
    ("ulong", ULONG),
    ("longlong", LLONG),
    ("ulonglong", ULLONG),
    ("float", FLOAT),
    ("double", DOUBLE),
)


def declarations() -> list[str]:
    """The prototypes of all input functions."""
    return [f"extern {t.name} __VERIFIER_nondet_{name}(void);" for name, t in SOURCES]


def _value(builder: Builder, t: Scalar) -> int:
    """An input: a floating one is given as an integer, which is rounded to the type."""
    return builder.value(LLONG if t.floating else t)


def read_inputs(builder: Builder, count: int) -> None:
    """Let main read ``count`` inputs into new globals, one of them in a loop."""
    for _ in range(count):
        source, t = builder.pick(SOURCES)
        name = builder.name("in")
        builder.note(f"input of {source}")
        call = f"__VERIFIER_nondet_{source}()"
        if builder.chance(0.15):
            builder.note("input in loop")
            builder.globals.append(Place(name, t, name, (4,), is_global=True))
            builder.top.append(f"static {t.name} {name}[4];")
            builder.main.append(f"for (int i = 0; i < 3; i++) {name}[i + 1] = {call};")
            builder.inputs += [_value(builder, t) for _ in range(3)]
            continue
        builder.globals.append(Place(name, t, name, is_global=True))
        builder.top.append(f"{builder.pick(('', 'static '))}{t.name} {name};")
        conversion = builder.pick(("", "-") if t.floating else ("", "", "(unsigned)", "-", "~"))
        builder.main.append(f"{name} = {conversion}{call};")
        builder.inputs.append(_value(builder, t))
