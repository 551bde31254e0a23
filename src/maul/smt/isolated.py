"""A prover in a process of its own, which is killed at its limit.

Comes in: terms, kept here level by level. Goes out: answers; neither a crash nor a hang of the
solver gets out. The worker keeps the provers that were last asked, and each check sends what was
asserted and popped since the one before: a solver that is new takes longer to get ready than to
answer. A worker that does not know a prover, or not as it is, is told everything. Models come
whole: the values of all symbols and functions of the formula.
"""

from __future__ import annotations

import time
from itertools import count
from typing import TYPE_CHECKING

from maul.logic.free import free_symbols
from maul.logic.smtlib import functions_of
from maul.logic.terms import Function, Term, pack, reachable, unpack
from maul.logic.values import default_value
from maul.node import node, value
from maul.smt.incremental import follows
from maul.smt.observed import observed
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat, smaller
from maul.smt.theories import FLOATS, theory_of
from maul.smt.values import FunctionValue, NoExactValue, function_value
from maul.smt.worker import in_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.logic.terms import Packed
    from maul.logic.values import Value
    from maul.smt.protocols import Answer, Capabilities, Model, Prover

FOREVER = 1e6
# The solver's own limit comes first, the worker's death some time after.
GRACE = 0.5
# What a worker keeps stays small.
MOST_KEPT = 50
MOST_QUESTIONS = 500

ASSERT, PUSH, POP = "assert", "push", "pop"

_numbers = count(1)


@node
class Question:
    """A check, as it is sent: the number of a prover and how many commands it has obeyed, None for
    a new one; further commands, the terms that they assert and then the assumptions; whether a
    core is wanted."""

    make: Callable[[float], Prover]
    number: int
    obeyed: int | None
    commands: tuple[str, ...]
    terms: Packed
    core: bool
    seconds: float


@node
class ModelReading:
    """What was read from a model: values by symbol, in the order of the free symbols."""

    values: tuple[tuple[Term, Value], ...]
    functions: tuple[tuple[Function, FunctionValue], ...]


class ReadModel:
    """A model that was read as a whole."""

    def __init__(self, reading: ModelReading) -> None:
        self._values = dict(reading.values)
        self._functions = dict(reading.functions)

    def value(self, symbol: Term) -> Value:
        """The value of a symbol."""
        if symbol not in self._values:
            self._values[symbol] = default_value(symbol.sort)
        return self._values[symbol]

    def function(self, function: Function) -> FunctionValue:
        """The meaning of a function."""
        if function not in self._functions:
            anything = function_value(function, (), default_value(function.result))
            self._functions[function] = anything
        return self._functions[function]


def read_whole(model: Model, terms: Sequence[Term]) -> ModelReading:
    """Everything that a model says of the symbols and functions of some terms."""
    symbols = dict.fromkeys([symbol for term in terms for symbol in free_symbols(term)])
    functions = functions_of(reachable(terms))
    return ModelReading(
        tuple([(symbol, model.value(symbol)) for symbol in symbols]),
        tuple([(function, model.function(function)) for function in functions]),
    )


# ---- in the worker ----


@value
class Lost:
    """The worker does not know the prover as it is."""


class KeptProver:
    """A prover in the worker: what is asserted, level by level, and how many commands it has
    obeyed and questions it has answered."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover
        self.levels: list[list[Term]] = [[]]
        self.obeyed = 0
        self.answered = 0


_kept: dict[int, KeptProver] = {}


def ask(question: Question) -> ModelReading | tuple[int, ...] | GaveUp | Lost:
    """Answer a question, in the worker: a model, the places of a core, or no answer."""
    kept = _kept.pop(question.number, None)
    if question.obeyed is None:
        kept = KeptProver(question.make(FOREVER))
    elif kept is None or kept.obeyed != question.obeyed:
        return Lost()
    assumed = _obey(kept, question)
    answer = kept.prover.check(assumed, core=question.core, seconds=question.seconds)
    if isinstance(answer, GaveUp):
        return answer  # and whatever state the solver is in is gone
    kept.answered += 1
    if kept.answered < MOST_QUESTIONS:
        _kept[question.number] = kept
        if len(_kept) > MOST_KEPT:
            del _kept[next(iter(_kept))]
    if isinstance(answer, Unsat):
        return tuple([place for place, term in enumerate(assumed) if term in answer.core])
    try:
        asserted = [term for level in kept.levels for term in level]
        return read_whole(answer.model, [*asserted, *assumed])
    except NoExactValue as error:
        return GaveUp(str(error))


def _obey(kept: KeptProver, question: Question) -> tuple[Term, ...]:
    """Do what is to be done before the check; the terms that are left are the assumptions."""
    terms = unpack(question.terms)
    used = 0
    for command in question.commands:
        if command == ASSERT:
            kept.prover.assert_(terms[used])
            kept.levels[-1].append(terms[used])
            used += 1
        elif command == PUSH:
            kept.prover.push()
            kept.levels.append([])
        else:
            kept.prover.pop()
            kept.levels.pop()
    kept.obeyed += len(question.commands)
    return terms[used:]


# ---- here ----


class IsolatedProver:
    """A prover whose checks happen in a worker; ``make`` is its constructor there."""

    def __init__(
        self,
        name: str,
        capabilities: Capabilities,
        make: Callable[[float], Prover],
        seconds: float | None = None,
    ) -> None:
        self.name = name
        self.capabilities = capabilities
        self._make = make
        self._seconds = seconds
        self._number = next(_numbers)
        self._levels: list[list[Term]] = [[]]
        self._floats: list[int] = []  # the numbers of the levels that speak of floats
        # What the worker has not been told, and how much it has.
        self._new: list[tuple[str, Term | None]] = []
        self._told: int | None = None

    def assert_(self, term: Term) -> None:
        """Demand the term until its level is popped."""
        self._levels[-1].append(term)
        self._new.append((ASSERT, term))
        if theory_of(term) == FLOATS:
            self._floats.append(len(self._levels))

    def push(self) -> None:
        """Begin a level."""
        self._levels.append([])
        self._new.append((PUSH, None))

    def pop(self) -> None:
        """Forget the last level."""
        if len(self._levels) == 1:
            raise ValueError("there is no level to pop")
        self._levels.pop()
        while self._floats and self._floats[-1] > len(self._levels):
            self._floats.pop()
        while self._new and self._new[-1][0] == ASSERT:
            self._new.pop()
        if self._new and self._new[-1][0] == PUSH:
            self._new.pop()
        else:
            self._new.append((POP, None))

    def check(
        self,
        assumptions: Sequence[Term] = (),
        *,
        core: bool = False,
        seconds: float | None = None,
        steps: int | None = None,  # noqa: ARG002 - not counted here
    ) -> Answer:
        """Whether everything can be true."""
        limit = smaller(self._seconds, seconds)
        limit = FOREVER if limit is None else limit
        if limit <= 0:
            return TIME_LIMIT
        theory = FLOATS if self._floats else theory_of(*assumptions)
        return observed(self.name, theory, lambda: self._ask(assumptions, limit, core=core))

    def _ask(self, assumptions: Sequence[Term], limit: float, *, core: bool) -> Answer:
        """Have the worker check."""
        end = time.monotonic() + limit
        assumed = list(dict.fromkeys(assumptions))
        answer = Lost() if self._told is None else self._sent(assumed, limit, core=core)
        if isinstance(answer, Lost):
            self._new, self._told = self._everything(), None
            answer = self._sent(assumed, end - time.monotonic(), core=core)
        self._told = None if isinstance(answer, GaveUp) else (self._told or 0) + len(self._new)
        self._new = []
        match answer:
            case GaveUp():
                return answer
            case Lost():
                raise AssertionError("a worker that was told everything knows it")
            case ModelReading():
                return Sat(ReadModel(answer))
        return Unsat(tuple([assumed[place] for place in answer]))

    def _everything(self) -> list[tuple[str, Term | None]]:
        """All commands that lead to where this prover is."""
        commands: list[tuple[str, Term | None]] = []
        for number, level in enumerate(self._levels):
            commands += [(PUSH, None)] if number else []
            commands += [(ASSERT, term) for term in level]
        return commands

    def _sent(
        self, assumed: list[Term], limit: float, *, core: bool
    ) -> ModelReading | tuple[int, ...] | GaveUp | Lost:
        """What the worker says."""
        asserted = [term for _, term in self._new if term is not None]
        commands = tuple([command for command, _ in self._new])
        packed = pack([*asserted, *assumed])
        number = self._number
        question = Question(self._make, number, self._told, commands, packed, core, limit)
        return in_worker(ask, question, limit + GRACE)

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """Whether the conclusion is shown to follow."""
        return follows(self, premise, conclusion)

    def close(self) -> None:
        """Let go of everything asserted."""
        self._levels, self._floats, self._new, self._told = [[]], [], [], None
