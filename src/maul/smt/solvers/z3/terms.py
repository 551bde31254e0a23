"""Terms in z3: a context with everything translated so far.

Comes in: terms of any depth. Goes out: handles of z3. The context does no reference counting of
terms: all live as long as it does, which saves a call for each, and the table of what was
translated needs them anyway.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from fractions import Fraction
from typing import TYPE_CHECKING

from maul.logic.sorts import BOOL, INT, REAL, Array, BitVec, Float
from maul.logic.terms import Function, Term, bound_of, int_payload, name_of
from maul.smt.incremental import Untranslatable, missing
from maul.smt.solvers.z3.library import Z3Library, handles, z3_library
from maul.smt.theories import note_floats
from maul.smt.values import decimal

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.logic.sorts import Sort

ENDLESS = 0  # steps, as a limit
COUNTED = "rlimit count"

# These take the context and the arguments, nothing else.
PLAIN = {
    "not": "mk_not",
    "=": "mk_eq",
    "ite": "mk_ite",
    "<=": "mk_le",
    "div": "mk_div",
    "/": "mk_div",
    "mod": "mk_mod",
    "to_real": "mk_int2real",
    "to_int": "mk_real2int",
    "concat": "mk_concat",
    "select": "mk_select",
    "store": "mk_store",
    **{
        f"bv{name}": f"mk_bv{name}"
        for name in (
            *("neg", "not", "add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "smod", "and"),
            *("or", "xor", "shl", "lshr", "ashr", "ule", "sle"),
        )
    },
    **{f"fp.{name}": f"mk_fpa_{name}" for name in ("rem", "neg", "abs", "min", "max", "eq", "lt")},
    "fp.leq": "mk_fpa_leq",
    "fp.isNaN": "mk_fpa_is_nan",
    "fp.isInfinite": "mk_fpa_is_infinite",
    "fp.isZero": "mk_fpa_is_zero",
    "fp.isNormal": "mk_fpa_is_normal",
    "fp.isSubnormal": "mk_fpa_is_subnormal",
    "fp.isNegative": "mk_fpa_is_negative",
    "fp.isPositive": "mk_fpa_is_positive",
}
ANY_NUMBER = {
    "and": "mk_and",
    "or": "mk_or",
    "+": "mk_add",
    "*": "mk_mul",
    "distinct": "mk_distinct",
}
NUMBERED = {"zero_extend": "mk_zero_ext", "sign_extend": "mk_sign_ext", "int2bv": "mk_int2bv"}
ROUNDED = {
    **{f"fp.{name}": f"mk_fpa_{name}" for name in ("add", "sub", "mul", "div", "fma", "sqrt")},
    "fp.roundToIntegral": "mk_fpa_round_to_integral",
}
TO_FLOAT = {
    "to_fp_float": "mk_fpa_to_fp_float",
    "to_fp_signed": "mk_fpa_to_fp_signed",
    "to_fp_unsigned": "mk_fpa_to_fp_unsigned",
}
FROM_FLOAT = {"fp.to_sbv": "mk_fpa_to_sbv", "fp.to_ubv": "mk_fpa_to_ubv"}

# A context that holds more terms than this is left to those who use it.
FULL = 2_000_000


class Z3Context:
    """A context of z3 and the table of terms, sorts and functions translated into it."""

    def __init__(self) -> None:
        z3 = z3_library()
        configuration = z3.mk_config()
        self.z3: Z3Library = z3
        self.handle: int = z3.mk_context(configuration)
        z3.del_config(configuration)
        # Without a handler errors show as null handles; the default one ends the process.
        z3.set_error_handler(self.handle, None)
        # Solvers and models that nobody needs any more. Python may find that out in any thread,
        # even while z3 is at work in this context, which is not made for two threads at once.
        self._released: deque[tuple[Callable[[int, int], object], int]] = deque()
        self.terms: dict[Term, int] = {}
        self.floats: set[Term] = set()  # those with a float in them
        self._sorts: dict[Sort, int] = {}
        self._functions: dict[Function, int] = {}
        self._meter: int | None = None  # a solver that solves nothing
        self._plain = {name: getattr(z3, function) for name, function in PLAIN.items()}
        self._special: dict[str, Callable[[Term], int]] = {
            "symbol": self._symbol,
            "constant": self._constant,
            "extract": self._extract,
            "bv2nat": self._bv2nat,
            "const": self._constant_array,
            "apply": self._application,
            "to_fp_bits": self._from_bits,
            "exists": self._quantified,
            "forall": self._quantified,
            **dict.fromkeys(ANY_NUMBER, self._of_any_number),
            **dict.fromkeys(NUMBERED, self._numbered),
            **dict.fromkeys(ROUNDED, self._rounded),
            **dict.fromkeys(TO_FLOAT, self._to_float),
            **dict.fromkeys(FROM_FLOAT, self._from_float),
        }
        # Not at exit: z3's own clean-up may have run by then.
        weakref.finalize(self, z3.del_context, self.handle).atexit = False

    def release(self, free: Callable[[int, int], object], handle: int) -> None:
        """Free something of the context as soon as its own thread comes by."""
        self._released.append((free, handle))

    def settle(self) -> None:
        """Free what was released; for the thread that uses the context."""
        while self._released:
            free, handle = self._released.popleft()
            free(self.handle, handle)

    def taken(self) -> int:
        """The steps that all solvers of the context have taken so far."""
        z3, handle = self.z3, self.handle
        if self._meter is None:
            self._meter = z3.mk_simple_solver(handle)
            z3.solver_inc_ref(handle, self._meter)
        counts = z3.solver_get_statistics(handle, self._meter)
        z3.stats_inc_ref(handle, counts)
        places = range(z3.stats_size(handle, counts))
        keys = [z3.text("stats_get_key", handle, counts, place) for place in places]
        found = z3.stats_get_uint_value(handle, counts, keys.index(COUNTED))
        z3.stats_dec_ref(handle, counts)
        return found

    # ---- the walk ----

    def term(self, root: Term) -> int:
        """The handle of a term."""
        known = self.terms
        found = known.get(root)
        if found is not None:
            return found
        context, plain = self.handle, self._plain
        order = missing(root, known)
        note_floats(order, self.floats)
        for term in order:
            make = plain.get(term.operator)
            if make is None:
                made = self._special[term.operator](term)
            else:
                arguments = term.arguments
                if len(arguments) == 2:
                    left, right = arguments
                    made = make(context, known[left], known[right])
                elif len(arguments) == 1:
                    made = make(context, known[arguments[0]])
                else:
                    made = make(context, *[known[argument] for argument in arguments])
            if not made:
                raise Untranslatable(self._complaint(term))
            known[term] = made
        return known[root]

    def _complaint(self, term: Term) -> str:
        """What z3 says of the last call."""
        code = self.z3.get_error_code(self.handle)
        message = self.z3.text("get_error_msg", self.handle, code)
        return f"z3 refuses {term.operator}: {message}"

    def _arguments(self, term: Term) -> list[int]:
        """The handles of the arguments."""
        return [self.terms[argument] for argument in term.arguments]

    # ---- sorts, symbols and constants ----

    def sort(self, sort: Sort) -> int:
        """The handle of a sort."""
        found = self._sorts.get(sort)
        if found is None:
            found = self._sorts[sort] = self._new_sort(sort)
        return found

    def _new_sort(self, sort: Sort) -> int:
        z3, context = self.z3, self.handle
        match sort:
            case BitVec():
                return z3.mk_bv_sort(context, sort.width)
            case Float():
                return z3.mk_fpa_sort(context, sort.exponent_bits, sort.significand_bits)
            case Array():
                return z3.mk_array_sort(context, self.sort(sort.index), self.sort(sort.element))
        if sort is BOOL:
            return z3.mk_bool_sort(context)
        return z3.mk_int_sort(context) if sort is INT else z3.mk_real_sort(context)

    def name(self, text: str) -> int:
        """A text as a name in z3."""
        return self.z3.mk_string_symbol(self.handle, text.encode())

    def _symbol(self, term: Term) -> int:
        return self.z3.mk_const(self.handle, self.name(name_of(term)), self.sort(term.sort))

    def _constant(self, term: Term) -> int:
        z3, context, sort = self.z3, self.handle, term.sort
        if sort is BOOL:
            return z3.mk_true(context) if term.payload else z3.mk_false(context)
        if isinstance(sort, Float):
            bits = self._number(int_payload(term), self.sort(BitVec(sort.width)))
            return z3.mk_fpa_to_fp_bv(context, bits, self.sort(sort))
        if sort is REAL:
            assert isinstance(term.payload, Fraction)
            text = f"{decimal(term.payload.numerator)}/{decimal(term.payload.denominator)}"
            return z3.mk_numeral(context, text.encode(), self.sort(sort))
        return self._number(int_payload(term), self.sort(sort))

    def _number(self, number: int, sort: int) -> int:
        if 0 <= number < 1 << 64:
            return self.z3.mk_unsigned_int64(self.handle, number, sort)
        return self.z3.mk_numeral(self.handle, decimal(number).encode(), sort)

    # ---- operators with parameters ----

    def _of_any_number(self, term: Term) -> int:
        make = getattr(self.z3, ANY_NUMBER[term.operator])
        made: int = make(self.handle, len(term.arguments), handles(self._arguments(term)))
        return made

    def _numbered(self, term: Term) -> int:
        make = getattr(self.z3, NUMBERED[term.operator])
        made: int = make(self.handle, int_payload(term), self.terms[term.arguments[0]])
        return made

    def _extract(self, term: Term) -> int:
        match term.payload:
            case (int() as high, int() as low):
                argument = self.terms[term.arguments[0]]
                return self.z3.mk_extract(self.handle, high, low, argument)
        raise Untranslatable(repr(term))

    def _bv2nat(self, term: Term) -> int:
        return self.z3.mk_bv2int(self.handle, self.terms[term.arguments[0]], False)  # noqa: FBT003

    def _constant_array(self, term: Term) -> int:
        assert isinstance(term.sort, Array)
        index = self.sort(term.sort.index)
        return self.z3.mk_const_array(self.handle, index, self.terms[term.arguments[0]])

    def _application(self, term: Term) -> int:
        assert isinstance(term.payload, Function)
        function, arguments = self.function(term.payload), self._arguments(term)
        return self.z3.mk_app(self.handle, function, len(arguments), handles(arguments))

    def function(self, function: Function) -> int:
        """The handle of a function."""
        found = self._functions.get(function)
        if found is None:
            parameters = [self.sort(sort) for sort in function.parameters]
            found = self._functions[function] = self.z3.mk_func_decl(
                self.handle,
                self.name(function.name),
                len(parameters),
                handles(parameters),
                self.sort(function.result),
            )
        return found

    def _quantified(self, term: Term) -> int:
        bound = [self.terms.get(symbol) or self._symbol(symbol) for symbol in bound_of(term)]
        z3 = self.z3
        make = z3.mk_exists_const if term.operator == "exists" else z3.mk_forall_const
        body = self.terms[term.arguments[0]]
        return make(self.handle, 0, len(bound), handles(bound), 0, None, body)

    # ---- floats ----

    def _mode(self, mode: str) -> int:
        made: int = getattr(self.z3, f"mk_fpa_{mode.lower()}")(self.handle)
        return made

    def _rounded(self, term: Term) -> int:
        assert isinstance(term.payload, str)
        make = getattr(self.z3, ROUNDED[term.operator])
        made: int = make(self.handle, self._mode(term.payload), *self._arguments(term))
        return made

    def _from_bits(self, term: Term) -> int:
        argument = self.terms[term.arguments[0]]
        return self.z3.mk_fpa_to_fp_bv(self.handle, argument, self.sort(term.sort))

    def _to_float(self, term: Term) -> int:
        make = getattr(self.z3, TO_FLOAT[term.operator])
        mode, argument = self._mode(_mode_of(term)), self.terms[term.arguments[0]]
        made: int = make(self.handle, mode, argument, self.sort(term.sort))
        return made

    def _from_float(self, term: Term) -> int:
        assert isinstance(term.sort, BitVec)
        make = getattr(self.z3, FROM_FLOAT[term.operator])
        mode, argument = self._mode(_mode_of(term)), self.terms[term.arguments[0]]
        made: int = make(self.handle, mode, argument, term.sort.width)
        return made


def _mode_of(term: Term) -> str:
    """The rounding mode of a conversion."""
    match term.payload:
        case (str() as mode, _):
            return mode
    raise Untranslatable(repr(term))


_shared = threading.local()


def shared_context() -> Z3Context:
    """The context of this thread: making one takes 10 ms, and what it knows need not be said again.

    When it is full a new one takes its place, and the old one goes with its last prover.
    """
    context: Z3Context | None = getattr(_shared, "context", None)
    if context is None or len(context.terms) > FULL:
        context = _shared.context = Z3Context()
    return context
