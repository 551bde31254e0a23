"""A report with colours, for terminals: the same text, nothing added and nothing left out.

The last line, ``RESULT: ...``, has none: scripts look for it, also those that are a terminal.

Comes in: the lines of a report. Goes out: text with the terminal's codes. ``rich`` knows what the
terminal is able to show and whether the user wants no colours; printing is left to the command
line, which knows what to do when a reader has gone.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

STYLES = {"TRUE": "bold green", "FALSE": "bold red", "UNKNOWN": "bold yellow"}
# What a line begins with, and how the groups of the expression look.
LOOKS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"(invariant at [^:]*:[\d:]*: )(.*)"), ("dim", "cyan")),
    (re.compile(r"(inputs|path)$"), ("bold",)),
    (re.compile(r"(  +\S+:\d+  )(.*?)(  +\S.*|)$"), ("dim", "", "cyan")),
    (re.compile(r"(violated: )(.*)"), ("red", "bold")),
    (re.compile(r"(assumed: )(.*)"), ("yellow", "")),
)


def coloured(lines: Sequence[str], console: Console | None = None) -> str:
    """The lines with colours, as one text; the last one has no end of line."""
    console = console or Console(file=io.StringIO(), force_terminal=True, highlight=False)
    with console.capture() as captured:
        for line in lines:
            console.print(_styled(line), soft_wrap=True, highlight=False)
    return captured.get().removesuffix("\n")


def verdict_style(word: str) -> str:
    """How a verdict looks."""
    return STYLES.get(word, "")


def _styled(line: str) -> Text:
    """One line with its colours."""
    found = re.match(r"(TRUE|FALSE|UNKNOWN)\b", line)
    if found is not None:
        text = Text(line)
        text.stylize(verdict_style(found[1]), *found.span(1))
        return text
    for pattern, styles in LOOKS:
        found = pattern.match(line)
        if found is not None:
            text = Text(line)
            for number, style in enumerate(styles, 1):
                text.stylize(style, *found.span(number))
            return text
    return Text(line)
