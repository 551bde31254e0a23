"""The headers that repeat one pattern for many types; made when a program includes anything."""

from __future__ import annotations

WIDTHS = (8, 16, 32, 64)
_FLOATING = (("float", "f"), ("double", ""), ("long double", "l"))


def texts() -> dict[str, str]:
    """Name to contents."""
    return {
        "stdint.h": _stdint(),
        "inttypes.h": _inttypes(),
        "math.h": _math(),
        "stdatomic.h": _stdatomic(),
    }


# As in the GNU library, the fast types of 16 and 32 bits are as wide as a pointer.
_WORD = """
#if __SIZEOF_POINTER__ == 8
#define __WORD long int
#define __WORD_MAX __LONG_MAX__
#define __UWORD_MAX (__LONG_MAX__ * 2UL + 1)
#define __INT64_PREFIX "l"
#define __WORD_PREFIX "l"
#else
#define __WORD int
#define __WORD_MAX __INT_MAX__
#define __UWORD_MAX (__INT_MAX__ * 2U + 1)
#define __INT64_PREFIX "ll"
#define __WORD_PREFIX ""
#endif
"""


def _stdint() -> str:
    """``<stdint.h>`` [C11 7.20]."""
    lines = [_WORD, "#include <stddef.h>"]
    for n in WIDTHS:
        fast = f"__INT{n}_TYPE__" if n in (8, 64) else "__WORD"
        unsigned_fast = f"__UINT{n}_TYPE__" if n in (8, 64) else "unsigned __WORD"
        fast_max = f"__INT{n}_MAX__" if n in (8, 64) else "__WORD_MAX"
        unsigned_fast_max = f"__UINT{n}_MAX__" if n in (8, 64) else "__UWORD_MAX"
        lines += [
            f"typedef __INT{n}_TYPE__ int{n}_t, int_least{n}_t;",
            f"typedef __UINT{n}_TYPE__ uint{n}_t, uint_least{n}_t;",
            f"typedef {fast} int_fast{n}_t;",
            f"typedef {unsigned_fast} uint_fast{n}_t;",
            *_limits(f"INT{n}", f"__INT{n}_MAX__"),
            *_limits(f"INT_LEAST{n}", f"__INT{n}_MAX__"),
            *_limits(f"INT_FAST{n}", fast_max),
            f"#define UINT{n}_MAX __UINT{n}_MAX__",
            f"#define UINT_LEAST{n}_MAX __UINT{n}_MAX__",
            f"#define UINT_FAST{n}_MAX {unsigned_fast_max}",
            f"#define INT{n}_C(c) __INT{n}_C(c)",
            f"#define UINT{n}_C(c) __UINT{n}_C(c)",
        ]
    lines += [
        "typedef __INTPTR_TYPE__ intptr_t;",
        "typedef __UINTPTR_TYPE__ uintptr_t;",
        "typedef __INTMAX_TYPE__ intmax_t;",
        "typedef __UINTMAX_TYPE__ uintmax_t;",
        *_limits("INTPTR", "__INTPTR_MAX__"),
        *_limits("INTMAX", "__INTMAX_MAX__"),
        *_limits("PTRDIFF", "__PTRDIFF_MAX__"),
        *_limits("SIG_ATOMIC", "__INT_MAX__"),
        "#define UINTPTR_MAX __UINTPTR_MAX__",
        "#define UINTMAX_MAX __UINTMAX_MAX__",
        "#define SIZE_MAX __SIZE_MAX__",
        "#define WCHAR_MAX __WCHAR_MAX__",
        "#define WCHAR_MIN (-WCHAR_MAX - 1)",
        "#define WINT_MAX 4294967295u",
        "#define WINT_MIN 0u",
        "#define INTMAX_C(c) __INTMAX_C(c)",
        "#define UINTMAX_C(c) __UINTMAX_C(c)",
    ]
    return "\n".join(lines) + "\n"


def _limits(name: str, largest: str) -> tuple[str, str]:
    """The limits of a signed type."""
    return f"#define {name}_MAX {largest}", f"#define {name}_MIN (-{largest} - 1)"


def _inttypes() -> str:
    """``<inttypes.h>`` [C11 7.8]."""
    lines = ["#include <stdint.h>"]
    lengths = {"8": '"hh"', "16": '"h"', "32": '""', "64": "__INT64_PREFIX"}
    sizes = {f"{kind}{n}": length for n, length in lengths.items() for kind in ("", "LEAST")}
    sizes |= {"FAST8": '"hh"', "FAST16": "__WORD_PREFIX", "FAST32": "__WORD_PREFIX"}
    sizes |= {"FAST64": "__INT64_PREFIX", "MAX": "__INT64_PREFIX", "PTR": "__WORD_PREFIX"}
    for size, length in sizes.items():
        # printf promotes what is narrower than int, so gcc's library has no length there.
        printed = '""' if length in ('"hh"', '"h"') else length
        lines += [f'#define PRI{letter}{size} {printed} "{letter}"' for letter in "diouxX"]
        lines += [f'#define SCN{letter}{size} {length} "{letter}"' for letter in "dioux"]
    lines += [
        "typedef struct { __INTMAX_TYPE__ quot, rem; } imaxdiv_t;",
        "intmax_t imaxabs(intmax_t);",
        "imaxdiv_t imaxdiv(intmax_t, intmax_t);",
        "intmax_t strtoimax(const char *__restrict, char **__restrict, int);",
        "uintmax_t strtoumax(const char *__restrict, char **__restrict, int);",
    ]
    return "\n".join(lines) + "\n"


_UNARY = (
    "acos asin atan cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 log log10 log1p "
    "log2 logb cbrt fabs sqrt erf erfc lgamma tgamma ceil floor nearbyint rint round trunc"
)
_BINARY = "atan2 fmod remainder pow hypot copysign nextafter fdim fmax fmin"
_MATH_MACROS = """
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)
#define fpclassify(x) \\
  __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isfinite(x) __builtin_isfinite(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isnan(x) __builtin_isnan(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#if __FLT_EVAL_METHOD__ == 0
typedef float float_t;
typedef double double_t;
#else
typedef long double float_t;
typedef long double double_t;
#endif
"""


def _math() -> str:
    """``<math.h>`` [C11 7.12]; the values of macros are those of the GNU library."""
    lines = [_MATH_MACROS]
    for t, s in _FLOATING:
        lines += [f"{t} {name}{s}({t});" for name in _UNARY.split()]
        lines += [f"{t} {name}{s}({t}, {t});" for name in _BINARY.split()]
        lines += [
            f"{t} fma{s}({t}, {t}, {t}); {t} nan{s}(const char *);",
            f"{t} nexttoward{s}({t}, long double);",
            f"{t} frexp{s}({t}, int *); {t} ldexp{s}({t}, int); {t} modf{s}({t}, {t} *);",
            f"{t} scalbn{s}({t}, int); {t} scalbln{s}({t}, long); {t} remquo{s}({t}, {t}, int *);",
            f"int ilogb{s}({t}); long lrint{s}({t}); long lround{s}({t});",
            f"long long llrint{s}({t}); long long llround{s}({t});",
        ]
    return "\n".join(lines) + "\n"


_ATOMIC_TYPES = {
    "bool": "_Bool",
    "char": "char",
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned",
    "long": "long",
    "ulong": "unsigned long",
    "llong": "long long",
    "ullong": "unsigned long long",
    "size_t": "__SIZE_TYPE__",
    "ptrdiff_t": "__PTRDIFF_TYPE__",
    "intptr_t": "__INTPTR_TYPE__",
    "uintptr_t": "__UINTPTR_TYPE__",
    "intmax_t": "__INTMAX_TYPE__",
    "uintmax_t": "__UINTMAX_TYPE__",
}
# One operation after the other, which is what atomic means as long as there is one thread.
# The arithmetic wraps around [C11 7.17.7.5], and what is expected is compared byte by byte
# [C11 7.17.7.4p2], which makes a difference for zeros and NaNs.
_ATOMIC_MACROS = """
typedef enum {
  memory_order_relaxed, memory_order_consume, memory_order_acquire,
  memory_order_release, memory_order_acq_rel, memory_order_seq_cst
} memory_order;
#define ATOMIC_VAR_INIT(v) (v)
#define kill_dependency(y) (y)
#define atomic_thread_fence(order) ((void)(order))
#define atomic_signal_fence(order) ((void)(order))
#define atomic_is_lock_free(p) (sizeof(*(p)) <= sizeof(void *))
#define atomic_init(p, v) ((void)(*(p) = (v)))
#define atomic_store(p, v) ((void)(*(p) = (v)))
#define atomic_load(p) ((void)0, *(p))
#define __atomic_update(p, change) __extension__ ({ \\
  __typeof__(p) __at = (p); \\
  __typeof__(((void)0, *__at)) __old = *__at, __new; \\
  change; \\
  *__at = __new; \\
  __old; })
#define atomic_exchange(p, v) __atomic_update(p, __new = (v))
#define atomic_fetch_add(p, v) __atomic_update(p, (void)__builtin_add_overflow(__old, v, &__new))
#define atomic_fetch_sub(p, v) __atomic_update(p, (void)__builtin_sub_overflow(__old, v, &__new))
#define atomic_fetch_or(p, v) __atomic_update(p, __new = __old | (v))
#define atomic_fetch_xor(p, v) __atomic_update(p, __new = __old ^ (v))
#define atomic_fetch_and(p, v) __atomic_update(p, __new = __old & (v))
#define __atomic_is_real(x) (__builtin_types_compatible_p(__typeof__(x), float) \\
  || __builtin_types_compatible_p(__typeof__(x), double) \\
  || __builtin_types_compatible_p(__typeof__(x), long double))
#define atomic_compare_exchange_strong(p, e, v) __extension__ ({ \\
  __typeof__(p) __at = (p); \\
  __typeof__(e) __expected = (e); \\
  __typeof__(((void)0, *__at)) __old = *__at, __new = (v); \\
  _Bool __same = __builtin_choose_expr(__atomic_is_real(__old), \\
    !__builtin_memcmp(&__old, (const void *)__expected, sizeof(__old)), __old == *__expected); \\
  if (__same) *__at = __new; else *__expected = __old; \\
  __same; })
#define atomic_compare_exchange_weak(p, e, v) atomic_compare_exchange_strong(p, e, v)
#define atomic_compare_exchange_strong_explicit(p, e, v, yes, no) \\
  atomic_compare_exchange_strong(p, e, v)
#define atomic_compare_exchange_weak_explicit(p, e, v, yes, no) \\
  atomic_compare_exchange_strong(p, e, v)
#define atomic_load_explicit(p, order) atomic_load(p)
typedef struct { _Atomic(_Bool) __set; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define atomic_flag_test_and_set(p) atomic_exchange(&(p)->__set, 1)
#define atomic_flag_clear(p) atomic_store(&(p)->__set, 0)
"""


def _stdatomic() -> str:
    """``<stdatomic.h>`` [C11 7.17]."""
    lines = [_ATOMIC_MACROS]
    lines += [f"typedef _Atomic({t}) atomic_{name};" for name, t in _ATOMIC_TYPES.items()]
    operations = ("store", "exchange", *(f"fetch_{f}" for f in ("add", "sub", "or", "xor", "and")))
    lines += [
        f"#define atomic_{name}_explicit(p, v, order) atomic_{name}(p, v)" for name in operations
    ]
    return "\n".join(lines) + "\n"
