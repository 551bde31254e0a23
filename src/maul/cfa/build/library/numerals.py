"""``strtol`` and its kin: the number that a text begins with, as glibc reads it in the "C" locale.

Comes in: a request. Goes out: the value, after edges that walk the text character by character
[C11 7.22.1.4]: white space, a sign, the prefix of the base, digits. What C leaves open is glibc's:
a base that does not exist gives 0 with ``EINVAL`` and stores no end; where nothing can be read
``errno`` stays; behind ``0x`` without a digit the end is the ``x``. ``atoi`` reads a ``long``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import CHAR, INT, Integer
from maul.cfa.build.code import CodePoint
from maul.cfa.build.constants import binary, convert, number, pointed, unary, wrapping, zero
from maul.cfa.build.library.described import assign_errno, if_set, when
from maul.cfa.build.library.writer import Writer
from maul.cfa.expressions import Binary, Constant, Expression, Load
from maul.errors import Unsupported
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.cfa.build.code import Code
    from maul.cfa.build.library.requests import Handler, LoweredCall
    from maul.cfa.expressions import Place

EINVAL, ERANGE = 22, 34
LARGEST_BASE = 36
UNSIGNED = Integer(32, signed=False)
LONG_LONG = Integer(64, signed=True)


def read_numeral(code: Code, request: LoweredCall) -> Expression:
    """The number at the start of a text, in a given base; its end is stored if it is asked for."""
    w = Writer(code, request)
    text = w.argument(0, w.text)
    end = w.argument(1, w.model.pointer_to(w.text))
    base = convert(INT, w.argument(2, INT))
    if not isinstance(request.type, Integer):
        raise Unsupported(request.span, f"{request.name} with another result than the library's")
    return _read_checked(w, text, end, base, request.type)


def read_decimal(code: Code, request: LoweredCall) -> Expression:
    """``atoi``, ``atol`` and ``atoll``."""
    w = Writer(code, request)
    t = LONG_LONG if request.name == "atoll" else w.model.ptrdiff_t
    nowhere = zero(w.model.pointer_to(w.text))
    value = _read_checked(w, w.argument(0, w.text), nowhere, Constant(INT, 10), t)
    return convert(request.type, value)


def _read_checked(
    w: Writer, text: Expression, end: Expression, base: Expression, t: Integer
) -> Expression:
    """The number, or zero when there is no such base."""
    result = w.place(t)

    def refuse() -> None:
        assign_errno(w.code, EINVAL, w.request.span)
        w.assign(result, number(t, 0))

    if isinstance(base, Constant):
        if base.value in (0, *range(2, LARGEST_BASE + 1)):
            _Numeral(w, text, t).read_into(result, end, base)
        else:
            refuse()
        return w.load(result)
    bad, fits, good, joined = CodePoint(), CodePoint(), CodePoint(), CodePoint()
    largest = number(UNSIGNED, LARGEST_BASE)
    w.code.test(Binary(INT, "<=", convert(UNSIGNED, base), largest), fits, bad)
    w.code.resume(fits)
    w.code.test(Binary(INT, "!=", base, Constant(INT, 1)), good, bad)
    w.code.resume(good)
    _Numeral(w, text, t).read_into(result, end, base)
    w.code.jump(joined)
    w.code.resume(bad)
    refuse()
    w.code.enter(joined)
    return w.load(result)


@node
class _Base:
    """What the digits mean: the base itself, the largest number that another digit can follow, and
    the largest digit that can follow that.
    """

    radix: Expression
    limit: Expression
    last: Expression

    @property
    def has_figures_only(self) -> bool:
        """Whether no letter can be a digit."""
        return isinstance(self.radix, Constant) and self.radix.value in range(11)


def _based(radix: Expression, bits: Integer) -> _Base:
    """What digits mean in a base that is not 0, for numbers of so many bits."""
    largest, wide = number(bits, (1 << bits.bits) - 1), convert(bits, radix)
    last = convert(UNSIGNED, binary(bits, "%", largest, wide))
    return _Base(convert(UNSIGNED, radix), binary(bits, "/", largest, wide), last)


class _Numeral:
    """One numeral that is read: where, and what of it was read. The magnitude is read without a
    sign, in the width of the result.
    """

    def __init__(self, w: Writer, text: Expression, t: Integer) -> None:
        self.w = w
        self.text = text
        self.type = t
        self.bits = Integer(t.bits, signed=False)
        self.at = w.place(w.text)
        self.is_negative = w.place(INT)
        self.is_prefixed = w.place(INT)
        self.magnitude = w.place(self.bits)
        self.is_too_large = w.place(INT)

    def read_into(self, result: Place, end: Expression, base: Expression) -> None:
        """Read, and store the value and the end."""
        w = self.w
        w.assign(self.at, self.text)
        self._skip_space()
        self._take_sign()
        w.assign(self.is_prefixed, Constant(INT, 0))
        settled = self._settle_base(base)
        start = w.code.save(w.load(self.at))
        self._take_digits(settled)

        def give_nothing() -> None:
            if_set(w.code, end, lambda: self._store_end_of_nothing(end))
            w.assign(result, number(self.type, 0))

        def give_number() -> None:
            if_set(w.code, end, lambda: w.store(w.text, end, w.load(self.at)))
            self._give_signed(result)

        w.either(Binary(INT, "==", w.load(self.at), start), give_nothing, give_number)

    # -- characters --

    def _character(self, offset: int = 0) -> Expression:
        """The character that is read next, or one behind it."""
        pointer = self.w.load(self.at)
        if offset:
            pointer = self.w.moved(pointer, number(self.w.size_t, offset))
        return self.w.code.save(convert(UNSIGNED, Load(CHAR, pointed(CHAR, pointer))))

    def _advance(self, count: int = 1) -> None:
        w = self.w
        w.assign(self.at, w.moved(w.load(self.at), number(w.size_t, count)))

    def _skip_space(self) -> None:
        code = self.w.code
        head, other, space, end = CodePoint(), CodePoint(), CodePoint(), CodePoint()
        code.enter(head)
        character = self._character()
        code.test(_is(character, " "), space, other)
        code.resume(other)
        code.test(_is_among(character, "\t", "\r"), space, end)
        code.resume(space)
        self._advance()
        code.jump(head)
        code.resume(end)

    def _take_sign(self) -> None:
        w = self.w
        character = self._character()
        w.assign(self.is_negative, Constant(INT, 0))

        def take_minus() -> None:
            w.assign(self.is_negative, Constant(INT, 1))
            self._advance()

        def take_plus() -> None:
            when(w.code, _is(character, "+"), self._advance)

        w.either(_is(character, "-"), take_minus, take_plus)

    # -- the base --

    def _settle_base(self, base: Expression) -> _Base:
        """Take the prefix that a base allows; without a base the prefix says which it is."""
        w = self.w
        if isinstance(base, Constant) and base.value != 0:
            if base.value == 16:
                self._take_prefix(_nothing, _nothing)
            return _based(base, self.bits)
        places = w.place(UNSIGNED), w.place(self.bits), w.place(UNSIGNED)

        def use(radix: Expression) -> None:
            settled = _based(radix, self.bits)
            for place, value in zip(
                places, (settled.radix, settled.limit, settled.last), strict=True
            ):
                w.assign(place, value)

        def use_octal_or_decimal() -> None:
            is_octal = _is(self._character(), "0")
            w.either(is_octal, lambda: use(number(INT, 8)), lambda: use(number(INT, 10)))

        def guess() -> None:
            self._take_prefix(lambda: use(number(INT, 16)), use_octal_or_decimal)

        def take_given() -> None:
            use(base)
            is_sixteen = Binary(INT, "==", base, number(INT, 16))
            when(w.code, is_sixteen, lambda: self._take_prefix(_nothing, _nothing))

        if isinstance(base, Constant):
            guess()
        else:
            w.either(Binary(INT, "==", base, number(INT, 0)), guess, take_given)
        radix, limit, last = (w.load(place) for place in places)
        return _Base(radix, limit, last)

    def _take_prefix(self, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Skip ``0x``, if that is what comes next."""
        code = self.w.code
        nought, other, found, no, end = (
            CodePoint(),
            CodePoint(),
            CodePoint(),
            CodePoint(),
            CodePoint(),
        )
        code.test(_is(self._character(), "0"), nought, no)
        code.resume(nought)
        second = self._character(1)
        code.test(_is(second, "x"), found, other)
        code.resume(other)
        code.test(_is(second, "X"), found, no)
        code.resume(found)
        self._advance(2)
        self.w.assign(self.is_prefixed, Constant(INT, 1))
        then()
        code.jump(end)
        code.resume(no)
        otherwise()
        code.enter(end)

    # -- digits --

    def _take_digits(self, base: _Base) -> None:
        """Read as many digits as there are; of a number that is too large the rest is skipped."""
        w, code = self.w, self.w.code
        w.assign(self.magnitude, number(self.bits, 0))
        w.assign(self.is_too_large, Constant(INT, 0))
        head, more, end = CodePoint(), CodePoint(), CodePoint()
        code.enter(head)
        digit = self._digit(base)
        code.test(Binary(INT, "<", digit, base.radix), more, end)
        code.resume(more)
        self._append(digit, base)
        self._advance()
        code.jump(head)
        code.resume(end)

    def _digit(self, base: _Base) -> Expression:
        """What the next character stands for; no digit of any base if it is none."""
        w, character = self.w, self._character()
        value = wrapping(UNSIGNED, "-", character, number(UNSIGNED, ord("0")))
        if base.has_figures_only:
            return w.code.save(value)
        digit = w.place(UNSIGNED)
        w.assign(digit, value)

        def take_letter(first: str) -> None:
            ahead = number(UNSIGNED, ord(first) - 10)
            w.assign(digit, wrapping(UNSIGNED, "-", character, ahead))

        def take_capital() -> None:
            w.either(
                _is_among(character, "A", "Z"),
                lambda: take_letter("A"),
                lambda: w.assign(digit, number(UNSIGNED, LARGEST_BASE)),
            )

        def take_no_figure() -> None:
            w.either(_is_among(character, "a", "z"), lambda: take_letter("a"), take_capital)

        when(w.code, Binary(INT, ">", w.load(digit), number(UNSIGNED, 9)), take_no_figure)
        return w.load(digit)

    def _append(self, digit: Expression, base: _Base) -> None:
        """The magnitude with one digit more, unless it would be too large."""
        w, code, old = self.w, self.w.code, self.w.load(self.magnitude)
        at_limit, beyond, within, end = CodePoint(), CodePoint(), CodePoint(), CodePoint()
        below = CodePoint()
        code.test(Binary(INT, "<", old, base.limit), within, at_limit)
        code.resume(at_limit)
        code.test(Binary(INT, "==", old, base.limit), below, beyond)
        code.resume(below)
        code.test(Binary(INT, "<=", digit, base.last), within, beyond)
        code.resume(beyond)
        w.assign(self.is_too_large, Constant(INT, 1))
        code.jump(end)
        code.resume(within)
        product = wrapping(self.bits, "*", old, convert(self.bits, base.radix))
        w.assign(self.magnitude, wrapping(self.bits, "+", product, convert(self.bits, digit)))
        code.enter(end)

    # -- results --

    def _store_end_of_nothing(self, end: Expression) -> None:
        """Where a text ends that is no number: at its start, or at the ``x`` behind a zero."""
        w = self.w
        before = w.moved(w.load(self.at), Constant(w.model.ptrdiff_t, -1))
        w.either(
            Binary(INT, "!=", w.load(self.is_prefixed), Constant(INT, 0)),
            lambda: w.store(w.text, end, before),
            lambda: w.store(w.text, end, self.text),
        )

    def _give_signed(self, result: Place) -> None:
        """The number with its sign, or the nearest one that there is."""
        w = self.w
        is_minus = Binary(INT, "!=", w.load(self.is_negative), Constant(INT, 0))
        negated = unary(self.bits, "-", w.load(self.magnitude))
        half = 1 << self.bits.bits - 1
        top = 2 * half - 1
        w.either(
            is_minus,
            lambda: self._give(result, negated, half if self.type.signed else top),
            lambda: self._give(
                result, w.load(self.magnitude), half - 1 if self.type.signed else top
            ),
        )

    def _give(self, result: Place, value: Expression, largest: int) -> None:
        """The value, unless its magnitude exceeds the largest one."""
        w, code, bits = self.w, self.w.code, self.bits
        is_large = Binary(INT, "!=", w.load(self.is_too_large), Constant(INT, 0))
        beyond, other, within, end = CodePoint(), CodePoint(), CodePoint(), CodePoint()
        code.test(is_large, beyond, other)
        code.resume(other)
        magnitude = w.load(self.magnitude)
        code.test(Binary(INT, ">", magnitude, number(bits, largest)), beyond, within)
        code.resume(beyond)
        assign_errno(code, ERANGE, w.request.span)
        w.assign(result, number(bits, largest))
        code.jump(end)
        code.resume(within)
        w.assign(result, value)
        code.enter(end)


def _nothing() -> None:
    """What happens when nothing does."""


def _is(character: Expression, wanted: str) -> Expression:
    return Binary(INT, "==", character, number(UNSIGNED, ord(wanted)))


def _is_among(character: Expression, first: str, last: str) -> Expression:
    distance = wrapping(UNSIGNED, "-", character, number(UNSIGNED, ord(first)))
    return Binary(INT, "<=", distance, number(UNSIGNED, ord(last) - ord(first)))


NUMERALS: dict[str, Handler] = {
    **dict.fromkeys(
        ("strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "strtoq", "strtouq"),
        read_numeral,
    ),
    **dict.fromkeys(("atoi", "atol", "atoll"), read_decimal),
}
