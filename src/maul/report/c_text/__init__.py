"""Terms over program variables as C expressions.

Comes in: terms. Goes out: C text that means the same.
"""

from maul.report.c_text.terms import c_text

__all__ = ["c_text"]
