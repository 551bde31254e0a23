"""One paper, one file: a program in, a claim with its evidence out.

Comes in: a program model with its errors, a setting, limits. Goes out: ``maul.proofs.verdict``.
``catalogue`` lists the methods, ``portfolio`` runs several; ``cegar`` is the loop that analyses
share, and in ``paths`` the inspector looks at the error paths of them all.
"""
