"""Scopes: where the objects of a function begin and end [C11 6.2.4p5-7].

Comes in: a function whose body is about to be translated. Goes out: for each statement that is a
block the scope that it opens, for each label the scope that it stands in; and, while the body is
translated, calls of ``ENTER_SCOPE`` and ``LEAVE_SCOPE`` wherever control crosses a border, by
whichever way. Which variables count, besides arrays of variable length, depends on the property:
those whose address is taken, or those that hold pointers as well.

An array of variable length opens a scope of its own behind its declaration, so that a jump back to
before it leaves that scope; nothing may jump into it [C11 6.8.6.1p1].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar, get_args

from maul.c import tree
from maul.cfa import library, model
from maul.cfa.expressions import AddressOf, Constant, Load, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from maul.c.ctype import DataModel
    from maul.cfa.build.code import Code, CodePoint
    from maul.cfa.expressions import Expression

T = TypeVar("T")
Part: TypeAlias = tree.Statement | tree.Expression | tree.Aggregate

_PARTS = (*get_args(tree.Statement), *get_args(tree.Expression), tree.Aggregate)
_BRANCHING = (tree.If, tree.While, tree.DoWhile, tree.For, tree.Switch)
_BLOCKS = (tree.Compound, tree.StatementExpression, *_BRANCHING)


class ObjectScope:
    """A part of the text at whose borders ``variables`` begin and end, or ``array`` ends."""

    __slots__ = ("array", "depth", "outer", "variables")

    def __init__(self, outer: ObjectScope | None, array: tree.Variable | None = None) -> None:
        self.outer = outer
        self.depth: int = 0 if outer is None else outer.depth + 1
        self.variables: list[tree.Variable] = []
        self.array = array


class Scopes:
    """The scopes of a function: those that blocks open, and those that begin behind declarations of
    ``arrays``. ``at`` is the one that the code stands in; ``breaks`` and ``continues`` are those in
    which the points lie that these statements lead to."""

    def __init__(self) -> None:
        self.opened: dict[Part, ObjectScope] = {}
        self.arrays: dict[Part, ObjectScope] = {}
        self.labels: dict[str, ObjectScope] = {}
        self.at: ObjectScope | None = None
        self.breaks: ObjectScope | None = None
        self.continues: ObjectScope | None = None


def scopes_of(
    definition: tree.FunctionDefinition, counted: Callable[[tree.Variable], bool]
) -> Scopes:
    """The scopes of the variables of a function that count; its parameters belong to the outermost
    one."""
    found = Scopes()
    outermost = found.opened[definition.body] = ObjectScope(None)
    outermost.variables += filter(counted, definition.parameters)
    pending: list[tuple[Part, ObjectScope]] = [(definition.body, outermost)]
    while pending:
        part, scope = pending.pop()
        match part:
            case tree.Label(name=name):
                found.labels[name] = scope
            case tree.Declare(variable=variable, is_array=False) if counted(variable):
                scope.variables.append(variable)
            case tree.CompoundLiteral(variable=variable) if variable.function:
                scope.variables.append(variable)
        inside: list[tuple[Part, ObjectScope]] = []
        for child in _children(part):
            inner = scope
            if isinstance(child, _BLOCKS) or _is_block_in(part, child):
                inner = found.opened[child] = ObjectScope(scope)
            inside.append((child, inner))
            declared = _labelled(child)
            if isinstance(declared, tree.Declare) and declared.is_array:
                scope = found.arrays[declared] = ObjectScope(scope, declared.variable)
        pending += reversed(inside)
    return found


def _children(part: Part) -> Iterator[Part]:
    """The statements and expressions that a part of the tree consists of, in order. The empty
    statement is left out: it is one object wherever it stands."""
    pending = [getattr(part, name) for name in reversed(part.__match_args__)]
    while pending:
        value = pending.pop()
        if isinstance(value, tuple):
            pending += reversed(value)
        elif isinstance(value, _PARTS) and not _is_empty(value):
            yield value


def _is_empty(part: Part) -> bool:
    return isinstance(part, tree.Compound) and not part.statements


def _is_block_in(part: Part, child: Part) -> bool:
    """Whether a statement is a block because of where it stands [C11 6.8.4p3, 6.8.5p5]."""
    if not isinstance(part, _BRANCHING) or not isinstance(child, get_args(tree.Statement)):
        return False
    return not isinstance(part, tree.For) or child is not part.first


def _labelled(part: Part) -> Part:
    """What stands behind labels."""
    while isinstance(part, (tree.Label, tree.CaseLabel, tree.Default)):
        part = part.body
    return part


# ---- while the body is translated ----


def inside(code: Code, part: tree.Statement | tree.StatementExpression, work: Callable[[], T]) -> T:
    """Translate what is a block: enter its scope, if it has one, and leave it at the end."""
    scopes = code.scopes
    inner, outer = scopes.opened.get(part), scopes.at
    if inner is None:
        return work()
    cross(code, inner)
    scopes.at = inner
    result = work()
    cross(code, outer)
    scopes.at = outer
    return result


def begin_array(code: Code, declaration: tree.Declare) -> None:
    """The scope of an array of variable length begins."""
    code.scopes.at = code.scopes.arrays.get(declaration, code.scopes.at)


def jump(code: Code, point: CodePoint, scope: ObjectScope | None) -> None:
    """Go on at a point that lies in some scope."""
    cross(code, scope)
    code.jump(point)


def cross(code: Code, target: ObjectScope | None) -> None:
    """The calls on the way from the scope in which the code stands to another one."""
    source, entered = code.scopes.at, []
    while source is not target:
        if source is None or (target is not None and target.depth > source.depth):
            assert target is not None
            entered.append(target)
            target = target.outer
        else:
            _cross_border(code, library.LEAVE_SCOPE, source)
            source = source.outer
    for scope in reversed(entered):
        if scope.array is None:
            _cross_border(code, library.ENTER_SCOPE, scope)


def _cross_border(code: Code, primitive: str, scope: ObjectScope) -> None:
    """One call for all objects of a scope, if it has any."""
    objects: list[Expression] = [
        address(code.whole.program.model, variable) for variable in scope.variables
    ]
    if scope.array is not None:
        objects.append(code.whole.load(scope.array))
    if objects:
        code.emit(model.Call(None, primitive, tuple(objects)))


def address(of: DataModel, variable: tree.Variable) -> AddressOf:
    """The address of a whole variable."""
    return AddressOf(of.pointer_to(variable.type), Place(variable.type, variable))


def outlasting(code: Code, value: Expression, scope: ObjectScope | None) -> Expression:
    """A value that does not change when control leaves all scopes up to one."""
    if isinstance(value, Constant):
        return value
    ending = list(_ending(code.scopes.at, scope))
    if not ending:
        return value
    if isinstance(value, Load) and isinstance(value.place, Place):
        variable = value.place.variable
        if variable not in code.whole.facts.addressed and variable not in ending:
            return value
    return code.save(value)


def has_objects(code: Code, part: tree.StatementExpression) -> bool:
    """Whether objects of its own end where a statement expression does."""
    scope = code.scopes.opened.get(part)
    if scope is None:
        return False
    return bool(scope.variables) or any(declared in code.scopes.arrays for declared in part.body)


def _ending(inner: ObjectScope | None, outer: ObjectScope | None) -> Iterator[tree.Variable]:
    """The variables and arrays that end on the way from a scope to one around it."""
    while inner is not outer and inner is not None:
        yield from inner.variables
        if inner.array is not None:
            yield inner.array
        inner = inner.outer
