"""How a method is to work: what every method takes beside the program, and what it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.node import node

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.interpolate.protocol import Refuter
    from maul.proofs.verdict import Verdict
    from maul.run import Run


@node
class Setting:
    """Who explains why paths are impossible, how large blocks are (``single``, ``basic``,
    ``large``), and what integers are (``bv``, ``int``)."""

    refuter: Refuter
    blocks: str = "large"
    arith: str = "bv"


Method: TypeAlias = "Callable[[Cfa, Setting, Run], Verdict]"
"""Program, setting and limits in; a claim with its evidence out. It may raise ``Unsupported``,
``LimitReached`` and ``SolverFailure``, which make the verdict unknown."""
