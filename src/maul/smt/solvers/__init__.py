"""One package a solver; each is met through its prover.

A vendor library is imported in its own package only.
"""
