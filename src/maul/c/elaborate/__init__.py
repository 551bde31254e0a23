"""The syntax tree of libclang to the typed tree of maul.

Comes in: preprocessed files. Goes out: one program, every name resolved, every implicit
conversion written out, several translation units linked.
"""

from maul.c.elaborate.program import elaborate

__all__ = ["elaborate"]
