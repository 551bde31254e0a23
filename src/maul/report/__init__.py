"""A result for people and for programs: lines, JSON, tables.

Comes in: checked results, events. Goes out: text. Nothing here decides anything.
Public: ``answer`` (a judgement as a result), ``result`` and ``terminal`` (a result for people and
programs), ``path``, ``progress``, ``statistics``, ``divergence`` (why a search did not end),
``grid`` (tables), ``comparison``, ``c_text``.
"""
