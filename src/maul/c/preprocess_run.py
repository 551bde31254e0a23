"""Running the preprocessor of gcc on a file that may be malicious: in the cage, within limits."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from maul.cage.caged import Bounds, NoCage, Walls, run_caged
from maul.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS = 10.0
LARGEST = 64 << 20  # bytes of text


def run_preprocessor(
    command: Sequence[str], folder: str, readable: Sequence[str], execute: str
) -> bytes | None:
    """The text that the command makes, in a folder of its own; ``BadInput`` with its complaint.

    It may read what is ``readable`` and the system's headers. None when there is no cage.
    """
    path = os.path.join(folder, "expanded.i")
    walls = Walls.NONE if execute == "uncaged" else Walls.COMPILER
    try:
        ended = run_caged([*command, "-o", path], folder, walls, Bounds(SECONDS), readable)
    except NoCage:
        return None
    if ended.status is None:
        raise BadInput(f"preprocessing takes too much {ended.limit}")
    if ended.status:
        raise BadInput(_first_error(ended.messages))
    with open(path, "rb") as file:
        text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise BadInput("the preprocessed text is too long")
    return text


def _first_error(messages: str) -> str:
    """What gcc complained about first, in a line."""
    for line in messages.splitlines():
        if "error:" in line:
            return line.partition("error: ")[2]
    return messages.strip().partition("\n")[0] or "nothing"
