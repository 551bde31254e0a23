from __future__ import annotations

import random
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from maul.c.ctype import ArrayType as CArray
from maul.c.ctype import Boolean, Floating, Integer
from maul.logic import build as b
from maul.logic import softfloat
from maul.logic.evaluate import holds
from maul.logic.meaning import signed
from maul.logic.sorts import BOOL, FLOAT32, FLOAT64, INT, Array, BitVec, Float
from maul.report.c_text.terms import c_text

if TYPE_CHECKING:
    from pathlib import Path

    from maul.c.ctype import CType
    from maul.logic.terms import Term
    from maul.logic.values import Value

V8, V32, V64 = BitVec(8), BitVec(32), BitVec(64)
x, y = b.symbol("x", V32), b.symbol("y", V32)
u, c = b.symbol("u", V32), b.symbol("c", V8)
n, w, big = b.symbol("n", INT), b.symbol("w", INT), b.symbol("big", INT)
d, f = b.symbol("d", FLOAT64), b.symbol("f", FLOAT32)
flag = b.symbol("flag", BOOL)
table = b.symbol("table", Array(V32, V8))

field, n8 = b.symbol("field", INT), b.symbol("n8", INT)

NAMES: dict[Term, tuple[str, CType]] = {
    x: ("x", Integer(32, signed=True)),
    y: ("y", Integer(32, signed=True)),
    u: ("u", Integer(32, signed=False)),
    c: ("s.c", Integer(8, signed=False)),
    n: ("n", Integer(32, signed=True)),
    w: ("w", Integer(32, signed=False)),
    big: ("big", Integer(64, signed=False)),
    field: ("field", Integer(31, signed=False)),
    n8: ("n8", Integer(8, signed=False)),
    d: ("d", Floating(64, 8)),
    f: ("f", Floating(32, 4)),
    flag: ("flag", Boolean()),
    table: ("table", CArray(Integer(8, signed=False), 10)),
}


def v(value: int, width: int = 32) -> Term:
    return b.bit_vector(value, width)


EXAMPLES: list[tuple[Term, str | None]] = [
    (b.bv_sle(x, v(-5)), "x <= -5"),
    (b.bv_slt(x, v(10)), "x <= 9"),
    (b.bv_slt(v(9), x), "x > 9"),
    (b.bv_ule(u, v(-1 & 0xFFFFFFF0)), "u <= 4294967280U"),
    (b.bv_ule(x, u), "(unsigned int)x <= u"),
    (b.bv_sle(x, u), "x <= (int)u"),
    (b.equal(x, y), "x == y"),
    (b.not_(b.equal(x, v(3))), "x != 3"),
    (b.equal(x, b.bv_add(y, v(1))), "(unsigned int)x == y + 1U"),
    (b.and_(flag, b.or_(b.equal(x, v(0)), b.equal(y, v(0)))), "flag && (x == 0 || y == 0)"),
    (b.bv_sle(b.zero_extend(c, 24), x), "s.c <= x"),
    (b.equal(b.bv_and(x, v(1)), v(0)), "(x & 1) == 0"),
    (b.le(b.add(n, b.integer(1)), w), "n <= (long long)w - 1"),
    (b.le(n, b.integer(7)), "n <= 7"),
    (b.le(n, w), "(long long)n <= (long long)w"),
    (b.fp_lt(d, b.fp_number(0.5, FLOAT64)), "d < 0.5"),
    (b.not_(b.fp_le(d, d)), "__builtin_isnan(d)"),
    (b.bv_ule(b.select(table, x), c), "table[x] <= s.c"),
    (b.TRUE, "1"),
    (b.bv_sle(b.zero_extend(b.extract(x, 4, 0), 27), y), "(int)((unsigned int)x & 0x1fU) <= y"),
    (b.bv_ule(b.bv_lshr(x, v(3)), u), "(unsigned int)x >> 3 <= u"),
    (b.bv_sle(b.bv_ashr(u, v(3)), x), "(int)u >> 3 <= x"),
    (b.equal(b.add(field, n8, b.integer(-255)), n), "n == (long long)field + n8 - 255"),
    (b.exists([x], b.bv_sle(x, y)), None),
    (b.bv_ule(b.bv_udiv(u, x), u), None),
    (b.bv_ule(b.symbol("unknown", V32), u), None),
    (b.le(big, n), None),
    (b.equal(b.symbol("a", Array(V32, V8)), b.store(table, x, c)), None),
    (b.equal(b.apply(b.Function("f", (INT,), INT), n), n), None),
    (b.le(b.modulo(n, b.integer(4)), b.integer(2)), None),
]


@pytest.mark.parametrize("case", range(len(EXAMPLES)))
def test_a_term_in_c_by_example(case: int) -> None:
    term, expected = EXAMPLES[case]

    assert expected == c_text(term, NAMES)


def test_a_text_that_nobody_could_read_is_not_made() -> None:
    term = x
    for _ in range(40):
        term = b.bv_mul(term, b.bv_xor(term, y))

    assert c_text(b.equal(term, y), NAMES) is None


# ---- against gcc ----

SEEDS = 100
WIDTHS = (8, 16, 32, 64)
VARIABLES = [
    (f"{'s' if sign else 'u'}{width}{letter}", width, sign)
    for width in WIDTHS
    for sign in (True, False)
    for letter in "ab"
]
INTEGERS = [
    (f"i{'s' if sign else 'u'}{width}", width, sign) for width in WIDTHS for sign in (True, False)
]
_CHARACTER = {8: "char", 16: "short", 32: "int", 64: "long long"}


class Drawn:
    """Random comparisons over variables of every integer type, with values for these."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.names: dict[Term, tuple[str, CType]] = {}
        self.values: dict[Term, Value] = {}
        self.declared: list[str] = []
        for name, width, sign in VARIABLES:
            self._declare(b.symbol(name, BitVec(width)), name, width, sign=sign)
        for name, width, sign in INTEGERS:
            self._declare(b.symbol(name, INT), name, width, sign=sign)
        for name, sort in (("d1", FLOAT64), ("d2", FLOAT64), ("f1", FLOAT32), ("f2", FLOAT32)):
            self._declare_float(b.symbol(name, sort), name, sort)

    def _declare(self, term: Term, name: str, width: int, *, sign: bool) -> None:
        top = 1 << width
        bits = self.rng.choice([0, 1, top - 1, top // 2, top // 2 - 1, self.rng.randrange(top)])
        number = signed(bits, width) if sign else bits
        self.names[term] = (name, Integer(width, sign))
        self.values[term] = number if term.sort is INT else bits
        ctype = f"{'signed' if sign else 'unsigned'} {_CHARACTER[width]}"
        self.declared.append(f"{ctype} {name} = ({ctype}){bits}ULL;")

    def _declare_float(self, term: Term, name: str, sort: Float) -> None:
        value = self.rng.choice(
            [0.0, -0.0, 1.5, float("inf"), float("nan"), self.rng.uniform(-3, 3)]
        )
        bits = softfloat.from_float(value, sort)
        self.names[term] = (name, Floating(sort.width, sort.width // 8))
        self.values[term] = bits
        ctype, carrier = ("double", "long long") if sort is FLOAT64 else ("float", "int")
        self.declared.append(
            f"union {{ unsigned {carrier} n; {ctype} x; }} {name}_ = {{{bits}ULL}};"
            f" {ctype} {name} = {name}_.x;"
        )

    def vector(self, width: int, depth: int) -> Term:
        rng = self.rng
        if depth == 0:
            if rng.random() < 0.3:
                return b.bit_vector(rng.choice([0, 1, 3, 7, -1, 1 << (width - 1)]), width)
            names = [name for name, bits, _ in VARIABLES if bits == width]
            return b.symbol(rng.choice(names), BitVec(width))
        one = self.vector(width, depth - 1)
        other = self.vector(width, rng.randrange(depth))
        other_width = rng.choice(WIDTHS)
        amount = b.bit_vector(rng.randrange(1, width), width)
        divisor = b.bit_vector(rng.choice([1, 3, 5, 100]), width)
        choices = [
            *[op(one, other) for op in (b.bv_add, b.bv_sub, b.bv_mul, b.bv_and, b.bv_or, b.bv_xor)],
            *[op(one, amount) for op in (b.bv_shl, b.bv_lshr, b.bv_ashr)],
            *[op(one, divisor) for op in (b.bv_udiv, b.bv_urem, b.bv_sdiv, b.bv_srem)],
            b.bv_not(one),
            b.bv_neg(one),
            b.ite(self.truth(depth - 1), one, other),
            b.int_to_bv(self.integer(depth - 1), width),
        ]
        if other_width < width:
            narrow = self.vector(other_width, depth - 1)
            choices += [
                op(narrow, width - other_width) for op in (b.zero_extend, b.sign_extend)
            ] * 3
        if other_width > width:
            wide = self.vector(other_width, depth - 1)
            low = rng.randrange(other_width - width + 1)
            choices += [b.extract(wide, width - 1, 0), b.extract(wide, low + width - 1, low)] * 2
        if width > 8:
            half = width // 2
            choices.append(b.concat(self.vector(half, depth - 1), self.vector(half, depth - 1)))
        return rng.choice(choices)

    def integer(self, depth: int) -> Term:
        rng = self.rng
        if depth == 0:
            if rng.random() < 0.3:
                return b.integer(rng.choice([0, 1, -1, 7, -(1 << 31), 1 << 31, 1 << 40]))
            return b.symbol(rng.choice(INTEGERS)[0], INT)
        one, other = self.integer(depth - 1), self.integer(rng.randrange(depth))
        divisor = b.integer(rng.choice([2, 3, 10]))
        return rng.choice(
            [
                b.add(one, other),
                b.subtract(one, other),
                b.negate(one),
                b.multiply(b.integer(3), one),
                b.divide(one, divisor),
                b.modulo(one, divisor),
                b.bv_to_int(self.vector(rng.choice((8, 16, 32)), depth - 1)),
                b.signed_bv_to_int(self.vector(rng.choice((8, 16)), depth - 1)),
            ]
        )

    def floating(self, sort: Float, depth: int) -> Term:
        rng = self.rng
        if depth == 0:
            if rng.random() < 0.3:
                return b.fp_number(rng.choice([0.0, -1.0, 0.1, float("inf")]), sort)
            return b.symbol(f"{'d' if sort is FLOAT64 else 'f'}{rng.choice('12')}", sort)
        one, other = self.floating(sort, depth - 1), self.floating(sort, depth - 1)
        choices = [op(one, other) for op in (b.fp_add, b.fp_sub, b.fp_mul, b.fp_div)]
        choices += [b.fp_neg(one), b.fp_abs(one), b.signed_to_fp(self.vector(32, depth - 1), sort)]
        choices.append(b.fp_to_fp(self.floating(FLOAT32, depth - 1), sort))
        choices.append(b.unsigned_to_fp(self.vector(32, depth - 1), sort))
        return rng.choice(choices)

    def truth(self, depth: int) -> Term:
        rng = self.rng
        width, depth = rng.choice(WIDTHS), max(depth, 0)
        sort = rng.choice((FLOAT32, FLOAT64))
        one, other = self.vector(width, depth), self.vector(width, depth)
        a, c = (self.floating(sort, min(depth, 1)) for _ in range(2))
        atom = rng.choice(
            [
                *[op(one, other) for op in (b.bv_ule, b.bv_sle, b.bv_ult, b.bv_slt, b.equal)],
                *[op(self.integer(depth), self.integer(depth)) for op in (b.le, b.equal)],
                *[op(a, c) for op in (b.fp_lt, b.fp_le, b.fp_eq, b.equal)],
                b.fp_is(rng.choice(sorted(softfloat.CLASSES)), a),
            ]
        )
        if depth and rng.random() < 0.4:
            other = self.truth(depth - 1)
            return rng.choice(
                [b.and_(atom, other), b.or_(atom, other), b.equal(atom, other), b.xor(atom, other)]
            )
        return b.not_(atom) if rng.random() < 0.3 else atom


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_gcc_gives_texts_the_value_of_their_terms(tmp_path: Path) -> None:
    blocks, texts, expected = [], [], []
    for seed in range(SEEDS):
        drawn = Drawn(seed)
        lines = list(drawn.declared)
        for _ in range(12):
            term = drawn.truth(drawn.rng.randint(0, 2))
            text = c_text(term, drawn.names)
            if text is not None:
                lines.append(f"putchar(({text}) ? '1' : '0');")
                texts.append(text)
                expected.append("1" if holds(term, drawn.values) else "0")
        blocks.append("{\n" + "\n".join(lines) + "\n}\n")
    source, program = tmp_path / "texts.c", tmp_path / "texts"
    source.write_text(f"#include <stdio.h>\nint main(void) {{{''.join(blocks)}}}\n", "utf-8")
    command = ["gcc", "-std=gnu11", "-w", "-O0", "-o", str(program), str(source)]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "" == compiled.stderr
    printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    wrong = [
        text for text, shown, truth in zip(texts, printed, expected, strict=True) if shown != truth
    ]

    assert [] == wrong
    assert len(texts) > 200
