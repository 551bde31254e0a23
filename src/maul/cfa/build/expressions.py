"""Expressions: side effects become edges in gcc's order of evaluation, what remains is pure.

``value`` gives the value of an expression, ``place`` the object an lvalue means, ``deliver`` hands
the value to a continuation in each branch of a ``?:``, so that no temporary is needed for it. A
pure value is computed where it stands; one computed before an operand that may change it is saved
first. gcc evaluates operands from left to right, except that a plain variable on the left of a
commutative operator or comparison is read last (observed; C leaves the order open).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import tree
from maul.c.ctype import ArrayType, Integer, Pointer, Void, size_of
from maul.cfa.build.code import Code, CodePoint
from maul.cfa.build.constants import NOTHING, ONE, ZERO, binary, convert, plain, pointed, unary
from maul.cfa.build.scopes import has_objects, inside, outlasting
from maul.cfa.build.volatile import read
from maul.cfa.expressions import (
    Constant,
    Deref,
    ElementOf,
    Expression,
    FunctionAddress,
    Load,
    Lvalue,
    MemberOf,
    Place,
    PointerAdd,
    PointerDifference,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType

SPILL = (
    48  # levels of the tree after which a value is put in a temporary; see expressions.MAX_DEPTH
)

READ_LAST = frozenset(("+", "*", "&", "|", "^", "==", "!=", "<", ">", "<=", ">="))


def value(code: Code, e: tree.Expression) -> Expression:
    """The value of ``e``, after the edges that evaluate its side effects."""
    code.depth += 1
    result = _value(code, e)
    if code.depth % SPILL == 0 and not plain(result):
        result = code.save(result)
    code.depth -= 1
    return result


def _value(code: Code, e: tree.Expression) -> Expression:
    match e:
        case tree.Name(variable=variable):
            if e in code.whole.program.volatile:
                return read(code, e, code.whole.place(variable))
            return code.whole.load(variable)
        case tree.Literal(type=t, value=literal):
            return Constant(t, literal)
        case tree.Conversion(type=t, operand=operand):
            if isinstance(t, Void):
                code.translators.effect(code, operand)
                return NOTHING
            return convert(t, value(code, operand))
        case (
            tree.Member()
            | tree.Dereference()
            | tree.Subscript()
            | tree.StringLiteral()
            | tree.CompoundLiteral()
        ):
            return read(code, e, place(code, e))
        case tree.BinaryOperation(type=t, operator=operator, left=left, right=right):
            if operator in READ_LAST and _plain_variable(left):
                a, b = _read_last(code, left, right)
            else:
                a, b = _operands(code, left, right)
            return binary(t, operator, a, b)
        case tree.CallExpression():
            return code.translators.call(code, e)
        case tree.AddressExpression(type=t, operand=operand):
            return _address(code, t, place(code, operand))
        case tree.Decay(type=t, operand=operand):
            return _decayed(code, t, place(code, operand))
        case tree.PointerSum(type=t, operator=operator, pointer=pointer, index=index, scale=scale):
            a, b = _operands(code, pointer, index)
            if isinstance(b, Constant) and b.value == 0:
                return convert(t, a)
            return PointerAdd(t, operator, a, b, scale)
        case tree.UnaryOperation(type=t, operator=operator, operand=operand):
            if operator == "!" and _branches(operand):
                return _delivered(code, e)
            return unary(t, operator, value(code, operand))
        case tree.Assignment() | tree.Increment() | tree.CompoundAssign():
            return code.translators.assigned(code, e)
        case tree.FunctionName(type=t, function=function):
            return FunctionAddress(t, function)
        case tree.Logical():
            return _delivered(code, e)
        case tree.Conditional(type=t):
            if isinstance(t, Void):
                code.translators.effect(code, e)
                return NOTHING
            return _delivered(code, e)
        case tree.Comma(left=left, right=right):
            code.translators.effect(code, left)
            return value(code, right)
        case tree.PointerDistance(type=t, left=left, right=right, scale=scale):
            a, b = _operands(code, left, right)
            return PointerDifference(t, a, b, scale)
        case tree.StatementExpression():
            return inside(code, e, lambda: _result(code, e))


def run(code: Code, body: tuple[tree.Statement, ...]) -> None:
    """The statements of a statement expression."""
    span = code.span
    for statement in body:
        code.translators.statement(code, statement)
    code.span = span


def _result(code: Code, e: tree.StatementExpression) -> Expression:
    """The value of a statement expression, which its objects do not outlive."""
    outer = code.scopes.at.outer if code.scopes.at is not None else None
    run(code, e.body)
    return NOTHING if e.result is None else outlasting(code, value(code, e.result), outer)


def _operands(
    code: Code, left: tree.Expression, right: tree.Expression
) -> tuple[Expression, Expression]:
    """Two values, the left one computed first."""
    a = code.keep(value(code, left), code.effects(right))
    return a, value(code, right)


def _read_last(
    code: Code, left: tree.Expression, right: tree.Expression
) -> tuple[Expression, Expression]:
    """Two values, the left one a plain variable that is read after the right one's side effects."""
    b = value(code, right)
    return value(code, left), b


def _plain_variable(e: tree.Expression) -> bool:
    """Whether gcc takes ``e`` for a variable: conversions that keep the width do not count."""
    while (
        isinstance(e, tree.Conversion)
        and isinstance(e.type, (Integer, Pointer))
        and isinstance(e.operand.type, (Integer, Pointer))
        and size_of(e.type) == size_of(e.operand.type)
    ):
        e = e.operand
    return isinstance(e, tree.Name)


def values(code: Code, operands: tuple[tree.Expression, ...]) -> tuple[Expression, ...]:
    """The values of several operands, computed in the given order."""
    results: list[Expression] = []
    for operand in operands:
        effects = code.effects(operand)
        if effects is not None:
            results = [code.keep(result, effects) for result in results]
        results.append(value(code, operand))
    return tuple(results)


# ---- places ----


def place(code: Code, e: tree.Expression) -> Lvalue:
    """The object that ``e`` means; for a value that is no lvalue, a temporary that holds it."""
    match e:
        case tree.Name(variable=variable):
            return code.whole.place(variable)
        case tree.Member(type=t, base=base, field=field):
            return MemberOf(t, place(code, base), field)
        case tree.Subscript(type=t, array=array, index=index):
            return _element(code, t, array, index)
        case tree.Dereference(type=t, pointer=pointer):
            return _pointed_at(code, t, pointer)
        case tree.StringLiteral():
            return code.whole.place(code.whole.string(e))
        case tree.CompoundLiteral(variable=variable, initialiser=initialiser):
            if not variable.function:
                code.whole.globals[variable] = None
            target = code.whole.place(variable)
            code.translators.initialise(code, target, initialiser)
            return target
    result = value(code, e)
    if not isinstance(result, Load):
        result = code.save(result)
    return result.place if isinstance(result, Load) else Deref(e.type, result)


def _element(code: Code, t: CType, array: tree.Expression, index: tree.Expression) -> Lvalue:
    base = code.keep_place(place(code, array), code.effects(index))
    return ElementOf(t, base, value(code, index))


def _pointed_at(code: Code, t: CType, pointer: tree.Expression) -> Lvalue:
    """``*pointer``; an array that decayed only to be indexed is indexed itself."""
    match pointer:
        case tree.Decay(operand=array) if _element_type(array.type) == t:
            return ElementOf(t, place(code, array), ZERO)
        case tree.PointerSum(
            operator="+", pointer=tree.Decay(operand=array), index=index, scale=scale
        ) if _element_type(array.type) == t and size_of(t) == scale:
            return _element(code, t, array, index)
        case tree.AddressExpression(operand=operand) if operand.type == t:
            return place(code, operand)
    return pointed(t, value(code, pointer))


def _element_type(t: CType) -> CType | None:
    return t.element if isinstance(t, ArrayType) else None


def _address(code: Code, t: CType, target: Lvalue) -> Expression:
    if isinstance(target, Deref):
        return convert(t, target.pointer)
    return code.whole.address(t, target)


def _decayed(code: Code, t: CType, array: Lvalue) -> Expression:
    """The address of the first element of an array."""
    if isinstance(array, Deref):
        return convert(t, array.pointer)
    assert isinstance(t, Pointer)
    return code.whole.address(t, ElementOf(t.target, array, ZERO))


# ---- values that branch ----


def _branches(e: tree.Expression) -> bool:
    """Whether the value of ``e`` is found by branching."""
    while (isinstance(e, tree.UnaryOperation) and e.operator == "!") or isinstance(
        e, tree.Conversion
    ):
        e = e.operand
    return isinstance(e, (tree.Logical, tree.Conditional))


def _delivered(code: Code, e: tree.Expression) -> Expression:
    """The value of an expression that branches, in a temporary."""
    target = code.whole.place(code.temporary(e.type))
    store(code, target, e)
    return code.whole.load(target.variable)


def store(code: Code, target: Place, e: tree.Expression) -> None:
    """Evaluate ``e`` into a variable."""
    span = code.span
    deliver(code, e, lambda result: code.assign(target, result, span), target)


def deliver(
    code: Code, e: tree.Expression, sink: Callable[[Expression], None], into: Place | None = None
) -> None:
    """Evaluate ``e`` and give its value to ``sink``, once on every path; a call stores it in
    ``into``.
    """
    match e:
        case tree.CallExpression() if into is not None:
            code.translators.call_into(code, e, into)
        case tree.Conversion(type=t, operand=operand) if not isinstance(t, Void) and _branches(e):
            deliver(code, operand, lambda result: sink(convert(t, result)))
        case tree.Comma(left=left, right=right):
            code.translators.effect(code, left)
            deliver(code, right, sink, into)
        case tree.StatementExpression(body=body, result=result) if (
            result is not None and not has_objects(code, e)
        ):
            run(code, body)
            deliver(code, result, sink, into)
        case tree.Conditional(condition=condition, then=None):
            _deliver_elvis(code, e, condition, sink)
        case tree.Conditional(condition=condition, then=then, otherwise=otherwise) if then:
            two_ways(
                code,
                condition,
                lambda: deliver(code, then, sink, into),
                lambda: deliver(code, otherwise, sink, into),
            )
        case tree.Logical() | tree.UnaryOperation(operator="!") if _branches(e):
            two_ways(code, e, lambda: sink(ONE), lambda: sink(ZERO))
        case _:
            sink(value(code, e))


def two_ways(
    code: Code, condition: tree.Expression, then: Callable[[], None], otherwise: Callable[[], None]
) -> None:
    """Branch, do one or the other, and come together again."""
    yes, no, end = CodePoint(), CodePoint(), CodePoint()
    code.translators.branch(code, condition, yes, no)
    for way, follow in ((yes, then), (no, otherwise)):
        code.resume(way)
        if code.at is not None:
            follow()
        code.jump(end)
    code.resume(end)


def _deliver_elvis(
    code: Code,
    e: tree.Conditional,
    condition: tree.Expression,
    sink: Callable[[Expression], None],
) -> None:
    """``condition ?: otherwise`` of GNU C: the condition is evaluated once."""
    yes, no, end = CodePoint(), CodePoint(), CodePoint()
    tested = code.handy(value(code, condition))
    code.test(tested, yes, no)
    code.resume(yes)
    sink(convert(e.type, tested))
    code.jump(end)
    code.resume(no)
    deliver(code, e.otherwise, sink)
    code.jump(end)
    code.resume(end)
