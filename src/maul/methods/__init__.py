"""One paper, one file: a program in, a claim with its evidence out.

Comes in: a program model with its errors, a setting, limits. Goes out: ``maul.proofs.verdict``.
``catalogue`` lists the methods, ``setting`` is what each of them gets, ``portfolio`` plans several;
``cegar`` is the loop that analyses share, and in ``paths`` the inspector looks at all error paths.
"""
