"""Any SMT-LIB 2 solver as a prover and an interpolator, each question in a process of its own.

Comes in: terms, and the dialect of a solver. Goes out: answers; whatever goes wrong with the
process or with reading what it says is a reason to give up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.formula.evaluate import Undetermined, evaluate
from maul.formula.smtlib import declarations, definitions, functions_of
from maul.formula.smtlib_read import Reader
from maul.formula.smtlib_sexpr import Atom, List, SmtLibError, read
from maul.formula.terms import reachable
from maul.formula.walk import free_symbols
from maul.smt.dialects import GROUPS, PAIRS, SEQUENCE, SEQUENCE_IZ3
from maul.smt.incremental import follows
from maul.smt.isolated import FOREVER, Reading, ReadModel
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat, smaller
from maul.smt.session import deadline_in, start
from maul.smt.values import FunctionValue, parameters_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.formula.smtlib_sexpr import Sexpr
    from maul.formula.terms import Term
    from maul.smt.dialects import Dialect
    from maul.smt.protocols import Answer, Capabilities
    from maul.smt.session import Session


class Garbled(ValueError):
    """The solver says something that is no answer to the question."""


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
        self, assumptions: Sequence[Term] = (), *, core: bool = False, seconds: float | None = None
    ) -> Answer:
        """Whether everything can be true."""
        limit = smaller(self._seconds, seconds)
        limit = FOREVER if limit is None else limit
        if limit <= 0:
            return TIME_LIMIT
        asserted = [term for level in self._levels for term in level]
        assumed = list(dict.fromkeys(assumptions))
        option = "produce-unsat-cores" if core else "produce-models"
        try:
            lines = _script(self._dialect, option, [*asserted, *assumed], len(asserted))
        except ValueError as error:
            return GaveUp(f"no SMT-LIB text: {error}")
        session = start(self._dialect.command)
        if isinstance(session, GaveUp):
            return session
        try:
            return self._conversation(session, lines, asserted, assumed, deadline_in(limit))
        except (SmtLibError, Garbled, Undetermined) as error:
            return GaveUp(f"{self.name}: {error}")
        finally:
            session.close()

    def _conversation(
        self,
        session: Session,
        lines: str,
        asserted: list[Term],
        assumed: list[Term],
        deadline: float,
    ) -> Answer:
        verdict = _verdict(session, lines, deadline)
        if isinstance(verdict, GaveUp):
            return verdict
        if verdict == "unsat":
            if "produce-unsat-cores" not in lines:
                return Unsat(tuple(assumed))
            text = session.ask("(get-unsat-core)", deadline)
            return text if isinstance(text, GaveUp) else Unsat(_core(text, assumed))
        if "produce-models" not in lines:
            # Not both at once: with cores some solvers leave out what makes models.
            again = _script(self._dialect, "produce-models", [*asserted, *assumed], len(asserted))
            other = start(self._dialect.command)
            if isinstance(other, GaveUp):
                return other
            try:
                return self._conversation(other, again, asserted, assumed, deadline)
            finally:
                other.close()
        text = session.ask("(get-model)", deadline)
        if isinstance(text, GaveUp):
            return text
        return Sat(ReadModel(_model(text, [*asserted, *assumed])))

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
        try:
            lines = _script(dialect, "produce-interpolants", parts, 0)
        except ValueError as error:
            return GaveUp(f"no SMT-LIB text: {error}")
        session = start(dialect.command)
        if isinstance(session, GaveUp):
            return session
        deadline = deadline_in(seconds)
        try:
            verdict = _verdict(session, lines, deadline)
            if isinstance(verdict, GaveUp):
                return verdict
            if verdict == "sat":
                return GaveUp("the parts are satisfiable")
            questions = _questions(way, len(parts))
            text = session.ask("\n".join(questions), deadline)
            return text if isinstance(text, GaveUp) else _interpolants(way, text, parts)
        except (SmtLibError, Garbled) as error:
            return GaveUp(f"{self.name}: {error}")
        finally:
            session.close()


# ---- what is said ----


def _script(dialect: Dialect, option: str, terms: Sequence[Term], unnamed: int) -> str:
    """Everything up to the check; terms after the first ``unnamed`` ones get names if need be."""
    parts, roots = definitions(terms)
    lines = ["(set-option :print-success false)", f"(set-option :{option} true)", *dialect.options]
    if dialect.logic:
        lines.append(f"(set-logic {dialect.logic})")
    lines += [*declarations(terms), *parts]
    for place, root in enumerate(roots):
        name = f"part!{place - unnamed}"
        if place < unnamed or option == "produce-models":
            lines.append(f"(assert {root})")
        elif option == "produce-interpolants" and dialect.interpolants == GROUPS:
            lines.append(f"(assert (! {root} :interpolation-group {name}))")
        else:
            lines.append(f"(assert (! {root} :named {name}))")
    return "\n".join([*lines, "(check-sat)"])


def _questions(way: str, count: int) -> list[str]:
    """How to ask for the interpolants of so many parts."""
    names = [f"part!{place}" for place in range(count)]
    cuts = range(1, count)
    match way:
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


def _verdict(session: Session, lines: str, deadline: float) -> str | GaveUp:
    """The answer ``sat`` or ``unsat``."""
    text = session.ask(lines, deadline)
    if isinstance(text, GaveUp):
        return text
    words = text.split()
    if words and words[-1] in ("sat", "unsat") and "(error" not in text:
        return words[-1]
    return GaveUp("the solver does not know" if text == "unknown" else f"it says: {text[:200]}")


def _core(text: str, assumed: list[Term]) -> tuple[Term, ...]:
    """The assumptions whose names are in an answer."""
    answers = read(text)
    if len(answers) != 1 or not isinstance(answers[0], List):
        raise Garbled(f"no core: {text[:200]}")
    names = {item.name for item in answers[0].items if isinstance(item, Atom)}
    if not names <= {f"part!{place}" for place in range(len(assumed))}:
        raise Garbled(f"no core: {text[:200]}")
    return tuple([term for place, term in enumerate(assumed) if f"part!{place}" in names])


def _model(text: str, terms: list[Term]) -> Reading:
    """The values in an answer to ``get-model``."""
    answers = read(text)
    if len(answers) != 1 or not isinstance(answers[0], List):
        raise Garbled(f"no model: {text[:200]}")
    reader = Reader()
    symbols = {symbol.payload: symbol for term in terms for symbol in free_symbols(term)}
    functions = {function.name: function for function in functions_of(reachable(terms))}
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
    return Reading(tuple(values), tuple(tables))


def _interpolants(way: str, text: str, parts: Sequence[Term]) -> tuple[Term, ...]:
    """The interpolants in the answers to the questions."""
    symbols = dict.fromkeys([symbol for part in parts for symbol in free_symbols(part)])
    reader = Reader(symbols, functions_of(reachable(parts)))
    found: list[Sexpr] = read(text)
    wanted = len(parts) - 1
    if way in (SEQUENCE, SEQUENCE_IZ3) and len(found) == 1 and isinstance(found[0], List):
        found = found[0].items
        if found and isinstance(found[0], Atom) and found[0].name == "interpolants":
            found = found[1:]
    elif way == PAIRS:
        # One list for each cut, with one interpolant in it.
        found = [item for answer in found if isinstance(answer, List) for item in answer.items]
    if len(found) != wanted:
        raise Garbled(f"{wanted} interpolants expected: {text[:200]}")
    return tuple([reader.term_at(item, text) for item in found])
