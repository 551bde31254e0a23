"""Execution with guessed inputs: what many bugs need and no solver is needed for.

Comes in: a program model with its errors. Goes out: ``Unsafe`` with the inputs of an execution that
reached an error, or ``Safe`` when the program has only one execution and that ended without.

Guesses are first the same for all inputs (zero, one, the extremes), then drawn: small numbers,
numbers that the program compares with and their neighbours, any. An execution that came to a new
location is kept, and later guesses repeat a part of it: what led past an assumption is not lost. An
execution that uses up its steps is repeated later with more.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from maul.c.ctype import CType, Floating
from maul.cfa.model import asks_about_memory
from maul.cfa.outcome import ErrorReached, OutOfSteps
from maul.errors import Unsupported
from maul.interpret.choices import NoInput
from maul.interpret.machine import Machine
from maul.methods.guesses import FRESH, SIMPLE, SMALL, Attempt, compared, fitting
from maul.methods.setting import MethodEntry
from maul.proofs.execution.only import only_execution, shows_safe
from maul.proofs.execution.replay import STEPS, confirms, replay
from maul.proofs.verdict import Executed, Safe, Unknown, Unsafe

if TYPE_CHECKING:
    from maul.c.ctype import CType
    from maul.cfa.model import Cfa, Edge
    from maul.cfa.outcome import Execution
    from maul.methods.guesses import Given, Number
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Verdict
    from maul.run import Run

SEED = 20061
ATTEMPTS = 20_000
FIRST_STEPS = 20_000
GROWTH = 8  # how much more steps a longer round allows
ROUND = 200  # executions at most between two longer rounds
MOST_INPUTS = 1_000_000  # of one execution
MOST_KEPT = 5_000  # inputs of one that others begin with
KEPT = 64  # executions to begin others with


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
        self._numbers, self._reals = compared(cfa)
        self._attempt = Attempt((), (), SIMPLE[0])
        self._machine = Machine(cfa, self._ask, self._choose, sparing=True)
        self._is_about_memory = asks_about_memory(cfa)
        self._kept: list[Attempt] = []
        self._taken = 0  # steps of all executions

    def _ask(self, _: Edge, t: CType) -> Number:
        if len(self._attempt.inputs) >= MOST_INPUTS:
            raise NoInput
        return self._attempt.input(t)

    def _choose(self, edge: Edge, t: CType) -> Given:
        return self._attempt.choice(edge, t)

    def verdict(self) -> Verdict:
        """Guess until an error is reached, or for long enough."""
        steps, again = FIRST_STEPS, [Attempt((), (), guess) for guess in SIMPLE]
        if self._is_about_memory:
            again += [Attempt((), (), guess, FRESH) for guess in SIMPLE]
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
        if isinstance(outcome, OutOfSteps) and (is_new or len(longer) < len(SIMPLE)):
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
        fresh = FRESH if self._is_about_memory and random.random() < 0.5 else 0
        guess = random.choice((self._few, self._small, self._near, self._mixed, self._any))
        if not kept or random.random() < 0.3:
            return Attempt((), (), guess, fresh)
        earlier = kept[max(random.randrange(len(kept)), random.randrange(len(kept)))]
        inputs, choices = self._changed(earlier.inputs), self._changed(earlier.choices)
        return Attempt(inputs, choices, guess, fresh)

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
