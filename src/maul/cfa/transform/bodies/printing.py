"""What ``printf`` reads and what ``sprintf`` writes, conversion by conversion.

Comes in: a call with a constant format. Goes out: steps. A text that is printed is walked to its
end, or as far as its precision says; what ``sprintf`` writes is written piece by piece, which gives
its length, too. A conversion of which maul does not know how many bytes it makes is refused there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, INT, VOID, Integer, Pointer, known_size
from maul.cfa.build import convert
from maul.cfa.expressions import (
    AddressOf,
    Constant,
    Convert,
    Deref,
    ElementOf,
    Load,
    Place,
    PointerAdd,
)
from maul.cfa.library import VARIABLE_ARGUMENT
from maul.cfa.model import Assign, Call
from maul.cfa.transform.bodies.formats import STAR, FormatConversion, Plain, pieces
from maul.cfa.transform.bodies.steps import BodyCall
from maul.cfa.walk import root
from maul.errors import Unsupported
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.c.ctype import CType, DataModel
    from maul.c.source import Span
    from maul.cfa.expressions import Expression
    from maul.cfa.transform.bodies.formats import Piece
    from maul.cfa.transform.bodies.literals import Literals, LiteralText
    from maul.cfa.transform.bodies.steps import Step

# Where the format is.
FORMATS = {"printf": 0, "fprintf": 1, "dprintf": 1, "vprintf": 0, "vfprintf": 1, "vdprintf": 1}
WRITING = {"sprintf": 1, "vsprintf": 1, "snprintf": 2, "vsnprintf": 2}

_SIZED = frozenset(("snprintf", "vsnprintf"))
_INTEGERS, _FLOATS, _OTHERS = "diuxXo", "fFeEgGaA", "cp"
_BASES = {"u": 10, "x": 16, "X": 16, "o": 8}


@node
class PrintingCall:
    """A call, and what is needed to write steps for it: ``temporary`` makes a fresh variable."""

    call: Call
    span: Span
    model: DataModel
    literals: Literals
    temporary: Callable[[CType], Place]

    def refused(self, what: str) -> Unsupported:
        """That this call is not known to the byte."""
        return Unsupported(
            self.span, f"checking the memory accesses of {self.call.function} with {what}"
        )


# ---- arguments ----


class _Arguments:
    """What comes behind a format, in the call or in a list of variable arguments."""

    def __init__(self, given: PrintingCall, first: int) -> None:
        self._given = given
        self._listed = given.call.function.startswith("v")
        self._rest = given.call.arguments[first:]
        self._taken = 0

    def take(self, t: CType) -> Expression:
        """The next argument, which should be of a type."""
        number, self._taken = self._taken, self._taken + 1
        if self._listed:
            return self._stored(number, t)
        if number >= len(self._rest):
            raise self._given.refused("fewer arguments than its format wants")
        found = self._rest[number]
        if isinstance(found.type, Pointer) != isinstance(t, Pointer):
            raise self._given.refused("an argument of another type than its format wants")
        return found

    def skip(self) -> None:
        """Leave an argument out, whatever its type."""
        if not self._listed and self._taken >= len(self._rest):
            raise self._given.refused("fewer arguments than its format wants")
        self._taken += 1

    def _stored(self, number: int, t: CType) -> Expression:
        """An argument in a list, each in its slots."""
        model = self._given.model
        pointer = model.pointer_to(VOID)
        first: Expression = self._rest[0]
        if model.pointer_size == 8:  # a va_list is an array there
            first = Load(pointer, Deref(pointer, first))
        offset = Constant(INT, number * VARIABLE_ARGUMENT)
        return Load(t, Deref(t, PointerAdd(pointer, "+", first, offset, 1)))


def _format(given: PrintingCall, at: int) -> tuple[LiteralText, tuple[Piece, ...]]:
    """The constant format of a call."""
    literal = given.literals.at(given.call.arguments[at])
    text = None if literal is None else literal.text
    if literal is None or text is None:
        raise given.refused("a format that is no constant")
    found = pieces(text)
    if found is None:
        raise given.refused("a conversion that has no model")
    return literal, found


def _precision(
    given: PrintingCall, conversion: FormatConversion, arguments: _Arguments
) -> Expression | None:
    """The most bytes of a text; a negative precision is taken as if there was none, and so is the
    size that it becomes."""
    size_t = given.model.size_t
    if conversion.precision == STAR:
        return convert(size_t, arguments.take(INT))
    return None if conversion.precision is None else Constant(size_t, conversion.precision)


# ---- reading ----


def printed(given: PrintingCall) -> Iterator[Step]:
    """Walks over the texts that a call prints."""
    name = given.call.function
    at = FORMATS[name] if name in FORMATS else WRITING[name]
    arguments = _Arguments(given, at + 1)
    for piece in _format(given, at)[1]:
        if isinstance(piece, Plain):
            continue
        if piece.width == STAR:
            arguments.skip()
        if piece.letter == "s" and not piece.length:
            yield from _walked(given, piece, arguments)
        elif piece.letter in f"{_INTEGERS}{_FLOATS}{_OTHERS}":
            if piece.precision == STAR:
                arguments.skip()
            arguments.skip()
        elif piece.letter != "m":
            raise given.refused(f"the conversion %{piece.length}{piece.letter}")


def _walked(given: PrintingCall, piece: FormatConversion, arguments: _Arguments) -> Iterator[Step]:
    """A walk over one text."""
    most = _precision(given, piece, arguments)
    text = arguments.take(given.model.pointer_to(CHAR))
    if given.literals.is_text(text):
        return
    if most is None:
        yield BodyCall("strlen", (text,), None, given.call.function)
    else:
        yield BodyCall("strnlen", (text, most), None, given.call.function)


# ---- writing ----


def written(given: PrintingCall) -> tuple[Step, ...]:
    """The steps that write what a format makes, and give its length. Where that is not known to the
    byte, the call stays if it is told to write no more than there certainly is room for.
    """
    try:
        return tuple(_Writing(given).steps())
    except Unsupported:
        if given.call.function in _SIZED and has_room(*given.call.arguments[:2]):
            return (*printed(given), given.call)
        raise


def has_room(target: Expression, size: Expression) -> bool:
    """Whether a pointer certainly leads to so many bytes: to the first elements of a variable."""
    while isinstance(target, Convert):
        target = target.operand
    match target, size:
        case AddressOf(place=ElementOf(base=array, index=Constant(value=0))), Constant(value=count):
            room = known_size(array.type)
            is_variable = isinstance(root(array), Place)
            return is_variable and room is not None and isinstance(count, int) and count <= room
    return False


class _Writing:
    """One call that writes a text."""

    def __init__(self, given: PrintingCall) -> None:
        self._given = given
        self._function = given.call.function
        at = WRITING[self._function]
        self._literal, self._pieces = _format(given, at)
        self._arguments = _Arguments(given, at + 1)
        self._size_t = given.model.size_t
        self._text = given.model.pointer_to(CHAR)
        self._at = given.temporary(self._size_t)
        self._saved: list[Step] = []
        self._target = self._save(self._text, given.call.arguments[0])
        largest: Expression = Constant(self._size_t, (1 << self._size_t.bits) - 1)
        is_told = self._function in _SIZED
        self._size = self._save(self._size_t, given.call.arguments[1]) if is_told else largest
        self._largest = largest

    def steps(self) -> Iterator[Step]:
        """All steps: arguments are evaluated before anything is written."""
        runs = [self._piece(piece) for piece in self._pieces]
        yield from self._saved
        yield Assign(self._at, Constant(self._size_t, 0))
        yield from runs
        yield self._run("end", (), None)
        result = self._given.call.result
        if result is not None:
            yield Assign(result, convert(result.type, Load(self._size_t, self._at)))

    def _save(self, t: CType, value: Expression) -> Expression:
        """A value as it is before the call."""
        if isinstance(value, Constant):
            return convert(t, value)
        place = self._given.temporary(t)
        self._saved.append(Assign(place, convert(t, value)))
        return Load(t, place)

    def _run(self, what: str, rest: tuple[Expression, ...], result: Place | None) -> BodyCall:
        first = (self._target, self._size, Load(self._size_t, self._at))
        return BodyCall(f"__maul_put_{what}", (*first, *rest), result, self._function)

    def _put(self, what: str, *rest: Expression) -> BodyCall:
        """Write a piece, and know where the next one begins."""
        return self._run(what, rest, self._at)

    def _piece(self, piece: Piece) -> BodyCall:
        if isinstance(piece, Plain):
            return self._plain(piece)
        if piece.width == STAR or not set(piece.flags) <= {"-", "0"}:
            raise self._refused(piece)
        if piece.letter == "s" and not piece.length:
            return self._field(piece)
        if piece.letter == "c" and not piece.length and not piece.width:
            return self._put("byte", self._save(INT, self._arguments.take(INT)))
        if piece.letter in _INTEGERS and piece.length != "L" and piece.precision is None:
            return self._number(piece)
        raise self._refused(piece)

    def _refused(self, piece: FormatConversion) -> Unsupported:
        return self._given.refused(f"the conversion %{piece.length}{piece.letter}, or its flags")

    def _plain(self, piece: Plain) -> BodyCall:
        """Bytes of the format itself."""
        variable, start = self._literal.variable, self._literal.start + piece.start
        if piece.count == 1:
            return self._put("byte", Constant(INT, self._literal.data[start]))
        array = Place(variable.type, variable)
        source = AddressOf(self._text, ElementOf(CHAR, array, Constant(INT, start)))
        return self._put("text", source, Constant(self._size_t, piece.count))

    def _field(self, piece: FormatConversion) -> BodyCall:
        """A text, in a field if there is a width."""
        most = _precision(self._given, piece, self._arguments)
        most = self._largest if most is None else self._save(self._size_t, most)
        text = self._save(self._text, self._arguments.take(self._text))
        if not piece.width:
            return self._put("text", text, most)
        width = Constant(self._size_t, piece.width)
        return self._put("field", text, most, width, Constant(INT, int("-" in piece.flags)))

    def _number(self, piece: FormatConversion) -> BodyCall:
        """An integer, in a field if there is a width."""
        word = 8 * self._given.model.pointer_size
        lengths = {"hh": 8, "h": 16, "": 32, "l": word, "z": word, "t": word}
        bits = lengths.get(piece.length, 64)
        is_signed = piece.letter in "di"
        if "-" in piece.flags and piece.width:
            raise self._refused(piece)
        given = self._arguments.take(Integer(max(bits, 32), is_signed))
        value = self._save(Integer(bits, is_signed), given)
        width = Constant(self._size_t, piece.width or 0)
        fill = Constant(INT, ord("0" if "0" in piece.flags else " "))
        if is_signed:
            return self._put("signed", value, width, fill)
        base = Constant(INT, _BASES[piece.letter])
        letter = Constant(INT, ord("A" if piece.letter == "X" else "a"))
        return self._put("unsigned", value, base, letter, width, fill)
