from __future__ import annotations

import ctypes
import math
import struct
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maul.c.ctype import CHAR, UNSIGNED, ArrayType, CType, Floating, Pointer
from maul.cfa.expressions import (
    Bytes,
    Constant,
    Expression,
    Load,
    Lvalue,
    PointerAdd,
    PointerDifference,
)
from maul.cfa.model import Assign, Call, Operation, Return
from maul.cfa.outcome import Aborted, Ended, Execution, OutOfSteps, UndefinedBehaviour
from maul.errors import Unsupported
from maul.interpret.machine import interpret
from tests.interpret.automata import (
    CHARS,
    LONG,
    SIZE,
    address,
    assign,
    behind,
    decayed,
    load,
    number,
    place,
    program,
    run,
    straight,
    variable,
)

DOUBLE, FLOAT = Floating(64, 8), Floating(32, 4)
A, B = variable("a", ArrayType(CHAR, 16)), variable("b", ArrayType(CHAR, 16))
N, P = variable("n", LONG), variable("p", CHARS)


def text(v: object, data: bytes) -> Assign:
    assert v in (A, B)
    target = A if v is A else B
    return assign(target, Bytes(target.type, data.ljust(16, b"\0")))


def call(function: str, *arguments: Expression, to: Lvalue | None = None) -> Call:
    return Call(to, function, arguments)


def printed(t: str, e: Expression) -> Operation:
    """An edge that prints one value."""
    return Call(None, "printf", (FORMATS[t], e))


FORMAT_D = variable('"%ld;"', ArrayType(CHAR, 5), "")
FORMAT_S = variable('"%s;"', ArrayType(CHAR, 4), "")
FORMATS = {"d": decayed(FORMAT_D), "s": decayed(FORMAT_S)}
GLOBALS = (FORMAT_D, FORMAT_S)
FIRST: tuple[Operation, ...] = (
    assign(FORMAT_D, Bytes(FORMAT_D.type, b"%ld;\0")),
    assign(FORMAT_S, Bytes(FORMAT_S.type, b"%s;\0")),
)


def output(*operations: Operation) -> bytes:
    main = straight("main", *operations, Return(number(0)))
    execution = interpret(
        program(main, addressed=(A, B, *GLOBALS), global_variables=GLOBALS, first=FIRST)
    )
    assert isinstance(execution.outcome, Ended), execution.outcome
    return execution.output


def integer_result(function: str, *arguments: Expression) -> list[Operation]:
    return [call(function, *arguments, to=place(N)), printed("d", load(N))]


def offset_result(function: str, *arguments: Expression) -> list[Operation]:
    """Calls a function that returns a pointer into A and prints how far it is from the start."""
    distance = PointerDifference(LONG, load(P), decayed(A), 1)
    return [call(function, *arguments, to=place(P)), printed("d", distance)]


SECOND = PointerAdd(CHARS, "+", decayed(A), number(1), 1)


def size(value: int) -> Constant:
    return number(value, SIZE)


# ---- strings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operations", "expected"),
    [
        (integer_result("strlen", decayed(A)), b"5;"),
        (integer_result("strnlen", decayed(A), size(3)), b"3;"),
        (integer_result("strcmp", decayed(A), decayed(B)), b"1;"),
        (integer_result("strcmp", decayed(B), decayed(A)), b"-1;"),
        (integer_result("strcmp", decayed(A), decayed(A)), b"0;"),
        (integer_result("strncmp", decayed(A), decayed(B), size(3)), b"0;"),
        (integer_result("memcmp", decayed(A), decayed(B), size(5)), b"1;"),
        (integer_result("strspn", decayed(A), decayed(B)), b"4;"),
        (integer_result("strcspn", decayed(A), decayed(B)), b"0;"),
        (offset_result("strchr", decayed(A), number(108)), b"2;"),
        (offset_result("strrchr", decayed(A), number(108)), b"3;"),
        (offset_result("strchr", decayed(A), number(0)), b"5;"),
        (offset_result("memchr", decayed(A), number(101), size(5)), b"1;"),
        (offset_result("strpbrk", decayed(A), decayed(B)), b"0;"),
        (offset_result("stpcpy", decayed(A), decayed(B)), b"4;"),
        (offset_result("mempcpy", decayed(A), decayed(B), size(3)), b"3;"),
        ([call("strcpy", decayed(A), decayed(B)), printed("s", decayed(A))], b"hell;"),
        ([call("strncpy", decayed(A), decayed(B), size(2)), printed("s", decayed(A))], b"hello;"),
        ([call("strcat", decayed(A), decayed(B)), printed("s", decayed(A))], b"hellohell;"),
        (
            [call("strncat", decayed(A), decayed(B), size(2)), printed("s", decayed(A))],
            b"hellohe;",
        ),
        (
            [call("memset", decayed(A), number(300), size(3)), printed("s", decayed(A))],
            b",,,lo;",
        ),
        (
            [
                call(
                    "memmove", PointerAdd(CHARS, "+", decayed(A), number(1), 1), decayed(A), size(5)
                ),
                printed("s", decayed(A)),
            ],
            b"hhello;",
        ),
        ([call("puts", decayed(A)), call("putchar", number(65))], b"hello\nA"),
        ([call("strdup", decayed(A), to=place(P)), printed("s", load(P))], b"hello;"),
        (integer_result("__builtin_strlen", decayed(A)), b"5;"),
    ],
)
def test_string_functions(operations: list[Operation], expected: bytes) -> None:
    assert expected == output(text(A, b"hello"), text(B, b"hell"), *operations)


def test_a_missing_character_gives_null() -> None:
    assert b"(null);" == output(
        text(A, b"abc"), call("strchr", decayed(A), number(120), to=place(P)), printed("s", load(P))
    )


def test_a_string_without_end_is_undefined() -> None:
    execution = run(
        assign(A, Bytes(A.type, b"x" * 16)),
        call("strlen", decayed(A), to=place(N)),
        addressed=(A,),
    )

    assert isinstance(execution.outcome, UndefinedBehaviour)
    assert "string not terminated in main::a" == execution.outcome.what


CLASSES = (
    *("isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph"),
    *("islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit"),
)


@given(st.integers(-1, 255))
def test_characters_are_classified_as_in_the_c_locale(code: int) -> None:
    libc = ctypes.CDLL(None)
    for name in CLASSES:
        expected = b"1;" if getattr(libc, name)(code) else b"0;"

        assert expected == output(*integer_result(name, number(code))), name
    for name in ("tolower", "toupper"):
        assert b"%d;" % getattr(libc, name)(code) == output(*integer_result(name, number(code)))


# ---- the heap ----------------------------------------------------------------------------------


def test_realloc_keeps_the_contents_and_the_pointers() -> None:
    pp = variable("pp", Pointer(CHARS, 8))
    operations: list[Operation] = [
        text(A, b"kept"),
        call("malloc", size(8), to=place(pp)),
        Assign(behind(load(pp), CHARS), decayed(A)),
        call("realloc", load(pp), size(100), to=place(pp)),
        printed("s", Load(CHARS, behind(load(pp), CHARS))),
    ]

    assert b"kept;" == output(*operations)


def test_calloc_refuses_a_product_that_overflows() -> None:
    operations = [
        call("calloc", size(1 << 62), size(8), to=place(P)),
        printed("s", load(P)),
    ]

    assert b"(null);" == output(*operations)


def test_malloc_fails_when_it_is_told_to() -> None:
    execution = run(
        call("malloc", size(4), to=place(P)),
        Assign(behind(load(P), CHAR), number(0, CHAR)),
        malloc_fails=lambda: True,
    )

    assert isinstance(execution.outcome, UndefinedBehaviour)
    assert "null pointer dereferenced" == execution.outcome.what


def test_allocated_memory_holds_what_is_chosen() -> None:
    main = straight(
        "main",
        call("malloc", size(4), to=place(P)),
        Return(Load(CHAR, behind(PointerAdd(CHARS, "+", load(P), number(3), 1), CHAR))),
    )
    execution = interpret(program(main), choose=lambda _, __: b"\1\2\3\4")

    assert isinstance(execution.outcome, Ended)
    assert 4 == execution.outcome.status


# ---- the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("function", ["abort", "__assert_fail", "__builtin_trap"])
def test_an_abnormal_end_names_the_function(function: str) -> None:
    execution = run(call(function))

    assert isinstance(execution.outcome, Aborted)
    assert function == execution.outcome.function


def test_exit_ends_with_the_low_byte() -> None:
    execution = run(call("exit", number(259)))

    assert isinstance(execution.outcome, Ended)
    assert 3 == execution.outcome.status


# ---- mathematics -------------------------------------------------------------------------------


def real_result(function: str, t: CType, *arguments: Expression) -> tuple[float, Execution]:
    """What a function of floats gives, by its bits."""
    r = variable("r", t)
    bits = variable("bits", UNSIGNED if t is FLOAT else SIZE)
    same_bytes = Load(bits.type, behind(address(r), bits.type))
    main = straight(
        "main",
        call(function, *arguments, to=place(r)),
        assign(bits, same_bytes),
        printed("d", load(bits)),
        Return(number(0)),
    )
    execution = interpret(
        program(main, addressed=(r, *GLOBALS), global_variables=GLOBALS, first=FIRST)
    )
    assert isinstance(execution.outcome, Ended), execution.outcome
    code = int(execution.output.rstrip(b";"))
    if t is FLOAT:
        return struct.unpack("<f", struct.pack("<I", code & 0xFFFFFFFF))[0], execution
    return struct.unpack("<d", struct.pack("<q", code))[0], execution


needs_libm = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no libm.so.6")


def libm(function: str, *arguments: float, single: bool = False) -> float:
    t = ctypes.c_float if single else ctypes.c_double
    f = getattr(ctypes.CDLL("libm.so.6"), function + ("f" if single else ""))
    f.restype, f.argtypes = t, [t] * len(arguments)
    result: float = f(*arguments)
    return result


def identical(left: float, right: float) -> bool:
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    return struct.pack("<d", left) == struct.pack("<d", right)


ONE = ["fabs", "sqrt", "floor", "ceil", "trunc", "round", "rint", "nearbyint"]
TWO = ["fmod", "remainder", "copysign", "fdim", "nextafter", "fmin", "fmax"]
HALVES = st.integers(-20, 20).map(lambda n: n / 2)
DOUBLES = st.one_of(st.floats(), HALVES)
SINGLES = st.one_of(st.floats(width=32), HALVES)


@needs_libm
@pytest.mark.parametrize("function", ONE)
@given(x=DOUBLES, y=SINGLES)
def test_exact_functions_of_one_float(function: str, x: float, y: float) -> None:
    wide, _ = real_result(function, DOUBLE, Constant(DOUBLE, x))
    narrow, _ = real_result(function + "f", FLOAT, Constant(FLOAT, y))

    assert identical(libm(function, x), wide)
    assert identical(libm(function, y, single=True), narrow)


@needs_libm
@pytest.mark.parametrize("function", TWO)
@given(x=DOUBLES, y=DOUBLES, v=SINGLES, w=SINGLES)
def test_exact_functions_of_two_floats(
    function: str, x: float, y: float, v: float, w: float
) -> None:
    if function in ("fmin", "fmax") and (x == y == 0 or v == w == 0):
        return  # either zero may come out
    wide, _ = real_result(function, DOUBLE, Constant(DOUBLE, x), Constant(DOUBLE, y))
    narrow, _ = real_result(function + "f", FLOAT, Constant(FLOAT, v), Constant(FLOAT, w))

    assert identical(libm(function, x, y), wide)
    assert identical(libm(function, v, w, single=True), narrow)


@needs_libm
@given(x=DOUBLES, y=DOUBLES, z=DOUBLES, u=SINGLES, v=SINGLES, w=SINGLES)
def test_fma_rounds_once(x: float, y: float, z: float, u: float, v: float, w: float) -> None:
    wide, _ = real_result("fma", DOUBLE, *(Constant(DOUBLE, each) for each in (x, y, z)))
    narrow, _ = real_result("fmaf", FLOAT, *(Constant(FLOAT, each) for each in (u, v, w)))

    assert identical(libm("fma", x, y, z), wide)
    assert identical(libm("fma", u, v, w, single=True), narrow)


@needs_libm
@given(x=DOUBLES, power=st.integers(-2200, 2200))
def test_ldexp_rounds_once(x: float, power: int) -> None:
    f = ctypes.CDLL("libm.so.6").ldexp
    f.restype, f.argtypes = ctypes.c_double, [ctypes.c_double, ctypes.c_int]
    ours, _ = real_result("ldexp", DOUBLE, Constant(DOUBLE, x), number(power))

    assert identical(f(x, power), ours)


def test_only_functions_that_may_differ_are_approximations() -> None:
    _, exact = real_result("sqrt", DOUBLE, Constant(DOUBLE, 2.0))
    value, inexact = real_result("exp", DOUBLE, Constant(DOUBLE, 0.0))

    assert () == exact.approximations
    assert ("exp",) == inexact.approximations
    assert 1.0 == value


def test_long_double_functions_are_refused() -> None:
    wide = Floating(80, 16)
    with pytest.raises(Unsupported, match="long double"):
        run(call("fabsl", Constant(wide, (1, 1)), to=place(variable("w", wide))))


@pytest.mark.parametrize(
    ("function", "argument", "expected"),
    [
        ("__signbit", Constant(DOUBLE, -0.0), b"1;"),
        ("lround", Constant(DOUBLE, -2.5), b"-3;"),
        ("lrint", Constant(DOUBLE, 2.5), b"2;"),
    ],
)
def test_functions_from_floats_to_integers(
    function: str, argument: Expression, expected: bytes
) -> None:
    assert expected == output(*integer_result(function, argument))


def test_printf_of_a_stream_other_than_standard_output_is_not_shown() -> None:
    assert b"" == output(text(A, b"x"), call("fputs", decayed(A), Constant(CHARS, 0)))


def test_snprintf_tells_the_length_it_wanted() -> None:
    assert b"6;3;" == output(
        call("snprintf", decayed(A), size(4), FORMATS["d"], number(12345), to=place(N)),
        printed("d", load(N)),
        call("strlen", decayed(A), to=place(N)),
        printed("d", load(N)),
    )


def test_a_huge_object_costs_only_what_is_accessed() -> None:
    far = PointerAdd(CHARS, "+", load(P), number(3 << 20), 1)
    operations = [
        call("malloc", size(1 << 40), to=place(P)),
        Assign(behind(far, CHAR), number(65, CHAR)),
        printed("s", far),
        *integer_result("strlen", PointerAdd(CHARS, "+", load(P), number(1 << 20), 1)),
    ]

    assert b"A;0;" == output(*operations)


def test_an_access_too_far_into_a_huge_object_ends_for_want_of_memory() -> None:
    execution = run(
        call("malloc", size(1 << 40), to=place(P)),
        call("memset", load(P), number(0), size(1 << 39)),
    )

    assert isinstance(execution.outcome, OutOfSteps)
    assert "memory" == execution.outcome.which
