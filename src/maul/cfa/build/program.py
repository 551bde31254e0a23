"""From the typed tree to control-flow automata.

Comes in: a ``tree.Program``. Goes out: a ``Cfa`` with one automaton a function and one, "<start>",
that initialises the globals, makes main's parameters arbitrary and calls it. Error locations are
marked later, by ``maul.cfa.transform.specification``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c.ctype import INT, VOID, Void, holds_pointers
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.cfa import library, model
from maul.cfa.build.assignments import assigned, effect
from maul.cfa.build.calls import call, call_into, continues
from maul.cfa.build.code import Code, Translators, Whole, finished
from maul.cfa.build.conditions import branch
from maul.cfa.build.constants import ZERO, zero
from maul.cfa.build.initialisers import initialise
from maul.cfa.build.main import given_to_main
from maul.cfa.build.scopes import scopes_of
from maul.cfa.build.statements import statement
from maul.cfa.build.undefined import hand_out_globals
from maul.cfa.expressions import Bytes
from maul.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c import tree

START = "<start>"

TRANSLATORS = Translators(effect, assigned, branch, call, call_into, initialise, statement)


def build(
    program: tree.Program,
    undefined: str = library.PURE,
    errors: frozenset[str] = frozenset(),
    volatile: str = library.PLAIN,
    *,
    scopes: bool = False,
    pointers: bool = False,
) -> model.Cfa:
    """The automata of a program; ``undefined`` says what functions without body may change, those
    excepted whose calls are the ``errors``, and ``volatile`` what reading such an object gives.
    With ``scopes`` they say where control enters and leaves the scopes of objects whose addresses
    are taken, and with ``pointers``, too, of those that hold pointers."""
    if "main" not in program.functions:
        raise BadInput("the program has no function main")
    whole = Whole(program, undefined, errors, volatile)

    def counted(variable: Variable) -> bool:
        return variable in whole.facts.addressed or (pointers and holds_pointers(variable.type))

    functions = {
        name: _function(whole, definition, counted if scopes else None)
        for name, definition in program.functions.items()
    }
    for name, definition in program.functions.items():
        if functions[name].exit.entering and not continues(definition):
            whole.assume(f"function {name}, declared noreturn, does not return", definition.span)
    start = _start(whole)
    return model.Cfa(
        functions=functions,
        start=start,
        globals=(*whole.globals, *whole.strings.values()),
        addressed=frozenset(whole.addressed),
        model=program.model,
        assumptions=whole.assumptions(),
        errors={},
        missing=(),
    )


def _function(
    whole: Whole, definition: tree.FunctionDefinition, counted: Callable[[Variable], bool] | None
) -> model.Automaton:
    code = Code(whole, definition.name, TRANSLATORS, definition.span)
    if counted is not None:
        code.scopes = scopes_of(definition, counted)
    parameters = definition.parameters
    if definition.type.variadic:
        pointer = whole.program.model.pointer_to(VOID)
        name = f"{definition.name}::$varargs"
        code.varargs = Variable(name, pointer, definition.name, definition.span)
        parameters = (*parameters, code.varargs)
    statement(code, definition.body)
    # Running off the end of main returns 0 [C11 5.1.2.2.3].
    code.leave(ZERO if definition.name == "main" and definition.type.result == INT else None)
    return finished(code, parameters, definition.type.result, definition.span)


def _start(whole: Whole) -> model.Automaton:
    main = whole.program.functions["main"]
    code = Code(whole, START, TRANSLATORS, NOWHERE)
    for assumption, span in whole.program.replaceable:
        whole.assume(assumption, span)
    hand_out_globals(code)
    for item in whole.program.globals:
        _global(code, item)
    code.span = NOWHERE
    for variable in whole.hidden.values():
        code.assign(whole.place(variable), zero(variable.type))
    for (t, data), variable in whole.strings.items():
        code.assign(whole.place(variable), Bytes(t, data))
    code.span = main.span
    arguments = given_to_main(code, main)
    if isinstance(main.type.result, Void):
        code.emit(model.Call(None, "main", arguments))
        code.leave(None)
    else:
        status = code.temporary(main.type.result)
        code.emit(model.Call(whole.place(status), "main", arguments))
        code.leave(whole.load(status))
    return finished(code, (), main.type.result, main.span)


def _global(code: Code, item: tree.Global) -> None:
    """The first value of a global."""
    variable = item.variable
    code.span = variable.span
    target = code.whole.place(variable)
    if not item.defined:
        code.emit(model.Havoc(target, "extern"))
        code.whole.assume(f"extern variable {variable.name}: any initial value", variable.span)
    elif item.initialiser is None:
        code.assign(target, zero(variable.type))
    else:
        initialise(code, target, item.initialiser)
