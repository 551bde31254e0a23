"""Memory graphs: what the shape analysis says of a state of memory, and what its proofs consist of.

``graph`` has the data and says what a graph stands for; ``text`` and ``picture`` show it to people,
with ``names`` for what is in it. Nothing here computes with graphs: the analysis
(``maul.domains.shape``) and the checker of its proofs (``maul.proofs.shapes``) each do that with
code of their own.
"""
