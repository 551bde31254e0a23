"""Functions of the C library that a table describes: any result in given bounds, any value in what
they write, perhaps another ``errno``.

Comes in: the line of the table and a call whose arguments are evaluated. Goes out: edges. The call
edge stands for the result alone; what the function writes are edges of their own, so nothing else
in maul need know these functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT, VOID, FunctionType, Integer, Pointer, Record, Void
from maul.cfa import library, model
from maul.cfa.build.code import Code, CodePoint
from maul.cfa.build.constants import convert, fits, number, pointed, wrapping, zero
from maul.cfa.build.facts import declared_errno, uses_errno
from maul.cfa.build.library.allocation import emit_call
from maul.cfa.build.library.formats import check_format
from maul.cfa.expressions import AddressOf, Binary, Constant, Convert, Load, MemberOf, PointerAdd
from maul.cfa.library import Argument
from maul.errors import Unsupported
from maul.node import node, replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType, Field
    from maul.c.source import Span
    from maul.cfa.expressions import Expression, Place
    from maul.cfa.library import Amount, Effects, LibraryLine, Writes


@node
class Described:
    """A call of a function that the table describes; ``declared`` is the type that the program
    gives it, ``result`` is None when the value is not wanted.
    """

    line: LibraryLine
    name: str
    declared: FunctionType
    arguments: tuple[Expression, ...]
    result: Place | None
    span: Span


def call_described(code: Code, given: Described) -> None:
    """The edges of such a call."""
    call = _settled(code, given)
    effects, words = call.line.effects, call.line.words
    if "zone" in words:
        _refuse_declared(code, call, _ZONE)
    if "environment" in words:
        _refuse_environment(code, call)
    if len(call.arguments) < len(call.line.parameters or ()):
        raise Unsupported(call.span, f"call of {call.name} with too few arguments")
    if effects.null is not None and not is_null(call.arguments[effects.null]):
        raise Unsupported(call.span, f"call of {call.name} with a buffer")
    if "buffer" in words and not _is_address(call.arguments[0]):
        raise Unsupported(call.span, f"call of {call.name} with a buffer that may be null")
    is_argument = effects.returns is not None
    result = None if is_argument else call.result
    code.emit(model.Call(result, call.name, call.arguments), call.span)
    if is_argument:
        _return_argument(code, call, effects)
    else:
        bound_result(code, call)
        if call.result is not None and isinstance(call.result.type, Pointer):
            text = f"{call.name} returns null or a pointer to an object of its own"
            code.whole.assume(text, call.span)
    if "zero" in words and call.result is not None:
        value = code.whole.load(call.result.variable)
        when(code, Binary(INT, "==", value, zero(value.type)), lambda: _write(code, call))
    else:
        _write(code, call)
    if "errno" in words:
        set_errno(code, call.span)


_ZONE = frozenset(["timezone", "daylight", "tzname", "__timezone", "__daylight", "__tzname"])
_ENVIRONMENT = frozenset(["environ", "_environ", "__environ"])


def _refuse_declared(code: Code, call: Described, names: frozenset[str]) -> None:
    """Refuse a function that changes variables of the library which the program looks at, or
    returns what they lead to.
    """
    for item in code.whole.program.globals:
        name = item.variable.name
        if not item.defined and name in names:
            raise Unsupported(call.span, f"call of {call.name} where the program has {name}")


def _refuse_environment(code: Code, call: Described) -> None:
    """Refuse a function that returns what the program may know by another name."""
    _refuse_declared(code, call, _ENVIRONMENT)
    main = code.whole.program.functions.get("main")
    if main is not None and len(main.parameters) > 2:
        raise Unsupported(call.span, f"call of {call.name} where main is given the environment")


def call_modelled(code: Code, call: Described) -> None:
    """The call edge of a function that the rest of maul gives a meaning, and what the table adds to
    that.
    """
    if call.line.effects.format is not None:
        start = call.line.effects.format
        check_format(code, call.name, call.arguments[start:], call.span)
    emit_call(code, model.Call(call.result, call.name, call.arguments), call.span)
    bound_result(code, call)
    if "errno" in call.line.words:
        set_errno(code, call.span)


def loosen_result(code: Code, call: Described) -> None:
    """Any number of the same sign instead of the result, or any that is not zero: C and the
    libraries say no more about what ``strcmp`` and ``isalpha`` return.
    """
    words = call.line.words
    if call.result is not None and words & {"sign", "truth"}:
        operators = ("<", ">") if "sign" in words else ("!=",)
        _loosen(code, call.result, operators, call.name, call.span)


def loosen_truth(code: Code, name: str, result: Place, span: Span) -> None:
    """Any number that is not zero instead of the result, if no more is told about it."""
    if name in library.ONLY_TRUTH:
        _loosen(code, result, ("!=",), name, span)


def _loosen(code: Code, result: Place, operators: tuple[str, ...], name: str, span: Span) -> None:
    """Any other result that compares with zero alike."""
    if isinstance(result.type, Integer):
        other = arbitrary(code, result.type, f"result of {name}", span)
        for operator in operators:
            _replace(code, result, other, operator)


def _replace(code: Code, result: Place, other: Expression, operator: str) -> None:
    """Take the other value if both compare alike with zero."""
    nought = zero(result.type)
    both, first, no = CodePoint(), CodePoint(), CodePoint()
    code.test(Binary(INT, operator, code.whole.load(result.variable), nought), first, no)
    code.resume(first)
    code.test(Binary(INT, operator, other, nought), both, no)
    code.resume(both)
    code.assign(result, other)
    code.enter(no)


def _settled(code: Code, call: Described) -> Described:
    """The same call with arguments that no effect of it changes, and with a result if effects
    depend on it.
    """
    arguments = tuple(
        argument if isinstance(_stripped(argument), (Constant, AddressOf)) else code.save(argument)
        for argument in call.arguments
    )
    result, effects = call.result, call.line.effects
    if result is None and ("zero" in call.line.words or effects.same is not None):
        result = code.whole.place(code.temporary(call.declared.result))
    return replace(call, arguments=arguments, result=result)


def is_null(argument: Expression) -> bool:
    """Whether an argument is the constant null."""
    argument = _stripped(argument)
    return isinstance(argument, Constant) and argument.value == 0


def _is_address(argument: Expression) -> bool:
    return isinstance(_stripped(argument), AddressOf)


def _stripped(argument: Expression) -> Expression:
    """An argument before its conversions."""
    while isinstance(argument, Convert):
        argument = argument.operand
    return argument


# ---- results ----


def _return_argument(code: Code, call: Described, effects: Effects) -> None:
    """The result is one of the arguments, or null."""
    if call.result is None or effects.returns is None:
        return
    value = convert(call.result.type, call.arguments[effects.returns])
    code.assign(call.result, value, call.span)
    if effects.or_null:
        fails = arbitrary(code, INT, f"whether {call.name} fails", call.span)
        null, target = zero(call.result.type), call.result
        when(
            code,
            Binary(INT, "!=", fails, Constant(INT, 0)),
            lambda: code.assign(target, null, call.span),
        )


def bound_result(code: Code, call: Described) -> None:
    """Go on only with results in the bounds of the table."""
    effects, result = call.line.effects, call.result
    if result is None or not isinstance(result.type, Integer):
        return
    value = code.whole.load(result.variable)
    low, high, t = effects.low, effects.high, result.type
    if low is not None and (low > 0 or t.signed) and fits(low, t):
        assume(code, Binary(INT, ">=", value, number(t, low)))
    if isinstance(high, int) and fits(high, t):
        assume(code, Binary(INT, "<=", value, number(t, high)))
    elif isinstance(high, Argument):
        _bound_by(code, value, call.arguments[high.index], low)


def _bound_by(code: Code, value: Expression, most: Expression, low: int | None) -> None:
    """The result is at most a size, unless it is negative."""
    size_t = code.whole.program.model.size_t
    within = Binary(INT, "<=", convert(size_t, value), convert(size_t, most))
    if low is not None and low < 0:
        when(
            code,
            Binary(INT, ">=", value, number(value.type, 0)),
            lambda: assume(code, within),
        )
    else:
        assume(code, within)


def assume(code: Code, condition: Expression) -> None:
    """Go on only where a condition holds."""
    holds, fails = CodePoint(), CodePoint()
    code.test(condition, holds, fails)
    code.resume(holds)


def arbitrary(code: Code, t: CType, origin: str, span: Span) -> Expression:
    """Any value of a type."""
    variable = code.temporary(t)
    code.emit(model.Havoc(code.whole.place(variable), origin), span)
    return code.whole.load(variable)


def when(code: Code, condition: Expression, then: Callable[[], None]) -> None:
    """Edges for what happens only under a condition."""
    yes, no = CodePoint(), CodePoint()
    code.test(condition, yes, no)
    code.resume(yes)
    then()
    code.enter(no)


# ---- what is written ----


def _write(code: Code, call: Described) -> None:
    """All that the table says is written."""
    effects = call.line.effects
    for writes in effects.writes:
        _unless_null(code, call.arguments[writes.at], writes, call)
    if effects.end is not None:
        _store_end(code, call, *effects.end)
    if effects.same is not None and call.result is not None:
        pointer, result = call.arguments[effects.same], call.result
        target = _target(call, effects.same)
        value = convert(target, code.whole.load(result.variable))
        if_set(code, pointer, lambda: code.assign(pointed(target, pointer), value, call.span))


def _unless_null(code: Code, pointer: Expression, writes: Writes, call: Described) -> None:
    if writes.may_be_null:
        if_set(code, pointer, lambda: _write_any(code, pointer, writes, call))
    else:
        _write_any(code, pointer, writes, call)


def if_set(code: Code, pointer: Expression, then: Callable[[], None]) -> None:
    """What happens unless a pointer is null."""
    if is_null(pointer):
        return
    if _is_address(pointer):
        then()
    else:
        when(code, Binary(INT, "!=", pointer, zero(pointer.type)), then)


def _write_any(code: Code, pointer: Expression, writes: Writes, call: Described) -> None:
    """Any value where a pointer points to."""
    origin = f"written by {call.name}"
    if writes.factors is not None:
        _write_first(code, pointer, writes.factors, call)
        return
    target = _target(call, writes.at)
    place = pointed(target, pointer)
    code.emit(model.Havoc(place, origin), call.span)
    for bound in call.line.effects.fields:
        field = _field(target, bound.field) if bound.at == writes.at else None
        if field is not None:
            value = Load(field.type, MemberOf(field.type, place, field))
            assume(code, Binary(INT, ">=", value, number(field.type, bound.low)))
            assume(code, Binary(INT, "<=", value, number(field.type, bound.high)))


def _write_first(
    code: Code, pointer: Expression, factors: tuple[Amount, ...], call: Described
) -> None:
    """Any bytes, as many as a product says; none if one of its factors is negative."""
    counts = [call.arguments[each.index] for each in factors if isinstance(each, Argument)]
    signed = [each for each in counts if isinstance(each.type, Integer) and each.type.signed]
    if not signed:
        write_bytes(code, pointer, _product(code, call, factors), call.span)
        return
    when(
        code,
        Binary(INT, ">", signed[0], number(signed[0].type, 0)),
        lambda: write_bytes(code, pointer, _product(code, call, factors), call.span),
    )


def _field(record: CType, name: str) -> Field | None:
    fields = record.fields if isinstance(record, Record) else ()
    return next((field for field in fields if field.name == name), None)


def _target(call: Described, at: int) -> CType:
    """The type of the object that an argument points to."""
    parameters = call.declared.parameters
    t = parameters[at] if at < len(parameters) else call.arguments[at].type
    target = t.target if isinstance(t, Pointer) else VOID
    if isinstance(target, (Void, FunctionType)) or (
        isinstance(target, Record) and target.size is None
    ):
        raise Unsupported(call.span, f"call of {call.name}, which writes an object of unknown size")
    return target


def _product(code: Code, call: Described, factors: tuple[Amount, ...]) -> Expression:
    """A number of bytes."""
    size_t = code.whole.program.model.size_t
    product: Expression = number(size_t, 1)
    for index, factor in enumerate(factors):
        given = number(size_t, factor) if isinstance(factor, int) else call.arguments[factor.index]
        times = convert(size_t, given)
        product = wrapping(size_t, "*", product, times) if index else times
    return product


def write_bytes(code: Code, pointer: Expression, count: Expression, span: Span) -> None:
    """Any bytes, as many as are wanted."""
    if not isinstance(count, Constant) or count.value:
        target = convert(code.whole.program.model.pointer_to(VOID), pointer)
        code.emit(model.Call(None, library.ANY_BYTES, (target, count)), span)


def _store_end(code: Code, call: Described, at: int, text: int) -> None:
    """A pointer to somewhere in a text is stored."""
    pointer, start, size_t = (
        call.arguments[at],
        call.arguments[text],
        code.whole.program.model.size_t,
    )

    def store() -> None:
        length = code.whole.place(code.temporary(size_t))
        code.emit(model.Call(length, "strlen", (start,)), call.span)
        moved = arbitrary(code, size_t, f"written by {call.name}", call.span)
        assume(code, Binary(INT, "<=", moved, code.whole.load(length.variable)))
        target = _target(call, at)
        value = PointerAdd(target, "+", convert(target, start), moved, 1)
        code.assign(pointed(target, pointer), value, call.span)

    def maybe_store() -> None:
        chosen = arbitrary(code, INT, f"written by {call.name}", call.span)
        when(code, Binary(INT, "!=", chosen, Constant(INT, 0)), store)

    # A base that does not exist keeps glibc from storing anything.
    base = call.arguments[-1] if len(call.arguments) > at + 1 else Constant(INT, 10)
    is_base = isinstance(base, Constant) and base.value in (0, *range(2, 37))
    if_set(code, pointer, store if is_base else maybe_store)


# ---- errno ----


def errno(code: Code) -> Place:
    """The object that ``__errno_location`` returns the address of."""
    known = declared_errno(code.whole.program)
    return code.whole.place(known or code.whole.library_object("errno", INT))


def assign_errno(code: Code, error: int, span: Span) -> None:
    """``errno`` becomes this number."""
    if uses_errno(code.whole.program):
        code.assign(errno(code), Constant(INT, error), span)


def set_errno(code: Code, span: Span) -> None:
    """``errno`` stays what it was or becomes a positive number [C11 7.5]."""
    if not uses_errno(code.whole.program):
        return
    new = arbitrary(code, INT, model.ERRNO, span)
    place = errno(code)
    when(code, Binary(INT, ">", new, Constant(INT, 0)), lambda: code.assign(place, new, span))
