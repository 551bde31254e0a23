"""What bitwuzla is able to do."""

from __future__ import annotations

from maul.smt.protocols import Capabilities

CAPABILITIES = Capabilities(
    theories=frozenset(("Bool", "BitVec", "Float", "Array", "UF", "quantifiers")),
    cores=True,
    interpolation=frozenset(("Bool", "BitVec")),
)
