"""z3 as a prover, in this process.

Comes in: terms. Goes out: answers. The solver is z3's incremental core ("simple solver"): plainly
asserted formulas first, since guards for a core keep z3 from propagating constants through them
(three orders of magnitude on float paths); a core is computed by a second, guarded check.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from maul.logic.sorts import BOOL
from maul.smt.incremental import IncrementalProver, LiveModel
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat
from maul.smt.solvers.z3.capabilities import CAPABILITIES
from maul.smt.solvers.z3.library import handles, z3_library
from maul.smt.solvers.z3.terms import ENDLESS, Z3Context, shared_context
from maul.smt.solvers.z3.values import evaluated, read, read_function

if TYPE_CHECKING:
    from maul.logic.terms import Function, Term
    from maul.logic.values import Value
    from maul.smt.protocols import Answer
    from maul.smt.values import FunctionValue

SATISFIABLE, UNSATISFIABLE = 1, -1
FOREVER = (1 << 32) - 1


class Z3Prover(IncrementalProver[int]):
    """A solver of z3 in a context that provers of one thread share unless told otherwise."""

    name = "z3"
    capabilities = CAPABILITIES

    def __init__(self, seconds: float | None = None, context: Z3Context | None = None) -> None:
        super().__init__(seconds)
        self.context = shared_context() if context is None else context
        z3, handle = self.context.z3, self.context.handle
        self._z3, self._handle = z3, handle
        self._solver = z3.mk_simple_solver(handle)
        z3.solver_inc_ref(handle, self._solver)
        release = self.context.release
        weakref.finalize(self, release, z3.solver_dec_ref, self._solver).atexit = False
        self._guards = 0
        self._limits = (FOREVER, ENDLESS)
        self._set(FOREVER, ENDLESS)

    def _set(self, milliseconds: int, steps: int) -> None:
        """Set the limits of the checks that follow; z3 must leave Ctrl-C to Python."""
        z3, handle = self._z3, self._handle
        parameters = z3.mk_params(handle)
        z3.params_inc_ref(handle, parameters)
        z3.params_set_uint(handle, parameters, self.context.name("timeout"), milliseconds)
        z3.params_set_uint(handle, parameters, self.context.name("rlimit"), steps)
        z3.params_set_bool(handle, parameters, self.context.name("ctrl_c"), False)  # noqa: FBT003
        z3.solver_set_params(handle, self._solver, parameters)
        z3.params_dec_ref(handle, parameters)
        self._limits = (milliseconds, steps)

    def _taken(self) -> int:
        return self.context.taken()

    def _translated(self, term: Term) -> int:
        return self.context.term(term)

    def _has_floats(self, term: Term) -> bool:
        return term in self.context.floats

    def _demand(self, handle: int) -> None:
        self._z3.solver_assert(self._handle, self._solver, handle)

    def _begin_level(self) -> None:
        self._z3.solver_push(self._handle, self._solver)

    def _end_level(self) -> None:
        self._z3.solver_pop(self._handle, self._solver, 1)

    # ---- checking ----

    def _solve(self, assumptions: dict[Term, int], seconds: float | None, *, core: bool) -> Answer:
        self.context.settle()
        limit = FOREVER if seconds is None else min(max(1, round(seconds * 1000)), FOREVER)
        steps = self._steps or ENDLESS
        if (limit, steps) != self._limits:
            self._set(limit, steps)
        if all(_is_literal(term) for term in assumptions):
            return self._solve_under(assumptions)
        self._begin_level()
        for handle in assumptions.values():
            self._demand(handle)
        answer = self._answer(self._z3.solver_check(self._handle, self._solver))
        self._end_level()
        if not isinstance(answer, Unsat):
            return answer
        return self._guarded(assumptions) if core else Unsat(tuple(assumptions))

    def _guarded(self, assumptions: dict[Term, int]) -> Unsat:
        """A core of assumptions known to be unsatisfiable; all of them if z3 finds none in time."""
        self._begin_level()
        guards: dict[Term, int] = {}
        for term, handle in assumptions.items():
            guards[term] = handle if _is_literal(term) else self._guard(handle)
        answer = self._solve_under(guards)
        self._end_level()
        return answer if isinstance(answer, Unsat) else Unsat(tuple(assumptions))

    def _guard(self, handle: int) -> int:
        """A new Boolean that implies the term at the present level."""
        self._guards += 1
        name = self.context.name(f"guard!{self._guards}")
        guard = self._z3.mk_const(self._handle, name, self.context.sort(BOOL))
        self._demand(self._z3.mk_implies(self._handle, guard, handle))
        return guard

    def _solve_under(self, literals: dict[Term, int]) -> Answer:
        """Check with literals as z3's own assumptions."""
        z3, handle, given = self._z3, self._handle, list(literals.values())
        code = z3.solver_check_assumptions(handle, self._solver, len(given), handles(given))
        answer = self._answer(code)
        if not isinstance(answer, Unsat) or not given:
            return answer
        vector = z3.solver_get_unsat_core(handle, self._solver)
        z3.ast_vector_inc_ref(handle, vector)
        size = z3.ast_vector_size(handle, vector)
        found = {z3.ast_vector_get(handle, vector, place) for place in range(size)}
        z3.ast_vector_dec_ref(handle, vector)
        return Unsat(tuple([term for term, literal in literals.items() if literal in found]))

    def _answer(self, code: int) -> Answer:
        """What the result of a check means."""
        z3, handle = self._z3, self._handle
        if code == UNSATISFIABLE:
            return Unsat()
        if code == SATISFIABLE:
            return Sat(Z3Model(self, z3.solver_get_model(handle, self._solver)))
        reason = z3.text("solver_get_reason_unknown", handle, self._solver)
        return TIME_LIMIT if reason in ("timeout", "canceled") else GaveUp(f"z3: {reason}")


def _is_literal(term: Term) -> bool:
    """Whether the term is a Boolean symbol or the negation of one."""
    if term.operator == "not":
        term = term.arguments[0]
    return term.operator == "symbol"


class Z3Model(LiveModel[int]):
    """A model of z3."""

    def __init__(self, prover: Z3Prover, model: int) -> None:
        super().__init__(prover)
        context = prover.context
        context.z3.model_inc_ref(context.handle, model)
        free = context.z3.model_dec_ref
        weakref.finalize(self, context.release, free, model).atexit = False
        self._context, self._model = context, model

    def _read(self, symbol: Term) -> Value:
        context = self._context
        found = evaluated(context, self._model, context.term(symbol))
        return read(context, self._model, found, symbol.sort)

    def _read_function(self, function: Function) -> FunctionValue:
        return read_function(self._context, self._model, function)


def version() -> str:
    """The version of the installed z3."""

    return z3_library().text("get_full_version").removeprefix("Z3 ")
