"""Horn clauses for Spacer, z3's engine for them; to be called in a worker.

Comes in: unknown predicates over symbols, and rules between them. Goes out: a formula for each
predicate with which all rules hold, as the covers that the engine keeps; or that there is none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.logic.free import free_symbols
from maul.logic.smtlib import Reader, SmtLibError
from maul.logic.sorts import BOOL
from maul.logic.terms import Packed, Term, pack
from maul.node import node
from maul.smt.allowance import STEP_LIMIT, is_used_up, spend, steps_left
from maul.smt.incremental import Untranslatable
from maul.smt.protocols import TIME_LIMIT, GaveUp
from maul.smt.solvers.z3.library import handles
from maul.smt.solvers.z3.terms import ENDLESS, Z3Context

if TYPE_CHECKING:
    from collections.abc import Sequence

SATISFIABLE = GaveUp("the parts are satisfiable")
UNREACHABLE, REACHABLE = -1, 1
ALL_LEVELS = -1
SMT_LIB = 2
# z3's division by what it knows is not zero.
INTERNAL = re.compile(r"\b(bv[us](?:div|rem|mod))_i\b")
# With these the predicates are solved for and forgotten, and every cover is true.
OFF = ("xform.inline_eager", "xform.inline_linear", "xform.slice")


@node
class Rule:
    """Predicate ``premise`` (none: true) of its symbols and ``body`` imply predicate ``head``
    (none: false) of ``values``. All symbols are universally quantified."""

    premise: int | None
    body: Term
    head: int | None
    values: tuple[Term, ...]


def solved(
    predicates: Sequence[Sequence[Term]], rules: Sequence[Rule], seconds: float, *, native: bool
) -> Packed | GaveUp:
    """A formula for each predicate over its symbols; ``native`` chooses between two model-based
    projections, of z3 or of the engine."""
    try:
        return _Clauses(predicates, rules).solve(seconds, native=native)
    except (Untranslatable, SmtLibError) as error:
        return GaveUp(f"spacer: {error}")


class _Clauses:
    """The rules, and the fixed point they are asked of."""

    def __init__(self, predicates: Sequence[Sequence[Term]], rules: Sequence[Rule]) -> None:
        # A context of its own, so that the answer does not depend on earlier questions.
        self._context = Z3Context()
        self._z3, self._handle = self._context.z3, self._context.handle
        self._symbols, self._rules = predicates, rules
        self._fixed = self._z3.mk_fixedpoint(self._handle)
        self._z3.fixedpoint_inc_ref(self._handle, self._fixed)

    def solve(self, seconds: float, *, native: bool) -> Packed | GaveUp:
        """The covers of the predicates when there is no way to falsity."""
        z3, handle = self._z3, self._handle
        self._configure(seconds, native=native)
        predicates = [self._predicate(f"P{i}", s) for i, s in enumerate(self._symbols, 1)]
        falsity = self._predicate("falsity", [])
        for place, rule in enumerate(self._rules):
            self._clause(place, rule, predicates, falsity)
        answer = z3.fixedpoint_query(handle, self._fixed, self._applied(falsity, []))
        complaint = self._complaint()  # of this question, before z3 is asked for anything else
        spend(self._context.taken())
        if answer == REACHABLE:
            return SATISFIABLE
        if answer != UNREACHABLE:
            if is_used_up():
                return STEP_LIMIT
            why = complaint or z3.text("fixedpoint_get_reason_unknown", handle, self._fixed)
            return TIME_LIMIT if why in ("canceled", "timeout") else GaveUp(f"spacer: {why}")
        z3.set_ast_print_mode(handle, SMT_LIB)
        pairs = zip(predicates, self._symbols, strict=True)
        return pack([self._cover(predicate, symbols) for predicate, symbols in pairs])

    def _configure(self, seconds: float, *, native: bool) -> None:
        z3, handle, name = self._z3, self._handle, self._context.name
        parameters = z3.mk_params(handle)
        z3.params_inc_ref(handle, parameters)
        z3.params_set_symbol(handle, parameters, name("engine"), name("spacer"))
        for option in (*OFF, "ctrl_c"):
            z3.params_set_bool(handle, parameters, name(option), False)  # noqa: FBT003
        z3.params_set_bool(handle, parameters, name("spacer.native_mbp"), native)
        milliseconds = max(1, round(seconds * 1000))
        z3.params_set_uint(handle, parameters, name("timeout"), milliseconds)
        z3.params_set_uint(handle, parameters, name("rlimit"), steps_left() or ENDLESS)
        z3.fixedpoint_set_params(handle, self._fixed, parameters)
        z3.params_dec_ref(handle, parameters)

    def _predicate(self, name: str, symbols: Sequence[Term]) -> int:
        """A new unknown predicate over the sorts of symbols."""
        z3, handle, context = self._z3, self._handle, self._context
        sorts = handles([context.sort(s.sort) for s in symbols])
        made = z3.mk_func_decl(handle, context.name(name), len(symbols), sorts, context.sort(BOOL))
        z3.fixedpoint_register_relation(handle, self._fixed, made)
        return made

    def _applied(self, predicate: int, values: Sequence[Term]) -> int:
        arguments = [self._context.term(value) for value in values]
        return self._z3.mk_app(self._handle, predicate, len(arguments), handles(arguments))

    def _clause(self, place: int, rule: Rule, predicates: Sequence[int], falsity: int) -> None:
        z3, handle, context = self._z3, self._handle, self._context
        body = context.term(rule.body)
        bound = dict.fromkeys(free_symbols(rule.body))
        if rule.premise is not None:
            symbols = self._symbols[rule.premise]
            before = self._applied(predicates[rule.premise], symbols)
            body = z3.mk_and(handle, 2, handles([before, body]))
            bound.update(dict.fromkeys(symbols))
        head = falsity if rule.head is None else predicates[rule.head]
        clause = z3.mk_implies(handle, body, self._applied(head, rule.values))
        bound.update(dict.fromkeys(s for value in rule.values for s in free_symbols(value)))
        if bound:
            variables = handles([context.term(s) for s in bound])
            clause = z3.mk_forall_const(handle, 0, len(bound), variables, 0, None, clause)
        z3.fixedpoint_add_rule(handle, self._fixed, clause, context.name(f"A{place}"))
        if complaint := self._complaint():
            raise Untranslatable(complaint)

    def _complaint(self) -> str:
        """What z3 says of the last call, nothing when all is well."""
        code = self._z3.get_error_code(self._handle)
        return self._z3.text("get_error_msg", self._handle, code) if code else ""

    def _cover(self, predicate: int, symbols: Sequence[Term]) -> Term:
        """What the engine knows of a predicate, over the symbols it was applied to."""
        z3, handle, context = self._z3, self._handle, self._context
        cover = z3.fixedpoint_get_cover_delta(handle, self._fixed, ALL_LEVELS, predicate)
        if not cover:
            raise Untranslatable("there is no cover")
        arguments = handles([context.term(s) for s in symbols])
        cover = z3.substitute_vars(handle, cover, len(symbols), arguments)
        text = z3.text("ast_to_string", handle, cover)
        return Reader(symbols).term(INTERNAL.sub(r"\1", text))
