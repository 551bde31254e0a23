"""How SMT-LIB 2 solvers differ: command lines, options, theories, and the words for interpolants.

A table; where a solver says the same as SMT-LIB 2.6 there is nothing about it here.
"""

from __future__ import annotations

from maul.node import value
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
    # Theories of which its interpolants are wrong, though its verdicts are not.
    wrong: frozenset[str] = frozenset()

    def started_by(self, program: tuple[str, ...]) -> Dialect:
        """The same dialect, of a solver whose command line begins in another way."""
        return Dialect(
            self.name,
            (*program, *self.command[1:]),
            self.capabilities,
            self.interpolants,
            self.logic,
            self.options,
            self.words,
            self.resets,
            self.survives,
            self.limit,
            self.patience,
            self.wrong,
        )


def _able(theories: frozenset[str], interpolation: frozenset[str] = frozenset()) -> Capabilities:
    return Capabilities(theories, cores=True, interpolation=interpolation)


SMTINTERPOL = Dialect(
    name="smtinterpol",
    command=("smtinterpol", "-q"),
    # Of bit-vectors it decides what needs no products of symbols, by way of Int.
    capabilities=_able(WITH_ARRAYS, WITH_ARRAYS | {"BitVec"}),
    interpolants=SEQUENCE,
    words=(("int2bv", "nat2bv"),),
    resets=True,
    survives=True,
    limit="timeout",
    patience=JAVA_STARTS_WITHIN,
)
PRINCESS = Dialect(
    name="princess",
    command=("princess", "+stdin", "+incremental", "+quiet", "-inputFormat=smtlib"),
    capabilities=_able(
        WITH_ARRAYS | {"BitVec", "quantifiers"}, (WITH_ARRAYS | {"BitVec"}) - {"Real"}
    ),
    interpolants=SEQUENCE,
    resets=True,
    patience=JAVA_STARTS_WITHIN,
    wrong=frozenset(("Real",)),
)
MATHSAT = Dialect(
    name="mathsat",
    command=("mathsat", "-input=smt2"),
    capabilities=_able(EVERYTHING - {"quantifiers"}, WITH_ARRAYS | {"BitVec", "Float"}),
    interpolants=GROUPS,
)
OPENSMT = Dialect(
    name="opensmt",
    command=("opensmt", "-p"),
    capabilities=_able(LINEAR, LINEAR),
    interpolants=PAIRS,
    logic="QF_UFLIA",
)
YICES = Dialect(
    name="yices",
    command=("yices-smt2", "--incremental"),
    capabilities=_able(WITH_ARRAYS | {"BitVec"}),
    logic="QF_AUFBVLIRA",
)
IZ3 = Dialect(
    name="iz3",
    command=("iz3", "-smt2", "-in"),
    # Its models give arrays by names of functions, which are not read.
    capabilities=_able(EVERYTHING - {"Array"}, WITH_ARRAYS),
    interpolants=SEQUENCE_IZ3,
    logic="",
    words=(("bv2nat", "bv2int"),),
    resets=True,
)

DIALECTS = {
    dialect.name: dialect for dialect in (SMTINTERPOL, PRINCESS, MATHSAT, OPENSMT, YICES, IZ3)
}
