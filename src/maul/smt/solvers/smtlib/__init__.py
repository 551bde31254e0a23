"""Any SMT-LIB 2 solver in a process of its own.

Comes in: terms and the dialect of a solver. Goes out: answers, interpolants where it has them.
"""
