"""Where cursors stand: spans for the tree, and the text where libclang tells too little.

Comes in: cursors of one translation unit. Goes out: ``Span`` of the place in the parsed file, for
what a macro made the place where the macro is used; and the text from there on.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from maul.c import clang
from maul.c.preprocess import lines_of
from maul.c.source import LineMarkers, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.c.clang import Cursor, TranslationUnit
    from maul.c.preprocess import Source
    from maul.c.source import ExpandedLines

_LONGEST = 1 << 16  # bytes of text that one construct may take


class CursorPlaces:
    """The places of one translation unit; ``last`` is where the last statement or call stood."""

    def __init__(self, unit: TranslationUnit, source: Source) -> None:
        self.last = Span(unit.path, 1, 1, unit.path, 1)
        self._source = source
        self._unit = unit
        self._files: dict[int, _File] = {}

    def span(self, cursor: Cursor) -> Span:
        """The first character of ``cursor``; what clang added itself stands where the last was."""
        handle, offset = clang.offset(clang.location(cursor))
        if handle is None:
            return self.last
        file = self._file(cursor, handle)
        line = bisect_right(file.starts, offset)
        self.last = span = file.markers.span(line, offset - file.starts[line - 1] + 1)
        return span

    def mentions(self, word: bytes) -> bool:
        """Whether a word is in the text at all."""
        return word in self._source.text or self._source.form == "raw"

    def has_one_of(self, cursor: Cursor, offsets: Iterable[int]) -> bool:
        """Whether ``cursor`` reaches over one of these places in the text; where the parser still
        has to preprocess that, nothing is known.
        """
        reach = clang.extent(cursor)
        _, start = clang.offset(clang.range_start(reach))
        _, end = clang.offset(clang.range_end(reach))
        return self._source.form == "raw" or any(start <= offset < end for offset in offsets)

    def span_at(self, offset: int) -> Span:
        """The place of an offset in the text."""
        before = self._source.text[:offset]
        return lines_of(self._source).span(before.count(b"\n") + 1, offset - before.rfind(b"\n"))

    def text(self, cursor: Cursor) -> str:
        """The text from the first character of ``cursor`` on, with macros as they are written."""
        handle, offset = clang.offset(clang.range_start(clang.extent(cursor)))
        if handle is None:
            return ""
        text = self._file(cursor, handle).text
        return text[offset : offset + _LONGEST].decode("utf-8", "surrogateescape")

    def _file(self, cursor: Cursor, handle: int) -> _File:
        found = self._files.get(handle)
        if found is None:
            name = self._unit.file_name(handle)
            if name == self._source.path:
                found = _File(self._source.text, lines_of(self._source))
            else:
                text = clang.file_text(cursor.unit, handle)
                found = _File(text, LineMarkers(name, text))
            self._files[handle] = found
        return found


class _File:
    """One file: its text, where its lines start, and its line markers."""

    def __init__(self, text: bytes, markers: LineMarkers | ExpandedLines) -> None:
        self.text = text
        self.markers = markers
        self.starts = [0, *(match.end() for match in re.finditer(rb"\n", text))]
