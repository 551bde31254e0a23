"""Methods that search with memory graphs: ``alone``, and ``with_predicates``."""
