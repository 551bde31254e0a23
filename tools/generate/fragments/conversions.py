"""Conversions, promotions, bit-fields: where a wrong width or sign hides."""

from tools.generate.fragment import Fragment

FRAGMENTS = (
    Fragment(
        ("implicit conversion", "usual arithmetic conversions"),
        """
        ---
        $T1 a = $V; $T2 b = $V; $T3 c = $V;
        mix(a + b); mix(a * c); mix(a < b); mix(c > a); mix(a == b); mix((a ^ c) >> 3);
        mix(a > 0 ? b : c); mix(-a); mix(~b); mix(+c); mix(a << 3); mix(c >> 2);
        mix(a & 0xff00); mix(b | -1); mix(a - 1 < 0); mix(b / 3); mix(c % 5); mix(a >= -1);
        mix(sizeof(a + b)); mix(sizeof(a << c)); mix(sizeof(1 ? a : c)); mix(sizeof(-a));
        a = b; mix(a); b = c; mix(b); c = a * 3; mix(c);
        """,
    ),
    Fragment(
        ("compound on narrow type", "compound with mixed types"),
        """
        ---
        $S1 a = $V; $T2 b = $V; $S3 c = $V; $T4 d = $V;
        mix(a += b); mix(c -= d); mix(a *= c); mix(b <<= 3); mix(a >>= 1); mix(c /= 3);
        mix(d %= 7); mix(b &= a); mix(d |= c); mix(a ^= d); mix(c *= 0.5); mix(b += a << 4);
        a = 200; a += 100; mix(a); c = -100; c -= 100; mix(c); c >>= 1; mix(c);
        a = -1; a /= 2; mix(a); a = -1; a >>= 4; mix(a); a = 0x80; a <<= 1; mix(a);
        unsigned char u = 255; mix(u++); mix(u); mix(--u); u *= 2; mix(u); mix((u += 3) - 300 < 0);
        signed char s = 127; mix(s++); mix(s); mix(s--); mix(~s); mix((unsigned)s); mix((u16)s);
        """,
    ),
    Fragment(
        ("assignment as value", "chained assignment"),
        """
        ---
        $S1 a; $T2 b; $S3 c; _Bool d;
        long long e = a = b = c = $V;
        mix(e); mix(a); mix(b); mix(c);
        e = d = a = $V; mix(e); mix((d = 256) + 1); mix((c = $C) * 2); mix((a = -1) < 0);
        mix((b = a += c) >> 1); mix(d = 0.25); mix(d -= 2);
        """,
    ),
    Fragment(
        ("step of _Bool", "conversion to _Bool", "prefix ++", "postfix --"),
        """
        ---
        _Bool b = $V, c = 0x100, d = 0.1f, e = (char)0x100, *p = &b;
        mix(b); mix(c); mix(d); mix(e);
        mix(b++); mix(b); mix(b++); mix(b); mix(--b); mix(b); mix(b--); mix(b); mix(--b);
        b += 5; mix(b); b -= 1; mix(b); b = -1; mix(b + b); mix(~b); mix(!b); mix(-b); mix(b << 31);
        b = p; mix(b); b = !p; mix(b); b = (_Bool)0x200 & $V; mix(b); *p ^= 1; mix(b);
        mix((_Bool)$F);
        mix(sizeof(b + 0)); mix(b == 1); b *= 3; mix(b); b |= 2; mix(b); b <<= 4; mix(b); b &= 6;
        mix(b);
        """,
    ),
    Fragment(
        ("bit-field layout", "object representation", "bit-field read"),
        """
        struct @s { $S1 a : 3; unsigned b : $W1; int c : $W2; $S2 d : 5; unsigned long long e : 37;
                    int : 0; long f : $W3; char g; unsigned h : 7; };
        static union { struct @s s; unsigned char bytes[sizeof(struct @s)]; } @u;
        ---
        unsigned i;
        @u.s.a = $V; @u.s.b = $V; @u.s.c = $V; @u.s.d = $V; @u.s.e = $V; @u.s.f = $V; @u.s.g = $V;
        @u.s.h = -1;
        for (i = 0; i < sizeof @u; i++) mix(@u.bytes[i]);
        @u.bytes[$D] ^= $V; @u.bytes[1] = $V;
        mix(@u.s.a); mix(@u.s.b); mix(@u.s.c); mix(@u.s.d); mix(@u.s.e); mix(@u.s.f); mix(@u.s.h);
        mix(sizeof @u.s);
        """,
    ),
    Fragment(
        ("packed", "straddling bit-field", "bit-field layout"),
        """
        struct __attribute__((packed)) @p { char tag; unsigned long long a : 45; int b : $W1;
            _Bool c : 1; unsigned short d : 11; int e; unsigned f : 32; };
        static struct @p @v[2];
        ---
        unsigned char *bytes = (unsigned char *)@v;
        unsigned i;
        for (i = 0; i < 2; i++) {
            @v[i].tag = $V; @v[i].a = $V; @v[i].b = $V; @v[i].c = $V; @v[i].d = $V + i;
            @v[i].e = $V; @v[i].f = -i;
        }
        @v[1].a += @v[0].d; @v[0].b++; @v[1].d <<= 3; @v[0].f--; @v[1].e = @v[1].b = @v[0].a;
        for (i = 0; i < sizeof @v; i++) mix(bytes[i]);
        mix(@v[0].a); mix(@v[1].b); mix(@v[0].e); mix(sizeof(struct @p));
        """,
    ),
    Fragment(
        ("bit-field promotion", "step of bit-field", "compound on bit-field"),
        """
        struct @b { unsigned u3 : 3; int s3 : 3; unsigned u31 : 31; unsigned u32 : 32; int s1 : 1;
            _Bool t : 1; unsigned char c5 : 5; unsigned long l20 : 20; signed char sc : 6; };
        ---
        struct @b s = { $V, $V, $V, $V, $V, $V, $V, $V, $V };
        mix(s.u3 - 5 < 0); mix(s.u31 - 5 < 0); mix(s.u32 - 5 < 0); mix(s.l20 - 5 < 0); mix(-s.c5);
        mix(~s.u3); mix(~s.u31); mix(~s.u32); mix(s.s3 << 4); mix(s.s1); mix(s.t - 2);
        mix(s.sc >> 2);
        mix(s.u3++); mix(s.u3); mix(++s.s3); mix(s.s3--); mix(s.s1++); mix(--s.s1); mix(s.t++);
        mix(s.t--);
        mix(s.c5 += $V); mix(s.u3 *= 3); mix(s.s3 -= $D); mix(s.u31 <<= 5); mix(s.l20 ^= $V);
        mix(s.sc /= 3);
        mix((s.u3 = $V) - 9 < 0); mix((s.s3 = $V) * 2); mix((s.u32 = -1) > -1); mix(s.u31 = -1);
        mix((s.u3 = 5, s.u3) - 6 < 0); mix((1 ? s.u3 : s.u31) - 6 < 0); mix(s.s3 ?: -4);
        mix(s.t = 6);
        mix(s.u3 * s.s3); mix(s.u31 + 1 < 0); mix(s.u32 < s.s3); mix(s.u3 > -1); mix(s.u31 + s.u31);
        """,
    ),
    Fragment(
        ("bit-field wider than int", "step of bit-field"),
        """
        struct @w { unsigned long long a : 40; long long b : 41; unsigned long long c : 33;
        long long d : 63;
            unsigned long long e : 64; long f : 32; };
        static struct @w @g = { -1, -1, -1, -1, -1, -1 };
        ---
        struct @w s = @g, *p = &@g;
        unsigned long long v = $V;
        mix(s.a + 1); mix(s.a << 7); mix(s.b * 3); mix(-s.c); mix(~s.a); mix(s.a * s.c);
        mix(s.d + 1);
        s.a = v; s.b = v * 5; s.c = v - 1; s.d = ~v; s.e = -v; s.f = v;
        mix(s.a + s.b); mix(s.a << 31); mix(s.b << 12); mix(s.c - s.a); mix(s.a / 3);
        mix(s.b % 1000);
        mix(s.a < -1); mix(s.b < s.a); mix(s.a++); mix(s.a); mix(--s.b); mix(s.c += v);
        mix(s.c <<= 3);
        mix(s.a + 1LL); mix(s.a * 1ULL << 20); mix(s.c = -5); mix((s.b = v) >> 3); mix(s.d *= 3);
        mix(s.e + s.a);
        mix(s.a ? s.a : s.c); mix(s.b ?: 1); mix((s.a, s.c) + 1); p->a += p->c << 20; p->b -= $V;
        mix(p->a); mix(p->b);
        mixd(s.a); mixd((double)s.b * 2); mixf(s.c); mix(s.a == s.c); mix(!s.a); mix(s.f + s.a);
        """,
    ),
    Fragment(
        ("enum", "enum with negative value", "enum with large value"),
        """
        enum @e { @m = -3, @z, @o = @z + 5, @p = 'c' };
        typedef enum { @big = 0x80000000u, @one = 1 } @f;
        enum { @wide = 0x7fffffff };
        ---
        enum @e x = $V; @f y = $V;
        mix(x); mix(y); mix(x < 0); mix(y - 1 > 0); mix(@m); mix(@z); mix(@o); mix(@big);
        mix(@wide + 1);
        x++; mix(x); x = @p; x -= 200; mix(x); y = -1; mix(y); mix(y >> 1); mix(@m * 1u);
        mix(sizeof(y));
        switch (x) { case @m: mix(1); break; case @o ... @p: mix(2); break; default: mix(3); }
        mix(-1 < @big); mix(@one - 2); mix((enum @e)$V + 0LL); mix(~@big);
        """,
    ),
    Fragment(
        ("constant expression", "enum", "case range"),
        """
        enum @e { @a = (short)$K, @b, @c = -(($K & 63) + 1), @d = (unsigned char)$K };
        static char @n[($K & 7) + 1][($K & 3) + 1]; static long long @v = $K, @w[] = { $K, $K, $K };
        struct @s { int f : ($K & 15) + 1; unsigned g : (($K | 1) & 7); }; static double @x = $K;
        static unsigned char @y = $K; static _Bool @z = $K; static float @q = (float)$K / 3;
        _Static_assert(sizeof(struct @s) >= 4, "size"); static int @u = @a * 3 + @c;
        ---
        struct @s s = { $V, $V }; int i = $V & 127;
        mix(@a); mix(@b); mix(@c); mix(@d); mix(sizeof @n); mix(sizeof @n[0]); mix(@v); mix(@w[1]);
        mix(@w[$V & 1]); mix(s.f); mix(s.g); mixd(@x); mix(@y); mix(@z); mixf(@q); mix(@u); mix($K);
        switch (i) { case ($K & 15): mix(1); break; case 16 + ($K & 7): mix(2);
        case 40 ... 40 + ($K & 31): mix(3); break; default: mix($K); }
        if ($K) mix(4); while ($K < 0 && i-- > 5) mix(i); mix($K ? i : $K); mix($K ?: 3);
        """,
    ),
    Fragment(
        ("character constants", "integer constants"),
        """
        ---
        mix('\\xff'); mix('\\377' < 0); mix(L'\\xff'); mix('a' + 1); mix('\\0'); mix('ab');
        mix('\\?'); mix(L'x' - 'x');
        mix(0x80000000); mix(0x80000000 > -1); mix(2147483648 > -1); mix(4294967295 + 1);
        mix(-2147483648 < 0);
        mix(0xffffffffffffffff); mix(037777777777 + 1); mix(0b1011); mix(1 << 31);
        mix(1u << 31 << 1); mix(-1 >> 1);
        mix(-1 / 2u); mix(-7 / 2); mix(-7 % 3); mix(7 % -3); mix(~0u == -1); mix(-1L < 0u);
        mix(-1 < 0ul); mix(-1LL < 0u);
        mix(sizeof 2147483648); mix(sizeof 0x80000000); mix(sizeof 'a'); mix(sizeof L'a');
        mix(sizeof(1, 'a'));
        """,
    ),
    Fragment(
        ("__int128",),
        """
        #ifdef __SIZEOF_INT128__
        static unsigned __int128 @twice(__int128 v) { return v * 2; }
        #endif
        ---
        #ifdef __SIZEOF_INT128__
        __int128 a = $V; unsigned __int128 b = $V, c;
        a *= $V; b = b << 70 | 5; c = a * b + 7;
        mix(a); mix(a >> 64); mix(b >> 63); mix(c >> 90); mix(c / 1000003); mix(c % 1000003 >> 3);
        mix(a < b);
        mix(a / 77); mix(a % -77); mix(@twice(b) >> 64); a = -1; mix(a >> 127); mix(b > a);
        mixd((double)c); mix(!a);
        #else
        mix(sizeof(long));
        #endif
        """,
    ),
    Fragment(
        ("type punning by cast and memcpy", "object representation"),
        """
        ---
        union { unsigned u; float f; unsigned char c[4]; short h[2]; } x;
        union { double d; unsigned long long u; struct { unsigned low, high; }; } y;
        x.f = 1.5f; mix(x.u); mix(x.c[3]); x.u ^= ($V & 0xff) << 8; mixf(x.f); x.h[1] = 0x4049;
        mix(x.u); mixf(x.f);
        y.d = -0.1; mix(y.u); mix(y.low); mix(y.high); y.high = 0x40000000 | ($V & 0xffff);
        mixd(y.d);
        int i = $V; unsigned char *p = (unsigned char *)&i;
        mix(p[0]); mix(p[3]); p[1] = $V; mix(i); short h; memcpy(&h, p + 1, sizeof h); mix(h);
        long long w = $V; memcpy((char *)&w + 3, &i, 4); mix(w); *(char *)&w = -1; mix(w);
        unsigned short halves[4]; memcpy(halves, &w, sizeof w); mix(halves[2]);
        mix(*(signed char *)&halves[1]);
        """,
    ),
)
