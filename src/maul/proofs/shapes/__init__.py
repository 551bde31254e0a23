"""Whether a set of memory graphs is a proof.

Comes in: graphs at points of a program. Goes out: confirmed, refuted or inconclusive, by code that
shares only the form of the graphs with those who search for them.
"""

from maul.proofs.shapes.check import check_shapes

__all__ = ["check_shapes"]
