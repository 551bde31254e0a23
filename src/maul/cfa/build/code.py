"""A function under construction: points joined as control flow demands, edges hung on them,
temporaries.

``Whole`` holds what the functions of a program share, ``Code`` one function that grows edge by edge
at ``Code.at``; ``finished`` makes the automaton of it, in which joined points are one location,
unreachable ones are gone and the rest is numbered in reverse post-order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from maul.c.source import NOWHERE, Span
from maul.c.tree import Variable
from maul.cfa import library, model
from maul.cfa.build.constants import ONE, negation, plain
from maul.cfa.build.facts import ProgramFacts
from maul.cfa.build.scopes import Scopes
from maul.cfa.expressions import AddressOf, Deref, ElementOf, Load, MemberOf, Place
from maul.node import node

if TYPE_CHECKING:
    from maul.c import tree
    from maul.c.ctype import CType
    from maul.cfa.build.facts import MayChange
    from maul.cfa.build.scopes import ObjectScope
    from maul.cfa.expressions import Expression, Lvalue

NAME_LENGTH = 24  # of a string literal in the name of its variable


class CodePoint:
    """A location to be. ``joined``: it became the same location as another point. ``labelled``: a
    property may ask whether control passes here, so it becomes no later location.
    """

    __slots__ = ("edges", "joined", "labelled", "reached")

    def __init__(self) -> None:
        self.joined: CodePoint | None = None
        self.labelled = False
        self.reached = False
        self.edges: list[tuple[model.Operation, CodePoint, Span]] = []


def root(point: CodePoint) -> CodePoint:
    """The point that stands for all those joined with ``point``."""
    top = point
    while top.joined is not None:
        top = top.joined
    while point.joined is not None:
        point.joined, point = top, point.joined
    return top


class Whole:
    """What the functions share: facts, string literals, assumptions, places of variables."""

    def __init__(
        self,
        program: tree.Program,
        undefined: str = library.PURE,
        errors: frozenset[str] = frozenset(),
        volatile: str = library.PLAIN,
    ) -> None:
        self.program = program
        self.undefined = undefined  # what functions without body and model do
        self.volatile = volatile  # what reading such an object gives
        self.errors = errors  # calls of these are errors, and nothing comes behind
        self.facts = ProgramFacts(program, undefined)
        self.globals: dict[Variable, None] = {item.variable: None for item in program.globals}
        self.strings: dict[tuple[CType, bytes], Variable] = {}
        self.addressed: set[Variable] = set()
        self.hidden: dict[str, Variable] = {}  # objects of the C library, zero at first
        self._assumptions: dict[str, model.Assumption] = {}
        self._loads: dict[Variable, tuple[Place, Load]] = {}

    def _place_and_load(self, variable: Variable) -> tuple[Place, Load]:
        known = self._loads.get(variable)
        if known is None:
            place = Place(variable.type, variable)
            known = self._loads[variable] = (place, Load(variable.type, place))
        return known

    def place(self, variable: Variable) -> Place:
        """The variable as a place."""
        return self._place_and_load(variable)[0]

    def load(self, variable: Variable) -> Load:
        """The value of the variable."""
        return self._place_and_load(variable)[1]

    def string(self, literal: tree.StringLiteral) -> Variable:
        """The global that holds a string literal; equal literals share one."""
        key = (literal.type, literal.data)
        if key not in self.strings:
            text = literal.data.removesuffix(b"\0").decode("latin-1")
            shown = text if len(text) <= NAME_LENGTH else text[: NAME_LENGTH - 3] + "..."
            escaped = shown.encode("unicode_escape").decode("ascii").replace('"', '\\"')
            name = f'"{escaped}"#{len(self.strings) + 1}'
            self.strings[key] = Variable(name, literal.type, "", NOWHERE)
        return self.strings[key]

    def library_object(self, name: str, t: CType) -> Variable:
        """A global that the C library defines and the program does not."""
        if name not in self.hidden:
            self.hidden[name] = Variable(name, t, "", NOWHERE)
            self.globals[self.hidden[name]] = None
            self.facts.addressed.add(self.hidden[name])  # the library knows where it is
        return self.hidden[name]

    def address(self, t: CType, place: Lvalue) -> AddressOf:
        """The address of a place; remembers whose address is taken."""
        base = place
        while isinstance(base, (MemberOf, ElementOf)):
            base = base.base
        if isinstance(base, Place):
            self.addressed.add(base.variable)
        return AddressOf(t, place)

    def assume(self, text: str, span: Span, function: str = "", *, is_pure: bool = False) -> None:
        """List an assumption, once a text."""
        if text not in self._assumptions:
            self._assumptions[text] = model.Assumption(text, span, function, is_pure)

    def assumptions(self) -> tuple[model.Assumption, ...]:
        """All assumptions, in the order they were made."""
        return tuple(self._assumptions.values())


@node
class Translators:
    """The parts of the translation that nest inside expressions, each in a module above them."""

    effect: Callable[[Code, tree.Expression], None]
    assigned: Callable[[Code, tree.Assignment | tree.CompoundAssign | tree.Increment], Expression]
    branch: Callable[[Code, tree.Expression, CodePoint, CodePoint], None]
    call: Callable[[Code, tree.CallExpression], Expression]
    call_into: Callable[[Code, tree.CallExpression, Place | None], None]
    initialise: Callable[[Code, Lvalue, tree.Initialiser], None]
    statement: Callable[[Code, tree.Statement], None]


class Cases:
    """The cases of a switch, as they are met in its body: lowest value, highest value, point, and
    the scope that the point lies in."""

    __slots__ = ("default", "reached", "values")

    def __init__(self, *, reached: bool) -> None:
        self.reached = reached  # whether control comes to the switch
        self.values: list[tuple[int, int, CodePoint, ObjectScope | None]] = []
        self.default: tuple[CodePoint, ObjectScope | None] | None = None

    def point(self) -> CodePoint:
        """A point that the switch may lead to."""
        point = CodePoint()
        point.reached = self.reached
        return point


class Code:
    """One function that grows at ``at`` (None: control does not come here)."""

    __slots__ = (
        "at",
        "break_to",
        "cases",
        "compared",
        "continue_to",
        "depth",
        "entry",
        "exit",
        "labels",
        "name",
        "scopes",
        "span",
        "temporaries",
        "translators",
        "varargs",
        "whole",
    )

    def __init__(self, whole: Whole, name: str, translators: Translators, span: Span) -> None:
        self.whole = whole
        self.name = name
        self.translators = translators
        self.span = span  # of the statement being translated
        self.entry = CodePoint()
        self.entry.reached = True
        self.exit = CodePoint()
        self.at: CodePoint | None = self.entry
        self.labels: dict[str, CodePoint] = {}
        self.depth = 0  # of the expression being translated
        self.temporaries = 0
        self.varargs: Variable | None = None  # the hidden parameter of a variadic function
        self.break_to: CodePoint | None = None
        self.continue_to: CodePoint | None = None
        self.cases = Cases(reached=False)  # of the innermost switch
        self.scopes = Scopes()  # none, unless somebody asks for them
        self.compared: set[tree.CallExpression] = (
            set()
        )  # calls of whose value only the sign is looked at

    # -- control --

    def emit(self, operation: model.Operation, span: Span | None = None) -> None:
        """Append an edge and go on behind it."""
        if self.at is not None:
            target = CodePoint()
            target.reached = True
            self.at.edges.append((operation, target, span or self.span))
            self.at = target

    def jump(self, target: CodePoint) -> None:
        """Go on at ``target``: the two become one location, unless one is a label or both are one
        already, in an empty endless loop.
        """
        if self.at is None:
            return
        at, target = root(self.at), root(target)
        self.at = None
        target.reached = True
        if at is target or at.labelled:
            at.edges.append((model.Assume(ONE), target, self.span))
        else:
            at.joined = target

    def enter(self, point: CodePoint) -> None:
        """Control flows into ``point``, from here and from what jumps to it, and goes on there."""
        self.jump(point)
        point = root(point)
        self.at = point if point.reached else None

    def resume(self, point: CodePoint) -> None:
        """Go on at a point that control has left for."""
        point = root(point)
        self.at = point if point.reached else None

    def test(self, condition: Expression, yes: CodePoint, no: CodePoint) -> None:
        """Two edges: the condition holds, or it does not."""
        if self.at is not None:
            yes, no = root(yes), root(no)
            yes.reached = no.reached = True
            self.at.edges.append((model.Assume(condition), yes, self.span))
            self.at.edges.append((model.Assume(negation(condition)), no, self.span))
            self.at = None

    def leave(self, value: Expression | None) -> None:
        """Return from the function."""
        if self.at is not None:
            self.exit.reached = True
            self.at.edges.append((model.Return(value), self.exit, self.span))
            self.at = None

    # -- values --

    def temporary(self, t: CType, prefix: str = "") -> Variable:
        """A fresh variable of this function."""
        self.temporaries += 1
        return Variable(f"{self.name}::${prefix}{self.temporaries}", t, self.name, self.span)

    def assign(self, target: Lvalue, value: Expression, span: Span | None = None) -> None:
        """An edge that stores ``value``."""
        self.emit(model.Assign(target, value), span)

    def save(self, value: Expression) -> Expression:
        """The value as it is now, in a temporary."""
        if self.at is None:
            return value
        variable = self.temporary(value.type)
        self.assign(self.whole.place(variable), value)
        return self.whole.load(variable)

    def handy(self, value: Expression) -> Expression:
        """The value in a form that may be used several times."""
        return value if plain(value) else self.save(value)

    def effects(self, e: tree.Expression) -> MayChange | None:
        """What evaluating ``e`` may change; None for nothing."""
        return self.whole.facts.effects.get(e)

    def keep(self, value: Expression, effects: MayChange | None) -> Expression:
        """A value that stays the same under the effects."""
        if effects is not None and self.whole.facts.changes(effects, value):
            return self.save(value)
        return value

    def keep_place(self, place: Lvalue, effects: MayChange | None) -> Lvalue:
        """A place that stays the same object under the effects."""
        if effects is None or not self.whole.facts.moves(effects, place):
            return place
        match place:
            case Deref(type=t, pointer=pointer):
                return Deref(t, self.keep(pointer, effects))
            case MemberOf(type=t, base=base, field=field):
                return MemberOf(t, self.keep_place(base, effects), field)
            case ElementOf(type=t, base=base, index=index):
                return ElementOf(t, self.keep_place(base, effects), self.keep(index, effects))
        return place


# ---- the finished automaton ----


def _in_order(entry: CodePoint) -> list[CodePoint]:
    """All points that can be reached, in reverse post-order, the first of two branches first."""
    entry = root(entry)
    order: list[CodePoint] = []
    seen = {entry}
    stack: list[tuple[CodePoint, list[CodePoint]]] = [(entry, _successors(entry))]
    while stack:
        point, rest = stack[-1]
        if not rest:
            order.append(point)
            stack.pop()
            continue
        following = rest.pop()
        if following not in seen:
            seen.add(following)
            stack.append((following, _successors(following)))
    order.reverse()
    return order


def _successors(point: CodePoint) -> list[CodePoint]:
    return [root(target) for _, target, _ in point.edges]


def finished(
    code: Code, parameters: tuple[Variable, ...], result: CType, span: Span
) -> model.Automaton:
    """The automaton of a function whose body is translated."""
    exit_point = root(code.exit)
    points = [point for point in _in_order(code.entry) if point is not exit_point]
    locations = {point: model.Location(code.name, index) for index, point in enumerate(points)}
    exit_location = locations[exit_point] = model.Location(code.name, len(points))
    edges = [
        model.Edge(at, operation, locations[root(target)], where)
        for point, at in locations.items()
        for operation, target, where in point.edges
    ]
    placed = tuple(locations.values())
    model.connect(placed, edges)
    labels = {
        name: locations[root(point)]
        for name, point in code.labels.items()
        if root(point) in locations
    }
    if not exit_location.entering:
        placed = placed[:-1]
    return model.Automaton(
        code.name, parameters, result, placed[0], exit_location, placed, labels, span
    )
