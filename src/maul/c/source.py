"""Where in the source text something stands.

A position has two names: the line of the file that was parsed (``file``, ``line``) and, when
that file was preprocessed before and carries ``# n "file"`` markers, the line of the original
(``presumed_file``, ``presumed_line``). Messages show the first; witnesses and reports may want
the second. In text that maul had preprocessed, the first is found through the markers of that
text.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from maul.node import node

LARGEST = 64 << 20  # bytes of text
_MARKER = re.compile(
    rb'^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:\\.|[^"\\\n])*)")?', re.MULTILINE
)


@node
class Span:
    """The first character of a construct."""

    file: str
    line: int
    column: int
    presumed_file: str
    presumed_line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("<maul>", 0, 0, "<maul>", 0)


class LineMarkers:
    """The ``# n "file"`` and ``#line n "file"`` markers of one text, by physical line."""

    def __init__(self, file: str, text: bytes) -> None:
        self.file = file
        self._lines: list[int] = []
        self._origins: list[tuple[str, int]] = []
        line, at, name = 1, 0, file
        for marker in _MARKER.finditer(text):
            line += text.count(b"\n", at, marker.start())
            at = marker.start()
            if marker[2] is not None:
                name = unescaped(marker[2]).decode("utf-8", "surrogateescape")
            self._lines.append(line)
            self._origins.append((name, int(marker[1]) - line - 1))

    def span(self, line: int, column: int) -> Span:
        """The span of a physical position, with its presumed name."""
        index = bisect_right(self._lines, line) - 1
        if index < 0:
            return Span(self.file, line, column, self.file, line)
        name, shift = self._origins[index]
        return Span(self.file, line, column, name, line + shift)


class ExpandedLines:
    """Positions in text that gcc made of a file, as positions in the files it came from."""

    def __init__(self, file: str, text: bytes, written: bytes) -> None:
        self._file = file
        self._markers = LineMarkers(file, text)
        self._own = LineMarkers(file, written)
        self._lines = text.split(b"\n")
        self._written = written.split(b"\n")

    def span(self, line: int, column: int) -> Span:
        """Where the character came from; the column is that of the same token, if it is there."""
        found = self._markers.span(line, column)
        name, at = found.presumed_file, found.presumed_line
        if name != self._file or not 0 < at <= len(self._written):
            return Span(name, at, column, name, at)
        return self._own.span(at, _column(self._lines[line - 1], column, self._written[at - 1]))


_TOKEN = re.compile(rb"\w+|\W")
_FAR = 2000  # columns: tokens further away are not looked for


def _column(line: bytes, column: int, written: bytes) -> int:
    """Where a token of a line is in the line as it was written; else where that begins."""
    if line.rstrip() == written.rstrip():
        return column
    start = len(written) - len(written.lstrip()) + 1
    token = _TOKEN.match(line, column - 1)
    if token is None or column > _FAR or len(written) > _FAR:
        return start
    before = sum(other[0] == token[0] for other in _TOKEN.finditer(line, 0, column - 1))
    same = [found for found in _TOKEN.finditer(written) if found[0] == token[0]]
    return same[before].start() + 1 if before < len(same) else start


_ESCAPE = re.compile(rb'\\([0-7]{1,3}|["\\])')


def unescaped(name: bytes) -> bytes:
    """The name of a file from a line marker."""
    if b"\\" not in name:
        return name
    return _ESCAPE.sub(lambda m: bytes([int(m[1], 8) & 255]) if m[1].isdigit() else m[1], name)


def escaped(name: bytes) -> bytes:
    """The name of a file for a line marker."""
    return re.sub(rb'[\x00-\x1f"\\]', lambda m: b"\\%03o" % ord(m[0]), name)
