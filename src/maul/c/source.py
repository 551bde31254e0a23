"""Where in the source text something stands.

A position has two names: the line of the file that was parsed (``file``, ``line``) and, when
that file was preprocessed before and carries ``# n "file"`` markers, the line of the original
(``presumed_file``, ``presumed_line``). Messages show the first; witnesses and reports may want
the second.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from maul.node import node

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
                name = marker[2].decode("utf-8", "surrogateescape").replace('\\"', '"')
            self._lines.append(line)
            self._origins.append((name, int(marker[1]) - line - 1))

    def span(self, line: int, column: int) -> Span:
        """The span of a physical position, with its presumed name."""
        index = bisect_right(self._lines, line) - 1
        if index < 0:
            return Span(self.file, line, column, self.file, line)
        name, shift = self._origins[index]
        return Span(self.file, line, column, name, line + shift)
