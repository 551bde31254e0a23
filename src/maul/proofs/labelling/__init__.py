"""Whether a labelling, or an unrolling, is a proof.

Comes in: evidence for TRUE, and who answered in the search. Goes out: confirmed, refuted or
inconclusive, by solvers other than those that searched, over points and a layout of its own.
"""

from maul.proofs.labelling.certificate import written
from maul.proofs.labelling.check import check_safe
from maul.proofs.labelling.integers import Untranslated

__all__ = ["Untranslated", "check_safe", "written"]
