"""What depends on where objects lie in memory, and that no proof rests on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul import verify
from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.placement import dependent_on_placement
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
    "of a function, as it is": "void (*g)(void) = f; return g > (void (*)(void))0x100000000UL;",
}

INDEPENDENT = {
    "null": "return p == 0 || !q;",
    "null as a number": "return (num)p == 0UL;",
    "equal": "return p == q || (num)p != (num)q;",
    "equal to a number": "return (num)p == 0xdead000000000100UL;",
    "an error code": "return (num)p >= (num)-4095;",
    "not in the first page": "return (num)p > 16;",
    "order in an object": "int *end = q + 2; while (q < end) q++; return 0;",
    "null and a function": "void (*g)(void) = f; return !g || (num)f == 0 || (void *)g != 0;",
    "functions": "void (*g)(void) = f; void (*h)(int) = (void (*)(int))f; g(); return h == 0;",
    "moved and back": "num n = (num)p + 8; return *(int *)(n - 8);",
    "numbers": "num n = nondet(); return (n & 7) < 5 || n >> 3 == n % 11 || (int)n > 4;",
}


def sites(text: str, model: DataModel = LP64) -> int:
    return len(dependent_on_placement(cfa_of(text, model)))


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


@pytest.mark.parametrize(("given", "verdict"), [("0", "TRUE"), ("f", "FALSE")])
def test_null_is_zero_wherever_functions_lie(tmp_path: Path, given: str, verdict: str) -> None:
    body = f"void f(void); void (*g)(void) = {given}; unsigned long n = (unsigned long)g;"
    found, details = result(tmp_path, f"{body} if (n) reach_error();", "value+predicate")
    assert verdict == found, details
