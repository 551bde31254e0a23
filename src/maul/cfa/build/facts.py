"""What must be known of the whole program before the first edge is made.

Comes in: the typed tree. Goes out: the variables whose address is taken, the functions whose
address is taken (the candidates of calls through pointers), the variables whose own initialiser
speaks of them and, for every expression with side effects, what it may change, so that a value
computed before it can be saved exactly when that is necessary.
"""

from __future__ import annotations

from typing import TypeAlias

from maul.c import tree
from maul.c.ctype import INT
from maul.cfa import expressions, library
from maul.node import node

MANY = 8  # an expression that changes more variables than this is taken to change all


@node
class MayChange:
    """What may change: ``variables`` (None: all), what pointers reach (``memory``), and whatever
    the functions of the program may change (``calls``).
    """

    variables: frozenset[tree.Variable] | None
    memory: bool
    calls: bool


CALLS = MayChange(frozenset(), memory=True, calls=True)
MEMORY = MayChange(frozenset(), memory=True, calls=False)
EVERYTHING = MayChange(None, memory=True, calls=True)

Change: TypeAlias = MayChange | None


def both(a: Change, b: Change) -> Change:
    """The effects of two expressions together."""
    if a is None or a is b:
        return b
    if b is None:
        return a
    if a.variables is None or b.variables is None:
        return EVERYTHING
    variables = a.variables | b.variables
    if len(variables) > MANY:
        return EVERYTHING
    return MayChange(variables, memory=a.memory or b.memory, calls=a.calls or b.calls)


def base_variable(place: tree.Expression) -> tree.Variable | None:
    """The variable an lvalue lies in; None when it is reached through a pointer."""
    while isinstance(place, (tree.Member, tree.Subscript)):
        place = place.base if isinstance(place, tree.Member) else place.array
    if isinstance(place, (tree.Name, tree.CompoundLiteral)):
        return place.variable
    return None


def direct_callee(callee: tree.Expression) -> str | None:
    """The function called, when the text names it."""
    while isinstance(callee, tree.Conversion):
        callee = callee.operand
    return callee.function if isinstance(callee, tree.FunctionName) else None


ERRNO = "__errno_location"


def uses_errno(program: tree.Program) -> bool:
    """Whether a program can see what ``errno`` is."""
    return ERRNO in program.declarations or declared_errno(program) is not None


def declared_errno(program: tree.Program) -> tree.Variable | None:
    """The variable of a program that declares ``extern int errno`` itself."""
    for item in program.globals:
        if item.variable.name == "errno" and not item.defined and item.variable.type == INT:
            return item.variable
    return None


class ProgramFacts:
    """See the module; filled by one walk over all functions and initialisers."""

    def __init__(self, program: tree.Program, undefined: str = library.PURE) -> None:
        self.addressed: set[tree.Variable] = set()
        self.taken: dict[str, None] = {}  # in the order of the text
        self.effects: dict[tree.Expression, MayChange] = {}
        self.self_reading: set[tree.Variable] = set()  # as in int x = x;
        self._initialising: set[tree.Variable] = set()
        self._in_braces: set[tree.Variable] = set()
        self._defined = program.functions
        self._uses_errno = uses_errno(program)
        self._undefined = undefined
        self._declarations = program.declarations
        errno = declared_errno(program)
        if errno is not None:  # the library knows where it is
            self.addressed.add(errno)
        for item in program.globals:
            if item.initialiser is not None:
                self._initialiser(item.initialiser)
        for function in program.functions.values():
            self._statement(function.body)

    # -- expressions: every method returns what its node may change --

    def _expression(self, e: tree.Expression) -> Change:
        change = self._parts(e)
        if change is not None:
            self.effects[e] = change
        return change

    def _parts(self, e: tree.Expression) -> Change:
        match e:
            case tree.Name(variable=variable):
                if variable in self._initialising:
                    self.self_reading.add(variable)
                return None
            case tree.Literal() | tree.StringLiteral():
                return None
            case tree.Conversion(operand=operand) | tree.UnaryOperation(operand=operand):
                return self._expression(operand)
            case tree.Member(base=base):
                return self._expression(base)
            case tree.Dereference(pointer=pointer):
                return self._expression(pointer)
            case (
                tree.BinaryOperation(left=left, right=right)
                | tree.Subscript(array=left, index=right)
                | tree.PointerSum(pointer=left, index=right)
                | tree.Logical(left=left, right=right)
                | tree.Comma(left=left, right=right)
                | tree.PointerDistance(left=left, right=right)
            ):
                return both(self._expression(left), self._expression(right))
            case tree.Assignment(target=target, value=value):
                parts = both(self._expression(target), self._expression(value))
                return both(parts, self._written(target))
            case tree.CompoundAssign(target=target, value=value):
                parts = both(self._expression(target), self._expression(value))
                return both(parts, self._written(target))
            case tree.Increment(target=target):
                return both(self._expression(target), self._written(target))
            case tree.AddressExpression(operand=operand) | tree.Decay(operand=operand):
                inside = base_variable(operand)
                if inside is not None:
                    self.addressed.add(inside)
                if isinstance(operand, tree.Name) and inside in self._in_braces:
                    return None  # a list head that points to itself
                return self._expression(operand)
            case tree.CallExpression():
                return self._call(e)
            case tree.FunctionName(function=function):
                self.taken[function] = None
                return None
            case tree.Conditional(condition=condition, then=then, otherwise=otherwise):
                change = self._expression(condition)
                if then is not None:
                    change = both(change, self._expression(then))
                return both(change, self._expression(otherwise))
            case tree.CompoundLiteral(variable=variable, initialiser=initialiser):
                own = MayChange(frozenset((variable,)), memory=False, calls=False)
                return both(own, self._initialiser(initialiser))
            case tree.StatementExpression(body=body, result=result):
                change = None if result is None else self._expression(result)
                for statement in body:
                    change = both(change, self._statement(statement))
                return change

    def _written(self, target: tree.Expression) -> Change:
        variable = base_variable(target)
        if variable is None:
            return MEMORY
        return MayChange(frozenset((variable,)), memory=False, calls=False)

    def _call(self, e: tree.CallExpression) -> Change:
        name = direct_callee(e.callee)
        change: Change = None
        if name is None:
            change = both(self._expression(e.callee), CALLS)
        elif name in self._defined:
            change = CALLS
        else:
            known = library.model(name)
            declared = self._declarations.get(name)
            is_other = declared is not None and not library.fits(name, declared.type)
            if (known is None or is_other) and self._undefined == library.ANY:
                change = CALLS
            elif known is not None and (known.writes or (known.errno and self._uses_errno)):
                change = MEMORY
        for argument in e.arguments:
            change = both(change, self._expression(argument))
        return change

    def _initialiser(self, initialiser: tree.Initialiser) -> Change:
        if not isinstance(initialiser, tree.Aggregate):
            return self._expression(initialiser)
        change: Change = None
        for _, value in initialiser.items:
            change = both(change, self._expression(value))
        return change

    # -- statements --

    def _statement(self, s: tree.Statement | None) -> Change:
        change: Change
        match s:
            case tree.Evaluate(expression=expression):
                return self._expression(expression)
            case tree.Compound(statements=statements):
                change = None
                for statement in statements:
                    change = both(change, self._statement(statement))
                return change
            case tree.Declare(variable=variable, initialiser=initialiser):
                own = MayChange(frozenset((variable,)), memory=False, calls=False)
                if initialiser is None:
                    return own
                self._initialising.add(variable)
                if isinstance(initialiser, tree.Aggregate):
                    self._in_braces.add(variable)
                change = both(own, self._initialiser(initialiser))
                self._initialising.discard(variable)
                return change
            case tree.If(condition=condition, then=then, otherwise=otherwise):
                change = both(self._expression(condition), self._statement(then))
                return both(change, self._statement(otherwise))
            case tree.While(condition=condition, body=body):
                return both(self._expression(condition), self._statement(body))
            case tree.DoWhile(condition=condition, body=body):
                return both(self._expression(condition), self._statement(body))
            case tree.For(first=first, condition=test, step=step, body=body):
                change = both(self._statement(first), self._statement(body))
                for part in (test, step):
                    if part is not None:
                        change = both(change, self._expression(part))
                return change
            case tree.Switch(value=value, body=body):
                return both(self._expression(value), self._statement(body))
            case tree.CaseLabel(body=body) | tree.Default(body=body) | tree.Label(body=body):
                return self._statement(body)
            case tree.ReturnStatement(value=result) if result is not None:
                return self._expression(result)
            case tree.Assembly(outputs=outputs, inputs=inputs):
                change = None
                for operand in (*outputs, *inputs):
                    change = both(change, self._expression(operand))
                for output in outputs:
                    change = both(change, self._written(output))
                return change
        return None

    # -- questions --

    def changes(self, effects: MayChange, value: expressions.Expression) -> bool:
        """Whether the effects may change what ``value`` reads."""
        match value:
            case expressions.Constant() | expressions.FunctionAddress():
                return False
            case expressions.Load(place=place):
                return self._changes_content(effects, place) or self.moves(effects, place)
            case expressions.AddressOf(place=place):
                return self.moves(effects, place)
            case expressions.Convert(operand=operand) | expressions.Unary(operand=operand):
                return self.changes(effects, operand)
            case (
                expressions.Binary(left=left, right=right)
                | expressions.PointerAdd(pointer=left, index=right)
                | expressions.PointerDifference(left=left, right=right)
                | expressions.Overflows(left=left, right=right)
            ):
                return self.changes(effects, left) or self.changes(effects, right)
            case expressions.Valid():
                return True
        return False

    def moves(self, effects: MayChange, place: expressions.Lvalue) -> bool:
        """Whether the effects may change which object a place is."""
        match place:
            case expressions.Place():
                return False
            case expressions.Deref(pointer=pointer):
                return self.changes(effects, pointer)
            case expressions.MemberOf(base=base):
                return self.moves(effects, base)
            case expressions.ElementOf(base=base, index=index):
                return self.moves(effects, base) or self.changes(effects, index)

    def _changes_content(self, effects: MayChange, place: expressions.Lvalue) -> bool:
        while isinstance(place, (expressions.MemberOf, expressions.ElementOf)):
            place = place.base
        if effects.variables is None:
            return True
        if isinstance(place, expressions.Deref):
            return (
                effects.memory
                or effects.calls
                or any(variable in self.addressed for variable in effects.variables)
            )
        variable = place.variable
        return (
            variable in effects.variables
            or (effects.memory and variable in self.addressed)
            or (effects.calls and not variable.function)
        )
