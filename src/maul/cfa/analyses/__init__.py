"""What is known of a program before any search.

Comes in: the program model. Goes out: facts that hold in every execution. ``regions`` (which cells
cannot alias), ``ranges`` (bounds of integers), ``live`` (variables), ``placement`` (what depends on
addresses), ``nesting`` (loops), ``units`` (function bodies and loops that are entered again).
"""
