"""The function of SV-COMP that writes any bytes, as a compiled counterexample needs it.

Comes in: an execution. Goes out: C text that writes the bytes which the execution chose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.library import ANY_MEMORY
from maul.cfa.model import Call

if TYPE_CHECKING:
    from maul.cfa.model import Operation
    from maul.proofs.replay import Followed


def any_memory(followed: Followed) -> str:
    """``__VERIFIER_nondet_memory``: bytes that were chosen, then zeros; "" if nobody calls it."""
    cfa = followed.cfa
    is_called = any(
        _is_any_memory(edge.operation)
        for automaton in cfa.automata()
        for location in automaton.locations
        for edge in location.leaving
    )
    if not is_called or ANY_MEMORY in cfa.functions:
        return ""
    chosen = [asked.value for asked in followed.choices if _is_any_memory(asked.edge.operation)]
    cases = [
        f"  case {number}: {{\n"
        f"    static const unsigned char first[] = {{{', '.join(map(str, data))}}};\n"
        "    __builtin_memcpy(at, first, size < sizeof first ? size : sizeof first); break; }\n"
        for number, data in enumerate(chosen)
        if isinstance(data, bytes) and data
    ]
    return (
        f"QUIET void {ANY_MEMORY}(void *at, __SIZE_TYPE__ size) {{\n"
        "  static unsigned next;\n"
        "  __builtin_memset(at, 0, size);\n"
        f"  switch (next++) {{\n  default: break;\n{''.join(cases)}  }}\n}}\n"
    )


def _is_any_memory(operation: Operation) -> bool:
    return isinstance(operation, Call) and operation.function == ANY_MEMORY
