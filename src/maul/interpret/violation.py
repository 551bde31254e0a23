"""A violation in words: what an execution does at the error that it has reached.

Comes in: an execution that stands at an error, and the edge that led there. Goes out: what happened
in one sentence, and as data. The values are those of the execution; the objects say where they were
made and where they ended. Nothing here decides anything: the words for a violation that cannot be
told are those of its property.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from maul.c.ctype import Integer, Pointer
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Constant,
    Convert,
    Deref,
    ElementOf,
    Load,
    MemberOf,
    Overflows,
    Unary,
    Valid,
)
from maul.cfa.library import ASSERTION_FAILURES, UNKNOWN_FUNCTION
from maul.cfa.model import Assume, Call
from maul.cfa.render import expression_text, place_text
from maul.cfa.transform.bodies import is_copy
from maul.cfa.walk import before_arithmetic, followed, inner_first, written_place
from maul.errors import Unsupported
from maul.interpret.integers import exactly
from maul.interpret.memory import NOWHERE, Exhausted, Undefined, Unmodelled, Unsettled
from maul.result import Violation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from maul.c.source import Span
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Cfa, Edge
    from maul.cfa.outcome import ErrorReached
    from maul.interpret.memory import Object
    from maul.interpret.values import Translator

LONGEST = 60  # characters of an expression that is quoted
LISTED = 5  # objects whose places are told one by one


class Told:
    """Tells of an execution; ``lost`` gives the objects that no variable reaches."""

    def __init__(self, cfa: Cfa, translator: Translator, lost: Callable[[], list[Object]]) -> None:
        self._cfa = cfa
        self._translator = translator
        self._memory = translator.memory
        self._lost = lost

    def violation(self, outcome: ErrorReached, edge: Edge | None) -> Violation:
        """What happened on the edge that led to an error."""
        plain = Violation(outcome.property, f"{outcome.property} is violated", str(outcome.span))
        if edge is None:
            return plain
        try:
            return self._told(edge, outcome) or plain
        except (Undefined, Unmodelled, Unsettled, Unsupported, Exhausted):
            return plain

    def _told(self, edge: Edge, outcome: ErrorReached) -> Violation | None:
        where = str(edge.span)
        match edge.operation:
            case Call(function=function) if function in ASSERTION_FAILURES:
                return Violation("failed assertion", "an assertion fails", where)
            case Call(function=function):
                name = function.partition("#")[0]
                return Violation("error call", f"`{name}` is called", where)
            case Assume(condition=condition) if edge.source.leaving[0] is not edge:
                asked = condition.operand if isinstance(condition, Unary) else condition
                if isinstance(asked, Valid):
                    return self._memory_violation(edge, asked)
                found = self._of_operands(edge, condition, outcome.property)
                return None if found is None else Violation(*found, where)
        if outcome.property == "unreach-call":
            return Violation("label", "a label is passed that must not be reached", where)
        return None

    # ---- operands ----------------------------------------------------------------------------

    def _of_operands(self, edge: Edge, fails: Expression, violated: str) -> tuple[str, str] | None:
        """The kind and the words of a violation by operands."""
        match violated, fails:
            case "no-overflow", Overflows():
                return "overflow", self._overflow(fails)
            case "no-overflow", Binary(left=left):
                return "overflow", f"left shift of {self._integer(left)}, which is negative"
            case "no-division-by-zero", Binary(left=divisor):
                return "division by zero", f"division by zero{self._is(divisor)}"
            case "no-invalid-shift", Binary(left=amount):
                bits = self._shifted_bits(edge, amount)
                return "invalid shift", f"shift by {self._integer(amount)} of a {bits}-bit value"
            case "no-null-dereference", Binary(left=pointer):
                return "null pointer", f"{_quoted(pointer, 'a pointer')} is null"
            case "no-index-out-of-bounds", Binary(left=index):
                kind, number = "index out of bounds", self._integer(index)
                return kind, f"index {number} of {self._indexed(edge, index, number)}"
        return None

    def _integer(self, e: Expression) -> int:
        return self._translator.integer(e)()

    def _is(self, e: Expression) -> str:
        """What an integer is, when it has a name."""
        text = _text(e)
        is_telling = text and not isinstance(e, Constant)
        return f": `{text}` is {self._integer(e)}" if is_telling else ""

    def _overflow(self, e: Overflows) -> str:
        """The operation, and what would be its result."""
        left, right = self._integer(e.left), self._integer(e.right)
        of = f"{e.of.bits} bits" if isinstance(e.of, Integer) else "its type"
        if e.operator == "neg":
            text, told = _text(Unary(e.of, "-", e.left)), f"-({left})"
        else:
            text = _text(Binary(e.of, e.operator, e.left, e.right))
            told = f"{_number(left)} {e.operator} {_number(right)}"
        result = f"{told} is {exactly(e.operator, left, right)}"
        return f"{f'`{text}`' if text else 'a result'} does not fit {of}: {result}"

    def _shifted_bits(self, edge: Edge, amount: Expression) -> int:
        """The width of what is shifted."""
        for e in inner_first(self._checked(edge).operation):
            if not isinstance(e, Binary) or not isinstance(e.type, Integer):
                continue
            if e.operator in ("<<", ">>") and e.right == amount:
                return e.type.bits
        raise Unmodelled("a shift that is not there")

    def _indexed(self, edge: Edge, index: Expression, number: int) -> str:
        """The array that is indexed: the first one with that index for which it is too large."""
        for place in self._places(self._checked(edge)):
            length = getattr(place.base.type, "length", None)
            if place.index == index and isinstance(length, int) and not 0 <= number < length:
                name = re.sub(r"#\d+$", "", place_text(place.base))
                return f"`{name}[{length}]`" if _can_be_told(name) else f"an array of {length}"
        return "an array"

    def _places(self, edge: Edge) -> Iterator[ElementOf]:
        """The elements of arrays that an edge reads and writes."""
        target = written_place(edge.operation)
        loads = [e.place for e in inner_first(edge.operation) if isinstance(e, (Load, AddressOf))]
        for place in [*loads, *([] if target is None else [target])]:
            yield from reversed(list(_elements(place)))

    def _checked(self, edge: Edge) -> Edge:
        """The edge whose check leads to an error by this one."""
        at = edge.source
        while len(at.leaving) == 2 and at.leaving[1].target in self._cfa.errors:
            at = at.leaving[0].target
        return at.leaving[0]

    # ---- memory ------------------------------------------------------------------------------

    def _memory_violation(self, edge: Edge, asked: Valid) -> Violation:
        match asked.question:
            case "memtrack":
                return self._left(edge, self._lost(), "lost memory", "can no longer be reached")
            case "memcleanup":
                kind, told = "memory left", "still allocated when the program ends"
                objects = self._memory.heap.objects
                verb = "is" if len(objects) == 1 else "are"
                return self._left(edge, objects, kind, f"{verb} {told}")
        at, offset = self._memory.resolve(self._translator.pointer(asked.pointer)())
        if asked.question == "free":
            kind, text = self._invalid_free(edge, asked.pointer, at, offset)
        else:
            kind, text = self._invalid_access(edge, asked, at, offset)
        return _violation(kind, text, edge.span, None if at is NOWHERE else at)

    def _left(self, edge: Edge, objects: list[Object], kind: str, what: str) -> Violation:
        """Objects that are lost, or left."""
        if len(objects) == 1:
            text = f"{_described(objects[0], edge.span)} {what}"
            return _violation(kind, text, edge.span, objects[0])
        spans = [at.made for at in objects if at.made is not None]
        told = f" (made at {_lines(spans, edge.span)})" if spans else ""
        return Violation(kind, f"{len(objects)} objects{told} {what}", str(edge.span))

    def _invalid_free(
        self, edge: Edge, pointer: Expression, at: Object, offset: int
    ) -> tuple[str, str]:
        name = _quoted(pointer, "the pointer")
        if at is NOWHERE:
            return "invalid free", f"free of {name}, which is {offset:#x}, where no object is"
        if at.kind == "heap" and at.size < 0:
            return "double free", f"free of {name}, which points to {_ended(at, edge.span)}"
        if at.kind == "heap":
            behind = f"{name} points {_bytes(offset)} behind its start"
            if offset < 0:
                behind = f"{name} points {_bytes(-offset)} before its start"
            into = "a pointer into the middle of" if 0 < offset < at.size else "a pointer beside"
            return "invalid free", f"free of {into} {_described(at, edge.span)}: {behind}"
        return "invalid free", f"free of {name}, which points to {_described(at, edge.span)}"

    def _invalid_access(self, edge: Edge, asked: Valid, at: Object, offset: int) -> tuple[str, str]:
        call = self._checked(edge).operation
        if isinstance(call, Call) and call.function == UNKNOWN_FUNCTION:
            return "invalid call", "a pointer is called that points to no function"
        name = _followed_pointer(edge, asked.pointer)
        if at is NOWHERE:
            return self._null_or_wild(edge, asked.pointer, offset)
        if at.kind == "function":
            return "out of bounds", f"{name} points to the function `{at.name}`"
        if at.size < 0:
            kind = "use after free" if at.kind == "heap" else "use after scope"
            return kind, f"{name} points to {_ended(at, edge.span)}"
        size = self._translator.integer(asked.size)()
        where = _beside(offset, size, at.size)
        return "out of bounds", f"{name} points {where} {_described(at, edge.span)}"

    def _null_or_wild(self, edge: Edge, pointer: Expression, number: int) -> tuple[str, str]:
        """The words for a pointer into no object."""
        name = _followed_pointer(edge, pointer)
        place = pointer.place if isinstance(pointer, AddressOf) else None
        base = before_arithmetic(pointer) if place is None else followed(place)
        if base is not None and self._memory.is_null(self._translator.pointer(base)()):
            return "null pointer", f"{_followed_pointer(edge, base)} is null"
        if number == 0:
            return "null pointer", f"{name} is null"
        number &= self._memory.mask
        return "invalid pointer", f"{name} is {number:#x}, where no object is"


# ---- words -----------------------------------------------------------------------------------


def _elements(place: Lvalue) -> Iterator[ElementOf]:
    """The elements in a place, inner arrays first."""
    while True:
        match place:
            case ElementOf(base=base):
                yield place
                place = base
            case MemberOf(base=base) | Deref(pointer=AddressOf(place=base)):
                place = base
            case _:
                return


def _can_be_told(text: str) -> bool:
    """Whether a text is one for people: short, and without temporaries."""
    return len(text) <= LONGEST and "$" not in text


def _text(e: Expression) -> str:
    """An expression as C, a pointer without conversions; empty when it has no text for people."""
    match e:
        case AddressOf(place=Deref(pointer=pointer)):
            return _text(pointer)
        case Convert(type=Pointer(), operand=operand):
            return _text(operand)
        case Constant(type=Pointer()):
            return ""
    text = re.sub(r"(\w|\")#\d+", r"\1", expression_text(e))
    return text if _can_be_told(text) else ""


def _quoted(e: Expression, otherwise: str) -> str:
    """An expression in quotes."""
    text = _text(e)
    return f"`{text}`" if text else otherwise


def _followed_pointer(edge: Edge, pointer: Expression) -> str:
    """A pointer that an edge follows, in words; one in a body of maul's own by its function."""
    function = edge.source.function
    if is_copy(function):
        return f"the pointer that `{function.partition('#')[0]}` follows"
    return _quoted(pointer, "a pointer")


def _number(value: int) -> str:
    return f"({value})" if value < 0 else str(value)


def _bytes(count: int) -> str:
    return "1 byte" if count == 1 else f"{count} bytes"


def _beside(offset: int, size: int, room: int) -> str:
    """Where an access of ``size`` bytes lies that leaves an object of ``room`` bytes."""
    if offset < 0:
        return f"{_bytes(-offset)} before"
    if offset > room:
        return f"{_bytes(offset - room)} behind"
    if offset == room:
        return "to the end of"
    return f"to the last {_bytes(room - offset)}, of {_bytes(size)} that are accessed, of"


def _place(span: Span | None, seen_from: Span) -> str:
    """A line, with its file when that is another one."""
    if span is None or not span.line:
        return ""
    is_near = span.file == seen_from.file
    return f"line {span.line}" if is_near else f"{os.path.basename(span.file)}:{span.line}"


def _lines(spans: Sequence[Span], seen_from: Span) -> str:
    """Several lines, the first of them if there are many."""
    is_near = all(span.file == seen_from.file for span in spans)
    places = [str(span.line) if is_near else _place(span, seen_from) for span in spans]
    different = list(dict.fromkeys(places))
    listed, more = different[:LISTED], len(different) - LISTED
    if more > 0:
        listed.append(f"{more} more")
    told = " and ".join(filter(None, (", ".join(listed[:-1]), listed[-1])))
    if not is_near:
        return told
    return f"lines {told}" if len(listed) > 1 else f"line {told}"


def _name(at: Object) -> str:
    """The name of a variable in the text; empty for other objects."""
    name = at.name.rpartition("::")[2].partition("#")[0]
    return name if at.kind in ("global", "local", "stack") and "$" not in name else ""


def _described(at: Object, seen_from: Span) -> str:
    """An object with its size, and where it was made."""
    made = _place(at.made, seen_from)
    if _name(at):
        told = f", made at {made}" if made else ""
        return f"`{_name(at)}` ({_bytes(at.extent)}{told})"
    kinds = {"string": "a string literal", "function": f"the function `{at.name}`"}
    if at.kind in kinds:
        return kinds[at.kind]
    by = f" ({at.by})" if at.by else ""
    return f"an object of {_bytes(at.extent)}" + (f" made at {made}{by}" if made else "")


def _ended(at: Object, seen_from: Span) -> str:
    """An object that is no more."""
    made, ended = _place(at.made, seen_from), _place(at.ended, seen_from)
    at_line = f" at {ended}" if ended else ""
    if _name(at):
        return f"`{_name(at)}`, whose scope ended{at_line}"
    what = "was freed" if at.kind == "heap" else "ended with its scope"
    return f"an object that {what}{at_line}" + (f" (made at {made})" if made else "")


def _violation(kind: str, text: str, span: Span, at: Object | None) -> Violation:
    """A violation with the facts about its object."""
    if at is None:
        return Violation(kind, text, str(span))
    made, ended = ("" if each is None else str(each) for each in (at.made, at.ended))
    return Violation(kind, text, str(span), _name(at), at.extent, made, ended)
