"""A solver that plays back a recorded session, and dies of anything else.

Arguments: a file with the session, a file to create when all of it was played, then the command
line under which it was started. In a session ``$`` begins the command line, ``>`` what the solver
is told, ``<`` what it prints, and ``!`` an exit. What marks the end of an answer is not recorded.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def play(lines: list[str], played: Path) -> None:
    """Answer as recorded."""
    at = 0
    for line in map(str.strip, sys.stdin):
        if line.startswith("(echo"):
            say(line.split('"')[1])
            continue
        if not line:
            continue
        if at == len(lines) or lines[at] != f"> {line}":
            played.write_text(f"unexpected: {line}")
            os._exit(9)
        at += 1
        while at < len(lines) and lines[at].startswith("<"):
            say(lines[at][2:])
            at += 1
        if at < len(lines) and lines[at].startswith("!"):
            at += 1
            played.write_text("all")
            os._exit(1)
        if at == len(lines):
            played.write_text("all")


if __name__ == "__main__":
    session, name, *command = sys.argv[1:]
    first, *rest = Path(session).read_text(encoding="utf-8").splitlines()
    if first != f"$ {' '.join(command)}":
        Path(name).write_text(f"started as {command}")
        os._exit(9)
    play(rest, Path(name))
