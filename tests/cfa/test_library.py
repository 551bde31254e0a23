"""The table of library functions: names, kinds, and agreement with those who use it."""

from __future__ import annotations

import pytest

from maul.cfa import build_builtins
from maul.cfa.interpret_library import LIBRARY
from maul.cfa.library import (
    ARGUMENTS,
    ASSERTION_FAILURES,
    INPUT,
    LOWERED,
    MODELS,
    PRIMITIVE,
    REFUSED,
    canonical,
    kept_arguments,
    model,
)

pytestmark = pytest.mark.smoke


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
        assert REFUSED == MODELS[name].kind


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

    assert [] == sorted(lowered - set(build_builtins._HANDLERS) - by_pattern - unevaluated)


def test_every_primitive_that_returns_says_what_it_takes() -> None:
    primitives = {name for name, known in MODELS.items() if known.kind == PRIMITIVE}

    assert set(ARGUMENTS) == {name for name in primitives if MODELS[name].returns}
