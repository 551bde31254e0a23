"""Quantifier elimination by z3, in a worker that can be killed.

Comes in: a term with quantifiers. Goes out: an equivalent one without, or a reason to give up.
One quantifier is eliminated at a time, the innermost first, each as an ``exists`` over a
quantifier-free body. ``qe-light`` comes first; what it leaves goes to ``qe2``, with two
precautions: ``qe2`` decides satisfiability instead when it sees no quantifier, so it never does;
and it is wrong about arrays and functions, so it never sees those.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from maul.logic.build import and_, exists, not_, or_
from maul.logic.free import QUANTIFIERS, free_symbols
from maul.logic.smtlib import Atom, List, Reader, functions_of, read, script
from maul.logic.sorts import Array
from maul.logic.terms import Packed, Term, bound_of, pack, reachable, unpack
from maul.logic.walk import has_quantifier, rewrite
from maul.smt.allowance import is_used_up, spend, steps_left
from maul.smt.protocols import GaveUp
from maul.smt.solvers.z3.terms import ENDLESS, shared_context
from maul.smt.worker import in_worker

if TYPE_CHECKING:
    from maul.logic.smtlib import Sexpr


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
    """What a tactic of z3 makes of a term, within what is left of the allowance. z3 is asked in
    SMT-LIB, since its function that applies a tactic knows no limit in steps."""
    if is_used_up():
        raise _Stays("more than the steps there are")
    context = shared_context()
    taken = context.taken()
    option = f"(set-option :rlimit {steps_left() or ENDLESS})"
    commands = f"(reset){option}{script((term,))}(apply {tactic})"
    text = context.z3.text("eval_smtlib2_string", context.handle, commands.encode())
    spend(context.taken() - taken)
    reader = Reader(free_symbols(term), functions_of(reachable((term,))))
    match read(text):
        case [List(items=[Atom(name="goals"), *goals])]:
            return or_(*[_conjunction(goal, text, reader) for goal in goals])
    raise _Stays(f"a failure of {tactic}")


def _conjunction(goal: Sexpr, text: str, reader: Reader) -> Term:
    """What a goal says: formulas, and then how they were found."""
    assert isinstance(goal, List)
    ends = [item.offset for item in goal.items]
    keywords = [place for place, item in enumerate(goal.items) if str(item) == ":precision"]
    formulas = pairwise(ends[1 : keywords[-1] + 1])
    return and_(*[reader.term(text[start:end]) for start, end in formulas])
