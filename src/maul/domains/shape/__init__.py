"""Shapes: what one memory graph says of memory, and what a program does to it.

``analysis`` is the configurable program analysis [Dudka13; Muller14], ``precision`` what its graphs
tell apart, ``growth`` says where a shape is lost, and ``with_predicates`` adds formulas. Inside,
``execute`` takes one step of a program on a graph and unfolds segments where it has to, and
``compare`` is about graphs and graphs: abstraction, join and inclusion.
"""
