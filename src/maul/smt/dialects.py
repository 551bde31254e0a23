"""How SMT-LIB 2 solvers differ: command lines, options, theories, and the words for interpolants.

A table; where a solver says the same as SMT-LIB 2.6 there is nothing about it here.
"""

from __future__ import annotations

from maul.node import value
from maul.smt.protocols import Capabilities

LINEAR = frozenset(("Bool", "Int", "Real", "UF"))
WITH_ARRAYS = LINEAR | {"Array"}
EVERYTHING = WITH_ARRAYS | {"BitVec", "Float", "quantifiers"}

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


def _able(theories: frozenset[str], interpolation: frozenset[str] = frozenset()) -> Capabilities:
    return Capabilities(theories, cores=True, interpolation=interpolation)


SMTINTERPOL = Dialect(
    name="smtinterpol",
    command=("smtinterpol", "-q"),
    capabilities=_able(WITH_ARRAYS, WITH_ARRAYS),
    interpolants=SEQUENCE,
)
PRINCESS = Dialect(
    name="princess",
    command=("princess", "+stdin", "+incremental", "+quiet", "-inputFormat=smtlib"),
    capabilities=_able(WITH_ARRAYS | {"BitVec", "quantifiers"}, WITH_ARRAYS | {"BitVec"}),
    interpolants=SEQUENCE,
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
    capabilities=_able(WITH_ARRAYS | {"BitVec", "quantifiers"}, WITH_ARRAYS),
    interpolants=SEQUENCE_IZ3,
    logic="",
)

DIALECTS = {
    dialect.name: dialect for dialect in (SMTINTERPOL, PRINCESS, MATHSAT, OPENSMT, YICES, IZ3)
}
