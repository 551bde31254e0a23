"""What calls of functions without body and model may change.

Comes in: such a call. Goes out: edges behind it. With ``PURE`` there are none. With ``ANY`` the
function may give any value to all that can be reached from its arguments, from the globals that
other files know by name, and from what earlier calls were given, since their callees may have kept
it; objects defined const excepted, which nobody may write [C11 6.7.3p6].

Everything is the business of one primitive, ``DISTURB``, whose arguments are all these pointers:
proofs take it at its word, an execution of the interpreter takes the effect to be none, which is
one of those that are possible. What a function changes most of the time, small globals and what its
arguments point to directly, gets a value of its own besides (``Havoc``), so that counterexamples
can choose it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import (
    INT,
    ArrayType,
    CType,
    FunctionType,
    Integer,
    Pointer,
    Record,
    Void,
    is_scalar,
    size_of,
)
from maul.cfa import library, model
from maul.cfa.build.code import CodePoint
from maul.cfa.build.facts import declared_errno, uses_errno
from maul.cfa.build.library.described import errno
from maul.cfa.build.library.stdlib import kept_by_strtok
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Constant,
    Convert,
    Deref,
    ElementOf,
    FunctionAddress,
    MemberOf,
    Place,
)
from maul.cfa.walk import inner_first, root
from maul.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.c import tree
    from maul.c.source import Span
    from maul.c.tree import Variable
    from maul.cfa.build.code import Code
    from maul.cfa.expressions import Expression, Lvalue

SMALL = 128  # bytes of an object that gets a value of its own


PURE_CALL = (
    "a call through a pointer that is none of the candidates returns any value and changes nothing"
)
ANY_CALL = (
    "a call through a pointer that is none of the candidates calls no function of the program"
)


def assume_undefined(code: Code, name: str, span: Span) -> None:
    """List what is taken for granted about a function without body and model."""
    is_pure = code.whole.undefined == library.PURE
    if name == library.UNKNOWN_FUNCTION:
        code.whole.assume(PURE_CALL if is_pure else ANY_CALL, span)
    elif is_pure:
        text = f"undefined function {name}: any result, no effect"
        code.whole.assume(text, span, name, is_pure=True)
    elif is_declared_pure(code, name):
        text = f"undefined function {name}: declared pure, changes nothing, any result at each call"
        code.whole.assume(text, span, name)
    else:
        does = "frees nothing, keeps the locale and calls no function of the program"
        code.whole.assume(f"undefined function {name}: {does}", span, name)


def is_declared_pure(code: Code, name: str) -> bool:
    """Whether the program promises by an attribute that a function changes nothing."""
    declared = code.whole.program.declarations.get(name)
    return declared is not None and declared.is_pure


def change_reachable(code: Code, name: str, arguments: Sequence[Expression], span: Span) -> None:
    """The edges behind a call that may change all that it can reach."""
    for argument in arguments:
        if _is_callable(argument):
            raise Unsupported(span, f"{name}, which has no body, may call the function it is given")
    given = [argument for argument in arguments if not isinstance(argument, Constant)]
    is_pure = is_declared_pure(code, name)
    if is_pure and not _returns_pointer(code, name):
        return
    code.emit(model.Call(None, library.DISTURB, (*given, *_known_outside(code))), span)
    if is_pure:  # the edge is there for what the result may point to
        return
    shown = "a function" if name == library.UNKNOWN_FUNCTION else name
    origin = f"{model.CHANGED}{shown}"
    for pointer in [_kept(code, found) for argument in given for found in _typed(argument)]:
        _change_pointee(code, pointer, origin, span)
    for variable in _known(code):
        is_fixed = variable.constant or _has_fixed_part(variable.type)
        if not is_fixed and _is_small(variable.type):
            code.emit(model.Havoc(code.whole.place(variable), origin), span)


def _returns_pointer(code: Code, name: str) -> bool:
    """Whether the result of a function may carry an address."""
    result = code.whole.program.declarations[name].type.result
    if isinstance(result, Integer):
        return size_of(result) >= code.whole.program.model.pointer_size
    return isinstance(result, (Pointer, Record))


def meets_others(program: tree.Program, *, undefined: str, errors: frozenset[str]) -> bool:
    """Whether other files may change what a program knows: they define functions that it calls, or
    variables that it looks at.
    """
    if undefined != library.ANY:
        return False
    return any(
        library.model(name) is None or not library.fits(name, declaration.type)
        for name, declaration in program.declarations.items()
        if name not in errors
    ) or any(not item.defined and not _is_stream(item.variable) for item in program.globals)


def _is_stream(variable: Variable) -> bool:
    """Whether a variable of another file is one of the C library that leads to no object of the
    program: a name alone does not tell, the program may know something else by it."""
    t, is_named = variable.type, variable.name in library.STREAMS
    return is_named and isinstance(t, Pointer) and isinstance(t.target, Record)


def hand_out_globals(code: Code) -> None:
    """The edge before all initialisers after which variables of other files may point to whatever
    those can reach.
    """
    lacking = [item.variable for item in code.whole.program.globals if not item.defined]
    leading = [variable for variable in lacking if not _is_stream(variable)]
    if leading and code.whole.undefined == library.ANY:
        code.emit(model.Call(None, library.DISTURB, _known_outside(code)), leading[0].span)
    pointers = [variable for variable in leading if _holds_pointers(variable.type)]
    if pointers and code.whole.undefined == library.PURE:
        names = ", ".join(variable.name for variable in pointers)
        text = f"no pointer in an extern variable leads to an object of the program: {names}"
        code.whole.assume(text, pointers[0].span)


def _known_outside(code: Code) -> tuple[Expression, ...]:
    """The addresses of the objects that other files know: globals by their names, and what the C
    library keeps for itself.
    """
    whole = code.whole
    return tuple(
        whole.address(whole.program.model.pointer_to(variable.type), whole.place(variable))
        for variable in _known(code)
    )


def _known(code: Code) -> list[Variable]:
    whole = code.whole
    known = [item.variable for item in whole.program.globals if item.external]
    if uses_errno(whole.program) and declared_errno(whole.program) is None:
        known.append(errno(code).variable)
    if "strtok" in whole.program.declarations:
        known.append(kept_by_strtok(whole))
    return known


def _holds_pointers(t: CType) -> bool:
    """Whether an object of a type has a pointer in it."""
    return any(isinstance(part, Pointer) for part, _ in _parts(t))


def _has_fixed_part(t: CType) -> bool:
    """Whether a member of an object of a type is const."""
    return any(is_constant for _, is_constant in _parts(t))


def _parts(t: CType) -> Iterator[tuple[CType, bool]]:
    """The types of which an object of a type is made, and whether such a member is const."""
    waiting = [(t, False)]
    while waiting:
        part, is_constant = waiting.pop()
        yield part, is_constant
        match part:
            case ArrayType(element=element):
                waiting.append((element, is_constant))
            case Record(fields=fields):
                waiting += [(field.type, field.constant) for field in fields]


def _is_callable(argument: Expression) -> bool:
    """Whether an argument is the address of a function."""
    t = argument.type
    if isinstance(t, Pointer) and isinstance(t.target, FunctionType):
        return not (isinstance(argument, Constant) and argument.value == 0)
    return any(isinstance(part, FunctionAddress) for part in inner_first(model.Return(argument)))


def _is_small(t: CType) -> bool:
    try:
        return 0 < size_of(t) <= SMALL
    except ValueError:
        return False


# ---- what arguments point to ----


def _kept(code: Code, pointer: Expression) -> Expression:
    """A pointer that stays what it is, whatever the function changes."""
    if isinstance(pointer, AddressOf) and isinstance(_fixed(pointer.place), Place):
        return pointer
    return code.save(pointer)


def _fixed(place: Lvalue) -> Lvalue:
    """Where a place begins, if the way from there is the same at all times."""
    while isinstance(place, MemberOf) or (
        isinstance(place, ElementOf) and isinstance(place.index, Constant)
    ):
        place = place.base
    return place


def _change_pointee(code: Code, pointer: Expression, origin: str, span: Span) -> None:
    """Give a value to what an argument points to."""
    assert isinstance(pointer.type, Pointer)
    if isinstance(pointer, AddressOf):
        place = _whole_array(pointer.place)
        if _can_be_written(place):
            code.emit(model.Havoc(place, origin), span)
        return
    if _has_fixed_part(pointer.type.target):
        return
    changes, goes_on = CodePoint(), CodePoint()
    code.span, before = span, code.span
    code.test(Binary(INT, "!=", pointer, Constant(pointer.type, 0)), changes, goes_on)
    code.resume(changes)
    code.emit(model.Havoc(Deref(pointer.type.target, pointer), origin), span)
    code.jump(goes_on)
    code.resume(goes_on)
    code.span = before


def _typed(pointer: Expression) -> Iterator[Expression]:
    """The pointer before conversions to ``void *`` and the like, if it says what it points to."""
    while isinstance(pointer.type, Pointer):
        if not isinstance(pointer.type.target, (Void, FunctionType)) and _is_small(
            pointer.type.target
        ):
            yield pointer
            return
        if not isinstance(pointer, Convert):
            return
        pointer = pointer.operand


def _whole_array(place: Lvalue) -> Lvalue:
    """An array, of which a place is the first element, if it is small."""
    match place:
        case ElementOf(base=base, index=Constant(value=0)) if _is_small(base.type):
            return base
    return place


def _can_be_written(place: Lvalue) -> bool:
    top = root(place)
    if not isinstance(top, Place) or top.variable.constant or top.variable.name.startswith('"'):
        return False
    if _has_fixed_part(place.type):
        return False
    return is_scalar(place.type) or (
        isinstance(place.type, (Record, ArrayType)) and _is_small(place.type)
    )
