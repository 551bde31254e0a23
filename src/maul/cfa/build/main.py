"""What main is given [C11 5.1.2.2.1]: how many arguments there are, and what they are.

Comes in: the definition of main. Goes out: the edges that make its arguments. There is at least
one argument, since Linux starts no program without (5.18), and no more than a command line can
have. The array of arguments ends with a null pointer; its first element is not null. What else is
in it is arbitrary in formulas; the interpreter makes an array of real texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT, Integer, Pointer
from maul.cfa import library, model
from maul.cfa.build.constants import number
from maul.cfa.expressions import Binary, Constant, Deref, Load, PointerAdd

if TYPE_CHECKING:
    from maul.c import tree
    from maul.c.tree import Variable
    from maul.cfa.build.code import Code
    from maul.cfa.expressions import Expression

MOST_ARGUMENTS = 100_000
ORIGIN = "parameter of main"
COUNTED = f"main is given 1 to {MOST_ARGUMENTS} arguments, its own name included"


def given_to_main(code: Code, main: tree.FunctionDefinition) -> tuple[Expression, ...]:
    """The arguments of the call of main."""
    given: list[Expression] = []
    for index, parameter in enumerate(main.parameters):
        t = parameter.type
        if index == 0 and isinstance(t, Integer):
            given.append(_count(code, parameter))
        elif index == 1 and _is_array(t) and isinstance(given[0].type, Integer):
            given.append(_arguments(code, parameter, given[0]))
        else:
            given.append(_arbitrary(code, parameter))
            if index == 2 and _is_array(t):  # the environment
                code.emit(model.Assume(_is_not_null(given[-1])))
    return tuple(given)


def _is_array(t: object) -> bool:
    return isinstance(t, Pointer) and isinstance(t.target, Pointer)


def _arbitrary(code: Code, parameter: Variable) -> Expression:
    variable = code.temporary(parameter.type)
    code.emit(model.Havoc(code.whole.place(variable), ORIGIN))
    return code.whole.load(variable)


def _count(code: Code, parameter: Variable) -> Expression:
    """``argc``."""
    given = _arbitrary(code, parameter)
    code.emit(model.Assume(Binary(INT, ">=", given, number(parameter.type, 1))))
    if isinstance(parameter.type, Integer) and parameter.type.bits > 16:
        code.emit(model.Assume(Binary(INT, "<=", given, number(parameter.type, MOST_ARGUMENTS))))
    code.whole.assume(COUNTED, parameter.span)
    return given


def _arguments(code: Code, parameter: Variable, count: Expression) -> Expression:
    """``argv``."""
    t = parameter.type
    assert isinstance(t, Pointer)
    variable = code.temporary(t)
    code.emit(model.Call(code.whole.place(variable), library.ARGUMENTS_OF_MAIN, (count,)))
    given = code.whole.load(variable)
    size = code.whole.program.model.pointer_size
    first = Load(t.target, Deref(t.target, given))
    last = Load(t.target, Deref(t.target, PointerAdd(t, "+", given, count, size)))
    code.emit(model.Assume(_is_not_null(given)))
    code.emit(model.Assume(_is_not_null(first)))
    code.emit(model.Assume(Binary(INT, "==", last, Constant(last.type, 0))))
    return given


def _is_not_null(pointer: Expression) -> Expression:
    return Binary(INT, "!=", pointer, Constant(pointer.type, 0))
