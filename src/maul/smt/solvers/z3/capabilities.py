"""What z3 is able to do."""

from __future__ import annotations

from maul.smt.protocols import THEORIES, Capabilities

CAPABILITIES = Capabilities(
    theories=frozenset(THEORIES), cores=True, interpolation=frozenset(), elimination=True
)
