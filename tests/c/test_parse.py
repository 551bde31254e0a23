"""What gcc accepts is parsed, everything else is refused in one line with its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from maul.c import clang, kinds
from maul.c.clang import Cursor, TranslationUnit
from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.parse import parse
from maul.c.preprocess.sources import read_source
from maul.errors import BadInput, Unsupported
from maul.system.deep import call_deep


@pytest.fixture(autouse=True)
def inside_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def parsed(text: str | bytes, model: DataModel = LP64, path: str = "test.c") -> TranslationUnit:
    Path(path).write_bytes(text.encode() if isinstance(text, str) else text)
    return call_deep(lambda: parse(read_source(path, model), model))


def refusal(text: str | bytes, path: str = "test.c") -> str:
    with pytest.raises(BadInput) as caught:
        parsed(text, LP64, path)
    message = str(caught.value)
    assert "\n" not in message
    return message


def functions(unit: TranslationUnit) -> dict[str, Cursor]:
    found = [c for c in clang.children(unit.root) if c.kind == kinds.FUNCTION_DECL]
    return {clang.spelling(c): c for c in found}


@pytest.mark.parametrize(("model", "size"), [(ILP32, 4), (LP64, 8)])
def test_the_data_model_gives_long_its_size(model: DataModel, size: int) -> None:
    unit = parsed(f'_Static_assert(sizeof(long) == {size} && sizeof(void *) == {size}, "");', model)
    assert unit.path == "test.c"


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return undeclared(1); }",
        "f(x) { return x; }",
        "int *p = 3; int main(void) { int x = p; return x; }",
        "int g(long x) { return x; } int (*h)(int) = g;",
        "int f(void) { return; } void g(void) { return 1; }",
        "_Noreturn void stop(void); void _Noreturn halt(void);",
        "int f(a, b) int a; char b; { return a + b; }",
        "void f(void); int f_user(void) { inline void g(void); return 0; }",
        "struct { int a; } x = { a: 1 }; int y[] = { [1 ... 3] = 2 };",
        "int f(int n) { return n ?: ({ int k = n; k; }); }",
        "int f(int n) { switch (n) { case 1 ... 5: return 1; } return 0; }",
        "void *f(void) { return &&out; out: return 0; }",
        "typedef struct { char c[0]; } empty; int n = sizeof(empty);",
        'int f(void) { __asm__ volatile ("nop" : : : "memory"); return 0; }',
        "extern void *alloc(int) __attribute__((__malloc__(release, 1)));",
        "extern _Float32 f(_Float64 x, _Float32x y, _Float64x z, _Float128 q);",
        "typedef float _Float32; _Float32 x = 1;",
        "",
    ],
)
@pytest.mark.parametrize("model", [ILP32, LP64])
def test_what_gcc_accepts_is_accepted(text: str, model: DataModel) -> None:
    assert parsed(text, model).root.kind == kinds.TRANSLATION_UNIT


def test_a_void_function_may_be_called_before_it_is_defined() -> None:
    text = "int main(void) { report(3); return 0; }\nvoid report(int x) { }\n"
    report = functions(parsed(text))["report"]
    result = clang.result_type(clang.cursor_type(report))
    assert result.kind == kinds.TYPE_VOID
    assert clang.place(clang.location(report))[1] == 2


def test_an_implicit_function_may_not_become_one_of_another_type() -> None:
    text = "int main(void) { return f(3); }\ndouble f(int x) { return x; }\n"
    assert refusal(text).startswith("test.c:2:8: conflicting types for 'f'")


def test_a_program_may_define_a_builtin_itself() -> None:
    text = """
int main(void) { return __builtin_expect(1, 2); }
long __builtin_expect(long value, long expected) { return value; }
"""
    found = functions(parsed(text))
    assert clang.is_definition(found["__task__builtin_expect"])
    assert clang.place(clang.location(found["main"]))[1] == 2


def test_main_may_have_odd_parameters() -> None:
    assert "main" in functions(parsed("int main(int n, int m) { return n; }"))
    unit = parsed("int main(int n, int m) { int *p = malloc(4); return *p; }")
    assert "malloc" in functions(unit)


def test_undeclared_malloc_returns_a_pointer() -> None:
    unit = parsed("int main(void) { char *p = malloc(8); return *p; }")
    calls = [c for c in everything(unit.root) if c.kind == kinds.CALL_EXPR]
    assert clang.type_spelling(clang.cursor_type(calls[0])) == "void *"


def everything(cursor: Cursor) -> list[Cursor]:
    return [cursor, *(below for child in clang.children(cursor) for below in everything(child))]


@pytest.mark.parametrize("model", [ILP32, LP64])
def test_va_arg_is_a_call_with_the_list_and_the_size(model: DataModel) -> None:
    text = """
int f(int n, ...) {
  __builtin_va_list list; __builtin_va_start(list, n);
  struct { int a[3]; } s = *(__typeof__(s) *)0;
  return __builtin_va_arg(list, long long) + __builtin_va_arg(list, __typeof__(s)).a[0];
}"""
    unit = parsed(text, model)
    calls = [c for c in everything(unit.root) if c.kind == kinds.CALL_EXPR]
    asked = [c for c in calls if clang.spelling(c) == "__va_arg_ptr"]
    assert [clang.evaluate(clang.children(c)[2]) for c in asked] == [8, 12]


def test_a_missing_file_is_named() -> None:
    with pytest.raises(BadInput, match=r"^no such\.c: No such file or directory$"):
        read_source("no such.c", LP64)


def test_a_directory_is_named() -> None:
    os.mkdir("folder.c")
    with pytest.raises(BadInput, match=r"^folder\.c: Is a directory$"):
        read_source("folder.c", LP64)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_an_unreadable_file_is_named() -> None:
    Path("secret.c").write_text("int x;")
    os.chmod("secret.c", 0)
    with pytest.raises(BadInput, match=r"^secret\.c: Permission denied$"):
        read_source("secret.c", LP64)


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(BadInput, match="not a file name"):
        read_source("a\0b.c", LP64)
    with pytest.raises(BadInput, match="No such file"):
        read_source("", LP64)


def test_binary_data_is_not_c_text() -> None:
    assert refusal(b"\x7fELF\n\x02\0\0") == "test.c:2:2: NUL byte: this is not C text"
    assert refusal(bytes(range(128, 256)) * 50).startswith("test.c:1:1: ")


def test_bytes_that_are_not_utf_8_may_stand_in_comments_and_strings() -> None:
    unit = parsed(b'/* gr\xfc\xdfe */ char *s = "\xfc";')
    literals = [c for c in everything(unit.root) if c.kind == kinds.STRING_LITERAL]
    assert clang.string_literal(literals[0]) == [0xFC]


@pytest.mark.parametrize(
    "path",
    ["with spaces.c", "größe ελ.c", "-option.c", "@file.c", "noending", "a.txt", "x.i", "x.h"],
)
def test_any_file_name_is_fine_and_named_as_given(path: str) -> None:
    assert parsed("int x;", LP64, path).path == path
    assert refusal("int x\n", path).startswith(f"{path}:1:6: expected ';'")


def test_the_first_error_is_reported_at_its_physical_place() -> None:
    text = '# 100 "other.c"\nint x;\n int y = unknown;\nint z = more;\n'
    assert refusal(text) == "test.c:3:10: use of undeclared identifier 'unknown'"


def test_a_dropped_switch_is_an_error() -> None:
    text = "int f(int x) { switch (x) { case 1: return 1; case 1: return 2; } return 0; }"
    assert "duplicate case value" in refusal(text)


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        (
            "int f(int n) { struct { int a[n]; } s; return 0; }",
            "variable length array in a structure",
        ),
        ("int f(int n) { int g(int x) { return x; } return 0; }", "nested function"),
    ],
)
def test_what_only_gcc_compiles_is_unsupported(text: str, construct: str) -> None:
    with pytest.raises(Unsupported) as caught:
        parsed(text)
    assert caught.value.what == construct
    assert str(caught.value.span).startswith("test.c:1:")


def test_a_forgotten_brace_is_the_users_error() -> None:
    assert "function definition is not allowed" in refusal("int f(void) { if (1) {\nint g(void) {}")


def else_ifs(count: int) -> str:
    return " else ".join(f"if (x == {i}) return {i};" for i in range(count))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("x = " + "(" * 5_000 + "x" + ")" * 5_000 + ";", id="nested parentheses"),
        pytest.param("x = " + "+".join(["x"] * 20_000) + ";", id="long sum"),
        pytest.param("x = " + "&&".join(["x"] * 20_000) + ";", id="long conjunction"),
        pytest.param("".join(f"l{i}: " for i in range(5_000)), id="labels"),
        pytest.param("x++;\n" * 100_000, id="lines"),
        # Each if opens a scope, and clang looks for x in all of them: quadratic time.
        pytest.param(else_ifs(8_000), id="else-ifs"),
    ],
)
def test_deep_and_long_functions_are_parsed(body: str) -> None:
    assert "f" in functions(parsed(f"int f(int x) {{ {body} return x; }}"))


def test_include_directories_are_searched() -> None:
    os.mkdir("headers")
    Path("headers/own.h").write_text("enum { OWN = 5 };")
    Path("test.c").write_text('#include "own.h"\n_Static_assert(OWN == 5, "");\n')
    unit = call_deep(lambda: parse(read_source("test.c", LP64, ["headers"]), LP64, ["headers"]))
    assert b'"headers/own.h"' in unit.text
