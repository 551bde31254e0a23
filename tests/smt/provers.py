"""Every prover that can be made here, for tests that state laws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.smt.bitwuzla_backend import BitwuzlaProver
from maul.smt.cvc5_backend import Cvc5Prover
from maul.smt.z3_backend import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.smt.protocols import Prover

PROVERS: dict[str, Callable[[float], Prover]] = {
    "z3": Z3Prover,
    "bitwuzla": BitwuzlaProver,
    "cvc5": Cvc5Prover,
}
