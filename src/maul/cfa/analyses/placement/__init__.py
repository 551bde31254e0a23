"""What depends on where objects lie in memory, so that no proof rests on one placement.

Comes in: a program model. Goes out: ``Placed``. docs/decisions/0017-proofs-for-every-placement.md.
"""

from maul.cfa.analyses.placement.analysis import Placed, dependent_on_placement
from maul.cfa.analyses.placement.one_way import Computed

__all__ = ["Computed", "Placed", "dependent_on_placement"]
