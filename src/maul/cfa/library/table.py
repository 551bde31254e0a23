"""The table of the functions that the C library defines, read from the texts in ``tables``.

Comes in: nothing. Goes out: for a name what the table says: the type that the library gives the
function, and its effects, in the words that the head of ``tables/described.txt`` explains. A line
is taken apart when somebody asks for its name. Arguments are counted from 0 here.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TypeAlias

from maul.c.ctype import ArrayType, CType, Floating, FunctionType, Pointer, Record, Void
from maul.node import value

TABLES = Path(__file__).parent / "tables"

_PROTOTYPE = re.compile(r"(?P<result>.*?)(?P<name>\w+)\((?P<parameters>.*)\)\Z")
_WRITES = re.compile(r"(?P<at>\d)(?P<null>\??)=any(?:\[(?P<size>[#*0-9]+)\])?\Z")
_END = re.compile(r"(?P<at>\d)\?=end\((?P<text>\d)\)\Z")


_REFUSED = frozenset(("refused",))


@value
class Argument:
    """The value of an argument."""

    index: int


Amount: TypeAlias = int | Argument


@value
class TypeShape:
    """What kind of type it is: ``sort`` one of v(oid), i(nteger), f(loat), p(ointer), r(ecord) and
    c(ode); of a pointer ``target`` is that of what it points to.
    """

    sort: str
    target: str = ""


@value
class Writes:
    """Argument ``at`` points to what gets any value: an object of its type, or as many bytes as the
    product of ``factors``. Nothing happens if the argument ``may_be_null`` and is.
    """

    at: int
    may_be_null: bool
    factors: tuple[Amount, ...] | None


@value
class MemberBound:
    """What argument ``at`` points to has a member in given bounds afterwards."""

    at: int
    field: str
    low: int
    high: int


@value
class Given:
    """Results that can come from outside of the program at every call, whatever the arguments and
    the earlier calls were, provided that no function of ``unless`` is called.
    """

    low: int
    high: int | None
    unless: tuple[str, ...]

    def includes(self, result: object) -> bool:
        """Whether a result is among them."""
        if not isinstance(result, int):
            return False
        return self.low <= result and (self.high is None or result <= self.high)


@value
class Effects:
    """What a function does. ``low`` and ``high`` are bounds of the result; ``returns`` is the
    argument that it returns, or null if ``or_null``. ``end``: a pointer into the text of the second
    argument is stored where the first one points to, ``same``: the result is. Argument ``null``
    must be null; ``format`` is the argument that is a format. ``given``: which results can come
    from outside.
    """

    writes: tuple[Writes, ...] = ()
    low: int | None = None
    high: Amount | None = None
    returns: int | None = None
    or_null: bool = False
    end: tuple[int, int] | None = None
    same: int | None = None
    null: int | None = None
    format: int | None = None
    fields: tuple[MemberBound, ...] = ()
    given: Given | None = None


@value
class LibraryLine:
    """One function; ``words`` are the classes that it belongs to."""

    name: str
    result: TypeShape
    parameters: tuple[TypeShape, ...] | None
    variadic: bool
    words: frozenset[str]
    effects: Effects


@cache
def texts() -> dict[str, str]:
    """Name to line, for all functions in the table."""
    found: dict[str, str] = {}
    for file in ("refused.txt", "described.txt"):
        for text in (TABLES / file).read_text("ascii").splitlines():
            if text and not text.startswith("#"):
                head = text.partition("(")[0]
                found[head.rpartition(" ")[2].lstrip("*")] = text
    return found


@cache
def variables() -> frozenset[str]:
    """The names of the variables that the C library defines."""
    lines = (TABLES / "variables.txt").read_text("ascii").splitlines()
    return frozenset(name for text in lines if not text.startswith("#") for name in text.split())


@cache
def line(name: str) -> LibraryLine | None:
    """What the table says about a function."""
    text = texts().get(name)
    if text is None:
        return None
    prototype, _, words = text.partition(" : ")
    found = _PROTOTYPE.match(prototype)
    if found is None:
        return refused(name)
    parameters = [part.strip() for part in found["parameters"].split(",")]
    variadic = parameters[-1] == "..."
    if variadic:
        del parameters[-1]
    shapes = () if parameters == ["void"] else tuple(map(_shape, parameters))
    given = words.split() or ["refused"]
    classes = frozenset(word for word in given if "=" not in word)
    return LibraryLine(name, _shape(found["result"]), shapes, variadic, classes, _effects(given))


def refused(name: str) -> LibraryLine:
    """A function of which only the name is known."""
    return LibraryLine(name, TypeShape("v"), None, variadic=True, words=_REFUSED, effects=Effects())


def _shape(text: str) -> TypeShape:
    """The shape of a type in C syntax, in which ``fn`` is a pointer to a function."""
    plain = text.replace("const ", "").strip()
    stars = plain.count("*")
    base = plain.replace("*", "").strip()
    if base == "va_list":
        return TypeShape("p", "v")
    if base == "fn":
        base, stars = "code", stars + 1
    sort = _sort(base)
    if stars == 0:
        return TypeShape(sort)
    return TypeShape("p", sort if stars == 1 else "p")


def _sort(base: str) -> str:
    if base in ("void", "code"):
        return base[0]
    if base in ("float", "double", "long double", "__float128") or base.startswith("_Complex"):
        return "f"
    return "r" if base.startswith(("struct ", "union ")) or base in ("FILE", "DIR") else "i"


def _effects(words: list[str]) -> Effects:
    """The effects that words tell."""
    writes: list[Writes] = []
    low: int | None = None
    high: Amount | None = None
    end: tuple[int, int] | None = None
    numbers: dict[str, int] = {}
    fields: list[MemberBound] = []
    or_null = False
    for word in words:
        key, _, text = word.partition("=")
        if written := _WRITES.match(word):
            size = written["size"]
            factors = None if size is None else tuple(map(_amount, size.split("*")))
            writes.append(Writes(int(written["at"]) - 1, bool(written["null"]), factors))
        elif ends := _END.match(word):
            end = int(ends["at"]) - 1, int(ends["text"]) - 1
        elif "." in key:
            at, _, field = key.partition(".")
            least, _, most = text.partition("..")
            fields.append(MemberBound(int(at) - 1, field, int(least), int(most)))
        elif key == "result" and ".." in text:
            least, _, most = text.partition("..")
            low, high = int(least) if least else None, _amount(most) if most else None
        elif key in ("result", "format"):
            numbers[key] = int(text.rstrip("?")) - 1
            or_null = or_null or text.endswith("?")
        elif text in ("same", "null"):
            numbers[text] = int(key) - 1
    return Effects(
        tuple(writes),
        low,
        high,
        numbers.get("result"),
        or_null,
        end,
        numbers.get("same"),
        numbers.get("null"),
        numbers.get("format"),
        tuple(fields),
        _given(words),
    )


def _given(words: list[str]) -> Given | None:
    """The results that can come at every call, if words tell of any."""
    told = dict(word.split("=", 1) for word in words if word.startswith(("given=", "unless=")))
    if "given" not in told:
        return None
    low, _, high = told["given"].partition("..")
    unless = tuple(told.get("unless", "").split(",")) if "unless" in told else ()
    return Given(int(low), int(high) if high else None, unless)


def _amount(text: str) -> Amount:
    return Argument(int(text[1:]) - 1) if text.startswith("#") else int(text)


# ---- whether a declaration means the function of the library ----


def fits(known: LibraryLine, declared: FunctionType) -> bool:
    """Whether a function that a program declares may be that of the table: results and parameters
    of the same kinds, whatever their width.
    """
    if known.parameters is None:
        return True
    if not _is(known.result, declared.result):
        return False
    if not declared.prototyped:
        return True
    return (
        len(declared.parameters) == len(known.parameters)
        and declared.variadic == known.variadic
        and all(map(_is, known.parameters, declared.parameters))
    )


def _is(shape: TypeShape, t: CType) -> bool:
    """Whether a declared type is of a kind; a pointer to void may stand for one to anything."""
    sort, target = shape_of(t).sort, shape_of(t).target
    if sort != shape.sort:
        return False
    return sort != "p" or shape.target == target or "v" in (shape.target, target)


def shape_of(t: CType) -> TypeShape:
    """The shape of a type of maul."""
    if isinstance(t, Pointer):
        inner = shape_of(t.target)
        return TypeShape("p", inner.sort)
    if isinstance(t, Void):
        return TypeShape("v")
    if isinstance(t, Floating):
        return TypeShape("f")
    if isinstance(t, (Record, ArrayType)):
        return TypeShape("r")
    return TypeShape("c" if isinstance(t, FunctionType) else "i")
