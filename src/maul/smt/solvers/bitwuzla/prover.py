"""bitwuzla as a prover, in this process: bit-vectors, floats, arrays and functions of them.

Comes in: terms. Goes out: answers. Its limit is a callback that it asks now and then. It is slow
with many levels: assumptions, or one prover for each question, suit it better.
"""

from __future__ import annotations

import ctypes
import math
import time
import weakref
from typing import TYPE_CHECKING, Any

import bitwuzla
from bitwuzla import Kind, Option

from maul.logic.build import symbol as new_symbol
from maul.logic.free import free_symbols
from maul.logic.smtlib import functions_of
from maul.logic.softfloat import canonical
from maul.logic.sorts import BOOL, Array, BitVec, Float
from maul.logic.terms import Function, bound_of, int_payload, name_of, pack, reachable, unpack
from maul.smt.allowance import A_SECOND, spend, steps_left
from maul.smt.incremental import IncrementalProver, LiveModel, Untranslatable, missing
from maul.smt.kinds import CORE, FLOATS, MODES, VECTORS, parameters
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat
from maul.smt.solvers.bitwuzla.capabilities import CAPABILITIES
from maul.smt.theories import note_floats
from maul.smt.values import FunctionValue, NoExactValue, array_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.sorts import Sort
    from maul.logic.terms import Packed, Term
    from maul.logic.values import Value
    from maul.smt.protocols import Answer

KINDS: dict[str, Any] = {
    **{operator: getattr(Kind, kind) for operator, kind in CORE.items()},
    **{operator: getattr(Kind, f"BV_{kind}") for operator, kind in VECTORS.items()},
    **{operator: getattr(Kind, f"FP_{kind}") for operator, kind in FLOATS.items()},
    "bvmul": Kind.BV_MUL,
    "bvlshr": Kind.BV_SHR,
    "fp.mul": Kind.FP_MUL,
    "fp.eq": Kind.FP_EQUAL,
    "to_fp_bits": Kind.FP_TO_FP_FROM_BV,
    "select": Kind.ARRAY_SELECT,
    "store": Kind.ARRAY_STORE,
}


# Managers whose terms nobody needs, but which may not have been freed yet.
_left: list[Any] = []


def _new_manager() -> Any:  # noqa: ANN401
    """A term manager that outlives its terms. Python frees what is in a cycle, and at its end
    everything, in whatever order, and bitwuzla crashes when a manager goes before its terms. So a
    manager is held behind Python's back until the next one is made after its terms were left."""
    while _left:
        ctypes.pythonapi.Py_DecRef(ctypes.py_object(_left.pop()))
    manager: Any = bitwuzla.TermManager()
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(manager))
    return manager


class BitwuzlaTerms:
    """A term manager and what was translated into it."""

    def __init__(self) -> None:
        self.manager: Any = _new_manager()
        weakref.finalize(self, _left.append, self.manager).atexit = False
        self.terms: dict[Term, Any] = {}
        self.floats: set[Term] = set()  # those with a float in them
        self._sorts: dict[Sort, Any] = {}
        self._functions: dict[Function, Any] = {}
        self._modes = {
            mode: self.manager.mk_rm_value(getattr(bitwuzla.RoundingMode, mode)) for mode in MODES
        }

    def term(self, root: Term) -> Any:  # noqa: ANN401 - the vendor's term
        """The term in bitwuzla."""
        known = self.terms
        if root not in known:
            make = self.manager.mk_term
            order = missing(root, known)
            note_floats(order, self.floats)
            for term in order:
                arguments = [known[argument] for argument in term.arguments]
                kind = KINDS.get(term.operator)
                if kind is None:
                    known[term] = self._special(term, arguments)
                elif term.payload is None:
                    known[term] = make(kind, arguments)
                else:
                    mode, indices = parameters(term)
                    rounding = [] if mode is None else [self._modes[mode]]
                    known[term] = make(kind, rounding + arguments, list(indices))
        return known[root]

    def _special(self, term: Term, arguments: list[Any]) -> Any:  # noqa: ANN401
        manager = self.manager
        match term.operator:
            case "symbol":
                return manager.mk_const(self.sort(term.sort), name_of(term))
            case "constant":
                return self._constant(term)
            case "const":
                return manager.mk_const_array(self.sort(term.sort), arguments[0])
            case "apply":
                assert isinstance(term.payload, Function)
                return manager.mk_term(Kind.APPLY, [self.function(term.payload), *arguments])
            case "exists" | "forall":
                kind = Kind.EXISTS if term.operator == "exists" else Kind.FORALL
                bound = {
                    self.term(symbol): manager.mk_var(self.sort(symbol.sort), name_of(symbol))
                    for symbol in bound_of(term)
                }
                body = manager.substitute_term(arguments[0], bound)
                return manager.mk_term(kind, [*bound.values(), body])
        raise Untranslatable(f"bitwuzla has no {term.operator}")

    def _constant(self, term: Term) -> Any:  # noqa: ANN401
        manager, sort = self.manager, term.sort
        if sort is BOOL:
            return manager.mk_true() if term.payload else manager.mk_false()
        if isinstance(sort, Float):
            bits = manager.mk_bv_value(manager.mk_bv_sort(sort.width), int_payload(term))
            indices = [sort.exponent_bits, sort.significand_bits]
            return manager.mk_term(Kind.FP_TO_FP_FROM_BV, [bits], indices)
        made = self.sort(sort)
        return manager.mk_bv_value(made, f"{int_payload(term):x}", 16)

    def sort(self, sort: Sort) -> Any:  # noqa: ANN401
        """The sort in bitwuzla."""
        if sort not in self._sorts:
            self._sorts[sort] = self._new_sort(sort)
        return self._sorts[sort]

    def _new_sort(self, sort: Sort) -> Any:  # noqa: ANN401
        manager = self.manager
        match sort:
            case BitVec():
                return manager.mk_bv_sort(sort.width)
            case Float():
                return manager.mk_fp_sort(sort.exponent_bits, sort.significand_bits)
            case Array():
                return manager.mk_array_sort(self.sort(sort.index), self.sort(sort.element))
        if sort is BOOL:
            return manager.mk_bool_sort()
        raise Untranslatable(f"bitwuzla has no {sort}")

    def function(self, function: Function) -> Any:  # noqa: ANN401
        """The function in bitwuzla."""
        if function not in self._functions:
            sorts = [self.sort(sort) for sort in function.parameters]
            sort = self.manager.mk_fun_sort(sorts, self.sort(function.result))
            self._functions[function] = self.manager.mk_const(sort, function.name)
        return self._functions[function]


FOREVER = 1 << 62  # polls
A_CALL = A_SECOND // 50  # steps for an interpolation in which bitwuzla never asks
A_POLL = A_SECOND // 2000  # steps: bitwuzla asks so often in a second, more or less


class Clock:
    """Tells bitwuzla whether it is late, and counts how often it asks. It knows nothing of the
    solver: a solver whose callback leads back to it is never freed, with megabytes of its own."""

    def __init__(self) -> None:
        self.deadline = 0.0
        self.polls = 0
        self.last = 0  # poll, from which on it is late

    def limit(self, seconds: float | None, steps: int | None) -> None:
        """Set the limits from now on."""
        self.deadline = math.inf if seconds is None else time.monotonic() + seconds
        self.last = self.polls + (FOREVER if steps is None else 1 + steps // A_POLL)

    def __call__(self) -> bool:
        """Whether to stop."""
        self.polls += 1
        return self.polls >= self.last or time.monotonic() > self.deadline


class BitwuzlaProver(IncrementalProver[Any]):
    """A solver of bitwuzla with terms of its own."""

    name = "bitwuzla"
    capabilities = CAPABILITIES

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(seconds)
        options = bitwuzla.Options()
        options.set(Option.PRODUCE_MODELS, True)  # noqa: FBT003
        options.set(Option.PRODUCE_UNSAT_ASSUMPTIONS, True)  # noqa: FBT003
        self.terms = BitwuzlaTerms()
        self.solver: Any = bitwuzla.Bitwuzla(self.terms.manager, options)
        self._clock = Clock()
        self.solver.configure_terminator(self._clock)

    def _taken(self) -> int:
        return self._clock.polls * A_POLL

    def _translated(self, term: Term) -> Any:  # noqa: ANN401
        try:
            return self.terms.term(term)
        except bitwuzla.BitwuzlaException as refusal:
            raise Untranslatable(f"bitwuzla: {refusal}") from refusal

    def _has_floats(self, term: Term) -> bool:
        return term in self.terms.floats

    def _demand(self, handle: Any) -> None:  # noqa: ANN401
        self.solver.assert_formula(handle)

    def _begin_level(self) -> None:
        self.solver.push(1)

    def _end_level(self) -> None:
        self.solver.pop(1)

    def _solve(
        self,
        assumptions: dict[Term, Any],
        seconds: float | None,
        *,
        core: bool,  # noqa: ARG002 - it costs bitwuzla nothing
    ) -> Answer:
        self._clock.limit(seconds, self._steps)
        try:
            result = self.solver.check_sat(*assumptions.values())
        except bitwuzla.BitwuzlaException as refusal:
            return GaveUp(f"bitwuzla: {refusal}")
        if result == bitwuzla.Result.SAT:
            return Sat(BitwuzlaModel(self))
        if result == bitwuzla.Result.UNSAT:
            failed = set(self.solver.get_unsat_assumptions()) if assumptions else ()
            return Unsat(tuple([term for term, made in assumptions.items() if made in failed]))
        return TIME_LIMIT if self._clock() else GaveUp("bitwuzla does not know")


class BitwuzlaModel(LiveModel[Any]):
    """A model of bitwuzla."""

    def __init__(self, prover: BitwuzlaProver) -> None:
        super().__init__(prover)
        self._terms, self._solver = prover.terms, prover.solver

    def _read(self, symbol: Term) -> Value:
        return _value(self._solver.get_value(self._terms.term(symbol)), symbol.sort)

    def _read_function(self, function: Function) -> FunctionValue:
        from maul.logic.smtlib import Reader, SmtLibError  # noqa: PLC0415 - rarely needed

        body = self._solver.get_value(self._terms.function(function))
        names = []
        while body.kind() == Kind.LAMBDA:
            variable, body = body.children()
            names.append(str(variable))
        bound = [new_symbol(*pair) for pair in zip(names, function.parameters, strict=True)]
        try:
            return FunctionValue(tuple(bound), Reader(bound).term(body.str(2)))
        except SmtLibError as error:
            raise NoExactValue(f"bitwuzla's function {function.name}: {error}") from error


def _value(written: Any, sort: Sort) -> Value:  # noqa: ANN401
    """What a value written by bitwuzla stands for."""
    match sort:
        case BitVec():
            return int(written.value(2), 2)
        case Float():
            return canonical(int("".join(written.value(2)), 2), sort)
        case Array():
            writes = []
            while written.kind() == Kind.ARRAY_STORE:
                written, index, element = written.children()
                writes.append((_value(index, sort.index), _value(element, sort.element)))
            if written.kind() != Kind.CONST_ARRAY:
                raise NoExactValue(f"bitwuzla's array is {str(written)[:200]}")
            return array_value(sort, writes, _value(written.children()[0], sort.element))
    return bool(written.value())


class BitwuzlaInterpolator:
    """Sequence interpolants over bit-vectors, in a worker; they often talk of bits."""

    name = "bitwuzla"
    capabilities = CAPABILITIES

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The interpolants between the parts, if their conjunction is unsatisfiable."""
        from maul.smt.worker import in_worker  # noqa: PLC0415 - rarely needed

        answer = in_worker(_interpolated, pack(parts), seconds)
        return answer if isinstance(answer, GaveUp) else unpack(answer)


def _interpolated(packed: Packed) -> Packed | GaveUp:
    """Interpolate, in the worker."""
    from maul.logic.smtlib import Reader, SmtLibError  # noqa: PLC0415 - rarely needed

    parts = unpack(packed)
    # A part that says nothing new is no assertion of its own: the interpolant before it stays.
    new = list(dict.fromkeys(parts[:-1]))
    options = bitwuzla.Options()
    # With both kinds of simplification the largest shrink to a hundredth, and are found sooner.
    simplified = (Option.INTERPOLANTS_SIMP, Option.INTERPOLANTS_SUBST)
    for option in (Option.PRODUCE_INTERPOLANTS, *simplified):
        options.set(option, True)  # noqa: FBT003
    terms = BitwuzlaTerms()
    solver: Any = bitwuzla.Bitwuzla(terms.manager, options)
    clock = Clock()
    clock.limit(None, steps_left())
    solver.configure_terminator(clock)
    try:
        made = [terms.term(term) for term in new]
        for handle in (*made, terms.term(parts[-1])):
            solver.assert_formula(handle)
        result = solver.check_sat()
        spend(A_CALL + clock.polls * A_POLL)
        if result != bitwuzla.Result.UNSAT:
            return GaveUp("the parts are not shown unsatisfiable")
        written = solver.get_interpolants([[handle] for handle in made])
    except (Untranslatable, bitwuzla.BitwuzlaException) as refusal:
        return GaveUp(f"bitwuzla: {refusal}")
    reader = Reader(
        dict.fromkeys([symbol for part in parts for symbol in free_symbols(part)]),
        functions_of(reachable(parts)),
    )
    try:
        found = [reader.term(text.str(2)) for text in written]
    except SmtLibError as error:
        return GaveUp(f"bitwuzla's interpolant: {error}")
    return pack([found[len(dict.fromkeys(parts[:cut])) - 1] for cut in range(1, len(parts))])


def version() -> str:
    """The version of the installed bitwuzla."""
    return str(bitwuzla.version())
