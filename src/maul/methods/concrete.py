"""Execution with guessed inputs: what many bugs need and no solver is needed for.

Comes in: a program model with its errors. Goes out: ``Unsafe`` with the inputs of an execution that
reached an error, or ``Safe`` when the program has only one execution and that ended without.

Guesses are first the same for all inputs (zero, one, the extremes), then drawn: small numbers,
numbers that the program compares with and their neighbours, any. An execution that came to a new
location is kept, and later guesses repeat a part of it: what led past an assumption is not lost. An
execution that uses up its steps is repeated later with more.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import ArrayType, Boolean, CType, Floating, Integer, is_scalar
from maul.c.numbers import single, wrap
from maul.cfa.expressions import Constant
from maul.cfa.model import Assume, Call
from maul.cfa.outcome import ErrorReached, OutOfSteps
from maul.cfa.walk import inner_first
from maul.errors import Unsupported
from maul.interpret.choices import NoInput
from maul.interpret.machine import Machine
from maul.methods.setting import MethodEntry
from maul.proofs.execution.only import only_execution, shows_safe
from maul.proofs.execution.replay import STEPS, confirms, replay
from maul.proofs.verdict import Executed, Safe, Unknown, Unsafe

if TYPE_CHECKING:
    from maul.cfa.model import Cfa, Edge
    from maul.cfa.outcome import Execution
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Verdict
    from maul.run import Run

Number: TypeAlias = int | float
Given: TypeAlias = bytes | int | float | None
Guess: TypeAlias = Callable[[CType], Number]
"""A value for an input of a type."""

SEED = 20061
ATTEMPTS = 20_000
FIRST_STEPS = 20_000
GROWTH = 8  # how much more steps a longer round allows
ROUND = 200  # executions at most between two longer rounds
MOST_INPUTS = 1_000_000  # of one execution
MOST_KEPT = 5_000  # inputs of one that others begin with
KEPT = 64  # executions to begin others with
SMALL = (0, 1, 2, 3, 4, 5, 6, 7, 8, -1, 10, 16, 100)
REALS = (0.0, 1.0, -1.0, 0.5, 2.0, -0.0, 1e10, -1e10, 1e-10, 1e300, float("inf"), float("nan"))


def concrete(cfa: Cfa, _: Setting, run: Run) -> Verdict:
    """Execute the program: once if that is all there is, with guessed inputs otherwise."""
    execution = only_execution(cfa, run)
    if shows_safe(execution):
        return Safe(Executed(execution.steps))
    if isinstance(execution.outcome, ErrorReached):
        claim = Unsafe(execution.outcome.property, (), ())
        if confirms(replay(cfa, claim), claim):
            return claim
    return _Guessing(cfa, run).verdict()


METHOD = MethodEntry(
    "concrete",
    concrete,
    "",
    "executes with guessed inputs: shallow bugs, closed programs",
    solver="none",
)


class _Guessing:
    """Executions one after the other, by one machine."""

    def __init__(self, cfa: Cfa, run: Run) -> None:
        self._cfa = cfa
        self._run = run
        self._random = Random(SEED)  # noqa: S311
        self._numbers, self._reals = _compared(cfa)
        self._attempt = Attempt((), (), _the_same(0))
        self._machine = Machine(cfa, self._ask, self._choose)
        self._kept: list[Attempt] = []
        self._taken = 0  # steps of all executions

    def _ask(self, _: Edge, t: CType) -> Number:
        return self._attempt.input(t)

    def _choose(self, edge: Edge, t: CType) -> Given:
        return self._attempt.choice(edge, t)

    def verdict(self) -> Verdict:
        """Guess until an error is reached, or for long enough."""
        steps, again = FIRST_STEPS, [Attempt((), (), guess) for guess in _SIMPLE]
        tried = 0
        while tried < ATTEMPTS:
            longer: list[Attempt] = []
            for attempt in again:
                found = self._tried(attempt, steps, longer)
                if found is not None:
                    return found
            until = self._taken + steps * len(again)
            for _ in range(ROUND):
                tried += 1
                found = self._tried(self._drawn(), FIRST_STEPS, longer)
                if found is not None:
                    return found
                if self._taken > until:
                    break
            steps, again = min(steps * GROWTH, STEPS), longer
        return Unknown(f"no error in {tried} executions with guessed inputs")

    def _tried(self, attempt: Attempt, steps: int, longer: list[Attempt]) -> Verdict | None:
        """Execute; what found something new is kept, what was too short is to be repeated."""
        execution, is_new = self._executed(attempt, steps)
        if execution is None:
            return None
        outcome = execution.outcome
        if isinstance(outcome, ErrorReached):
            claim = attempt.claim(outcome.property)
            if confirms(replay(self._cfa, claim), claim):
                return claim
        if is_new and len(attempt.inputs) <= MOST_KEPT:
            self._kept.append(attempt)
            del self._kept[:-KEPT]
        if isinstance(outcome, OutOfSteps) and (is_new or len(longer) < len(_SIMPLE)):
            longer.append(attempt.again())
        return None

    def _executed(self, attempt: Attempt, steps: int) -> tuple[Execution | None, bool]:
        """An execution, and whether it came where none was before; None if it cannot be had."""
        self._attempt = attempt
        self._machine.reset()
        before = self._machine.visited
        try:
            execution = self._machine.execute(steps, self._run.tick)
        except Unsupported:
            return None, False
        self._taken += execution.steps
        return execution, self._machine.visited > before

    def _drawn(self) -> Attempt:
        """An attempt of its own, or one that begins as an earlier one; the last came furthest."""
        random, kept = self._random, self._kept
        guess = random.choice((self._few, self._small, self._near, self._mixed, self._any))
        if not kept or random.random() < 0.3:
            return Attempt((), (), guess)
        earlier = kept[max(random.randrange(len(kept)), random.randrange(len(kept)))]
        return Attempt(self._changed(earlier.inputs), self._changed(earlier.choices), guess)

    def _changed(self, given: list[Given]) -> tuple[Given, ...]:
        """A part of what was given, or all of it but for one value."""
        if not given:
            return ()
        at = self._random.choice((self._random.randrange(len(given)), len(given) - 1))
        rest = given[at + 1 :] if self._random.random() < 0.3 else []
        return (*given[:at], None, *rest)

    # ---- guesses -----------------------------------------------------------------------------

    def _few(self, t: CType) -> Number:
        return fitting(self._random.randrange(2), t)

    def _small(self, t: CType) -> Number:
        return fitting(self._random.choice(SMALL), t)

    def _near(self, t: CType) -> Number:
        """A number that the program compares something with, or one beside it."""
        if isinstance(t, Floating):
            return fitting(self._random.choice(self._reals), t)
        return fitting(self._random.choice(self._numbers), t)

    def _mixed(self, t: CType) -> Number:
        guess = self._random.choice((self._few, self._small, self._near, self._near, self._any))
        return guess(t)

    def _any(self, t: CType) -> Number:
        if isinstance(t, Floating):
            scale = self._random.choice((1.0, 10.0, 1000.0, 1e20))
            return fitting(self._random.uniform(-scale, scale), t)
        return fitting(self._random.getrandbits(64) >> self._random.randrange(64), t)


class Attempt:
    """One execution: what it is given first (None: to be guessed), how the rest is guessed, and
    afterwards what it read."""

    def __init__(self, inputs: tuple[Given, ...], choices: tuple[Given, ...], guess: Guess) -> None:
        self._first_inputs = inputs
        self._first_choices = choices
        self._guess = guess
        self.inputs: list[Given] = []
        self.choices: list[Given] = []
        self._contents: list[bytes] = []

    def again(self) -> Attempt:
        """The same execution, which goes on if there is more time."""
        return Attempt(tuple(self.inputs), tuple(self.choices), self._guess)

    def input(self, t: CType) -> Number:
        """The next input."""
        if len(self.inputs) >= MOST_INPUTS:
            raise NoInput
        at, first = len(self.inputs), self._first_inputs
        given = first[at] if at < len(first) else None
        found = self._guess(t) if given is None or isinstance(given, bytes) else given
        self.inputs.append(found)
        return found

    def choice(self, edge: Edge, t: CType) -> Given:
        """The next arbitrary value; what is no scalar is zero."""
        if isinstance(edge.operation, Call):  # an allocation, or an argument that is missing
            if isinstance(t, ArrayType):
                self._contents.append(b"")
            return None
        at, first = len(self.choices), self._first_choices
        given = first[at] if at < len(first) else None
        if given is None:
            given = self._guess(t) if is_scalar(t) else b""
        self.choices.append(given)
        return given

    def claim(self, violated: str) -> Unsafe:
        """That this execution violates a property."""
        inputs = [given for given in self.inputs if isinstance(given, (int, float))]
        choices = [given for given in self.choices if given is not None]
        return Unsafe(violated, tuple(inputs), tuple(choices), tuple(self._contents))


def fitting(number: Number, t: CType) -> Number:
    """A number as a value of a type; pointers are null."""
    match t:
        case Integer(bits=bits, signed=signed):
            return wrap(int(number), bits, signed=signed)
        case Boolean():
            return 1 if number else 0
        case Floating(bits=32):
            return single(float(number))
        case Floating():
            return float(number)
    return 0


def _the_same(number: Number) -> Guess:
    return lambda t: fitting(number, t)


def _largest(t: CType) -> Number:
    if isinstance(t, Floating):
        return 1e30
    return fitting((1 << t.bits - t.signed) - 1, t) if isinstance(t, Integer) else fitting(1, t)


def _smallest(t: CType) -> Number:
    if isinstance(t, Floating):
        return -1e30
    return fitting(1 << t.bits - 1, t) if isinstance(t, Integer) and t.signed else fitting(0, t)


_SIMPLE: tuple[Guess, ...] = (
    *(_the_same(number) for number in (0, 1, 2, -1)),
    _largest,
    _smallest,
)


def _compared(cfa: Cfa) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The constants in conditions of the program, with their neighbours, and floats."""
    numbers, reals = dict.fromkeys(SMALL), dict.fromkeys(REALS)
    for automaton in cfa.automata():
        for at in automaton.locations:
            for edge in at.leaving:
                if isinstance(edge.operation, Assume):
                    for expression in inner_first(edge.operation):
                        match expression:
                            case Constant(value=int(value)):
                                numbers |= dict.fromkeys((value, value - 1, value + 1))
                            case Constant(value=float(value)):
                                reals |= dict.fromkeys((value, -value, value * 1.001))
    return tuple(numbers), tuple(reals)
