"""How a method is to work: what every method takes beside the program, and what it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.choices import Arith, BlockSize
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
    that ``maul.cfa.blocks`` knows), what integers are (``Arith``), and which provers answer
    questions."""

    refuter: Refuter
    blocks: str = BlockSize.LARGE
    arith: str = Arith.BV
    provers: MakeProver = suited


Method: TypeAlias = "Callable[[Cfa, Setting, Run], Verdict]"
"""Program, setting and limits in; a claim with its evidence out. It may raise ``Unsupported``,
``LimitReached`` and ``SolverFailure``, which make the verdict unknown."""

Refute: TypeAlias = "Callable[[Trace, float], Refutation]"
"""A refuter that may come from outside maul: a trace and seconds in; a model, assertions, or that
it gave up out. Its name is its ``name``, if it has one, else that of the function."""


@node
class MethodEntry:
    """A method, where it comes from, when to use it, the size of blocks that suits it, and the
    solver that it searches with when the user names none (floats go to bitwuzla then)."""

    name: str
    run: Method
    citation: str
    advice: str
    blocks: BlockSize = BlockSize.LARGE
    solver: str = "z3"

    @property
    def takes_refuter(self) -> bool:
        """Whether it asks a refuter; these let the terms, or the user, decide who is asked."""
        return self.solver == "z3"
