"""Any SMT-LIB 2 solver as a prover and an interpolator.

Comes in: terms, and the dialect of a solver. Goes out: answers; whatever goes wrong with the
process or with reading what it says is a reason to give up. Each question is a whole script, to a
new process or to one that was reset.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, TypeVar

from maul.logic.evaluate import Undetermined, evaluate
from maul.logic.free import free_symbols
from maul.logic.smtlib import (
    Atom,
    List,
    Reader,
    SmtLibError,
    declarations,
    definitions,
    functions_of,
    read,
    term_text,
)
from maul.logic.terms import reachable
from maul.logic.walk import has_quantifier
from maul.smt.allowance import by_the_clock
from maul.smt.divisibility import without_divisors
from maul.smt.incremental import follows
from maul.smt.isolated import FOREVER, ModelReading, ReadModel
from maul.smt.observed import observed
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat, smaller
from maul.smt.solvers.smtlib.dialects import GROUPS, PAIRS, SEQUENCE, SEQUENCE_IZ3
from maul.smt.solvers.smtlib.session import deadline_in, keep, take
from maul.smt.theories import theory_of
from maul.smt.values import FunctionValue, parameters_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maul.logic.smtlib import Sexpr
    from maul.logic.terms import Function, Term
    from maul.logic.values import Value
    from maul.smt.protocols import Answer, Capabilities
    from maul.smt.solvers.smtlib.dialects import Dialect

T = TypeVar("T")
OWN_SHARE = 0.9  # of the time is for a solver that stops by itself
UNKNOWN, SATISFIABLE = "the solver does not know", "the parts are satisfiable"


class Garbled(ValueError):
    """The solver says something that is no answer to the question."""


class NoAnswer(Exception):
    """There is no answer, for no fault of the conversation: the text says why."""


def _converse(
    dialect: Dialect, deadline: float, talk: Callable[[Callable[[str], str]], T]
) -> T | GaveUp:
    """What comes of a talk with a solver: a function that is given what asks the solver."""
    session = take(dialect.command, deadline, dialect.patience)
    if isinstance(session, GaveUp):
        return session
    used = session.rounds > 1

    def ask(commands: str) -> str:
        nonlocal used
        text = session.ask(f"(reset)\n{commands}" if used else commands, deadline)
        if isinstance(text, GaveUp):
            raise NoAnswer(text.reason)
        # A reset also forgets that nothing is to be said when all is well.
        text = text.removeprefix("success\n") if used else text
        used = False
        text = _NEGATIVE.sub(r"(- \1)", text) if dialect.plain_negatives else text
        return _translated(text, {theirs: ours for ours, theirs in dialect.words})

    try:
        answer: T | GaveUp = talk(ask)
    except NoAnswer as reason:
        answer = GaveUp(str(reason))
    except (SmtLibError, Garbled, Undetermined) as error:
        answer = GaveUp(f"{dialect.name}: {error}")
        if not dialect.survives:  # who knows what state it is in
            session.close()
            return answer
    except BaseException:
        session.close()
        raise
    if dialect.resets:
        keep(dialect.command, session)
    else:
        session.close()
    return answer


class ProcessProver:
    """A prover behind a pipe. Every check is a conversation of its own."""

    def __init__(self, dialect: Dialect, seconds: float | None = None) -> None:
        self._dialect = dialect
        self._seconds = seconds
        self._levels: list[list[Term]] = [[]]

    @property
    def name(self) -> str:
        """The solver's name."""
        return self._dialect.name

    @property
    def capabilities(self) -> Capabilities:
        """What the solver is able to do."""
        return self._dialect.capabilities

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
        asserted = [term for level in self._levels for term in level]
        theory = theory_of(*asserted, *assumptions)

        def solve() -> Answer:
            return by_the_clock(limit, lambda left: self._ask(assumptions, left, core=core))

        return observed(self.name, theory, solve)

    def _ask(self, assumptions: Sequence[Term], limit: float, *, core: bool) -> Answer:
        """Have the process check."""
        deadline = deadline_in(limit)
        asserted = [term for level in self._levels for term in level]
        assumed = list(dict.fromkeys(assumptions))
        terms, unnamed = [*asserted, *assumed], len(asserted)

        def cores(ask: Callable[[str], str]) -> Unsat | None:
            if _verdict(ask, _script(self._dialect, CORES, terms, unnamed, deadline)) != "unsat":
                return None
            return Unsat(_core(ask("(get-unsat-core)"), assumed))

        def models(ask: Callable[[str], str]) -> Answer:
            match _verdict(ask, _script(self._dialect, MODELS, terms, unnamed, deadline)):
                case "unsat":
                    return Unsat(tuple(assumed))
                case "sat":
                    return Sat(ReadModel(_model(ask, self._dialect, terms)))
            raise NoAnswer(_why_unknown(ask, self._dialect))

        # Not both at once: with cores some solvers know less, or leave out what makes models.
        answer = _converse(self._dialect, deadline, cores) if core else None
        return _converse(self._dialect, deadline, models) if answer is None else answer

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """Whether the conclusion is shown to follow."""
        return follows(self, premise, conclusion)

    def close(self) -> None:
        """Let go of everything asserted."""
        self._levels = [[]]


class ProcessInterpolator:
    """An interpolator behind a pipe."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    @property
    def name(self) -> str:
        """The solver's name."""
        return self._dialect.name

    @property
    def capabilities(self) -> Capabilities:
        """What the solver is able to do."""
        return self._dialect.capabilities

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The interpolants between the parts, if their conjunction is unsatisfiable."""
        dialect, way = self._dialect, self._dialect.interpolants
        if way is None:
            return GaveUp(f"{self.name} does not interpolate")
        if seconds <= 0:
            return TIME_LIMIT
        if any(str(term.sort) in dialect.wrong for term in reachable(parts)):
            return GaveUp(f"{self.name} has no interpolants of {', '.join(sorted(dialect.wrong))}")

        deadline = deadline_in(seconds)

        def talk(ask: Callable[[str], str]) -> tuple[Term, ...]:
            verdict = _verdict(ask, _script(dialect, INTERPOLANTS, parts, 0, deadline))
            if verdict != "unsat":
                raise NoAnswer(SATISFIABLE if verdict == "sat" else _why_unknown(ask, dialect))
            questions = _questions(way, len(parts))
            return _interpolants(way, ask("\n".join(questions)), parts) if questions else ()

        found = _converse(dialect, deadline, talk)
        if isinstance(found, GaveUp):
            return found
        plain = tuple([without_divisors(t) if has_quantifier(t) else t for t in found])
        if any(has_quantifier(term) for term in plain):
            return GaveUp(f"{self.name}: an interpolant has a quantifier")
        return plain


# ---- what is said ----

# What a solver must be told before it is asked for it.
MODELS, CORES, INTERPOLANTS = "produce-models", "produce-unsat-cores", "produce-interpolants"


def _script(
    dialect: Dialect, option: str, terms: Sequence[Term], unnamed: int, deadline: float
) -> str:
    """Everything up to the check; terms after the first ``unnamed`` ones get names if need be."""
    try:
        parts, roots = definitions(terms)
        known = declarations(terms)
    except ValueError as error:
        raise NoAnswer(f"no SMT-LIB text: {error}") from error
    lines = ["(set-option :print-success false)", f"(set-option :{option} true)", *dialect.options]
    if dialect.limit:
        left = OWN_SHARE * (deadline - time.monotonic())
        lines.append(f"(set-option :{dialect.limit} {max(1, round(left * 1000))})")
    if dialect.logic:
        lines.append(f"(set-logic {dialect.logic})")
    lines += [*known, *parts]
    for place, root in enumerate(roots):
        name = f"part!{place - unnamed}"
        if place < unnamed or option == MODELS:
            lines.append(f"(assert {root})")
        elif option == INTERPOLANTS and dialect.interpolants == GROUPS:
            lines.append(f"(assert (! {root} :interpolation-group {name}))")
        else:
            lines.append(f"(assert (! {root} :named {name}))")
    return _translated("\n".join([*lines, "(check-sat)"]), dict(dialect.words))


_ATOM = re.compile(r"\|[^|]*\||[^\s()|]+")
_NEGATIVE = re.compile(r"(?<=[\s(])-(\d+)(?=[\s)])")


def _translated(text: str, words: dict[str, str]) -> str:
    """The text with other words; what is quoted stays."""
    if not any(word in text for word in words):
        return text
    return _ATOM.sub(lambda atom: words.get(atom[0], atom[0]), text)


def _questions(way: str, count: int) -> list[str]:
    """How to ask for the interpolants of so many parts."""
    names = [f"part!{place}" for place in range(count)]
    cuts = range(1, count)
    match way:
        case _ if count < 2:
            return []
        case _ if way == SEQUENCE:
            return [f"(get-interpolants {' '.join(names)})"]
        case _ if way == SEQUENCE_IZ3:
            return [f"(get-interpolant {' '.join(names)})"]
        case _ if way == GROUPS:
            return [f"(get-interpolant ({' '.join(names[:cut])}))" for cut in cuts]
        case _ if way == PAIRS:
            return [f"(get-interpolants {_both(names[:cut])} {_both(names[cut:])})" for cut in cuts]
    raise ValueError(f"{way} is no way to ask for interpolants")


def _both(names: list[str]) -> str:
    """The conjunction of names."""
    return names[0] if len(names) == 1 else f"(and {' '.join(names)})"


# ---- what is answered ----


def _verdict(ask: Callable[[str], str], script: str) -> str:
    """The answer ``sat``, ``unsat`` or ``unknown``."""
    text = ask(script)
    words = text.split()
    if "(error" in text or not words or words[-1] not in ("sat", "unsat", "unknown"):
        raise Garbled(f"it says: {text[:200]}")
    return words[-1]


def _why_unknown(ask: Callable[[str], str], dialect: Dialect) -> str:
    """Why there is no verdict: a solver that stops by itself says that it did."""
    if dialect.limit and "cancelled" in ask("(get-info :reason-unknown)"):
        return TIME_LIMIT.reason
    return UNKNOWN


def _core(text: str, assumed: list[Term]) -> tuple[Term, ...]:
    """The assumptions whose names are in an answer."""
    answers = read(text)
    if len(answers) != 1 or not isinstance(answers[0], List):
        raise Garbled(f"no core: {text[:200]}")
    names = {item.name for item in answers[0].items if isinstance(item, Atom)}
    if not names <= {f"part!{place}" for place in range(len(assumed))}:
        raise Garbled(f"no core: {text[:200]}")
    return tuple([term for place, term in enumerate(assumed) if f"part!{place}" in names])


def _model(ask: Callable[[str], str], dialect: Dialect, terms: list[Term]) -> ModelReading:
    """The values of the symbols and functions of terms."""
    symbols = dict.fromkeys([symbol for term in terms for symbol in free_symbols(term)])
    functions = {function.name: function for function in functions_of(reachable(terms))}
    if not dialect.by_value:
        named = {str(symbol.payload): symbol for symbol in symbols}
        return _printed(ask("(get-model)"), named, functions)
    values: tuple[tuple[Term, Value], ...] = ()
    if symbols:
        names = " ".join([term_text(symbol) for symbol in symbols])
        values = _told(ask(f"(get-value ({names}))"), list(symbols))
    tables = _printed(ask("(get-model)"), {}, functions).functions if functions else ()
    return ModelReading(values, tables)


def _told(text: str, symbols: list[Term]) -> tuple[tuple[Term, Value], ...]:
    """The values in an answer to ``get-value``, which come in the order of the symbols."""
    answers, reader = read(text), Reader()
    if len(answers) != 1 or not isinstance(answers[0], List):
        raise Garbled(f"no values: {text[:200]}")
    values = []
    for symbol, item in zip(symbols, answers[0].items, strict=False):
        match item:
            case List(items=[Atom(), told]):
                values.append((symbol, evaluate(reader.term_at(told, text), {})))
    if len(values) != len(symbols):
        raise Garbled(f"not all values: {text[:200]}")
    return tuple(values)


def _printed(
    text: str, symbols: Mapping[str, Term], functions: Mapping[str, Function]
) -> ModelReading:
    """The values in an answer to ``get-model``."""
    answers = read(text)
    if len(answers) != 1 or not isinstance(answers[0], List):
        raise Garbled(f"no model: {text[:200]}")
    reader = Reader()
    values, tables = [], []
    for item in answers[0].items:
        match item:
            case List(items=[Atom(name="define-fun"), Atom(name=name), _, _, body]):
                if name in symbols:
                    term = reader.term_at(body, text)
                    values.append((symbols[name], evaluate(term, {})))
                elif name in functions:
                    function = functions[name]
                    bound = parameters_of(function)
                    inner = Reader(bound)
                    inner.command(item, text)
                    call = f"(|{name}| {' '.join([str(symbol.payload) for symbol in bound])})"
                    tables.append((function, FunctionValue(bound, inner.term(call))))
    return ModelReading(tuple(values), tuple(tables))


def _interpolants(way: str, text: str, parts: Sequence[Term]) -> tuple[Term, ...]:
    """The interpolants in the answers to the questions."""
    if "(error" in text:
        raise Garbled(f"it says: {text[:200]}")
    symbols = dict.fromkeys([symbol for part in parts for symbol in free_symbols(part)])
    reader = Reader(symbols, functions_of(reachable(parts)))
    found: list[Sexpr] = read(text)
    wanted = len(parts) - 1
    if way == SEQUENCE and len(found) == 1 and isinstance(found[0], List):
        found = found[0].items
    elif way == PAIRS:
        # One list for each cut, with one interpolant in it.
        found = [item for answer in found if isinstance(answer, List) for item in answer.items]
    if len(found) != wanted:
        raise Garbled(f"{wanted} interpolants expected: {text[:200]}")
    return tuple([reader.term_at(item, text) for item in found])
