"""How a method is to work: what every method takes beside the program, and what it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.cfa.model import Cfa
    from maul.interpolate.protocol import Refuter
    from maul.logic.terms import Term
    from maul.proofs.verdict import Verdict
    from maul.run import Run
    from maul.smt.protocols import MakeProver, Prover


def suited(terms: Iterable[Term]) -> Prover:
    """The prover that suits the terms; loaded when it is first asked for."""
    from maul.smt.choose import prover_for  # noqa: PLC0415 - not every method asks a solver

    return prover_for(terms)


@node
class Setting:
    """Who explains why paths are impossible, how large blocks are (``single``, ``basic``,
    ``large``), what integers are (``bv``, ``int``), and which provers answer questions."""

    refuter: Refuter
    blocks: str = "large"
    arith: str = "bv"
    provers: MakeProver = suited


Method: TypeAlias = "Callable[[Cfa, Setting, Run], Verdict]"
"""Program, setting and limits in; a claim with its evidence out. It may raise ``Unsupported``,
``LimitReached`` and ``SolverFailure``, which make the verdict unknown."""


@node
class MethodEntry:
    """A method, where it comes from, when to use it, the size of blocks that suits it, and the
    solver that it searches with when the user names none (floats go to bitwuzla then)."""

    name: str
    run: Method
    citation: str
    advice: str
    blocks: str = "large"
    solver: str = "z3"

    @property
    def takes_refuter(self) -> bool:
        """Whether it asks a refuter; these let the terms, or the user, decide who is asked."""
        return self.solver == "z3"
