"""The functions of ``<string.h>`` in formulas.

Comes in: the evaluation of a call and its operation. Goes out: the result; memory is changed. Texts
of which the end is not known are considered up to a number of bytes, the rest is a limit. Results
that C leaves open, such as what ``strcmp`` returns, are those of the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import INT, VOID
from maul.encode.copies import WIDEST, Cells, Source, at_most, copied, repeated, write_first
from maul.encode.library.allocation import (
    LARGEST_COPY,
    allocated,
    at_address,
    block,
    bounded,
    forget,
    reach,
    result_cells,
    stay_inside,
)
from maul.encode.memory import BYTE
from maul.encode.numbers import NoTerm, object_size
from maul.logic.build import FALSE, TRUE, Term, and_, ite, not_, or_
from maul.node import node

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.expressions import Expression
    from maul.cfa.model import Call
    from maul.encode.expressions import Evaluation
    from maul.encode.numbers import Typed

Entry: TypeAlias = "Callable[[Evaluation, Call], Typed]"


# ---- blocks of bytes -----------------------------------------------------------------------------


def _memcpy(at: Evaluation, operation: Call) -> Typed:
    to, source, size = operation.arguments[:3]
    count = at.size(size)
    stay_inside(at, to, count)
    stay_inside(at, source, count)
    most, others = reach(at, to, count)
    data = copied(at.memory, at_address(at.value(source)), block(at, source, most))
    write_first(at.memory, at_address(at.value(to)), block(at, to, most), data, count)
    forget(at, others, count)
    return at.typed(to)


def _mempcpy(at: Evaluation, operation: Call) -> Typed:
    t, target = _memcpy(at, operation)
    return t, at.numbers.addresses.moved("+", target, at.size(operation.arguments[2]), 1)


def _memset(at: Evaluation, operation: Call) -> Typed:
    to, value, size = operation.arguments[:3]
    count = at.size(size)
    stay_inside(at, to, count)
    most, others = reach(at, to, count)
    data = repeated(at.memory, at.low_byte(value))
    write_first(at.memory, at_address(at.value(to)), block(at, to, most), data, count)
    forget(at, others, count)
    return at.typed(to)


def _snprintf(at: Evaluation, operation: Call) -> Typed:
    """What a format writes is arbitrary here, and so is its length."""
    to, count = operation.arguments[0], at.size(operation.arguments[1])
    stay_inside(at, to, count)
    cells = block(at, to, bounded(at, count))

    def piece(_: int, t: CType) -> Term:
        return at.memory.fresh("text", t)

    write_first(at.memory, at_address(at.value(to)), cells, piece, count)
    return INT, at.memory.fresh("length", INT)


def _memcmp(at: Evaluation, operation: Call) -> Typed:
    count = at.size(operation.arguments[2])
    most = bounded(at, count)
    left, right = (_bytes(at, each, most) for each in operation.arguments[:2])
    result = at.numbers.constant(INT, 0)
    for index in reversed(range(most)):
        result = _order(at, left[index], right[index], result)
        result = ite(at_most(at.memory, count, index), at.numbers.constant(INT, 0), result)
    return INT, result


def _memchr(at: Evaluation, operation: Call) -> Typed:
    text, code, size = operation.arguments[:3]
    start, count, wanted = at.value(text), at.size(size), at.low_byte(code)
    result = _null(at)
    for index, byte in _backwards(_bytes(at, text, bounded(at, count))):
        inner = ite(_same(at, byte, wanted), at.numbers.addresses.plus(start, index), result)
        result = ite(at_most(at.memory, count, index), _null(at), inner)
    return _pointer(at), result


def _bytes(at: Evaluation, pointer: Expression, count: int) -> list[Term]:
    """The bytes from where a pointer points."""
    data = copied(at.memory, at_address(at.value(pointer)), block(at, pointer, count))
    return [data(index, BYTE) for index in range(count)]


def _of_bytes(at: Evaluation, data: Sequence[Term]) -> Source:
    """Computed bytes; behind their end they are zero."""
    padded = (*data, *[at.numbers.byte(0)] * WIDEST)

    def piece(offset: int, t: CType) -> Term:
        return at.memory.from_bytes(t, padded[offset : offset + object_size(t)])

    return piece


def _backwards(data: Sequence[Term]) -> list[tuple[int, Term]]:
    return list(enumerate(data))[::-1]


def _same(at: Evaluation, left: Term, right: Term) -> Term:
    return at.numbers.comparison(BYTE, "==", left, right)


def _order(at: Evaluation, left: Term, right: Term, otherwise: Term) -> Term:
    """-1 or 1 as the left byte is smaller or greater than the right one."""
    less = at.numbers.comparison(BYTE, "<", left, right)
    signs = at.numbers.constant(INT, -1), at.numbers.constant(INT, 1)
    return ite(_same(at, left, right), otherwise, ite(less, *signs))


def _pointer(at: Evaluation) -> CType:
    return at.layout.model.pointer_to(VOID)


def _null(at: Evaluation) -> Term:
    return at.numbers.addresses.constant(0)


# ---- texts ---------------------------------------------------------------------------------------


@node
class Text:
    """Bytes, and for each of them whether the text ends before it if it has not ended earlier."""

    data: list[Term]
    ends: list[Term]


def _text(at: Evaluation, pointer: Expression, limit: Typed | None = None) -> Text:
    """The characters before the first zero, at most ``limit`` of them."""
    data, ends = _bytes(at, pointer, LARGEST_COPY), []
    for index, byte in enumerate(data):
        end = _same(at, byte, at.numbers.byte(0))
        if limit is not None:
            end = or_(end, at_most(at.memory, limit, index))
        ends.append(end)
        if end is TRUE:
            break
    at.limits.append(or_(*ends))
    return Text(data[: len(ends)], ends)


def _length(at: Evaluation, text: Text) -> Typed:
    t = at.layout.model.size_t
    length = at.numbers.constant(t, len(text.ends))
    for index, end in _backwards(text.ends):
        length = ite(end, at.numbers.constant(t, index), length)
    return t, length


def _write_text(at: Evaluation, address: Term, cells: Cells, text: Text) -> None:
    """Put a text and a zero at an address."""
    ended, data = FALSE, []
    for byte, end in zip(text.data, text.ends, strict=True):
        ended = or_(ended, end)
        data.append(ite(ended, at.numbers.byte(0), byte))
    t, length = _length(at, text)
    one = at.numbers.constant(t, 1)
    count = t, at.numbers.arithmetic(t, "+", length, one, wraps=False)
    write_first(at.memory, at_address(address), cells, _of_bytes(at, data), count)


def _strlen(at: Evaluation, operation: Call) -> Typed:
    limit = at.size(operation.arguments[1]) if len(operation.arguments) > 1 else None
    return _length(at, _text(at, operation.arguments[0], limit))


def _strcpy(at: Evaluation, operation: Call) -> Typed:
    to, source = operation.arguments[:2]
    text = _text(at, source)
    _write_text(at, at.value(to), block(at, to, len(text.data)), text)
    return at.typed(to)


def _stpcpy(at: Evaluation, operation: Call) -> Typed:
    length = _length(at, _text(at, operation.arguments[1]))
    t, target = _strcpy(at, operation)
    return t, at.numbers.addresses.moved("+", target, length, 1)


def _strncpy(at: Evaluation, operation: Call) -> Typed:
    to, source, size = operation.arguments[:3]
    count = at.size(size)
    stay_inside(at, to, count)
    most = bounded(at, count)
    data, ended, zero = _bytes(at, source, most), FALSE, at.numbers.byte(0)
    for index, byte in enumerate(data):
        ended = or_(ended, _same(at, byte, zero))
        data[index] = ite(ended, zero, byte)
    spot, cells = at_address(at.value(to)), block(at, to, most)
    write_first(at.memory, spot, cells, _of_bytes(at, data), count)
    return at.typed(to)


def _strcat(at: Evaluation, operation: Call) -> Typed:
    to, source = operation.arguments[:2]
    limit = at.size(operation.arguments[2]) if len(operation.arguments) > 2 else None
    text = _text(at, source, limit)
    end = at.numbers.addresses.moved("+", at.value(to), _length(at, _text(at, to)), 1)
    cells = tuple(block(at, to, len(text.data)))
    if any(region is not cells[0][1] or region.size > 1 for _, region in cells):
        raise NoTerm("a text that is no array of characters")
    _write_text(at, end, cells, text)
    return at.typed(to)


def _strcmp(at: Evaluation, operation: Call) -> Typed:
    limit = at.size(operation.arguments[2]) if len(operation.arguments) > 2 else None
    left, right = (_bytes(at, each, LARGEST_COPY) for each in operation.arguments[:2])
    same = at.numbers.constant(INT, 0)
    decided: list[Term] = []
    result = same
    for index, byte in _backwards(left):
        other = right[index]
        zero = _same(at, byte, at.numbers.byte(0))
        late = FALSE if limit is None else at_most(at.memory, limit, index)
        result = ite(late, same, _order(at, byte, other, ite(zero, same, result)))
        decided += (late, zero, not_(_same(at, byte, other)))
    at.limits.append(or_(*decided))
    return INT, result


def _strchr(at: Evaluation, operation: Call) -> Typed:
    pointer, code = operation.arguments[:2]
    start, wanted, text = at.value(pointer), at.low_byte(code), _text(at, pointer)
    result = _null(at)
    for index, byte in _backwards(text.data):
        inner = ite(text.ends[index], _null(at), result)
        result = ite(_same(at, byte, wanted), at.numbers.addresses.plus(start, index), inner)
    return _pointer(at), result


def _strrchr(at: Evaluation, operation: Call) -> Typed:
    pointer, code = operation.arguments[:2]
    start, wanted, text = at.value(pointer), at.low_byte(code), _text(at, pointer)
    result, inside = _null(at), TRUE
    for index, byte in enumerate(text.data):
        found = and_(inside, _same(at, byte, wanted))
        result = ite(found, at.numbers.addresses.plus(start, index), result)
        inside = and_(inside, not_(text.ends[index]))
    return _pointer(at), result


def _strdup(at: Evaluation, operation: Call) -> Typed:
    limit = at.size(operation.arguments[1]) if len(operation.arguments) > 1 else None
    text = _text(at, operation.arguments[0], limit)
    t, length = _length(at, text)
    one = at.numbers.constant(t, 1)
    address = allocated(at, (t, at.numbers.arithmetic(t, "+", length, one, wraps=False)))
    _write_text(at, address, result_cells(at, operation, len(text.data)), text)
    return _pointer(at), address


def _strstr(at: Evaluation, operation: Call) -> Typed:
    pointer = operation.arguments[0]
    start, text, part = at.value(pointer), _text(at, pointer), _text(at, operation.arguments[1])
    result = _null(at)
    for index, end in _backwards(text.ends):
        inner = ite(end, _null(at), result)
        here = at.numbers.addresses.plus(start, index)
        result = ite(_begins(at, text.data[index:], part), here, inner)
    return _pointer(at), result


def _begins(at: Evaluation, data: Sequence[Term], part: Text) -> Term:
    """Whether bytes begin with a text; the zero behind a text differs from all of the other."""
    begins = TRUE
    for index, byte in _backwards(part.data):
        same = _same(at, data[index], byte) if index < len(data) else FALSE
        begins = or_(part.ends[index], and_(same, begins))
    return begins


def _strspn(at: Evaluation, operation: Call) -> Typed:
    text, listed = (_text(at, each) for each in operation.arguments[:2])
    ends = [
        or_(end, not_(_is_listed(at, byte, listed)))
        for byte, end in zip(text.data, text.ends, strict=True)
    ]
    return _length(at, Text(text.data, ends))


def _strcspn(at: Evaluation, operation: Call) -> Typed:
    text, listed = (_text(at, each) for each in operation.arguments[:2])
    ends = [
        or_(end, _is_listed(at, byte, listed))
        for byte, end in zip(text.data, text.ends, strict=True)
    ]
    return _length(at, Text(text.data, ends))


def _strpbrk(at: Evaluation, operation: Call) -> Typed:
    pointer = operation.arguments[0]
    start, text, listed = at.value(pointer), _text(at, pointer), _text(at, operation.arguments[1])
    result = _null(at)
    for index, byte in _backwards(text.data):
        found = _is_listed(at, byte, listed)
        result = ite(found, at.numbers.addresses.plus(start, index), result)
        result = ite(text.ends[index], _null(at), result)
    return _pointer(at), result


def _is_listed(at: Evaluation, byte: Term, listed: Text) -> Term:
    """Whether a byte is one of those of a text."""
    found = FALSE
    for index, other in _backwards(listed.data):
        found = and_(not_(listed.ends[index]), or_(_same(at, byte, other), found))
    return found


STRINGS: dict[str, Entry] = {
    **dict.fromkeys(("memcpy", "memmove"), _memcpy),
    "mempcpy": _mempcpy,
    "memset": _memset,
    **dict.fromkeys(("snprintf", "vsnprintf"), _snprintf),
    **dict.fromkeys(("memcmp", "bcmp"), _memcmp),
    "memchr": _memchr,
    **dict.fromkeys(("strlen", "strnlen"), _strlen),
    "strcpy": _strcpy,
    "stpcpy": _stpcpy,
    "strncpy": _strncpy,
    **dict.fromkeys(("strcat", "strncat"), _strcat),
    **dict.fromkeys(("strcmp", "strncmp"), _strcmp),
    **dict.fromkeys(("strchr", "index"), _strchr),
    **dict.fromkeys(("strrchr", "rindex"), _strrchr),
    **dict.fromkeys(("strdup", "strndup"), _strdup),
    "strstr": _strstr,
    "strspn": _strspn,
    "strcspn": _strcspn,
    "strpbrk": _strpbrk,
}
