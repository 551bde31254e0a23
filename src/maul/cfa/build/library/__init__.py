"""Library functions and builtins that become ordinary edges.

Comes in: a call and the function under construction. Goes out: edges that do what glibc or gcc
does. Private to ``maul.cfa.build``.
"""
