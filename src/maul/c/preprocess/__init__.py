"""What is read is what gcc reads: a C file to text in which no macro is left.

Comes in: a file and a data model. Goes out: its text with the lines of the user's files.
"""

from maul.c.preprocess.sources import Source, lines_of, read_source, read_sources

__all__ = ["Source", "lines_of", "read_source", "read_sources"]
