"""bitwuzla: bit-vectors, floats, arrays.

Comes in: terms. Goes out: answers; interpolants of bit-vectors.
"""
