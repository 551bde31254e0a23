"""The functions of the C library that gcc knows without a declaration, and their types.

The parser knows none: a program may use their names for what it likes. Those that are called
without a declaration are declared as in gcc.
"""

from __future__ import annotations

# By type; ``{}`` stands for the name, ``size_t`` for the type of ``sizeof``.
_BY_TYPE = {
    "double {}(double)": (
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 fabs "
        "floor gamma j0 j1 lgamma log log10 log1p log2 logb nearbyint pow10 rint round "
        "significand sin sinh sqrt tan tanh tgamma trunc y0 y1"
    ),
    "float {}(float)": (
        "acosf acoshf asinf asinhf atanf atanhf cbrtf ceilf cosf coshf erfcf erff exp2f expf "
        "expm1f fabsf floorf lgammaf log10f log1pf log2f logbf logf nearbyintf rintf roundf "
        "sinf sinhf sqrtf tanf tanhf tgammaf truncf"
    ),
    "long double {}(long double)": (
        "acoshl acosl asinhl asinl atanhl atanl cbrtl ceill coshl cosl erfcl erfl exp2l expl "
        "expm1l fabsl floorl lgammal log10l log1pl log2l logbl logl nearbyintl rintl roundl "
        "sinhl sinl sqrtl tanhl tanl tgammal truncl"
    ),
    "int {}(int)": (
        "abs ffs isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint "
        "ispunct isspace isupper isxdigit putchar putchar_unlocked toascii tolower toupper"
    ),
    "double {}(double, double)": (
        "atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder scalb"
    ),
    "int {}(unsigned)": (
        "iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct "
        "iswspace iswupper iswxdigit"
    ),
    "long double {}(long double, long double)": (
        "atan2l copysignl fdiml fmaxl fminl fmodl hypotl nextafterl nexttowardl powl remainderl"
    ),
    "float {}(float, float)": (
        "atan2f copysignf fdimf fmaxf fminf fmodf hypotf nextafterf powf remainderf"
    ),
    "char *{}(const char *, int)": "index rindex strchr strrchr",
    "char *{}(char *, const char *)": "stpcpy strcat strcpy",
    "char *{}(char *, const char *, size_t)": "stpncpy strncat strncpy",
    "int {}(const char *, const char *, ...)": "execl execlp sscanf",
    "int {}(int, void *)": "fputc putc putc_unlocked",
    "void *{}(void *, const void *, size_t)": "memcpy memmove mempcpy",
    "void {}(int)": "_Exit _exit exit",
    "char *{}(const char *, const char *)": "strpbrk strstr",
    "double {}(double, int *)": "frexp lgamma_r",
    "double {}(double, int)": "ldexp scalbn",
    "double {}(int, double)": "jn yn",
    "float {}(float, int)": "ldexpf scalbnf",
    "int {}(const char *, ...)": "printf scanf",
    "int {}(const char *, __builtin_va_list)": "vprintf vscanf",
    "int {}(const char *, char *const *)": "execv execvp",
    "int {}(const char *, const char *)": "strcasecmp strcmp",
    "int {}(const char *, const char *, size_t)": "strncasecmp strncmp",
    "int {}(const void *, const void *, size_t)": "bcmp memcmp",
    "int {}(void *, const char *, ...)": "fprintf fscanf",
    "int {}(void *, const char *, __builtin_va_list)": "vfprintf vfscanf",
    "long double {}(long double, int)": "ldexpl scalbnl",
    "long long {}(double)": "llrint llround",
    "long long {}(float)": "llrintf llroundf",
    "long long {}(long double)": "llrintl llroundl",
    "long {}(double)": "lrint lround",
    "long {}(float)": "lrintf lroundf",
    "long {}(long double)": "lrintl lroundl",
    "size_t {}(const char *, const char *)": "strcspn strspn",
    "unsigned {}(unsigned)": "towlower towupper",
    "void *{}(size_t)": "alloca malloc",
    "void *{}(size_t, size_t)": "aligned_alloc calloc",
    "char *{}(const char *)": "strdup",
    "char *{}(const char *, size_t)": "strndup",
    "double {}(const char *)": "nan",
    "double {}(double, double *)": "modf",
    "double {}(double, double, double)": "fma",
    "double {}(double, double, int *)": "remquo",
    "double {}(double, long double)": "nexttoward",
    "double {}(double, long)": "scalbln",
    "float {}(const char *)": "nanf",
    "float {}(float, float *)": "modff",
    "float {}(float, float, float)": "fmaf",
    "float {}(float, float, int *)": "remquof",
    "float {}(float, int *)": "frexpf",
    "float {}(float, long double)": "nexttowardf",
    "float {}(float, long)": "scalblnf",
    "int {}(char *, const char *, ...)": "sprintf",
    "int {}(char *, const char *, __builtin_va_list)": "vsprintf",
    "int {}(char *, size_t, const char *, ...)": "snprintf",
    "int {}(char *, size_t, const char *, __builtin_va_list)": "vsnprintf",
    "int {}(const char *)": "puts",
    "int {}(const char *, const char *, __builtin_va_list)": "vsscanf",
    "int {}(const char *, void *)": "fputs",
    "int {}(double)": "ilogb",
    "int {}(float)": "ilogbf",
    "int {}(long double)": "ilogbl",
    "int {}(long long)": "ffsll",
    "int {}(long)": "ffsl",
    "int {}(void **, size_t, size_t)": "posix_memalign",
    "int {}(void)": "fork",
    "long double {}(const char *)": "nanl",
    "long double {}(long double, int *)": "frexpl",
    "long double {}(long double, long double *)": "modfl",
    "long double {}(long double, long double, int *)": "remquol",
    "long double {}(long double, long double, long double)": "fmal",
    "long double {}(long double, long)": "scalblnl",
    "long long {}(long long)": "imaxabs llabs",
    "long {}(long)": "labs",
    "size_t {}(char *, size_t, const char *, const void *)": "strftime",
    "size_t {}(const char *, size_t)": "strnlen",
    "size_t {}(const char *)": "strlen",
    "size_t {}(const void *, size_t, size_t, void *)": "fwrite",
    "void *{}(const void *, int, size_t)": "memchr",
    "void *{}(void *, int, size_t)": "memset",
    "void *{}(void *, size_t)": "realloc",
    "void {}(const void *, void *, size_t)": "bcopy",
    "void {}(double, double *, double *)": "sincos",
    "void {}(void *)": "free",
    "void {}(void *, size_t)": "bzero",
    "void {}(void)": "abort",
}


def prototypes() -> dict[str, str]:
    """The declaration of each function, by name."""
    return {
        name: form.replace("size_t", "__typeof__(sizeof 0)").format(name) + ";"
        for form, names in _BY_TYPE.items()
        for name in names.split()
    }
