"""What a solver is to maul: one value, which its own module exports and the catalogue lists.

Nothing of the solver itself is imported or started before one of its functions is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from maul.logic.terms import Term
    from maul.smt.install import Package
    from maul.smt.protocols import Capabilities, Interpolator, Prover
    from maul.smt.solvers.smtlib.dialects import Dialect


@node
class Library:
    """A solver that runs inside Python: the module to import, and the package that has it."""

    module: str
    package: str


@node
class Executable:
    """A solver in a process of its own: how to talk to it, and what maul is able to install, or
    else where to get it."""

    dialect: Dialect
    package: Package | None = None
    address: str = ""


@node
class Searching:
    """What a solver is good at in a search: theories by the names of ``protocols.THEORIES``, floats
    of all formats or of those in C only, and the arithmetic that suits it (``bv``, ``int``)."""

    theories: frozenset[str]
    every_format: bool = False
    arith: str = "bv"


@node
class Solver:
    """A solver: what it is good for in one line, what it is able to do, where it is from, and how
    to make provers (with a limit in seconds) and interpolators. One that may be wanted for a search
    says what it is good at; ``for_terms`` makes a prover where it matters what the terms are. When
    it checks proofs and there is another one to ask, it has ``patience`` seconds for a question."""

    name: str
    advice: str
    capabilities: Capabilities
    home: Library | Executable
    prover: Callable[[float | None], Prover]
    interpolator: Callable[[], Interpolator] | None = None
    search: Searching | None = None
    for_terms: Callable[[Collection[Term]], Prover] | None = None
    patience: float = 5.0
