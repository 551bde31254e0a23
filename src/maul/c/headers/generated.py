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
#include <maul_extensions.h>
#if __SIZEOF_POINTER__ == 8
#define __maul_word long int
#else
#define __maul_word int
#endif
"""


def _stdint() -> str:
    """``<stdint.h>`` [C11 7.20]; the table of macros has the limits, but for 64 bits."""
    lines = [_WORD]
    for n in WIDTHS:
        fast = f"__INT{n}_TYPE__" if n in (8, 64) else "__maul_word"
        unsigned_fast = f"__UINT{n}_TYPE__" if n in (8, 64) else "unsigned __maul_word"
        lines += [
            f"typedef __INT{n}_TYPE__ int{n}_t, int_least{n}_t;",
            f"typedef __UINT{n}_TYPE__ uint{n}_t, uint_least{n}_t;",
            f"typedef {fast} int_fast{n}_t;",
            f"typedef {unsigned_fast} uint_fast{n}_t;",
            f"#define INT{n}_C(c) __INT{n}_C(c)",
            f"#define UINT{n}_C(c) __UINT{n}_C(c)",
        ]
    for name in ("INT64", "INT_LEAST64", "INT_FAST64", "INTMAX"):
        lines += [
            f"#define {name}_MAX __INT64_MAX__",
            f"#define {name}_MIN (-__INT64_MAX__ - 1)",
            f"#define U{name}_MAX __UINT64_MAX__",
        ]
    lines += [
        "typedef __INTPTR_TYPE__ intptr_t;",
        "typedef __UINTPTR_TYPE__ uintptr_t;",
        "typedef __INTMAX_TYPE__ intmax_t;",
        "typedef __UINTMAX_TYPE__ uintmax_t;",
        "#define INTMAX_C(c) __INTMAX_C(c)",
        "#define UINTMAX_C(c) __UINTMAX_C(c)",
    ]
    return "\n".join(lines) + "\n"


def _inttypes() -> str:
    """``<inttypes.h>`` [C11 7.8]."""
    lines = [
        "#include <stdint.h>",
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
#include <maul_extensions.h>
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define HUGE_VALL (__builtin_huge_vall())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
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
#define __maul_update(p, change) __extension__ ({ \\
  __typeof__(p) __at = (p); \\
  __typeof__(((void)0, *__at)) __old = *__at, __new; \\
  change; \\
  *__at = __new; \\
  __old; })
#define atomic_exchange(p, v) __maul_update(p, __new = (v))
#define atomic_fetch_add(p, v) __maul_update(p, (void)__builtin_add_overflow(__old, v, &__new))
#define atomic_fetch_sub(p, v) __maul_update(p, (void)__builtin_sub_overflow(__old, v, &__new))
#define atomic_fetch_or(p, v) __maul_update(p, __new = __old | (v))
#define atomic_fetch_xor(p, v) __maul_update(p, __new = __old ^ (v))
#define atomic_fetch_and(p, v) __maul_update(p, __new = __old & (v))
#define __maul_is_real(x) (__builtin_types_compatible_p(__typeof__(x), float) \\
  || __builtin_types_compatible_p(__typeof__(x), double) \\
  || __builtin_types_compatible_p(__typeof__(x), long double))
#define atomic_compare_exchange_strong(p, e, v) __extension__ ({ \\
  __typeof__(p) __at = (p); \\
  __typeof__(e) __expected = (e); \\
  __typeof__(((void)0, *__at)) __old = *__at, __new = (v); \\
  _Bool __same = __builtin_choose_expr(__maul_is_real(__old), \\
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
#define atomic_flag_test_and_set_explicit(p, order) atomic_flag_test_and_set(p)
#define atomic_flag_clear_explicit(p, order) atomic_flag_clear(p)
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
