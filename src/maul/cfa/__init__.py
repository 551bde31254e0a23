"""The typed tree to control-flow automata, and what can be known of them before any search.

Comes in: a ``maul.c.tree`` program and a property. Goes out: ``model.Cfa``, one automaton a
function, with error locations. Public: ``read`` (the whole way), ``model``, ``expressions``,
``walk``, ``calls`` (points), ``blocks``, ``order``, ``between``, ``outcome``, ``intervals``,
``addresses``, ``snapshot``; the rooms ``build``, ``library``, ``render``, ``analyses`` and
``transform``.
"""
