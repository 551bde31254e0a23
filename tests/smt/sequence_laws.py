"""The laws of sequence interpolants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import FALSE, TRUE, and_
from maul.logic.free import free_symbols
from maul.logic.walk import has_quantifier
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.logic.terms import Term


def broken(parts: Sequence[Term], found: Sequence[Term]) -> list[str]:
    """The laws of sequence interpolants that an answer breaks."""
    sequence = (TRUE, *found, FALSE)
    if len(sequence) != len(parts) + 1:
        return ["number"]
    prover = Z3Prover(10.0)
    complaints = [
        f"step {place}"
        for place, part in enumerate(parts)
        if not prover.implies(and_(sequence[place], part), sequence[place + 1])
    ]
    for cut, interpolant in enumerate(found, 1):
        before = {s for part in parts[:cut] for s in free_symbols(part)}
        after = {s for part in parts[cut:] for s in free_symbols(part)}
        if not (before & after).issuperset(free_symbols(interpolant)):
            complaints.append(f"vocabulary {cut}")
        if has_quantifier(interpolant):
            complaints.append(f"quantifier {cut}")
    return complaints
