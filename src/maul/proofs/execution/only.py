"""A program without inputs has one execution: it is executed, and that is the proof.

Comes in: a program model. Goes out: its only execution, or one that stopped where it would depend
on something that the program does not determine; and whether it shows that no error is reached.
Methods execute programs through this module too; the check of an ``Executed`` executes again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.outcome import Aborted, Blocked, Ended
from maul.interpret.determined import execute_determined

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.cfa.outcome import Execution
    from maul.run import Run

LONGEST = 1 << 40  # steps; time ends before


def only_execution(cfa: Cfa, run: Run) -> Execution:
    """The execution of a program as far as nothing from outside decides it."""
    return execute_determined(cfa, LONGEST, run.tick)


def shows_safe(execution: Execution) -> bool:
    """Whether the only execution of a program ended without an error, as it would anywhere."""
    ended = isinstance(execution.outcome, (Ended, Aborted, Blocked))
    return ended and not execution.approximations
