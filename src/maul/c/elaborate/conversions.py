"""Building typed expressions: conversions written out, operands brought to their common type.

Comes in: elaborated expressions. Goes out: larger ones that obey the rules of ``maul.c.tree``.
Nothing here knows the parser, so the rules of the language can be read, and tested, on their own.
"""

from __future__ import annotations

from maul.c.ctype import (
    INT,
    VOID,
    ArrayType,
    Boolean,
    CType,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    VariableArray,
    Void,
    promoted,
    usual_conversion,
)
from maul.c.literals import narrowed
from maul.c.tree import (
    AddressExpression,
    Assignment,
    BinaryOperation,
    CallExpression,
    Comma,
    CompoundAssign,
    CompoundLiteral,
    Conditional,
    Conversion,
    Decay,
    Dereference,
    Expression,
    FunctionName,
    Increment,
    Literal,
    Logical,
    Member,
    Name,
    PointerDistance,
    PointerSum,
    StatementExpression,
    StringLiteral,
    Subscript,
    UnaryOperation,
)

EXTENDED = 80  # bits of the x87 format
COMPARISONS = frozenset({"<", ">", "<=", ">=", "==", "!="})
SHIFTS = frozenset({"<<", ">>"})


def is_arithmetic(t: CType) -> bool:
    """Whether values of ``t`` are numbers."""
    return isinstance(t, (Integer, Boolean, Floating))


def wrapped(value: int, t: CType) -> int:
    """``value`` modulo the range of an integer type."""
    if isinstance(t, Boolean):
        return int(value != 0)
    if not isinstance(t, Integer):
        return value
    value &= (1 << t.bits) - 1
    return value - (1 << t.bits) if t.signed and value >> (t.bits - 1) else value


def convert(e: Expression, t: CType) -> Expression:
    """``e`` as a value of type ``t``; integer constants are converted at once."""
    s = e.type
    if s is t or s == t:
        return e
    if isinstance(t, Void):
        return Conversion(VOID, e)
    if isinstance(s, (ArrayType, VariableArray)) and isinstance(t, Pointer):
        return convert(decay(e, t.size), t)
    if (exact := _exact(e)) is not None and isinstance(t, Floating) and t.bits < EXTENDED:
        return Literal(t, narrowed(exact, t.bits))
    if isinstance(e, Literal) and isinstance(e.value, int):
        if isinstance(t, (Integer, Boolean)) and isinstance(s, (Integer, Boolean)):
            return Literal(t, wrapped(e.value, t))
        if isinstance(t, Pointer) and e.value == 0:
            return Literal(t, 0)
    if isinstance(s, Record) or isinstance(t, (Record, ArrayType, VariableArray, FunctionType)):
        # Compatible types, such as a record of another file: the bytes stay as they are.
        return e
    return Conversion(t, e)


def _exact(e: Expression) -> tuple[int, int] | None:
    """The value of a long double constant."""
    if isinstance(e, Literal) and isinstance(e.value, tuple):
        return e.value if isinstance(e.type, Floating) and e.type.bits == EXTENDED else None
    return None


def decay(e: Expression, pointer_size: int) -> Expression:
    """An array as the pointer to its first element [C11 6.3.2.1]."""
    t = e.type
    if not isinstance(t, (ArrayType, VariableArray)):
        return e
    pointer = Pointer(t.element, pointer_size)
    if isinstance(e, Dereference) and isinstance(t, VariableArray):
        return convert(e.pointer, pointer)
    return Decay(pointer, e)


def address_of(e: Expression, pointer_size: int) -> Expression:
    """``&e``; ``&*p`` is p [C11 6.5.3.2]. A function is its address already."""
    if isinstance(e.type, Pointer) and isinstance(e, FunctionName):
        return e
    pointer = Pointer(e.type, pointer_size)
    if isinstance(e, Dereference):
        return convert(e.pointer, pointer)
    return AddressExpression(pointer, e)


def promote(e: Expression) -> Expression:
    """The integer promotions."""
    return convert(e, promoted(e.type))


def argument_promoted(e: Expression, pointer_size: int) -> Expression:
    """The default argument promotions [C11 6.5.2.2]; a wide bit-field fills its container."""
    t = e.type
    if isinstance(t, Floating) and t.bits == 32:
        return convert(e, Floating(64, 8))
    if isinstance(t, Integer) and t.bits > INT.bits:
        return convert(e, Integer(1 << (t.bits - 1).bit_length(), t.signed))
    return decay(promote(e), pointer_size)


def arithmetic(operator: str, left: Expression, right: Expression) -> Expression:
    """A binary operator on two numbers, with the usual arithmetic conversions."""
    if operator in SHIFTS:
        left, right = promote(left), promote(right)
        return BinaryOperation(left.type, operator, left, right)
    common = usual_conversion(left.type, right.type)
    left, right = convert(left, common), convert(right, common)
    return BinaryOperation(INT if operator in COMPARISONS else common, operator, left, right)


def comparison(operator: str, left: Expression, right: Expression) -> Expression:
    """A comparison of two scalars: of numbers, of pointers, or of a pointer and a null constant."""
    if is_arithmetic(left.type) and is_arithmetic(right.type):
        return arithmetic(operator, left, right)
    if isinstance(left.type, Pointer):
        return BinaryOperation(INT, operator, left, convert(right, left.type))
    return BinaryOperation(INT, operator, convert(left, right.type), right)


def common_type(then: CType, otherwise: CType, told: CType) -> CType:
    """The type of a conditional expression; ``told`` is the parser's, right for all but numbers."""
    if is_arithmetic(then) and is_arithmetic(otherwise):
        return usual_conversion(then, otherwise)
    return told


def reads_object(e: Expression | None) -> bool:
    """Whether the value of ``e``, which has no side effects, depends on what an object holds."""
    match e:
        case Name() | Dereference() | Subscript() | Member():
            return True
        case Conversion(operand=part) | UnaryOperation(operand=part):
            return reads_object(part)
        case PointerSum(pointer=left, index=right):
            return reads_object(left) or reads_object(right)
        case BinaryOperation() | Logical() | Comma() | PointerDistance():
            return reads_object(e.left) or reads_object(e.right)
        case Conditional():
            return any(map(reads_object, (e.condition, e.then, e.otherwise)))
    return False


def is_pure(e: Expression | None) -> bool:
    """Whether evaluating ``e`` changes nothing."""
    match e:
        case None | Literal() | StringLiteral() | Name() | FunctionName():
            return True
        case Assignment() | CompoundAssign() | Increment() | CallExpression():
            return False
        case StatementExpression() | CompoundLiteral():
            return False
        case Member(base=part) | Dereference(pointer=part):
            return is_pure(part)
        case AddressExpression(operand=part) | Decay(operand=part) | UnaryOperation(operand=part):
            return is_pure(part)
        case Conversion(operand=part):
            return is_pure(part)
        case Subscript(array=left, index=right) | PointerSum(pointer=left, index=right):
            return is_pure(left) and is_pure(right)
        case BinaryOperation() | Logical() | Comma() | PointerDistance():
            return is_pure(e.left) and is_pure(e.right)
        case Conditional():
            return is_pure(e.condition) and is_pure(e.then) and is_pure(e.otherwise)
