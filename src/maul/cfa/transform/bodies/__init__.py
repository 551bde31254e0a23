"""Functions of the C library with bodies: what they touch is checked byte by byte.

Comes in: a program without errors. Goes out: the same program in which each call of a function on
texts calls a copy of maul's own definition of it (``bodies.c``), an ordinary automaton with loops
over bytes, and in which texts that are printed are walked to their ends first. What is not known to
the byte is refused at the call.
"""

from maul.cfa.transform.bodies.copies import is_copy
from maul.cfa.transform.bodies.expand import with_bodies

__all__ = ["is_copy", "with_bodies"]
