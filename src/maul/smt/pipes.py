"""Reading and writing pipes with a deadline.

Comes in: a file descriptor, what to move, and the moment (of ``time.monotonic``) to stop at, or
None. Goes out: all of it, or ``TooLate`` or ``PipeClosed``. Nothing blocks beyond the deadline.
"""

from __future__ import annotations

import os
import select
import time

CHUNK = 1 << 16


class TooLate(Exception):
    """The deadline passed."""


class PipeClosed(Exception):
    """The other end is gone."""


def _wait(descriptor: int, event: int, deadline: float | None) -> None:
    """Wait until the descriptor is ready."""
    poll = select.poll()
    poll.register(descriptor, event)
    left = None if deadline is None else (deadline - time.monotonic()) * 1000
    if left is not None and left <= 0:
        raise TooLate
    if not poll.poll(left):
        raise TooLate


def send(descriptor: int, message: bytes, deadline: float | None) -> None:
    """Write all of a message."""
    rest = memoryview(message)
    while rest:
        _wait(descriptor, select.POLLOUT, deadline)
        try:
            rest = rest[os.write(descriptor, rest[:CHUNK]) :]
        except BlockingIOError:
            continue
        except OSError as error:
            raise PipeClosed from error


def receive(descriptor: int, length: int, deadline: float | None) -> bytes:
    """Read exactly so many bytes."""
    pieces = []
    missing = length
    while missing:
        piece = receive_some(descriptor, deadline, missing)
        pieces.append(piece)
        missing -= len(piece)
    return b"".join(pieces)


def receive_some(descriptor: int, deadline: float | None, most: int = CHUNK) -> bytes:
    """Read what is there, at least one byte."""
    while True:
        _wait(descriptor, select.POLLIN, deadline)
        try:
            piece = os.read(descriptor, min(most, CHUNK))
        except BlockingIOError:
            continue
        except OSError as error:
            raise PipeClosed from error
        if not piece:
            raise PipeClosed
        return piece
