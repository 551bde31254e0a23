"""The modelled C library, executed.

Comes in: a call of a function without body. Goes out: its result and its effects on memory.
Public: ``functions``, which finds the one that is called.
"""
