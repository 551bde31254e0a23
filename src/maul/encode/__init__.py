"""C in logic: what a piece of the program does to a state, as terms.

Comes in: the program model. Goes out: ``maul.logic`` transitions. Public: ``blocks`` (pieces of
the program as traces), ``state``, ``steps``, ``chosen``, ``expressions``, ``memory``, ``validity``,
``wholes``, ``numbers``, ``library``.
"""
