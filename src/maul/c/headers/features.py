"""``<features.h>``: which parts of the library a program asks for, as the GNU library 2.36 decides.

The names ``__USE_...`` are what the conditions in ``macros.txt`` speak of. The reading is
gnu17, so that C99 and C11 are always there. feature_test_macros(7) describes the rules.
"""

from __future__ import annotations


def _set(*names: str, to: str = "1") -> str:
    """Give macros a value, whatever they had."""
    return "".join(f"#undef {name}\n#define {name} {to}\n" for name in names)


def _when(condition: str, *parts: str) -> str:
    """Text under a condition."""
    return f"#if {condition}\n{''.join(parts)}#endif\n"


def _use(name: str) -> str:
    return _set(f"__USE_{name}")


def _none_of(*names: str) -> str:
    return " && ".join(f"!defined {name}" for name in names)


_NO_POSIX = _none_of("_POSIX_SOURCE", "_POSIX_C_SOURCE")
_ISO = ("_ISOC99_SOURCE", "_ISOC11_SOURCE", "_ISOC2X_SOURCE")
_ALL_OF_GNU = (
    *("_ISOC95_SOURCE", *_ISO, "_POSIX_SOURCE", "_XOPEN_SOURCE_EXTENDED", "_LARGEFILE64_SOURCE"),
    *("_DEFAULT_SOURCE", "_ATFILE_SOURCE", "_DYNAMIC_STACK_SIZE_SOURCE"),
)
_WHAT_IS_ASKED_FOR = (
    _when(
        f"(defined _BSD_SOURCE || defined _SVID_SOURCE) && {_none_of('_DEFAULT_SOURCE')}",
        _set("_DEFAULT_SOURCE"),
    )
    + _when(
        "defined _GNU_SOURCE",
        _set(*_ALL_OF_GNU),
        _set("_POSIX_C_SOURCE", to="200809L"),
        _set("_XOPEN_SOURCE", to="700"),
    )
    + _when(
        "defined _DEFAULT_SOURCE || ("
        + _none_of("__STRICT_ANSI__", *_ISO, "_POSIX_SOURCE", "_POSIX_C_SOURCE", "_XOPEN_SOURCE")
        + ")",
        _set("_DEFAULT_SOURCE"),
    )
)
_THE_LANGUAGE = (
    _set("__GLIBC_USE_ISOC2X", to="0")
    + _when("defined _ISOC2X_SOURCE", _set("__GLIBC_USE_ISOC2X"))
    + "".join(map(_use, ("ISOC11", "ISOC99", "ISOC95")))
)
_IMPLIED_POSIX = (
    _when(
        "defined _DEFAULT_SOURCE",
        _when(_NO_POSIX, _use("POSIX_IMPLICITLY")),
        _set("_POSIX_SOURCE"),
        _set("_POSIX_C_SOURCE", to="200809L"),
    )
    + _when(
        f"(!defined __STRICT_ANSI__ || (_XOPEN_SOURCE - 0) >= 500) && {_NO_POSIX}",
        _set("_POSIX_SOURCE"),
        "#if !defined _XOPEN_SOURCE || (_XOPEN_SOURCE - 0) >= 700\n"
        "#define _POSIX_C_SOURCE 200809L\n"
        "#elif (_XOPEN_SOURCE - 0) >= 600\n#define _POSIX_C_SOURCE 200112L\n"
        "#elif (_XOPEN_SOURCE - 0) >= 500\n#define _POSIX_C_SOURCE 199506L\n"
        "#else\n#define _POSIX_C_SOURCE 2\n#endif\n",
        _use("POSIX_IMPLICITLY"),
    )
    + _when(
        "(!defined _POSIX_C_SOURCE || (_POSIX_C_SOURCE - 0) < 199506L)"
        " && (defined _REENTRANT || defined _THREAD_SAFE)",
        _set("_POSIX_SOURCE"),
        _set("_POSIX_C_SOURCE", to="199506L"),
    )
)
_POSIX = (
    _when(
        "defined _POSIX_SOURCE || (_POSIX_C_SOURCE - 0) >= 1 || defined _XOPEN_SOURCE",
        _use("POSIX"),
    )
    + _when("(_POSIX_C_SOURCE - 0) >= 2 || defined _XOPEN_SOURCE", _use("POSIX2"))
    + _when("(_POSIX_C_SOURCE - 0) >= 199309L", _use("POSIX199309"))
    + _when("(_POSIX_C_SOURCE - 0) >= 199506L", _use("POSIX199506"))
    + _when("(_POSIX_C_SOURCE - 0) >= 200112L", _use("XOPEN2K"))
    + _when("(_POSIX_C_SOURCE - 0) >= 200809L", _use("XOPEN2K8"), _set("_ATFILE_SOURCE"))
)
_XOPEN = _when(
    "defined _XOPEN_SOURCE",
    _use("XOPEN"),
    _when(
        "(_XOPEN_SOURCE - 0) >= 500",
        _use("XOPEN_EXTENDED"),
        _use("UNIX98"),
        _set("_LARGEFILE_SOURCE"),
        _when("(_XOPEN_SOURCE - 0) >= 600", _use("XOPEN2K"), _use("XOPEN2KXSI")),
        _when("(_XOPEN_SOURCE - 0) >= 700", _use("XOPEN2K8"), _use("XOPEN2K8XSI")),
    ),
    _when("(_XOPEN_SOURCE - 0) < 500 && defined _XOPEN_SOURCE_EXTENDED", _use("XOPEN_EXTENDED")),
)
# Times of 64 bits in ILP32 have no model: the name is poisoned, then named.
_TIME_BITS = """
#if defined _TIME_BITS && (_TIME_BITS - 0) != 8 * __SIZEOF_LONG__
#pragma GCC poison _TIME_BITS
_TIME_BITS
#elif defined _TIME_BITS && (_TIME_BITS - 0) == 64 && (_FILE_OFFSET_BITS - 0) != 64
#error _TIME_BITS=64 is allowed only with _FILE_OFFSET_BITS=64
#endif
"""
_THE_REST = (
    _when("defined _LARGEFILE_SOURCE", _use("LARGEFILE"))
    + _when("defined _LARGEFILE64_SOURCE", _use("LARGEFILE64"))
    + _when("(_FILE_OFFSET_BITS - 0) == 64", _use("FILE_OFFSET64"))
    + _when("defined _DEFAULT_SOURCE", _use("MISC"))
    + _when("defined _ATFILE_SOURCE", _use("ATFILE"))
    + _when("defined _DYNAMIC_STACK_SIZE_SOURCE", _use("DYNAMIC_STACK_SIZE"))
    + _when("defined _GNU_SOURCE", _use("GNU"))
)
# Names for attributes and the like that programs use or define themselves if they are missing.
_DEFINITIONS = """
#define __GLIBC_USE(feature) __GLIBC_USE_ ## feature
#define __GLIBC_PREREQ(m, n) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((m) << 16) + (n))
#define __GNUC_PREREQ(m, n) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((m) << 16) + (n))
#define __glibc_clang_prereq(m, n) 0
#define __P(x) x
#define __PMT(x) x
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __ptr_t void *
#define __restrict_arr __restrict
#define __flexarr []
#define __THROW __attribute__((__nothrow__, __leaf__))
#define __THROWNL __attribute__((__nothrow__))
#define __NTH(x) __attribute__((__nothrow__, __leaf__)) x
#define __always_inline __inline __attribute__((__always_inline__))
#define __nonnull(x) __attribute__((__nonnull__ x))
#define __attribute_const__ __attribute__((__const__))
#define __attribute_pure__ __attribute__((__pure__))
#define __attribute_malloc__ __attribute__((__malloc__))
#define __attribute_used__ __attribute__((__used__))
#define __attribute_noinline__ __attribute__((__noinline__))
#define __attribute_deprecated__ __attribute__((__deprecated__))
#define __attribute_maybe_unused__ __attribute__((__unused__))
#define __attribute_warn_unused_result__ __attribute__((__warn_unused_result__))
#define __glibc_likely(x) __builtin_expect((x), 1)
#define __glibc_unlikely(x) __builtin_expect((x), 0)
"""

FEATURES = "".join(
    (
        *(_WHAT_IS_ASKED_FOR, _THE_LANGUAGE, _IMPLIED_POSIX, _POSIX, _XOPEN, _THE_REST),
        *(_DEFINITIONS, _TIME_BITS),
    )
)


def _want(name: str, *wishes: str) -> str:
    """Whether a header shows an extension of the language, asked anew by each header."""
    macro = f"__GLIBC_USE_{name}"
    asked = " || ".join(f"defined {wish}" for wish in ("__USE_GNU", *wishes))
    return f"#undef {macro}\n#if {asked}\n#define {macro} 1\n#else\n#define {macro} 0\n#endif\n"


_BFP, _FUNCTIONS = "__STDC_WANT_IEC_60559_BFP_EXT__", "__STDC_WANT_IEC_60559_FUNCS_EXT__"
_C2X = "_ISOC2X_SOURCE"
EXTENSIONS = "".join(
    (
        _want("LIB_EXT2", "__STDC_WANT_LIB_EXT2__"),
        _want("IEC_60559_BFP_EXT", _BFP),
        _want("IEC_60559_BFP_EXT_C2X", _BFP, _C2X),
        _want("IEC_60559_EXT", _BFP, "__STDC_WANT_IEC_60559_EXT__"),
        _want("IEC_60559_FUNCS_EXT", _FUNCTIONS),
        _want("IEC_60559_FUNCS_EXT_C2X", _FUNCTIONS, _C2X),
        _want("IEC_60559_TYPES_EXT", "__STDC_WANT_IEC_60559_TYPES_EXT__"),
    )
)
