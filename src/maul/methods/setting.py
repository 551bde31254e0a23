"""How a method is to work: what every method takes beside the program, and what it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.choices import METHOD, Arith, BlockSize, Chosen, of, refuse_others
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.cfa.model import Cfa
    from maul.interpolate.protocol import Refutation, Refuter
    from maul.logic.terms import Term
    from maul.logic.trace import Trace
    from maul.proofs.verdict import Verdict
    from maul.run import Run
    from maul.smt.protocols import MakeProver, Prover


def suited(terms: Iterable[Term]) -> Prover:
    """The prover that suits the terms; loaded when it is first asked for."""
    from maul.smt.choose import prover_for  # noqa: PLC0415 - not every method asks a solver

    return prover_for(terms)


@node
class Setting:
    """Who explains why paths are impossible, how large blocks are (a ``BlockSize`` or another name
    that ``maul.cfa.blocks`` knows), what integers are (``Arith``), which provers answer questions,
    and what was chosen among the ``CHOICES`` of the method."""

    refuter: Refuter
    blocks: str = BlockSize.LARGE
    arith: str = Arith.BV
    provers: MakeProver = suited
    choices: Chosen = ()

    def choice(self, name: str, otherwise: str) -> str:
        """The value of one of ``CHOICES``: that which was chosen, or else another one."""
        return dict(self.choices).get(name, otherwise)


PRUNING = "pruning"
COMMON: Chosen = ((PRUNING, "on"),)
"""The choices that every method has: the program is pruned before a method sees it."""

Method: TypeAlias = "Callable[[Cfa, Setting, Run], Verdict]"
"""Program, setting and limits in; a claim with its evidence out. It may raise ``Unsupported``,
``LimitReached`` and ``SolverFailure``, which make the verdict unknown."""

Refute: TypeAlias = "Callable[[Trace, float], Refutation]"
"""A refuter that may come from outside maul: a trace and seconds in; a model, assertions, or that
it gave up out. Its name is its ``name``, if it has one, else that of the function."""


@node
class MethodEntry:
    """A method, where it comes from, when to use it, the size of blocks that suits it, and the
    solver that it searches with when the user names none (floats go to bitwuzla then).

    ``choices`` are those of ``maul.choices.CHOICES`` that it has beside the common ones, each with
    its default: a value, or what decides. ``named`` are the values that a named setting of a method
    stands for."""

    name: str
    run: Method
    citation: str
    advice: str
    blocks: str = BlockSize.LARGE
    solver: str = "z3"
    choices: Chosen = ()
    named: Chosen = ()

    @property
    def takes_refuter(self) -> bool:
        """Whether it asks a refuter; these let the terms, or the user, decide who is asked."""
        return self.solver == "z3"

    def defaults(self) -> dict[str, str]:
        """What its choices are when the user says nothing."""
        return {**dict((*self.choices, *COMMON)), **dict(self.named)}

    def refuse_others(self, chosen: Chosen) -> None:
        """``BadInput`` for what it has no choice about; refuters have settings of their own."""
        refuse_others(self.name, tuple(self.defaults().items()), of(METHOD, chosen))

    def completed(self, chosen: Chosen) -> Chosen:
        """What the user has chosen, and what a named setting stands for beside it."""
        return tuple({**dict(self.named), **dict(of(METHOD, chosen))}.items())
