"""Functions: by value, by pointer, with variable arguments, recursive, old style."""

from tools.generate.fragment import Fragment

FRAGMENTS = (
    Fragment(
        ("struct by value", "struct result", "member of result"),
        """
        struct @p { $T1 x; $S2 y[2]; unsigned z : $W1; };
        static struct @p @make($T1 x, $S2 y) { struct @p p = { x, { y, x }, y }; return p; }
        static struct @p @bump(struct @p p, int by) { p.x += by; p.y[by & 1]--; p.z++; return p; }
        static struct @p *@same(struct @p *p) { return p; }
        struct @big { long long a[5]; char c; };
        static struct @big @grow(struct @big b, char c) { for (int i = 0; i < 5;
        i++) b.a[i] += i + c; b.c = c; return b; }
        ---
        struct @p a = @make($V, $V), b = @bump(a, $V), c;
        mix(a.x); mix(a.y[1]); mix(b.x); mix(b.y[0]); mix(b.z); mix(@bump(b, 3).x);
        mix(@bump(@bump(a, 1), 2).y[1]); c = @same(&b)->x > 5 ? a : b; mix(c.x);
        mix(@make(1, 2).y[$V & 1]); (a = b).x; mix((a = @bump(c, -1)).z); mix((1, b).y[0]);
        struct @big g = { { 1, $V }, 'g' }; g = @grow(@grow(g, $V), 2); mix(g.a[1]); mix(g.a[4]);
        mix(g.c);
        """,
    ),
    Fragment(
        ("function pointer", "table of function pointers", "function pointer in struct"),
        """
        typedef $T1 (*@op)($T2, $S3);
        static $T1 @add($T2 a, $S3 b) { return a + b; }
        static $T1 @sub($T2 a, $S3 b) { return a - b; }
        static $T1 @mul($T2 a, $S3 b) { return a * b; }
        static @op const @table[] = { @add, &@sub, @mul };
        struct @v { const char *name; @op run; };
        static struct @v @ops[2] = { { "s", @sub }, { .run = @mul } };
        static $T1 @fold(@op f, $T1 (*g)($T2, $S3), int n) { $T1 r = 1;
        while (n--) r = n & 1 ? f(r, n) : (*g)(n, r); return r; }
        static @op @choose(int n) { return n % 2 ? @table[n & 1] : @mul; }
        static $T1 (*@plain(void))($T2, $S3) { return @add; }
        ---
        mix(@table[(unsigned)$V % 3]($V, $V)); mix(@ops[$V & 1].run($V, $V));
        mix((*@choose($V & 3))($V, 3)); mix(@fold(@add, @sub, 5)); mix(@fold(@choose(1), &@mul, 4));
        mix(@plain()($V, 2));
        @op f = @sub; mix((**f)(9, 4)); mix(f == @sub); mix(f != @table[0]); f = $V ? @add : @mul;
        mix(f(3, $V)); struct @v *o = &@ops[0]; o->run = f; mix(o->run(2, 2)); f = 0; mix(!f);
        mix(@ops[1].name == 0);
        """,
    ),
    Fragment(
        ("variadic function", "va_copy", "default argument promotions"),
        """
        struct @q { int a; short b; };
        static long long @sum(int n, ...) { va_list ap, again; va_start(ap, n); va_copy(again, ap);
        long long s = n; for (int i = 0; i < n; i++) s = s * 3 + va_arg(ap, int);
        s += va_arg(again, int); va_end(again); va_end(ap); return s; }
        static long long @vsum(const char *f, va_list ap) { long long s = 0;
        for (; *f; f++) switch (*f) {
            case 'i': s += va_arg(ap, int); break; case 'u': s ^= va_arg(ap, unsigned); break;
            case 'l': s -= va_arg(ap, long); break;
            case 'L': s += va_arg(ap, long long) >> 1; break;
            case 'd': { double d = va_arg(ap, double); s += d > -1e9 && d < 1e9 ? (int)d : 1; break;
            }
            case 'p': s += va_arg(ap, struct @q *)->b; break;
            case 's': { struct @q q = va_arg(ap, struct @q); s += q.a * 3 + q.b; break;
            } case 'c': s += va_arg(ap, const char *)[0]; } return s; }
        static long long @format(const char *f, ...) { va_list ap; va_start(ap, f);
        long long s = @vsum(f, ap); va_end(ap); return s; }
        ---
        char c = $V; short h = $V; float f = $V & 1023; unsigned char u = $V;
        struct @q q = { $V, $V }; _Bool t = $V; long l = $V; struct { unsigned b : 5; } z = { $V };
        mix(@sum(3, c, h, u)); mix(@sum(1, (int)$V, 4)); mix(@sum(2, t, z.b));
        mix(@format("iuL", c, 7u + u, (long long)$V)); mix(@format("dld", f, l, 2.5));
        mix(@format("psc", &q, q, "xy")); mix(@format("sLsd", q, -1LL, q, f)); mix(@format(""));
        mix(@format("iiiiiiiiid", 1, 2, 3, 4, 5, 6, 7, 8, c, 1.0));
        """,
    ),
    Fragment(
        ("recursion", "mutual recursion", "forward declaration"),
        """
        static unsigned @odd(unsigned n); static int @deep(int n, char *path);
        static unsigned @even(unsigned n) { return n == 0 ? 1 : @odd(n - 1); }
        static unsigned @odd(unsigned n) { if (n == 0) return 0; return @even(n - 1); }
        static $T1 @fib($S2 n) { $T1 here = n;
        return n < 2 ? n : @fib(n - 1) + @fib(n - 2) + here - n; }
        static int @ack(int m, int n) { if (!m) return n + 1;
        return @ack(m - 1, n ? @ack(m, n - 1) : 1); }
        static int @deep(int n, char *path) { char mine[3] = { n, n + 1 };
        if (n > 0) { int r = @deep(n - 1, mine);
        return r + mine[0] - mine[1] * 2 + (path ? path[0] : 0); } return path[1]; }
        ---
        mix(@even($V & 15)); mix(@odd($V & 7)); mix(@fib(($V & 3) + 3)); mix(@ack(1, $V & 3));
        mix(@deep(5, 0));
        """,
    ),
    Fragment(
        ("K&R definition", "unprototyped call"),
        """
        static int @old(); int @more();
        static int @old(c, h, f, p) char c; short h; float f; int *p;
        { *p += c; return c * 3 + h + (f > 0.5) + *p; }
        int @more(a, b) unsigned char a; long long b; { return a + (b >> 3); }
        @implicit(int n) { return n + 1; }
        static @word = $D;
        ---
        int n = $V; mix(@old((char)$V, (short)$V, (float)$F, &n)); mix(n);
        mix(@more((unsigned char)$V, (long long)$V)); mix(@implicit($V)); mix(@word);
        """,
    ),
    Fragment(
        ("implicit conversion at return", "call with converted arguments"),
        """
        static signed char @a(long long v) { return v; }
        static unsigned short @b(int v) { return v * 3; }
        static _Bool @c(unsigned long v) { return v; }
        static long long @d(unsigned v) { return -v; }
        static unsigned @e(signed char v) { return v; }
        static float @f(int v) { return v; }
        static long @g(unsigned char v, short w) { return v < w ? v - w : w << v % 16; }
        static char @h(_Bool b) { return -b; }
        static double @i(float v) { return v; }
        static void @none($T1 *p) { if (*p) return; *p = 5; }
        ---
        mix(@a($V)); mix(@b($V)); mix(@c($V)); mix(@d($V)); mix(@e($V)); mixf(@f($V));
        mix(@g($V, $V)); mix(@h($V)); mix(@e(@a(@d($V)))); mix(@c(256)); mix(@a(@b(-1)) < @e(-1));
        mixd(@i(0.1)); mixd(@i($V)); mix(@h(0.5)); mix(@b(@c($V) ? -1 : 65536)); $T1 n = $V;
        @none(&n); mix(n); n = 0; @none(&n); mix(n); mix(@e($D) - 9); (void)@a(3);
        """,
    ),
    Fragment(
        ("inline and attributes", "noreturn"),
        """
        static inline __attribute__((always_inline)) int @sq(int v) { return v * v; }
        __attribute__((noreturn)) static void @stop(int code) { exit(code & 127); }
        static int @check(int v) __attribute__((unused));
        static int @check(int v) { if (v == 12345678) @stop(v); return v ^ 5; }
        static __inline__ const char *@text(void) { return "text"; }
        ---
        mix(@sq($V)); mix(@check($V & 255)); mix(@text()[$V & 3]); register int r = $V; mix(r);
        volatile $T1 v = $V; v++; mix(v); __extension__ long long e = 1; mix(e);
        const volatile int cv = $D; mix(cv); int x __attribute__((aligned(16))) = 3; mix(x);
        auto int au = 4; mix(au);
        """,
    ),
)
