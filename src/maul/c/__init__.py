"""C text to a typed syntax tree.

Comes in: C files and a data model. Goes out: a ``tree`` program in which every name is resolved
and every implicit conversion is written out; or an error with file and line. Public: ``tree``,
``ctype``, ``source``, ``numbers``, ``preprocess``, ``elaborate``; the parser library is met in
``clang`` alone.
"""
