"""A comparison on a terminal: a table that is written again and again while the work goes on.

Comes in: what configurations tell. Goes out: the table, through ``rich``, which is imported here so
that nobody waits for it who does not look. It has no thread of its own: who compares also forks.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from maul.report.comparison.table import HEAD, WAITING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from maul.report.comparison.table import Board

PERIOD = 0.1  # seconds between two tables
STYLES = {"TRUE": "green", "FALSE": "red", "UNKNOWN": "yellow", "ERROR": "bold red", WAITING: "dim"}
WORDS = ("configuration", "verdict", "reason")  # columns that stand to the left


class LiveTable:
    """The table of a board: ``with`` it, there is a function that writes it again. The last table
    stays on the terminal."""

    def __init__(self, board: Board, console: Console | None = None) -> None:
        self._board = board
        self._next = 0.0
        self._live = Live(
            console=Console() if console is None else console,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def __enter__(self) -> Callable[[], None]:
        self._live.start()
        self._write()
        return self.look

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._write()
        self._live.stop()

    def look(self) -> None:
        """Write the table again, not too often."""
        if time.monotonic() >= self._next:
            self._write()

    def _write(self) -> None:
        self._next = time.monotonic() + PERIOD
        self._live.update(self.table(), refresh=True)

    def table(self) -> Table:
        """The table as it is now."""
        made = Table(box=None, pad_edge=False, header_style="bold")
        for name in HEAD:
            made.add_column(name, justify="left" if name in WORDS else "right", overflow="fold")
        for name, verdict, *rest in self._board.rows():
            style = STYLES.get(verdict.partition("(")[0], "cyan")
            made.add_row(Text(name), Text(verdict, style=style), *map(Text, rest))
        return made
