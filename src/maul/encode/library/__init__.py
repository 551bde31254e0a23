"""The library functions that have an encoding: results as terms, effects on the state.

Comes in: a call of a function without body, its arguments as terms. Goes out: its result.
Public: ``functions``, which lists them.
"""
