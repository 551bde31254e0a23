"""What maul reads is what gcc reads: macros, questions about the compiler, and places."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from maul.c import predefined
from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.preprocess import run
from maul.c.preprocess.sources import is_plain, lines_of, read_source
from maul.errors import BadInput, Failed
from maul.system.cage.caged import CagedEnd
from tests.c.elaborate.trees import body

MODELS = pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda model: model.name)
GCC = {"ILP32": ["gcc", "-m32", "-msse2", "-mfpmath=sse"], "LP64": ["gcc", "-m64"]}
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def listed(text: str) -> list[str]:
    return text.split()


# What clang defines or computes, and gcc 12 does not.
CLANG = listed("""
__clang__ __clang_major__ __clang_minor__ __clang_patchlevel__ __clang_version__ __llvm__
__clang_literal_encoding__ __clang_wide_literal_encoding__ __has_feature __has_extension
__has_warning __has_declspec_attribute __has_constexpr_builtin __is_identifier __is_target_arch
__is_target_os __building_module __MODULE__ __POINTER_WIDTH__ __LITTLE_ENDIAN__ __BOOL_WIDTH__
__BITINT_MAXWIDTH__ __INT8_C_SUFFIX__ __UINT64_C_SUFFIX__ __INT32_FMTd__ __SIZE_FMTX__
__INTMAX_FMTi__ __CLANG_ATOMIC_INT_LOCK_FREE __OPENCL_MEMORY_SCOPE_DEVICE __NO_MATH_INLINES
__tune_i386__ __FPCLASS_SNAN __OBJC_BOOL_IS_BOOL __CONSTANT_CFSTRINGS__ __BLOCKS__ __block
__GCC_HAVE_BUILTIN_MIPS16 __nonnull __nullable __APPLE__ _MSC_VER __INTEL_COMPILER __CUDACC__
""")
# What any program may ask for, defined or not.
COMMON = listed("""
linux unix i386 __linux__ __unix__ _LP64 __LP64__ __ILP32__ __OPTIMIZE__ __OPTIMIZE_SIZE__
__NO_INLINE__ __CHAR_UNSIGNED__ __WCHAR_UNSIGNED__ __STRICT_ANSI__ __cplusplus __OBJC__
__ASSEMBLER__ __SSP__ __SSP_STRONG__ __SANITIZE_ADDRESS__ __SANITIZE_THREAD__ __PIC__ __PIE__
__CET__ __SSE2_MATH__ __AVX__ __FAST_MATH__ __ELF__ __GNUC__ __GNUC_MINOR__ __VERSION__ __GNUG__
__GNUC_STDC_INLINE__ __GNUC_GNU_INLINE__ __STDC__ __STDC_VERSION__ __STDC_HOSTED__
__STDC_NO_THREADS__ __STDC_NO_ATOMICS__ __STDC_NO_VLA__ __STDC_NO_COMPLEX__ __STDC_IEC_559__
__STDC_ISO_10646__ __STDC_UTF_16__ __STDC_LIB_EXT1__ _STDC_PREDEF_H __FILE__ __LINE__
__BASE_FILE__ __FILE_NAME__ __INCLUDE_LEVEL__ __COUNTER__ __has_include __has_include_next
__has_builtin __has_attribute __has_c_attribute __has_cpp_attribute __VA_OPT__ __GLIBC__ NDEBUG
_FORTIFY_SOURCE _GNU_SOURCE _POSIX_C_SOURCE __TINYC__ __MINGW32__ __SIZEOF_INT128__
""")
OPERATORS = [name for name in predefined.COMPUTED if name.startswith("__has")] + ["__VA_OPT__"]
TEXTS = ("__VERSION__", "__FILE__", "__BASE_FILE__", "__FILE_NAME__")
FEATURES = listed("""
address_sanitizer c_atomic c_static_assert cxx_exceptions blocks nullability modules c_alignas
""")
BUILTINS = listed("""
__builtin_expect __builtin_assume __builtin_unreachable __builtin_clzg __builtin_clz
__builtin_bswap128 __builtin_trap __builtin_debugtrap __builtin_rotateleft32 __builtin_bitreverse8
__builtin_shufflevector __builtin_shuffle __builtin_convertvector __builtin_add_overflow
__builtin_add_overflow_p __builtin_addc __builtin_available __builtin_apply __builtin_has_attribute
__builtin_speculation_safe_value __builtin_nondeterministic_value __builtin_dump_struct
__builtin_alloca_with_align __builtin_choose_expr __builtin_types_compatible_p __builtin_offsetof
__builtin_va_arg __builtin_memcpy_inline __builtin_memcpy malloc strlen abs no_such_thing
__atomic_load_n __c11_atomic_load __sync_swap __builtin_bit_cast __builtin_launder
__builtin_ia32_pause __builtin_object_size __builtin_dynamic_object_size __builtin___memcpy_chk
""")
ATTRIBUTES = listed("""
noreturn constructor cleanup packed aligned overloadable address_space enable_if diagnose_if
ext_vector_type vector_size optnone optimize no_sanitize nonnull ifunc weak alias fallthrough
musttail scalar_storage_order mode transparent_union availability annotate section naked
__noreturn__ access symver target_clones no_builtin minsize hot cold malloc objc_bridge unlikely
""")
HEADERS = listed("""
stdio.h complex.h fenv.h threads.h sys/socket.h linux/types.h features.h bits/types.h immintrin.h
stdckdint.h no/such/header.h arm_neon.h windows.h stdatomic.h
""")


@pytest.fixture(autouse=True)
def inside_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def names(model: DataModel) -> list[str]:
    known = {name.partition("(")[0] for name in predefined.definitions(model.name)}
    return sorted({*known, *CLANG, *COMMON} - set(predefined.CLOCK))


def questions(model: DataModel) -> list[str]:
    """One line of answers for each question."""
    lines = []
    for name in names(model):
        means = "there" if name in OPERATORS else name
        lines.append(f"#ifdef {name}\n{name}_ is {means}\n#else\n{name}_ no\n#endif")
    numbers = [name for name in COMMON if name not in (*OPERATORS, *TEXTS)]
    lines += [f"#if {name}\n{name}_ true\n#endif" for name in numbers]
    asked = {
        "__has_feature": FEATURES,
        "__has_extension": FEATURES,
        "__has_builtin": BUILTINS,
        "__has_attribute": ATTRIBUTES,
        "__has_c_attribute": ATTRIBUTES,
    }
    for question, about in asked.items():
        lines += [
            f"#ifdef {question}\n#if {question}({name})\nyes {question}_ {name}_\n#endif\n#endif"
            for name in about
        ]
    lines += [f"#if __has_include(<{name}>)\n{name}_ there\n#endif" for name in HEADERS]
    return lines


def words(text: str) -> list[str]:
    """The words of a text without line markers."""
    return [word for line in text.splitlines() if line[:1] != "#" for word in line.split()]


@needs_gcc
@MODELS
def test_the_macros_are_those_of_gcc(model: DataModel) -> None:
    command = [*GCC[model.name], "-std=gnu17", "-x", "c", "-dM", "-E", "/dev/null"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "#define __GNUC__ 12\n" not in told:
        pytest.skip("another version of gcc")
    expected = dict(re.findall(r"(?m)^#define (\w+(?:\(.*?\))?) ?(.*)$", told))

    found = predefined.definitions(model.name)
    assert expected == {name: expected[name] for name in expected if name not in found} | found
    assert set(expected) - set(found) <= set(predefined.COMPUTED)


@needs_gcc
@MODELS
def test_no_question_of_the_preprocessor_tells_maul_from_gcc(model: DataModel) -> None:
    Path("asks.c").write_text("\n".join(questions(model)) + "\n")
    told = subprocess.run(
        [*GCC[model.name], "-E", "asks.c"], check=True, capture_output=True, text=True
    ).stdout

    source = read_source("asks.c", model)
    assert "expanded" == source.form
    assert words(told) == words(source.text.decode())
    assert len(words(told)) > 1000


@needs_gcc
@pytest.mark.parametrize(
    "text",
    [
        "#ifdef __clang__\n#error clang\n#endif\n#if __GNUC__ != 12\n#error not 12\n#endif\n",
        "#if defined(__has_feature) || defined(__llvm__)\n#error clang\n#endif\n",
        "#if !__has_include(<stdio.h>)\n#error no header\n#endif\n",
    ],
)
def test_without_gcc_the_parser_reads_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)  # noqa: ARG005

    assert ["return 12:i32;"] == body(text + "int main(void) { return __GNUC__; }")


def test_without_gcc_a_question_that_only_gcc_answers_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)  # noqa: ARG005

    with pytest.raises(BadInput, match=r"file1\.c:1:\d+: division by zero in preprocessor"):
        body("#if __has_builtin(__builtin_assume)\n#endif\nint main(void) { return 0; }")


@pytest.mark.parametrize(
    "text",
    [
        '# 1 "a.c"\nint x;\n#pragma pack(1)\n#line 5\n#ident "x"\n',
        'char *s = "a # b"; char *t = "__x__";\n',
        '# 1 "/usr/linux/a.c"\nchar c = \'"\'; /* unix */ char *t = "linux"; // i386\n',
        "int __y, _z;\n",
    ],
)
def test_preprocessed_text_is_taken_as_it_is(text: str) -> None:
    assert is_plain(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "#define A\n",
        "  #  if 1\n#endif\n",
        "/* comment */ #define A\n",
        "/*\n*/ # define A\n",
        "%:define A\n",
        "int a\\\nb;\n",
        "int a; // comment \\  \nb;\n",
        "int a; // comment \r#define A\n",
        "int x = __LINE__;\n",
        "int x = linux;\n",
        'char c = \'"\'; int x = linux; char *t = "";\n',
        "int x = /* */ unix;\n",
        'void f(void) { _Pragma("pack(1)") }\n',
        "int y = __has_include(<x>);\n",
        "#include <a.h>\n",
    ],
)
def test_text_that_says_something_to_a_preprocessor_is_not(text: str) -> None:
    assert not is_plain(text.encode())


@needs_gcc
def test_places_are_those_of_the_file() -> None:
    Path("own.h").write_text("\n\nint from_header;\n")
    Path("test.c").write_bytes(
        b'#include "own.h"\n#define TWICE(x) ((x) +   (x))\n\nint  a,   b = TWICE( 3 );\n'
    )
    source = read_source("test.c", LP64)
    lines = source.text.split(b"\n")

    def place(word: bytes) -> str:
        line = next(n for n, text in enumerate(lines) if word in text and text[:1] != b"#")
        return str(lines_of(source).span(line + 1, lines[line].index(word) + 1))

    assert "own.h:3:5" == place(b"from_header")
    assert "test.c:4:11" == place(b"b =")
    assert "test.c:4:6" == place(b"a,")


@needs_gcc
def test_line_markers_of_the_file_itself_give_the_presumed_place() -> None:
    text = b'# 50 "origin.c"\n#define A 1\nint x = A;\n'
    Path("test.i").write_bytes(text)
    source = read_source("test.i", LP64)
    at = source.text.split(b"\n").index(b"int x = 1;")

    span = lines_of(source).span(at + 1, 5)
    assert ("test.i", 3, 5) == (span.file, span.line, span.column)
    assert ("origin.c", 51) == (span.presumed_file, span.presumed_line)


@needs_gcc
def test_line_markers_count_for_who_asks_for_the_line() -> None:
    assert ["return 51:i32;"] == body("#line 50\n\nint main(void) { return __LINE__; }")


@needs_gcc
def test_the_name_of_the_file_is_the_one_given() -> None:
    Path("deep").mkdir()
    Path("deep/own.h").write_text("char *h = __FILE__;\n")
    Path("deep/a b.c").write_text('#include "own.h"\nchar *f = __FILE__, *b = __BASE_FILE__;\n')

    text = read_source("deep/a b.c", LP64).text.decode()
    assert 'char *f = "deep/a b.c", *b = "deep/a b.c";' in text
    assert 'char *h = "deep/own.h";' in text


@needs_gcc
def test_a_file_may_include_itself() -> None:
    Path("test.c").write_text(
        "#ifndef AGAIN\n#define AGAIN\n#include __FILE__\n#else\nint inner;\n#endif\n"
    )

    assert b"int inner;" in read_source("test.c", LP64).text


@needs_gcc
def test_the_time_of_translation_is_refused() -> None:
    with pytest.raises(BadInput, match=r"__TI.*ME__"):
        body("#define J(a, b) a##b\nint main(void) { return J(__TI, ME__)[0]; }")


@needs_gcc
def test_a_header_that_is_not_modelled_is_refused_at_its_place() -> None:
    with pytest.raises(BadInput, match=r"file1\.c:2: .*/fenv\.h is not among the headers"):
        body("\n#include <fenv.h>\nint main(void) { return 0; }")
    Path("own.h").write_text("\n\n#include <sys/mman.h>\n")
    Path("test.c").write_text('#include <stdio.h>\n#include "own.h"\n')
    with pytest.raises(BadInput, match=r"^own\.h:3: .*/sys/mman\.h is not among the headers"):
        read_source("test.c", LP64)


@needs_gcc
def test_what_gcc_rejects_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    def reject(*_arguments: object) -> bytes:
        raise BadInput("something is wrong")

    monkeypatch.setattr(run, "run_preprocessor", reject)

    with pytest.raises(BadInput, match=r"file1\.c: something is wrong"):
        body("#define A 1\nint main(void) { return A; }")


@needs_gcc
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("\n#error no way\n", r"^deep/a b\.c:2:2: #error no way$"),
        ('#include "own.h"\n', r"^deep/own\.h:1:2: #error not here$"),
        ("#include <no/such.h>\n", r"^deep/a b\.c:1:10: 'no/such\.h' file not found$"),
        ("#if 1\n", r"^deep/a b\.c:1: unterminated #if$"),
    ],
)
def test_what_gcc_says_has_a_place_that_the_user_knows(text: str, complaint: str) -> None:
    Path("deep").mkdir()
    Path("deep/own.h").write_text("#error not here\n")
    Path("deep/a b.c").write_text(text)

    with pytest.raises(BadInput, match=complaint):
        read_source("deep/a b.c", LP64)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (-9, ""),
        (1, ""),
        (1, "gcc: fatal error: Killed signal terminated program cc1\n"),
    ],
)
def test_a_preprocessor_that_was_killed_says_nothing_about_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, said: str
) -> None:
    monkeypatch.setattr(run, "run_caged", lambda *_: CagedEnd(status, said, ""))
    with pytest.raises(Failed):
        run.run_preprocessor(["gcc"], str(tmp_path), [], "caged")


@needs_gcc
def test_nobody_opens_what_gcc_may_not_read(tmp_path: Path) -> None:
    Path("own").mkdir()
    os.mkfifo("pipe")  # whoever opens it waits for ever
    Path("own/test.c").write_text(f'#include "{tmp_path}/pipe"\nint main(void) {{ return 0; }}\n')

    with pytest.raises(BadInput, match=r"^own/test\.c:1:10: .*/pipe: Permission denied$"):
        read_source("own/test.c", LP64)


def test_a_file_without_end_is_not_read_to_the_end() -> None:
    with Path("long.c").open("wb") as file:
        file.writelines([b" " * (1 << 20)] * 65)

    with pytest.raises(BadInput, match=r"^/dev/zero:1:1: NUL byte"):
        read_source("/dev/zero", LP64)
    with pytest.raises(BadInput, match=r"^long\.c: longer than 64 MB: this is not C text$"):
        read_source("long.c", LP64)


@needs_gcc
@pytest.mark.parametrize("name", ["DBL_MAX", "DBL_MIN", "DBL_EPSILON", "FLT_MAX", "DBL_TRUE_MIN"])
def test_limits_of_floating_types_are_exact(name: str) -> None:
    values = {
        "DBL_MAX": 1.7976931348623157e308,
        "DBL_MIN": 2.2250738585072014e-308,
        "DBL_EPSILON": 2.220446049250313e-16,
        "FLT_MAX": 3.4028234663852886e38,
        "DBL_TRUE_MIN": 5e-324,
    }
    (line,) = body(f"#include <float.h>\nint main(void) {{ double x = {name}; }}")

    assert repr(values[name]) in line


@needs_gcc
def test_wide_characters_are_long_in_32_bits() -> None:
    text = """
    #include <stddef.h>
    struct s { char c; long double d; double e; char q; long long f; int g : 5; unsigned h : 30; };
    _Static_assert(sizeof(struct s) == 44 && offsetof(struct s, f) == 28, "");
    _Static_assert(_Generic(L'a', long: 1, default: 0) && sizeof(L'a') == 4, "");
    _Static_assert(_Generic(sizeof 1, unsigned: 1, default: 0), "");
    wchar_t w[] = L"abc";
    int main(void) { return w[1]; }
    """

    assert ["return w[1:i32];"] == body(text, model=ILP32)
