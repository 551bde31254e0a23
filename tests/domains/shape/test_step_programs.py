"""Small programs on memory graphs: what steps find out, what they keep open, what they refuse."""

import pytest

from maul.errors import Unsupported
from tests.domains.shape.stepping import main, program, violated

NODE = "struct node *p = malloc(sizeof *p); "
MEMORY = "valid-memsafety"


def reaches(body: str) -> bool:
    return {"unreach-call"} == violated(main(body))


def check(body: str, condition: str) -> None:
    """The condition holds, and the end is reached."""
    assert not reaches(f"{body} if (!({condition})) reach_error();")
    assert reaches(f"{body} if ({condition}) reach_error();")


def leaves_open(body: str, condition: str) -> None:
    """The condition may hold or not."""
    assert reaches(f"{body} if (!({condition})) reach_error();")
    assert reaches(f"{body} if ({condition}) reach_error();")


# ---- what is known ----


@pytest.mark.parametrize(
    ("body", "condition"),
    [
        ("int a = 7;", "a == 7"),
        ("unsigned char a = 250; a += 10;", "a == 4"),
        ("int a = -7;", "a / 2 == -3 && a % 2 == -1 && (a >> 1) == -4"),
        ("int a = nondet(); int b = a;", "a == b"),
        ("int a = nondet(); if (a != 3) return 0;", "a == 3"),
        ("int a = nondet(); if (a < 3 || a > 5) return 0;", "a + 1 > 3 && a - 1 < 5"),
        ("int a = nondet(); long b = a; if (b != 3) return 0;", "a == 3"),
        ("int a = nondet(); if (!(a == 0) != 0) return 0;", "a == 0"),
        ("int a = nondet(); if (a == 0) return 0;", "a != 0"),
        ("int x; int *p = &x; *p = 5;", "x == 5"),
        ("int x[3] = {1, 2, 3}; int *p = x + 2;", "p[-1] == 2 && p - x == 2"),
        (NODE + "p->next = p; p->next->next->data = 4;", "p->data == 4"),
        ("struct node a = {0, 3}; struct node b = a;", "b.data == 3 && b.next == 0"),
        ("struct node a[4] = {0}; a[2].data = 1;", "a[3].next == 0 && a[2].next == 0"),
        ("struct node *p = calloc(3, sizeof *p); p[1].data = 1;", "!p[1].next && !p[2].data"),
        ('char s[8] = "ab";', "s[1] == 'b' && s[2] == 0 && s[7] == 0"),
        ("int a[4] = {1, 2, 3, 4}; memmove(a + 1, a, 12);", "a[1] == 1 && a[2] == 2 && a[3] == 3"),
        ("int a[4] = {1, 2, 3, 4}; memset(a, 0, 8);", "a[1] == 0 && a[2] == 3"),
        ("int a = 1, b = 2; int *p = mempcpy(&a, &b, 4);", "a == 2 && p == &a + 1"),
        ("union { int i; unsigned u; } x; x.i = -1;", "x.u == 4294967295u"),
        ("int x; int *p = &x, *q = nondet() ? p : 0;", "q == p || q == 0"),
        ("int x, y;", "&x != &y && &x != 0"),
        ("int (*f)(void) = nondet;", "f == nondet && f != 0"),
        ("struct { unsigned a : 3, b : 5; } x = {0};", "x.a == 0 && x.b == 0"),
        ("struct { unsigned a : 3, b : 5; } x; x.a = nondet();", "x.a < 8"),
        (NODE + "p->data = 3; p = realloc(p, 32);", "p->data == 3"),
        (NODE + "p->data = 3; p = realloc(p, 16 + (nondet() & 3));", "p->data == 3"),
        ("long n = nondet(); char *p = &((char *)0)[3];", "(long)p == 3"),
        ("int x; unsigned long n = (unsigned long)&x; int *p = (int *)n; *p = 3;", "x == 3"),
        ("int a[8] = {0}; int i = nondet(); if (i < 0 || i > 7) return 0;", "a[i] == 0"),
    ],
)
def test_what_a_program_computes_is_known(body: str, condition: str) -> None:
    """Numbers and addresses are exact."""
    check(body, condition)


@pytest.mark.parametrize(
    ("body", "condition"),
    [
        ("int a = nondet();", "a == 3"),
        ("int a = nondet(); if (a == 3) return 0;", "a == 4"),
        ("unsigned char a = nondet(); signed char b = a;", "b < 0"),
        ("union { int i; char c[4]; } x; x.i = 1; x.c[3] = nondet();", "x.i == 1"),
        ("union { float f; int i; } x; x.f = 1;", "x.i == 0"),
        ("struct node a; memcpy(&a, &a, 3);", "a.data == 0"),
        ("int a[8] = {0}; a[nondet() & 7] = 1;", "a[2] == 0"),
        (NODE + "struct node *q = p; free(p); p = malloc(16);", "p == q"),
        ("struct { unsigned a : 3, b : 5; } x = {0}; x.a = 1;", "x.b == 0"),
        ("int a[2], b[2]; int *p = a + 2, *q = b;", "p == q"),
        ("double d = 0.0;", "d == 0.0"),
        ("int n = nondet(); int *p = (int *)(long)n;", "p == 0"),
    ],
)
def test_what_is_not_known_stays_open(body: str, condition: str) -> None:
    """Both answers are possible for the graph."""
    leaves_open(body, condition)


# ---- memory ----


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (NODE + "p->data = 1; free(p);", set()),
        (NODE + "free(p); p->data = 1;", {"valid-deref"}),
        (NODE + "free(p); free(p);", {"valid-free"}),
        (NODE + "free(&p->data);", {"valid-free"}),
        (NODE + "p = 0;", {"valid-memtrack"}),
        (NODE + "p->next = malloc(4); free(p);", {"valid-memtrack"}),
        (NODE + "p[1].data = 1; free(p);", {"valid-deref"}),
        ("struct node *p = 0; p->data = 1;", {"valid-deref"}),
        ("struct node *p = 0; free(p);", set()),
        ("int x; int *p = &x + 1; *p = 1;", {"valid-deref"}),
        ("int x; int *p = &x + 1; p--; *p = 1;", set()),
        ("int *p; { int x; p = &x; } *p = 1;", {"valid-deref"}),
        ("int x; free(&x);", {"valid-free"}),
        ("size_t n = nondet(); char *p = malloc(n); p[0] = 1; free(p);", {"valid-deref"}),
        ("size_t n = nondet() & 7; char *p = malloc(n + 1); p[0] = 1; free(p);", set()),
        ("int a[4]; int i = nondet(); if (i >= 0 && i < 4) a[i] = 1;", set()),
        ("int a[4]; int i = nondet(); if (i >= 0 && i <= 4) a[i] = 1;", {"valid-deref"}),
        ("char *p = alloca(4); p[3] = 1;", set()),
        ("char *p = alloca(4); p[4] = 1;", {"valid-deref"}),
        (NODE + "struct node **q = malloc(8); *q = p; p = 0; free(*q); free(q);", set()),
        ('char a[4]; memcpy(a, "abcd", 4);', set()),
        ('char a[4]; memcpy(a, "abcd", 5);', {"valid-deref"}),
    ],
)
def test_questions_about_memory_are_answered(body: str, expected: set[str]) -> None:
    """Accesses, releases and losses."""
    assert expected == violated(main(body, MEMORY))


def test_an_object_that_nobody_frees_is_left_at_the_end() -> None:
    """memcleanup counts what is reached, too."""
    text = "struct node *p; int main(void) { p = malloc(sizeof *p); return 0; }"

    assert {"valid-memcleanup"} == violated(program(text, "valid-memcleanup"))


def test_undefined_behaviour_that_nobody_asks_about_ends_an_execution() -> None:
    """Behind a null pointer nothing happens."""
    assert not reaches("int *p = 0; *p = 1; reach_error();")
    assert not reaches(NODE + "free(p); p->data = 1; reach_error();")


# ---- indices with few values ----


def test_buckets_of_a_table_are_taken_apart() -> None:
    """A remainder has few values, and each bucket is known afterwards."""
    check(
        "struct node *t[4] = {0}; unsigned h = nondet(); struct node n = {0, 5}; t[h % 4] = &n;"
        "int found = 0; for (int i = 0; i < 4; i++) if (t[i]) found += t[i]->data;",
        "found == 5",
    )


def test_an_index_in_a_variable_is_the_same_afterwards() -> None:
    """The graph is split by the value of the variable."""
    check(
        "struct node *t[4] = {0}; unsigned i = nondet(); if (i > 3) return 0;"
        "struct node n = {0, 5}; t[i] = &n;",
        "t[i] == &n && t[i]->data == 5 && t[3 - i] != &n",
    )


# ---- functions ----


def test_every_activation_has_its_own_variables() -> None:
    """A recursive function keeps the pointers of its callers."""
    text = """
    int f(int n) { int own = n; if (n > 0) { int below = f(n - 1); if (own != n) return 100;
      return below + own; } return 0; }
    int main(void) { if (f(4) != 10) reach_error(); return 0; }"""

    assert set() == violated(program(text))


def test_a_variable_of_a_function_that_returned_is_gone() -> None:
    """What it was cannot be told from a new one by its address, but it cannot be read."""
    text = """
    int *f(void) { int x = 1; int *p = &x; return p; }
    int main(void) { int *p = f(); *p = 2; reach_error(); return 0; }"""

    assert set() == violated(program(text))
    assert {"valid-deref"} == violated(program(text, MEMORY))


def test_records_are_passed_and_returned() -> None:
    """Blocks of bytes go through calls."""
    text = """
    struct node f(struct node n) { n.data++; return n; }
    int main(void) { struct node a = {0, 1}; a = f(a);
      if (a.data != 2 || a.next) reach_error(); return 0; }"""

    assert set() == violated(program(text))


# ---- what is refused ----


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("struct node *p = (struct node *)(long)nondet(); p->data = 1;", "`p->data`"),
        ("struct node *p; struct node *q = p->next;", "`p->next`"),
        ("long n = nondet(); int *p = (int *)n; free(p);", "leads nowhere known"),
        ("long n = nondet(); void *p = realloc((void *)n, 5);", "leads nowhere known"),
    ],
)
def test_what_the_graph_cannot_follow_is_named(body: str, named: str) -> None:
    """In the words of the program."""
    with pytest.raises(Unsupported, match=named):
        violated(main(body))


def test_no_bytes_need_no_object() -> None:
    """A copy of nothing, and a text without room, go on whatever the pointer is."""
    assert reaches("memcpy((void *)0, (void *)0, nondet() & 1); reach_error();")
    assert reaches('snprintf((char *)0, 0, "%d", 1); reach_error();')
    assert reaches(NODE + "free(p); memset(p, 0, nondet() & 1); reach_error();")
    leaves_open("int a = 3; memset(&a, 0, nondet() & 7);", "a == 3")


def test_functions_that_only_print_change_nothing() -> None:
    """And those that write a text change that object only."""
    check('int a = 3; char b[9]; printf("%d", a); strcpy(b, "abc");', "a == 3")
