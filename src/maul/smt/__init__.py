"""Solvers: satisfiable with a model, unsatisfiable with a core, or gave up.

Comes in: terms. Goes out: answers of ``protocols``. ``catalogue`` lists the solvers, ``choose``
says which prover suits which terms. Knows nothing of C.
"""
