"""Integer constant expressions: what array sizes, enumerators, cases and bit-field widths may be.

Nothing overflows in them (leaves are small, trees shallow), because a compiler may refuse that.
"""

from __future__ import annotations

from tools.generate.builder import Builder
from tools.generate.scalars import INTEGERS

_LEAVES = ("1", "2u", "3L", "7", "10LL", "'a'", "0x1f", "100ul", "42", "0", "011", "(char)200")


def constant_expression(builder: Builder, depth: int = 2) -> str:
    """A constant expression of some integer type."""
    if depth == 0:
        kind = builder.random.random()
        if kind < 0.15:
            builder.note("sizeof type")
            return f"sizeof({builder.pick(INTEGERS).name})"
        if kind < 0.25:
            return f"({builder.pick(INTEGERS).name}){builder.pick(('3.7', '1.0f', '2e1', '0.5'))}"
        return builder.pick(_LEAVES)
    left, right = (constant_expression(builder, depth - 1) for _ in range(2))
    match builder.number(0, 9):
        case 0 | 1 | 2:
            return f"({left} {builder.pick('+-*&|^')} {right})"
        case 3:
            return f"({left} {builder.pick('/%')} (({right} & 3) + 1))"
        case 4:
            return f"({builder.pick(INTEGERS).name}){left}"
        case 5:
            return f"({left} {builder.pick(('<', '>=', '==', '!='))} {right})"
        case 6:
            return f"({left} ? {right} : {builder.pick(_LEAVES)})"
        case 7:
            return f"({builder.pick(_LEAVES)} {builder.pick(('<<', '>>'))} {builder.number(0, 7)})"
        case 8:
            return f"({left} {builder.pick(('&&', '||'))} {right})"
        case _:
            return f"({builder.pick('-~!+')} {left})"
