"""Counterexample-guided abstraction refinement [Beyer13, Alg. 2], the loop that analyses share.

Comes in: a search, which explores abstract states with the CPA algorithm [Beyer13, Alg. 1], and
somebody who refines. Goes out: ``Unsafe`` with an execution, ``Safe`` with the labels of the states
that were reached, or ``Unknown`` when an error path was left open.

How this maps to Alg. 2: ``isFeasible`` and ``Refine`` are one function, since whoever shows that no
execution takes a path knows why. It answers with the precision and with the first state on the path
that is to be found anew: only what was reached by that one is removed, as the text there suggests,
not everything. What we added: an error path that is neither executed nor refuted is left open; the
search goes on, but cannot end in a proof. And what turns the labels into a proof is handed in
(``Inspector.safe``), since that knows whether the graph was followed to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from maul.explore.cpa_algorithm import cpa_algorithm
from maul.node import node
from maul.proofs.verdict import Unknown, Unsafe

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from maul.domains.cpa import Cpa
    from maul.explore.reached import Reached
    from maul.logic.terms import Term
    from maul.proofs.verdict import Safe, Verdict
    from maul.run import Run

OFTEN = 2000  # states from one report to the next

S = TypeVar("S")
P = TypeVar("P")


@node
class Sharper(Generic[S, P]):
    """The path is excluded: go on with a precision, without what was reached by a state of it."""

    pivot: S
    precision: P


@node
class LeftOpen(Generic[S]):
    """Nobody knows: go on without a state of the path, to end with this verdict if not worse."""

    pivot: S
    verdict: Unknown


Refine: TypeAlias = Callable[[tuple[S, ...]], Unsafe | Sharper[S, P] | LeftOpen[S]]
"""What is to be done about the states of an error path."""


def cegar(
    search: Search[S, P], refine: Refine[S, P], prove: Callable[[Mapping[Hashable, Term]], Safe]
) -> Verdict:
    """Explore and refine until there is no error, or one that is real [Beyer13, Alg. 2]."""
    reached = search.reached
    open_path: Unknown | None = None
    while (target := search.explore()) is not None:
        match refine(reached.path(target)):
            case Unsafe() as execution:
                return execution
            case Sharper(pivot=pivot, precision=pi):
                reached.prune(pivot)
                reached.sharpen(pi)
            case LeftOpen(pivot=pivot, verdict=unknown):
                reached.prune(pivot)
                open_path = unknown
    return prove(search.labels()) if open_path is None else open_path


class Search(Generic[S, P]):
    """An analysis and the states that it has reached. ``tell`` says how far it has come: whenever
    it stops, and now and then in between."""

    def __init__(
        self,
        cpa: Cpa[S, P],
        reached: Reached[S, P],
        run: Run,
        *,
        labels: Callable[[Reached[S, P]], Mapping[Hashable, Term]],
        tell: Callable[[Reached[S, P]], None],
    ) -> None:
        self.reached = reached
        self._labels = labels
        self._cpa = cpa
        self._run = run
        self._tell = tell

    def labels(self) -> Mapping[Hashable, Term]:
        """What holds where states are labelled, if this is all that is reached."""
        return self._labels(self.reached)

    def explore(self) -> S | None:
        """Go on to the next target; None when there is none."""
        run = _Telling(self._run, lambda: self._tell(self.reached))
        target = cpa_algorithm(self._cpa, self.reached, run)
        self._tell(self.reached)
        return target


class _Telling:
    """A run that also tells now and then how far it has come."""

    def __init__(self, run: Run, tell: Callable[[], None]) -> None:
        self._run = run
        self._tell = tell
        self._ticks = 0

    def tick(self) -> None:
        """Go on, or stop because the time is over."""
        self._run.tick()
        self._ticks += 1
        if self._ticks % OFTEN == 0:
            self._tell()
