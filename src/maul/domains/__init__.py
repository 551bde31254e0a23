"""What one abstract state says: configurable program analyses.

Comes in: an abstract state and a block. Goes out: abstract successors (``cpa.Cpa``): of predicates,
of explicit values, of both together.
"""
