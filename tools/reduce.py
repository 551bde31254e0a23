"""Making a program on which two executions differ smaller, line by line, without losing the point.

A smaller program counts only while gcc accepts it, its sanitizers find nothing undefined, and the
interpreter still disagrees in the same way.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.observe import SANITIZERS, Observation, Toolchain, interpreted

# What leaving out lines may bring in: undefined values, which optimisation shows too.
STRICT = ("-O2", "-Werror=return-type", "-Werror=uninitialized", "-Werror=implicit")


def reduced(text: str, inputs: Sequence[int], model: str, got: Observation) -> str:
    """The smallest program found that shows the same kind of disagreement."""
    with tempfile.TemporaryDirectory(prefix="reduce-") as name:
        folder = Path(name)
        toolchain = Toolchain(model, folder)
        kind = _kind(got)

        def differs(lines: list[str]) -> bool:
            source = folder / "small.c"
            source.write_text("\n".join(lines) + "\n", encoding="ascii")
            seen = interpreted(source, inputs, model)
            if _kind(seen) != kind:
                return False
            expected = toolchain.observe(source, inputs)
            if expected == seen or not expected.ending.startswith("exit"):
                return False
            if expected != toolchain.observe(source, inputs, STRICT):
                return False
            return toolchain.observe(source, inputs, SANITIZERS) == expected

        lines = _split(text.splitlines())
        while True:
            smaller = _one_pass(lines, differs)
            if smaller == lines:
                return "\n".join(lines) + "\n"
            lines = smaller


def _kind(seen: Observation) -> str:
    """What must stay the same: the sort of ending, without places and numbers."""
    words = seen.ending.split(" at ")[0].split()
    return "exit" if words[0] == "exit" else " ".join(words[:4])


def _split(lines: list[str]) -> list[str]:
    """One statement a line where that is easy to see: sequences of calls on one line."""
    out: list[str] = []
    for line in lines:
        if line.count("; ") > 1 and "for (" not in line and "{" not in line and '"' not in line:
            parts = line.split("; ")
            out += [part + ";" for part in parts[:-1]] + [parts[-1]]
        else:
            out.append(line)
    return out


def _one_pass(lines: list[str], differs: Callable[[list[str]], bool]) -> list[str]:
    """Try to leave out every chunk, large ones first."""
    size = max(len(lines) // 2, 1)
    while size:
        start = 0
        while start < len(lines):
            shorter = lines[:start] + lines[start + size :]
            if _balanced(lines[start : start + size]) and differs(shorter):
                lines = shorter
            else:
                start += size if size > 8 else 1
        size //= 2
    return lines


def _balanced(lines: list[str]) -> bool:
    """Whether braces open and close within the lines: otherwise leaving them out cannot compile."""
    text = "\n".join(lines)
    return text.count("{") == text.count("}")
