"""Memory that comes from outside, as a compiled counterexample needs it.

Comes in: an execution. Goes out: C text of the function of SV-COMP that writes any bytes, and of
one that makes, before ``main``, the objects that pointers from outside lead to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.addresses import PAGE, UNKNOWN
from maul.cfa.library import ANY_MEMORY
from maul.cfa.model import Call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maul.cfa.model import Operation
    from maul.proofs.execution.replay import Followed
    from maul.proofs.verdict import Unsafe

_MAP = """\
extern void *mmap(void *, __SIZE_TYPE__, int, int, int, long);

#define HARNESS_PAGE {size}
static const __UINTPTR_TYPE__ harness_pages[] = {{{pages}}};
static unsigned harness_mapped;

QUIET __attribute__((constructor)) static void harness_map(void) {{
  static const struct {{ __UINTPTR_TYPE__ at; unsigned char data; }} bytes[] = {{{bytes}}};
  for (; harness_mapped < sizeof harness_pages / sizeof *harness_pages; harness_mapped++) {{
    void *page = (void *)harness_pages[harness_mapped];
    int how = 0x100022; /* private, new, there */
    if (mmap(page, HARNESS_PAGE, 3 /* read, write */, how, -1, 0) != page)
      return;
  }}
  for (unsigned i = 0; i < sizeof bytes / sizeof *bytes; i++)
    *(unsigned char *)bytes[i].at = bytes[i].data;
}}
"""


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


def unknown_objects(followed: Followed) -> str:
    """What makes the objects that pointers from outside lead to, where the execution has them; ""
    if there are none."""
    claim, size = followed.claim, followed.cfa.model.pointer_size
    if claim.unknown is None or "mmap" in followed.cfa.functions:
        return ""
    start, end = UNKNOWN[size]
    inside = [number for number in _numbers(claim, size) if start <= number < end]
    pages = sorted({number // PAGE * PAGE for number in inside})
    if not pages:
        return ""
    held = {at + i: byte for at, data in claim.unknown for i, byte in enumerate(data)}
    return _MAP.format(
        pages=", ".join(f"{page:#x}" for page in pages),
        bytes=", ".join(
            f"{{{at:#x}, {byte}}}" for at, byte in held.items() if at // PAGE * PAGE in pages
        )
        or f"{{{pages[0]:#x}, 0}}",
        size=PAGE,
    )


def _numbers(claim: Unsafe, size: int) -> Iterator[int]:
    """The numbers in a claim that may be addresses, ``size`` bytes each in records and arrays."""
    assert claim.unknown is not None
    yield from (at for at, _ in claim.unknown)
    given = (*claim.inputs, *claim.choices, *claim.contents, *(data for _, data in claim.unknown))
    for each in given:
        if isinstance(each, int):
            yield each % (1 << 8 * size)
        elif isinstance(each, bytes):
            for start in range(0, len(each) - size + 1, size):
                yield int.from_bytes(each[start : start + size], "little")
