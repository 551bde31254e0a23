"""Many abstract states: trees, reached sets, automata, and the algorithms on them.

Comes in: blocks of the program, an analysis. Goes out: a fixed point, or a path to an error.
Public: ``cpa_algorithm`` on a ``reached`` set in one of several ``orders``; ``memoised``, an
analysis that stores what it finds out of parts of a program; ``arg``, the tree of IMPACT;
``automaton`` and ``floyd_hoare`` of trace abstraction; ``split_graph``; ``walks``, the shortest
paths; ``weights``.
"""
