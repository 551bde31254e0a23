"""Pieces of C with holes, and how the holes are filled.

A fragment is C text: declarations, a line ``---``, and the body of a function. In it

- ``@x`` is a name of this use of the fragment;
- ``$V`` is a random integer expression, ``$F`` a floating one, both without effects; ``$C`` is an
  integer constant, ``$G`` a floating one, ``$D`` a digit from 0 to 7, ``$K`` a constant
  expression;
- ``$T1`` .. ``$T9`` are integer types, the same at each occurrence; ``$W1`` .. ``$W9`` likewise are
  widths from 1 to 31; ``$S1`` .. are small integer types (bit-fields of up to 8 bits fit them).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.generate.builder import Builder, Context
from tools.generate.constants import constant_expression
from tools.generate.expressions import Expressions
from tools.generate.scalars import FLOAT_CONSTANTS, INTEGERS, SMALL

_HOLE = re.compile(r"@(\w+)|\$([VFCGDK]|[TWS]\d)")


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of C and the constructs it shows."""

    constructs: tuple[str, ...]
    text: str


def insert(fragment: Fragment, builder: Builder, expressions: Expressions) -> None:
    """Fill the holes and add the piece to the program."""
    builder.note(*fragment.constructs)
    suffix = builder.name("_")
    bound: dict[str, str] = {}

    def choose(kind: str) -> str:
        if kind == "T":
            return builder.pick(INTEGERS).name
        if kind == "S":
            return builder.pick(SMALL[1:]).name
        return str(builder.number(1, 31))

    def fill(match: re.Match[str]) -> str:
        name, hole = match.groups()
        if name:
            return f"{name}{suffix}"
        context = Context(builder.globals)
        match hole:
            case "V":
                return expressions.integer(context, builder.pick((0, 1, 1, 2)))
            case "F":
                return expressions.floating(context, builder.pick((0, 1, 1)))
            case "C":
                return builder.constant()
            case "G":
                return f"({builder.pick(FLOAT_CONSTANTS)})"
            case "K":
                return constant_expression(builder)
            case "D":
                return str(builder.number(0, 7))
        if hole not in bound:
            bound[hole] = choose(hole[0])
        return bound[hole]

    lines = [line.strip() for line in _HOLE.sub(fill, fragment.text).strip().splitlines()]
    middle = lines.index("---")
    builder.top += lines[:middle]
    builder.function([part for line in lines[middle + 1 :] for part in _statements(line)])


def _statements(line: str) -> list[str]:
    """A line cut behind each semicolon that stands outside parentheses, braces and quotes."""
    parts, depth, start, quote = [], 0, 0, ""
    for at, character in enumerate(line):
        if quote:
            if character == quote and line[at - 1 : at] != "\\":
                quote = ""
        elif character in "\"'":
            quote = character
        elif character in "({[":
            depth += 1
        elif character in ")}]":
            depth -= 1
        elif character == ";" and depth == 0:
            parts.append(line[start : at + 1].strip())
            start = at + 1
    return [*parts, rest] if (rest := line[start:].strip()) else parts
