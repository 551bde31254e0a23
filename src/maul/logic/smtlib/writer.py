"""Terms as SMT-LIB 2.6 text.

Comes in: terms. Goes out: the text of a term, with ``let`` for what is shared, or a whole script in
which shared parts may be definitions instead. Both are linear in the number of different subterms,
and nested no deeper than ``DEEPEST`` between two names. Reading is in ``smtlib_read``.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from maul.logic import softfloat
from maul.logic.free import QUANTIFIERS, free_symbols
from maul.logic.sorts import BOOL, INT, Array, BitVec, Float, Sort
from maul.logic.terms import Function, Term, bound_of, int_payload, name_of, reachable
from maul.logic.walk import outside_quantifiers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DEEPEST = 100
_SIMPLE = re.compile(r"[A-Za-z~!$%^&*_+=<>?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*\Z")
RESERVED = re.compile(
    r"""(BINARY|DECIMAL|HEXADECIMAL|NUMERAL|STRING|_|!|as|exists|forall|let|match|par|true|false|not
    |and|or|xor|ite|distinct|select|store|const|RNE|RNA|RTP|RTN|RTZ|fp|NaN|div|mod|abs|Bool|Int|Real
    |Array|BitVec|FloatingPoint|RoundingMode|concat|extract|model|lambda|iff|implies|if|is_int
    |to_int|to_real|ubv_to_int|sbv_to_int|[-+*/=]|[<>]=?|=>)\Z""",
    re.VERBOSE,
)
# Other names of the theories start like this.
_THEORY = re.compile(
    r"bv|fp\.|to_fp|int2bv|zero_extend|sign_extend|rotate_|repeat|round|str\.|re\."
)


# ---- names and sorts ----


def symbol_text(name: str) -> str:
    """A name as an SMT-LIB symbol, quoted when needed."""
    if _SIMPLE.match(name) and not RESERVED.match(name) and not _THEORY.match(name):
        return name
    if "|" in name or "\\" in name:
        raise ValueError(f"{name!r} is no SMT-LIB symbol, not even quoted")
    return f"|{name}|"


def sort_text(sort: Sort) -> str:
    """A sort as text."""
    return str(sort)


# ---- one node ----


def constant_text(term: Term) -> str:
    """A constant as text."""
    sort, value = term.sort, term.payload
    if sort is BOOL:
        return "true" if value else "false"
    if isinstance(sort, BitVec):
        return bits_text(int_payload(term), sort.width)
    if isinstance(sort, Float):
        return _float_text(int_payload(term), sort)
    if sort is INT:
        number = int_payload(term)
        return str(number) if number >= 0 else f"(- {-number})"
    assert isinstance(value, Fraction)
    size = abs(value)
    text = f"{size.numerator}.0"
    if size.denominator != 1:
        text = f"(/ {text} {size.denominator}.0)"
    return text if value >= 0 else f"(- {text})"


def bits_text(value: int, width: int) -> str:
    """A bit-vector constant as text."""
    return f"#x{value:0{width // 4}x}" if width % 4 == 0 else f"#b{value:0{width}b}"


def _float_text(bits: int, sort: Float) -> str:
    """A floating-point constant as text."""
    exponent_bits, fraction_bits = sort.exponent_bits, sort.significand_bits - 1
    if softfloat.is_nan(bits, sort):
        return f"(_ NaN {exponent_bits} {sort.significand_bits})"
    sign = bits >> (sort.width - 1)
    if softfloat.is_infinite(bits, sort):
        return f"(_ {'-' if sign else '+'}oo {exponent_bits} {sort.significand_bits})"
    exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1)
    fraction = bits & ((1 << fraction_bits) - 1)
    return f"(fp #b{sign} #b{exponent:0{exponent_bits}b} #b{fraction:0{fraction_bits}b})"


def head_text(term: Term) -> str:
    """What stands before the arguments of a term, rounding mode included."""
    operator, payload = term.operator, term.payload
    match payload:
        case None:
            return operator
        case str():
            return f"{operator} {payload}"
        case int():
            return f"(_ {operator} {payload})"
        case Function():
            return symbol_text(payload.name)
        case Array():
            return f"(as const {sort_text(payload)})"
        case Float():
            return f"(_ to_fp {payload.exponent_bits} {payload.significand_bits})"
        case (str() as mode, Float() as sort):
            name = "to_fp_unsigned" if operator == "to_fp_unsigned" else "to_fp"
            return f"(_ {name} {sort.exponent_bits} {sort.significand_bits}) {mode}"
        case (str() as mode, int() as width):
            return f"(_ {operator} {width}) {mode}"
        case (int() as high, int() as low):
            return f"(_ extract {high} {low})"
    raise AssertionError(f"no text for {operator}")


# ---- whole terms ----


class _Scope:
    """The text of some roots: named parts in the order of their definition, then the roots."""

    def __init__(self, roots: Sequence[Term], quantified: dict[Term, str], prefix: str) -> None:
        self._texts: dict[Term, str] = {}
        self._levels: dict[Term, int] = {}  # how many layers of names a text rests on
        self.named: list[tuple[str, Term, str, int]] = []  # name, term, text, layer
        self._fill(roots, quantified, prefix)
        self.roots = [self._texts[root] for root in roots]

    def _fill(self, roots: Sequence[Term], quantified: dict[Term, str], prefix: str) -> None:
        order = outside_quantifiers(roots, {})
        uses = dict.fromkeys(order, 0)
        for term in order:
            if term.operator not in QUANTIFIERS:
                for argument in term.arguments:
                    uses[argument] += 1
        depths: dict[Term, int] = {}
        for term in order:
            if term.operator in ("constant", "symbol"):
                is_symbol = term.operator == "symbol"
                self._texts[term] = symbol_text(name_of(term)) if is_symbol else constant_text(term)
                self._levels[term] = depths[term] = 0
                continue
            level = depth = 0
            if term in quantified:
                text = quantified[term]
            else:
                arguments = term.arguments
                text = f"({head_text(term)} {' '.join([self._texts[a] for a in arguments])})"
                level = max([self._levels[a] for a in arguments])
                depth = 1 + max([depths[a] for a in arguments])
            if uses[term] > 1 or depth >= DEEPEST:
                name = f"{prefix}{len(self.named)}"
                level, depth = level + 1, 0
                self.named.append((name, term, text, level))
                text = name
            self._texts[term], self._levels[term], depths[term] = text, level, depth


def _prefix(names: Iterable[str]) -> str:
    """How the names of shared parts start, so that none of the given names is met."""
    prefix = "$"
    taken = [name for name in names if name.startswith(prefix)]
    while any(name.startswith(prefix) for name in taken):
        prefix += "$"
    return prefix


def _quantified_texts(order: Sequence[Term], prefix: str) -> dict[Term, str]:
    """The texts of all quantified parts, inner ones first."""
    texts: dict[Term, str] = {}
    for term in order:
        if term.operator in QUANTIFIERS:
            bound = " ".join(
                [f"({symbol_text(name_of(s))} {sort_text(s.sort)})" for s in bound_of(term)]
            )
            body = _let(_Scope(term.arguments, texts, prefix))
            texts[term] = f"({term.operator} ({bound}) {body})"
    return texts


def _let(scope: _Scope) -> str:
    """The only root of a scope below ``let``: one for each layer of names."""
    layers: dict[int, list[str]] = {}
    for name, _, text, level in scope.named:
        layers.setdefault(level, []).append(f"({name} {text})")
    opened = "".join([f"(let ({' '.join(layers[level])}) " for level in sorted(layers)])
    return f"{opened}{scope.roots[0]}{')' * len(layers)}"


def term_text(term: Term) -> str:
    """The text of one term; shared parts are bound by ``let``."""
    order = reachable((term,))
    prefix = _prefix([name_of(part) for part in order if part.operator == "symbol"])
    return _let(_Scope((term,), _quantified_texts(order, prefix), prefix))


# ---- scripts ----


def functions_of(order: Iterable[Term]) -> list[Function]:
    """The uninterpreted functions that are applied, in the order they are met."""
    found: dict[Function, None] = {}
    for term in order:
        if isinstance(term.payload, Function):
            found[term.payload] = None
    return list(found)


def declarations(terms: Sequence[Term]) -> list[str]:
    """``declare-fun`` for the free symbols and functions of the terms.

    A name that is used with two different sorts is refused: solvers would mix them up.
    """
    lines: dict[str, str] = {}
    free = sorted({s for term in terms for s in free_symbols(term)}, key=lambda s: s.number)
    signatures: list[tuple[str, tuple[Sort, ...], Sort]] = [(name_of(s), (), s.sort) for s in free]
    signatures += [(f.name, f.parameters, f.result) for f in functions_of(reachable(terms))]
    for name, parameters, result in signatures:
        sorts = " ".join([sort_text(sort) for sort in parameters])
        line = f"(declare-fun {symbol_text(name)} ({sorts}) {sort_text(result)})"
        if lines.setdefault(name, line) != line:
            raise ValueError(f"{name} has two sorts: {lines[name]} {line}")
    return list(lines.values())


def definitions(terms: Sequence[Term], prefix: str = "$") -> tuple[list[str], list[str]]:
    """``define-fun`` for the parts the terms share, and the terms' texts over these names."""
    order = reachable(terms)
    names = [name_of(part) for part in order if part.operator == "symbol"]
    prefix = prefix if not any(name.startswith(prefix) for name in names) else _prefix(names)
    scope = _Scope(terms, _quantified_texts(order, prefix), prefix)
    lines = [
        f"(define-fun {name} () {sort_text(term.sort)} {text})"
        for name, term, text, _ in scope.named
    ]
    return lines, scope.roots


def script(assertions: Sequence[Term]) -> str:
    """Declarations, definitions of shared parts and one ``assert`` for each term."""
    lines, roots = definitions(assertions)
    asserted = [f"(assert {root})" for root in roots]
    return "\n".join([*declarations(assertions), *lines, *asserted, ""])
