"""Includes work without a C library, and mean what they mean with gcc's."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from maul.c import clang, kinds
from maul.c.clang import TranslationUnit
from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.headers.catalogue import DIRECTORY, INTERNAL, system_headers
from maul.c.parse import parse
from maul.c.preprocess.sources import read_source
from maul.errors import BadInput
from maul.system.deep import call_deep

MODELS = pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda model: model.name)


@pytest.fixture(autouse=True)
def inside_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def parsed(text: str, model: DataModel = LP64) -> TranslationUnit:
    Path("test.c").write_text(text)
    return call_deep(lambda: parse(read_source("test.c", model), model))


def names() -> list[str]:
    found = [name.removeprefix(f"{DIRECTORY}/") for name in system_headers()]
    return [name for name in found if not name.startswith(INTERNAL)]


def all_included() -> str:
    return "#define _GNU_SOURCE\n" + "".join(f"#include <{name}>\n" for name in names())


def test_the_usual_headers_exist() -> None:
    usual = (
        "assert ctype errno float inttypes iso646 limits locale math setjmp signal stdalign stdarg "
        "stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string time wchar "
        "alloca malloc memory pthread strings sys/types unistd"
    )
    assert {f"{name}.h" for name in usual.split()} <= set(names())


@MODELS
@pytest.mark.parametrize("name", names())
def test_a_header_can_be_included_alone_and_twice(name: str, model: DataModel) -> None:
    parsed(f"#include <{name}>\n#include <{name}>\nint x;\n", model)


@MODELS
def test_all_headers_can_be_included_together_in_any_order(model: DataModel) -> None:
    parsed(all_included(), model)
    parsed("".join(f"#include <{name}>\n" for name in reversed(names())), model)


@MODELS
def test_sizes_follow_the_data_model(model: DataModel) -> None:
    size = model.pointer_size
    parsed(
        f"""
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>
#include <limits.h>
#define SAME(a, b) _Static_assert((a) == (b), #a)
SAME(sizeof(size_t), {size}); SAME(sizeof(ptrdiff_t), {size}); SAME(sizeof(uintptr_t), {size});
SAME(sizeof(ssize_t), {size}); SAME(sizeof(time_t), {size}); SAME(sizeof(int64_t), 8);
SAME(sizeof(intmax_t), 8); SAME(sizeof(int_fast16_t), {size}); SAME(sizeof(wchar_t), 4);
SAME(LONG_MAX, {2 ** (8 * size - 1) - 1}); SAME(SIZE_MAX, {2 ** (8 * size) - 1}u);
SAME(INT64_MIN, -9223372036854775807LL - 1); SAME(UINT64_C(1) << 63, 9223372036854775808u);
SAME(INT_MIN, -2147483648); SAME(CHAR_MIN, -128); SAME((size_t)-1 > 0, 1);
""",
        model,
    )


def test_assert_calls_the_failure_with_text_and_place() -> None:
    unit = parsed('#include <assert.h>\nvoid f(int x) {\n  assert(x == 1 && "why");\n}\n')
    strings: list[str] = []
    waiting = [unit.root]
    while waiting:
        cursor = waiting.pop()
        if cursor.kind == kinds.STRING_LITERAL:
            strings.append(bytes(clang.string_literal(cursor)).decode())
        waiting += reversed(clang.children(cursor))
    assert strings == ["why", 'x == 1 && "why"', "test.c", "f"]


def test_assert_means_nothing_under_ndebug_and_can_be_switched_on_again() -> None:
    parsed(
        """
#define NDEBUG
#include <assert.h>
void f(void) { assert(this is not C); }
#undef NDEBUG
#include <assert.h>
void g(int x) { assert(x); }
static_assert(sizeof(int) == 4, "");
"""
    )


@MODELS
def test_macros_of_headers_can_be_used(model: DataModel) -> None:
    parsed(
        """
#include <stdarg.h>
#include <stdio.h>
#include <math.h>
#include <errno.h>
#include <stdbool.h>
#include <inttypes.h>
#include <stdnoreturn.h>
#include <stdatomic.h>
#include <pthread.h>
#include <stdlib.h>
noreturn void stop(void);
_Noreturn void halt(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int counter = ATOMIC_VAR_INIT(3);
int total(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  int sum = va_arg(list, int);
  double d = va_arg(list, double);
  va_end(list);
  bool odd = isnan(d) || isinf(d) || isfinite(d) || signbit(d) || isgreater(d, 1.0f);
  if (fpclassify(d) == FP_NAN || d == INFINITY || d == HUGE_VAL) errno = ERANGE;
  fprintf(stderr, "%" PRId64 " %" PRIuPTR, (int64_t)sum, (uintptr_t)0);
  int old = 1;
  atomic_fetch_add(&counter, 1);
  atomic_compare_exchange_strong(&counter, &old, atomic_exchange(&counter, 2));
  return odd + atomic_load(&counter) + *(int *)alloca(4) + (NAN == NAN);
}
""",
        model,
    )


def test_headers_beside_the_file_come_first() -> None:
    Path("stdio.h").write_text("enum { MINE = 1 };\n")
    parsed('#include "stdio.h"\n#include <stdlib.h>\nvoid *f(void) { return malloc(MINE); }')


def test_a_missing_header_is_an_error_at_its_place() -> None:
    with pytest.raises(BadInput, match=r"^test\.c:2:10: 'no/such\.h' file not found$"):
        parsed("#include <stdio.h>\n#include <no/such.h>\n")


def test_headers_of_unmodelled_features_are_missing() -> None:
    with pytest.raises(BadInput, match=r"^test\.c:1:.*fenv\.h.* (?:not found|not among .*)$"):
        parsed("#include <fenv.h>\n")


def claims(unit: TranslationUnit) -> list[str]:
    """Static assertions, for another compiler, about the types and functions of our headers."""
    lines = []
    for cursor in clang.children(unit.root):
        name = clang.spelling(cursor)
        t = clang.canonical_type(clang.cursor_type(cursor))
        if name.startswith(("__", "w", "sw", "mb")):
            continue  # in gcc's ILP32, wchar_t is long, which is no other type than int to maul
        if cursor.kind == kinds.TYPEDEF_DECL and clang.size_of(t) > 0:
            lines.append(f'_Static_assert(sizeof({name}) == {clang.size_of(t)}, "");')
            lines.append(f'_Static_assert(_Alignof({name}) == {clang.align_of(t)}, "");')
        elif cursor.kind == kinds.FUNCTION_DECL:
            spelled = clang.type_spelling(t).replace("restrict", "__restrict")
            if "struct" in spelled or "union" in spelled or "_t" in spelled:
                continue  # types that are spelled differently in every library
            lines.append(
                f"_Static_assert(__builtin_types_compatible_p(__typeof__(({name})), "
                f'{spelled.replace("__attribute__((noreturn))", "")}), "");'
            )
    return lines


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
@pytest.mark.parametrize("asked", ["", "#define _FILE_OFFSET_BITS 64\n"])
@pytest.mark.parametrize(("model", "flag"), [(ILP32, "-m32"), (LP64, "-m64")])
def test_types_agree_with_the_gnu_library(model: DataModel, flag: str, asked: str) -> None:
    compiler = ["gcc", flag, "-std=gnu11", "-w", "-Wno-psabi", "-fno-builtin", "-fsyntax-only"]
    compiler += ["-msse2", "-mfpmath=sse"]  # no excess precision, as in maul
    Path("probe.c").write_text("#include <gnu/libc-version.h>\n#include <stdio.h>\n")
    if subprocess.run([*compiler, "probe.c"], check=False, capture_output=True).returncode:
        pytest.skip(f"no headers of the GNU library for gcc {flag}")
    unit = parsed(asked + all_included(), model)
    lines = claims(unit)
    assert len(lines) > 400
    Path("claims.c").write_text(asked + all_included() + "\n".join(lines) + "\n")
    checked = subprocess.run([*compiler, "claims.c"], check=False, capture_output=True, text=True)
    assert checked.stderr == ""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
@pytest.mark.parametrize("header", sorted(names()))
def test_a_header_of_the_gnu_library_shows_that_it_is_there(header: str) -> None:
    own = "_" + header.upper().replace("/", "_").replace(".", "_")
    marks = ("__GLIBC__", "__GNU_LIBRARY__", "_FEATURES_H", own)
    lines = [f"#ifdef {mark}\n{mark}_ {mark}\n#endif" for mark in marks]
    Path("marks.c").write_text("\n".join([f"#include <{header}>", "before;", *lines]) + "\n")
    command = ["gcc", "-E", "-P", "marks.c"]
    told = subprocess.run(command, check=False, capture_output=True, text=True)
    if told.returncode:
        pytest.skip("no headers of the GNU library")
    source = read_source("marks.c", LP64)

    text = re.sub(rb"(?m)^#.*$", b"", source.text).decode()
    expected = told.stdout.partition("before;")[2].split()
    assert expected == text.partition("before;")[2].split()
