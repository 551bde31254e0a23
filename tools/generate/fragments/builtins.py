"""Builtins, sizes, types as operands, GNU extensions."""

from tools.generate.fragment import Fragment

FRAGMENTS = (
    Fragment(
        ("__builtin_*_overflow",),
        """
        ---
        $T1 a = $V; $T2 b = $V; int i; unsigned u; long long l; signed char c; unsigned short h;
        unsigned long n;
        mix(__builtin_add_overflow(a, b, &i)); mix(i); mix(__builtin_sub_overflow(a, b, &u));
        mix(u); mix(__builtin_mul_overflow(a, b, &l)); mix(l);
        mix(__builtin_add_overflow(a, $C, &c)); mix(c); mix(__builtin_mul_overflow($V, 3, &h));
        mix(h);
        mix(__builtin_sub_overflow(0, a, &n)); mix(n); mix(__builtin_sadd_overflow((int)$V, 1, &i));
        mix(i); mix(__builtin_umul_overflow((unsigned)$V, 5, &u)); mix(u);
        mix(__builtin_ssubll_overflow($V, $V, &l)); mix(l);
        mix(__builtin_uaddl_overflow((unsigned)$V, 9, &n)); mix(n);
        if (__builtin_add_overflow(i, u, &l)) mix(1); else mix(l);
        """,
    ),
    Fragment(
        (
            "__builtin_expect",
            "__builtin_constant_p",
            "__builtin_types_compatible_p",
            "__builtin_choose_expr",
        ),
        """
        ---
        volatile int v = $V; int n = 0;
        if (__builtin_expect(v > 3, 0)) mix(1); else if (__builtin_expect(!!(v & 1), 1)) mix(2);
        mix(__builtin_constant_p(5)); mix(__builtin_constant_p(v));
        mix(__builtin_types_compatible_p(int, const int));
        mix(__builtin_types_compatible_p(int, unsigned));
        mix(__builtin_types_compatible_p(typeof(v + 1L), long));
        mix(__builtin_choose_expr(sizeof(long) == 4, 11, 22LL));
        mix(__builtin_choose_expr(1, v, n++)); mix(n); mix(__builtin_abs(-7));
        mix(__builtin_constant_p(v) ? 1 : v & 3);
        mix(__builtin_offsetof(struct { char c; int i; }, i));
        if (v == 123456789) __builtin_unreachable(); mix(__builtin_strlen("four"));
        """,
    ),
    Fragment(
        ("__builtin bits", "__builtin_bswap"),
        """
        ---
        $T1 a = $V; unsigned long long u = $V; long l = $V;
        mix(__builtin_popcount(a)); mix(__builtin_popcountl(l)); mix(__builtin_popcountll(u));
        mix(__builtin_clz(a | 1)); mix(__builtin_clzl(l | 1)); mix(__builtin_clzll(u | 1));
        mix(__builtin_ctz(a | 64)); mix(__builtin_ctzl(l | 4));
        mix(__builtin_ctzll(u | 1ULL << 50)); mix(__builtin_ffs(a)); mix(__builtin_ffsll(u));
        mix(__builtin_parity(a)); mix(__builtin_parityll(u));
        mix(__builtin_bswap16(a)); mix(__builtin_bswap32(a)); mix(__builtin_bswap64(a));
        mix(__builtin_bswap16(u) < 0); mix(__builtin_bswap32(-1) > 0); mix(__builtin_clz(u | 1));
        mix(__builtin_popcount(-1LL));
        """,
    ),
    Fragment(
        ("_Generic", "typeof", "sizeof type", "_Alignof", "offsetof"),
        """
        #define @kind(x) _Generic((x), _Bool: 1, char: 2, signed char: 3, unsigned char: 4, \\
            short: 5, unsigned short: 6, int: 7, unsigned: 8, long: 9, unsigned long: 10, \\
            long long: 11, unsigned long long: 12, float: 13, double: 14, char *: 15, int *: 16, \\
            default: 99)
        struct @s { char a; $T1 b; short c[3]; struct { long d; char e; } f; double g; long long h;
        void *i; };
        ---
        $T1 x = $V; $T2 y = $V; typeof(x + y) z = x + y; __typeof__(x) *p = &x;
        typeof(int[3]) a = { 1, 2 }; typeof(&a[0]) q = a + 1;
        mix(z); mix(sizeof z); mix(@kind(x)); mix(@kind(x + y)); mix(@kind(x << y)); mix(@kind(+x));
        mix(@kind(!x)); mix(@kind(x ? x : y)); mix(@kind((char)x)); mix(@kind(x * 1.0f));
        mix(@kind(1u - 2l)); mix(@kind("s")); mix(@kind(a)); mix(@kind(x += y));
        mix(@kind(sizeof x)); mix(@kind(q - a)); mix(@kind('a')); mix(@kind(2147483648));
        mix(@kind(x++)); mix(@kind(0x80000000)); mix(_Generic(y, $T2: x + 1, default: 0));
        mix(sizeof(struct @s)); mix(sizeof(long)); mix(sizeof(void *)); mix(sizeof(long double));
        mix(_Alignof(double)); mix(_Alignof(struct @s)); mix(__alignof__(long long));
        mix(_Alignof($T1)); mix(offsetof(struct @s, b)); mix(offsetof(struct @s, c[1]));
        mix(offsetof(struct @s, f.e)); mix(offsetof(struct @s, g)); mix(offsetof(struct @s, h));
        mix(sizeof(((struct @s *)0)->f)); mix(sizeof a / sizeof *a); mix(*q); *p += 1; mix(x);
        mix(sizeof(x++)); mix(x); mix(sizeof(char[$D + 1])); mix(sizeof mix);
        mix(sizeof(int (*)[4])); mix(sizeof *"ab");
        """,
    ),
    Fragment(
        (
            "compound literal of struct",
            "compound literal of array",
            "compound literal at file scope",
        ),
        """
        struct @c { $T1 a; $S2 b[2]; unsigned f : $W1; };
        static int *@file = (int[]){ 4, $C, 6 };
        static struct @c *@obj = &(struct @c){ 1, { 2 }, 3 };
        static $T1 @use(struct @c c, const $S2 *p) { return c.a + p[1] * 3 + c.f; }
        ---
        struct @c s = (struct @c){ .b = { [1] = $V }, .a = $V }; mix(s.a); mix(s.b[1]); mix(s.f);
        mix(@use((struct @c){ $V, { $D }, 9 }, ($S2[]){ 1, $V }));
        mix(((struct @c){ $V, { $V, 2 } }).b[0]); struct @c *p = &(struct @c){ .f = $V }; p->a--;
        mix(p->a); mix(p->f); mix(@file[1]); @file[2]++; mix(@file[2]); mix(@obj->b[0]);
        for (int i = 0; i < 3; i++) { int *q = (int[2]){ i }; q[1] += i; mix(q[0] + q[1] * 10);
        q[0] = 99; } mix(*&(int){ $V }); mix((($T1){ $V }) + 1); mix(sizeof((char[]){ "abc" }));
        mix((char[]){ "xyz" }[$D & 3]); int k = 3; int *r = (int[]){ k, k + 1 }; k = r[1]; mix(k);
        mix((union { int i; char c[4]; }){ $V }.c[1]);
        """,
    ),
    Fragment(
        (
            "designated initialiser",
            "designator continues",
            "designator range",
            "designator overrides",
            "nested designator",
        ),
        """
        struct @in { int x, y; $S1 z[3]; };
        struct @out { char t; struct @in a[3]; struct @in b; $T2 last; };
        static struct @out @g = { .a[1].z[1] = 5, 6, { 7, 8, 9 }, { 1 }, .last = $C };
        static struct @out @h = { 'h', .b = { .y = 2 }, 77, .a = { [2].x = 3, 4, [2].z = { 1, 2 } },
            .b.x = 9, .t = 'i' };
        static int @r[10] = { [2 ... 5] = $C, 8, [4] = 44, [0] = 1, 2, [8] = $C }, @open[] = {
            [3] = 4, 5, [1] = 6 };
        static struct @in @es[] = { 1, 2, 3, 4, 5, 6, [2] = { .z = { [2] = 7 } }, { 8 },
            [0].y = 20 }; static char @cs[][4] = { "abc", { 'd', 'e' }, [3] = "fgh" };
        ---
        for (int i = 0; i < 3; i++) { mix(@g.a[i].x); mix(@g.a[i].y); mix(@g.a[i].z[0]);
        mix(@g.a[i].z[1]); mix(@g.a[i].z[2]); mix(@h.a[i].x); mix(@h.a[i].y); mix(@h.a[i].z[1]);
        } mix(@g.b.x); mix(@g.last); mix(@g.t); mix(@h.t); mix(@h.b.x); mix(@h.b.y); mix(@h.last);
        for (int i = 0; i < 10; i++) mix(@r[i]); mix(sizeof @open);
        for (int i = 0; i < 5; i++) mix(@open[i]); mix(sizeof @es);
        for (unsigned i = 0; i < sizeof @es / sizeof *@es; i++) { mix(@es[i].x); mix(@es[i].y);
        mix(@es[i].z[2]); } mix(sizeof @cs); mix(@cs[3][2]); mix(@cs[2][0]);
        struct @out l = { $V, { { $V, $V, $V }, { .z[1] = $V, $V } }, .b.y = $V, .b.z = { $V },
            .last = $V }, m = { .b = l.b, .a[1] = l.a[1] }; mix(l.t); mix(l.a[0].z[0]);
            mix(l.a[1].z[1]); mix(l.a[1].z[2]); mix(l.a[2].x); mix(l.b.y); mix(l.b.z[0]);
            mix(l.last); mix(m.b.x); mix(m.b.y); mix(m.a[1].z[1]); mix(m.last);
            union { char c; int i; short s[2]; } u = { .s = { $V, 3 } }, v = { $V }; mix(u.s[1]);
            mix(v.c);
        """,
    ),
    Fragment(
        ("static initialiser with addresses", "constant expression"),
        """
        static $T1 @a[6] = { 1, 2, 3, 4, 5, 6 }; static $T1 *@p = &@a[4], *@q = @a + 2, **@pp = &@q;
        static struct { $T1 *p; int n; const char *s;
        } @t[] = { { @a, sizeof @a / sizeof *@a, "st" }, { &@a[3] - 1, -(1 << 4) % 5, "uvw" + 1 } };
        static int @c1 = 1 ? 2 : 3, @c2 = (int)3.99 + (char)300, @c3 = sizeof(int) * 2 > 7 && !0,
            @c4 = -7 / 2 | 1 << 4, @c5 = (unsigned char)-1 >> 3; static unsigned @c6 = -1;
            static double @c7 = 1 / 3, @c8 = 1 / 3.; static _Bool @c9 = 0.3;
            static signed char @c10 = 200; static unsigned long long @c11 = -1, @c12 = 1u - 2;
            static unsigned long @addr = (unsigned long)@a;
        ---
        mix(*@p); mix(@p - @q); mix(**@pp); @pp[0]++; mix(*@q); mix(@t[0].p[1]);
        mix(@t[1].p[$V & 3]); mix(@t[1].n); mix(@t[0].s[1]); mix(*@t[1].s); mix(@c1); mix(@c2);
        mix(@c3); mix(@c4); mix(@c5); mix(@c6); mixd(@c7); mixd(@c8); mix(@c9); mix(@c10);
        mix(@c11); mix(@c12); mix(@addr == (unsigned long)&@a[0]);
        """,
    ),
    Fragment(
        ("union punning", "anonymous union member", "anonymous struct member", "nested struct"),
        """
        union @u { unsigned long long w; struct { unsigned low, high; };
        struct { unsigned b0 : 4; int b1 : 9; unsigned b2 : 19; } bits; unsigned char c[8];
        short h[4]; };
        struct @o { int kind; union { $T1 i; unsigned char raw[8]; struct { short x, y; }; };
        union @u u; };
        ---
        union @u u = { $V }; struct @o o = { 1, { $V }, { 5 } }, o2;
        mix(u.low); mix(u.high); mix(u.bits.b0); mix(u.bits.b1); mix(u.bits.b2); u.bits.b1 = $V;
        mix(u.w); u.c[2] = $V; mix(u.bits.b2); u.h[3] = -2; mix(u.w); u.low++; mix(u.w);
        union @u *p = &o.u; p->h[1] -= 3; mix(o.u.w); mix(p->c[3]);
        mix(o.i); o.x = $V; mix(o.raw[0]); mix(o.raw[1]); o.raw[0]++; mix(o.x); o2 = o;
        o2.u.bits.b0 = ~0; mix(o2.u.w); mix(o2.x); mix(sizeof(struct @o)); union @u w = u;
        mix(w.bits.b1 + w.high); mix(((union @u){ .h = { 1, 2 } }).low);
        """,
    ),
    Fragment(
        ("printf conversions",),
        """
        ---
        printf("%d %u %x %c|%s|%%\\n", (int)$V, (unsigned)$V, (unsigned)$V, 'q', "str");
        printf("%lld %llu %llx\\n", (long long)$V, (unsigned long long)$V, (unsigned long long)$V);
        printf("%ld %lu %lx\\n", (long)$V, (unsigned long)$V, (unsigned long)$V);
        printf("%5d|%-5d|%05d|%o|%X|%i\\n", (int)($V & 255), 7, 42, 8u, 0xabcu, -3);
        printf("%hhd %hu %hd\\n", (signed char)$V, (unsigned short)$V, (short)$V);
        printf("plain\\n");
        """,
    ),
)
