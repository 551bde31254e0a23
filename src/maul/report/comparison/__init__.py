"""What many configurations say of one program.

Comes in: results as they come. Goes out: a table, on a terminal a live one; JSON and CSV.
"""

from maul.report.comparison.live import LiveTable
from maul.report.comparison.table import (
    Board,
    ComparedLine,
    agreement,
    agreement_line,
    as_csv,
    as_json,
    as_text,
)

__all__ = [
    "Board",
    "ComparedLine",
    "LiveTable",
    "agreement",
    "agreement_line",
    "as_csv",
    "as_json",
    "as_text",
]
