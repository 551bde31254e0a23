"""Statements that touch some bytes, right or wrong, in one of many ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tools.generate.memory.state import Writer

Access: TypeAlias = Callable[[Writer, str, int, int], str]

WIDTHS = {1: "char", 2: "short", 4: "int", 8: "long long"}


def access(w: Writer, pointer: str, at: int, width: int) -> str:
    """A line that reads or writes ``width`` bytes, a power of two, at an offset of a pointer."""
    forms: list[Access] = [_dereference, _dereference, _block]
    if width == 1:
        forms += [_index, _index, _called, _stepped]
    elif at % width == 0:
        forms += [_typed_index]
    return w.pick(forms)(w, pointer, at, width)


def _assigned(w: Writer, place: str) -> str:
    """A line that reads a place, writes it, or both."""
    value = w.number(1, 99)
    return w.pick(
        (f"{place} = {value};", f"sum += {place};", f"{place} += {value};", f"sum ^= {place};")
    )


def _offset(pointer: str, at: int) -> str:
    return f"{pointer} {'-' if at < 0 else '+'} {abs(at)}"


def _dereference(w: Writer, pointer: str, at: int, width: int) -> str:
    return _assigned(w, f"*({WIDTHS[width]} *)({_offset(pointer, at)})")


def _typed_index(w: Writer, pointer: str, at: int, width: int) -> str:
    return _assigned(w, f"(({WIDTHS[width]} *){pointer})[{at // width}]")


def _index(w: Writer, pointer: str, at: int, _width: int) -> str:
    return _assigned(w, f"{pointer}[{at}]")


def _called(w: Writer, pointer: str, at: int, _width: int) -> str:
    return w.pick((f"put({pointer}, {at}, 7);", f"sum += get({_offset(pointer, at)});"))


def _stepped(w: Writer, pointer: str, at: int, _width: int) -> str:
    name = w.name("step")
    head = (
        f"for (char *{name} = {_offset(pointer, at)}, *end = {name} + 1; {name} != end; {name}++)"
    )
    return f"{head} {_assigned(w, f'*{name}')}"


def _block(w: Writer, pointer: str, at: int, width: int) -> str:
    return block(w, _offset(pointer, at), width)


def block(w: Writer, place: str, size: int) -> str:
    """A line in which a function of the library touches all of ``size`` bytes, 64 at most."""
    return w.pick(
        (
            f"memset({place}, {w.number(0, 255)}, {size});",
            f"memcpy(buffer, {place}, {size});",
            f"memcpy({place}, buffer, {size});",
            f"memmove({place}, buffer, {size});",
            f"memmove(buffer, {place}, {size});",
        )
    )
