"""The parent of a solver process: sees to it that the solver does not outlive maul.

Run as a script, with the standard library alone, so that it starts quickly: the descriptor of a
pipe that maul holds open, then the solver's command line. It waits until the solver ends or the
pipe closes, and then kills the whole group: also what a wrapper script left running.
"""

from __future__ import annotations

import os
import select
import signal
import sys

MILLISECONDS = 100


def main() -> None:
    """Start the solver and wait for its end or maul's."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)  # noqa: FBT003 - so it is called
    try:
        child = os.posix_spawnp(command[0], command, os.environ)
    except OSError:
        os._exit(127)
    # With these open the solver's end would not show at the other end of its pipes.
    os.close(0)
    os.close(1)
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    if hasattr(os, "pidfd_open"):
        poll.register(os.pidfd_open(child), select.POLLIN)
        poll.poll()
    else:
        while not poll.poll(MILLISECONDS) and os.waitpid(child, os.WNOHANG) == (0, 0):
            pass
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main()
