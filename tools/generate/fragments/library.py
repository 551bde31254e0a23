"""Library functions and builtins with a model of their own."""

from tools.generate.fragment import Fragment

FRAGMENTS = (
    Fragment(
        ("mathematics", "floating classification"),
        """
        double fabs(double), floor(double), ceil(double), trunc(double), sqrt(double), fmod(double,
            double), copysign(double, double), round(double), fmax(double, double);
            float fabsf(float), sqrtf(float), floorf(float);
        ---
        double d = $F, e = $F; float f = $F;
        mixd(fabs(d)); mixd(floor(e)); mixd(ceil(d)); mixd(trunc(e / 3)); mixd(sqrt(fabs(d)));
        mixf(sqrtf(fabsf(f))); mixf(floorf(f)); mixd(copysign(e, -0.0)); mixd(round(d));
        mixd(fmax(d, e)); if (e != 0) mixd(fmod(d, e)); mixd(fabs($V)); mixf(fabs(f));
        mix(__builtin_isnan(d) != 0); mix(__builtin_isinf(e) != 0); mix(__builtin_isfinite(f) != 0);
        mix(__builtin_isnan(d - d) != 0); mix(__builtin_signbit(e) != 0);
        mix(__builtin_isless(d, e)); mix(__builtin_isunordered(d, f)); mixd(__builtin_inf());
        mixf(__builtin_huge_valf()); mix(__builtin_isnormal(f) != 0); mixd(__builtin_fabs(-2.5));
        """,
    ),
    Fragment(
        ("atomic builtins",),
        """
        static $T1 @cell; static int @flag; static long long @wide;
        ---
        @cell = $V; @wide = $V; @flag = $V & 3;
        mix(__sync_fetch_and_add(&@flag, $V)); mix(__sync_add_and_fetch(&@flag, 5));
        mix(__sync_fetch_and_or(&@wide, $V)); mix(__sync_sub_and_fetch(&@wide, 3));
        mix(__sync_bool_compare_and_swap(&@flag, @flag, 7));
        mix(__sync_val_compare_and_swap(&@flag, 8, 9)); mix(@flag);
        mix(__atomic_load_n(&@cell, 5)); __atomic_store_n(&@flag, (int)$V, 5); mix(@flag);
        mix(__atomic_fetch_xor(&@flag, 0x55, 0)); mix(__atomic_exchange_n(&@wide, $V, 5));
        mix(@wide); mix(__sync_lock_test_and_set(&@flag, 1)); __sync_lock_release(&@flag);
        mix(@flag); __sync_synchronize();
        """,
    ),
    Fragment(
        ("string functions",),
        """
        char *strcat(char *, const char *); char *strchr(const char *, int);
        char *strrchr(const char *, int); char *strncpy(char *, const char *, size_t);
        char *strstr(const char *, const char *); void *memchr(const void *, int, size_t);
        int abs(int); long labs(long); int atoi(const char *);
        ---
        char a[20] = "one", b[8]; const char *p;
        strcat(a, "two"); mix(strlen(a)); p = strchr(a, 't'); mix(p - a); mix(strchr(a, 'z') == 0);
        p = strrchr(a, 'o'); mix(p - a); strncpy(b, a, 8); for (int i = 0; i < 8; i++) mix(b[i]);
        strncpy(b, "abcdefghij", 4); mix(b[3]); mix(b[4]); p = strstr(a, "et"); mix(p - a);
        mix((char *)memchr(a, 'w', 6) - a);
        mix(abs((int)$V | 1)); mix(labs((long)($V & 255) - 100)); mix(atoi("-42x"));
        mix(strlen(strcpy(b, "xy"))); mix(memcmp(a, b, 1) < 0); mix(*(char *)memset(b, $V, 3));
        mix(*(signed char *)memcpy(b + 1, a, 3)); mix(strcmp(a, a)); mix(strncmp(a, "onX", 3) > 0);
        """,
    ),
    Fragment(
        ("floating output",),
        """
        ---
        double d = $F; float f = $F; if (d != d) d = 1; if (f != f) f = 2;
        printf("%a %a %g\\n", d, (double)f, 0.1);
        printf("%f %.3f %e\\n", 2.5, f > -1e9 && f < 1e9 ? f : 3.5, d);
        printf("%g %G %.10g|%8.2f|%-8.1f|%+d\\n", d, 1e-10, f, 3.14159, 2.0, 7);
        """,
    ),
    Fragment(
        ("limits from headers", "system headers"),
        """
        #include <stddef.h>
        #include <limits.h>
        #include <stdint.h>
        #include <stdbool.h>
        #include <float.h>
        static int64_t @wide = INT64_MIN; static uint8_t @byte = UINT8_MAX;
        static bool @truth = true; static uintptr_t @word = UINTPTR_MAX;
        ---
        int32_t a = $V; uint16_t b = $V; int_fast8_t c = $V & 63; intmax_t d = $V; ptrdiff_t e = $V;
        uint64_t f = UINT64_C(5) - $V; wchar_t w = $V;
        mix(INT_MAX); mix(INT_MIN); mix(UINT_MAX); mix(LONG_MAX); mix(LONG_MIN); mix(ULONG_MAX);
        mix(LLONG_MIN); mix(ULLONG_MAX); mix(CHAR_MIN); mix(CHAR_MAX); mix(SHRT_MIN);
        mix(USHRT_MAX); mix(SCHAR_MIN); mix(CHAR_BIT); mix(INT_MAX + 1u); mix(SIZE_MAX);
        mix(INT16_MIN); mix(sizeof(size_t)); mix(UINT32_MAX + 1);
        mix(@wide); mix(++@byte); mix(@truth - 2); mix(@word + 1); mix(a + b); mix(c); mix(d);
        mix(e); mix(f); mix(w); mixd(DBL_MAX); mixf(FLT_EPSILON); mixd(DBL_MIN); mixf(FLT_MAX);
        mix(sizeof(int_fast16_t)); mix((bool)0.5); mix(false); mix(NULL == 0);
        """,
    ),
)
