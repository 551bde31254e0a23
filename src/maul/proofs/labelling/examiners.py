"""Who is asked whether an obligation holds: solvers other than the one that searched.

Comes in: premises and a goal. Goes out: whether the goal follows, and in the end the names of those
who said so. The search asks z3, and bitwuzla about floats (``maul.smt.choose``). So here
bitwuzla is asked first, five to ten times quicker than cvc5 with what proofs ask and loaded in a
third of the time, and z3 about floats; cvc5 is asked what they give up on, and where arrays are
compared as a whole, which bitwuzla does not fully support. It runs in a process of its own: it does
not always keep its time limit. A solver that the user wanted for the search is never asked, in
whatever theory; when z3 and bitwuzla were asked in the same theories, they are asked last. Many
obligations need no solver at all, since the goal is among the premises as it stands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from maul.logic.build import FALSE, Term, and_, not_
from maul.logic.sorts import Array, Float
from maul.logic.walk import conjuncts, disjuncts, subterms
from maul.smt.protocols import TIME_LIMIT, GaveUp, Unsat, smaller

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maul.run import Run
    from maul.smt.protocols import Answer, Prover

# Seconds for a question, where there is another one to ask.
PATIENCE = {"bitwuzla": 5.0, "z3": 1.0, "cvc5": 5.0}
OFTEN = 3
NOBODY = "rewriting"
BOTH = "z3 and bitwuzla"  # they searched, and in the same theories


class Examiners:
    """The solvers that check one proof. The searcher is a solver that the user wanted, ``z3`` when
    nobody else was asked in the search, or ``BOTH``."""

    def __init__(self, run: Run, searcher: str | None = None) -> None:
        self._run = run
        self._panels = _PANELS.get(searcher, _USUAL)
        self._answered: dict[str, None] = {}
        self._gave_up: dict[str, int] = {}
        self._known: dict[Term, Answer] = {}

    @property
    def names(self) -> str:
        """Those who have answered."""
        return " and ".join(self._answered) or NOBODY

    def follows(self, premises: Sequence[Term], goal: Term) -> Answer:
        """``Unsat`` when the goal holds whenever the premises do; else a model, or no answer."""
        if is_obvious(premises, goal):
            return Unsat()
        answer = self._ask(and_(*premises, not_(goal)))
        parts = conjuncts(goal)
        if not isinstance(answer, GaveUp) or len(parts) == 1:
            return answer
        for part in parts:
            answer = self._ask(and_(*premises, not_(part)))
            if not isinstance(answer, Unsat):
                break
        return answer

    def _ask(self, question: Term) -> Answer:
        """Whether the question can be true; of cases that differ in what it does not speak of it is
        asked once."""
        if question is FALSE:
            return Unsat()
        found = self._known.get(question)
        if found is None:
            found = self._known[question] = self._asked(question)
        return found

    def _asked(self, question: Term) -> Answer:
        """What they say, one after the other."""
        panel = self._panels[_theory(question)]
        # Who has often given up is asked last.
        order = sorted(panel, key=lambda name: self._gave_up.get(name, 0) // OFTEN)
        answer: Answer = TIME_LIMIT
        for place, name in enumerate(order):
            self._run.tick()
            patience = PATIENCE[name] if place + 1 < len(order) else None
            prover = MAKERS[name]()
            prover.assert_(question)
            answer = prover.check(seconds=smaller(patience, self._run.left()))
            prover.close()
            if not isinstance(answer, GaveUp):
                self._answered[name] = None
                return answer
            self._gave_up[name] = self._gave_up.get(name, 0) + 1
        return answer


def is_obvious(premises: Sequence[Term], goal: Term) -> bool:
    """Whether the goal follows as it stands: for each of its conjuncts one of the cases is among
    the premises, or the premises contradict each other as they stand."""
    known = frozenset(part for premise in premises for part in conjuncts(premise))
    if FALSE in known or any(p.operator == "not" and p.arguments[0] in known for p in known):
        return True
    return all(any(case <= known for case in cases) for cases in _cases(goal))


@lru_cache(maxsize=64)
def _cases(goal: Term) -> tuple[tuple[frozenset[Term], ...], ...]:
    """The conjuncts of a goal, each as its cases; one goal is asked about with many premises."""
    return tuple(
        tuple(frozenset(conjuncts(case)) for case in disjuncts(part)) for part in conjuncts(goal)
    )


def _theory(question: Term) -> str:
    """What a question is about, as far as it decides who is asked."""
    parts = subterms(question)
    if any(isinstance(part.sort, Float) for part in parts):
        return "floats"
    if any(part.operator == "=" and isinstance(part.arguments[0].sort, Array) for part in parts):
        return "equal arrays"
    return "plain"


# Who is asked, in this order: usually, and when the user wanted a solver for the search.
_USUAL: Mapping[str, tuple[str, ...]] = {
    "plain": ("bitwuzla", "cvc5"),
    "floats": ("z3", "cvc5"),
    "equal arrays": ("cvc5", "z3"),
}
_PANELS: Mapping[str | None, Mapping[str, tuple[str, ...]]] = {
    BOTH: {
        "plain": ("cvc5", "bitwuzla"),
        "floats": ("cvc5", "z3"),
        "equal arrays": ("cvc5", "z3"),
    },
    "z3": {
        "plain": ("bitwuzla", "cvc5"),
        "floats": ("bitwuzla", "cvc5"),
        "equal arrays": ("cvc5", "bitwuzla"),
    },
    "bitwuzla": {
        "plain": ("z3", "cvc5"),
        "floats": ("z3", "cvc5"),
        "equal arrays": ("cvc5", "z3"),
    },
    "cvc5": {
        "plain": ("bitwuzla", "z3"),
        "floats": ("bitwuzla", "z3"),
        "equal arrays": ("z3", "bitwuzla"),
    },
}


# ---- solvers, loaded when they are needed ----


def _cvc5() -> Prover:
    from maul.smt.catalogue import prover  # noqa: PLC0415 - when it is needed

    return prover("cvc5")


def bitwuzla() -> Prover:
    """A new prover."""
    from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver  # noqa: PLC0415 - when it is needed

    return BitwuzlaProver()


def _z3() -> Prover:
    from maul.smt.solvers.z3.prover import Z3Prover  # noqa: PLC0415 - when it is needed

    return Z3Prover()


MAKERS: Mapping[str, Callable[[], Prover]] = {"z3": _z3, "bitwuzla": bitwuzla, "cvc5": _cvc5}


def others_than(searcher: str) -> tuple[Callable[[], Prover], ...]:
    """Solvers that did not search, the one that is to be asked first in front."""
    return (_z3, _cvc5) if searcher == "bitwuzla" else (bitwuzla,)
