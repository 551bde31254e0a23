"""Paths to an error: found, inspected, confirmed, and turned into evidence.

Comes in: a program in blocks, and a path through it. Goes out: assertions that refute the path, or
a counterexample with the values that an execution needs. Public: ``error_path``.
"""
