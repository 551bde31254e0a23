"""Evidence that turned out to be wrong, as a document for a bug report.

Comes in: a claim whose evidence was refuted. Goes out: data that JSON can say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.smtlib import term_text
from maul.proofs.verdict import Executed, Labelled, Shaped, Unrolled, Unsafe
from maul.shapes.text import told

if TYPE_CHECKING:
    from maul.proofs.verdict import Safe


def document(claim: Safe | Unsafe) -> object:
    """The evidence of a claim as data."""
    if isinstance(claim, Unsafe):
        return _counterexample(claim)
    match claim.evidence:
        case Executed():
            return {"kind": "execution"}
        case Labelled() as labelled:
            return _labelling(labelled)
        case Shaped(graphs=graphs):
            return {
                "kind": "shapes",
                "graphs": {str(at): [told(each) for each in known] for at, known in graphs.items()},
            }
        case Unrolled(definitions=definitions, claims=claims):
            return {
                "kind": "unrolling",
                "definitions": [term_text(term) for term in definitions],
                "claims": [term_text(term) for term in claims],
            }


def _labelling(evidence: Labelled) -> object:
    """A labelling as data, if its labels can be said with bits."""
    from maul.proofs.labelling import Untranslated, written  # noqa: PLC0415 - loads solvers

    try:
        return written(evidence)
    except Untranslated as why:
        return {"kind": "labelling", "untranslated": str(why)}


def _counterexample(claim: Unsafe) -> object:
    """A counterexample as data."""
    return {
        "kind": "inputs",
        "violated": claim.violated,
        "inputs": [str(each) for each in claim.inputs],
        "choices": [each.hex() if isinstance(each, bytes) else str(each) for each in claim.choices],
        "contents": [each.hex() for each in claim.contents],
        "unknown": [[address, data.hex()] for address, data in claim.unknown or ()],
    }
