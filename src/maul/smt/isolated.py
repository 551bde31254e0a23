"""A prover in a process of its own, which is killed at its limit.

Comes in: terms, kept here level by level. Goes out: answers; each check sends everything asserted,
so there is no work shared between checks, but neither a crash nor a hang of the solver gets out.
Models come whole: the values of all symbols and functions of the formula.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.formula.smtlib import functions_of
from maul.formula.terms import Function, Term, pack, reachable, unpack
from maul.formula.values import default_value
from maul.formula.walk import free_symbols
from maul.node import node
from maul.smt.incremental import follows
from maul.smt.observed import observed
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat, smaller
from maul.smt.values import FunctionValue, NoExactValue, function_value
from maul.smt.worker import in_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.formula.terms import Packed
    from maul.formula.values import Value
    from maul.smt.protocols import Answer, Capabilities, Model, Prover

FOREVER = 1e6
# The solver's own limit comes first, the worker's death some time after.
GRACE = 0.5


@node
class Question:
    """A check, as it is sent: a prover, assertions and assumptions, whether a core is wanted."""

    make: Callable[[float], Prover]
    terms: Packed
    assertions: int
    core: bool
    seconds: float


@node
class Reading:
    """What was read from a model: values by symbol, in the order of the free symbols."""

    values: tuple[tuple[Term, Value], ...]
    functions: tuple[tuple[Function, FunctionValue], ...]


class ReadModel:
    """A model that was read as a whole."""

    def __init__(self, reading: Reading) -> None:
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


def read_whole(model: Model, terms: Sequence[Term]) -> Reading:
    """Everything that a model says of the symbols and functions of some terms."""
    symbols = dict.fromkeys([symbol for term in terms for symbol in free_symbols(term)])
    functions = functions_of(reachable(terms))
    return Reading(
        tuple([(symbol, model.value(symbol)) for symbol in symbols]),
        tuple([(function, model.function(function)) for function in functions]),
    )


def ask(question: Question) -> Reading | tuple[int, ...] | GaveUp:
    """Answer a question, in the worker: a model, the places of a core, or no answer."""
    terms = unpack(question.terms)
    asserted, assumed = terms[: question.assertions], terms[question.assertions :]
    prover = question.make(question.seconds)
    for term in asserted:
        prover.assert_(term)
    answer = prover.check(assumed, core=question.core)
    if isinstance(answer, Unsat):
        return tuple([place for place, term in enumerate(assumed) if term in answer.core])
    if isinstance(answer, GaveUp):
        return answer
    try:
        return read_whole(answer.model, terms)
    except NoExactValue as error:
        return GaveUp(str(error))


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
        self._levels: list[list[Term]] = [[]]

    def assert_(self, term: Term) -> None:
        """Demand the term until its level is popped."""
        self._levels[-1].append(term)

    def push(self) -> None:
        """Begin a level."""
        self._levels.append([])

    def pop(self) -> None:
        """Forget the last level."""
        if len(self._levels) == 1:
            raise ValueError("there is no level to pop")
        self._levels.pop()

    def check(
        self, assumptions: Sequence[Term] = (), *, core: bool = False, seconds: float | None = None
    ) -> Answer:
        """Whether everything can be true."""
        limit = smaller(self._seconds, seconds)
        limit = FOREVER if limit is None else limit
        if limit <= 0:
            return TIME_LIMIT
        return observed(self.name, lambda: self._ask(assumptions, limit, core=core))

    def _ask(self, assumptions: Sequence[Term], limit: float, *, core: bool) -> Answer:
        """Have the worker check."""
        assertions = [term for level in self._levels for term in level]
        assumed = list(dict.fromkeys(assumptions))
        packed = pack([*assertions, *assumed])
        question = Question(self._make, packed, len(assertions), core, limit)
        answer = in_worker(ask, question, limit + GRACE)
        if isinstance(answer, GaveUp):
            return answer
        if isinstance(answer, Reading):
            return Sat(ReadModel(answer))
        return Unsat(tuple([assumed[place] for place in answer]))

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """Whether the conclusion is shown to follow."""
        return follows(self, premise, conclusion)

    def close(self) -> None:
        """Let go of everything asserted."""
        self._levels = [[]]
