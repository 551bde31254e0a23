"""What functions without body store in a compiled counterexample.

Comes in: an execution in which such functions changed what their arguments point to, or globals
that other files know by name. Goes out: the same changes as C text for the stubs of these
functions, call by call. A change that cannot be brought about so is left out.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

from maul.c.ctype import Boolean, Floating, Integer, Pointer, size_of
from maul.cfa.expressions import AddressOf, Constant, Convert, Deref, ElementOf, Load, Place
from maul.cfa.library import DISTURB, STREAMS
from maul.cfa.model import CHANGED, ERRNO, Assign, Call, Havoc
from maul.node import node
from maul.proofs.execution.harness.values import listed, type_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Edge
    from maul.interpret.choices import Given
    from maul.proofs.execution.replay import Asked, Followed

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")


@node
class Stored:
    """What a call stores, the ``edge`` that says so, and where: behind an ``argument``, counted
    from 0, or in the ``variable`` of that name if it is None."""

    call: Asked
    edge: Edge
    argument: int | None
    variable: str
    data: bytes


def stored(followed: Followed) -> tuple[Stored, ...]:
    """All that functions without body store in an execution, as far as a stub can do it."""
    found: list[Stored] = []
    for asked in followed.choices:
        operation = asked.edge.operation
        if (
            isinstance(operation, Havoc)
            and operation.origin.startswith(CHANGED)
            and asked.value is not None
            and asked.after
        ):
            call = followed.calls[asked.after - 1]
            found += _stored(call, asked, operation.target, asked.value)
    return tuple(each for each in found if _parameters(_calls_of(followed, each.call)) is not None)


def _stored(call: Asked, asked: Asked, place: Lvalue, given: Given) -> Iterator[Stored]:
    """The one change, if a stub can make it."""
    operation = call.edge.operation
    assert isinstance(operation, Call)
    data = _bytes(given, place.type)
    if data is None:
        return
    for index, argument in enumerate(operation.arguments):
        if _points_to(argument, place, _copies(call.edge)):
            yield Stored(call, asked.edge, index, "", data)
            return
    if isinstance(place, Place):
        name = place.variable.name
        if _IDENTIFIER.fullmatch(name) and name not in STREAMS:
            yield Stored(call, asked.edge, None, name, data)


def _calls_of(followed: Followed, call: Asked) -> list[Asked]:
    """All calls of the function that is called."""
    return [other for other in followed.calls if _name(other) == _name(call)]


def _name(call: Asked) -> str:
    return call.edge.operation.function if isinstance(call.edge.operation, Call) else ""


# ---- which argument leads there ------------------------------------------------------------------


def _copies(edge: Edge) -> dict[Variable, Expression]:
    """The temporaries behind a call that keep the pointers it was given."""
    found: dict[Variable, Expression] = {}
    at = edge.target
    while len(at.leaving) == 1:
        match at.leaving[0].operation:
            case Call(function=function) if function == DISTURB:
                pass
            case Assign(target=Place(variable=variable), value=value):
                found[variable] = value
            case _:
                break
        at = at.leaving[0].target
        if at is edge.target:
            break
    return found


def _points_to(argument: Expression, place: Lvalue, copies: dict[Variable, Expression]) -> bool:
    """Whether an argument is the address of a place."""
    wanted: Expression | None = None
    match place:
        case Deref(pointer=Load(place=Place(variable=variable))):
            wanted = copies.get(variable)
    while True:
        if argument is wanted:
            return True
        match argument:
            case Convert(operand=operand) if isinstance(argument.type, Pointer):
                argument = operand
            case AddressOf(place=start):
                return start is place or _first_of(start) is place
            case _:
                return False


def _first_of(place: Lvalue) -> Lvalue | None:
    """The array of which a place is the first element."""
    match place:
        case ElementOf(base=base, index=Constant(value=0)):
            return base
    return None


# ---- values as bytes -----------------------------------------------------------------------------


def _bytes(given: Given, t: CType) -> bytes | None:
    """A given value as an object of type ``t`` holds it; None when nobody can say."""
    size = size_of(t)
    if isinstance(given, bytes):
        return given[:size].ljust(size, b"\0")
    match t:
        case Floating(bits=32 | 64 as bits):
            return struct.pack("<f" if bits == 32 else "<d", given)
        case Boolean():
            return bytes([1 if given else 0])
        case Integer() | Pointer():
            return (int(given) & (1 << 8 * size) - 1).to_bytes(size, "little")
    return None


# ---- as C text -----------------------------------------------------------------------------------


@node
class Storing:
    """What a stub needs in order to store: declarations in front of it, its parameters, and the
    statements that store what the call number ``next`` stores."""

    before: str = ""
    parameters: str = ""
    body: str = ""


STORES_NOTHING = Storing()


def storing(calls: Sequence[Asked], changes: Sequence[Stored]) -> Storing:
    """How the stub of a function stores what its ``calls`` stored; ``changes`` may be those of
    other functions, too."""
    numbers = {call: number for number, call in enumerate(calls)}
    mine = [each for each in changes if each.call in numbers]
    parameters = _parameters(calls)
    if not mine or parameters is None:
        return STORES_NOTHING
    before = "".join(
        _declaration(name)
        for name in dict.fromkeys(each.variable for each in mine if each.argument is None)
    )
    lines = ["  switch (next) {"]
    for call, number in numbers.items():
        if any(each.call is call for each in mine):
            lines.append(f"  case {number}:")
            lines += [_statement(each) for each in mine if each.call is call]
            lines.append("    break;")
    return Storing(before, ", ".join(parameters), "\n".join([*lines, "  }", ""]))


def _declaration(name: str) -> str:
    """Where a variable is, for the statements that store in it."""
    if name == ERRNO:  # each thread has one
        return (
            f"extern int *__errno_location(void);\n#define harness_at_{name} __errno_location()\n"
        )
    # By another name: the harness may define the variable, with a type.
    return f'extern unsigned char harness_at_{name}[] __asm__("{name}") __attribute__((weak));\n'


def _statement(change: Stored) -> str:
    """One change."""
    argument = change.argument
    at = f"harness_at_{change.variable}" if argument is None else f"argument_{argument}"
    data = f"(const unsigned char[]){{{listed(list(map(str, change.data)))}}}"
    return f"    if ({at})\n      __builtin_memcpy({at}, {data}, {len(change.data)});"


def _parameters(calls: Sequence[Asked]) -> tuple[str, ...] | None:
    """The parameters of a function that is called so; None when the calls differ, or give it what
    is no number."""
    found: set[tuple[str | None, ...]] = set()
    for call in calls:
        operation = call.edge.operation
        assert isinstance(operation, Call)
        found.add(tuple(type_name(each.type) for each in operation.arguments))
    names = found.pop() if len(found) == 1 else (None,)
    known = tuple(f"{name} argument_{index}" for index, name in enumerate(names) if name)
    return known if len(known) == len(names) else None
