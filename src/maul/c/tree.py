"""The typed syntax tree: C with every implicit conversion written out and every name resolved.

``elaborate`` makes it, ``maul.cfa.build`` takes it apart. Compared with the text:

- Every expression has its type. Operands of an operator already have the type the operator works
  on (``Conversion`` nodes say how they got there); shifts keep the types of their sides.
- Reading an lvalue is not marked: where a value is wanted, the value stored in the lvalue is
  meant. The lvalues are ``Name``, ``StringLiteral``, ``Dereference``, ``Subscript``,
  ``CompoundLiteral`` and ``Member`` of an lvalue. An array becomes a pointer only through
  ``Decay``, a function only through ``FunctionName``, which is its address.
- A bit-field has the type ``Integer(width, signed)`` (``Boolean`` for ``_Bool``), so that
  storing into it and promoting it are ordinary conversions. Wider than ``int`` it stays so in
  arithmetic, as in gcc.
- ``p->m`` is ``Member(Dereference(p), m)``; anonymous members appear as members; ``p[i]`` on a
  pointer is ``Dereference(PointerAdd)``, ``a[i]`` on an array is ``Subscript``.
- Static locals are globals. Variable-length arrays are pointers to what ``alloca`` gave, their
  lengths hidden variables, ``sizeof`` of them arithmetic. Constant expressions such as
  ``sizeof`` or enumerators are literals.
"""

from __future__ import annotations

from typing import TypeAlias

from maul.c.ctype import CType, DataModel, Field, FunctionType
from maul.c.source import Span
from maul.node import node


@node
class Variable:
    """An object with a name. ``name`` is unique in the program: ``g`` for a global, ``f::x`` for
    a local of ``f`` (``f::x#2`` when another local of ``f`` has the same name), ``f::$3`` for a
    temporary.
    """

    name: str
    type: CType
    function: str  # the function whose activation holds it; "" for globals and statics
    span: Span
    constant: bool = False  # defined const: nobody may write it once it has its first value


# ---- expressions ----


@node
class Literal:
    """A number: int for integers, _Bool and pointers (0 is the null pointer), float for
    binary32/64, an exact fraction (numerator, denominator) for long double.
    """

    type: CType
    value: int | float | tuple[int, int]


@node
class StringLiteral:
    """An unnamed static array; ``data`` holds all bytes of it, the terminating zero included."""

    type: CType
    data: bytes


@node
class Name:
    """A variable, as an lvalue."""

    type: CType
    variable: Variable


@node
class FunctionName:
    """The address of a function (``type`` is a Pointer to its Function type)."""

    type: CType
    function: str


@node
class Member:
    """``base.field``; an lvalue when base is one."""

    type: CType
    base: Expression
    field: Field


@node
class Subscript:
    """``array[index]`` where ``array`` is an lvalue (or value) of Array type; index of any
    integer type.
    """

    type: CType
    array: Expression
    index: Expression


@node
class Dereference:
    """``*pointer``, an lvalue; of Function type it is not used (FunctionName and Call take
    addresses).
    """

    type: CType
    pointer: Expression
    span: Span


@node
class CompoundLiteral:
    """``(T){...}``: an unnamed object, made anew when control passes here (static outside
    functions).
    """

    type: CType
    variable: Variable
    initialiser: Initialiser
    span: Span


@node
class AddressExpression:
    """``&operand`` for an lvalue that is no bit-field."""

    type: CType
    operand: Expression


@node
class Decay:
    """An array lvalue as the pointer to its first element [C11 6.3.2.1]."""

    type: CType
    operand: Expression


@node
class UnaryOperation:
    """``-  ~`` on a promoted operand of the same type, ``!`` on any scalar with type int."""

    type: CType
    operator: str
    operand: Expression


@node
class BinaryOperation:
    """``* / % + - & | ^`` with both sides of type ``type``; ``<< >>`` with the left side of type
    ``type``; ``< > <= >= == !=`` of type int on two sides of one common type (arithmetic or
    pointer).
    """

    type: CType
    operator: str
    left: Expression
    right: Expression


@node
class PointerSum:
    """``pointer + index`` or ``pointer - index`` in units of ``scale`` bytes; index of any
    integer type.
    """

    type: CType
    operator: str  # "+" or "-"
    pointer: Expression
    index: Expression
    scale: int


@node
class PointerDistance:
    """``(left - right) / scale`` of type ptrdiff_t."""

    type: CType
    left: Expression
    right: Expression
    scale: int


@node
class Conversion:
    """A conversion, implicit or by cast: between scalars by value [C11 6.3], or to Void."""

    type: CType
    operand: Expression


@node
class Logical:
    """``&&`` or ``||`` of type int; the sides are any scalars."""

    type: CType
    operator: str
    left: Expression
    right: Expression


@node
class Conditional:
    """``condition ? then : otherwise``; ``then`` is None in GNU ``condition ?: otherwise``,
    whose value is then the condition's, converted to ``type``. Both arms have type ``type`` (or
    it is Void).
    """

    type: CType
    condition: Expression
    then: Expression | None
    otherwise: Expression


@node
class Comma:
    """``left, right``: the value is that of the right side."""

    type: CType
    left: Expression
    right: Expression


@node
class Assignment:
    """``target = value``; both of type ``type``; its value is the value stored."""

    type: CType
    target: Expression
    value: Expression
    span: Span


@node
class CompoundAssign:
    """``target op= value``: the target's value is converted to ``computation``, combined with
    ``value`` (which has that type already, except for shifts, where it keeps its own) and the
    result converted back. For ``+=``/``-=`` on a pointer ``computation`` is the pointer type,
    ``value`` an integer and ``scale`` the element size.
    """

    type: CType
    operator: str  # without "="
    target: Expression
    value: Expression
    computation: CType
    scale: int
    span: Span


@node
class Increment:
    """``++`` (step 1) and ``--`` (step -1), before or after (``postfix``: the value is the old
    one). On a pointer the step is counted in ``scale`` bytes.
    """

    type: CType
    target: Expression
    step: int
    postfix: bool
    scale: int
    span: Span


@node
class CallExpression:
    """A call; ``callee`` is a FunctionName (direct) or a pointer value. Arguments have the
    parameter types; those beyond the prototype are promoted. Builtins keep their spelling, e.g.
    ``__builtin_bswap32``; ``__va_arg_ptr(ap, n)`` stands for the address of the next variable
    argument, ``n`` bytes long.
    """

    type: CType
    callee: Expression
    arguments: tuple[Expression, ...]
    span: Span


@node
class StatementExpression:
    """GNU ``({ ... })``: the value is that of ``result`` after ``body`` (no result: Void)."""

    type: CType
    body: tuple[Statement, ...]
    result: Expression | None


Expression: TypeAlias = (
    Literal
    | StringLiteral
    | Name
    | FunctionName
    | Member
    | Subscript
    | Dereference
    | CompoundLiteral
    | AddressExpression
    | Decay
    | UnaryOperation
    | BinaryOperation
    | PointerSum
    | PointerDistance
    | Conversion
    | Logical
    | Conditional
    | Comma
    | Assignment
    | CompoundAssign
    | Increment
    | CallExpression
    | StatementExpression
)

# ---- initialisers ----

Step: TypeAlias = Field | int  # into a member, or into an element


@node
class Aggregate:
    """Braces, with elided ones put back: each item gives the way to a part of the object and its
    value, in the order of evaluation, a later one overriding an earlier. Parts not named are
    zero. The value of a path that ends in a character array may be a StringLiteral, padded with
    zeros or cut to the array.
    """

    items: tuple[tuple[tuple[Step, ...], Expression], ...]


Initialiser: TypeAlias = Expression | Aggregate
"""One expression (of a scalar, a record, or a StringLiteral for a character array) or braces."""

# ---- statements ----


@node
class Compound:
    """Statements one after the other."""

    statements: tuple[Statement, ...]


@node
class Evaluate:
    """An expression for its effects."""

    expression: Expression
    span: Span


@node
class Declare:
    """A local comes to life: arbitrary (``initialiser`` is None) or initialised, each time
    control passes. ``is_array``: it is the pointer that a variable-length array became, which lives
    from here to the end of its scope.
    """

    variable: Variable
    initialiser: Initialiser | None
    span: Span
    is_array: bool = False


@node
class If:
    """``if``; the condition is any scalar."""

    condition: Expression
    then: Statement
    otherwise: Statement | None
    span: Span


@node
class While:
    """``while``."""

    condition: Expression
    body: Statement
    span: Span


@node
class DoWhile:
    """``do ... while``."""

    body: Statement
    condition: Expression
    span: Span


@node
class For:
    """``for``; absent parts are None."""

    first: Statement | None
    condition: Expression | None
    step: Expression | None
    body: Statement
    span: Span


@node
class Switch:
    """``value`` is promoted."""

    value: Expression
    body: Statement
    span: Span


@node
class CaseLabel:
    """``case low ... high:`` (equal for a plain case), already converted to the type of the
    switch value.
    """

    low: int
    high: int
    body: Statement
    span: Span


@node
class Default:
    """``default:`` and the statement it labels."""

    body: Statement
    span: Span


@node
class Label:
    """``name`` is unique in its function; ``local labels`` of GNU C get a suffix."""

    name: str
    body: Statement
    span: Span


@node
class Goto:
    """``goto`` to a label of the same function."""

    label: str
    span: Span


@node
class Break:
    """``break`` out of the innermost loop or switch."""

    span: Span


@node
class Continue:
    """``continue`` the innermost loop."""

    span: Span


@node
class ReturnStatement:
    """``value`` has the result type of the function."""

    value: Expression | None
    span: Span


@node
class Assembly:
    """Inline assembly: the outputs (lvalues) become arbitrary; the inputs are evaluated."""

    outputs: tuple[Expression, ...]
    inputs: tuple[Expression, ...]
    span: Span


Statement: TypeAlias = (
    Compound
    | Evaluate
    | Declare
    | If
    | While
    | DoWhile
    | For
    | Switch
    | CaseLabel
    | Default
    | Label
    | Goto
    | Break
    | Continue
    | ReturnStatement
    | Assembly
)

# ---- the program ----


@node
class FunctionDefinition:
    """A function with a body. ``name`` is unique in the program (static functions of the same
    name in several files get a suffix).
    """

    name: str
    type: FunctionType
    parameters: tuple[Variable, ...]  # of the declared types, also in a K&R definition
    body: Compound
    returns: bool  # False: declared noreturn
    span: Span


@node
class FunctionDeclaration:
    """A function used but defined nowhere: library, undefined or builtin."""

    name: str
    type: FunctionType
    returns: bool
    span: Span
    is_pure: bool = False  # the program promises by an attribute that it changes nothing


@node
class Global:
    """A global or static variable. ``defined`` is false for an ``extern`` with no definition in
    any file: its initial value is then arbitrary. Without initialiser a defined one is zero.
    ``external``: it has external linkage, so that other files may use it by its name.
    """

    variable: Variable
    initialiser: Initialiser | None
    defined: bool
    external: bool = False


@node
class Program:
    """All that ``main`` can reach, from all files, in a fixed order."""

    functions: dict[str, FunctionDefinition]
    declarations: dict[str, FunctionDeclaration]
    globals: tuple[Global, ...]
    model: DataModel
    volatile: frozenset[Expression] = frozenset()  # the lvalues of such a type
    replaceable: tuple[tuple[str, Span], ...] = ()  # assumptions: no other file defines it
