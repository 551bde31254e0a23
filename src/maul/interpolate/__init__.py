"""A trace in, a model or assertions out.

Comes in: a ``maul.logic.trace.Trace`` and the provers to ask. Goes out: a ``protocol.Refutation``.
Others use

- ``catalogue``: the refuters by name, ``refuter(name, provers)``;
- ``foreign``: ``as_refuter`` makes one of a plain function, whose answers are checked;
- ``protocol``: what a refuter is asked and answers, and the laws of assertions;
- ``explicit_value`` and ``safety_error``: interpolants of other kinds, for their methods.

Inside, a source of assertions is a room (``newton``, ``farkas``) or a module (``craig``, ``horn``),
``cores`` says how much of a trace a source sees, ``path_programs`` makes assertions more general,
and ``auto`` tries several sources. Knows nothing of C.
"""
