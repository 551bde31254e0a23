"""Random C programs about memory, each with at most one planted error.

``generate`` turns a seed into C text without inputs and says which error it planted, on which line.
While a program is written, its execution is known: which objects live, how large they are, what
points to them. ``state`` keeps that, ``operations``, ``blocks`` and ``strings`` add statements that
are right in the present state, ``plants`` adds one that is not, ``program`` puts it all together.
"""
