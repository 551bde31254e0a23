"""What can go wrong, one class each; nothing else is ever raised on purpose.

``Unsupported``, ``LimitReached`` and ``SolverFailure`` can only turn a verdict into *unknown*;
``BadInput`` is the user's to mend (exit code 2), ``Failed`` the system's (exit code 4).
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maul.c.source import Span


class BadInput(Exception):
    """The input cannot be used: missing file, C error, unknown property. The text is one clear
    line.
    """


class Failed(Exception):
    """The system does not give what maul needs: a disk is full, a process was killed. The text is
    one clear line.
    """


class Unsupported(Exception):
    """A construct that maul does not model, met at ``span``."""

    def __init__(self, span: Span, what: str) -> None:
        super().__init__(f"{span}: unsupported: {what}")
        self.span = span
        self.what = what


class LimitReached(Exception):
    """A limit of the run; the text names it."""


class NotExecuted(LimitReached):
    """No execution was found along a path that is possible for the search; another path may have
    one."""


class SolverFailure(Exception):
    """A solver gave no answer that the method can do without; the text says why."""


# There is no such folder, it is a folder itself, others may write there.
_MENDABLE = (
    *(errno.ENOENT, errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EPERM),
    *(errno.EROFS, errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL),
)


def cannot_write(path: str, problem: OSError) -> BadInput | Failed:
    """What to raise when a file that the user named cannot be written."""
    line = f"{path}: cannot be written: {problem.strerror or problem}"
    return BadInput(line) if problem.errno in _MENDABLE else Failed(line)
