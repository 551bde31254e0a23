"""Random programs over a few bits, and all that they can do, found by trying everything.

A program is drawn as statements; they are printed as C, and flattened to instructions whose states
are enumerated breadth first. Nothing of maul takes part. What is claimed of a program is chosen
when its states are known, so that half of the claims hold and half do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple, TypeAlias

from tests.methods.finite_syntax import (
    Aim,
    Claim,
    Expression,
    Function,
    Goto,
    If,
    Input,
    Invoke,
    Label,
    Let,
    Place,
    Program,
    State,
    Statement,
    Statements,
    Switch,
    While,
    mask,
)

Step: TypeAlias = Callable[[State], Iterable[tuple[int, State]]]
HEAD = """extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);"""


class Case(NamedTuple):
    """A C text, whether its error can be reached, and how many states it has."""

    text: str
    safe: bool
    states: int


class Writer:
    """Draws one program."""

    def __init__(self, random: Random, *, listed: bool) -> None:
        self._random = random
        self._listed = listed
        self._bits = [random.randint(1, 3) for _ in range(random.randint(2, 4))]
        self._pointer = random.random() < 0.4
        narrow = () if self._pointer else ("unsigned char", "unsigned short")
        self._types = [random.choice(("unsigned", *narrow)) for _ in self._bits]
        self._globals = random.randint(1, len(self._bits))
        self._cells = (random.choice((0, 0, 2, 4)), random.randint(1, 2))
        self._base = len(self._bits)
        self._p = self._base + self._cells[0]
        self._functions: list[Function] = []
        self._visible: list[Expression] = []
        self._targets: list[Place] = []
        self._labels = 0
        self._in_main = False

    def program(self) -> Program:
        everything = [self._variable(v) for v in range(len(self._bits))]
        for number in range(self._random.randint(0, 2)):
            parameter = Place(f"q{number}", str(self._p + 1 + number), 2)
            self._visible = [read for read, _ in everything[: self._globals]]
            self._visible.append(Expression(parameter.c, f"s[{parameter.at}]"))
            self._targets = [place for _, place in everything[: self._globals]]
            self._functions.append(Function(parameter, self._block(1), self._expression(2)))
        self._visible = [read for read, _ in everything]
        self._targets = [place for _, place in everything]
        self._in_main = True
        size = self._cells[0]
        if size:
            index = self._expression(1)
            mask = size - 1
            cell = f"{self._base} + ({{}} & {mask})"
            self._targets += [Place(f"a[{n}]", str(self._base + n), self._cells[1]) for n in (0, 1)]
            self._targets.append(
                Place(f"a[{index.c} & {mask}u]", cell.format(index.python), self._cells[1])
            )
            self._visible += [
                Expression(p.c, f"s[{p.at}]") for p in self._targets[len(everything) :]
            ]
        if self._pointer:
            # Each variable has one bit at least.
            self._targets.append(Place("*p", f"s[{self._p}]", 1))
            self._visible.append(Expression("*p", f"s[s[{self._p}]]"))
        body = [*self._block(3), *self._block(2), Claim()]
        for _ in range(self._random.randint(0, 2)):
            self._jump(body)
        first = [self._random.randrange(1 << bits) for bits in self._bits]
        rest = [0] * size + [0] + [0] * len(self._functions)
        return Program(
            tuple(self._types), (*first, *rest), self._globals, size, self._pointer,
            tuple(self._functions), tuple(body),
        )  # fmt: skip

    def _variable(self, v: int) -> tuple[Expression, Place]:
        text = f"v{v}" if self._types[v] == "unsigned" else f"(unsigned)v{v}"
        return Expression(text, f"s[{v}]"), Place(f"v{v}", str(v), self._bits[v])

    def _jump(self, body: list[Statement]) -> None:
        """A label somewhere in main, and a jump to it from somewhere."""
        self._labels += 1
        name = f"L{self._labels}"
        for statement in (Label(name), If(self._condition(), (Goto(name),), ())):
            body.insert(self._random.randint(0, len(body) - 1), statement)

    def _expression(self, depth: int) -> Expression:
        if depth == 0 or self._random.random() < 0.25:
            if self._random.random() < 0.35:
                number = self._random.randint(0, 3)
                return Expression(f"{number}u", str(number))
            return self._random.choice(self._visible)
        left, right = self._expression(depth - 1), self._expression(depth - 1)
        operator = self._random.choice(("+", "-", "*", "^", "&", "|"))
        python = f"({left.python} {operator} {right.python})"
        return Expression(f"({left.c} {operator} {right.c})", f"({python} & 0xffffffff)")

    def _condition(self) -> Expression | None:
        if self._random.random() < 0.3:
            return None
        return self.comparison()

    def comparison(self) -> Expression:
        """Of something that may change with something else."""
        left, right = self._random.choice(self._visible), self._expression(1)
        operator = self._random.choice(("==", "!=", "<", "<="))
        return Expression(
            f"({left.c} {operator} {right.c})", f"({left.python} {operator} {right.python})"
        )

    def _block(self, depth: int) -> Statements:
        return tuple(self._statement(depth) for _ in range(self._random.randint(1, 3)))

    def _statement(self, depth: int) -> Statement:
        kind = self._random.randint(0, 9)
        place = self._random.choice(self._targets)
        if depth and kind <= 2:
            return If(self._condition(), self._block(depth - 1), self._block(depth - 1))
        if depth and kind == 3:
            return While(self._condition(), self._block(depth - 1))
        if depth and kind == 4:
            numbers = self._random.sample(range(4), self._random.randint(1, 3))
            cases = tuple((n, self._block(depth - 1), self._random.random() < 0.7) for n in numbers)
            return Switch(self._expression(1), cases, self._block(depth - 1))
        if kind == 5:
            return Input(place, self._listed)
        if kind == 6 and self._in_main and self._functions:
            number = self._random.randrange(len(self._functions))
            return Invoke(place, number, self._expression(1))
        if kind == 7 and self._in_main and self._pointer:
            return Aim(self._random.randrange(len(self._bits)))
        return Let(place, self._expression(2))


class Printer:
    """A program as C."""

    def __init__(self, program: Program, claim: Expression) -> None:
        self._program = program
        self._claim = claim

    def text(self) -> str:
        p = self._program
        first = [
            f"{t} v{n} = {value};"
            for n, (t, value) in enumerate(zip(p.types, p.first, strict=False))
        ]
        functions = [
            f"unsigned f{n}(unsigned {f.parameter.c}) {{\n{self._lines(f.body)}"
            f"return {f.result.c} & 3u;\n}}"
            for n, f in enumerate(p.functions)
        ]
        array = [f"unsigned a[{p.cells}];"] if p.cells else []
        pointer = ["unsigned *p = &v0;"] if p.points else []
        main = ["int main(void) {", *first[p.globals :], *pointer, self._lines(p.body)]
        parts = [HEAD, *first[: p.globals], *array, *functions, *main]
        return "\n".join([*parts, "return 0;", "}", ""])

    def _lines(self, statements: Statements) -> str:
        return "".join(self._line(each) for each in statements)

    def _line(self, statement: Statement) -> str:
        match statement:
            case Let(place, value):
                return f"{place.c} = {value.c} & {mask(place)}u;\n"
            case Input(place, listed):
                return self._input(place, listed=listed)
            case If(condition, then, other):
                then_, other_ = self._lines(then), self._lines(other)
                return f"if ({_asked(condition)}) {{\n{then_}}} else {{\n{other_}}}\n"
            case While(condition, body):
                return f"while ({_asked(condition)}) {{\n{self._lines(body)}}}\n"
            case Switch(subject, cases, default):
                parts = "".join(
                    f"case {n}:\n{self._lines(body)}{'break;' if leave else ''}\n"
                    for n, body, leave in cases
                )
                return f"switch ({subject.c}) {{\n{parts}default:\n{self._lines(default)};\n}}\n"
            case Aim(variable):
                return f"p = &v{variable};\n"
            case Invoke(place, function, argument):
                return f"{place.c} = f{function}({argument.c} & 3u) & {mask(place)}u;\n"
            case Label(name):
                return f"{name}:;\n"
            case Goto(name):
                return f"goto {name};\n"
            case Claim():
                return f"if (!({self._claim.c})) reach_error();\n"

    def _input(self, place: Place, *, listed: bool) -> str:
        if not listed:
            return f"{place.c} = __VERIFIER_nondet_uint() & {mask(place)}u;\n"
        cases = "".join(f"case {n}: {place.c} = {n}; break;\n" for n in range(mask(place)))
        cases += f"default: {place.c} = {mask(place)};\n"
        return f"switch (__VERIFIER_nondet_int()) {{\n{cases}}}\n"


def _asked(condition: Expression | None) -> str:
    return "__VERIFIER_nondet_int()" if condition is None else condition.c


class Flattened:
    """A program as instructions: what each of them makes of a state. Calls are inlined."""

    def __init__(self, program: Program) -> None:
        self._functions = program.functions
        self._pointer = len(program.types) + program.cells
        self._labels: dict[str, int] = {}
        self.steps: list[Step] = []
        self.claims: list[int] = []
        self._all(program.body)
        self.end = len(self.steps)

    def _all(self, statements: Statements) -> None:
        for each in statements:
            self._one(each)

    def _one(self, statement: Statement) -> None:
        match statement:
            case Let(place, value):
                self._set(place.at, f"({value.python}) & {mask(place)}")
            case Input(place, _):
                self._any(place)
            case If(condition, then, other):
                start = self._reserved()
                self._all(then)
                end = self._reserved()
                self.steps[start] = _test(condition, start + 1, end + 1)
                self._all(other)
                self.steps[end] = _jump(len(self.steps))
            case While(condition, body):
                start = self._reserved()
                self._all(body)
                self.steps.append(_jump(start))
                self.steps[start] = _test(condition, start + 1, len(self.steps))
            case Switch(subject, cases, default):
                self._switch(subject, cases, default)
            case Aim(variable):
                self._set(str(self._pointer), str(variable))
            case Invoke(place, function, argument):
                called = self._functions[function]
                self._set(called.parameter.at, f"({argument.python}) & 3")
                self._all(called.body)
                self._set(place.at, f"({called.result.python}) & 3 & {mask(place)}")
            case Label(name):
                self._labels[name] = len(self.steps)
            case Goto(name):
                self.steps.append(lambda s: [(self._labels[name], s)])
            case Claim():
                self.claims.append(self._reserved())
                self.steps[-1] = _jump(len(self.steps))

    def _reserved(self) -> int:
        """The number of an instruction that is made later."""
        self.steps.append(_jump(0))
        return len(self.steps) - 1

    def _set(self, index: str, value: str) -> None:
        at, next_ = _compiled(index), len(self.steps) + 1
        computed = _compiled(value)
        self.steps.append(lambda s: [(next_, _with(s, at(s), computed(s)))])

    def _any(self, place: Place) -> None:
        at, next_, values = _compiled(place.at), len(self.steps) + 1, range(mask(place) + 1)
        self.steps.append(lambda s: [(next_, _with(s, at(s), value)) for value in values])

    def _switch(
        self,
        subject: Expression,
        cases: tuple[tuple[int, Statements, bool], ...],
        default: Statements,
    ) -> None:
        start, chosen, leaving = self._reserved(), {}, []
        for number, body, leave in cases:
            chosen[number] = len(self.steps)
            self._all(body)
            if leave:
                leaving.append(self._reserved())
        other, value = len(self.steps), _compiled(subject.python)
        self._all(default)
        self.steps[start] = lambda s: [(chosen.get(value(s), other), s)]
        for each in leaving:
            self.steps[each] = _jump(len(self.steps))


def _compiled(text: str) -> Callable[[State], int]:
    made: Callable[[State], int] = eval(f"lambda s: int({text})")
    return made


def _with(s: State, index: int, value: int) -> State:
    return (*s[:index], value, *s[index + 1 :])


def _jump(target: int) -> Step:
    return lambda s: [(target, s)]


def _test(condition: Expression | None, then: int, other: int) -> Step:
    if condition is None:
        return lambda s: [(then, s), (other, s)]
    holds = _compiled(condition.python)
    return lambda s: [(then if holds(s) else other, s)]


def reachable(program: Program, limit: int) -> tuple[int, tuple[State, ...]] | None:
    """How many states can be reached, and those at the claim; None when there are too many."""
    flat = Flattened(program)
    first = (0, program.first)
    seen = {first: None}
    waiting = [first]
    for pc, state in waiting:
        if pc == flat.end:
            continue
        for successor in flat.steps[pc](state):
            if successor not in seen:
                seen[successor] = None
                waiting.append(successor)
        if len(seen) > limit:
            return None
    return len(seen), tuple(state for pc, state in seen if pc in flat.claims)


def cases(seed: int, *, listed: bool, limit: int = 1500) -> Iterator[Case]:
    """Programs with few states, without end: by turns safe and unsafe."""
    random = Random(seed)
    safe = True
    while True:
        writer = Writer(random, listed=listed)
        program = writer.program()
        found = reachable(program, limit)
        if found is None or not found[1]:
            continue
        for _ in range(30):
            claim = _claim(writer, random)
            holds = _compiled(claim.python)
            if safe == all(holds(state) for state in found[1]) and not _trivial(claim, random):
                yield Case(Printer(program, claim).text(), safe, found[0])
                safe = not safe
                break


def _claim(writer: Writer, random: Random) -> Expression:
    """A comparison, or one of two."""
    one, other = writer.comparison(), writer.comparison()
    if random.random() < 0.5:
        return one
    return Expression(f"({one.c} || {other.c})", f"({one.python} or {other.python})")


def _trivial(claim: Expression, random: Random) -> bool:
    """Whether a claim is true of every state that could be tried."""
    holds = _compiled(claim.python)
    tried = ([random.randint(0, 3) for _ in range(9)] for _ in range(50))
    return all(holds(tuple(state)) for state in tried)
