"""Sequence interpolants by Spacer, the engine of z3 for Horn clauses, in a worker.

Comes in: parts A1..An. They become the chain of Horn clauses A1 => P1, P1 & A2 => P2, .. and
P(n-1) & An => false, where Pi is an unknown predicate over the symbols shared at its cut, and all
symbols are universally quantified. A solution of the clauses is a sequence of interpolants; the
engine keeps it as the cover of each predicate. Goes out: the covers as terms.

Spacer knows no uninterpreted functions: they travel as constant arrays, and come back unless an
answer speaks of such an array as a whole. It has been seen to give wrong answers about arrays.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from maul.formula.build_array import select
from maul.formula.build_core import apply, symbol
from maul.formula.smtlib import functions_of
from maul.formula.smtlib_read import Reader
from maul.formula.smtlib_sexpr import SmtLibError
from maul.formula.sorts import BOOL, Array, Float
from maul.formula.terms import Function, Packed, Term, pack, reachable, unpack
from maul.formula.walk import free_symbols, has_quantifier, rewrite, substitute
from maul.node import value
from maul.smt.incremental import Untranslatable
from maul.smt.protocols import TIME_LIMIT, Capabilities, GaveUp
from maul.smt.worker import in_worker
from maul.smt.z3_library import handles
from maul.smt.z3_terms import Z3Context

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CAPABILITIES = Capabilities(
    theories=frozenset(("Bool", "Int", "Real", "BitVec", "Array", "UF")),
    cores=False,
    interpolation=frozenset(("Bool", "Int", "Real", "BitVec", "Array", "UF")),
)
SATISFIABLE = GaveUp("the parts are satisfiable")
UNREACHABLE, REACHABLE = -1, 1
ALL_LEVELS = -1
SMT_LIB = 2
# The engine keeps its limit, but a little late; when the worker must be killed the next question
# has to wait for a new one.
SHARE = 0.9
# z3's division by what it knows is not zero.
INTERNAL = re.compile(r"\b(bv[us](?:div|rem|mod))_i\b")
# With these the predicates are solved for and forgotten, and every cover is true.
OFF = ("xform.inline_eager", "xform.inline_linear", "xform.slice")


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
        answer = in_worker(_covers, Question(packed, half * SHARE, native=False), half)
        if not isinstance(answer, GaveUp) or answer == SATISFIABLE:
            return answer
    left = end - time.monotonic()
    return in_worker(_covers, Question(packed, left * SHARE, native=True), left)


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
class Question:
    """Parts, seconds, and which model-based projection: of z3 (native), or of the engine."""

    parts: Packed
    seconds: float
    native: bool


def _covers(question: Question) -> Packed | GaveUp:
    """Ask Spacer, and read the covers."""
    parts = unpack(question.parts)
    shared = [
        [s for s in _symbols(parts, cut) if s in after]
        for cut in range(1, len(parts))
        for after in (dict.fromkeys(_symbols(parts, len(parts), cut)),)
    ]
    try:
        return _Chain(parts, shared).solve(question)
    except (Untranslatable, SmtLibError) as error:
        return GaveUp(f"spacer: {error}")


class _Chain:
    """Horn clauses of parts, and the fixed point they are asked of."""

    def __init__(self, parts: tuple[Term, ...], shared: list[list[Term]]) -> None:
        # A context of its own, so that the answer does not depend on earlier questions.
        self._context = Z3Context()
        self._z3, self._handle = self._context.z3, self._context.handle
        self._parts, self._shared = parts, shared
        self._fixed = self._z3.mk_fixedpoint(self._handle)
        self._z3.fixedpoint_inc_ref(self._handle, self._fixed)

    def solve(self, question: Question) -> Packed | GaveUp:
        """The covers of the predicates when there is no way to falsity."""
        z3, handle = self._z3, self._handle
        self._configure(question)
        predicates = [self._predicate(f"P{i}", s) for i, s in enumerate(self._shared, 1)]
        falsity = self._predicate("falsity", [])
        self._clauses([*predicates, falsity])
        answer = z3.fixedpoint_query(handle, self._fixed, self._applied(falsity, []))
        if answer == REACHABLE:
            return SATISFIABLE
        if answer != UNREACHABLE:
            why = self._complaint() or z3.text("fixedpoint_get_reason_unknown", handle, self._fixed)
            return TIME_LIMIT if why in ("canceled", "timeout") else GaveUp(f"spacer: {why}")
        z3.set_ast_print_mode(handle, SMT_LIB)
        pairs = zip(predicates, self._shared, strict=True)
        return pack([self._cover(predicate, symbols) for predicate, symbols in pairs])

    def _configure(self, question: Question) -> None:
        z3, handle, name = self._z3, self._handle, self._context.name
        parameters = z3.mk_params(handle)
        z3.params_inc_ref(handle, parameters)
        z3.params_set_symbol(handle, parameters, name("engine"), name("spacer"))
        for option in (*OFF, "ctrl_c"):
            z3.params_set_bool(handle, parameters, name(option), False)  # noqa: FBT003
        z3.params_set_bool(handle, parameters, name("spacer.native_mbp"), question.native)
        milliseconds = max(1, round(question.seconds * 1000))
        z3.params_set_uint(handle, parameters, name("timeout"), milliseconds)
        z3.fixedpoint_set_params(handle, self._fixed, parameters)
        z3.params_dec_ref(handle, parameters)

    def _predicate(self, name: str, symbols: list[Term]) -> int:
        """A new unknown predicate over the sorts of symbols."""
        z3, handle, context = self._z3, self._handle, self._context
        sorts = handles([context.sort(s.sort) for s in symbols])
        made = z3.mk_func_decl(handle, context.name(name), len(symbols), sorts, context.sort(BOOL))
        z3.fixedpoint_register_relation(handle, self._fixed, made)
        return made

    def _applied(self, predicate: int, symbols: list[Term]) -> int:
        arguments = [self._context.term(s) for s in symbols]
        return self._z3.mk_app(self._handle, predicate, len(arguments), handles(arguments))

    def _clauses(self, predicates: list[int]) -> None:
        """Each part, after the predicate before it, implies the one after it."""
        z3, handle, context = self._z3, self._handle, self._context
        ends = zip(predicates, [*self._shared, []], strict=True)
        before: int | None = None
        known: list[Term] = []
        for place, (part, (predicate, symbols)) in enumerate(zip(self._parts, ends, strict=True)):
            body = context.term(part)
            if before is not None:
                body = z3.mk_and(handle, 2, handles([before, body]))
            after = self._applied(predicate, symbols)
            clause = z3.mk_implies(handle, body, after)
            bound = dict.fromkeys([*known, *free_symbols(part), *symbols])
            if bound:
                variables = handles([context.term(s) for s in bound])
                clause = z3.mk_forall_const(handle, 0, len(bound), variables, 0, None, clause)
            z3.fixedpoint_add_rule(handle, self._fixed, clause, context.name(f"A{place}"))
            if complaint := self._complaint():
                raise Untranslatable(complaint)
            before, known = after, symbols

    def _complaint(self) -> str:
        """What z3 says of the last call, nothing when all is well."""
        code = self._z3.get_error_code(self._handle)
        return self._z3.text("get_error_msg", self._handle, code) if code else ""

    def _cover(self, predicate: int, symbols: list[Term]) -> Term:
        """What the engine knows of a predicate, over the symbols it was applied to."""
        z3, handle, context = self._z3, self._handle, self._context
        cover = z3.fixedpoint_get_cover_delta(handle, self._fixed, ALL_LEVELS, predicate)
        if not cover:
            raise Untranslatable("there is no cover")
        arguments = handles([context.term(s) for s in symbols])
        cover = z3.substitute_vars(handle, cover, len(symbols), arguments)
        text = z3.text("ast_to_string", handle, cover)
        return Reader(symbols).term(INTERNAL.sub(r"\1", text))
