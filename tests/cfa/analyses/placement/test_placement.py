"""What depends on where objects lie in memory, and that no proof rests on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul import verify
from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.analyses.placement import dependent_on_placement
from tests.cfa.c_text import DECLARATIONS, cfa_of

BODY = (
    "typedef unsigned long num; void f(void) {{}} "
    "int main(void) {{ int *p = malloc(4), *q = malloc(8); {} }}"
)

DEPENDENT = {
    "order with a number": "return (num)p > 4294967295UL;",
    "order with a variable": "num n = nondet(); return (num)p > n;",
    "order of two addresses as numbers": "return (num)p < (num)q;",
    "through a variable": "num n = (num)p; n += 8; return n < 0x10000UL;",
    "through memory": "struct s { num n; } s, *t = &s; t->n = (num)p; return s.n < 0x10000UL;",
    "a bit": "return (num)p & 16;",
    "shifted": "return (num)p >> 40;",
    "a remainder": "return (num)p % 32;",
    "complement": "return ~(num)p == 5;",
    "the lower half": "return (int)(num)p == 0;",
    "the distance of two objects": "return (num)p - (num)q == 64;",
    "of a variable": "int v; num n = (num)&v; return n > 4294967295UL;",
    "a byte of it": "return *(unsigned char *)&p > 5;",
    "whether a byte of it is null": "if (*(char *)&p) return 1; return 0;",
    "of a function": "return (num)f > 4294967295UL;",
    "of a function, a bit": "num n = (num)&f; return n & 16;",
    "of a function, through an object pointer": "void *v = f; return (num)v > 4294967295UL;",
    "a sum against a small number": "return (long)((num)p - 0x100000000UL) < 0;",
    "a sum against a large number": "return (num)p - 0x100000000UL > 0xFFFFFFFF00000000UL;",
    "a number without it": "return 0UL - (num)p > 0xFFFFFFFF00000000UL;",
    "moved step by step": "num n = (num)p; while (n > 16) n -= 16; return n == 16;",
    "moved and back": "num n = (num)p + 8; return *(int *)(n - 8);",
    "in more bits": "return (unsigned __int128)(num)p + 5 > 9;",
    "as a float": "float a = (num)p, b = (num)q; return a == b;",
    "read as a float": "union { int *p; float f[2]; } u; u.p = p; return u.f[1] == 0;",
    "read as a truth value": "union { int *p; _Bool b[8]; } u; u.p = p; return u.b[5];",
    "half of it in a whole number": "num n = 0; memcpy(&n, (char *)&p + 4, 4); return n == 0;",
    "half of it overwritten": "num n = (num)p; *(unsigned *)&n = 0; return n == 0;",
    "half of it zero": "memset(&p, 0, 4); return p == 0;",
    "a bit-field in it": "union { int *p; struct { num lo : 32; } s; num n; } u;"
    " u.p = p; u.s.lo = 0; return u.n == 0;",
    "a guess": "return (num)p == 0x5000UL;",
    "a guess from outside": "num n = nondet(); return (num)p == n;",
    "a guess as a pointer": "return p == (int *)0x5000;",
    "the end of one object and another": "int a, b; return &a + 1 == &b;",
    "the end of an array": "int a[4], b[4], *e = a; while (nondet()) e++; return e == b;",
    "an address kept longer than its object": "num n = (num)p; free(p); return n == (num)q;",
    "the distance of pointers into two objects": "return (char *)p - (char *)q > 0;",
    "the distance from null": "return (char *)p - (char *)0 > 4294967295L;",
    "the order of pointers into two objects": "return p < q;",
    "a number as an index": "static int a[64]; num n = (num)p; return a[n];",
    "the size of an allocation": "p = malloc((num)q); return !p;",
    "the size of a moved object": "p = realloc(p, (num)q); return !p;",
    "the distance from what may be null": "static int v; p = nondet() ? &v : 0;"
    " return (num)p - (num)&v == 8;",
    "the order with what may be a number": "static int v; p = nondet() ? &v : (int *)0x500000;"
    " return (num)p < (num)&v;",
    "a number that becomes a pointer again": "num n = (num)p; free(p); return (int *)n == q;",
    "one that becomes a number again": "num n = (num)p; free(p); return (num)(int *)n == (num)q;",
    "one in a union": "union { num n; int *r; } u; u.n = (num)p; free(p); return u.r == q;",
    "one that is copied": "num n = (num)p; int *r; free(p); memcpy(&r, &n, 8); return r == q;",
    "the end of one of two": "static int a[2], b, c; int k = nondet(), *r = k ? a + 2 : &b;"
    " if (!k) *r = 1; return a + 2 == &c;",
    "the order of such pointers": "num n = (num)p; free(p); return (int *)n < q;",
    "bytes of it, as a text": "struct { int *p; num z; } s = {p}; return strlen((char *)&s);",
    "bytes of it, compared": "return memcmp(&p, &q, 8) > 0;",
    "of a function, by a union": "union { void (*f)(void); num n; } u; u.f = f; return u.n > 9999;",
    "of a function, by its bytes": "void (*g)(void) = f; return *(num *)&g > 4294967295UL;",
    "of a function, copied": "void (*g)(void) = f; num n; memcpy(&n, &g, 8); return n & 16;",
    "of a function, as it is": "void (*g)(void) = f; return g > (void (*)(void))0x100000000UL;",
}

INDEPENDENT = {
    "null": "return p == 0 || !q;",
    "null as a number": "return (num)p == 0UL;",
    "equal": "return p == q || q != p;",
    "equal to a number": "return (num)p == 0xdead000000000100UL;",
    "an error code": "return (num)p >= (num)-4095;",
    "not in the first page": "return (num)p > 16;",
    "order in an object": "int *end = q + 2; while (q < end) q++; return 0;",
    "null and a function": "void (*g)(void) = f; return !g || (num)f == 0 || (void *)g != 0;",
    "functions": "void (*g)(void) = f; void (*h)(int) = (void (*)(int))f; g(); return h == 0;",
    "kept as a number": "num n = (num)p; int *r = (int *)n; return *r;",
    "both ends of one array": "int a[4], *r = a, *end = a + 4; while (r != end) r++; return r - a;",
    "as some tools compare": "return (num)p == (num)q || (num)(p + 1) == (num)p;",
    "called": "void (*g)(void) = f; g(); void (*h)(void) = nondet() ? f : 0; if (h) h(); return 0;",
    "numbers": "num n = nondet(); return (n & 7) < 5 || n >> 3 == n % 11 || (int)n > 4;",
}


def sites(text: str, model: DataModel = LP64) -> int:
    placed = dependent_on_placement(cfa_of(text, model))
    return len(placed.expressions) + len(placed.calls)


@pytest.mark.parametrize("name", DEPENDENT)
def test_what_is_computed_from_an_address_depends_on_it(name: str) -> None:
    assert sites(BODY.format(DEPENDENT[name]))


@pytest.mark.parametrize("name", INDEPENDENT)
def test_what_holds_wherever_objects_lie_does_not(name: str) -> None:
    assert not sites(BODY.format(INDEPENDENT[name]))


def test_a_function_that_is_analysed_for_each_call_is_seen_with_its_arguments() -> None:
    small = "static int low(unsigned long n) { return n < 0x10000UL; }"
    assert not sites(f"{small} int main(void) {{ return low(nondet()); }}")
    assert sites(f"{small} int main(void) {{ int *p = malloc(4); return low((unsigned long)p); }}")


def test_with_32_bits_the_sign_of_an_address_depends_on_it() -> None:
    text = "int main(void) { int *p = malloc(4); return (int)p < 0; }"
    assert sites(text, ILP32)
    assert not sites("int main(void) { int *p = malloc(4); return (long)p < 0; }")


@pytest.mark.parametrize("condition", ["(long long)(int)p > 0", "(unsigned long long)p > 5"])
def test_with_32_bits_more_bits_show_the_sign_of_an_address(condition: str) -> None:
    assert sites(f"int main(void) {{ int *p = malloc(4); return {condition}; }}", ILP32)


def test_a_program_without_pointers_has_nothing_that_depends_on_it() -> None:
    assert not sites("int main(void) { unsigned n = nondet(); return n + 5000 > 7000; }")


# ---- proofs ----

# Objects may lie below 2^32 or above.
LOW = "static int is_low(const void *p) { return (unsigned long)p <= 4294967295UL; }"


def result(folder: Path, body: str, method: str) -> tuple[str, tuple[str, ...]]:
    path = folder / "program.c"
    path.write_text(f"{DECLARATIONS} {LOW} int main(void) {{ {body} return 0; }}")
    found = verify(path, method=method, time_limit=20.0)
    return found.verdict, (found.reason, *found.advice)


@pytest.mark.parametrize("method", ["impact", "predicate", "bmc", "value", "automizer", "auto"])
def test_no_proof_rests_on_one_placement(tmp_path: Path, method: str) -> None:
    """Of two conditions that exclude each other one holds in every placement, so for one of them
    the error is reached where objects lie; and neither program is safe."""
    verdicts = set()
    for condition in ("is_low(p)", "!is_low(p)"):
        body = f"int *p = malloc(4); if ({condition}) reach_error();"
        verdict, details = result(tmp_path, body, method)
        verdicts.add(verdict)
        assert verdict == "FALSE" or any("where objects lie" in line for line in details)
    assert "TRUE" not in verdicts


def test_the_only_execution_is_no_proof_either(tmp_path: Path) -> None:
    """The condition that does not hold where objects lie leaves one execution, without an error."""
    for condition in ("is_low(&v)", "!is_low(&v)"):
        body = f"static int v; if ({condition}) reach_error();"
        assert result(tmp_path, body, "concrete")[0] != "TRUE"


@pytest.mark.parametrize("method", ["value", "value+predicate"])
def test_a_proof_that_does_not_need_it_stays_one(tmp_path: Path, method: str) -> None:
    body = "int *p = malloc(4), n = 0; if (is_low(p)) n = 2; if (n == 3) reach_error();"
    verdict, details = result(tmp_path, body, method)
    assert verdict == "TRUE", details


@pytest.mark.parametrize(
    "condition",
    ["(unsigned long)f > 4294967295UL", "*(unsigned char *)&p > 5", "(unsigned long)f & 16"],
)
def test_functions_and_bytes_of_addresses_are_no_reason(tmp_path: Path, condition: str) -> None:
    body = "void f(void); int *p = malloc(4); if ({}({})) reach_error();"
    for opposite in ("", "!"):
        found, details = result(tmp_path, body.format(opposite, condition), "value+predicate")
        assert "TRUE" != found
        assert "evidence refuted" != details[0]


@pytest.mark.parametrize(
    "condition",
    [
        "(long)((unsigned long)p - 0x100000000UL) < 0",
        "*(unsigned long *)&g > 4294967295UL",
        "(unsigned long)p + 80 == (unsigned long)q",
        "&v + 1 == &w",
        "(unsigned long)p == 0x100000000000UL",
        "strlen((char *)&s) > 3",
    ],
)
@pytest.mark.parametrize("method", ["predicate", "bmc"])
def test_what_may_hold_elsewhere_is_no_reason(tmp_path: Path, condition: str, method: str) -> None:
    """Where a compiler puts objects either may hold: both are errors somewhere."""
    body = (
        "int v, w, *p = malloc(4), *q = malloc(4); void f(void); void (*g)(void) = f;"
        " struct { int *p; long z; } s = {p};"
    )
    for opposite in ("", "!"):
        text = f"{body} if ({opposite}({condition})) reach_error();"
        assert "TRUE" != result(tmp_path, text, method)[0]


def test_what_no_object_lies_at_is_the_same_wherever_objects_lie(tmp_path: Path) -> None:
    """As Linux tells errors by pointers."""
    body = (
        "int *p = nondet() ? malloc(4) : (int *)-12L, r = 0; unsigned long n = (unsigned long)p;"
        " if (n >= -4095UL) r = (int)n; if (r != 0 && r != {}) reach_error();"
    )
    for number, verdict in ((-12, "TRUE"), (-13, "FALSE")):
        found, details = result(tmp_path, body.format(number), "predicate")
        assert verdict == found, details


def test_alignment_that_is_asked_for_is_given(tmp_path: Path) -> None:
    body = (
        "static char b[3] __attribute__((aligned(64))); char c __attribute__((aligned(256)));"
        " if (((unsigned long)b & 63) || ((unsigned long)&c & 255)) reach_error();"
    )
    for method in ("concrete", "bmc", "predicate", "value"):
        assert "FALSE" != result(tmp_path, body, method)[0]


@pytest.mark.parametrize(("given", "verdict"), [("0", "TRUE"), ("f", "FALSE")])
def test_null_is_zero_wherever_functions_lie(tmp_path: Path, given: str, verdict: str) -> None:
    body = f"void f(void); void (*g)(void) = {given}; unsigned long n = (unsigned long)g;"
    found, details = result(tmp_path, f"{body} if (n) reach_error();", "value+predicate")
    assert verdict == found, details


# ---- numbers that are made pointers --------------------------------------------------------------

HIDDEN = "struct s { num a; struct s *next; }; struct s *get(void); int shared, other;"
EXPOSING = "num known = (num)&shared; shared = known != 0;"
GUESSES = {
    "from outside": "num n = nondet_number();",
    "from outside, through memory": "struct s s; s.a = nondet_number(); num n = s.a;",
    "from outside, or an address": "num n = nondet_number(); if (!n) n = (num)&other;",
    "of fewer bits": "num n = (num)(unsigned)nondet();",
    "in an unknown object": "struct s *p = get(); num n = p->a;",
    "there, or an address": "struct s *p = get(); if (nondet()) p->a = (num)&other; num n = p->a;",
    "behind an unknown object": (
        "struct s *p = get()->next; if (nondet()) p->a = (num)&other; num n = p->a;"
    ),
    "in fresh memory, or an address": (
        "struct s *p = malloc(16); if (nondet()) p->a = (num)&other; num n = p->a;"
    ),
}
ADDRESSES = {
    "of an object": "num n = (num)&other;",
    "of an object, moved": "struct s s; num n = (num)&s + 8;",
    "of a pointer that was never set": "int *p; num n = (num)p + 48;",
    "of one in a structure that was never set": "struct s s; num n = (num)s.next + 8;",
    "of an unknown object": "struct s *p = get(); num n = (num)p + 8;",
    "of what an unknown object points to": "struct s *p = get(); num n = (num)p->next + 8;",
}


def guess_in(body: str) -> bool:
    text = f"typedef unsigned long num; num nondet_number(void); {HIDDEN}"
    text += "int *moved(int *p, num by) { return (int *)((num)p + by); }"
    cfa = cfa_of(DECLARATIONS + text + f"int main(void) {{ {EXPOSING} {body} return *(int *)n; }}")
    return dependent_on_placement(cfa).guess is not None


@pytest.mark.parametrize("body", GUESSES.values(), ids=GUESSES.keys())
def test_a_number_from_nowhere_that_is_followed_may_be_any_address(body: str) -> None:
    assert guess_in(body)


@pytest.mark.parametrize("body", ADDRESSES.values(), ids=ADDRESSES.keys())
def test_a_number_that_was_a_pointer_is_no_guess(body: str) -> None:
    assert not guess_in(body)


MIXING = "num apart = (num)&other - (num)&shared;"
COMPUTED = {
    "moved by the distance": "num n = (num)&shared; n = n + apart;",
    "moved by it in a call": "num n = (num)moved(&shared, apart);",
    "moved in memory": "num m[2]; m[0] = (num)&shared + apart; num n = m[nondet() & 1];",
    "a copy of what was moved": "num m = (num)&shared, n = m; m = m + apart; n = m;",
}
KEPT = {
    "as it is": "num n = (num)&shared;",
    "in two variables": "num m = (num)&shared, n = m;",
    "one of two": "num n = (num)&shared; if (nondet()) n = (num)&other;",
    "of an allocated object": "int *p = malloc(4); num n = (num)p;",
    "of one in an array that is walked": "int *p = malloc(40), *q = p; while (nondet()) q++;"
    " num n = (num)p;",
}
OUTLIVED = {
    "an object that was freed": "int *p = malloc(4); num n = (num)p; free(p);",
    "another object that was freed": "int *p = malloc(4); num n = (num)p; free(malloc(4));",
    "an object that was moved": "int *p = malloc(4); num n = (num)p; p = realloc(p, 8);",
    "a variable of a function": "int a; num n = (num)&a;",
    "an object that nobody knows": "struct s *p = get(); num n = (num)p;",
    "the end of an object": "num n = (num)(&shared + 1);",
    "the end of one, in a union": "union { num n; int *p; } u; u.n = (num)(&shared + 1);"
    " if (u.n == (num)&other) *u.p = 5; num n = (num)&shared;",
    "perhaps the end of one": "int *p = malloc(40); while (nondet()) p++; num n = (num)p;",
}


@pytest.mark.parametrize("body", COMPUTED.values(), ids=COMPUTED.keys())
def test_where_addresses_are_mixed_a_computed_number_may_be_any_address(body: str) -> None:
    assert guess_in(MIXING + body)


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT.keys())
def test_a_pointer_that_is_kept_as_a_number_is_no_guess_even_there(body: str) -> None:
    assert not guess_in(MIXING + body)


TOLD = {
    "a third number": "num g = nondet_number(); if (g == n && g == m)",
    "bits": "int a = 0, b = 0; if (n & 16) a = 1; if (m & 16) b = 1; if (a == b)",
    "an index": "static char t[4096]; t[n % 4096] = 1; if (t[m % 4096])",
    "floats": "double a = n, b = m; if (a == b)",
    "a difference": "if ((int *)n - q == 0)",
}


@pytest.mark.parametrize("told", TOLD.values(), ids=TOLD.keys())
def test_whoever_looks_at_numbers_may_know_that_one_leads_to_another_object(told: str) -> None:
    text = (
        f"{DECLARATIONS} typedef unsigned long num; num nondet_number(void); int main(void) {{"
        " int *p = malloc(4); num n = (num)p; FREE int *q = malloc(4); num m = (num)q;"
        f" {told} *(int *)n = 2; return *q; }}"
    )
    freed = cfa_of(text.replace("FREE", "free(p);"))
    kept = cfa_of(text.replace("FREE", ""))

    assert dependent_on_placement(freed).guess is not None
    assert dependent_on_placement(kept).guess is None


def test_a_number_that_nobody_looks_at_leads_where_it_came_from() -> None:
    body = "int *p = malloc(4); num n = (num)p; free(p); int *q = malloc(4); *(int *)n = 2;"
    cfa = cfa_of(
        f"{DECLARATIONS} typedef unsigned long num; int main(void) {{ {body} return *q; }}"
    )

    assert dependent_on_placement(cfa).guess is None


@pytest.mark.parametrize("body", OUTLIVED.values(), ids=OUTLIVED.keys())
def test_a_number_may_be_kept_longer_than_its_object(body: str) -> None:
    """Another object may lie there since."""
    assert guess_in(MIXING + body)
