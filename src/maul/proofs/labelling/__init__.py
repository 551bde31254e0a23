"""Whether a labelling, or an unrolling, is a proof.

Comes in: evidence for TRUE, and who answered in the search. Goes out: confirmed, refuted or
inconclusive, by solvers other than those that searched, over points and a layout of its own. The
check of graphs with labels (``maul.proofs.shapes``) asks the same solvers about such a layout.
"""

from maul.proofs.labelling.certificate import written
from maul.proofs.labelling.check import check_safe
from maul.proofs.labelling.effects import Ungrounded, demand_grounded
from maul.proofs.labelling.examiners import NOBODY, Examiners
from maul.proofs.labelling.integers import Untranslated
from maul.proofs.labelling.own import Misplaced
from maul.proofs.labelling.translate import bit_precise_terms, with_ranges

__all__ = [
    "NOBODY",
    "Examiners",
    "Misplaced",
    "Ungrounded",
    "Untranslated",
    "bit_precise_terms",
    "check_safe",
    "demand_grounded",
    "with_ranges",
    "written",
]
