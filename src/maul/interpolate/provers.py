"""Which prover suits which terms.

Comes in: the terms of a question. Goes out: a new prover. bitwuzla answers questions about floats
up to a hundred times quicker than z3, but has neither integers nor formats of unusual sizes; z3
answers all others, and what it gives up on about bit-vectors goes to bitwuzla, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.formula.sorts import BOOL, FLOAT32, FLOAT64, Array, BitVec, Float
from maul.formula.walk import QUANTIFIERS, subterms
from maul.smt.relay import RelayProver
from maul.smt.z3_backend import Z3Prover
from maul.smt.z3_terms import Z3Context

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.formula.sorts import Sort
    from maul.formula.terms import Term
    from maul.smt.protocols import Prover

PATIENCE = 2.0  # seconds for z3 with what bitwuzla can answer, too
FORMATS = frozenset((Float(5, 11), FLOAT32, FLOAT64, Float(15, 113)))


def prover_for(terms: Iterable[Term]) -> Prover:
    """A prover that knows the theories of the terms, the quicker one where there are two."""
    parts = subterms(*terms)
    sorts = {part.sort for part in parts}
    plain = not any(part.operator in QUANTIFIERS for part in parts)
    floats = any(isinstance(sort, Float) for sort in sorts)
    if not plain or not all(_in_bitwuzla(sort) for sort in sorts):
        # z3 was seen to crash on floats and integers in a context that had answered many of them.
        return Z3Prover(context=Z3Context()) if floats else Z3Prover()
    if floats:
        return _bitwuzla()
    return RelayProver(Z3Prover(), _bitwuzla, PATIENCE)


def _bitwuzla() -> Prover:
    from maul.smt.bitwuzla_backend import BitwuzlaProver  # noqa: PLC0415 - when it is needed

    return BitwuzlaProver()


def _in_bitwuzla(sort: Sort) -> bool:
    """Whether bitwuzla knows a sort."""
    if isinstance(sort, Array):
        return _in_bitwuzla(sort.index) and _in_bitwuzla(sort.element)
    return sort is BOOL or isinstance(sort, BitVec) or sort in FORMATS
