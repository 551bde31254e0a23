"""Builtins that become arithmetic: the interpreter computes what gcc would."""

from __future__ import annotations

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.model import Havoc
from maul.cfa.outcome import Ended
from maul.errors import Unsupported
from maul.interpret.machine import interpret
from maul.system.deep import call_deep
from tests.cfa.build.listing import body, built, steps

pytestmark = pytest.mark.smoke


def result(expression: str, model: DataModel = LP64, before: str = "") -> int:
    """The low byte of an expression that the program computes from variables."""
    cfa = built(f"{before} int main(void) {{ return {expression}; }}", model)
    outcome = call_deep(lambda: interpret(cfa)).outcome

    assert isinstance(outcome, Ended)
    return outcome.status


VARIABLES = "unsigned z = 0, u = 0xf0f10; int m = -7; long long w = 1ll << 40; double n, d = 2.5;"


@pytest.mark.parametrize("model", [ILP32, LP64])
@pytest.mark.parametrize(
    ("expected", "expression"),
    [
        (9, "__builtin_popcount(u)"),
        (1, "__builtin_popcountll(w)"),
        (1, "__builtin_parity(u)"),
        (4, "__builtin_ctz(u)"),
        (40, "__builtin_ctzll(w)"),
        (12, "__builtin_clz(u)"),
        (23, "__builtin_clzll(w)"),
        (0, "__builtin_ffs(z)"),
        (5, "__builtin_ffs(u)"),
        (7, "__builtin_abs(m)"),
        (1, "__builtin_bswap32(u) == 0x100f0f00"),
        (1, "__builtin_bswap16(u) == 0x100f"),
        (1, "__builtin_bswap64(w) == 0x10000"),
        (1, "__builtin_isnan(n / n) && !__builtin_isnan(d)"),
        (1, "__builtin_isinf(d / n) && !__builtin_isinf(d)"),
        (1, "__builtin_isfinite(d) && !__builtin_isfinite(d / n)"),
        (1, "__builtin_isnormal(d) && !__builtin_isnormal(n)"),
        (3, "__builtin_fpclassify(0, 1, 3, 4, 2, d)"),
        (2, "__builtin_fpclassify(0, 1, 3, 4, 2, n)"),
        (1, "__builtin_isless(n, d) && !__builtin_isunordered(n, d)"),
        (1, "__builtin_inf() == d / n"),
        (1, "__builtin_expect(u, 1) == 0xf0f10"),
    ],
)
def test_a_builtin_computes_what_it_says(expected: int, expression: str, model: DataModel) -> None:
    assert expected == result(expression, model, VARIABLES)


@pytest.mark.parametrize(
    ("expected", "statements"),
    [
        (1, "return __builtin_add_overflow(2147483647, 1, &m);"),
        (0, "return __builtin_add_overflow(2147483646, 1, &m);"),
        (144, "unsigned char c; __builtin_mul_overflow(20, 20, &c); return c;"),
        (1, "return __builtin_sub_overflow(1u, 2u, &u);"),
        (5, "int v = 5; return __sync_fetch_and_add(&v, 3);"),
        (8, "int v = 5; return __sync_add_and_fetch(&v, 3);"),
        (9, "int v = 5; __sync_bool_compare_and_swap(&v, 5, 9); return v;"),
        (5, "int v = 5; return __sync_val_compare_and_swap(&v, 4, 9);"),
        (5, "int v = 5; return __atomic_exchange_n(&v, 9, 5);"),
        (5, "int v = 5, e = 4; __atomic_compare_exchange_n(&v, &e, 9, 0, 5, 5); return e;"),
        (7, "int v = 5; __atomic_store_n(&v, 7, 5); return __atomic_load_n(&v, 5);"),
    ],
)
def test_a_builtin_that_stores(expected: int, statements: str) -> None:
    before = f"{VARIABLES} int f(void) {{ {statements} }}"

    assert expected == result("f()", before=before)


def test_unreachable_ends_the_path() -> None:
    assert ["0-1 [x]", "0-3 [!x]", "1-2 __builtin_unreachable()", "3-4 return 1"] == body(
        "if (x) __builtin_unreachable(); return 1;"
    )


def test_an_unknown_object_size_is_any_number() -> None:
    text = """
    unsigned long f(char *p) { return __builtin_object_size(p, 0) + __builtin_object_size(p, 2); }
    int main(void) { return f(0); }
    """

    assert ["$1 = *", "$2 = *", "return $1 + $2"] == steps(text)


def test_a_macro_hint_costs_no_edge() -> None:
    assert ["0-1 return x"] == body("__builtin_prefetch(p); return __builtin_expect(x, 0);")


SCANNING = "int sscanf(const char *, const char *, ...); int main(void) {{ {} }}"


def origins(text: str) -> list[str]:
    """Why values of main are arbitrary."""
    main = built(text).functions["main"]
    operations = (edge.operation for at in main.locations for edge in at.leaving)
    return [operation.origin for operation in operations if isinstance(operation, Havoc)]


def test_what_a_format_reads_is_arbitrary() -> None:
    text = SCANNING.format('int a = 1; short b; return sscanf("7", "%d%hd", &a, &b) + a + b;')

    assert 3 == sum("read by a format" == origin for origin in origins(text))


def test_text_read_by_a_format_is_refused() -> None:
    with pytest.raises(Unsupported, match="sscanf into something that is no number"):
        origins(SCANNING.format('char s[9]; return sscanf("7", "%s", s);'))
