"""z3: the prover of the searches, quantifier elimination, Horn clauses, Spacer.

Comes in: terms. Goes out: answers. The library is called through ctypes in ``library``.
"""
