"""Solvers: satisfiable with a model, unsatisfiable with a core, or gave up.

Comes in: terms. Goes out: answers of ``protocols``. ``catalogue`` lists the solvers, ``choose``
says which prover suits which terms and who may check, from who was ``asked`` about which of the
``theories``. Every prover tells who has ``observed`` it and heeds the ``allowance`` of steps;
``cores`` makes cores small, ``worker`` runs what may hang. Knows nothing of C.
"""
