"""What one abstract state says: configurable program analyses.

Comes in: an abstract state and a block. Goes out: abstract successors (``cpa.Cpa``): of predicates,
of explicit values, of both together. Public: ``cpa`` (the protocol); the analyses ``predicate``,
``explicit_value`` and ``value_predicate``; what they and other searches are made of:
``assignments``, ``explicit_states``, ``thresholds``, ``abstraction``, ``hoare``, ``reduction`` (to
some variables), ``questions`` (each asked once) and ``program_graph`` (the program in blocks, as
far as it is looked at).
"""
