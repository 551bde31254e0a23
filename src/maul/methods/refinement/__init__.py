"""What analyses learn from a refuted error path: predicates, or values to track."""
