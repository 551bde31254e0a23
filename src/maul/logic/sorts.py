"""The sorts of terms.

Each sort exists once, so sorts are compared with ``is``; copies and pickles come back as the same
object. There is no sort of rounding modes: an operation that rounds carries its mode as a
parameter.
"""

from __future__ import annotations

from typing import TypeAlias


class _Named:
    """A sort without parameters."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return _named, (self.name,)


BOOL = _Named("Bool")
INT = _Named("Int")
REAL = _Named("Real")
_PLAIN = {sort.name: sort for sort in (BOOL, INT, REAL)}


def _named(name: str) -> _Named:
    """The one sort of that name."""
    return _PLAIN[name]


class BitVec:
    """Vectors of ``width`` bits, at least one."""

    __slots__ = ("width",)
    _made: dict[int, BitVec] = {}  # noqa: RUF012 - the table of all of them
    width: int

    def __new__(cls, width: int) -> BitVec:  # noqa: PYI034 - there are no subclasses
        """The one sort of that width."""
        made = cls._made.get(width)
        if made is None:
            if width < 1:
                raise ValueError(f"a bit-vector has at least one bit, not {width}")
            made = object.__new__(cls)
            made.width = width
            made = cls._made.setdefault(width, made)
        return made

    def __repr__(self) -> str:
        return f"(_ BitVec {self.width})"

    def __reduce__(self) -> tuple[object, ...]:
        return BitVec, (self.width,)


class Float:
    """IEEE 754 binary numbers; ``significand_bits`` counts the hidden bit, as SMT-LIB does."""

    __slots__ = ("exponent_bits", "significand_bits", "width")
    _made: dict[tuple[int, int], Float] = {}  # noqa: RUF012 - the table of all of them
    exponent_bits: int
    significand_bits: int
    width: int

    def __new__(cls, exponent_bits: int, significand_bits: int) -> Float:  # noqa: PYI034 - there are no subclasses
        """The one sort of that format."""
        key = (exponent_bits, significand_bits)
        made = cls._made.get(key)
        if made is None:
            if exponent_bits < 2 or significand_bits < 2:
                raise ValueError(f"no floating-point format has the sizes {key}")
            made = object.__new__(cls)
            made.exponent_bits, made.significand_bits = key
            made.width = exponent_bits + significand_bits
            made = cls._made.setdefault(key, made)
        return made

    def __repr__(self) -> str:
        return f"(_ FloatingPoint {self.exponent_bits} {self.significand_bits})"

    def __reduce__(self) -> tuple[object, ...]:
        return Float, (self.exponent_bits, self.significand_bits)


class Array:
    """Total functions from ``index`` to ``element``."""

    __slots__ = ("element", "index")
    _made: dict[tuple[Sort, Sort], Array] = {}  # noqa: RUF012 - the table of all of them
    index: Sort
    element: Sort

    def __new__(cls, index: Sort, element: Sort) -> Array:  # noqa: PYI034 - there are no subclasses
        """The one sort of those parts."""
        key = (index, element)
        made = cls._made.get(key)
        if made is None:
            made = object.__new__(cls)
            made.index, made.element = key
            made = cls._made.setdefault(key, made)
        return made

    def __repr__(self) -> str:
        return f"(Array {self.index} {self.element})"

    def __reduce__(self) -> tuple[object, ...]:
        return Array, (self.index, self.element)


Sort: TypeAlias = _Named | BitVec | Float | Array

FLOAT32 = Float(8, 24)
FLOAT64 = Float(11, 53)
