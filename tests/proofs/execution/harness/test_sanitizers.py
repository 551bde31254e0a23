"""Violations that are no call: the sanitizers of the compiler see them, in both data models."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from maul import verify
from maul.c.source import Span
from maul.proofs.execution.harness.sanitizers import Reported, is_seen, reported
from maul.result import Result

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")

HEAD = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
"""
# The property, the violated subproperty, the program, and what makes it a safe one.
MEMORY = {
    "use after free": (
        "valid-memsafety",
        "valid-deref",
        "int main(void) { int *p = malloc(4); *p = 1; free(p);\n  return *p; }",
        ("free(p);\n  return *p;", "int x = *p; free(p);\n return x;"),
    ),
    "heap overflow": (
        "valid-memsafety",
        "valid-deref",
        (
            "int main(void) { int n = __VERIFIER_nondet_int(); char *p = malloc(8);\n"
            "  if (n > 0 && n <= 8) p[n] = 1; free(p); return 0; }"
        ),
        ("n <= 8", "n < 8"),
    ),
    "stack overflow by an index": (
        "valid-deref",
        "valid-deref",
        (
            "int main(void) { int a[4] = {0}; int i;\n  for (i = 0; i <= 4; i++)\n    a[i] = i;\n"
            "  return 0; }"
        ),
        ("i <= 4", "i < 4"),
    ),
    "global overflow": (
        "valid-deref",
        "valid-deref",
        (
            "int a[4];\nint main(void) { int n = __VERIFIER_nondet_int();\n"
            "  return n >= 0 && n < 5 ? a[n] : 0; }"
        ),
        ("n < 5", "n < 4"),
    ),
    "null": (
        "valid-deref",
        "valid-deref",
        (
            "int main(void) { int *p = 0; int n = __VERIFIER_nondet_int();\n  if (n == 3)\n"
            "    *p = 1;\n  return 0; }"
        ),
        ("int *p = 0;", "int x; int *p = &x;"),
    ),
    "a local of a function that has returned": (
        "valid-deref",
        "valid-deref",
        (
            "static int *f(void) { int x = 1; int *p = &x; return p; }\n"
            "int main(void) { int *p = f();\n  return *p; }"
        ),
        ("int x = 1", "static int x = 1"),
    ),
    "a copy that is too long": (
        "valid-deref",
        "valid-deref",
        "int main(void) { char a[4], b[8] = {0};\n  memcpy(a, b, 5);\n  return 0; }",
        ("b, 5", "b, 4"),
    ),
    "double free": (
        "valid-memsafety",
        "valid-free",
        "int main(void) { char *p = malloc(3); free(p);\n  free(p);\n  return 0; }",
        ("free(p);\n  free(p)", "free(p);\n  free(0)"),
    ),
    "free inside of an object": (
        "valid-free",
        "valid-free",
        "int main(void) { char *p = malloc(3);\n  free(p + 1);\n  return 0; }",
        ("p + 1", "p"),
    ),
    "free of a local": (
        "valid-free",
        "valid-free",
        "int main(void) { int x; int *p = &x;\n  free(p);\n  return 0; }",
        ("&x", "malloc(4)"),
    ),
    "use after scope": (
        "valid-memsafety",
        "valid-deref",
        "int main(void) { int *p, n = 0;\n  { int x = 3; p = &x; }\n  return n + *p; }",
        ("return n", "p = &n; return n"),
    ),
    "use after a jump out": (
        "valid-memsafety",
        "valid-deref",
        "int *g;\nint main(void) { { int b[9]; g = b; if (b == g) goto out; }\n  out: return *g; }",
        ("return *g", "return g == 0"),
    ),
    "use of a parameter after the return": (
        "valid-memsafety",
        "valid-deref",
        "int *g;\nvoid f(int n) { g = &n; }\nint main(void) {\n  f(1);\n  return *g; }",
        ("return *g", "return g == 0"),
    ),
    "lost": (
        "valid-memsafety",
        "valid-memtrack",
        "int main(void) { char *p = malloc(3);\n  p = malloc(4);\n  free(p);\n  return 0; }",
        ("\n  p = malloc", "\n  free(p);\n  p = malloc"),
    ),
    "lost at the end": (
        "valid-memtrack",
        "valid-memtrack",
        "int main(void) { char *p = malloc(3);\n  p[0] = 1;\n  return 0; }",
        ("return 0", "free(p); return 0"),
    ),
    "still held at the end": (
        "valid-memcleanup",
        "valid-memcleanup",
        "char *p;\nint main(void) { p = malloc(3);\n  p[0] = 1;\n  return 0; }",
        ("return 0", "free(p); return 0"),
    ),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def said(folder: Path, text: str, property_: str, model: str) -> Result:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    return verify(
        path,
        property=property_,
        data_model=model,
        method="concrete",
        time_limit=60.0,
    )


@needs_gcc
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("what", list(MEMORY))
def test_a_violation_is_seen_where_it_is(tmp_path: Path, what: str, model: str) -> None:
    property_, violated, text, _ = MEMORY[what]
    result = said(tmp_path, text, property_, model)
    if any("no 32-bit runtime" in line or "no sanitizer" in line for line in result.advice):
        pytest.skip("no 32-bit runtime")

    assert ("FALSE", violated) == (result.verdict, result.violated), result.advice
    assert "replayed; compiled and executed" == result.evidence.checked


@pytest.mark.parametrize("what", list(MEMORY))
def test_no_violation_is_seen_in_the_safe_twin(tmp_path: Path, what: str) -> None:
    property_, _, text, (old, new) = MEMORY[what]
    assert old in text
    path = tmp_path / "program.c"
    path.write_text(HEAD + text.replace(old, new))
    result = verify(path, property=property_, method="concrete", time_limit=4.0)

    assert result.verdict in ("TRUE", "UNKNOWN")


@needs_gcc
@pytest.mark.parametrize("marker", ["", '# 40 "original.c"\n'])
def test_the_line_of_a_preprocessed_text_is_found(tmp_path: Path, marker: str) -> None:
    path = tmp_path / "text.i"
    path.write_text(marker + "int main(void) {\n  int *p = 0;\n  return *p;\n}\n")
    result = verify(path, property="valid-deref", method="concrete", time_limit=60.0)

    assert ("FALSE", "valid-deref") == (result.verdict, result.violated), result.advice


@pytest.mark.parametrize("property_", ["valid-free", "valid-deref", "valid-memcleanup"])
@pytest.mark.parametrize("method", ["concrete", "auto"])
def test_memory_safety_is_proved_by_the_only_execution(
    tmp_path: Path, property_: str, method: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text("int main(void) { return 0; }")
    result = verify(path, property=property_, method=method, time_limit=20.0)

    assert "TRUE" == result.verdict


OF_ALLOCA = """int *f(int n) { int *p = __builtin_alloca(8 * n); *p = n; return p; }
int main(void) {
  int *p = f(1);
  return *p > 9; }
"""
OF_THE_ROUND_BEFORE = """int main(void) { int *p = 0, n = 0;
  while (n++ < 2) { int x = n; if (p)
    n += *p > 9;
    p = &x; }
  return 0; }
"""


@needs_gcc
@pytest.mark.parametrize("text", [OF_ALLOCA, OF_THE_ROUND_BEFORE])
def test_what_the_sanitizer_does_not_see_stays_unknown(tmp_path: Path, text: str) -> None:
    result = said(tmp_path, text, "valid-memsafety", "LP64")

    assert ("UNKNOWN", "evidence inconclusive") == (result.verdict, result.reason)


def test_without_a_compiler_a_replay_stands_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    property_, _, text, _ = MEMORY["use after free"]
    result = said(tmp_path, text, property_, "LP64")

    assert ("FALSE", "valid-deref") == (result.verdict, result.violated)
    assert result.evidence.checked.startswith("replayed; not executed: there is no C compiler")


# ---- overflow ----

OVERFLOWS = {
    "sum": "int main(void) { int x = __VERIFIER_nondet_int();\n  if (x > 5)\n    x = x + 1;\n"
    "  return 0; }",
    "product": "int main(void) { int x = __VERIFIER_nondet_int();\n  return x > 0 ? x * 3 : 0; }",
    "negation": "int main(void) { int x = -2147483647 - 1;\n  return -x; }",
    "quotient": "int main(void) { int x = -2147483647 - 1, y = -1;\n  return x / y; }",
    "shift": "int main(void) { int x = __VERIFIER_nondet_int();\n  return x == 7 ? x << 30 : 0; }",
    "in several lines": "int main(void) { long long x = 9223372036854775807LL;\n  x\n    +=\n  4;\n"
    "  return 0; }",
    "increment": "int main(void) { int x = 2147483647;\n  x++;\n  return 0; }",
}


@needs_gcc
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("what", list(OVERFLOWS))
def test_an_overflow_is_executed(tmp_path: Path, what: str, model: str) -> None:
    result = said(tmp_path, OVERFLOWS[what], "no-overflow", model)
    if "runtime" in result.evidence.checked:
        pytest.skip("no 32-bit runtime")

    assert "FALSE" == result.verdict, result.advice
    assert "replayed; compiled and executed" == result.evidence.checked


# ---- reports ----

AT = Span("/there/program.c", 5, 1, "/there/program.c", 5)


def test_a_stack_that_is_full_is_no_invalid_pointer() -> None:
    text = (
        "==1==ERROR: AddressSanitizer: stack-overflow on address 0x7 (pc 0x1)\n"
        "    #0 0x1 in f /there/program.c:5\n"
    )

    assert Reported("", "stack-overflow") == reported(text, AT)


@pytest.mark.parametrize("line", [5, 6])
def test_the_line_counts(line: int) -> None:
    text = (
        "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x6 at pc 0x1\n"
        "READ of size 4 at 0x6 thread T0\n"
        "    #0 0x1 in memcpy ../../libsanitizer/memcpy.inc:12\n"
        f"    #1 0x2 in main /there/program.c:{line}\n"
        "    #2 0x3 in start ../csu/start.c:5\n"
    )
    found = reported(text, AT)

    assert found is not None
    assert ("valid-deref", line) == (found.subproperty, found.line)
    assert (line == 5) == found.is_at(AT)


NULL, INDEX = "no-null-dereference", "no-index-out-of-bounds"


@pytest.mark.parametrize(
    ("message", "subproperty"),
    [
        ("signed integer overflow: 2147483647 + 1 cannot be represented", "no-overflow"),
        ("negation of -2147483648 cannot be represented", "no-overflow"),
        ("division of -2147483648 by -1 cannot be represented", "no-overflow"),
        ("left shift of negative value -1", "no-overflow"),
        ("division by zero", "no-division-by-zero"),
        ("shift exponent 40 is too large for 32-bit type 'int'", "no-invalid-shift"),
        ("shift exponent -1 is negative", "no-invalid-shift"),
        ("load of null pointer of type 'int'", NULL),
        ("store to null pointer of type 'int'", NULL),
        ("member access within null pointer of type 'struct s'", NULL),
        ("applying non-zero offset 12 to null pointer", NULL),
        ("index 10 out of bounds for type 'int [10]'", INDEX),
        ("pointer index expression with base 0x01 overflowed to 0x00", ""),
    ],
)
def test_a_report_about_operands_is_one_of_a_kind(message: str, subproperty: str) -> None:
    span = Span("program.c", 7, 3, "program.c", 7)
    found = reported(f"program.c:7:9: runtime error: {message}\n", span)

    assert found is not None
    assert (subproperty, "program.c", 7) == (found.subproperty, found.file, found.line)


@pytest.mark.parametrize(
    ("found", "violated", "line", "is_one"),
    [
        (Reported("no-division-by-zero", "", "p.c", 4), "no-division-by-zero", 7, True),
        (Reported("no-overflow", "", "p.c", 4), "no-division-by-zero", 4, False),
        (Reported(NULL, "", "p.c", 7), NULL, 7, True),
        (Reported(NULL, "", "p.c", 4), NULL, 7, False),
        (Reported("valid-deref", "SEGV", "p.c", 7), NULL, 7, True),
        (Reported("valid-deref", "SEGV", "p.c", 4), NULL, 7, False),
        (Reported("valid-deref", "heap-use-after-free", "p.c", 7), NULL, 7, False),
        (Reported("valid-deref", "SEGV", "p.c", 7), INDEX, 7, False),
        (Reported(INDEX, "", "p.c", 4), INDEX, 7, False),
        (Reported("no-invalid-shift", "", "p.c", 7), "no-overflow", 7, True),
        (Reported("no-invalid-shift", "", "p.c", 4), "no-overflow", 7, False),
        (Reported("no-overflow", "", "p.c", 7), "no-invalid-shift", 7, False),
    ],
)
def test_only_the_same_violation_counts_as_seen(
    found: Reported, violated: str, line: int, *, is_one: bool
) -> None:
    assert is_one == is_seen(found, violated, Span("p.c", line, 1, "p.c", line))
