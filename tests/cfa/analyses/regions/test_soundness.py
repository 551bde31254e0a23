"""What the regions promise holds in executions: every access of the interpreter is watched, and
whatever touches a common byte is in one region, as the same cell or as bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias, TypeVar

import pytest

from maul.c.ctype import CHAR, ILP32, LP64, DataModel, size_of
from maul.c.elaborate.program import elaborate
from maul.cfa.analyses.regions.analysis import Region, Regions, regions
from maul.cfa.analyses.regions.numbers import Multiples
from maul.cfa.build.program import build
from maul.cfa.expressions import Deref, Expression, Load, Lvalue
from maul.cfa.model import Cfa
from maul.cfa.outcome import Ended, Outcome
from maul.interpret import machine as interpreter
from maul.interpret import places
from maul.interpret.library.functions import LIBRARY
from maul.interpret.library.site import Effect, LibraryCall
from maul.interpret.memory import Address, Blob, Object
from maul.interpret.values import Translator
from maul.system.deep import call_deep
from tests.paths import ROOT
from tools.generate.program import generate

T = TypeVar("T")
Found: TypeAlias = tuple[tuple[int, Region], ...]
STEPS = 60_000

TEXTS = {
    **dict.fromkeys(("strcmp", "strcpy", "strcat", "strstr", "strpbrk", "strspn"), (0, 1)),
    **dict.fromkeys(("strlen", "strchr", "strrchr", "strdup", "atoi"), (0,)),
}
BLOCKS = {"memcpy": (0, 1), "memmove": (0, 1), "mempcpy": (0, 1), "memset": (0,)}


class Watch:
    """All accesses of one execution, by object."""

    def __init__(self, cfa: Cfa) -> None:
        self.regions: Regions = regions(cfa)
        self.numbers = Multiples(cfa)
        self.scalars: dict[Object, dict[tuple[int, int], set[Region]]] = {}
        self.blocks: dict[Object, set[tuple[int, int, Found]]] = {}
        self.parts: dict[Object, set[tuple[int, int, Found]]] = {}
        self.count = 0
        self.outcome: Outcome | None = None

    def scalar(self, place: Lvalue, at: Address, size: int) -> None:
        """Some bytes are accessed as one scalar."""
        there, offset = at
        if 0 <= offset <= there.size - size:
            found = self.scalars.setdefault(there, {}).setdefault((offset, size), set())
            found.add(self.regions.of(place))
            self.count += 1

    def block(self, place: Lvalue, at: Address, size: int) -> None:
        """Some bytes are copied or filled as a whole."""
        there, offset = at
        if 0 <= offset <= there.size - size:
            cells = self.regions.cells(place, size)
            self.blocks.setdefault(there, set()).add((offset, size, cells))

    def part(self, place: Deref, at: Address, size: int) -> None:
        """Some bytes are copied or filled, and their number is not known before. The encoding looks
        at more, and leaves out that they go on behind a member."""
        there, offset = at
        room = self.regions.room(place.pointer)
        if 0 <= offset <= there.size - size and (room is None or size <= room):
            cells = self.regions.cells(place, size)
            self.parts.setdefault(there, set()).add((offset, size, cells))

    def copy(self, target: Lvalue, source: Lvalue, size: int) -> None:
        """Bytes are copied cell by cell, so both sides must have the same cells."""
        assert self.shape(target, size) == self.shape(source, size)

    def shape(self, place: Lvalue, size: int) -> list[tuple[int, int, object]]:
        """The cells in a block without their regions."""
        return [
            (offset, region.size, region.type) for offset, region in self.regions.cells(place, size)
        ]

    # ---- the laws ------------------------------------------------------------------------------

    def check(self) -> None:
        """Whatever was seen is as promised."""
        for there, accesses in self.scalars.items():
            ordered = sorted(accesses.items())
            for (_, size), found in ordered:
                assert 1 == len(found), f"one access in {found}"
                assert all(region.type is None or region.size == size for region in found)
            self._check_pairs(there, ordered)
        for there, blocks in self.blocks.items():
            for offset, size, cells in blocks:
                self._check_block(there, offset, size, cells, cut=False)
        for there, parts in self.parts.items():
            for offset, size, cells in parts:
                self._check_block(there, offset, size, cells, cut=True)
        self._check_alone()

    def _check_pairs(
        self, there: Object, ordered: list[tuple[tuple[int, int], set[Region]]]
    ) -> None:
        open_now: list[tuple[tuple[int, int], Region]] = []
        for (offset, size), (region, *_) in ((key, tuple(found)) for key, found in ordered):
            open_now = [seen for seen in open_now if sum(seen[0]) > offset]
            for before, other in open_now:
                overlap = f"{there.name}: {before} in {other}, {(offset, size)} in {region}"
                assert region is other, overlap
                assert region.type is None, overlap
            open_now.append(((offset, size), region))

    def _check_block(
        self, there: Object, start: int, length: int, cells: Found, *, cut: bool
    ) -> None:
        """All cells in a block are found, and its end may ``cut`` one or not."""
        assert all(one < other for (one, _), (other, _) in pairwise(cells))
        assert all(offset + region.size <= length for offset, region in cells)
        whole = dict(cells)
        for (offset, size), (region, *_) in self.scalars.get(there, {}).items():
            for byte in range(offset, offset + size, region.size):
                if start <= byte and byte + (region.size if cut else 1) <= start + length:
                    assert whole.get(byte - start) is region, f"{there.name}{byte:+d}: {region}"

    def _check_alone(self) -> None:
        seen: dict[Region, tuple[str, int]] = {}
        for there, accesses in self.scalars.items():
            for (offset, _), found in accesses.items():
                for region in found:
                    if region.alone:
                        assert there.kind in ("global", "local", "string")
                        where = (there.name, offset)
                        assert where == seen.setdefault(region, where), region


class Watching(Translator):
    """Makes closures that tell the watch what they access."""

    watch: Watch

    def _address(self, place: Lvalue) -> tuple[Callable[[], Address], int]:
        where = places.locate(self, place)
        size = size_of(place.type) if where.width is None else (where.skip + where.width + 7) // 8
        address, resolve = where.address(), self.memory.resolve
        return (lambda: resolve(address())), size

    def _reading(self, e: Expression, value: Callable[[], T]) -> Callable[[], T]:
        if not isinstance(e, Load) or self.in_register(e.place) is not None:
            return value
        place, watch = e.place, self.watch
        address, size = self._address(place)

        def run() -> T:
            watch.scalar(place, address(), size)
            return value()

        return run

    def _writing(self, place: Lvalue, store: Callable[[T], None]) -> Callable[[T], None]:
        if self.in_register(place) is not None:
            return store
        watch = self.watch
        address, size = self._address(place)

        def run(value: T) -> None:
            watch.scalar(place, address(), size)
            store(value)

        return run

    def integer(self, e: Expression) -> Callable[[], int]:
        return self._reading(e, super().integer(e))

    def real(self, e: Expression) -> Callable[[], float]:
        return self._reading(e, super().real(e))

    def pointer(self, e: Expression) -> Callable[[], Address]:
        return self._reading(e, super().pointer(e))

    def store_integer(self, place: Lvalue) -> Callable[[int], None]:
        return self._writing(place, super().store_integer(place))

    def store_real(self, place: Lvalue) -> Callable[[float], None]:
        return self._writing(place, super().store_real(place))

    def store_pointer(self, place: Lvalue) -> Callable[[Address], None]:
        return self._writing(place, super().store_pointer(place))

    def blob(self, e: Expression) -> Callable[[], Blob]:
        read = super().blob(e)
        if not isinstance(e, Load):
            return read
        place, watch = e.place, self.watch
        address, size = places.locate(self, place).address(), self.size(e.type)

        def run() -> Blob:
            watch.block(place, self.memory.resolve(address()), size())
            return read()

        return run

    def store_blob(self, place: Lvalue) -> Callable[[Blob], None]:
        store, watch = super().store_blob(place), self.watch
        address = places.locate(self, place).address()

        def run(value: Blob) -> None:
            watch.block(place, self.memory.resolve(address()), len(value.data))
            store(value)

        return run


def watched_library(watch: Watch) -> dict[str, Callable[[LibraryCall], Effect]]:
    """The library, with the functions that read and write bytes telling the watch."""

    def texts(name: str) -> Callable[[LibraryCall], Effect]:
        def entry(site: LibraryCall) -> Effect:
            run, memory = LIBRARY[name](site), site.world.memory
            pointers = [(site.arguments[index], site.pointer(index)) for index in TEXTS[name]]

            def effect() -> None:
                run()
                for argument, pointer in pointers:
                    there, offset = memory.resolve(pointer())
                    for byte in range(len(memory.text((there, offset))) + 1):
                        watch.scalar(Deref(CHAR, argument), (there, offset + byte), 1)

            return effect

        return entry

    def blocks(name: str) -> Callable[[LibraryCall], Effect]:
        def entry(site: LibraryCall) -> Effect:
            run, memory, size = LIBRARY[name](site), site.world.memory, site.size(2)
            derefs = [Deref(CHAR, site.arguments[index]) for index in BLOCKS[name]]
            pointers = [site.pointer(index) for index in BLOCKS[name]]
            is_known = watch.numbers.constant(site.arguments[2]) is not None

            def effect() -> None:
                seen = watch.block if is_known else watch.part
                for place, pointer in zip(derefs, pointers, strict=True):
                    seen(place, memory.resolve(pointer()), size())
                if len(derefs) == 2:
                    watch.copy(derefs[0], derefs[1], size())
                run()

            return effect

        return entry

    return {
        **LIBRARY,
        **{name: texts(name) for name in TEXTS},
        **{name: blocks(name) for name in BLOCKS},
    }


def watched(files: list[Path], model: DataModel, inputs: Sequence[int]) -> Watch:
    """Run a program under a watch and check what was seen."""

    def run() -> Watch:
        cfa = build(elaborate([str(file) for file in files], model))
        watch = Watch(cfa)
        translator = type("Watching", (Watching,), {"watch": watch})
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(interpreter, "Translator", translator)
            patch.setattr(interpreter, "LIBRARY", watched_library(watch))
            watch.outcome = interpreter.interpret(cfa, inputs, steps=STEPS).outcome
        watch.check()
        return watch

    return call_deep(run)


PRELUDE = """
typedef __SIZE_TYPE__ size_t; typedef __UINTPTR_TYPE__ uintptr_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t); char *strcpy(char *, const char *); size_t strlen(const char *);
char *strchr(const char *, int); char *strdup(const char *); int __VERIFIER_nondet_int(void);
void *mempcpy(void *, const void *, size_t); double modf(double, double *);
#define container_of(p, t, m) ((t *)((char *)(p) - __builtin_offsetof(t, m)))
"""

OWN = {
    "a list of two kinds through list heads": """
        struct head { struct head *next, *prev; };
        struct a { long x; struct head h; }; struct b { char c; int y; struct head h; };
        struct head list = { &list, &list };
        void add(struct head *n) { n->next = list.next; n->prev = &list; list.next->prev = n;
            list.next = n; }
        int main(void) {
            struct a *p = malloc(sizeof *p); struct b *q = malloc(sizeof *q); struct a on_stack;
            p->x = 1; q->y = 2; q->c = 3; on_stack.x = 4;
            add(&p->h); add(&q->h); add(&on_stack.h);
            struct head *i = list.prev; int sum = container_of(i, struct a, h)->x;
            i = i->prev; sum += container_of(i, struct b, h)->y;
            i = i->prev; return sum + container_of(i, struct a, h)->x; }""",
    "unions of all kinds": """
        union u { int i; float f; unsigned char b[8]; struct { short lo, hi; } s; double d; };
        union u g; struct wrap { char tag; union u u; int after; } w[3];
        int main(void) { int k = __VERIFIER_nondet_int() & 1;
            g.f = 1.5f; g.b[k] = 3; g.s.hi = 7; union u h = g; w[k].u = h; w[2].u.d = 2.0;
            w[2].after = 4; w[k].u.b[k + 4] = 9; return w[k].u.i + g.i + (int)w[2].u.d; }""",
    "arrays in records, pointers into them, and back": """
        struct in { char name[12]; int v[4]; }; struct out { int n; struct in row[3]; int m; };
        struct out o; int total(int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
        int main(void) { int i = __VERIFIER_nondet_int() & 1; int own[4] = {1, 2, 3, 4};
            o.n = 5; o.m = 6; o.row[i].v[i + 1] = 7; strcpy(o.row[1].name, "hello");
            struct in *r = &o.row[2]; r->v[3] = 8; r[-1].v[0] = 9;
            int *q = &r->v[3]; q[-2] = 3; char *c = strchr(o.row[1].name, 'l'); *c = 'L';
            struct in *back = container_of(&o.row[1].v[0], struct in, v); back->name[0] = 'J';
            return total(o.row[i].v, 4) + total(own, 4) + o.row[1].name[0] + (int)strlen(c); }""",
    "copies of records and of parts of them": """
        struct p { int x, y; }; struct q { struct p a, b; char c; struct p v[2]; };
        struct p swap(struct p v) { struct p r = { v.y, v.x }; return r; }
        int main(void) { struct q s, t; int i = __VERIFIER_nondet_int() & 1;
            s.a.x = 1; s.a.y = 2; s.b = swap(s.a); s.a = s.b; s.c = 3; s.v[0] = s.a; s.v[i] = s.b;
            t = s; memcpy(&t.b, &s.v[1], sizeof(struct p)); memset(&s.v[0], 0, sizeof(struct p));
            struct p *w = &t.v[0]; *w = w[1]; memmove(&s.v[1], &s.v[0], sizeof(struct p));
            struct q *h = malloc(2 * sizeof *h); h[0] = t; h[i] = h[0]; memcpy(h + 1, h, sizeof t);
            return h[1].b.x + t.v[0].y + s.v[1].x; }""",
    "pointers in integers": """
        struct n { int v; struct n *next; }; uintptr_t kept; struct n a, b;
        uintptr_t mask(uintptr_t x) { return x & ~(uintptr_t)7; }
        int main(void) { a.next = &b; b.v = 3; kept = (uintptr_t)&a; kept += 0;
            struct n *p = (struct n *)kept; p->v = 4;
            uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
            struct n *q = (struct n *)(both ^ (uintptr_t)p); q->v += 2;
            struct n *r = (struct n *)mask((uintptr_t)q + 3); r->v++;
            unsigned long long wide = (uintptr_t)&a.next; *(struct n **)(uintptr_t)wide = r;
            return p->v + a.next->v; }""",
    "pointers copied byte by byte": """
        int x = 5, *p = &x, *q; struct { int *inner; long pad; } s, *t;
        void copy(char *to, const char *from, int n) { while (n--) *to++ = *from++; }
        int main(void) { copy((char *)&q, (const char *)&p, sizeof p); *q = 6; s.inner = q;
            t = malloc(sizeof *t); copy((char *)t, (char *)&s, sizeof s); *t->inner += 1;
            unsigned char raw[sizeof p]; for (unsigned i = 0; i < sizeof p; i++)
                raw[i] = ((unsigned char *)&p)[i];
            int *again; memcpy(&again, raw, sizeof again); return *again; }""",
    "functions through pointers": """
        struct op { int (*f)(int *, int); int *at; } ops[2];
        int add(int *p, int n) { return *p += n; } int set(int *p, int n) { return *p = n; }
        int apply(struct op *o, int n) { return o->f(o->at, n); }
        int main(void) { int x = 1, y[3] = {1, 2, 3}; int i = __VERIFIER_nondet_int() & 1;
            ops[0].f = add; ops[0].at = &x; ops[1].f = set; ops[1].at = &y[i];
            return apply(&ops[i], 4) + apply(ops, 2) + y[i] + x; }""",
    "characters of an integer and halves of a long": """
        long whole = 0x01020304; int i[4]; struct { int a; short b[2]; } s;
        int main(void) { char *c = (char *)&whole; c[1] = 7; int *half = (int *)&whole;
            short *p = (short *)i; p[3] = 5; *(int *)s.b = 9; s.b[1]++; i[2] = 1;
            return half[0] + i[1] + s.b[0] + *(char *)&i[2]; }""",
    "variable arguments": """
        int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = 0;
            while (n--) { int *p = __builtin_va_arg(l, int *); s += *p + __builtin_va_arg(l, int); }
            double d = __builtin_va_arg(l, double); __builtin_va_end(l); return s + (int)d; }
        int main(void) { int a = 1, b[2] = {2, 3}; return sum(2, &a, 4, &b[1], 5, 2.5); }""",
    "trees on the heap that move": """
        struct t { struct t *kid[2]; int key; }; struct t *root;
        struct t *make(int key) { struct t *n = calloc(1, sizeof *n); n->key = key; return n; }
        void put(struct t **at, int key) {
            if (!*at) *at = make(key); else put(&(*at)->kid[key > (*at)->key], key); }
        int depth(struct t *n) { if (!n) return 0; int l = depth(n->kid[0]), r = depth(n->kid[1]);
            int local = l > r ? l : r, *p = &local; return 1 + *p; }
        int main(void) { put(&root, 5); put(&root, 2); put(&root, 7); put(&root, 3);
            int *grow = malloc(2 * sizeof(int)); grow[0] = 1; grow[1] = depth(root);
            grow = realloc(grow, 4 * sizeof(int)); grow[3] = grow[1]; return grow[3]; }""",
    "a record with a tail": """
        struct msg { int n; char data[]; }; struct old { int n; int tail[1]; };
        int main(void) { struct msg *m = malloc(sizeof *m + 8); m->n = 8; m->data[7] = 1;
            strcpy(m->data, "abc"); struct old *o = malloc(sizeof *o + 3 * sizeof(int));
            for (o->n = 0; o->n < 4; o->n++) o->tail[o->n] = o->n;
            int *p = (int *)((char *)o + sizeof *o); *p += 5;
            return m->n + m->data[2] + o->tail[1] + o->tail[3]; }""",
    "tables of tables": """
        int grid[4][5]; int (*row)[5] = grid; int *flat = &grid[0][0];
        struct { char h; int m[2][3]; char t; } s; int (*sub)[3] = s.m;
        int main(void) { int i = __VERIFIER_nondet_int() & 1, j = i + 1; grid[i][j] = 1;
            row[2][j] = 2; flat[7] = 3; s.m[i][j] = 4; sub[1][2] = 5; s.t = 6; s.h = 7;
            int (*all)[4][5] = &grid; (*all)[3][j] = 8; int *last = (int *)(&s.m + 1) - 1;
            *last += 1; return grid[1][2] + grid[2][1] + s.m[1][2] + grid[3][1] + s.t; }""",
    "bit-fields and their neighbours": """
        struct f { unsigned a : 3, b : 7; int : 0; signed c : 20; unsigned char d; _Bool e : 1; };
        struct f g, h[2];
        int main(void) { int i = __VERIFIER_nondet_int() & 1; g.a = 5; g.b = 100; g.c = -3;
            g.d = 9; g.e = 1; h[i] = g; h[1].c++; ((unsigned char *)&g)[4] ^= 1; struct f *p = h;
            p[i].d = 3; return g.a + h[i].b + p->c + g.c; }""",
    "the first member and the record around it": """
        struct base { int kind; char name[4]; }; struct dog { struct base b; int age; };
        struct pack { struct dog d[1]; int n; };
        int kind(struct base *b) { return b->kind == 1 ? ((struct dog *)b)->age : b->name[0]; }
        int main(void) { struct dog d = { { 1, "rex" }, 7 }; struct base b = { 2, "x" };
            struct pack k; k.n = 3; k.d[0] = d; struct pack *back = (struct pack *)k.d; back->n++;
            struct pack *too = (struct pack *)&k.d[0].b.kind; too->n++;
            char *first = d.b.name; struct dog *around = (struct dog *)(first - 4); around->age++;
            return kind(&d.b) + kind(&b) + k.n + kind(&k.d[0].b); }""",
    "what library functions give back": """
        struct s { char text[8]; int n; } s; double parts[2];
        int main(void) { char *copy = strdup("words"); copy[1] = 'i'; char *at = strchr(copy, 'r');
            *at = 'x'; strcpy(s.text, copy); s.n = (int)strlen(s.text);
            int a[4] = {1, 2, 3, 4}, b[4];
            int *end = mempcpy(b, a, 2 * sizeof(int)); *end = 9; int *p = memcpy(end + 1, a, 4);
            *p += 3; parts[1] = modf(2.75, &parts[0]); char *z = memset(&s.n, 0, sizeof s.n);
            z[0] = 5; return b[2] + b[3] + s.n + copy[3] + (int)parts[0]; }""",
    "a node that holds its like": """
        struct cell { struct cell *link; char room[40]; };
        int main(void) { struct cell *a = malloc(sizeof *a); a->link = (struct cell *)a->room;
            a->link->link = a; a->link->room[3] = 4; a->link->link->room[20] = 2;
            struct cell two[2]; two[0].link = &two[1]; two[1].link = two; two[1].room[0] = 1;
            struct cell *p = two; p = p->link; p->room[1] = 2; *a = *p; return a->room[1]; }""",
    "from a member to records of several sizes": """
        struct base { int kind; }; struct dog { struct base b; int age; };
        struct cat { struct base b; int lives, x; };
        struct far { long pad; struct dog d; int end; };
        int look(struct base *p) { if (p->kind == 1) return ((struct dog *)p)->age++;
            if (p->kind == 2) return ((struct cat *)p)->lives;
            return container_of(p, struct far, d.b)->end; }
        int main(void) { struct far w, v; struct cat c; struct base plain; c.b.kind = 2;
            c.lives = 9;
            w.pad = 1; w.d.b.kind = 1; w.d.age = 5; w.end = 6; v.d.b.kind = 3; v.end = 4; c.x = 2;
            plain.kind = 1; struct dog d = { plain, 3 }; int sum = look(&w.d.b) + look(&d.b);
            return sum + look((struct base *)&c) + look(&v.d.b) + w.d.age + d.age + v.end; }""",
    "from a member of an element to the element": """
        struct link { struct link *n; }; struct item { int k; struct link l; int z; };
        struct item *owner(struct link *l) { return container_of(l, struct item, l); }
        void touch(struct link *l) { l->n = 0; container_of(l, struct item, l)->z++; }
        void clear(char *p, int n) { while (n--) *p++ = 0; }
        int main(void) { struct item a[3], one; struct { char c; struct item in; int e; } o;
            clear((char *)&one.z, sizeof one.z); clear((char *)&o.in.z, sizeof(int)); o.e = 1;
            for (int i = 0; i < 3; i++) { a[i].z = 0; touch(&a[i].l); } touch(&one.l);
            touch(&o.in.l); struct link *p = &a[0].l;
            p = (struct link *)((char *)p + sizeof(struct item)); touch(p); owner(&one.l)->k = 3;
            owner(p)->k = 4; return one.z + o.in.z + a[1].z + one.k + a[1].k + o.e; }""",
    "members at constant distances": """
        struct { int a, b, c; char t[4]; } s; union { char c; int i; struct { short x, y; } p; } u;
        void set(int *p) { *p = 4; }
        int main(void) { int *p = &s.b; set(p); p[-1] = 1; p[1] = 2; set(&s.a); char *q = (char *)p;
            *(int *)(q + 4) += 5; memset(&s.a, 0, sizeof s.a + sizeof s.b); char *c = &u.c;
            *(int *)c = 65537; short *y = &u.p.y; y[-1]++; *(s.t + 2) = 3; char *t = s.t;
            *(int *)(t - 4) += 1; return s.a + s.c + u.i + u.p.y; }""",
    "records through functions that only pass them on": """
        struct v { int x, y; int *p; }; int cell;
        struct v same(struct v a) { return a; } struct v *at(struct v *p, int i) { return p + i; }
        int *pick(struct v a) { return a.p; } struct v *first(struct v *p) { return p; }
        int main(void) { struct v a[3]; struct v *h = malloc(2 * sizeof *h); int i = 1;
            at(a, 1)->x = 4; at(h, i)->p = &cell; *pick(*at(h, 1)) = 5; a[2] = same(*at(a, i));
            first(h)->x = 1; first(a)->y = 2; return a[2].x + cell + h->x + a->y; }""",
    "copies of unknown sizes": """
        struct n { struct n *next; int v; }; struct n a[2], b[2];
        struct { int h; char room[40]; } m;
        int main(void) { int k = __VERIFIER_nondet_int(); a[1].v = 3; a[0].next = &a[k]; b[0].v = 9;
            memcpy(b, a, (unsigned)k * sizeof *b); b[0].next->v += 1; m.h = k;
            memcpy(m.room, a, (unsigned)(k + 1) * sizeof *a); ((struct n *)m.room)->next->v += 1;
            memset(&b[1], 0, (unsigned)k * sizeof *b); struct n *h = malloc(4 * sizeof *h);
            memmove(h + 1, a, (unsigned)k * sizeof *h); h[1].next->v += 1;
            return a[1].v + b[1].v; }""",
    "records that functions make": """
        struct v { int n; int *p; }; int cell, other; union { char c; short v[2]; } u;
        struct v make(int *at) { struct v r = { 1, at }; return r; }
        int main(void) { struct v x = make(&cell), y; *x.p = 5; y = make(&other); *y.p = 6;
            int i = __VERIFIER_nondet_int(); short *q = (short *)&u.c; q[i] = 3; u.v[1] += 4;
            return cell + other + u.v[1]; }""",
    "addresses computed in integers": """
        struct e { int a; char b; short c; } t[8]; unsigned step;
        int main(void) { uintptr_t base = (uintptr_t)t, off = 0; size_t len = sizeof(struct e);
            step = (unsigned)__VERIFIER_nondet_int() + 2;
            for (unsigned long i = 0; i < 4; i++) { *(int *)(base + i * sizeof *t) = (int)i;
                *(short *)(base + (i << 3) + 6) = 1; off += 16; }
            *(char *)(base + off + 4 - 32) = 2; memcpy(&t[7], (void *)(base + 8), len);
            unsigned wrap = step * 0x55555558u; *(int *)(base + wrap) += 4; t[5].a = 3;
            struct e *q = (struct e *)((off - 32 & ~(uintptr_t)15) + base); q->c = 9;
            size_t at = (size_t)&((struct e *)0)->c; *(short *)((char *)t + at) = 5;
            return t[1].a + t[2].c + t[7].a + t[0].c + q->a; }""",
    "moving through memory with different steps": """
        int main(void) { long long buffer[16]; char *p = (char *)buffer; int i = 0;
            for (; p < (char *)(buffer + 8); p += 8) *(int *)p = i++;
            for (short *s = (short *)(buffer + 8); s < (short *)(buffer + 12); s += 2) *s = i++;
            *(long long *)(buffer + 12) = 5; struct { int a; int b; } *r = (void *)(buffer + 13);
            r->b = 2; return ((int *)buffer)[2] + ((short *)buffer)[36] + ((int *)r)[1]; }""",
}


@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)
@pytest.mark.parametrize("name", OWN)
def test_accesses_to_a_common_byte_are_in_one_region(
    name: str, model: DataModel, tmp_path: Path
) -> None:
    source = tmp_path / "own.c"
    source.write_text(PRELUDE + OWN[name])

    watch = watched([source], model, [1] * 40)

    assert isinstance(watch.outcome, Ended)
    assert watch.count > 8


@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)
@pytest.mark.parametrize(
    "program", sorted((ROOT / "tests/programs").glob("*.c")), ids=lambda p: p.stem
)
def test_regions_are_sound_in_the_test_programs(program: Path, model: DataModel) -> None:
    for inputs in ([3] * 40, [1, 0] * 20):
        watched([program], model, inputs)


@pytest.mark.parametrize("program", sorted((ROOT / "examples").glob("*.c")), ids=lambda p: p.stem)
def test_regions_are_sound_in_the_examples(program: Path) -> None:
    watched([program], LP64, [4, 250, 251, 252, 253, 3])


@pytest.mark.parametrize("seed", range(201, 213))
def test_regions_are_sound_in_random_programs(seed: int, tmp_path: Path) -> None:
    made = generate(seed)
    source = tmp_path / "random.c"
    source.write_text(made.text)

    assert 0 < watched([source], [ILP32, LP64][seed % 2], list(made.inputs)).count
