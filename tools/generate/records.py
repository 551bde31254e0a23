"""Random structs and unions: their declarations, the places inside their objects, initialisers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tools.generate.builder import Builder, Place
from tools.generate.scalars import (
    ARITHMETIC,
    BOOL,
    CHAR,
    FLOAT,
    INT,
    INTEGERS,
    LLONG,
    LONG,
    SCHAR,
    SHORT,
    UCHAR,
    UINT,
    ULLONG,
    ULONG,
    USHORT,
    Scalar,
    literal,
)

_FIELD_TYPES = (
    INT, UINT, INT, UINT, LLONG, ULLONG, CHAR, SCHAR, UCHAR, SHORT, USHORT, LONG, ULONG, BOOL,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Member:
    """An arithmetic part of a record: ``path`` follows the name of an object."""

    path: str
    type: Scalar
    dimensions: tuple[int, ...] = ()
    width: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A struct or union type. ``plain``: no unions inside, so that braces initialise all of it;
    ``packed``: members may be misaligned.
    """

    name: str
    members: tuple[Member, ...]
    packed: bool
    plain: bool

    def places(
        self, text: str, root: str, *, is_global: bool, pointer: bool = False
    ) -> list[Place]:
        """The arithmetic lvalues inside an object."""
        return [
            Place(
                f"{text}->{member.path[1:]}" if pointer else text + member.path,
                member.type,
                root,
                member.dimensions,
                member.width,
                is_global=is_global,
                addressable=not self.packed and member.width is None,
            )
            for member in self.members
        ]


class Records:
    """Makes record types and remembers them."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.made: list[Record] = []
        self.enumeration = builder.name("E")

    def declare_enumeration(self) -> None:
        """The enumeration whose type some bit-fields have."""
        self.builder.top.append(
            f"enum {self.enumeration} {{ low_{self.enumeration}, mid, high = 6 }};"
        )

    def make(self) -> Record:
        """Declare a record with a few members of every kind."""
        builder = self.builder
        name = builder.name("S")
        lines: list[str] = []
        members: list[Member] = []
        plain, packed = True, False
        for _ in range(builder.number(2, 5)):
            kind = builder.random.random()
            if kind < 0.5:
                self._bit_fields(lines, members)
            elif kind < 0.7:
                self._scalar(lines, members, ARITHMETIC)
            elif kind < 0.8:
                t, field = builder.pick(INTEGERS), builder.name("m")
                dimensions = builder.pick(((2,), (4,), (2, 2)))
                builder.note("array in struct")
                lines.append(f"{t.name} {field}{''.join(f'[{n}]' for n in dimensions)};")
                members.append(Member(f".{field}", t, dimensions))
            elif kind < 0.88 and self.made:
                inner, field = builder.pick(self.made), builder.name("m")
                builder.note("nested struct")
                plain, packed = plain and inner.plain, packed or inner.packed
                lines.append(f"{inner.name} {field};")
                members += [
                    Member(f".{field}{m.path}", m.type, m.dimensions, m.width)
                    for m in inner.members
                ]
            else:
                plain = self._anonymous(lines, members) and plain
        if not members:
            self._scalar(lines, members, INTEGERS)
        attribute = self._attribute()
        builder.top += [f"struct {name} {{", *lines, f"}}{attribute};", ""]
        record = Record(f"struct {name}", tuple(members), packed or attribute != "", plain)
        self.made.append(record)
        self._checksum(record)
        return record

    def _attribute(self) -> str:
        if self.builder.chance(0.2):
            self.builder.note("packed")
            return " __attribute__((packed))"
        if self.builder.chance(0.1):
            self.builder.note("aligned")
            return f" __attribute__((aligned({self.builder.pick((2, 8, 16))})))"
        return ""

    def _scalar(self, lines: list[str], members: list[Member], types: Sequence[Scalar]) -> None:
        t, field = self.builder.pick(types), self.builder.name("m")
        lines.append(f"{self.builder.spelling(t)} {field};")
        members.append(Member(f".{field}", t))

    def _bit_fields(self, lines: list[str], members: list[Member]) -> None:
        builder = self.builder
        for _ in range(builder.number(1, 4)):
            field = builder.name("b")
            if builder.chance(0.08):
                builder.note("enum bit-field")
                lines.append(f"enum {self.enumeration} {field} : {builder.number(3, 6)};")
                members.append(Member(f".{field}", UINT, (), 3))
                continue
            t = builder.pick(_FIELD_TYPES)
            width = builder.pick((1, builder.number(1, t.bits), builder.number(1, t.bits), t.bits))
            builder.note("_Bool bit-field" if t.boolean else f"bit-field of {t.name}")
            if width > 32:
                builder.note("bit-field wider than int")
            lines.append(f"{t.name} {field} : {width};")
            members.append(Member(f".{field}", t, (), width))
            if builder.chance(0.08):
                builder.note("zero-width bit-field")
                lines.append(f"{builder.pick(('int', 'char', 'long long'))} : 0;")
            elif builder.chance(0.08):
                builder.note("unnamed bit-field")
                lines.append(f"int : {builder.number(1, 9)};")

    def _anonymous(self, lines: list[str], members: list[Member]) -> bool:
        """An anonymous struct or union member; whether it is a struct."""
        if self.builder.chance(0.5):
            self.builder.note("anonymous struct member")
            lines.append("struct {")
            self._bit_fields(lines, members)
            self._scalar(lines, members, ARITHMETIC)
            lines.append("};")
            return True
        self.builder.note("anonymous union member", "union punning")
        lines.append("union {")
        # Any bits are a value of these types; of _Bool and the floating types they need not be.
        for _ in range(self.builder.number(2, 3)):
            self._scalar(lines, members, INTEGERS[1:])
        lines += ["struct {"]
        field, t = self.builder.name("b"), self.builder.pick((INT, UINT, ULLONG, SHORT))
        lines += [f"{t.name} {field} : {t.bits // 2};", "};", "};"]
        members.append(Member(f".{field}", t, (), t.bits // 2))
        return False

    def _checksum(self, record: Record) -> None:
        """A function that mixes all of an object into the checksum."""
        tag = record.name.split()[1]
        self.builder.top += [f"static void mix_{tag}({record.name} *s)", "{"]
        for place in record.places("s", "s", is_global=False, pointer=True):
            self.builder.top += mixed(place)
        self.builder.top += ["}", ""]

    def initialiser(self, record: Record) -> str:
        """Constant braces for an object: positional with elided braces, or designated."""
        builder = self.builder
        members = record.members
        if not record.plain:
            return "{0}"
        if builder.chance(0.4):
            builder.note("designated initialiser")
            chosen = [m for m in members if builder.chance(0.6)] or [members[-1]]
            builder.random.shuffle(chosen)
            parts = []
            for member in chosen:
                index = "".join(f"[{builder.number(0, n - 1)}]" for n in member.dimensions)
                parts.append(f"{member.path}{index} = {self.constant(member.type)}")
            return "{" + ", ".join(parts) + "}"
        builder.note("elided braces")
        values: list[str] = []
        for member in members:
            count = 1
            for length in member.dimensions:
                count *= length
            values += [self.constant(member.type) for _ in range(count)]
        stop = builder.number(1, len(values))
        if stop < len(values):
            builder.note("partial initialiser")
        return "{" + ", ".join(values[:stop]) + "}"

    def constant(self, t: Scalar) -> str:
        """A constant for an initialiser of type ``t``."""
        if t.floating:
            return self.builder.pick(("1.5", "-0.25f", "3", "1e10", "0.1", "-7", "16777217"))
        # Sometimes of a wider type: the initialiser converts.
        wide = t if self.builder.chance(0.7) else self.builder.pick(INTEGERS)
        return literal(self.builder.value(wide), wide)


def mixed(place: Place) -> list[str]:
    """Statements that mix every element of a place into the checksum."""
    mix = "mix" if not place.type.floating else "mixf" if place.type == FLOAT else "mixd"
    texts = [place.text]
    for length in place.dimensions:
        texts = [f"{text}[{index}]" for text in texts for index in range(length)]
    return [f"{mix}({text});" for text in texts]
