"""Many abstract states: trees, reached sets, automata, and the algorithms on them.

Comes in: blocks of the program, an analysis. Goes out: a fixed point, or a path to an error.
"""
