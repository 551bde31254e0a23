"""Typed trees as short texts, so that a test can say on one line what a program should become."""

from __future__ import annotations

import tempfile
from pathlib import Path

from maul.c import tree
from maul.c.ctype import (
    LP64,
    ArrayType,
    Boolean,
    CType,
    DataModel,
    Field,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    VariableArray,
    Void,
)
from maul.c.elaborate.program import elaborate
from maul.c.tree import Expression, Initialiser, Program, Statement
from maul.system.deep import call_deep


def program(*texts: str, model: DataModel = LP64) -> Program:
    """The program made of one or several files."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, text in enumerate(texts, 1):
            path = Path(folder, f"file{number}.c")
            path.write_text(text, encoding="utf-8")
            paths.append(str(path))
        return call_deep(lambda: elaborate(paths, model))


def body(text: str, function: str = "main", model: DataModel = LP64) -> list[str]:
    """The statements of a function, one text each."""
    return [statement(s) for s in program(text, model=model).functions[function].body.statements]


def result(declarations: str, expression: str, model: DataModel = LP64) -> str:
    """An expression statement in ``main`` after some declarations at file scope."""
    return body(f"{declarations}\nint main(void) {{ {expression}; }}", model=model)[-1]


def value(declarations: str, name: str, model: DataModel = LP64) -> str:
    """The initialiser of a global."""
    made = program(f"{declarations}\nint main(void) {{ (void)&{name}; }}", model=model)
    return next(
        "arbitrary" if not g.defined else "zero" if g.initialiser is None else init(g.initialiser)
        for g in made.globals
        if g.variable.name == name
    )


def type_text(t: CType) -> str:
    """A type: i32, u8, f64, bool, *i32, i32[3], struct S."""
    match t:
        case Void():
            return "void"
        case Boolean():
            return "bool"
        case Integer(bits=bits, signed=signed):
            return f"{'i' if signed else 'u'}{bits}"
        case Floating(bits=bits):
            return f"f{bits}"
        case Pointer(target=target):
            inside = type_text(target)
            return (
                f"*({inside})" if isinstance(target, (ArrayType, VariableArray)) else f"*{inside}"
            )
        case ArrayType() | VariableArray():
            return _array_text(t)
        case Record():
            return repr(t).strip()
        case FunctionType(result=returned, parameters=parameters, variadic=variadic):
            taken = [type_text(p) for p in parameters] + ["..."] * variadic
            return f"{type_text(returned)}({', '.join(taken)})"


def _array_text(t: CType) -> str:
    """Dimensions in the order of C: the outermost first."""
    dimensions = ""
    while isinstance(t, (ArrayType, VariableArray)):
        length = short(t.length) if isinstance(t, VariableArray) else t.length
        dimensions += f"[{'' if length is None else length}]"
        t = t.element
    inside = type_text(t)
    return f"({inside}){dimensions}" if inside.startswith("*") else inside + dimensions


def short(variable: tree.Variable) -> str:
    """A variable without the name of its function."""
    return variable.name.rpartition("::")[2]


def expression(e: Expression) -> str:
    """An expression as an S-expression; operators with the type of their result."""
    match e:
        case tree.Literal(type=t, value=number):
            return f"{number}:{type_text(t)}"
        case tree.StringLiteral(data=data):
            return repr(data)
        case tree.Name(variable=variable):
            return short(variable)
        case tree.FunctionName(function=name):
            return f"@{name}"
        case tree.Member(base=base, field=field):
            return f"{expression(base)}.{field.name or '<anonymous>'}"
        case tree.Subscript(array=array, index=index):
            return f"{expression(array)}[{expression(index)}]"
        case tree.Dereference(pointer=pointer):
            return f"(* {expression(pointer)})"
        case tree.CompoundLiteral(type=t, initialiser=inside):
            return f"(literal {type_text(t)} {init(inside)})"
        case tree.AddressExpression(operand=operand):
            return f"(& {expression(operand)})"
        case tree.Decay(operand=operand):
            return f"(decay {expression(operand)})"
        case tree.UnaryOperation(type=t, operator=operator, operand=operand):
            return f"({operator}:{type_text(t)} {expression(operand)})"
        case tree.BinaryOperation(type=t, operator=operator, left=left, right=right):
            return f"({operator}:{type_text(t)} {expression(left)} {expression(right)})"
        case tree.PointerSum(operator=operator, pointer=pointer, index=index, scale=scale):
            return f"(ptr{operator}{scale} {expression(pointer)} {expression(index)})"
        case tree.PointerDistance(left=left, right=right, scale=scale):
            return f"(ptrdiff/{scale} {expression(left)} {expression(right)})"
        case tree.Conversion(type=t, operand=operand):
            return f"({type_text(t)} {expression(operand)})"
        case tree.Logical(operator=operator, left=left, right=right):
            return f"({operator} {expression(left)} {expression(right)})"
        case tree.Conditional(type=t, condition=condition, then=then, otherwise=otherwise):
            middle = "-" if then is None else expression(then)
            return f"(?:{type_text(t)} {expression(condition)} {middle} {expression(otherwise)})"
        case tree.Comma(left=left, right=right):
            return f"(, {expression(left)} {expression(right)})"
        case tree.Assignment(target=target, value=value_):
            return f"(= {expression(target)} {expression(value_)})"
        case tree.CompoundAssign(operator=operator, computation=t, scale=scale):
            by = "" if scale == 1 else str(scale)
            sides = f"{expression(e.target)} {expression(e.value)}"
            return f"({operator}={by}:{type_text(t)} {sides})"
        case tree.Increment(target=target, step=step, postfix=postfix, scale=scale):
            sign = "++" if step > 0 else "--"
            by = "" if scale == 1 else str(scale)
            stepped = expression(target)
            return f"({stepped} {sign}{by})" if postfix else f"({sign}{by} {stepped})"
        case tree.CallExpression(callee=callee, arguments=arguments):
            return f"({' '.join(['call', expression(callee), *map(expression, arguments)])})"
        case tree.StatementExpression(body=statements, result=last):
            before = " ".join(map(statement, statements))
            return f"({{{before}}} {'void' if last is None else expression(last)})"


def init(initialiser: Initialiser) -> str:
    """An initialiser: an expression, or paths with their values in braces."""
    if not isinstance(initialiser, tree.Aggregate):
        return expression(initialiser)
    return f"{{{', '.join(f'{path(p)}={expression(e)}' for p, e in initialiser.items)}}}"


def path(steps: tuple[tree.Step, ...]) -> str:
    """The way to a part of an object."""
    return "".join(
        f".{s.name or '<anonymous>'}" if isinstance(s, Field) else f"[{s}]" for s in steps
    )


def statement(s: Statement) -> str:
    """A statement; blocks in braces."""
    match s:
        case tree.Compound(statements=inside):
            return f"{{{' '.join(map(statement, inside))}}}"
        case tree.Evaluate(expression=e):
            return f"{expression(e)};"
        case tree.Declare(variable=variable, initialiser=None):
            return f"{type_text(variable.type)} {short(variable)};"
        case tree.Declare(variable=variable, initialiser=first):
            assert first is not None
            return f"{type_text(variable.type)} {short(variable)} = {init(first)};"
        case tree.If(condition=condition, then=then, otherwise=otherwise):
            rest = "" if otherwise is None else f" else {statement(otherwise)}"
            return f"if {expression(condition)} {statement(then)}{rest}"
        case tree.While(condition=condition, body=inside):
            return f"while {expression(condition)} {statement(inside)}"
        case tree.DoWhile(condition=condition, body=inside):
            return f"do {statement(inside)} while {expression(condition)}"
        case tree.For(first=first, condition=condition, step=step, body=inside):
            head = [
                "" if first is None else statement(first).removesuffix(";"),
                "" if condition is None else expression(condition),
                "" if step is None else expression(step),
            ]
            return f"for <{'; '.join(head)}> {statement(inside)}"
        case tree.Switch(value=of, body=inside):
            return f"switch {expression(of)} {statement(inside)}"
        case tree.CaseLabel(low=low, high=high, body=inside):
            return f"case {low if low == high else f'{low}...{high}'}: {statement(inside)}"
        case tree.Default(body=inside):
            return f"default: {statement(inside)}"
        case tree.Label(name=name, body=inside):
            return f"{name}: {statement(inside)}"
        case tree.Goto(label=label):
            return f"goto {label};"
        case tree.Break():
            return "break;"
        case tree.Continue():
            return "continue;"
        case tree.ReturnStatement(value=None):
            return "return;"
        case tree.ReturnStatement(value=returned):
            assert returned is not None
            return f"return {expression(returned)};"
        case tree.Assembly(outputs=outputs, inputs=inputs):
            return (
                f"asm({' '.join(map(expression, outputs))} : {' '.join(map(expression, inputs))})"
            )
