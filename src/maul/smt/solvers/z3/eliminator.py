"""Quantifier elimination by z3, in a worker that can be killed.

Comes in: a term with quantifiers. Goes out: an equivalent one without, or a reason to give up.
One quantifier is eliminated at a time, the innermost first, each as an ``exists`` over a
quantifier-free body. ``qe-light`` comes first; what it leaves goes to ``qe2``, with two
precautions: ``qe2`` decides satisfiability instead when it sees no quantifier, so it never does;
and it is wrong about arrays and functions, so it never sees those.
"""

from __future__ import annotations

from maul.logic.build import and_, exists, not_, or_
from maul.logic.free import QUANTIFIERS, free_symbols
from maul.logic.smtlib import Reader, functions_of
from maul.logic.sorts import Array
from maul.logic.terms import FALSE, Packed, Term, bound_of, pack, reachable, unpack
from maul.logic.walk import has_quantifier, rewrite
from maul.smt.protocols import GaveUp
from maul.smt.solvers.z3.terms import shared_context
from maul.smt.worker import in_worker

SMT_LIB = 2


class Z3Eliminator:
    """Eliminates quantifiers with z3's tactics."""

    name = "z3"

    def eliminate(self, term: Term, seconds: float) -> Term | GaveUp:
        """An equivalent term without quantifiers."""
        if not has_quantifier(term):
            return term
        answer = in_worker(_eliminated, pack((term,)), seconds)
        return answer if isinstance(answer, GaveUp) else unpack(answer)[0]


class _Stays(Exception):
    """A quantifier that stays; the text says why."""


def _eliminated(packed: Packed) -> Packed | GaveUp:
    """Eliminate all quantifiers, in the worker."""
    (term,) = unpack(packed)
    try:
        return pack((rewrite(term, _without_quantifier),))
    except _Stays as stuck:
        return GaveUp(f"z3 eliminates no quantifiers around {stuck}")


def _without_quantifier(term: Term) -> Term:
    """An equivalent of a term whose arguments have no quantifiers."""
    if term.operator not in QUANTIFIERS:
        return term
    body = term.arguments[0]
    if term.operator == "forall":
        return not_(_without_exists(exists(bound_of(term), not_(body))))
    return _without_exists(term)


def _without_exists(term: Term) -> Term:
    """An equivalent of ``exists x. body``, where the body has no quantifiers."""
    if not has_quantifier(term):
        return term
    light = _applied("qe-light", term)
    if not has_quantifier(light):
        return light
    parts = reachable((term,))
    if any(isinstance(part.sort, Array) for part in parts):
        raise _Stays("arrays")
    if functions_of(parts):
        raise _Stays("functions")
    full = _applied("qe2", term)
    if has_quantifier(full):
        raise _Stays("what its tactics leave")
    return full


def _applied(tactic: str, term: Term) -> Term:
    """What a tactic of z3 makes of a term."""
    context = shared_context()
    z3, handle = context.z3, context.handle
    z3.set_ast_print_mode(handle, SMT_LIB)
    worker = z3.mk_tactic(handle, tactic.encode())
    z3.tactic_inc_ref(handle, worker)
    goal = z3.mk_goal(handle, *(False,) * 3)
    z3.goal_inc_ref(handle, goal)
    z3.goal_assert(handle, goal, context.term(term))
    result = z3.tactic_apply(handle, worker, goal)
    if not result:
        raise _Stays(f"a failure of {tactic}")
    z3.apply_result_inc_ref(handle, result)
    reader = Reader(free_symbols(term), functions_of(reachable((term,))))
    cases = []
    for case in range(z3.apply_result_get_num_subgoals(handle, result)):
        subgoal = z3.apply_result_get_subgoal(handle, result, case)
        z3.goal_inc_ref(handle, subgoal)
        parts = [
            reader.term(z3.text("ast_to_string", handle, z3.goal_formula(handle, subgoal, place)))
            for place in range(z3.goal_size(handle, subgoal))
        ]
        cases.append(and_(*parts))
    z3.apply_result_dec_ref(handle, result)
    z3.goal_dec_ref(handle, goal)
    z3.tactic_dec_ref(handle, worker)
    return or_(*cases) if cases else FALSE
