"""Which memory shares a region: small programs, the places in them by their text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from maul.c.ctype import CHAR, INT, VOID, Floating, Integer, Pointer, is_scalar, size_of
from maul.c.tree import Variable
from maul.cfa.analyses.regions.analysis import Region, Regions, regions
from maul.cfa.expressions import Deref, Expression, Load, Lvalue, MemberOf, Place
from maul.cfa.model import Call, Cfa
from maul.cfa.render.program import place_text
from maul.cfa.walk import inner_first, root, written_place
from tests.cfa.build.listing import built

PRELUDE = """
typedef __SIZE_TYPE__ size_t; typedef __UINTPTR_TYPE__ uintptr_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t);
void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);
size_t strlen(const char *); char *strcpy(char *, const char *);
int __VERIFIER_nondet_int(void); void *unknown(void);
struct node { struct node *next; int value; };
"""


def places(cfa: Cfa) -> Iterator[Lvalue]:
    """Every place in memory that an operation reads or writes, in order."""
    for automaton in cfa.automata():
        for at in automaton.locations:
            for edge in at.leaving:
                target = written_place(edge.operation)
                found = [e.place for e in inner_first(edge.operation) if isinstance(e, Load)]
                for place in (*found, *([] if target is None else [target])):
                    if is_memory(cfa, place):
                        yield place


def is_memory(cfa: Cfa, place: Lvalue) -> bool:
    top = root(place)
    if isinstance(top, Place):
        return top.variable in cfa.addressed or not is_scalar(top.variable.type)
    return True


class Split:
    """A program and its regions."""

    def __init__(self, text: str) -> None:
        self.cfa = built(PRELUDE + text)
        self.regions: Regions = regions(self.cfa)
        self.scalars = [place for place in places(self.cfa) if is_scalar(place.type)]

    def __getitem__(self, text: str) -> Region:
        """The region of all accesses that read like this."""
        found = {self.regions.of(place) for place in self.scalars if place_text(place) == text}
        assert 1 == len(found), (text, found, sorted({place_text(p) for p in self.scalars}))
        return found.pop()

    def place(self, text: str) -> Lvalue:
        """A place that reads like this."""
        return next(place for place in places(self.cfa) if place_text(place) == text)

    def cells(self, place: Lvalue, size: int) -> list[tuple[int, str]]:
        """The cells from a place, by the names of their regions."""
        return [(offset, region.name) for offset, region in self.regions.cells(place, size)]


def behind(cfa: Cfa, function: str, argument: int) -> Deref:
    """What an argument of a call points to, as one who gives the call a meaning asks for it."""
    calls = [
        edge.operation
        for automaton in cfa.automata()
        for at in automaton.locations
        for edge in at.leaving
        if isinstance(edge.operation, Call) and edge.operation.function == function
    ]
    pointer: Expression = calls[0].arguments[argument]
    return Deref(VOID, pointer)


# ---- one cell ------------------------------------------------------------------------------------


def test_a_variable_reached_by_one_pointer_is_alone() -> None:
    split = Split("int main(void) { int x = 1; int *p = &x; *p = 2; return x; }")

    assert split["x"] is split["*p"]
    assert split["x"].alone
    found = split["x"]
    assert (4, INT, "main::x") == (found.size, found.type, found.name)


def test_two_variables_of_one_pointer_share_a_region() -> None:
    split = Split(
        "int main(void) { int x = 1, y = 2, z = 3, *p = &x, *q = &z;"
        " if (__VERIFIER_nondet_int()) p = &y; *p = 3; *q = 4; return x; }"
    )

    assert split["x"] is split["y"] is split["*p"]
    assert not split["*p"].alone
    assert split["z"].alone


def test_a_pointer_that_nobody_looks_through_joins_nothing() -> None:
    split = Split(
        "int x, y; int same(int *p, int *q) { return p == q; }"
        "int main(void) { int *p = &x, *q = &y; *p = 1; *q = 2;"
        " return same(&x, &x) + same(&y, &y); }"
    )

    assert split["x"].alone
    assert split["y"].alone


@pytest.mark.parametrize(
    "text",
    [
        "int a[2]; int main(void) { int *p = a; return p[__VERIFIER_nondet_int()]; }",
        "int main(void) { int *p = malloc(4); return *p; }",
        "int f(int n) { int x = n, *p = &x; return n ? f(*p - 1) : x; } int main() { f(3); }",
        "int x; int main(void) { int *p = unknown(); if (!p) p = &x; return *p + x; }",
        "int x; extern int *p; int main(void) { if (!p) p = &x; return *p + x; }",
        "int x; extern struct { int *p; } s; int main(void) { s.p = s.p ? s.p : &x; return *s.p; }",
    ],
    ids=["array", "heap", "recursion", "unknown object", "extern pointer", "extern record"],
)
def test_what_may_exist_more_than_once_is_not_alone(text: str) -> None:
    split = Split(text)
    integers = [place for place in split.scalars if place.type == INT]

    assert integers
    assert not any(split.regions.of(place).alone for place in integers)


def test_an_activation_of_a_recursive_function_has_the_region_of_its_variable() -> None:
    split = Split(
        "int f(int n) { int x = n, *p = &x; return n ? f(*p - 1) : x; }"
        "int main(void) { return f(3); }"
    )
    (variable,) = (v for v in split.cfa.addressed if v.name == "f::x")
    second = Variable("f::x@2", variable.type, variable.function, variable.span)

    assert split["x"] is split.regions.of(Place(second.type, second))


# ---- records and lists ---------------------------------------------------------------------------


def test_two_lists_are_in_different_regions() -> None:
    split = Split(
        "struct node *a, *b;"
        "int main(void) {"
        "  for (int i = 0; i < 3; i++) { struct node *n = malloc(sizeof *n);"
        "    n->next = a; n->value = i; a = n; }"
        "  for (int i = 0; i < 3; i++) { struct node *m = malloc(sizeof *m);"
        "    m->next = b; m->value = i; b = m; }"
        "  return a->next->value + b->next->value; }"
    )

    assert split["n->next"] is split["a->next"]
    assert split["n->value"] is split["a->next->value"]
    assert split["m->value"] is split["b->next->value"]
    four = {split[f"{name}->{field}"] for name in "nm" for field in ("next", "value")}
    assert 4 == len(four)
    assert {4, 8} == {region.size for region in four}


def test_lists_that_meet_share_their_regions() -> None:
    split = Split(
        "struct node a, b, c;"
        "int main(void) { a.next = &b; c.next = a.next; c.next->value = 1; return b.value; }"
    )

    assert split["b.value"] is split["c.next->value"]
    assert split["b.value"].alone
    assert split["a.next"] is not split["c.next"]


def test_the_record_around_a_member_keeps_its_fields_apart() -> None:
    split = Split(
        "struct head { struct head *next; }; struct item { int key; struct head link; int data; };"
        "struct head list; void add(struct head *h) { h->next = list.next; list.next = h; }"
        "int main(void) { struct item *i = malloc(sizeof *i); i->key = 1; i->data = 2;"
        "  add(&i->link); char *at = (char *)list.next;"
        "  struct item *j = (struct item *)(at - __builtin_offsetof(struct item, link));"
        "  return j->key + j->data; }"
    )

    assert split["i->key"] is split["j->key"]
    assert split["i->data"] is split["j->data"]
    assert split["i->key"] is not split["i->data"]
    assert INT == split["j->key"].type


def test_pointers_to_two_members_leave_the_others_alone() -> None:
    split = Split(
        "struct { int a, b, c, d; } s; void set(int *p) { *p = 1; }"
        "int main(void) { set(&s.a); set(&s.c); s.b = 2; s.d = 3; return s.a + s.c; }"
    )

    assert split["s.a"] is split["s.c"] is split["*p"]
    assert not split["s.a"].alone
    assert split["s.b"].alone
    assert split["s.d"].alone


def test_objects_from_a_function_that_allocates_are_apart() -> None:
    split = Split(
        "void *get(size_t n) { void *p = malloc(n); if (!p) unknown(); return p; }"
        "int main(void) { int *a = get(4); long *b = get(8); *a = 1; *b = 2; return *a; }"
    )

    assert split["*a"] is not split["*b"]
    assert INT == split["*a"].type
    assert split["*a"].name.startswith("malloc@")


# ---- arrays --------------------------------------------------------------------------------------


def test_an_array_is_one_region_of_elements() -> None:
    split = Split(
        "int a[10]; int main(void) { int *p = a; for (int i = 0; i < 10; i++) p[i] = i;"
        " return a[3]; }"
    )

    assert split["a[3]"] is split["*(p + i)"]
    assert (4, INT, False) == (split["a[3]"].size, split["a[3]"].type, split["a[3]"].alone)


def test_an_array_in_a_record_leaves_its_neighbours_alone() -> None:
    split = Split(
        "struct { int n; char text[8]; int m; } s;"
        "int main(void) { char *p = s.text; while (*p) p++; s.n = 1; s.m = 2;"
        " return s.text[0]; }"
    )

    assert split["s.text[0]"] is split["*p"]
    assert (1, CHAR) == (split["s.text[0]"].size, split["s.text[0]"].type)
    assert split["s.n"].alone
    assert split["s.m"].alone


def test_elements_with_constant_indices_are_apart_until_an_index_varies() -> None:
    apart = Split("int main(void) { int a[2]; int *p = a; a[1] = 1; *p = 2; return a[0]; }")
    mixed = Split(
        "int main(void) { int a[2]; int *p = a; a[1] = 1; p[__VERIFIER_nondet_int()] = 2;"
        " return a[0]; }"
    )

    assert apart["a[0]"] is apart["*p"]
    assert apart["a[0]"] is not apart["a[1]"]
    assert apart["a[1]"].alone
    assert mixed["a[0]"] is mixed["a[1]"]


# ---- types of cells ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declaration", "type_", "size"),
    [
        ("union { int one; float other; } u;", Integer(32, signed=False), 4),
        ("union { int one; unsigned other; } u;", Integer(32, signed=False), 4),
        ("union { int one; int other; } u;", INT, 4),
        ("union { float one, other; } u;", Floating(32, 4), 4),
        ("union { int *one; char *other; } u;", Pointer(VOID, 8), 8),
        ("union { int *one; long other; } u;", Integer(64, signed=False), 8),
        ("union { _Bool one; char other; } u;", Integer(8, signed=False), 1),
        ("union { int one; short other; } u;", None, 1),
    ],
)
def test_accesses_of_one_size_make_a_typed_cell(declaration: str, type_: object, size: int) -> None:
    split = Split(f"{declaration} int main(void) {{ u.one = 0; u.other = 0; return 0; }}")

    assert split["u.one"] is split["u.other"]
    assert (type_, size) == (split["u.one"].type, split["u.one"].size)


def test_single_bytes_of_an_integer_make_it_bytes() -> None:
    split = Split(
        "int x, y; int main(void) { char *c = (char *)&x; int *p = &y; c[1] = 1; *p = x;"
        " return y; }"
    )

    assert (1, None) == (split["x"].size, split["x"].type)
    assert INT == split["y"].type


def test_bit_fields_are_bytes() -> None:
    split = Split(
        "struct { unsigned a : 3, b : 9; int c; } s;"
        "int main(void) { s.a = 1; s.c = 2; return s.b; }"
    )

    assert split["s.a"] is split["s.b"]
    assert split["s.a"].type is None
    assert INT == split["s.c"].type


def test_arithmetic_on_an_address_makes_bytes_only_when_it_is_used() -> None:
    hashed = Split(
        "struct node n; int main(void) { struct node *p = &n; p->value = 1;"
        " return (int)((uintptr_t)p % 7); }"
    )
    used = Split(
        "struct node n; int main(void) { struct node *p = &n; p->value = 1;"
        " struct node *q = (struct node *)((uintptr_t)p & ~(uintptr_t)7); return q->value; }"
    )

    assert hashed["p->value"].alone
    assert used["p->value"] is used["q->value"]
    assert used["p->value"].type is None


@pytest.mark.parametrize(
    "distance",
    [
        "8",
        "(size_t)&((struct in *)0)->link",
        "(size_t)&((struct out *)0)->in.link - sizeof(long)",
        "known",
    ],
)
def test_a_constant_distance_can_be_said_in_many_ways(distance: str) -> None:
    split = Split(
        "struct in { long key; int link; int data; }; struct out { long pad; struct in in; };"
        "int main(void) { struct in *i = malloc(sizeof *i); int *link = &i->link;"
        "  size_t known = 8; i->key = 1; i->data = 2; *link = 3;"
        f"  struct in *j = (struct in *)((char *)link - ({distance})); return j->data; }}"
    )

    assert split["i->data"] is split["j->data"]
    assert INT == split["j->data"].type
    assert split["*link"] is not split["j->data"]


@pytest.mark.parametrize(
    ("distance", "apart"),
    [
        ("i * sizeof(struct node)", True),
        ("i << 4", True),
        ("(i & ~15ul)", True),
        ("moved", True),
        ("i * 4", False),
        ("i", False),
        ("(size_t)(unsigned)(i * 48)", True),
        ("(size_t)((unsigned)i * 24)", False),
        ("(size_t)(unsigned char)(i * 160)", True),
    ],
)
def test_address_arithmetic_in_integers_moves_by_what_the_distance_is_a_multiple_of(
    distance: str, *, apart: bool
) -> None:
    split = Split(
        "struct node a[64]; int main(void) { size_t i = (size_t)__VERIFIER_nondet_int(), moved = 0;"
        f"  for (int k = 0; k < 3; k++) moved += 32; uintptr_t at = (uintptr_t)a + ({distance});"
        "  struct node *p = (struct node *)at; p->value = 1; p->next = p; return a[2].value; }"
    )

    assert apart == (split["p->value"] is not split["p->next"])
    assert split["p->value"] is split["a[2].value"]


# ---- blocks --------------------------------------------------------------------------------------


def test_a_copy_between_records_keeps_typed_cells() -> None:
    split = Split(
        "struct { int a; char c; long l; } s, t; int main(void) {"
        " s.a = 1; s.c = 2; s.l = 3; memcpy(&t, &s, sizeof s); return t.a + (int)t.l; }"
    )
    target, source = behind(split.cfa, "memcpy", 0), behind(split.cfa, "memcpy", 1)

    assert [0, 4, 8] == [offset for offset, _ in split.regions.cells(target, 16)]
    assert split.cells(target, 16) == split.cells(source, 16)
    assert [4, 1, 8] == [region.size for _, region in split.regions.cells(source, 16)]
    assert split["t.a"] in {region for _, region in split.regions.cells(target, 16)}


def test_a_block_that_ends_inside_a_cell_makes_it_bytes() -> None:
    split = Split(
        "struct { int a, b; } s; int main(void) { s.a = 1; s.b = 2; memset(&s, 0, 6); return s.b; }"
    )
    cells = split.regions.cells(behind(split.cfa, "memset", 0), 6)

    assert [0, 4, 5] == [offset for offset, _ in cells]
    assert INT == split["s.a"].type
    assert split["s.b"].type is None


def test_a_cell_that_a_block_would_cut_is_bytes_even_if_it_comes_later() -> None:
    split = Split(
        "struct { int a, b; } s; int main(void) { memset(&s, 0, 6); s.b = 2; return s.b; }"
    )

    assert split["s.b"].type is None


def test_what_a_library_function_stores_is_an_access() -> None:
    split = Split(
        "double frexp(double, int *); union { int e; short half; } u;"
        "int main(void) { frexp(2.5, &u.e); return u.half; }"
    )

    assert split["u.half"].type is None


def test_what_nobody_accesses_has_no_cell() -> None:
    split = Split(
        "struct big { int a; int unused[100]; short z; } g, h; int main(void) {"
        " struct big *p = &g; p->a = 1; p->z = 2; h = *p; return h.z; }"
    )
    whole = split.place("*p")

    assert [(0, "g.a"), (404, "g.z")] == split.cells(whole, size_of(whole.type))
    assert [(0, "h.a"), (404, "h.z")] == split.cells(split.place("h"), size_of(whole.type))


def test_the_cells_of_an_array_repeat_and_those_that_are_cut_are_left_out() -> None:
    split = Split(
        "struct node a[3]; int main(void) { struct node *p = a; int i = __VERIFIER_nondet_int();"
        " p[i].value = 1; p[i].next = p; return a[1].value; }"
    )
    first = Place(split.place("a[1].value").type, root_variable(split.place("a[1].value")))

    assert [0, 8, 16, 24, 32, 40] == [offset for offset, _ in split.regions.cells(first, 48)]
    assert [0, 8, 16] == [offset for offset, _ in split.regions.cells(first, 27)]


def root_variable(place: Lvalue) -> Variable:
    top = root(place)
    assert isinstance(top, Place)
    return top.variable


def test_texts_are_accessed_byte_by_byte() -> None:
    split = Split(
        "int x; struct { char name[4]; int n; } s; int main(void) { x = 1; s.n = 2;"
        ' strcpy(s.name, "abc"); return (int)strlen((char *)&x); }'
    )

    assert split["x"].type is None
    assert split["s.n"].alone
    assert CHAR == split.regions.of(Deref(CHAR, behind(split.cfa, "strcpy", 0).pointer)).type


# ---- answers -------------------------------------------------------------------------------------

MANY = (
    "struct list { struct list *next; int v[3]; union { int i; char c[4]; } u; } pool[4], *free_;"
    "struct list *take(void) { struct list *l = free_; if (l) free_ = l->next; return l; }"
    "int main(void) { int k = __VERIFIER_nondet_int() & 3; free_ = &pool[k];"
    "  struct list *l = take(), copy = *l; l->v[k] = 1; struct list fix[2], *f = fix;"
    "  f[1].v[2] = 1; f->v[2] = 2; f->v[0] = 3; int *any; *any = 4; any[1] = 5;"
    "  l->u.c[k] = 2; copy.u.i = l->u.i;"
    "  long *h = malloc(64); h[k] = 1; *(int *)(h + 2) = 3; return copy.v[1] + (int)h[2]; }"
)


def test_names_are_unique() -> None:
    split = Split(MANY)
    found = {split.regions.of(place) for place in split.scalars}

    assert len(found) == len({region.name for region in found})


def test_answers_do_not_depend_on_the_order_of_the_questions() -> None:
    forwards, backwards = Split(MANY), Split(MANY)
    one = [forwards.regions.of(place).name for place in forwards.scalars]
    other = [backwards.regions.of(place).name for place in reversed(backwards.scalars)]

    assert one == other[::-1]


def test_a_place_is_known_by_its_structure() -> None:
    split = Split("struct node n; int main(void) { struct node *p = &n; p->value = 1; return 0; }")
    place = split.place("p->value")
    assert isinstance(place, MemberOf)
    assert isinstance(place.base, Deref)
    again = MemberOf(place.type, Deref(place.base.type, place.base.pointer), place.field)

    assert split.regions.of(place) is split.regions.of(again)


def test_an_access_that_the_program_does_not_have_is_refused_where_it_would_cut_a_cell() -> None:
    split = Split("int x; int main(void) { int *p = &x; *p = 1; return x; }")
    x = split.place("x")

    assert isinstance(x, Place)
    with pytest.raises(ValueError, match="does not have"):
        split.regions.of(Place(CHAR, x.variable))
