"""Solvers that misbehave: the first argument says how. Mostly they lie.

Further arguments are the answers to what else is asked, one after the other, again from the first.
"""

from __future__ import annotations

import itertools
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


def begin(how: str) -> None:
    """What is done before anything is read."""
    if how == "hangs":
        hang()
    elif how == "leaves a child":
        child = subprocess.Popen([sys.executable, __file__, "hangs"])
        Path(sys.argv[2]).write_text(f"{os.getpid()} {child.pid}")
        hang()
    elif how == "does not start":
        os._exit(4)
    elif how == "starts late":
        time.sleep(0.7)
    elif how == "prints garbage without end":
        while True:
            sys.stdout.write(FLOOD)
    elif how == "floods stderr":
        for _ in range(64):
            sys.stderr.write(FLOOD)
    elif how == "does not read":
        sys.stdin.close()
        hang()


def check(how: str) -> None:
    """What is done when it is asked for a verdict."""
    if how == "hangs when asked":
        hang()
    elif how == "dies":
        os._exit(3)
    elif how == "prints garbage":
        say("((((unbalanced | quotes")
    elif how == "answers late":
        time.sleep(2)
        say("unsat")
    elif how == "complains":
        say('(error "no")\nunsat')
    elif how == "lies about the model":
        say("sat")
    else:
        say("unsat" if how == "starts late" else how)


def answer(how: str) -> None:
    """Answer line by line."""
    answers = itertools.cycle(sys.argv[2:])
    for line in sys.stdin:
        if line.startswith("(echo"):
            say(line.split('"')[1])
        elif line.startswith("(check-sat"):
            check(how)
        elif line.startswith("(get-"):
            say(next(answers, ""))


if __name__ == "__main__":
    begin(sys.argv[1])
    answer(sys.argv[1])
