"""The modelled C library, executed.

Comes in: a call of a function without body. Goes out: its result and its effects on memory.
"""
