"""What maul asks of solvers: two protocols, their answers, and what one solver is able to do.

Comes in: terms. Goes out: an answer, never an exception: a solver that is at its limit, dies or
does not know a theory has given up, and says why. All answers mean what SMT-LIB 2.6 says; only
division by zero of Int and Real is any function there, so terms should guard against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from maul.logic.terms import Term
from maul.node import node, value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.terms import Function
    from maul.logic.values import Value
    from maul.smt.values import FunctionValue


@value
class Capabilities:
    """What a solver is able to do; theories carry the names of ``THEORIES``, and it ``lacks``
    words for some operators of these."""

    theories: frozenset[str]
    cores: bool
    interpolation: frozenset[str]
    elimination: bool = False
    lacks: frozenset[str] = frozenset()


THEORIES = ("Bool", "Int", "Real", "BitVec", "Float", "Array", "UF", "quantifiers")


class Model(Protocol):
    """Values under which everything asserted and assumed is true.

    It may be read from the solver when asked for, so only until the prover is next used: after
    that, what was not read before may raise ``StaleModel``.
    """

    def value(self, symbol: Term) -> Value:
        """The value of a symbol; any, but always the same, when the formula leaves it open."""
        ...

    def function(self, function: Function) -> FunctionValue:
        """The meaning of an uninterpreted function."""
        ...


class StaleModel(RuntimeError):
    """A model was read after its prover had been used again."""


@node
class Sat:
    """There is a model."""

    model: Model


@value
class Unsat:
    """There is no model, not even of the assumptions of the core alone with what is asserted."""

    core: tuple[Term, ...] = ()


@value
class GaveUp:
    """No answer, and why."""

    reason: str


Answer: TypeAlias = Sat | Unsat | GaveUp

TIME_LIMIT = GaveUp("time limit")


def smaller(one: float | None, other: float | None) -> float | None:
    """The smaller of two limits; None is no limit."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Prover(Protocol):
    """An incremental solver.

    Laws: what is asserted after a ``push`` is forgotten at its ``pop``; assumptions hold for one
    check; a core is a subset of the assumptions, in their order, and unsatisfiable together with
    what is asserted.
    """

    @property
    def name(self) -> str:
        """The solver's name in the catalogue."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What it is able to do."""
        ...

    def assert_(self, term: Term) -> None:
        """Demand the term until the level it was asserted at is popped."""
        ...

    def push(self) -> None:
        """Begin a level."""
        ...

    def pop(self) -> None:
        """Forget the assertions of the last level."""
        ...

    def check(
        self,
        assumptions: Sequence[Term] = (),
        *,
        core: bool = False,
        seconds: float | None = None,
        steps: int | None = None,
    ) -> Answer:
        """Whether everything can be true, within ``seconds`` and the prover's own limit.

        The core is all assumptions unless a smaller one is asked for, which costs another check.
        ``steps`` limit the work in a unit that does not depend on the machine, for questions that
        the search could do without; a solver that does not count its steps heeds ``seconds`` only.
        """
        ...

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """Whether it is shown that the conclusion follows from the premise and the assertions."""
        ...

    def close(self) -> None:
        """Let go of what the prover holds; it is not used again."""
        ...


MakeProver: TypeAlias = Callable[[Iterable[Term]], Prover]
"""A new prover for questions about some terms; which one suits them is its business."""


class Interpolator(Protocol):
    """Sequence interpolation.

    Law: for A1..An the answer is I1..I(n-1) such that with I0 true and In false I(i-1) and Ai
    imply Ii, and Ii speaks of what both A1..Ai and A(i+1)..An speak of. Answers are not verified.
    """

    @property
    def name(self) -> str:
        """The name in the catalogue."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What it is able to do."""
        ...

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The interpolants of an unsatisfiable conjunction, one between each two parts."""
        ...
