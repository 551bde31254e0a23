"""The concrete interpreter: the independent oracle.

Comes in: the program model and values for what it leaves open. Goes out: what happens
(``maul.cfa.outcome``). It shares no code with the encoding, so that one can convict the other; who
may import it is a contract in pyproject.toml. Public: ``machine`` (one execution), ``choices``,
``determined`` (the only execution of a program without inputs), ``memory``, ``numbers``.
"""
