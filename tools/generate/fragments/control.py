"""Control flow that random statements do not make."""

from tools.generate.fragment import Fragment

FRAGMENTS = (
    Fragment(
        ("Duff's device", "fall-through"),
        """
        static void @copy(unsigned char *to, const unsigned char *from, int count)
        {
            int n = (count + 3) / 4;
            switch (count % 4) {
            case 0: do { *to++ = *from++;
            case 3:      *to++ = *from++;
            case 2:      *to++ = *from++;
            case 1:      *to++ = *from++;
                    } while (--n > 0);
            }
        }
        ---
        unsigned char a[16] = { $V, $V, $V, [7] = $V, $V, [3 ... 5] = $D }, b[16] = { 0 };
        int i, n = ($V & 15) + 1;
        @copy(b, a, n);
        for (i = 0; i < 16; i++) mix(b[i]);
        """,
    ),
    Fragment(
        ("goto into block",),
        """
        ---
        $T1 x = $V;
        int n = 0;
        if ($V) goto inside;
        while (n < 3) {
            x = x * 3 + n;
        inside:
            n++;
            if (x & 4) { x ^= $V; }
        }
        mix(x);
        mix(n);
        """,
    ),
    Fragment(
        ("nested switch in loop", "continue in switch", "default anywhere", "negative case"),
        """
        ---
        long long total = 0;
        for (int i = -3; i < 6; i++) {
            switch (i) {
            case -2:
                continue;
            default:
                total += i;
            case 3:
                switch ((char)(total + $D)) {
                case -128 ... -1: total ^= 5; break;
                case 0: total += $V & 255; break;
                case 1 ... 127: total -= i; continue;
                }
                total *= 3;
                break;
            case 4:
                if (total & 1) break;
                total++;
            }
            mix(total);
        }
        """,
    ),
    Fragment(
        ("switch on wide value", "negative case"),
        """
        ---
        $T1 v = $V;
        for (int i = 0; i < 4; i++) {
            switch (v) {
            case 0: mix(1); v = -1; break;
            case 1: mix(2); v += 300; break;
            case (char)-1: mix(3); v = 1; break;
            case 100: case 101: mix(4);
            default: mix(v); v ^= $C;
            }
        }
        switch ((unsigned long long)$V + 0x100000000ULL) {
        case 0x100000000ULL: mix(5); break;
        case 0x100000001ULL ... 0x1000000ffULL: mix(6); break;
        case -1: mix(7);
        }
        switch ((unsigned char)$V) {
        case -1: mix(8); break;
        case 255: mix(9); break;
        default: mix(10);
        }
        """,
    ),
    Fragment(
        ("switch with declarations and odd shapes",),
        """
        ---
        int n = $V & 7;
        switch (n) case 3: mix(33);
        switch (n) { int unused; unused = 5; mix(unused); }
        switch (n & 3)
            if (0) { case 1: mix(n); case 2: mix(n + 1); } else default: mix(77);
        switch (n) { case 0 ... 2: { mix(1); break; } case 5: do { mix(2); break; } while (0);
        mix(3); }
        """,
    ),
    Fragment(
        ("loops with parts missing", "for without parts", "comma in for"),
        """
        ---
        int i = 0, j = 9;
        for (;;) { if (i++ > $D) break; }
        mix(i);
        for (; i < 12; ) i += 2;
        for (; ; i--) if (i < 5) break;
        for (i = 0, j = 10; i < j; i++, j -= 2) mix(i * j);
        for (char c = 'a'; c < 'e'; ) mix(c++);
        while (j--) if (j < 4) break; else continue;
        do mix(i += 3); while (i < 9);
        do { if (i & 1) { i++; continue; } i += 3; } while (i < 30);
        mix(i + j);
        for (unsigned char k = 250; k >= 250; k++) mix(k);
        """,
    ),
    Fragment(
        ("__label__", "statement expression", "goto backward"),
        """
        ---
        int r = ({ __label__ out; int k = $V & 7; again: if (k > 3) goto out; k += 2; goto again;
        out: k; });
        mix(r);
        mix(({ int s = 0; for (int i = 0; i < 4; i++) { if (i == 2) continue; s += i * r; } s; }));
        mix(({ $T1 a = $V; ({ $T2 a2 = a; a2 + 1; }) * 2; }));
        """,
    ),
    Fragment(
        ("short circuit with effects", "nested conditional"),
        """
        static int @calls;
        static int @yes(int v) { @calls = @calls * 2 + 1; return v; }
        static unsigned char @no(unsigned char v) { @calls = @calls * 2; return v; }
        ---
        int a = $D, b = $D;
        if (@yes(a) && @no(b) || @yes($D) && !@no(1)) mix(1); else mix(2);
        mix(@calls);
        mix((@no(256 + a) || @yes(0)) + 2 * (@yes(b) && (a++, b > 2)));
        mix(a > 3 ? @yes(a) > 2 ? 1 : b++ ? 2 : 3 : @no(b) ? (unsigned)-1 : -1L);
        mix(@yes(a - b) ?: @no(7));
        mix(@calls ?: b++);
        mix(a), mix(b), mix(@calls);
        while (@yes(a--) > 0 && @calls) if (a & 1) continue;
        mix(@calls);
        """,
    ),
    Fragment(
        ("goto forward", "goto backward", "goto into block"),
        """
        ---
        int n = 0, state = $D;
        $T1 acc = $V;
        start:
        if (++n > 9) goto end;
        if (state & 1) goto odd;
        { short even = state; acc += even; state = state / 2 + 3; }
        goto start;
        odd: { acc = acc * 2 - 1; if (state > 5) goto middle; state += 5; }
        goto start;
        if (0) { middle: acc ^= $V; state -= 3; }
        goto start;
        end: mix(acc); mix(state); mix(n);
        """,
    ),
)
