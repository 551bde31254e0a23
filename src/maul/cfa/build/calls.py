"""Calls: direct ones, those through pointers, variable arguments, and arguments that do not match.

Arguments are evaluated from right to left, as gcc does on x86. A call through a pointer becomes a
branch for each function of a fitting type whose address the program takes. The surplus arguments of
a variadic function are stored in an array of the caller, in slots of a multiple of 16 bytes, and a
pointer to it is passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import tree
from maul.c.ctype import (
    CHAR,
    INT,
    VOID,
    ArrayType,
    Boolean,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    Void,
    is_scalar,
    size_of,
)
from maul.cfa import library, model
from maul.cfa.build.code import Code, CodePoint
from maul.cfa.build.conditions import branch
from maul.cfa.build.constants import NOTHING, convert, zero
from maul.cfa.build.expressions import values
from maul.cfa.build.facts import direct_callee
from maul.cfa.build.library.allocation import emit_call
from maul.cfa.build.library.builtins import lowered
from maul.cfa.build.library.described import (
    Described,
    call_described,
    call_modelled,
    loosen_result,
    loosen_truth,
    set_errno,
)
from maul.cfa.build.library.requests import LoweredCall
from maul.cfa.build.matching import argument_fits, candidates
from maul.cfa.build.undefined import assume_undefined, change_reachable
from maul.cfa.expressions import (
    Binary,
    Constant,
    Convert,
    Deref,
    ElementOf,
    Expression,
    FunctionAddress,
    Load,
    Place,
    PointerAdd,
)
from maul.errors import Unsupported
from maul.node import node

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.c.source import Span


@node
class CallSite:
    """A call whose arguments are evaluated. ``result`` is None when the value is not wanted; of a
    result that is only compared with zero, only the sign matters.
    """

    arguments: tuple[Expression, ...]
    result: Place | None
    span: Span
    is_compared: bool = False


def call(code: Code, e: tree.CallExpression) -> Expression:
    """The value of a call."""
    if code.at is None:
        return zero(e.type)
    if isinstance(e.type, Void):
        call_into(code, e, None)
        return NOTHING
    name = direct_callee(e.callee)
    if name is not None and _is_lowered(code, name):
        return convert(e.type, _lower(code, name, e))
    result = code.whole.place(code.temporary(e.type))
    call_into(code, e, result)
    return code.whole.load(result.variable)


def call_into(code: Code, e: tree.CallExpression, result: Place | None) -> None:
    """The edges of a call; its value goes to ``result``."""
    if code.at is None:
        return
    name = direct_callee(e.callee)
    if name is None:
        _call_through_pointer(code, e, result)
    elif not _is_lowered(code, name):
        arguments = values(code, e.arguments[::-1])[::-1]
        site = CallSite(arguments, result, e.span, is_compared=e in code.compared)
        _call_function(code, name, site)
    elif name in {"__VERIFIER_assume", "assert", "__VERIFIER_assert"} and len(e.arguments) == 1:
        _check(code, name, e)
    else:
        outcome = _lower(code, name, e)
        if result is not None:
            code.assign(result, convert(result.type, outcome), e.span)


# ---- functions without body ----


def _is_lowered(code: Code, name: str) -> bool:
    if name in code.whole.program.functions:
        return False
    known = _known(code, name)
    return known is not None and known.kind == library.LOWERED


def _known(code: Code, name: str) -> library.FunctionModel | None:
    """What maul knows of a function without body, if it is declared as in the library."""
    declaration = code.whole.program.declarations.get(name)
    if declaration is not None and not library.fits(name, declaration.type):
        return None
    return library.model(name)


def _lower(code: Code, name: str, e: tree.CallExpression) -> Expression:
    """A builtin as ordinary edges and expressions."""
    if name == "__builtin_constant_p":  # the operand is not evaluated
        return Constant(INT, int(isinstance(e.arguments[0], tree.Literal)))
    arguments = values(code, e.arguments[::-1])[::-1]
    plain = library.canonical(name)
    is_volatile = e in code.whole.program.volatile
    outcome = lowered(code, LoweredCall(plain, e.type, arguments, e.span, is_volatile))
    if plain not in library.ONLY_TRUTH or e in code.compared:
        return outcome
    result = code.whole.place(code.temporary(outcome.type))
    code.assign(result, outcome, e.span)
    loosen_truth(code, plain, result, e.span)
    return code.whole.load(result.variable)


def _check(code: Code, name: str, e: tree.CallExpression) -> None:
    """``__VERIFIER_assume`` of zero ends the path, an undefined ``assert`` of zero fails."""
    holds, fails = CodePoint(), CodePoint()
    span, code.span = code.span, e.span
    branch(code, e.arguments[0], holds, fails)
    if name != "__VERIFIER_assume":
        code.resume(fails)
        code.emit(model.Call(None, library.ASSERTION_FAILURES[0], ()), e.span)
    code.resume(holds)
    code.span = span


def continues(definition: tree.FunctionDefinition) -> bool:
    """Whether control goes on behind a call of a function with a body.

    One of our own named like one of the library may return, whatever the parser says.
    """
    return definition.returns or library.model(definition.name) is not None


def _call_function(code: Code, name: str, site: CallSite) -> None:
    """Call the function of that name, with a body or without."""
    definition = code.whole.program.functions.get(name)
    if definition is not None:
        _call_definition(code, definition, site)
        if not continues(definition):
            code.at = None
        return
    known = _known(code, name)
    if known is None:
        _call_undefined(code, name, site)
    elif known.kind == library.REFUSED:
        raise Unsupported(site.span, f"call of {name}, which has no model")
    elif known.kind == library.LOWERED:
        _call_lowered(code, name, site)
        return
    else:
        _call_library(code, name, known, site)
    declaration = code.whole.program.declarations.get(name)
    if (known and not known.returns) or (declaration and not declaration.returns):
        code.at = None
    elif known is None and name not in code.whole.errors and code.whole.undefined == library.ANY:
        change_reachable(code, name, site.arguments, site.span)


def _call_undefined(code: Code, name: str, site: CallSite) -> None:
    """A function of which nothing is known; it may have a name that the C library uses too."""
    assume_undefined(code, name, site.span)
    is_taken = name != library.UNKNOWN_FUNCTION and library.model(name) is not None
    declared = code.whole.program.declarations.get(name)
    if is_taken and (declared is None or not declared.type.prototyped):
        raise Unsupported(site.span, f"call of {name} without the declaration of the C library")
    called = f"{name}{library.UNDEFINED_SUFFIX}" if is_taken else name
    code.emit(model.Call(site.result, called, site.arguments), site.span)


def _call_library(code: Code, name: str, known: library.FunctionModel, site: CallSite) -> None:
    """A function of the library that is a call edge, and what else the table says about it."""
    kept = library.kept_arguments(name, len(site.arguments))
    arguments = tuple(site.arguments[i] for i in kept if i < len(site.arguments))
    called = library.canonical(name)
    if known.kind == library.INPUT:
        _check_input(code, name, site)
    else:
        _check_library_call(called, arguments, site)
    if known.table is not None:
        t = _type(code, name, arguments, site)
        given = Described(known.table, called, t, arguments, site.result, site.span)
        if known.kind == library.DESCRIBED:
            call_described(code, given)
        else:
            call_modelled(code, given)
            if not site.is_compared:
                loosen_result(code, given)
        return
    emit_call(code, model.Call(site.result, called, arguments), site.span)
    if site.result is not None and not site.is_compared:
        loosen_truth(code, called, site.result, site.span)
    if known.errno:
        set_errno(code, site.span)


def _type(code: Code, name: str, arguments: tuple[Expression, ...], site: CallSite) -> FunctionType:
    """The type of a function without body: as declared, or as it is called."""
    declaration = code.whole.program.declarations.get(name)
    if declaration is not None and declaration.type.prototyped:
        return declaration.type
    result = site.result.type if site.result is not None else INT
    return FunctionType(result, tuple(a.type for a in arguments), variadic=False, prototyped=True)


def _check_input(code: Code, name: str, site: CallSite) -> None:
    """Refuse an input that is no number: what it writes, or where, nobody knows."""
    declaration = code.whole.program.declarations.get(name)
    parameters = declaration.type.parameters if declaration is not None else ()
    if parameters or site.arguments or (site.result and not is_scalar(site.result.type)):
        raise Unsupported(site.span, f"call of {name}, which is no input of a known kind")


_SORTS = {"p": (Pointer,), "i": (Integer, Boolean), "f": (Floating,)}


def _check_library_call(name: str, arguments: tuple[Expression, ...], site: CallSite) -> None:
    """Refuse the call of a function that is named like one of the library and is another one."""
    wanted = library.ARGUMENTS.get(name, "")
    fits = len(arguments) >= len(wanted) and all(
        isinstance(argument.type, _SORTS[sort]) or _is_null(argument, sort)
        for argument, sort in zip(arguments, wanted, strict=False)
    )
    if not fits or (site.result is not None and not is_scalar(site.result.type)):
        raise Unsupported(site.span, f"call of {name} with another type than the library's")


def _is_null(argument: Expression, sort: str) -> bool:
    """Whether a zero is passed for a pointer, where no prototype tells."""
    return sort == "p" and isinstance(argument, Constant) and argument.value == 0


def _call_lowered(code: Code, name: str, site: CallSite) -> None:
    """A library function whose address was taken and that is no call edge."""
    t = site.result.type if site.result is not None else VOID
    request = LoweredCall(library.canonical(name), t, site.arguments, site.span)
    outcome = lowered(code, request)
    if site.result is not None:
        code.assign(site.result, convert(site.result.type, outcome), site.span)
        loosen_truth(code, request.name, site.result, site.span)


# ---- functions with a body ----


def _call_definition(code: Code, definition: tree.FunctionDefinition, site: CallSite) -> None:
    """Call a defined function with arguments that fit its parameters."""
    count = len(definition.parameters)
    arguments = [
        _fitted(code, argument, parameter.type, site.span)
        for argument, parameter in zip(site.arguments, definition.parameters, strict=False)
    ]
    arguments += [
        _missing(code, definition, parameter, site.span)
        for parameter in definition.parameters[len(arguments) :]
    ]
    if definition.type.variadic:
        arguments.append(_stored_arguments(code, site.arguments[count:], site.span))
    returned = definition.type.result
    result = site.result
    if result is None or result.type == returned:
        code.emit(model.Call(result, definition.name, tuple(arguments)), site.span)
        return
    if isinstance(returned, Void):
        code.emit(model.Call(None, definition.name, tuple(arguments)), site.span)
        code.emit(model.Havoc(result, "missing result"), site.span)
        return
    between = code.temporary(returned)
    code.emit(model.Call(code.whole.place(between), definition.name, tuple(arguments)), site.span)
    code.assign(result, _fitted(code, code.whole.load(between), result.type, site.span), site.span)


def _fitted(code: Code, argument: Expression, t: CType, span: Span) -> Expression:
    """An argument as the callee sees it; for K&R and mismatched declarations a conversion."""
    given = argument.type
    if given == t:
        return argument
    if isinstance(t, Record) and isinstance(given, Record) and t.size == given.size:
        return _reinterpreted(code, argument, t)
    if argument_fits(given, t):
        return convert(t, argument)
    if isinstance(argument, Constant) and isinstance(t, (Integer, Pointer)):
        return convert(t, argument)
    raise Unsupported(span, "argument or result of another type than the function is defined with")


def _reinterpreted(code: Code, record: Expression, t: Record) -> Expression:
    """A record seen as another one of the same size, through memory."""
    if not isinstance(record, Load):
        record = code.save(record)
    if not isinstance(record, Load):
        return record
    data_model = code.whole.program.model
    given = data_model.pointer_to(record.type)
    address = code.whole.address(given, record.place)
    return Load(t, Deref(t, Convert(data_model.pointer_to(t), address)))


def _missing(
    code: Code, definition: tree.FunctionDefinition, parameter: tree.Variable, span: Span
) -> Expression:
    """An arbitrary value for a parameter that the call gives no argument for."""
    code.whole.assume(f"call of {definition.name} with too few arguments: any value", span)
    variable = code.temporary(parameter.type)
    code.emit(model.Havoc(code.whole.place(variable), "missing argument"), span)
    return code.whole.load(variable)


def _stored_arguments(code: Code, surplus: tuple[Expression, ...], span: Span) -> Expression:
    """Store variable arguments; the value is the pointer that the callee gets."""
    pointer = code.whole.program.model.pointer_to(VOID)
    if not surplus:
        return Constant(pointer, 0)
    size = sum(library.argument_slots(size_of(argument.type)) for argument in surplus)
    storage = code.whole.place(code.temporary(ArrayType(CHAR, size), "va"))
    start = code.whole.address(pointer, ElementOf(CHAR, storage, Constant(INT, 0)))
    offset = 0
    for argument in surplus:
        at: Expression = start
        if offset:
            at = PointerAdd(pointer, "+", start, Constant(INT, offset), 1)
        code.assign(Deref(argument.type, at), argument, span)
        offset += library.argument_slots(size_of(argument.type))
    return start


# ---- calls through pointers ----


def _call_through_pointer(code: Code, e: tree.CallExpression, result: Place | None) -> None:
    """A chain of tests, one for every function the pointer may point to."""
    pointer, *arguments = _pointer_and_arguments(code, e)
    site = CallSite(tuple(arguments), result, e.span)
    known = _function_at(pointer)
    if known is not None:
        _call_function(code, known, site)
        return
    span, code.span = code.span, e.span
    called = candidates(code.whole, pointer.type, site.arguments, result)
    if called:
        pointer = code.handy(pointer)
    end = CodePoint()
    for name, function_type in called:
        address = FunctionAddress(code.whole.program.model.pointer_to(function_type), name)
        taken, other = CodePoint(), CodePoint()
        code.test(Binary(INT, "==", pointer, convert(pointer.type, address)), taken, other)
        code.resume(taken)
        _call_function(code, name, site)
        code.jump(end)
        code.resume(other)
    _call_function(code, library.UNKNOWN_FUNCTION, site)
    code.enter(end)
    code.span = span


def _pointer_and_arguments(code: Code, e: tree.CallExpression) -> tuple[Expression, ...]:
    """The callee, then the arguments from right to left; given back in the order of the text."""
    pointer, *reversed_arguments = values(code, (e.callee, *e.arguments[::-1]))
    return (pointer, *reversed_arguments[::-1])


def _function_at(pointer: Expression) -> str | None:
    """The function, when the pointer is the address of one."""
    while isinstance(pointer, Convert):
        pointer = pointer.operand
    return pointer.function if isinstance(pointer, FunctionAddress) else None
