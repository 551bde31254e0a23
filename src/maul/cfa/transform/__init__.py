"""Program models to program models.

Comes in: automata and a property or an assumption. Goes out: automata with error locations
(``specification``, ``instrument``, ``checks``), without what cannot reach them (``prune``), with
allocations that may fail (``may_fail``).
"""
