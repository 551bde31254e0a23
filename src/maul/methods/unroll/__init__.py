"""A program with its loops and calls unrolled, as bounded model checking asks about it.

Comes in: a program model and bounds. Goes out: formulas. Public: ``unrolling`` (the whole), and
``unrolled`` (the points and steps that it consists of).
"""
