"""The table of library functions: names, kinds, and agreement with those who use it."""

from __future__ import annotations

import pytest

from maul.c.ctype import CHAR, INT, LP64, VOID, FunctionType, Record
from maul.cfa.build.library import builtins
from maul.cfa.library import table
from maul.cfa.library.functions import (
    ARGUMENTS,
    ASSERTION_FAILURES,
    DESCRIBED,
    INPUT,
    LOWERED,
    MODELS,
    PRIMITIVE,
    REFUSED,
    canonical,
    defined_by_c_library,
    fits,
    kept_arguments,
    model,
)
from maul.interpret.library.functions import LIBRARY
from maul.interpret.library.mathematics import MATHEMATICS

pytestmark = pytest.mark.smoke

WORDS = frozenset(
    ["modelled", "pure", "outside", "errno", "refused", "zero", "buffer", "math", "sign", "truth"]
) | {"zone", "environment"}


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        ("memcpy", "__builtin_memcpy"),
        ("memcpy", "__builtin___memcpy_chk"),
        ("strcpy", "__strcpy_chk"),
        ("alloca", "__builtin_alloca"),
        ("__builtin_bswap32", "__builtin_bswap32"),
        ("__sync_fetch_and_add", "__sync_fetch_and_add_4"),
        ("__atomic_load_n", "__atomic_load_8"),
        ("foo", "foo"),
        ("__builtin_foo", "__builtin_foo"),
    ],
)
def test_a_function_has_one_canonical_name(expected: str, name: str) -> None:
    assert expected == canonical(name)


@pytest.mark.parametrize(
    ("expected", "name", "count"),
    [
        ((0, 1, 2), "memcpy", 3),
        ((0, 1, 2), "__builtin___memcpy_chk", 4),
        ((1, 2, 3), "__printf_chk", 4),
        ((0, 2, 3), "__fprintf_chk", 4),
        ((0,), "__builtin_alloca_with_align", 2),
    ],
)
def test_the_extra_arguments_of_checked_variants_are_dropped(
    expected: tuple[int, ...], name: str, count: int
) -> None:
    assert expected == kept_arguments(name, count)


def test_inputs_are_known_by_their_prefix() -> None:
    found = model("__VERIFIER_nondet_uint")

    assert found is not None
    assert INPUT == found.kind


def test_what_nobody_knows_has_no_model() -> None:
    assert model("kmem_cache_alloc") is None


def test_an_assertion_failure_does_not_return() -> None:
    assert not any(MODELS[name].returns for name in ASSERTION_FAILURES)


def test_jumps_out_of_functions_and_threads_are_refused() -> None:
    for name in ("setjmp", "longjmp", "atexit", "pthread_create", "fork", "signal"):
        assert REFUSED == known_kind(name)


def test_the_interpreter_knows_every_primitive() -> None:
    primitives = {name for name, known in MODELS.items() if known.kind == PRIMITIVE}
    known = {*LIBRARY, *(f"__builtin_{name}" for name in LIBRARY)}

    assert [] == sorted(primitives - known)


def test_every_lowered_function_is_lowered() -> None:
    lowered = {name for name, known in MODELS.items() if known.kind == LOWERED}
    by_pattern = {
        name
        for name in lowered
        if name.startswith(("__sync_", "__atomic_", "__c11_")) or "_overflow" in name
    }
    unevaluated = {"__builtin_constant_p"}

    assert [] == sorted(lowered - set(builtins._HANDLERS) - by_pattern - unevaluated)


def test_every_primitive_that_returns_says_what_it_takes() -> None:
    primitives = {name for name, known in MODELS.items() if known.kind == PRIMITIVE}

    returning = {name for name in primitives if MODELS[name].returns}
    assert set(ARGUMENTS) == returning


def known_kind(name: str) -> str | None:
    found = model(name)
    return None if found is None else found.kind


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        (REFUSED, "__builtin_clzg"),
        (REFUSED, "__builtin_assume"),
        (REFUSED, "__atomic_foo_4"),
        (REFUSED, "__sync_swap"),
        (PRIMITIVE, "__builtin___snprintf_chk"),
        (PRIMITIVE, "__vsnprintf_chk"),
        (LOWERED, "__builtin_bzero"),
        (DESCRIBED, "__builtin_acosh"),
        (DESCRIBED, "acoshf"),
        (REFUSED, "acoshl"),
        (PRIMITIVE, "sinf32"),
        (REFUSED, "sinf128"),
        (REFUSED, "csin"),
        (PRIMITIVE, "__VERIFIER_nondet_memory"),
        (None, "__VERIFIER_something"),
        (None, "__kmalloc"),
    ],
)
def test_every_name_of_the_library_and_the_compiler_has_a_kind(
    expected: str | None, name: str
) -> None:
    assert expected == known_kind(name)


def test_every_line_of_the_table_can_be_read() -> None:
    for name in table.texts():
        line = table.line(name)

        assert line is not None
        assert line.words <= WORDS
        assert model(name) is not None
        assert ("modelled" in line.words) == (name in MODELS), name


def test_every_modelled_function_of_the_library_is_in_the_table() -> None:
    own = ("<", "__builtin_", "__sync_", "__atomic_", "__c11_", "__VERIFIER_", "__maul_", "__va_")
    other = {"assert", "__assert_rtn", "__assert_func", "_assert", "_wassert"}
    theirs = {name for name in MODELS if not name.startswith(own) and " " not in name}
    library = theirs - other - set(MATHEMATICS)

    assert [] == sorted(library - set(table.texts()))


def test_what_the_program_calls_must_have_the_type_of_the_library() -> None:
    pointer, record = LP64.pointer_to(CHAR), LP64.pointer_to(Record("s", is_union=False))

    assert fits("remove", FunctionType(INT, (pointer,), variadic=False, prototyped=True))
    assert not fits("remove", FunctionType(VOID, (pointer,), variadic=False, prototyped=True))
    assert not fits("remove", FunctionType(INT, (record,), variadic=False, prototyped=True))
    assert not fits("remove", FunctionType(INT, (pointer, INT), variadic=False, prototyped=True))
    assert fits("remove", FunctionType(INT, (), variadic=False, prototyped=False))


def test_the_c_library_defines_what_it_defines() -> None:
    for name in ("strlen", "qsort", "sinf", "__builtin_memcpy", "__strdup", "time"):
        assert defined_by_c_library(name)
    for name in ("__VERIFIER_nondet_int", "foo", "__builtin_clz", "__maul_any_bytes"):
        assert not defined_by_c_library(name)
