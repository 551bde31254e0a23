"""cvc5 as a prover, in this process.

Comes in: terms of all theories. Goes out: answers. Its own time limit is not kept in every theory
(a double-precision square root went on for ever) and it keeps Python from running meanwhile, so
what may hang goes through ``isolated``, which runs this prover in a process of its own.
"""

from __future__ import annotations

import contextlib
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import cvc5
from cvc5 import Kind

from maul.logic.build import and_, not_
from maul.logic.build import symbol as new_symbol
from maul.logic.free import free_symbols
from maul.logic.smtlib import Reader, SmtLibError, functions_of
from maul.logic.softfloat import canonical
from maul.logic.sorts import BOOL, INT, Array, BitVec, Float
from maul.logic.terms import TRUE, Function, bound_of, int_payload, name_of, pack, reachable, unpack
from maul.smt.allowance import by_the_clock
from maul.smt.incremental import IncrementalProver, LiveModel, Untranslatable, missing
from maul.smt.kinds import CORE, FLOATS, VECTORS, parameters
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat, smaller
from maul.smt.solvers.cvc5.capabilities import CAPABILITIES
from maul.smt.theories import note_floats
from maul.smt.values import FunctionValue, NoExactValue, array_value, decimal, integer_of
from maul.smt.worker import in_worker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.sorts import Sort
    from maul.logic.terms import Packed, Term
    from maul.logic.values import Value
    from maul.smt.protocols import Answer

MODES = {
    "RNE": "ROUND_NEAREST_TIES_TO_EVEN",
    "RNA": "ROUND_NEAREST_TIES_TO_AWAY",
    "RTP": "ROUND_TOWARD_POSITIVE",
    "RTN": "ROUND_TOWARD_NEGATIVE",
    "RTZ": "ROUND_TOWARD_ZERO",
}
KINDS: dict[str, Any] = {
    **{operator: getattr(Kind, kind) for operator, kind in CORE.items()},
    **{operator: getattr(Kind, f"BITVECTOR_{kind}") for operator, kind in VECTORS.items()},
    **{operator: getattr(Kind, f"FLOATINGPOINT_{kind}") for operator, kind in FLOATS.items()},
    "bvmul": Kind.BITVECTOR_MULT,
    "bvlshr": Kind.BITVECTOR_LSHR,
    "fp.mul": Kind.FLOATINGPOINT_MULT,
    "fp.eq": Kind.FLOATINGPOINT_EQ,
    "to_fp_bits": Kind.FLOATINGPOINT_TO_FP_FROM_IEEE_BV,
    "bv2nat": Kind.BITVECTOR_UBV_TO_INT,
    "int2bv": Kind.INT_TO_BITVECTOR,
    "+": Kind.ADD,
    "*": Kind.MULT,
    "div": Kind.INTS_DIVISION,
    "mod": Kind.INTS_MODULUS,
    "/": Kind.DIVISION,
    "<=": Kind.LEQ,
    "to_real": Kind.TO_REAL,
    "to_int": Kind.TO_INTEGER,
    "select": Kind.SELECT,
    "store": Kind.STORE,
}
OPTIONS = {
    "produce-models": "true",
    "produce-unsat-assumptions": "true",
    "incremental": "true",
    "arrays-exp": "true",  # without it there are no constant arrays
}
# Floats of other sizes than C's are experimental: good enough for answers that are verified.
INTERPOLATION = ("produce-interpolants", "arrays-exp", "fp-exp")
# cvc5's own division, the same unless the divisor is zero.
TOTAL = re.compile(r"\((div|mod|/)_total ")
FOREVER = "0"
CORE_SECONDS = 0.3  # for a second try to find a core


class Cvc5Terms:
    """A term manager and what was translated into it."""

    def __init__(self) -> None:
        self.manager: Any = cvc5.TermManager()
        self.terms: dict[Term, Any] = {}
        self.floats: set[Term] = set()  # those with a float in them
        self.sorts: dict[Sort, Any] = {}
        self._functions: dict[Function, Any] = {}
        self._modes = {
            mode: self.manager.mkRoundingMode(getattr(cvc5.RoundingMode, name))
            for mode, name in MODES.items()
        }

    def term(self, root: Term) -> Any:  # noqa: ANN401 - the vendor's term
        """The term in cvc5."""
        known = self.terms
        if root not in known:
            make = self.manager.mkTerm
            order = missing(root, known)
            note_floats(order, self.floats)
            for term in order:
                arguments = [known[argument] for argument in term.arguments]
                kind = KINDS.get(term.operator)
                if kind is None:
                    known[term] = self._special(term, arguments)
                elif term.payload is None:
                    known[term] = make(kind, *arguments)
                else:
                    known[term] = self._with_parameters(kind, term, arguments)
        return known[root]

    def _with_parameters(self, kind: Any, term: Term, arguments: list[Any]) -> Any:  # noqa: ANN401
        mode, indices = parameters(term)
        head = self.manager.mkOp(kind, *indices) if indices else kind
        rounding = [] if mode is None else [self._modes[mode]]
        return self.manager.mkTerm(head, *rounding, *arguments)

    def _special(self, term: Term, arguments: list[Any]) -> Any:  # noqa: ANN401
        manager = self.manager
        match term.operator:
            case "symbol":
                return manager.mkConst(self.sort(term.sort), name_of(term))
            case "constant":
                return self._constant(term)
            case "const":
                return manager.mkConstArray(self.sort(term.sort), arguments[0])
            case "apply":
                assert isinstance(term.payload, Function)
                return manager.mkTerm(Kind.APPLY_UF, self.function(term.payload), *arguments)
            case "exists" | "forall":
                return self._quantified(term, arguments[0])
        raise Untranslatable(f"cvc5 has no {term.operator}")

    def _quantified(self, term: Term, body: Any) -> Any:  # noqa: ANN401
        manager = self.manager
        symbols = bound_of(term)
        bound = [manager.mkVar(self.sort(symbol.sort), name_of(symbol)) for symbol in symbols]
        body = body.substitute([self.term(symbol) for symbol in symbols], bound)
        kind = Kind.EXISTS if term.operator == "exists" else Kind.FORALL
        return manager.mkTerm(kind, manager.mkTerm(Kind.VARIABLE_LIST, *bound), body)

    def _constant(self, term: Term) -> Any:  # noqa: ANN401
        manager, sort = self.manager, term.sort
        match sort, term.payload:
            case BitVec(), int() as bits:
                return manager.mkBitVector(sort.width, f"{bits:x}", 16)
            case Float(), int() as bits:
                vector = manager.mkBitVector(sort.width, f"{bits:x}", 16)
                return manager.mkFloatingPoint(sort.exponent_bits, sort.significand_bits, vector)
            case _, Fraction() as ratio:
                return manager.mkReal(f"{decimal(ratio.numerator)}/{decimal(ratio.denominator)}")
        if sort is BOOL:
            return manager.mkBoolean(bool(term.payload))
        return manager.mkInteger(decimal(int_payload(term)))

    def sort(self, sort: Sort) -> Any:  # noqa: ANN401
        """The sort in cvc5."""
        if sort not in self.sorts:
            self.sorts[sort] = self._new_sort(sort)
        return self.sorts[sort]

    def _new_sort(self, sort: Sort) -> Any:  # noqa: ANN401
        manager = self.manager
        match sort:
            case BitVec():
                return manager.mkBitVectorSort(sort.width)
            case Float():
                return manager.mkFloatingPointSort(sort.exponent_bits, sort.significand_bits)
            case Array():
                return manager.mkArraySort(self.sort(sort.index), self.sort(sort.element))
        if sort is BOOL:
            return manager.getBooleanSort()
        return manager.getIntegerSort() if sort is INT else manager.getRealSort()

    def function(self, function: Function) -> Any:  # noqa: ANN401
        """The function in cvc5."""
        if function not in self._functions:
            sorts = [self.sort(sort) for sort in function.parameters]
            sort = self.manager.mkFunctionSort(sorts, self.sort(function.result))
            self._functions[function] = self.manager.mkConst(sort, function.name)
        return self._functions[function]


class Cvc5Prover(IncrementalProver[Any]):
    """A solver of cvc5 with terms of its own."""

    name = "cvc5"
    capabilities = CAPABILITIES

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.terms = Cvc5Terms()
        self.solver: Any = self._new_solver()
        self._asserted: list[list[Any]] = [[]]

    def _new_solver(self) -> Any:  # noqa: ANN401
        solver: Any = cvc5.Solver(self.terms.manager)
        solver.setLogic("ALL")
        for option, setting in OPTIONS.items():
            solver.setOption(option, setting)
        return solver

    def _translated(self, term: Term) -> Any:  # noqa: ANN401
        try:
            return self.terms.term(term)
        except RuntimeError as refusal:
            raise Untranslatable(f"cvc5: {refusal}") from refusal

    def _has_floats(self, term: Term) -> bool:
        return term in self.terms.floats

    def _demand(self, handle: Any) -> None:  # noqa: ANN401
        self.solver.assertFormula(handle)
        self._asserted[-1].append(handle)

    def _begin_level(self) -> None:
        self.solver.push(1)
        self._asserted.append([])

    def _end_level(self) -> None:
        self.solver.pop(1)
        self._asserted.pop()

    def _solve(self, assumptions: dict[Term, Any], seconds: float | None, *, core: bool) -> Answer:
        _limit(self.solver, seconds)
        try:
            if not assumptions:
                return self._answer(self.solver.checkSat(), assumptions)
            result = self.solver.checkSatAssuming(*assumptions.values())
            answer = self._answer(result, assumptions)
        except RuntimeError as refusal:
            return GaveUp(f"cvc5: {refusal}")
        if core and isinstance(answer, Unsat):
            with contextlib.suppress(RuntimeError):
                return self._without_equations(answer, assumptions, seconds)
        return answer

    def _without_equations(
        self, found: Unsat, assumptions: dict[Term, Any], seconds: float | None
    ) -> Unsat:
        """A core with fewer equations, if it is found soon: cvc5 solves all of them before it looks
        for a contradiction, and then they are part of its core. Not of floats, since with these it
        may forget the time."""
        handles = {term: assumptions[term] for term in found.core}
        solved = any(term.operator == "=" for term in handles)
        if not solved or any(isinstance(sort, Float) for sort in self.terms.sorts):
            return found
        solver = self._new_solver()
        solver.setOption("simplification", "none")
        _limit(solver, smaller(seconds, CORE_SECONDS))
        for level in self._asserted:
            for handle in level:
                solver.assertFormula(handle)
        if not solver.checkSatAssuming(*handles.values()).isUnsat():
            return found
        failed = set(solver.getUnsatAssumptions())
        return Unsat(tuple([term for term, made in handles.items() if made in failed]))

    def _answer(self, result: Any, assumptions: dict[Term, Any]) -> Answer:  # noqa: ANN401
        if result.isSat():
            return Sat(Cvc5Model(self))
        if result.isUnsat():
            failed = set(self.solver.getUnsatAssumptions()) if assumptions else ()
            return Unsat(tuple([term for term, made in assumptions.items() if made in failed]))
        why = str(result.getUnknownExplanation()).rpartition(".")[2].lower()
        return TIME_LIMIT if why in ("timeout", "interrupted") else GaveUp(f"cvc5: {why}")


def _limit(solver: Any, seconds: float | None) -> None:  # noqa: ANN401
    """Set the time limit of the checks that follow."""
    limit = FOREVER if seconds is None else str(max(1, round(seconds * 1000)))
    solver.setOption("tlimit-per", limit)


class Cvc5Model(LiveModel[Any]):
    """A model of cvc5."""

    def __init__(self, prover: Cvc5Prover) -> None:
        super().__init__(prover)
        self._terms, self._solver = prover.terms, prover.solver

    def _read(self, symbol: Term) -> Value:
        return _value(self._solver.getValue(self._terms.term(symbol)), symbol.sort)

    def _read_function(self, function: Function) -> FunctionValue:
        written = self._solver.getValue(self._terms.function(function))
        if written.getKind() != Kind.LAMBDA:
            raise NoExactValue(f"cvc5's function {function.name} is {str(written)[:200]}")
        variables, body = written[0], written[1]
        names = [str(variable) for variable in variables]
        bound = [new_symbol(*pair) for pair in zip(names, function.parameters, strict=True)]
        try:
            return FunctionValue(tuple(bound), Reader(bound).term(str(body)))
        except SmtLibError as error:
            raise NoExactValue(f"cvc5's function {function.name}: {error}") from error


def _value(written: Any, sort: Sort) -> Value:  # noqa: ANN401
    """What a value written by cvc5 stands for."""
    match sort:
        case BitVec():
            return int(written.getBitVectorValue(2), 2)
        case Float():
            bits = written.getFloatingPointValue()[2]
            return canonical(int(bits.getBitVectorValue(2), 2), sort)
        case Array():
            writes = []
            while written.getKind() == Kind.STORE:
                written, index, element = written
                writes.append((_value(index, sort.index), _value(element, sort.element)))
            if not written.isConstArray():
                raise NoExactValue(f"cvc5's array is {str(written)[:200]}")
            return array_value(sort, writes, _value(written.getConstArrayBase(), sort.element))
    if sort is BOOL:
        return bool(written.getBooleanValue())
    if not (written.isIntegerValue() if sort is INT else written.isRealValue()):
        raise NoExactValue(f"cvc5's value is {str(written)[:200]}")
    if sort is INT:
        # Not getIntegerValue, which fails on thousands of digits; negatives are written (- 5).
        text = str(written)
        return -integer_of(text[3:-1]) if text.startswith("(") else integer_of(text)
    return Fraction(written.getRealValue())


class Cvc5Interpolator:
    """Interpolants by syntax-guided synthesis, one cut after the other, in a worker."""

    name = "cvc5"
    capabilities = CAPABILITIES

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The interpolants between the parts, if their conjunction is unsatisfiable."""
        packed = pack(parts)
        answer = by_the_clock(seconds, lambda left: in_worker(_interpolated, packed, left))
        return answer if isinstance(answer, GaveUp) else unpack(answer)


def _interpolated(packed: Packed) -> Packed | GaveUp:
    """Interpolate, in the worker: each interpolant is found with the one before it."""
    parts = unpack(packed)
    found = [TRUE]
    for cut in range(1, len(parts)):
        terms = Cvc5Terms()
        solver: Any = cvc5.Solver(terms.manager)
        solver.setLogic("ALL")
        for option in INTERPOLATION:
            solver.setOption(option, "true")
        before, after = and_(found[-1], parts[cut - 1]), and_(*parts[cut:])
        try:
            solver.assertFormula(terms.term(before))
            written = solver.getInterpolant(terms.term(not_(after)))
        except (Untranslatable, RuntimeError) as refusal:
            return GaveUp(f"cvc5: {refusal}")
        if written.isNull():
            return GaveUp("cvc5 finds no interpolant")
        functions = functions_of(reachable((before, after)))
        try:
            text = TOTAL.sub(r"(\1 ", str(written))
            found.append(Reader(free_symbols(after), functions).term(text))
        except SmtLibError as error:
            return GaveUp(f"cvc5's interpolant: {error}")
    return pack(found[1:])


def version() -> str:
    """The version of the installed cvc5."""
    return str(cvc5.__version__)
