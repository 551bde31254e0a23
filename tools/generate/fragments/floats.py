"""IEEE arithmetic in float and double: rounding, special values, conversions."""

from tools.generate.fragment import Fragment

FRAGMENTS = (
    Fragment(
        ("float rounding", "floating +", "floating *", "compound on floating"),
        """
        ---
        float f = $G, g = $F, h = 16777216.0f; double d = $F, e = 0.1;
        mixf(f + g); mixf(f * g); mixf(f - g); mixf(f / (g + 3)); mixd(f * d); mixd(d / 3); mixf(d);
        mixf(h + 1); mixf(h + 1.0); mixd(h + 1.0);
        f += 0.1; mixf(f); f *= d; mixf(f); g -= e; mixf(g); d /= 7; mixd(d); d += f; mixd(d);
        f = 1e30f; f *= f; mixf(f); mixf(1.1f * 1.1f); mixd(1.1f * 1.1); mix((f = 0.1) == 0.1);
        mix(0.1f == 0.1); mix((float)0.1 == 0.1f);
        for (int i = 0; i < 4; i++) { f = i / 3.0f; g = g + f; mixf(g); d = d * 1.0000001 + i;
        } mixd(d); mixf(-f); mixd(+d); e = f++; mixd(e); mixf(--f); mixd(d--); mixd(++d);
        """,
    ),
    Fragment(
        ("integer to floating", "floating to integer"),
        """
        ---
        long long l = $V; unsigned long long u = $V; int i = $V; unsigned n = $V;
        mixf(l); mixd(l); mixf(u); mixd(u); mixf(i); mixd(n); mixf(n); mixf(l * 16777217);
        mixd(u * 9007199254740993ULL); mixf(~u); mixd(~u); mixf(0x7fffffbfffffffffLL);
        mixf(0x8000008000000001ULL); mixd(0x20000000000001LL);
        double d = $F; float f = $F;
        if (d > -2147483649.0 && d < 2147483648.0) { mix((int)d); i = d; mix(i);
        } if (d > -1.0 && d < 4294967296.0) { n = d; mix(n); mix((unsigned)d); }
        if (f > -9.2e18f && f < 9.2e18f) { l = f; mix(l); } if (f > -1 && f < 1.8e19f) { u = f;
        mix(u); mix((unsigned long long)f); } if (d > -129 && d < 128) { signed char c = d; mix(c);
        } if (f > -1 && f < 256) { unsigned char c = f; mix(c); }
        mix((int)-1.9); mix((unsigned char)255.9); mix((long long)-0.99f); mix((int)2147483647.5);
        mix((unsigned)4294967295.5); mix((unsigned long long)18446744073709549568.0); i = 7;
        i *= 1.5; mix(i); i /= 0.3f; mix(i); i -= 0.5; mix(i); _Bool b = d; mix(b); mix((_Bool)f);
        mix((short)-3.99);
        """,
    ),
    Fragment(
        ("NaN, infinity and negative zero", "floating comparison"),
        """
        static double @zero; static float @inf = 1e39, @max = 3.4028234e38f, @tiny = 1e-45f;
        ---
        double inf = 1 / @zero, nan = inf - inf, m = -@zero; float fn = nan;
        mixd(inf); mixd(-inf); mixd(nan); mixd(m); mix(m == 0); mix(1 / m < 0); mix(nan == nan);
        mix(nan != nan); mix(nan < 1); mix(!(nan >= 1)); mix(!nan); mix(nan ? 1 : 2); mix(!m);
        mix((_Bool)nan); mix((_Bool)m); mix(nan && m);
        mixf(@inf); mixf(@max * 2); mixf(@tiny / 2); mixf(@tiny * 0.75f); mixd(@tiny); mixf(1e-320);
        mixd(1e308 * 10); mixd(5e-324 / 2); mixf(fn); mix(fn != fn); mix(inf > 1e308);
        mix(-inf < inf); mixd(inf * 0); mixd(0 * m); mixd(m + 0.0); mixd(m - 0.0);
        mixf(-0.0f + -0.0f); mixd(inf / inf);
        mix(inf == @inf); mix(m <= @zero); if (nan) mix(5); if (m) mix(6); while (nan > 0) mix(7);
        mix(nan > inf || nan <= inf); mixd(nan ?: 3); mixd(m ?: 3);
        """,
    ),
    Fragment(
        ("floating in struct, array and call", "implicit conversion to floating"),
        """
        struct @v { float x; double y; float z[2]; }; static struct @v @g = { 1, $G, { .5f, 3 } };
        static float @dot(struct @v a, const struct @v *b) {
            return a.x * b->x + a.y * b->y + a.z[0] * b->z[1]; }
        static double @mean(const float *p, int n) { double s = 0;
        for (int i = 0; i < n; i++) s += p[i]; return n ? s / n : -1; }
        ---
        struct @v v = { $V, $F, { 0.1, $F } }; float a[4] = { $V, 0.3, [3] = $F }; double *p = &v.y;
        *p *= 2;
        mixf(@dot(v, &@g)); mixd(@mean(a, 4)); mixd(@mean(v.z, 2)); mixf(a[2]); mixd(v.y);
        a[1] += v.x; mixf(a[1]++); mixf(a[1]); @g.x = v.y; mixf(@g.x); mixd($V ? 1 : 0.1f);
        mixd(1 ? $F : 1); mix(sizeof(1.0f * 2)); mix(sizeof(1.0f * 2.0)); mix(sizeof(v.x + 1));
        mix(sizeof(1LL + 1.0f));
        """,
    ),
)
