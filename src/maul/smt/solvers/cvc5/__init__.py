"""cvc5: the independent checker, and interpolants of floats.

Comes in: terms. Goes out: answers.
"""
