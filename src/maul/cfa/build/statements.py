"""Statements: control flow becomes joined points; jumps leave no edge of their own.

Code that control cannot reach is not translated, unless a label or case inside lets control in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import tree
from maul.c.ctype import INT, Integer, Void
from maul.cfa import model
from maul.cfa.build.assignments import effect
from maul.cfa.build.code import Cases, Code, CodePoint, root
from maul.cfa.build.conditions import branch
from maul.cfa.build.constants import binary, fits, truth_of
from maul.cfa.build.expressions import deliver, place, value
from maul.cfa.build.scopes import begin_array, cross, inside, jump, outlasting
from maul.cfa.expressions import Constant

if TYPE_CHECKING:
    from maul.cfa.build.scopes import ObjectScope
    from maul.cfa.expressions import Expression


def statement(code: Code, s: tree.Statement) -> None:
    """Translate a statement at the point where the code stands."""
    if code.at is None and not _can_be_entered(s):
        return
    if s in code.scopes.opened:
        inside(code, s, lambda: _translate(code, s))
    else:
        _translate(code, s)


def _translate(code: Code, s: tree.Statement) -> None:
    match s:
        case tree.Evaluate(expression=expression, span=span):
            code.span = span
            effect(code, expression)
        case tree.Compound(statements=statements):
            for inner in statements:
                statement(code, inner)
        case tree.Declare():
            _declare(code, s)
        case tree.If():
            _if(code, s)
        case tree.ReturnStatement(value=result, span=span):
            code.span = span
            _return(code, result)
        case tree.While():
            _while(code, s)
        case tree.For():
            _for(code, s)
        case tree.DoWhile():
            _do_while(code, s)
        case tree.Switch():
            _switch(code, s)
        case tree.Assembly():
            _assembly(code, s)
        case _:
            _jump_or_label(code, s)


def _jump_or_label(
    code: Code,
    s: tree.CaseLabel | tree.Default | tree.Label | tree.Goto | tree.Break | tree.Continue,
) -> None:
    """A statement that takes control elsewhere, or is entered from elsewhere."""
    match s:
        case tree.CaseLabel(low=low, high=high, body=body):
            point = code.cases.point()
            code.cases.values.append((low, high, point, code.scopes.at))
            code.enter(point)
            statement(code, body)
        case tree.Default(body=body):
            point = code.cases.point()
            code.cases.default = point, code.scopes.at
            code.enter(point)
            statement(code, body)
        case tree.Label(name=name, body=body):
            point = _label(code, name)
            code.enter(point)
            point = root(point)
            point.reached = point.labelled = True  # a goto may follow
            code.at = point
            statement(code, body)
        case tree.Goto(label=label, span=span):
            code.span = span
            jump(code, _label(code, label), code.scopes.labels.get(label))
        case tree.Break(span=span):
            code.span = span
            assert code.break_to is not None
            jump(code, code.break_to, code.scopes.breaks)
        case tree.Continue(span=span):
            code.span = span
            assert code.continue_to is not None
            jump(code, code.continue_to, code.scopes.continues)


def _label(code: Code, name: str) -> CodePoint:
    return code.labels.setdefault(name, CodePoint())


def _can_be_entered(s: tree.Statement | None) -> bool:
    """Whether a jump may lead into the statement."""
    pending = [s]
    while pending:
        match pending.pop():
            case tree.Label() | tree.CaseLabel() | tree.Default():
                return True
            case tree.Compound(statements=statements):
                pending.extend(statements)
            case tree.If(then=then, otherwise=otherwise):
                pending += [then, otherwise]
            case (
                tree.While(body=body)
                | tree.DoWhile(body=body)
                | tree.For(body=body)
                | tree.Switch(body=body)
            ):
                pending.append(body)
    return False


# ---- simple statements ----


def _declare(code: Code, s: tree.Declare) -> None:
    code.span = s.span
    target = code.whole.place(s.variable)
    if s.initialiser is None or s.variable in code.whole.facts.self_reading:
        code.emit(model.Havoc(target, "uninitialised"), s.span)
    if s.initialiser is not None:
        code.translators.initialise(code, target, s.initialiser)
    begin_array(code, s)


def _return(code: Code, result: tree.Expression | None) -> None:
    if result is None:
        _leave(code, None)
    elif isinstance(result.type, Void):
        effect(code, result)
        _leave(code, None)
    else:
        deliver(code, result, lambda found: _leave(code, found))


def _leave(code: Code, result: Expression | None) -> None:
    """Return from the function, out of all scopes."""
    if result is not None:
        result = outlasting(code, result, None)
    cross(code, None)
    code.leave(result)


def _assembly(code: Code, s: tree.Assembly) -> None:
    code.span = s.span
    code.whole.assume(
        f"inline assembly at {s.span.file}:{s.span.line}: outputs are arbitrary, no other effect",
        s.span,
    )
    for operand in s.inputs:
        if code.effects(operand) is not None:
            effect(code, operand)
    for output in s.outputs:
        code.emit(model.Havoc(place(code, output), "asm"), s.span)


# ---- branches and loops ----


def _if(code: Code, s: tree.If) -> None:
    code.span = s.span
    yes, no, end = CodePoint(), CodePoint(), CodePoint()
    branch(code, s.condition, yes, no)
    code.resume(yes)
    statement(code, s.then)
    if s.otherwise is None:
        code.enter(no)
        return
    code.jump(end)
    code.resume(no)
    statement(code, s.otherwise)
    code.enter(end)


def _body(code: Code, s: tree.Statement, end: CodePoint, following: CodePoint) -> None:
    """The body of a loop: ``break`` leads to ``end``, ``continue`` to ``following``."""
    outer, scopes = (code.break_to, code.continue_to), code.scopes
    around = scopes.breaks, scopes.continues
    code.break_to, code.continue_to = end, following
    scopes.breaks = scopes.continues = scopes.at
    statement(code, s)
    code.break_to, code.continue_to = outer
    scopes.breaks, scopes.continues = around


def _head(code: Code) -> CodePoint:
    """The point a loop comes back to. Built even where only a jump into the body may lead."""
    head = code.at if code.at is not None else CodePoint()
    code.at = head
    return head


def _while(code: Code, s: tree.While) -> None:
    code.span = s.span
    head, inside, end = _head(code), CodePoint(), CodePoint()
    branch(code, s.condition, inside, end)
    code.resume(inside)
    _body(code, s.body, end, head)
    code.jump(head)
    code.resume(end)


def _do_while(code: Code, s: tree.DoWhile) -> None:
    head, following, end = _head(code), CodePoint(), CodePoint()
    _body(code, s.body, end, following)
    code.enter(following)
    code.span = s.span
    branch(code, s.condition, head, end)
    code.resume(end)


def _for(code: Code, s: tree.For) -> None:
    if s.first is not None:
        statement(code, s.first)
    code.span = s.span
    head, inside, following, end = _head(code), CodePoint(), CodePoint(), CodePoint()
    if s.condition is not None:
        branch(code, s.condition, inside, end)
        code.resume(inside)
    _body(code, s.body, end, following)
    code.enter(following)
    code.span = s.span
    if s.step is not None and code.at is not None:
        effect(code, s.step)
    code.jump(head)
    code.resume(end)


# ---- switch ----


def _switch(code: Code, s: tree.Switch) -> None:
    """The body first, to collect its cases; then the tests, where the value is known."""
    code.span = s.span
    chosen = code.handy(value(code, s.value)) if code.at is not None else None
    dispatch, end = code.at, CodePoint()
    outer = code.cases, code.break_to, code.scopes.breaks
    cases = Cases(reached=dispatch is not None)
    code.cases, code.break_to, code.scopes.breaks = cases, end, code.scopes.at
    code.at = None
    statement(code, s.body)
    code.jump(end)
    code.cases, code.break_to, code.scopes.breaks = outer
    code.span = s.span
    code.at = dispatch
    if chosen is not None:
        for low, high, point, scope in cases.values:
            _test_case(code, chosen, low, high, _way_into(code, point, scope))
        jump(code, *(cases.default or (end, code.scopes.at)))
    code.resume(end)


def _way_into(code: Code, point: CodePoint, scope: ObjectScope | None) -> CodePoint:
    """Where to go in order to come to a point in some scope of the function."""
    before, way = code.at, CodePoint()
    way.reached = True
    code.at = way
    cross(code, scope)
    if code.at is way:
        way = point
    else:
        code.jump(point)
    code.at = before
    return way


def _test_case(code: Code, chosen: Expression, low: int, high: int, point: CodePoint) -> None:
    """Go to ``point`` when ``low <= chosen <= high``."""
    if low > high:
        return
    other = CodePoint()
    if low == high:
        _test(code, binary(INT, "==", chosen, Constant(chosen.type, low)), point, other)
    else:
        if isinstance(chosen.type, Integer) and fits(low - 1, chosen.type):
            above = CodePoint()
            _test(code, binary(INT, ">=", chosen, Constant(chosen.type, low)), above, other)
            code.resume(above)
        _test(code, binary(INT, "<=", chosen, Constant(chosen.type, high)), point, other)
    code.resume(other)


def _test(code: Code, condition: Expression, yes: CodePoint, no: CodePoint) -> None:
    truth = truth_of(condition)
    if truth is None:
        code.test(condition, yes, no)
    else:
        code.jump(yes if truth else no)
