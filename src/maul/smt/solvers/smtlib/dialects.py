"""How SMT-LIB 2 solvers may differ: command lines, options, theories, words for interpolants.

Each solver has a module beside this one, which says what is particular about it; where it does the
same as SMT-LIB 2.6 says there is nothing about it there.
"""

from __future__ import annotations

from maul.node import replace, value
from maul.smt.protocols import Capabilities

LINEAR = frozenset(("Bool", "Int", "Real", "UF"))
WITH_ARRAYS = LINEAR | {"Array"}
EVERYTHING = WITH_ARRAYS | {"BitVec", "Float", "quantifiers"}

JAVA_STARTS_WITHIN = 20.0

# The ways to ask for interpolants between named parts.
SEQUENCE = "sequence"  # (get-interpolants p1 p2 p3), an answer with all of them
SEQUENCE_IZ3 = "sequence, singular"  # (get-interpolant p1 p2 p3), the same
PAIRS = "pairs"  # (get-interpolants (and p1) (and p2 p3)), one answer for each cut
GROUPS = "groups"  # (get-interpolant (p1)), one for each cut; parts are :interpolation-group


@value
class Dialect:
    """What is particular about one solver; ``command`` reads SMT-LIB from its standard input."""

    name: str
    command: tuple[str, ...]
    capabilities: Capabilities
    interpolants: str | None = None
    logic: str = "ALL"
    options: tuple[str, ...] = ()
    # Names of SMT-LIB that the solver knows by another name.
    words: tuple[tuple[str, str], ...] = ()
    # Whether it is as new after (reset), so that one process may answer many questions.
    resets: bool = False
    # Whether it is also as new when it has reported an error before.
    survives: bool = False
    # The option for its own limit in milliseconds: one that stops by itself need not be started
    # again.
    limit: str = ""
    # For how many seconds it may go on starting when the limit of the first question is over.
    patience: float = 0.0
    # Whether values are asked for symbol by symbol, since its (get-model) prints what cannot be
    # read: then only functions are read from that.
    by_value: bool = False
    # Whether it prints -1 for (- 1).
    plain_negatives: bool = False
    # Theories of which its interpolants are wrong, though its verdicts are not.
    wrong: frozenset[str] = frozenset()

    def started_by(self, program: tuple[str, ...]) -> Dialect:
        """The same dialect, of a solver whose command line begins in another way."""
        return replace(self, command=(*program, *self.command[1:]))


def able(
    theories: frozenset[str],
    interpolation: frozenset[str] = frozenset(),
    lacks: frozenset[str] = frozenset(),
) -> Capabilities:
    """What a program is able to do."""
    return Capabilities(theories, cores=True, interpolation=interpolation, lacks=lacks)
