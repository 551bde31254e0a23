"""What a program asks of macros after a header is answered as by the GNU library, or refused."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from maul.c import predefined
from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.headers.catalogue import DIRECTORY, INTERNAL, system_headers, written
from maul.c.parse import parse
from maul.c.preprocess.sources import read_source
from maul.errors import BadInput, Unsupported
from maul.system.deep import call_deep
from tools import header_macros
from tools.header_macros import Case, Macros

HEADERS = sorted(name for name in written() if not name.startswith(INTERNAL))
CASES: tuple[Case, ...] = (
    ("LP64", ()),
    ("LP64", ("_GNU_SOURCE",)),
    ("LP64", ("_POSIX_C_SOURCE=200809L",)),
    ("LP64", ("_XOPEN_SOURCE=700",)),
    ("LP64", ("__STRICT_ANSI__",)),
    ("ILP32", ()),
    ("ILP32", ("_GNU_SOURCE", "_FILE_OFFSET_BITS=64")),
)
POISONED = "__maul_poisoned_"
# Left in the text and refused there, because a verdict must not depend on the clock.
CLOCK = set(predefined.CLOCK)


def is_gnu_2_36() -> bool:
    """Whether the headers of the machine are those that the table was made from."""
    if shutil.which("gcc") is None:
        return False
    text = "#include <features.h>\n__GLIBC__ __GLIBC_MINOR__ __GNUC__\n"
    command = ["gcc", "-m32", "-E", "-P", "-x", "c", "-"]
    told = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return told.stdout.split() == ["2", "36", "12"]


needs_gnu = pytest.mark.skipif(
    not is_gnu_2_36(), reason="the headers of glibc 2.36 for gcc 12 are not here, for both models"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """maul's headers; a poisoned name shows as a macro."""
    root = tmp_path_factory.mktemp("headers")
    for name, contents in system_headers().items():
        path = root / name.removeprefix(DIRECTORY + "/")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(re.sub(rb"(?m)^#pragma GCC poison (.*)$", _shown, contents))
    for model in header_macros.MODELS:
        (root / f"{model}.h").write_text(predefined.header(model))
    return root


def _shown(pragma: re.Match[bytes]) -> bytes:
    return b"\n".join(b"#define " + POISONED.encode() + name for name in pragma[1].split())


def of_maul(text: str, case: Case, folder: Path) -> Macros:
    options = ("-undef", "-nostdinc", "-imacros", str(folder / f"{case[0]}.h"))
    return header_macros.defined(text, case, (*options, "-isystem", str(folder)))


def differences(text: str, case: Case, folder: Path) -> list[str]:
    """What a program can find out about maul's headers."""
    before = header_macros.before(case)
    theirs, ours = header_macros.defined(text, case), of_maul(text, case, folder)
    found = [
        f"extra: {name}"
        for name in ours.keys() - theirs.keys() - CLOCK
        if not name.startswith("__maul_")
    ]
    for name, body in header_macros.added(theirs, case).items():
        if POISONED + name in ours:
            continue
        if name not in ours:
            found.append(f"missing: {name}")
        elif not header_macros.has_parameters(body):
            meant = header_macros.expanded(name, theirs)
            given = header_macros.expanded(name, ours)
            if header_macros.is_literal(meant) and meant != given:
                found.append(f"differs: {name}: {meant} and {given}")
    found += [f"lost: {name}" for name in before.keys() - ours.keys() if name in theirs]
    return sorted(found)


@needs_gnu
@pytest.mark.parametrize("header", HEADERS)
def test_macros_of_a_header_mean_what_they_mean_in_the_gnu_library(
    header: str, folder: Path
) -> None:
    for case in CASES:
        assert [] == differences(f"#include <{header}>\n", case, folder), case


@needs_gnu
@pytest.mark.parametrize("setting", header_macros.SETTINGS, ids=" ".join)
def test_the_parts_of_the_library_that_are_asked_for(
    setting: tuple[str, ...], folder: Path
) -> None:
    text = "#include <stdlib.h>\n#include <limits.h>\n"
    assert [] == differences(text, ("LP64", setting), folder)


@needs_gnu
@pytest.mark.parametrize("case", CASES, ids=str)
def test_macros_of_all_headers_together(case: Case, folder: Path) -> None:
    for names in (HEADERS, reversed(HEADERS)):
        text = "".join(f"#include <{name}>\n" for name in names)
        assert [] == differences(text, case, folder)


@needs_gnu
@pytest.mark.parametrize("name", ["INT64_MIN", "UINT64_MAX", "INT_FAST64_MAX", "UINTMAX_MAX"])
@pytest.mark.parametrize("model", header_macros.MODELS)
def test_wide_limits_have_the_same_value_and_type(name: str, model: str, folder: Path) -> None:
    text = f"#include <stdint.h>\nextern __typeof__({name}) x; __typeof__(0 ? x : {{}}) x;\n"
    own = of_maul("#include <stdint.h>\n", (model, ()), folder)
    meant = header_macros.expanded(name, own)
    text += f'_Static_assert({name} == {meant}, "");\n'
    command = ["gcc", *header_macros.MODELS[model], "-fsyntax-only", "-x", "c", "-"]
    told = subprocess.run(
        command, input=text.format(meant), capture_output=True, text=True, check=False
    )
    assert told.stderr == ""


# ---- programs ----


def read(text: str, model: DataModel = LP64) -> None:
    Path("test.c").write_text(text)
    call_deep(lambda: parse(read_source("test.c", model), model))


@pytest.fixture(autouse=True)
def inside_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "#ifdef timeradd",
        "#ifndef timeradd",
        "#if defined(timeradd)",
        "#if 1 && !timeradd",
        "#undef timeradd",
        "#define timeradd 1",
        "int timeradd;",
    ],
)
@pytest.mark.parametrize("compiler", ["gcc", "none"])
def test_a_macro_without_model_is_refused_at_its_place(
    line: str, compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compiler == "none":
        monkeypatch.setenv("PATH", "")
    end = "#endif\n" if line.startswith("#if") else ""
    with pytest.raises(Unsupported, match=r"^test\.c:2:\d+: unsupported: macro timeradd, which"):
        read(f"#include <sys/time.h>\n{line}\n{end}")


def test_a_macro_without_model_is_refused_in_a_header_of_the_program() -> None:
    Path("own.h").write_text("#include <sys/time.h>\n#ifdef timeradd\n#endif\n")
    with pytest.raises(Unsupported, match=r"own\.h:2:8: unsupported: macro"):
        read('#include "own.h"\n')


def test_names_of_macros_are_free_without_their_header() -> None:
    read("#ifdef timeradd\n#endif\n#define FD_SET 1\nint timercmp, sigmask;\n")
    read("#include <stdio.h>\nint timeradd(int a) { return a; }\n#define sigmask 3\n")


def test_a_program_may_replace_macros_that_are_defined() -> None:
    read("#include <limits.h>\n#undef PATH_MAX\n#define PATH_MAX 7\nchar path[PATH_MAX];\n")
    read("#include <ctype.h>\n#undef isalpha\nint f(int c) { return isalpha(c); }\n")
    read("#include <stdio.h>\n#ifndef __always_inline\n#define __always_inline\n#endif\n")


def test_macros_that_hide_functions_leave_them_callable() -> None:
    read(
        "#include <ctype.h>\n#include <stdio.h>\nint (*f)(int) = isalpha;\n"
        "int g(int c) { return isalpha(c) + (isdigit)(c) + isascii(c) + putc(c, stdout); }\n"
    )


def test_wide_offsets_in_a_narrow_model_are_eight_bytes_and_not_sought() -> None:
    asked = "#define _FILE_OFFSET_BITS 64\n#include <unistd.h>\n"
    read(asked + '_Static_assert(sizeof(off_t) == 8 && sizeof(ino_t) == 8, "");\n', ILP32)
    read(asked + "off_t f(void) { return lseek(0, 0, 0); }\n", LP64)
    with pytest.raises(Unsupported, match=r"^test\.c:3:\d+: unsupported: macro lseek"):
        read(asked + "off_t f(void) { return lseek(0, 0, 0); }\n", ILP32)


def test_wide_times_in_a_narrow_model_are_refused() -> None:
    asked = "#define _TIME_BITS 64\n#define _FILE_OFFSET_BITS 64\n#include <time.h>\n"
    read(asked, LP64)
    with pytest.raises(Unsupported, match="macro _TIME_BITS, which has no model"):
        read(asked, ILP32)
    with pytest.raises(BadInput, match="_TIME_BITS=64 is allowed only"):
        read("#define _TIME_BITS 64\n#include <time.h>\n", LP64)
