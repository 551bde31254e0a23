"""Graphs and graphs: whether one includes another, what stands for both, and rows that become
segments [Dudka13, section 5].

``abstraction`` finds rows of cells, ``join`` makes one graph of two, ``inclusion`` compares them,
and ``canonical`` gives the same key to graphs that differ in numbers only.
"""
