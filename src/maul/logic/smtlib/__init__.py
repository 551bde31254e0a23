"""Terms as SMT-LIB 2.6 text, and back.

Comes in: terms, or the text of a solver. Goes out: text, or terms.
"""

from maul.logic.smtlib.reader import Reader
from maul.logic.smtlib.sexpr import Atom, List, Sexpr, SmtLibError, read
from maul.logic.smtlib.writer import declarations, definitions, functions_of, script, term_text

__all__ = [
    "Atom",
    "List",
    "Reader",
    "Sexpr",
    "SmtLibError",
    "declarations",
    "definitions",
    "functions_of",
    "read",
    "script",
    "term_text",
]
