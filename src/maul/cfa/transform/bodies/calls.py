"""Which steps stand for a call of the C library.

Comes in: an edge. Goes out: the steps that touch what the call touches; None when the call stays as
it is. A function on texts is a run of its body. One that prints stays, behind runs that walk what
it prints, and so does one that the table of the library describes, behind what it reads. What
``sprintf`` writes is written piece by piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import Pointer, Record, known_size
from maul.c.tree import Variable
from maul.cfa import library
from maul.cfa.build import convert
from maul.cfa.expressions import Binary, Constant, Convert, Deref, Load, Place
from maul.cfa.model import Assign, Call
from maul.cfa.transform.bodies.definitions import is_defined
from maul.cfa.transform.bodies.literals import Literals
from maul.cfa.transform.bodies.printing import (
    FORMATS,
    WRITING,
    PrintingCall,
    has_room,
    printed,
    written,
)
from maul.cfa.transform.bodies.steps import BodyCall, Loosen
from maul.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maul.c.ctype import CType
    from maul.c.source import Span
    from maul.cfa.expressions import Expression
    from maul.cfa.library import LibraryLine
    from maul.cfa.model import Cfa, Edge
    from maul.cfa.transform.bodies.steps import Step

_ALLOCATING = frozenset(("strdup", "strndup"))
_ONLY_SIGN = frozenset(("strcasecmp", "strncasecmp"))
# The arguments that are read as texts, to their ends.
_TEXTS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("puts", "fputs", "fputs_unlocked", library.READS_TEXT), (0,)),
    **dict.fromkeys(("atof", "strtod", "strtof", "getenv", "secure_getenv", "nan", "a64l"), (0,)),
    **dict.fromkeys(("open", "creat", "access", "stat", "lstat", "readlink", "rpmatch"), (0,)),
    **dict.fromkeys(("fopen", "fopen64", "strcoll", "strverscmp"), (0, 1)),
    "fdopen": (1,),
    "strftime": (2,),
}
# The arguments that are read as blocks, and those whose product is the number of bytes.
_BLOCKS: dict[str, tuple[int, tuple[int, ...]]] = {
    **dict.fromkeys(("fwrite", "fwrite_unlocked"), (0, (1, 2))),
    **dict.fromkeys(("write", "pwrite", "send"), (1, (2,))),
}
# These write no more than they are told, and C does not say how much.
_AT_MOST = {"strftime": ((0, 1),)}
# These read a number by a pointer.
_SCALARS = frozenset(("gmtime_r", "localtime_r"))
# What the library makes itself, and only it looks into.
_OPAQUE = frozenset(("_IO_FILE", "FILE", "__dirstream"))


class LibraryCalls:
    """The calls of the C library in a program."""

    def __init__(self, cfa: Cfa) -> None:
        self._cfa = cfa
        self._literals = Literals(cfa)
        self._temporaries = 0

    def steps(self, edge: Edge) -> tuple[Step, ...] | None:
        """What stands for the operation of an edge; None when it stays as it is."""
        call = edge.operation
        if not isinstance(call, Call) or call.function in self._cfa.functions:
            return None
        name = call.function
        if is_defined(name):
            return self._run(call, edge.span)
        if name in FORMATS:
            return self._behind(call, tuple(printed(self._given(edge, call))))
        if name in WRITING:
            return written(self._given(edge, call))
        return self._behind(call, (*self._walks(call), *self._reads(edge, call)))

    def _run(self, call: Call, span: Span) -> tuple[Step, ...]:
        """The body instead of the call."""
        name = call.function
        if name in _ALLOCATING and "malloc" in self._cfa.functions:
            raise Unsupported(span, f"{name} in a program that defines malloc")
        run = BodyCall(name, call.arguments, call.result, name)
        if name in _ONLY_SIGN and call.result is not None:
            return run, Loosen(call.result, name)
        return (run,)

    def _behind(self, call: Call, before: tuple[Step, ...]) -> tuple[Step, ...] | None:
        """The call behind other steps, if there are any."""
        return (*before, call) if before else None

    def _given(self, edge: Edge, call: Call) -> PrintingCall:
        return PrintingCall(call, edge.span, self._cfa.model, self._literals, self._temporary(edge))

    def _temporary(self, edge: Edge) -> Callable[[CType], Place]:
        """What makes fresh variables of the function that an edge is in."""
        function = edge.source.function

        def make(t: CType) -> Place:
            self._temporaries += 1
            name = f"{function}::$text{self._temporaries}"
            return Place(t, Variable(name, t, function, edge.span))

        return make

    # ---- what is only read -----------------------------------------------------------------------

    def _walks(self, call: Call) -> Iterator[Step]:
        """Walks over texts and blocks that are read."""
        name, arguments = call.function, call.arguments
        for index in _TEXTS.get(name, ()):
            if not self._literals.is_text(arguments[index]):
                yield BodyCall("strlen", (arguments[index],), None, name)
        if name in _BLOCKS:
            block, factors = _BLOCKS[name]
            size_t = self._cfa.model.size_t
            first, *others = (convert(size_t, arguments[factor]) for factor in factors)
            size: Expression = first
            for other in others:
                size = Binary(size_t, "*", size, other)
            yield BodyCall("__maul_touch", (arguments[block], size), None, name)

    def _reads(self, edge: Edge, call: Call) -> Iterator[Step]:
        """Objects that a function reads which the table describes; what it writes, edges behind the
        call write."""
        known = library.model(call.function)
        if known is None or known.kind != library.DESCRIBED or known.table is None:
            return
        for buffer, size in _AT_MOST.get(call.function, ()):
            if not has_room(call.arguments[buffer], call.arguments[size]):
                what = f"checking the memory accesses of {call.function} without certain room"
                raise Unsupported(edge.span, what)
        for index in _unexplained(known.table, call):
            argument = _stripped(call.arguments[index])
            if isinstance(argument, Constant) or not isinstance(argument.type, Pointer):
                continue
            target = argument.type.target
            if isinstance(target, Record) and target.tag in _OPAQUE:
                continue
            is_object = isinstance(target, Record) or call.function in _SCALARS
            if known_size(target) is None or not is_object:
                what = f"checking the memory accesses of {call.function}"
                raise Unsupported(edge.span, what)
            place = self._temporary(edge)(target)
            yield Assign(place, Load(target, Deref(target, argument)))


def _unexplained(line: LibraryLine, call: Call) -> Iterator[int]:
    """The pointers that are given to a function and read in a way that nobody has said yet."""
    effects, name = line.effects, call.function
    said: set[int | None] = {writes.at for writes in effects.writes}
    said |= {effects.same, effects.null, *(effects.end or ()), *_TEXTS.get(name, ())}
    if name in _BLOCKS:
        said.add(_BLOCKS[name][0])
    for index, shape in enumerate(line.parameters or ()):
        if shape.sort == "p" and index not in said and index < len(call.arguments):
            yield index


def _stripped(argument: Expression) -> Expression:
    """An argument before its conversions."""
    while isinstance(argument, Convert):
        argument = argument.operand
    return argument
