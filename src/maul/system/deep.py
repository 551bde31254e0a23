"""Running a function where deep recursion is safe.

Comes in: a function without arguments. Goes out: its result, or its exception. Programs may nest
thousands of levels deep, and both the C parser and maul recurse over them; the default stack would
overflow. Where memory is scarce the stack is smaller, and the recursion that it allows likewise.
"""

from __future__ import annotations

import resource
import sys
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

STACK_BYTES = 512 * 1024 * 1024
SMALLEST_STACK = 8 * 1024 * 1024
RECURSION_LIMIT = 1_000_000


def call_deep(function: Callable[[], T]) -> T:
    """Call ``function`` in a thread with a large stack; hand back what it returns or raises."""
    results: list[T] = []
    errors: list[BaseException] = []

    # The size of stacks is one for all threads: it is set back before the function begins, which
    # may start threads itself, or fork, so no lock may be held then.
    is_set_back = threading.Event()

    def body() -> None:
        is_set_back.wait()
        try:
            results.append(function())
        except BaseException as error:  # noqa: BLE001 - handed to the caller
            errors.append(error)

    limit = sys.getrecursionlimit()
    try:
        thread = _start(body, limit)
        is_set_back.set()
        thread.join()
    finally:
        sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
    return results[0]


def _start(body: Callable[[], None], limit: int) -> threading.Thread:
    """Start a thread with the largest stack that there is room for."""
    size = _stack_bytes()
    while True:
        # A daemon, so that an interrupt of the waiting thread can end the process at once.
        thread = threading.Thread(target=body, name="deep", daemon=True)
        sys.setrecursionlimit(max(limit, RECURSION_LIMIT * size // STACK_BYTES))
        stack = threading.stack_size(size)
        try:
            thread.start()
        except RuntimeError:  # so threading says that there is no room
            if size <= SMALLEST_STACK:
                raise MemoryError("there is no room for a stack") from None
            size //= 2
        else:
            return thread
        finally:
            threading.stack_size(stack)


def _stack_bytes() -> int:
    """The size of a large stack that leaves room for everything else."""
    size = STACK_BYTES
    room, _ = resource.getrlimit(resource.RLIMIT_AS)
    while room != resource.RLIM_INFINITY and size > max(room // 4, SMALLEST_STACK):
        size //= 2
    return size
