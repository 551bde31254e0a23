"""What a refuter is asked and what it answers.

Comes in: a trace. Goes out: a model of its formula, or a sequence of assertions that shows that
there is none [Dietsch17, Def. 3.2], or a reason to give up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from maul.choices import CHOICES, REFUTER, Chosen, of, refuse_others
from maul.errors import BadInput
from maul.logic.build import FALSE, TRUE, Term, and_, not_, symbol
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.logic.transition import Transition
from maul.logic.walk import has_quantifier, substitute
from maul.node import node, value
from maul.smt.protocols import GaveUp, Unsat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maul.logic.trace import Trace
    from maul.logic.values import Value
    from maul.smt.protocols import MakeProver, Prover


@node
class Feasible:
    """The trace can be executed: values of the indexed variables and inputs of its formula."""

    trace: Trace
    values: Mapping[Term, Value]


@node
class Refuted:
    """The trace cannot be executed: the assertions before, between and after its blocks, over
    plain variables, and the name of who found them. ``perfect`` tells that they also prove the
    path program [Dietsch17, 7.1]; False when that was not shown."""

    trace: Trace
    assertions: tuple[Term, ...]
    source: str
    perfect: bool = False
    language: int = 0

    def broken_laws(self, prover: Prover, seconds: float | None = None) -> Iterator[str]:
        """The laws that are not shown to hold: starts with true, is inductive block by block,
        ends in false, speaks of variables only, and has no quantifiers."""
        if len(self.assertions) != len(self.trace) + 1:
            yield "there is not one assertion for each position"
            return
        if self.assertions[0] is not TRUE:
            yield "the first assertion is not true"
        if self.assertions[-1] is not FALSE:
            yield "the last assertion is not false"
        transitions = [block.transition for block in self.trace.blocks]
        variables = {s for each in transitions for s in (*each.reads(), *each.updates)}
        inputs = {s for each in transitions for s in each.inputs if s not in variables}
        if any(s in inputs for assertion in self.assertions for s in free_symbols(assertion)):
            yield "an assertion speaks of an input"
        for position, (before, block, after) in enumerate(
            zip(self.assertions, self.trace.blocks, self.assertions[1:], strict=False), 1
        ):
            if has_quantifier(after):
                yield f"the assertion after block {position} has a quantifier"
            elif not holds(prover, before, block.transition, after, seconds):
                yield f"the assertions around block {position} are not shown to be inductive"


def holds(
    prover: Prover, before: Term, transition: Transition, after: Term, seconds: float | None = None
) -> bool:
    """Whether it is shown that ``{before} transition {after}`` is a valid Hoare triple."""
    if after is TRUE or before is FALSE:
        return True
    if after is before and not any(x in transition.updates for x in free_symbols(after)):
        return True
    spoken_of = frozenset((*free_symbols(before), *free_symbols(after)))
    private = {s: symbol(f"{name_of(s)}!", s.sort) for s in transition.inputs if s in spoken_of}
    if private:  # inputs that are called like variables
        guards = tuple([substitute(guard, private) for guard in transition.guards])
        updates = {x: substitute(e, private) for x, e in transition.updates.items()}
        transition = Transition(guards, updates, ())
    question = and_(before, *transition.guards, not_(transition.before(after)))
    if question is FALSE:
        return True
    prover.push()
    prover.assert_(question)
    answer = prover.check(seconds=seconds)
    prover.pop()
    return isinstance(answer, Unsat)


Refutation: TypeAlias = Feasible | Refuted | GaveUp


class Refuter(Protocol):
    """A source of assertions. Laws: a ``Refuted`` breaks none of its laws; a ``Feasible`` holds
    values under which every conjunct of the trace is true; a Craig source also keeps each
    assertion to variables that both sides of its position speak of."""

    @property
    def name(self) -> str:
        """The name in the catalogue."""
        ...

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """Explain why a trace cannot be executed, within about so many seconds."""
        ...


@value
class RefuterSetting:
    """How a refuter is to work: who answers its questions, and what was chosen among its
    ``choices``. Questions about whole traces, whether one can be executed and what its core is, go
    to ``traces``, as to the trace solver of [Dietsch17, section 7]; None is who is asked all
    others."""

    provers: MakeProver
    traces: MakeProver | None = None
    choices: Chosen = ()

    @property
    def trace_provers(self) -> MakeProver:
        """Who answers questions about whole traces."""
        return self.traces or self.provers

    def choice(self, name: str, otherwise: str) -> str:
        """The value of one of ``CHOICES``: that which was chosen, or else another one."""
        return dict(self.choices).get(name, otherwise)


def _always() -> bool:
    return True


@node
class RefuterEntry:
    """A refuter as its module exports it and the catalogue lists it: its name, one line of advice
    for people, and how to make one. ``make`` raises ``BadInput`` when what it needs is not
    installed. ``choices`` are those of ``maul.choices.CHOICES`` that it has, with their defaults;
    ``excluded`` are values of these that it has not."""

    name: str
    advice: str
    make: Callable[[RefuterSetting], Refuter]
    is_installed: Callable[[], bool] = _always
    choices: Chosen = ()
    excluded: Chosen = ()

    def values(self, name: str) -> tuple[str, ...]:
        """The values that one of its choices may have."""
        return tuple(v for v in CHOICES[name].values if (name, v) not in self.excluded)

    def refuse_others(self, chosen: Chosen) -> None:
        """``BadInput`` for what it has no choice about; methods have settings of their own."""
        own = of(REFUTER, chosen)
        refuse_others(self.name, self.choices, own)
        for name, text in own:
            if (name, text) in self.excluded:
                values = "|".join(self.values(name))
                raise BadInput(f"--{name}: {self.name} has no {text}; it is {values}")
