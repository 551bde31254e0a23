"""Show maul at work on the programs beside this file, and fail when one does not do as it says.

A program states in its head comment what a run with given inputs must come to::

    // run: 10,20 -> normal end

In: examples/*.c. Out: a transcript on stdout; exit code 1 and one line for each surprise on stderr.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUN = re.compile(r"^// run: (\S+) -> (.+)$", re.MULTILINE)
SHOWN_LINES = 12


def maul(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Say what is typed, do it, and hand over what came out."""
    print("\n$ maul", *arguments)
    return subprocess.run(
        [sys.executable, "-m", "maul", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def show(text: str, lines: int) -> None:
    """Print the first lines of a text, and say how many were left out."""
    every = text.splitlines()
    print("\n".join(every[:lines]))
    if len(every) > lines:
        print(f"... ({len(every) - lines} more lines)")


def surprises(program: str, text: str) -> list[str]:
    """Look at one program, run it as its head comment says, and list what was not as announced."""
    found = []
    model = maul("cfa", program)
    show(model.stdout + model.stderr, SHOWN_LINES)
    if model.returncode != 0:
        found.append(f"maul cfa {program}: exit code {model.returncode}, expected 0")
    for inputs, outcome in RUN.findall(text):
        run = maul("run", program, "--inputs", inputs)
        output = run.stdout + run.stderr
        show(output, sys.maxsize)
        if outcome not in output or run.returncode == 2:
            found.append(f"maul run {program} --inputs {inputs}: expected '{outcome}'")
    return found


def main() -> int:
    """Go through all programs in alphabetical order."""
    found = []
    programs = sorted(Path(__file__).parent.glob("*.c"))
    for path in programs:
        text = path.read_text(encoding="utf-8")
        print(f"\n{'-' * 80}\n{path.name}: {text.splitlines()[0].removeprefix('// ')}")
        found += surprises(path.relative_to(ROOT).as_posix(), text)
    print()
    sys.stdout.flush()
    for surprise in found:
        print(f"demo: {surprise}", file=sys.stderr)
    if not found:
        print(f"demo: {len(programs)} programs did as they say")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
