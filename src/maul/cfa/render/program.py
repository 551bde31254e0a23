"""The program model for people: expressions and operations in C-like notation, automata as text and
dot.

Comes in: expressions, operations or a whole ``Cfa``. Goes out: text. Locals are shown without the
name of their function; ``x = *`` gives an arbitrary value, ``[c]`` goes on only when c holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import ArrayType, Integer
from maul.cfa.expressions import (
    AddressOf,
    Binary,
    Bytes,
    Constant,
    Convert,
    Deref,
    ElementOf,
    FunctionAddress,
    Load,
    MemberOf,
    Overflows,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
    Valid,
    Zero,
)
from maul.cfa.library import HANDLE
from maul.cfa.model import Assign, Assume, Call, Havoc, Return
from maul.cfa.render.graphviz import quoted
from maul.cfa.render.types import size_known, type_text
from maul.cfa.walk import is_handle

if TYPE_CHECKING:
    from maul.c.source import Span
    from maul.c.tree import Variable
    from maul.cfa.expressions import Expression, Lvalue
    from maul.cfa.model import Automaton, Cfa, Location, Operation

_PRECEDENCE = {
    **dict.fromkeys(("*", "/", "%"), 10),
    **dict.fromkeys(("+", "-"), 9),
    **dict.fromkeys(("<<", ">>"), 8),
    **dict.fromkeys(("<", ">", "<=", ">="), 7),
    **dict.fromkeys(("==", "!="), 6),
    "&": 5,
    "^": 4,
    "|": 3,
}
_UNARY, _POSTFIX = 11, 12

SHOWN = 8  # numbers of a table

COLUMN = 44  # where the comments of a listing start, unless the operation is longer


# ---- expressions ----


def variable_text(variable: Variable) -> str:
    """The name of a variable, without that of its function."""
    return variable.name.removeprefix(f"{variable.function}::")


def expression_text(e: Expression) -> str:
    """An expression in C-like notation."""
    return _text(e, 0)


def _text(e: Expression, around: int) -> str:
    """The text, in parentheses when ``around`` binds more strongly."""
    text, strength = _parts(e)
    return f"({text})" if strength < around else text


def _parts(e: Expression) -> tuple[str, int]:
    """The text of an expression and how strongly its outermost operator binds."""
    match e:
        case Constant():
            return _constant(e)
        case Load(place=place):
            return _place(place)
        case Binary(operator=operator, left=left, right=right):
            return _infix(operator, left, right)
        case Convert(type=t, operand=operand):
            return f"({type_text(t)}){_text(operand, _UNARY)}", _UNARY
        case Unary(operator=operator, operand=operand):
            return operator + _text(operand, _UNARY), _UNARY
        case AddressOf(place=ElementOf(base=base, index=Constant(value=0))):
            return _place(base)  # an array that decays
        case AddressOf(place=place):
            return f"&{_operand_place(place)}", _UNARY
        case FunctionAddress(function=function):
            return f"&{function}", _UNARY
        case PointerAdd():
            return _moved(e)
        case PointerDifference(left=left, right=right):
            return _infix("-", left, right)
        case Zero():
            return "{0}", _POSTFIX
        case Bytes():
            return _bytes(e), _POSTFIX
        case Overflows(operator="neg", left=left, of=of):
            return f"overflows(-{_text(left, _UNARY)}, {type_text(of)})", _POSTFIX
        case Overflows(operator=operator, left=left, right=right, of=of):
            return f"overflows({_infix(operator, left, right)[0]}, {type_text(of)})", _POSTFIX
        case Valid(question="deref" | "free" as question, pointer=pointer, size=size):
            return f"valid_{question}({_text(pointer, 0)}, {_text(size, 0)})", _POSTFIX
        case Valid(question=question):
            return f"valid_{question}()", _POSTFIX


def _constant(e: Constant) -> tuple[str, int]:
    match e.value:
        case (numerator, denominator):
            text = f"{numerator}.0L" if denominator == 1 else f"({numerator}/{denominator}.0L)"
        case float(number):
            text = repr(number)
        case number:
            text = str(number) + ("u" if type_text(e.type) == "unsigned int" else "")
    return text, _UNARY if text.startswith("-") else _POSTFIX


def _bytes(e: Bytes) -> str:
    """A string as in C; the beginning of a table of integers."""
    match e.type:
        case ArrayType(element=Integer(bits=bits, signed=signed)) if bits > 8:
            step = bits // 8
            words = [e.data[at : at + step] for at in range(0, len(e.data), step)]
            numbers = [str(int.from_bytes(word, "little", signed=signed)) for word in words[:SHOWN]]
            return f"{{{', '.join(numbers)}{', ...' if len(words) > SHOWN else ''}}}"
        case ArrayType(element=Integer()):
            text = e.data.rstrip(b"\0").decode("latin-1").encode("unicode_escape").decode("ascii")
            return '"' + text.replace('"', '\\"') + '"'
    return f"{{{len(e.data)} bytes}}"


def _infix(operator: str, left: Expression, right: Expression) -> tuple[str, int]:
    strength = _PRECEDENCE[operator]
    return f"{_text(left, strength)} {operator} {_text(right, strength + 1)}", strength


def _moved(e: PointerAdd) -> tuple[str, int]:
    """Pointer arithmetic; in bytes when the step is not the size of the target."""
    strength = _PRECEDENCE["+"]
    if e.scale == size_known(e.type):
        pointer, index = _text(e.pointer, strength), _text(e.index, strength + 1)
    else:
        pointer = f"(char *){_text(e.pointer, _UNARY)}"
        index = _text(e.index, strength + 1)
        if e.scale != 1:
            index = f"{_text(e.index, _PRECEDENCE['*'])} * {e.scale}"
    return f"{pointer} {e.operator} {index}", strength


def place_text(place: Lvalue) -> str:
    """A place in C-like notation."""
    return _place(place)[0]


def _place(place: Lvalue) -> tuple[str, int]:
    match place:
        case Place(variable=variable):
            return variable_text(variable), _POSTFIX
        case Deref(pointer=pointer) if is_handle(pointer):
            return _text(pointer, _POSTFIX).removesuffix(HANDLE), _POSTFIX
        case Deref(pointer=pointer):
            return f"*{_text(pointer, _UNARY)}", _UNARY
        case MemberOf(base=base, field=field) if not field.name:  # an anonymous member
            return _place(base)
        case MemberOf(base=base, field=field):
            while isinstance(base, MemberOf) and not base.field.name:
                base = base.base
            if isinstance(base, Deref) and not is_handle(base.pointer):
                return f"{_text(base.pointer, _POSTFIX)}->{field.name}", _POSTFIX
            return f"{_operand_place(base)}.{field.name}", _POSTFIX
        case ElementOf(base=base, index=index):
            return f"{_operand_place(base)}[{_text(index, 0)}]", _POSTFIX


def _operand_place(place: Lvalue) -> str:
    text, strength = _place(place)
    return f"({text})" if strength < _POSTFIX else text


# ---- operations ----


def operation_text(operation: Operation) -> str:
    """What an edge does, in C-like notation."""
    match operation:
        case Assume(condition=condition):
            return f"[{expression_text(condition)}]"
        case Assign(target=target, value=value):
            return f"{place_text(target)} = {expression_text(value)}"
        case Havoc(target=target):
            return f"{place_text(target)} = *"
        case Call(result=result, function=function, arguments=arguments):
            call = f"{function}({', '.join(map(expression_text, arguments))})"
            return call if result is None else f"{place_text(result)} = {call}"
        case Return(value=None):
            return "return"
        case Return(value=value) if value is not None:
            return f"return {expression_text(value)}"
    raise ValueError(f"no operation: {operation}")


def _where(span: Span) -> str:
    return f"{span.file.rsplit('/', 1)[-1]}:{span.line}" if span.line else ""


def _remark(operation: Operation, span: Span) -> str:
    """The comment behind an edge: where it comes from, and why a value is arbitrary."""
    where = _where(span)
    if isinstance(operation, Havoc):
        return f"{where} {operation.origin}".strip()
    return where


# ---- listings ----


def text(cfa: Cfa) -> str:
    """All automata as a listing, one line an edge."""
    parts = [_listing(cfa, automaton) for automaton in cfa.automata()]
    if cfa.assumptions:
        lines = ["assumptions"]
        lines += [f"  {a.text}  // {_where(a.span)}".rstrip(" /") for a in cfa.assumptions]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _listing(cfa: Cfa, automaton: Automaton) -> str:
    parameters = ", ".join(variable_text(variable) for variable in automaton.parameters)
    where = _where(automaton.span)
    lines = [f"{automaton.name}({parameters})" + (f"  // {where}" if where else "")]
    names: dict[Location, list[str]] = {}
    for name, at in automaton.labels.items():
        names.setdefault(at, []).append(f"{name}:")
    width = len(str(len(automaton.locations)))
    for at in automaton.locations:
        error = cfa.errors.get(at)
        if error is not None:
            names.setdefault(at, []).append(f"error: {error}")
        lines += [f"  {at.index:{width}} {name}" for name in names.get(at, ())]
        for edge in at.leaving:
            step = f"  {at.index:{width}} -> {edge.target.index:{width}}  "
            step += operation_text(edge.operation)
            remark = _remark(edge.operation, edge.span)
            lines.append(f"{step:{COLUMN}}  // {remark}" if remark else step)
    return "\n".join(lines)


def dot(cfa: Cfa) -> str:
    """All automata in the language of Graphviz, one cluster a function."""
    lines = [
        "digraph cfa {",
        '  node [shape=circle, fontname="sans"];',
        '  edge [fontname="mono"];',
    ]
    for number, automaton in enumerate(cfa.automata()):
        lines += [f"  subgraph cluster_{number} {{", f"    label={quoted(automaton.name)};"]
        lines += [_dot_node(cfa, automaton, at, number) for at in automaton.locations]
        lines += [
            f"    n{number}_{edge.source.index} -> n{number}_{edge.target.index}"
            f" [label={quoted(operation_text(edge.operation))}{_dot_style(edge.operation)}];"
            for at in automaton.locations
            for edge in at.leaving
        ]
        lines.append("  }")
    return "\n".join([*lines, "}"]) + "\n"


def _dot_style(operation: Operation) -> str:
    return ", style=bold" if isinstance(operation, Call) else ""


def _dot_node(cfa: Cfa, automaton: Automaton, at: Location, number: int) -> str:
    """A location: entry with a double line, the exit too, an error filled."""
    attributes = [f'label="{at.index}"']
    if at in cfa.errors:
        attributes.append(f"style=filled, fillcolor=salmon, tooltip={quoted(cfa.errors[at])}")
    if at is automaton.entry or at is automaton.exit:
        attributes.append("shape=doublecircle")
    return f"    n{number}_{at.index} [{', '.join(attributes)}];"
