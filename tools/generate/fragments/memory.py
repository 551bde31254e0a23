"""Pointers, arrays, strings, the heap, objects of variable size."""

from tools.generate.fragment import Fragment

FRAGMENTS = (
    Fragment(
        ("pointer arithmetic", "pointer difference", "pointer comparison", "pointer step"),
        """
        static $T1 @a[8] = { 1, -2, $C, [6] = $C, 9 };
        ---
        $T1 *p = @a, *q = @a + 7, **pp = &p;
        int n = 0;
        while (p < q) { mix(*p++); mix(*--q); n++; }
        mix(p - q); mix(p == q); mix(q - @a); mix(n); mix(&@a[8] - p); mix(@a - &@a[5] < 0);
        *pp = &@a[2]; ++*p; (*p)++; mix(*p); mix(p[-1]); mix(*(p + (signed char)-2));
        mix((p + 3)[-2]);
        p += 3; p -= 1; mix(*p); *pp -= 2; mix(**pp); mix(p[$V & 3]); mix(*(q = p + 1));
        mix(p++ - @a); mix(p < q);
        mix(-1[p]); mix(((char *)p - (char *)@a) / (int)sizeof *p); mix(p != 0); mix(!p);
        mix(p && q); mix(p ? 1 : 2);
        mix(*(@a + ((unsigned long long)$V & 7))); mix(p >= @a && p <= &@a[8]); q = 0;
        mix(q == (void *)0); mix(q ? 1 : 0);
        """,
    ),
    Fragment(
        ("multi-dimensional array", "pointer to array", "array parameter"),
        """
        static short @m[3][4] = { { 1, 2 }, { $C }, 5, 6, 7 };
        static int @sum(short rows[][4], int n) { int s = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) s = s * 3 + rows[i][j]; return s; }
        static long @diag(short (*p)[4], unsigned char k[static 2]) {
            return (*p)[k[0]] + p[1][k[1]] + sizeof k + sizeof *p; }
        ---
        unsigned char k[2] = { $V & 3, $V & 3 };
        @m[$V & 1][$V & 3] = $V; @m[2][k[0]] += $V; ++*@m[1];
        mix(@sum(@m, 3)); mix(@diag(@m + 1, k)); mix(sizeof @m / sizeof @m[0]); mix(&@m[2] - @m);
        mix(&@m[1][3] - @m[1]);
        short (*row)[4] = @m; row++; mix((*row)[2]); mix(row[1][0]); mix(*(*(@m + 1) + k[1]));
        mix(**row);
        int c[2][2][2] = { { { 1 }, { [1] = $V } }, [1][0][1] = $V, 8 };
        mix(c[k[0] & 1][k[1] & 1][1]); mix(c[1][1][0]); mix(*(int *)c[1]);
        """,
    ),
    Fragment(
        ("array of struct", "array of pointers", "function returning pointer"),
        """
        struct @n { $S1 tag; $T2 value; struct @n *next; };
        static struct @n @pool[4] = { { 1, $C, &@pool[1] }, { 2, $C, &@pool[2] }, { .value = $C,
            .next = @pool + 3 } };
        static struct @n *@find(struct @n *from, int steps) {
            while (steps-- > 0 && from->next) from = from->next; return from; }
        static const char *const @names[] = { "zero", "one" "two", "", "a\\0b" };
        ---
        struct @n *at = @find(@pool, $V & 3), *table[3] = { at, &@pool[1] };
        at->value += $V; at->tag--; (*at).tag ^= 3; table[2] = @find(at, 1);
        for (struct @n *i = @pool; i; i = i->next) { mix(i->tag); mix(i->value); mix(i - @pool); }
        mix(table[0]->value); mix(table[1][1].value); mix(&table[2]->value == &at->value);
        @find(@pool, 2)->value = 5; mix(@pool[2].value);
        for (unsigned i = 0; i < sizeof @names / sizeof *@names; i++) { mix(strlen(@names[i]));
        mix(@names[i][0]); }
        """,
    ),
    Fragment(
        ("string literals", "string functions", "wide string"),
        """
        static char @s[] = "abc\\0def", @t[4] = "wxyz", @u[8] = "q\\xff\\101\\n";
        static __WCHAR_TYPE__ @w[] = L"w\\x1234z";
        ---
        const char *p = "tail" + 1;
        mix(sizeof @s); mix(sizeof @t); mix(sizeof @w); mix(strlen(@s)); mix(@s[$V & 7]);
        mix(@t[$V & 3]); mix(@u[1]); mix(@u[$D]);
        mix(@w[1]); mix(*p); mix(p[$V & 3]); mix("xyz"[$V & 3]); mix(sizeof "ab" "cd"); mix(*L"k");
        mix(L"mn"[2]);
        char buffer[16]; strcpy(buffer, @s); strcpy(buffer + 3, p);
        mix(strcmp(buffer, "abcail") == 0); mix(strcmp("a", "b") < 0);
        mix(strcmp("\\xff", "a") > 0); mix(strncmp("abx", "aby", 2));
        for (p = buffer; *p; p++) mix(*p); mix(p - buffer);
        char local[6] = "hi", many[2][3] = { "a", "bcd" }; mix(local[(unsigned)$V % 6]);
        mix(local[5]); mix(many[1][2]); mix(many[0][1]);
        local[0] = 'H'; mix(memcmp(local, "Hi", 3)); mix(memcmp("a\\0b", "a\\0c", 3) < 0);
        mix(strlen(many[0])); mix(__func__[0]); mix(sizeof(u"xy"));
        """,
    ),
    Fragment(
        ("malloc, calloc, realloc, free", "heap list"),
        """
        struct @c { $T1 item; struct @c *rest; };
        static struct @c *@cons($T1 item, struct @c *rest) { struct @c *c = malloc(sizeof *c);
        c->item = item; c->rest = rest; return c; }
        ---
        struct @c *list = 0, *r;
        for (int i = 0; i < 5; i++) list = @cons($V + i, list);
        struct @c *reversed = (void *)0;
        while (list) { r = list->rest; list->rest = reversed; reversed = list; list = r; }
        while (reversed) { mix(reversed->item); r = reversed->rest; free(reversed); reversed = r; }
        int *a = calloc(4, sizeof(int)); a[1] = $V; mix(a[0]); mix(a[1]); mix(a[3]);
        a = realloc(a, 8 * sizeof *a); a[7] = a[1] - 1; mix(a[1] ^ a[7]);
        a = realloc(a, 2 * sizeof *a); mix(a[1]); free(a); free(0);
        unsigned char *b = malloc(12); memset(b, $V, 12); memmove(b + 2, b, 5); b[4] = $V;
        memmove(b, b + 3, 8); for (int i = 0; i < 12; i++) mix(b[i]); free(b);
        """,
    ),
    Fragment(
        ("flexible array member",),
        """
        struct @f { unsigned char n; $T1 data[]; };
        ---
        unsigned n = ($V & 3) + 2;
        struct @f *f = malloc(sizeof(struct @f) + n * sizeof f->data[0]);
        f->n = n; for (unsigned i = 0; i < f->n; i++) f->data[i] = $V + i;
        struct @f head = *f; mix(head.n); mix(sizeof head); mix(sizeof(struct @f));
        static struct @f @none = { $D }; mix(@none.n); mix((char *)f->data - (char *)f);
        $T1 *p = f->data; for (int i = 0; i < f->n; i++) mix(*p++); mix(p - f->data);
        f = realloc(f, sizeof *f + 9 * sizeof *p); f->data[8] = $V; mix(f->data[8]);
        mix(f->data[1]); free(f);
        """,
    ),
    Fragment(
        ("VLA", "sizeof VLA", "VLA of two dimensions", "VLA parameter"),
        """
        static long long @total(int n, int m, $S1 a[n][m]) { long long t = sizeof a[0];
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) t = t * 5 + a[i][j]; return t; }
        ---
        int n = ($V & 3) + 1, m = ($V & 1) + 2, k = n;
        $T1 v[n]; $S1 w[n][m];
        for (int i = 0; i < n; i++) { v[i] = $V + i;
        for (int j = 0; j < m; j++) w[i][j] = v[i] * j - 3; }
        mix(@total(n, m, w)); mix(sizeof v); mix(sizeof w); mix(sizeof w[0]); n = 99;
        mix(sizeof v / sizeof *v);
        for (int i = 0; i < 3; i++) { char inner[i + 1]; inner[i] = i; mix(sizeof inner);
        mix(inner[i]); }
        m++; $S1 (*q)[m - 1] = w; mix(q[k - 1][1]); mix(sizeof *q); mix(sizeof q[0][1]);
        """,
    ),
    Fragment(
        ("VLA typedef",),
        """
        ---
        int m = ($V & 3) + 1, k = m; typedef $T1 @row[m]; m++; @row r; r[k - 1] = $V;
        mix(sizeof r); mix(r[k - 1]); @row *p = &r; mix(sizeof *p); mix((*p)[k - 1]);
        """,
    ),
    Fragment(
        ("alloca",),
        """
        static int @fill(int n) { int *p = __builtin_alloca(n * sizeof *p), s = 0;
        for (int i = 0; i < n; i++) p[i] = i * i - n; while (n--) s = s * 2 + p[n]; return s; }
        ---
        mix(@fill(($V & 7) + 1)); mix(@fill(3)); char *c = __builtin_alloca(4); memset(c, $V, 4);
        mix(c[2]); for (int i = 0; i < 3; i++) { short *s = __builtin_alloca(4); s[1] = i;
        mix(s[1]); }
        """,
    ),
    Fragment(
        ("void pointer", "pointer to pointer", "integer round trip", "const"),
        """
        static void @swap(void *a, void *b, size_t size) { unsigned char t, *x = a, *y = b;
        while (size--) { t = *x; *x++ = *y; *y++ = t; } }
        static void @set(const $T1 *from, $T1 **to) { **to = *from; *to = 0; }
        ---
        $T1 x = $V, y = $V; const $T1 z = $C; $T1 *p = &x, *const r = &y; const $T1 *q = &z;
        void *v = &y;
        @swap(&x, v, sizeof x); mix(x); mix(y); @set(q, &p); mix(x); mix(p == 0); *r += 2;
        mix(*($T1 *)v);
        unsigned long address = (unsigned long)&y; p = ($T1 *)address; (*p)--; mix(y);
        mix((void *)p == v); mix(address != 0); p = ($T1 *)(address + 0); mix(*p);
        mix((unsigned long)(&x + 1) - (unsigned long)&x); mix((char *)(q + 1) - (char *)q);
        char *c = v; v = c + 1; mix((char *)v - c); void **vv = &v; *vv = &x; mix(*($T1 *)*vv);
        mix(sizeof(void)); v++;
        """,
    ),
    Fragment(
        ("static local", "zero-initialised global", "extern declaration", "tentative definition"),
        """
        extern $T1 @later; $T2 @zero; $T2 @zero; static double @d;
        static struct { int a[3]; char *p; } @z; static int *@null;
        static int @next(void) { static $T1 count = 250; static int history[3];
        history[count % 3u]++; return ++count + history[0]; }
        static int @other(void) { static int count;
        { static char count = 'x'; count++; mix(count); } return count += 3; }
        $T1 @later = $C;
        ---
        for (int i = 0; i < 8; i++) mix(@next()); mix(@other()); mix(@other()); mix(@zero);
        mixd(@d); mix(@z.a[1]); mix(@z.p == 0); mix(@null != 0); mix(@later); @later -= 300;
        mix(@later); { extern $T1 @later; mix(@later); }
        """,
    ),
    Fragment(
        ("overlapping members through pointers", "object representation"),
        """
        struct @o { char a; $T1 b; struct { short c[2]; $T2 d; } e; };
        ---
        struct @o s = { 1, $C, { { 2, $C }, $C } }, t; unsigned char *p = (unsigned char *)&s;
        $T1 *b = &s.b; short *c = s.e.c;
        *b ^= $V; c[1] -= 5; mix(s.b); mix(s.e.c[1]);
        mix(*($T1 *)(p + offsetof(struct @o, b)) == s.b); p[offsetof(struct @o, e.c[1])] = $V;
        mix(s.e.c[1]);
        memcpy(&t, &s, sizeof s); t.e.d++; mix(t.e.d); mix(s.e.d); mix(t.b);
        mix(((struct @o *)(void *)p)->a);
        mix(((struct @o *)((char *)c - offsetof(struct @o, e.c)))->a);
        memset(&t.e, 0xff, sizeof t.e); mix(t.e.c[0]); mix(t.b); memcpy(t.e.c, &s.e.c[1], 2);
        mix(t.e.c[0]);
        """,
    ),
)
