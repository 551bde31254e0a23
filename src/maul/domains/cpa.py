"""What an analysis has to offer: a configurable program analysis (D, Pi, ~>, merge, stop, prec).

[Beyer13, section 2] has the definition; ``leq`` is the order of the domain D. Laws, which
tests/laws/test_cpa.py checks for every implementation:

- ``leq`` is reflexive and transitive, and ``leq(e, f)`` only when all that e stands for f does too;
- what an execution does in one step from a state that e stands for, some state in ``post`` stands
  for, and still does after ``prec``;
- ``merge(e, old)`` is not less than ``old``, and is ``old`` unless ``merges``;
- ``stop`` is sound: each state that e stands for, one of ``old`` stands for.

One thing differs from the paper: ``stop`` names the state that covers instead of saying yes, so
that a refinement which removes that state knows what has lost its cover.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

S = TypeVar("S")
P = TypeVar("P")


class Cpa(Protocol[S, P]):
    """Abstract states S, compared by identity, and precisions P; see the module for the laws."""

    @property
    def merges(self) -> bool:
        """Whether states are ever combined; if not, nobody need ask."""
        ...

    def leq(self, e: S, f: S) -> bool:
        """Whether it is shown that f stands for all that e stands for."""
        ...

    def post(self, e: S, pi: P) -> Iterable[S]:
        """The abstract successors, before their precision is adjusted."""
        ...

    def merge(self, e: S, old: S, pi: P) -> S:
        """The state to have in place of ``old`` now that there is e: ``old`` itself, or a weaker
        one."""
        ...

    def stop(self, e: S, old: Collection[S], pi: P) -> S | None:
        """A state that stands for all that e stands for; e itself when it stands for nothing, None
        when e has to be explored."""
        ...

    def prec(self, e: S, pi: P, old: Collection[S]) -> tuple[S, P]:
        """The state in the words of its precision, and the precision to go on with."""
        ...

    def is_target(self, e: S) -> bool:
        """Whether the search is for states like this one."""
        ...
