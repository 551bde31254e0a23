from __future__ import annotations

import ctypes
import sys
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maul.c.ctype import LP64
from maul.interpret.library.format import Argument, Take, formatted, in_order
from maul.interpret.memory import NULL, ObjectMemory, Undefined, Unmodelled

# The C library of the machine is the reference where it is glibc on a 64-bit machine.
needs_libc = pytest.mark.skipif(
    not sys.platform.startswith("linux") or sys.maxsize < 1 << 32, reason="no glibc of LP64"
)


def given_as(*arguments: Argument) -> Take:
    return in_order([partial(_itself, argument) for argument in arguments])


def _itself(argument: Argument) -> Argument:
    return argument


def ours(template: str, *arguments: Argument) -> bytes:
    return formatted(template.encode(), given_as(*arguments), ObjectMemory(LP64))


def text(memory: ObjectMemory, data: bytes) -> Argument:
    at = memory.globals.place("string", "s", len(data))
    at.data[:] = data
    return at, 0


def libc(template: str, *arguments: object) -> bytes:
    buffer = ctypes.create_string_buffer(2000)
    ctypes.CDLL(None).snprintf(buffer, ctypes.c_size_t(2000), template.encode(), *arguments)
    return buffer.value


FLAGS = st.text("-+ #0", max_size=3)
WIDTH = st.one_of(st.just(""), st.integers(1, 30).map(str))
PRECISION = st.one_of(st.just(""), st.just("."), st.integers(0, 25).map(lambda n: f".{n}"))


@needs_libc
@given(
    FLAGS,
    WIDTH,
    PRECISION,
    st.sampled_from(["hh", "h", "", "l", "ll", "z", "j"]),
    st.sampled_from("diuxXo"),
    st.one_of(st.integers(-(1 << 63), (1 << 63) - 1), st.integers(-20, 20)),
)
def test_integers_are_printed_as_by_the_c_library(
    flags: str, width: str, precision: str, length: str, letter: str, value: int
) -> None:
    template = f"[%{flags}{width}{precision}{length}{letter}]"

    assert libc(template, ctypes.c_int64(value)) == ours(template, value)


@needs_libc
@given(
    FLAGS,
    WIDTH,
    PRECISION,
    st.sampled_from("fFeEgGaA"),
    st.one_of(st.floats(), st.floats(-1000, 1000), st.sampled_from([0.0, -0.0, 0.5, 1.5, 1e100])),
)
def test_floats_are_printed_as_by_the_c_library(
    flags: str, width: str, precision: str, letter: str, value: float
) -> None:
    template = f"[%{flags}{width}{precision}{letter}]"

    assert libc(template, ctypes.c_double(value)) == ours(template, value)


@pytest.mark.parametrize(
    ("template", "arguments", "expected"),
    [
        ("100%%", (), b"100%"),
        ("%c%c", (65, 256 + 66), b"AB"),
        ("[%5c|%-5c]", (65, 66), b"[    A|B    ]"),
        ("[%*d|%-*d]", (5, 42, -5, 42), b"[   42|42   ]"),
        ("[%.*d]", (3, 7), b"[007]"),
        ("[%.*d]", (-1, 7), b"[7]"),
        ("%p", (NULL,), b"(nil)"),
        ("%s", (NULL,), b"(null)"),
        ("%.6s", (NULL,), b"(null)"),
        ("%.5s", (NULL,), b""),
        ("%hhd %hhu", (200, 200), b"-56 200"),
        ("%x", (-1,), b"ffffffff"),
        ("%ld", (-1,), b"-1"),
        ("%a", (1.0,), b"0x1p+0"),
        ("%a", (0.1,), b"0x1.999999999999ap-4"),
    ],
)
def test_a_format_prints(template: str, arguments: tuple[Argument, ...], expected: bytes) -> None:
    assert expected == ours(template, *arguments)


def test_a_string_is_cut_to_its_precision_and_may_then_lack_its_end() -> None:
    memory = ObjectMemory(LP64)
    whole, open_end = text(memory, b"hello\0"), text(memory, b"abc")
    template = b"[%s|%.2s|%7s|%-7s|%.3s]"
    arguments = given_as(whole, whole, whole, whole, open_end)

    assert b"[hello|he|  hello|hello  |abc]" == formatted(template, arguments, memory)


@pytest.mark.parametrize(
    ("template", "arguments"),
    [("%d", ()), ("%d", (1.0,)), ("%f", (1,)), ("%s", (1,)), ("%", ())],
)
def test_a_format_that_does_not_fit_is_undefined(
    template: str, arguments: tuple[Argument, ...]
) -> None:
    with pytest.raises(Undefined):
        ours(template, *arguments)


@pytest.mark.parametrize(
    ("template", "argument"),
    [
        *(("%n", NULL), ("%ls", NULL), ("%S", NULL), ("%hs", NULL), ("%05s", NULL), ("%.3p", NULL)),
        *(("%lc", 65), ("%C", 65), ("%05c", 65), ("%y", 1), ("%1$d", 1), ("%Id", 1), ("%Ld", 1)),
        *(("%Lf", 1.0), ("%hf", 1.0), ("%f", float("nan")), ("%9999999999d", 1), ("%b", 1)),
    ],
)
def test_a_conversion_that_is_not_modelled_is_not_called_undefined(
    template: str, argument: Argument
) -> None:
    with pytest.raises(Unmodelled):
        ours(template, argument)
