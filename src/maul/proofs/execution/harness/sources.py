"""The files of a program for the compiler: exactly the text that was verified."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from maul.c.preprocess import read_sources
from maul.proofs.execution.harness.text import Unwritable

if TYPE_CHECKING:
    from maul.proofs.subject import Task


def write_sources(wanted: Task, folder: str) -> list[str]:
    """Write the preprocessed text of each file into a folder; the compiler's arguments for them.

    ``Unwritable`` when the parser had to preprocess a file itself: the compiler could read another
    program.
    """
    arguments = ["-x", "cpp-output"]
    sources = wanted.sources or read_sources(
        wanted.files, wanted.model, wanted.includes, wanted.execute
    )
    for number, source in enumerate(sources):
        if source.form == "raw":
            raise Unwritable("gcc did not preprocess it")
        path = os.path.join(folder, f"program-{number}.i")
        with open(path, "wb") as file:
            file.write(source.text)
        arguments.append(path)
    return arguments
