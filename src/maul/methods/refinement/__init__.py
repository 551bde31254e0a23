"""What analyses learn from a refuted error path: predicates, values to track, interpolants.

Comes in: the states of an error path, and why no execution takes it. Goes out: what is to be known
from then on, and the first state that is to be found anew.
"""
