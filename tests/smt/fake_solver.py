"""Solvers that misbehave: the first argument says how. Mostly they lie."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

FLOOD = "x" * (1 << 16)


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hang() -> None:
    while True:
        time.sleep(60)


def echoes() -> None:
    """Answer nothing but the marks."""
    for line in sys.stdin:
        if line.startswith("(echo"):
            say(line.split('"')[1])


def behave(how: str) -> None:
    if how == "hangs":
        hang()
    elif how == "leaves a child":
        child = subprocess.Popen([sys.executable, __file__, "hangs"])
        Path(sys.argv[2]).write_text(f"{os.getpid()} {child.pid}")
        hang()
    elif how == "dies":
        sys.stdin.readline()
        os._exit(3)
    elif how == "prints garbage":
        say("((((unbalanced | quotes")
        echoes()
    elif how == "prints garbage without end":
        while True:
            sys.stdout.write(FLOOD)
    elif how == "answers late":
        time.sleep(2)
        say("unsat")
        echoes()
    elif how == "floods stderr":
        for _ in range(64):
            sys.stderr.write(FLOOD)
        say("unknown")
        echoes()
    elif how == "does not read":
        sys.stdin.close()
        hang()
    elif how == "lies about the model":
        say("sat")
        echoes()
    else:
        say(how)
        for line in sys.stdin:
            if line.startswith("(echo"):
                say(line.split('"')[1])
                say(" ".join(sys.argv[2:]))
                sys.argv[2:] = []


if __name__ == "__main__":
    behave(sys.argv[1])
