"""C values as bit-vectors of their width.

Private to ``maul.encode.numbers``.
"""
