"""Where cursors stand: spans for the tree, and the text where libclang tells too little.

Comes in: cursors of one translation unit. Goes out: ``Span`` of the place in the parsed file, for
what a macro made the place where the macro is used; and the text from there on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import clang
from maul.c.source import LineMarkers, Span

if TYPE_CHECKING:
    from maul.c.clang import Cursor, TranslationUnit

_LONGEST = 1 << 16  # bytes of text that one construct may take


class Places:
    """The places of one translation unit; ``last`` is where the last statement or call stood."""

    def __init__(self, unit: TranslationUnit) -> None:
        self.last = Span(unit.path, 1, 1, unit.path, 1)
        self._unit = unit
        self._markers: dict[int | None, LineMarkers] = {}
        self._texts: dict[int, bytes] = {}

    def span(self, cursor: Cursor) -> Span:
        """The first character of ``cursor``; what clang added itself stands where the last was."""
        handle, line, column, _ = clang.place(clang.location(cursor))
        if line == 0:
            return self.last
        markers = self._markers.get(handle)
        if markers is None:
            text = clang.file_text(cursor.unit, handle)
            markers = self._markers[handle] = LineMarkers(self._unit.file_name(handle), text)
        self.last = span = markers.span(line, column)
        return span

    def text(self, cursor: Cursor) -> str:
        """The text from the first character of ``cursor`` on, with macros as they are written."""
        handle, _, _, offset = clang.place(clang.range_start(clang.extent(cursor)))
        if handle is None:
            return ""
        whole = self._texts.get(handle)
        if whole is None:
            whole = self._texts[handle] = clang.file_text(cursor.unit, handle)
        return whole[offset : offset + _LONGEST].decode("utf-8", "surrogateescape")
