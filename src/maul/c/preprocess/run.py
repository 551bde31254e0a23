"""Running the preprocessor of gcc on a file that may be malicious: in the cage, within limits."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from maul.c.source import LARGEST
from maul.errors import BadInput, Failed
from maul.system.cage import CageLimits, NoCage, Walls, run_caged

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS = 10.0
_ERROR = re.compile(r"^(.+?:[0-9]+:[0-9]+: |.*?)(?:fatal )?error: (.*)$", re.MULTILINE)
_MISSING = re.compile(r"(.+): No such file or directory")


def run_preprocessor(
    command: Sequence[str], folder: str, readable: Sequence[str], execute: str
) -> bytes | None:
    """The text that the command makes, in a folder of its own; ``BadInput`` with its complaint,
    ``Failed`` when somebody ended it before it had one.

    It may read what is ``readable`` and the system's headers. None when there is no cage.
    """
    path = os.path.join(folder, "expanded.i")
    walls = Walls.NONE if execute == "uncaged" else Walls.COMPILER
    try:
        ended = run_caged([*command, "-o", path], folder, walls, CageLimits(SECONDS), readable)
    except NoCage:
        return None
    if ended.status is None:
        raise BadInput(f"preprocessing takes too much {ended.limit}")
    if ended.status and (ended.status < 0 or _is_cut_short(ended.messages)):
        raise Failed("the preprocessor was ended by another process, or has a bug")
    if ended.status:
        raise BadInput(_first_error(ended.messages))
    with open(path, "rb") as file:
        text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise BadInput("the preprocessed text is too long")
    return text


def _is_cut_short(messages: str) -> bool:
    """Whether gcc, or a program that it started, ended without a complaint of its own."""
    return not messages.strip() or "signal terminated program" in messages


def _first_error(messages: str) -> str:
    """What gcc complained about first, in a line, and where."""
    if (error := _ERROR.search(messages)) is None:
        return messages.strip().partition("\n")[0]
    place = error[1] if error[1].endswith(": ") and error[1][-3].isdigit() else ""
    missing = _MISSING.fullmatch(error[2])
    return place + (f"'{missing[1]}' file not found" if missing else error[2])
