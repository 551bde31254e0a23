"""A counterexample for people: which inputs, and which way through the source text.

Comes in: an execution that was followed. Goes out: lines of text, or the same as plain data for
JSON. Steps in one source line are one line; calls are indented. A value is told where a later
decision depends on it: a backward pass over the path keeps the variables that conditions read,
what they were computed from, and so on. Of a loop, the first and the last iteration are told.
"""

from __future__ import annotations

import os
import stat
from bisect import bisect_left
from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, Floating, Integer, Pointer, is_scalar
from maul.c.numbers import single, wrap
from maul.c.source import LARGEST
from maul.cfa.expressions import AddressOf, Constant, Deref, Load, Place
from maul.cfa.model import Assume, Call, Havoc, Return
from maul.cfa.outcome import ErrorReached
from maul.cfa.render import operation_text, place_text
from maul.cfa.walk import inner_first, root, written_place
from maul.node import node, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.c.source import Span
    from maul.c.tree import Variable
    from maul.cfa.model import Cfa, Operation
    from maul.proofs.execution.replay import Asked, Followed, Seen, TakenEdge

LINES = 60  # that a counterexample takes by default
INPUTS = 20  # that are told one by one
TEXT, SOURCE = 72, 48  # columns of a line of source, and where the values stand
DEEPEST = 12  # calls deeper than that are not indented further
ITERATIONS = 3  # a loop with so many is told as a whole
ENTRIES = 10_000  # lines of the path in JSON

MEMORY = "memory"
"""Stands for whatever can be reached by a pointer."""


@node
class PathLine:
    """One or more steps in one line of the source, in one activation of a function."""

    span: Span
    depth: int
    activation: int
    text: str
    values: dict[str, Seen]
    matters: bool  # it decides, calls, or computes what a decision depends on


@node
class Gap:
    """What is left out: ``count`` of ``what``."""

    count: int
    what: str
    depth: int


def lines(followed: Followed, folders: Sequence[str], limit: int = LINES) -> list[str]:
    """The counterexample as text of about ``limit`` lines; files in ``folders`` are quoted."""
    told = _inputs(followed)
    path = _path(followed, folders)
    first, last = ([line for line in half if line.matters] for half in path)
    gap = [Gap(followed.missing, "more steps", 0)] if followed.missing else []
    shown = _shortened([*_folded(first), *gap, *_folded(last)], max(limit - len(told) - 2, 10))
    width = max([len(_where(each.span)) for each in shown if isinstance(each, PathLine)], default=0)
    told.append("path")
    told += [_text(each, width) for each in shown]
    return [*told, _violation(followed)]


def as_data(followed: Followed, folders: Sequence[str]) -> dict[str, object]:
    """The counterexample for programs."""
    first, last = _path(followed, folders)
    return {
        "inputs": [_input_data(asked) for asked in followed.inputs()],
        "path": [
            {
                "file": line.span.file,
                "line": line.span.line,
                "depth": line.depth,
                "text": line.text,
                "values": {name: _number(value) for name, value in line.values.items()},
            }
            for line in [*first, *last][-ENTRIES:]
        ],
    }


# ---- inputs --------------------------------------------------------------------------------------


def _inputs(followed: Followed) -> list[str]:
    """Who was given what."""
    entries = [(asked.edge.span, _input_text(asked)) for asked in followed.inputs()]
    entries += [(asked.edge.span, text) for asked in followed.choices if (text := _choice(asked))]
    if not entries:
        return ["inputs: none"]
    width = max(len(_where(span)) for span, _ in entries[:INPUTS])
    told = [f"  {_where(span):{width}}  {text}" for span, text in entries[:INPUTS]]
    if len(entries) > INPUTS:
        told.append(f"  ... {len(entries) - INPUTS} more inputs")
    return ["inputs", *told]


def _input_text(asked: Asked) -> str:
    operation = asked.edge.operation
    assert isinstance(operation, Call)
    return f"{operation.function}() = {_told(asked)}"


def _choice(asked: Asked) -> str:
    """What was chosen for a variable; empty when it is nothing worth telling."""
    match asked.edge.operation, asked.value:
        case Havoc(target=target, origin=origin), int() | float() as value if value:
            return f"{place_text(target)} = {_told(asked)} ({origin})"
    return ""


def _told(asked: Asked) -> str:
    """A value as the type of the place has it that it went into."""
    match asked.type, asked.value:
        case Integer(bits=bits, signed=signed), int(value):
            return str(wrap(value, bits, signed=signed))
        case Boolean(), int(value):
            return "1" if value else "0"
        case Pointer(), int(value):
            return hex(value) if value else "NULL"
        case Floating(bits=32), int() | float() as value:
            return repr(single(float(value)))
        case Floating(), int() | float() as value:
            return repr(float(value))
    return str(asked.value)


def _input_data(asked: Asked) -> dict[str, object]:
    operation, span = asked.edge.operation, asked.edge.span
    assert isinstance(operation, Call)
    return {
        "function": operation.function,
        "value": _told(asked),
        "file": span.file,
        "line": span.line,
    }


def _number(value: Seen) -> Seen:
    """A value that JSON has: infinities and NaN have only their names."""
    if isinstance(value, float) and value - value != 0:
        return str(value)
    return value


# ---- the path ------------------------------------------------------------------------------------


def _path(followed: Followed, folders: Sequence[str]) -> tuple[list[PathLine], list[PathLine]]:
    """The steps, line by line, before and behind those that are missing."""
    wanted = _wanted(followed.cfa, followed.steps)
    source, half = _Source(folders), len(followed.first)
    first = _lines(followed.cfa, followed.first, wanted[:half], source)
    return first, _lines(followed.cfa, followed.last, wanted[half:], source)


def _lines(
    cfa: Cfa, steps: Sequence[TakenEdge], wanted: Sequence[bool], source: _Source
) -> list[PathLine]:
    """Steps by line; the start, which gives globals their values, is left out."""
    path: list[PathLine] = []
    for taken, is_wanted in zip(steps, wanted, strict=True):
        span, operation = taken.edge.span, taken.edge.operation
        if taken.depth == 0 or not span.line:
            continue
        values = dict(_shown(taken)) if is_wanted else {}
        matters = _decides(operation, cfa) or (is_wanted and bool(taken.values))
        last = path[-1] if path else None
        if (
            last is not None
            and last.activation == taken.activation
            and (last.span.file, last.span.line) == (span.file, span.line)
        ):
            path[-1] = _with(last, {**last.values, **values}, matters=last.matters or matters)
        else:
            text = source.line(span) or operation_text(operation)
            path.append(PathLine(span, taken.depth - 1, taken.activation, text, values, matters))
    return path


def _with(line: PathLine, values: dict[str, Seen], *, matters: bool) -> PathLine:
    return replace(line, values=values, matters=matters)


def _decides(operation: Operation, cfa: Cfa) -> bool:
    """Whether a step is worth telling whatever it computes."""
    match operation:
        case Assume(condition=condition):
            return not isinstance(condition, Constant)
        case Call(function=function):
            return function in cfa.functions
    return False


def _shown(taken: TakenEdge) -> tuple[tuple[str, Seen], ...]:
    """The values of a step, but for those of temporaries."""
    return tuple((name, value) for name, value in taken.values if "$" not in name)


class _Source:
    """Lines of the source files, read when they are wanted. A program may call its lines what it
    likes (``#line``), so only files that lie where the program does are looked into."""

    def __init__(self, folders: Sequence[str]) -> None:
        self._folders = [os.path.join(os.path.realpath(folder), "") for folder in folders]
        self._files: dict[str, list[str]] = {}

    def line(self, span: Span) -> str:
        """The text of a line without the blanks around it; empty when there is none."""
        if span.file not in self._files:
            self._files[span.file] = self._text(span.file).split("\n")
        text = self._files[span.file]
        return " ".join(text[span.line - 1].split()) if span.line <= len(text) else ""

    def _text(self, name: str) -> str:
        try:
            path = os.path.realpath(name)
            if not path.startswith(tuple(self._folders)):
                return ""
            with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY), "rb") as file:
                is_file = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
                return file.read(LARGEST).decode("utf-8", "replace") if is_file else ""
        except (OSError, ValueError):
            return ""


# ---- what later decisions depend on --------------------------------------------------------------


def _wanted(cfa: Cfa, steps: Sequence[TakenEdge]) -> list[bool]:
    """For each step whether a decision depends on what it writes; a decision depends on itself."""
    callers = _callers(cfa, steps)
    needed: set[Variable | str] = set()
    found: list[bool] = []
    for taken in reversed(steps):
        operation = taken.edge.operation
        match operation:
            case Assume(condition=condition):
                is_wanted = not isinstance(condition, Constant)
            case Return():
                caller = callers.get(taken.activation)
                is_wanted = caller is not None and _is_needed(cfa, caller, needed)
            case Call(function=function) if function in cfa.functions:
                is_wanted = not needed.isdisjoint(cfa.functions[function].parameters)
            case _:
                is_wanted = _is_needed(cfa, operation, needed)
        found.append(is_wanted)
        if is_wanted:
            needed.update(_reads(cfa, operation))
    found.reverse()
    return found


def _callers(cfa: Cfa, steps: Sequence[TakenEdge]) -> dict[int, Call]:
    """By the number of an activation, the call that began it."""
    found: dict[int, Call] = {}
    call: Call | None = None
    for taken in steps:
        if call is not None:
            found.setdefault(taken.activation, call)
        operation = taken.edge.operation
        is_entered = isinstance(operation, Call) and operation.function in cfa.functions
        call = operation if is_entered and isinstance(operation, Call) else None
    return found


def _is_needed(cfa: Cfa, operation: Operation, needed: set[Variable | str]) -> bool:
    """Whether what an operation writes is needed; a whole variable that is written is not needed
    before."""
    place = written_place(operation)
    if place is None:
        return False
    top = root(place)
    if isinstance(top, Deref) or top.variable in cfa.addressed:
        return MEMORY in needed or (isinstance(top, Place) and top.variable in needed)
    is_needed = top.variable in needed
    if place is top and is_scalar(place.type):
        needed.discard(top.variable)
    return is_needed


def _reads(cfa: Cfa, operation: Operation) -> list[Variable | str]:
    """The variables that an operation reads."""
    found: list[Variable | str] = []
    for expression in inner_first(operation):
        if isinstance(expression, (Load, AddressOf)):
            top = root(expression.place)
            if isinstance(top, Deref):
                found.append(MEMORY)
            else:
                found.append(top.variable)
                if top.variable in cfa.addressed:
                    found.append(MEMORY)
    return found


# ---- folding -------------------------------------------------------------------------------------


def _folded(path: Sequence[PathLine]) -> list[PathLine | Gap]:
    """The path with long loops cut down to their first and their last iteration.

    A line that an activation comes to again and again begins an iteration each time.
    """
    visits: dict[tuple[int, str, int], list[int]] = {}
    for number, line in enumerate(path):
        visits.setdefault(_key(line), []).append(number)
    told: list[PathLine | Gap] = []
    waiting: list[tuple[int, int] | PathLine | Gap] = [(0, len(path))]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, (PathLine, Gap)):
            told.append(piece)
            continue
        at, end = piece
        if at >= end:
            continue
        own = visits[_key(path[at])]
        heads = own[bisect_left(own, at) : bisect_left(own, end)]
        if len(heads) > ITERATIONS:
            gap = Gap(len(heads) - 3, "more iterations", path[at].depth)
            first, last, beyond = heads[0], heads[-2], heads[-1]
            waiting += [(beyond + 1, end), path[beyond], (last + 1, beyond), path[last]]
            waiting += [gap, (first + 1, heads[1])]
        else:
            waiting.append((at + 1, end))
        told.append(path[at])
    return told


def _key(line: PathLine) -> tuple[int, str, int]:
    return line.activation, line.span.file, line.span.line


def _shortened(told: Sequence[PathLine | Gap], limit: int) -> list[PathLine | Gap]:
    """The beginning and the end of what is still too long."""
    if len(told) <= limit:
        return list(told)
    first = limit // 3
    last = limit - first - 1
    return [*told[:first], Gap(len(told) - first - last, "more lines", 0), *told[-last:]]


# ---- text ----------------------------------------------------------------------------------------


def _where(span: Span) -> str:
    return f"{span.file.rsplit('/', 1)[-1]}:{span.line}" if span.line else ""


def _text(each: PathLine | Gap, width: int) -> str:
    if isinstance(each, Gap):
        return f"  {'':{width}}  {'  ' * min(each.depth, DEEPEST)}... {each.count} {each.what}"
    text = "  " * min(each.depth, DEEPEST) + each.text
    text = text if len(text) <= TEXT else f"{text[: TEXT - 4]} ..."
    values = ", ".join(f"{name} = {value}" for name, value in _values(each))
    line = f"{text:{SOURCE}}  {values}" if values else text
    return f"  {_where(each.span):{width}}  {line}"


def _values(line: PathLine) -> list[tuple[str, Seen]]:
    """The values of a line, without results of calls that went into a variable."""
    stored = [value for name, value in line.values.items() if not name.endswith("()")]
    return [
        (name, value)
        for name, value in line.values.items()
        if not (name.endswith("()") and value in stored)
    ]


def _violation(followed: Followed) -> str:
    outcome = followed.execution.outcome
    last = followed.steps[-1].edge
    what = operation_text(last.operation)
    if isinstance(outcome, ErrorReached):
        return f"violated: {outcome.property} at {_where(last.span)} by {what}"
    return f"ends at {_where(last.span)}: {what}"
