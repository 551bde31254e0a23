"""Terms, and what can be said of them without C and without a solver.

Comes in: nothing of the program model. Goes out: hash-consed terms, equality of which is
identity; transitions and traces made of them. Public: ``terms``, ``sorts``, ``values``, ``build``,
``walk``, ``evaluate``, ``softfloat``, ``transition``, ``trace``, ``graph``, ``transformers``,
``composed``, ``cells``, ``lookup``, ``free``, ``rebuild``, ``meaning``, ``bit_functions``; the
rooms ``smtlib``, ``forget`` and ``compiled``.
"""
