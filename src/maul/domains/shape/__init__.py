"""Shapes: what one memory graph says of memory, and what a program does to it.

``execute`` takes one step of a program on a graph and unfolds segments where it has to;
``abstraction``, ``join`` and ``inclusion`` compare graphs and find segments; ``analysis`` is the
configurable program analysis made of both [Dudka13; Muller14].
"""
