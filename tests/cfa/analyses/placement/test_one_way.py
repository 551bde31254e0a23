"""What is computed from addresses wherever objects lie, and what is not since it may lead back."""

from __future__ import annotations

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.analyses.placement import dependent_on_placement
from tests.cfa.c_text import DECLARATIONS, cfa_of

HEAD = (
    "typedef unsigned long num; int v, w; struct node { int k; num n; } node; void keep(num n); "
    "num half(num n) { return n / 2; } num moved(int x) { return (num)&x + 1; } "
    " num same(num n) { return n; } "
    "int *back(num n) { return (int *)n; } "
)
MAIN = "int main(void) {{ int *p = malloc(4), *q = malloc(8); {} }}"

ONE_WAY = {
    "compared": "return (num)p / 2 == 77777;",
    "in a variable": "num n = (num)&v + 8; return n == 77777;",
    "in two variables": "num n = (num)p >> 4, m = n; return m % 8 == 5;",
    "in a narrower variable": "unsigned n = (unsigned)((num)p >> 4); return n == 77777;",
    "changed in a loop": "num n = (num)p * 31; while (n % 7) n = n - 1; return n == 77777;",
    "an argument": "return half((num)p) == 77777;",
    "a result": "num n = half((num)p); return n == 77777;",
    "an index": "int a[64]; a[((num)p >> 4) % 64] = 1; return 0;",
    "kept or not": "num n = (num)p; if (nondet()) n = n * 2; return n == 77777;",
    "kept, and changed": "num n = (num)p; n ^= n >> 7; return n == 77777;",
    "of a kept number": "num n = (num)p; return (n >> 4) == 77777;",
    "of two kept numbers": "num n = (num)p, m = (num)q; return n == m;",
    "the order of pointers into two objects": "return p < q;",
    "a guess from outside": "num n = nondet(); return (num)p == n;",
}
LED_BACK = {
    "as a pointer": "num n = (num)&v + 8; return *(int *)(n - 8);",
    "as a pointer in a function": "num n = (num)&v * 2; return *back(n / 2);",
    "in memory": "node.n = (num)p * 2; int *r = (int *)(node.n / 2); return *r;",
    "added to null": "num n = (num)&v * 2; return *((char *)0 + n / 2);",
    "an index of null": "num n = (num)&v * 2; return ((char *)0)[n / 2];",
    "as halves": "unsigned a = (num)p, b = (num)p >> 32; return *(int *)((num)b << 32 | a);",
}
ARBITRARY = {
    "in memory": "node.n = (num)p * 2; return node.n == 77777;",
    "in a variable that pointers reach": "num n = (num)p * 2, *m = &n; return *m == 77777;",
    "given to a function without body": "keep((num)p * 2); return 0;",
    "kept in memory": "node.n = (num)p; return node.n / 2 == 77777;",
    "of a local variable": "int x; num n = (num)&x; return n / 2 == 77777;",
    "of a parameter": "return moved(5) == 77777;",
    "kept, as an index": "int a[64]; num n = (num)p; a[n] = 1; return 0;",
    "in memory, as an index": "int a[64]; node.n = (num)p; return a[node.n];",
    "a byte of it": "return *(unsigned char *)&p > 5;",
    "as a float": "float f = (num)p; return f == 5;",
    "where a number is a pointer": "p = (int *)0x500000; return (num)p / 2 == 77777;",
    "where a sum is a pointer": "char *z = 0; z += 0x500000; return (num)p / 2 == 77777;",
    "where numbers are made pointers": "q = (int *)nondet_number(); return (num)p / 2 == 77777;",
}


def shares(body: str, model: DataModel = LP64) -> tuple[int, int]:
    """How many expressions depend on where objects lie, and how many of them are computed."""
    text = f"{DECLARATIONS} num nondet_number(void); {MAIN.format(body)}"
    placed = dependent_on_placement(cfa_of(HEAD + text, model))
    return len(placed.expressions), sum(
        e in placed.computed.expressions for e in placed.expressions
    )


@pytest.mark.parametrize("model", [LP64, ILP32])
@pytest.mark.parametrize("body", ONE_WAY.values(), ids=ONE_WAY.keys())
def test_what_goes_one_way_is_computed(body: str, model: DataModel) -> None:
    dependent, computed = shares(body, model)

    assert dependent == computed > 0


@pytest.mark.parametrize("body", LED_BACK.values(), ids=LED_BACK.keys())
def test_nothing_is_computed_where_numbers_lead_back(body: str) -> None:
    dependent, computed = shares(body)

    assert dependent > computed == 0


@pytest.mark.parametrize("body", ARBITRARY.values(), ids=ARBITRARY.keys())
def test_what_has_no_known_form_is_arbitrary(body: str) -> None:
    dependent, computed = shares(body)

    assert dependent > computed


def test_a_function_is_one_way_for_all_callers_or_for_none() -> None:
    used = "return same((num)p * 2) == 77777;"
    one_way = shares(used)
    stored = shares(f"node.n = same((num)q); {used}")

    assert one_way[0] == one_way[1] > 0
    assert stored[0] > stored[1]


TAGS = {
    "a bit set": "return ((num)p | 1) == 0;",
    "two bits cleared": "return ((num)p & ~3ul) == 0;",
    "set and cleared": "int *r = (int *)(((num)p | 1) & ~1ul); return *r;",
    "changed": "return ((num)p ^ 5) == 0;",
    "the lowest bits": "return ((num)p & 7) != 0;",
    "a remainder": "return (num)p % 8 != 0;",
    "the distance in an array": "int a[4]; return (num)(a + 2) - (num)a == 8;",
    "the order in an array": "int a[4]; return (num)(a + 2) < (num)a;",
}
NO_TAGS = {
    "a bit above": "return ((num)p | 8) == 0;",
    "bits above cleared": "return ((num)p & ~15ul) == 0;",
    "a bit above asked": "return (num)p & 8;",
    "a remainder above": "return (num)p % 16;",
    "another remainder": "return (num)p % 3;",
    "a bit of a variable": "static char c; return (num)&c & 1;",
    "a bit of what nobody knows": "int *other(void); return (num)other() & 1;",
    "one of two": "static char c; char *r = nondet() ? &c : (char *)p; return (num)r & 1;",
    "the distance of two": "return (num)&v - (num)&w == 4;",
    "the order of two": "return (num)&v < (num)&w;",
}


@pytest.mark.parametrize("model", [LP64, ILP32])
@pytest.mark.parametrize("body", TAGS.values(), ids=TAGS.keys())
def test_what_alignment_gives_holds_wherever_objects_lie(body: str, model: DataModel) -> None:
    assert (0, 0) == shares(body, model)


@pytest.mark.parametrize("body", NO_TAGS.values(), ids=NO_TAGS.keys())
def test_what_alignment_does_not_give_depends_on_it(body: str) -> None:
    dependent, _ = shares(body)

    assert dependent
