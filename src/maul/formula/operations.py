"""What the operations of the program model do to a state.

Comes in: an operation that is no branch and enters no function with a body, and the state before.
Goes out: the state after, changed in place, and the symbol that stands for the arbitrary value the
operation chose, if it chose one. Sizes that are not constant are considered up to a limit, which
the evaluation notes. Library functions that have a model but no encoding raise NoTerm.
"""

from __future__ import annotations

from maul.c.ctype import CType, Void, is_scalar
from maul.cfa.expressions import Constant, Expression, Lvalue, Zero
from maul.cfa.library import INPUT, PRIMITIVE, canonical, model
from maul.cfa.model import Assign, Call, Havoc
from maul.formula.build import Term, bit_vector, bv_ule, bv_ult, ite, width_of
from maul.formula.build_array import constant_array, select
from maul.formula.build_fp import fp_abs, fp_max, fp_min, fp_round, fp_sqrt
from maul.formula.c_values import NoTerm, object_size, sort_of
from maul.formula.expressions import LARGEST_OBJECT, Evaluation
from maul.formula.terms import int_payload

LARGEST_COPY = 64  # bytes that a copy of unknown size may have

_ROUNDINGS = {"floor": "RTN", "ceil": "RTP", "trunc": "RTZ", "rint": "RNE", "nearbyint": "RNE"}
_QUIET = frozenset(("free", "cfree", "fflush", "puts", "printf", "putchar", "fprintf", "perror"))


def assign(at: Evaluation, operation: Assign) -> None:
    """Store a value, scalar or not."""
    put(at, operation.target, operation.value)


def put(at: Evaluation, target: Lvalue, value: Expression) -> None:
    """Store the value of an expression in a place of the same state."""
    if is_scalar(target.type):
        at.store(target, at.value(value))
        return
    owner = at.whole(target)
    if owner is not None and isinstance(value, Zero):
        at.state.memories[owner] = constant_array(at.layout.memory_sort, bit_vector(0, 8))
        return
    data = at.bytes(value)
    owner, address, _ = at.spot(target)
    at.write(owner, address, data)


def havoc(at: Evaluation, operation: Havoc) -> Term:
    """Give a place an arbitrary value; its symbol."""
    return arbitrary(at, operation.target, "any")


def arbitrary(at: Evaluation, target: Lvalue, why: str) -> Term:
    """Store an arbitrary value; its symbol, for a record or array that of its bytes by offset."""
    if is_scalar(target.type):
        chosen = at.layout.fresh(why, sort_of(target.type))
        at.store(target, chosen)
        return chosen
    chosen = at.layout.fresh(why, at.layout.memory_sort)
    owner = at.whole(target)
    if owner is not None:
        at.state.memories[owner] = chosen
        return chosen
    owner, address, _ = at.spot(target)
    size, bits = _known_size(target.type), at.layout.bits
    at.write(owner, address, [select(chosen, bit_vector(offset, bits)) for offset in range(size)])
    return chosen


def _known_size(t: CType) -> int:
    size = object_size(t)
    if size > LARGEST_OBJECT:
        raise NoTerm(f"an object of {size} bytes")
    return size


def call(at: Evaluation, operation: Call) -> Term | None:
    """Call a function without a body; the symbol of its result when that is arbitrary."""
    known, name = model(operation.function), canonical(operation.function)
    if known is None or known.kind == INPUT:
        if operation.result is None:
            return None
        return arbitrary(at, operation.result, operation.function)
    assert known.kind == PRIMITIVE
    if not known.returns:
        return None
    if name in _QUIET:
        return None if operation.result is None else arbitrary(at, operation.result, name)
    result = _computed(at, name, operation.arguments)
    if operation.result is not None:
        at.store(operation.result, result)
    return None


def _computed(at: Evaluation, name: str, arguments: tuple[Expression, ...]) -> Term:
    """The result of a library function, after its effect."""
    match name:
        case "malloc" | "alloca":
            return at.layout.allocated(_reserved(at, arguments[0]))
        case "calloc":
            sizes = [_constant(at, given, "the size of an allocation") for given in arguments]
            address = at.layout.allocated(sizes[0] * sizes[1])
            at.write(None, address, [bit_vector(0, 8)] * (sizes[0] * sizes[1]))
            return address
        case "memcpy" | "memmove":
            target, source = at.value(arguments[0]), at.value(arguments[1])
            count = _most(at, arguments[2])
            _written(at, target, at.read(None, source, count), arguments[2])
            return target
        case "memset":
            target, byte = at.value(arguments[0]), at.low_byte(arguments[1])
            _written(at, target, (byte,) * _most(at, arguments[2]), arguments[2])
            return target
    return _floating(at, name, arguments)


def _reserved(at: Evaluation, size: Expression) -> int:
    """The bytes to keep free for a new object: its size, or the most that is considered."""
    term = at.value(size)
    if term.operator == "constant":
        return int_payload(term)
    at.limits.append(bv_ule(term, bit_vector(LARGEST_OBJECT, width_of(term))))
    return LARGEST_OBJECT


def _most(at: Evaluation, count: Expression) -> int:
    """How many bytes an operation may touch: a constant, or the most that is considered."""
    term = at.value(count)
    if term.operator == "constant":
        return _constant(at, count, "the size of a copy")
    at.limits.append(bv_ule(term, bit_vector(LARGEST_COPY, width_of(term))))
    return LARGEST_COPY


def _written(at: Evaluation, target: Term, data: tuple[Term, ...], count: Expression) -> None:
    """Write the first ``count`` bytes of the data."""
    term = at.value(count)
    if term.operator != "constant":
        old = at.read(None, target, len(data))
        width = width_of(term)
        data = tuple(
            ite(bv_ult(bit_vector(index, width), term), new, kept)
            for index, (new, kept) in enumerate(zip(data, old, strict=True))
        )
    at.write(None, target, data)


def _floating(at: Evaluation, name: str, arguments: tuple[Expression, ...]) -> Term:
    plain = name.removesuffix("f")
    values = [at.value(argument) for argument in arguments]
    if plain in _ROUNDINGS:
        return fp_round(values[0], _ROUNDINGS[plain])
    match plain:
        case "fabs":
            return fp_abs(values[0])
        case "sqrt":
            return fp_sqrt(values[0])
        case "fmin":
            return fp_min(*values)
        case "fmax":
            return fp_max(*values)
    raise NoTerm(f"the function {name}")


def _constant(at: Evaluation, size: Expression, what: str) -> int:
    """A size that is known when the path is encoded."""
    term = at.value(size) if not isinstance(size.type, Void) else None
    if term is None or term.operator != "constant":
        raise NoTerm(f"{what} that is not constant")
    known = int_payload(term)
    if known > LARGEST_OBJECT and not isinstance(size, Constant):
        raise NoTerm(f"{what} of {known} bytes")
    return known
