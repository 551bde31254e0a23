"""C values as mathematical integers that wrap around exactly.

Private to ``maul.encode.numbers``.
"""
