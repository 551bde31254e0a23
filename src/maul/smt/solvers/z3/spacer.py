"""Sequence interpolants by Spacer, the engine of z3 for Horn clauses, in a worker.

Comes in: parts A1..An. They become the chain of Horn clauses A1 => P1, P1 & A2 => P2, .. and
P(n-1) & An => false, where Pi is an unknown predicate over the symbols shared at its cut, and all
symbols are universally quantified. A solution of the clauses is a sequence of interpolants; the
engine keeps it as the cover of each predicate. Goes out: the covers as terms.

Spacer knows no uninterpreted functions: they travel as constant arrays, and come back unless an
answer speaks of such an array as a whole. It has been seen to give wrong answers about arrays.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from maul.logic.build import apply, select, symbol
from maul.logic.free import free_symbols
from maul.logic.smtlib import functions_of
from maul.logic.sorts import Array, Float
from maul.logic.terms import Function, Packed, Term, pack, reachable, unpack
from maul.logic.walk import has_quantifier, rewrite, substitute
from maul.node import value
from maul.smt.protocols import Capabilities, GaveUp
from maul.smt.solvers.z3.horn import SATISFIABLE, Rule, solved
from maul.smt.worker import in_worker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CAPABILITIES = Capabilities(
    theories=frozenset(("Bool", "Int", "Real", "BitVec", "Array", "UF")),
    cores=False,
    interpolation=frozenset(("Bool", "Int", "Real", "BitVec", "Array", "UF")),
)
# The engine keeps its limit, but a little late; when the worker must be killed the next question
# has to wait for a new one.
SHARE = 0.9


class SpacerInterpolator:
    """Sequence interpolants over numbers, bit-vectors, arrays and functions."""

    name = "spacer"
    capabilities = CAPABILITIES

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The interpolants between the parts, if their conjunction is unsatisfiable."""
        order = reachable(parts)
        if any(isinstance(part.sort, Float) for part in order):
            return GaveUp("spacer is too slow with floats")
        if any(has_quantifier(part) for part in parts):
            return GaveUp("spacer takes no quantifiers")
        arrays = {function: _as_array(function) for function in functions_of(order)}
        plain = [rewrite(part, lambda term: _selected(term, arrays)) for part in parts]
        # Names that are sure to come back as they went, whatever theirs is.
        names = {
            s: symbol(f"v{place}", s.sort) for place, s in enumerate(_symbols(plain, len(plain)))
        }
        answer = _asked([substitute(part, _only(names, part)) for part in plain], seconds)
        if isinstance(answer, GaveUp):
            return answer
        back = {new: old for old, new in names.items()}
        found = tuple([substitute(cover, _only(back, cover)) for cover in unpack(answer)])
        return _with_functions(found, arrays) if arrays else found


def _asked(parts: Sequence[Term], seconds: float) -> Packed | GaveUp:
    """The covers. Of two ways to project arrays away the older one is better, but it may crash."""
    end = time.monotonic() + seconds
    packed = pack(parts)
    if any(isinstance(part.sort, Array) for part in reachable(parts)):
        half = seconds / 2
        answer = in_worker(_covers, SequenceQuestion(packed, half * SHARE, native=False), half)
        if not isinstance(answer, GaveUp) or answer == SATISFIABLE:
            return answer
    left = end - time.monotonic()
    return in_worker(_covers, SequenceQuestion(packed, left * SHARE, native=True), left)


def _symbols(parts: Sequence[Term], end: int, start: int = 0) -> list[Term]:
    """The symbols of some of the parts, each once."""
    return list(dict.fromkeys([s for part in parts[start:end] for s in free_symbols(part)]))


def _only(names: Mapping[Term, Term], term: Term) -> dict[Term, Term]:
    """The names of the symbols of a term."""
    return {s: names[s] for s in free_symbols(term)}


# ---- functions as arrays ----


def _as_array(function: Function) -> Term:
    """The array that stands for a function: of arrays, when it has more parameters than one."""
    sort = function.result
    for parameter in reversed(function.parameters):
        sort = Array(parameter, sort)
    return symbol(f"the function {function.name} of {len(function.parameters)}", sort)


def _selected(term: Term, arrays: Mapping[Function, Term]) -> Term:
    """An application as reads of the array; other terms as they are."""
    if not isinstance(term.payload, Function):
        return term
    made = arrays[term.payload]
    for argument in term.arguments:
        made = select(made, argument)
    return made


def _with_functions(
    terms: tuple[Term, ...], arrays: Mapping[Function, Term]
) -> tuple[Term, ...] | GaveUp:
    """The terms with applications again."""
    functions = {array: function for function, array in arrays.items()}
    found = tuple([rewrite(term, lambda part: _applied(part, functions)) for term in terms])
    if any(s in functions for term in found for s in free_symbols(term)):
        return GaveUp("spacer's interpolant speaks of a function as a whole")
    return found


def _applied(term: Term, functions: Mapping[Term, Function]) -> Term:
    """Reads of the array that stands for a function as an application; others as they are."""
    indices: list[Term] = []
    array = term
    while array.operator == "select":
        array, index = array.arguments
        indices.append(index)
    function = functions.get(array)
    if function is None or len(indices) != len(function.parameters):
        return term
    return apply(function, *reversed(indices))


# ---- in the worker ----


@value
class SequenceQuestion:
    """Parts, seconds, and which model-based projection: of z3 (native), or of the engine."""

    parts: Packed
    seconds: float
    native: bool


def _covers(question: SequenceQuestion) -> Packed | GaveUp:
    """Ask Spacer, and read the covers."""
    parts = unpack(question.parts)
    shared = [
        [s for s in _symbols(parts, cut) if s in after]
        for cut in range(1, len(parts))
        for after in (dict.fromkeys(_symbols(parts, len(parts), cut)),)
    ]
    ends = [None, *range(len(shared)), None]
    rules = [
        Rule(before, part, after, () if after is None else tuple(shared[after]))
        for before, part, after in zip(ends[:-1], parts, ends[1:], strict=True)
    ]
    return solved(shared, rules, question.seconds, native=question.native)
