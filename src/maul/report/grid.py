"""Tables of text cells, as text for people, as Markdown and as CSV.

Comes in: a grid of cells with a head, cut into parts. Goes out: text that ends in a newline. What
the cells mean is known to whoever made the grid.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from maul.node import value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GAP = "  "
NUMERIC = "0123456789-"  # how cells begin that stand to the right


@value
class Grid:
    """The names of the columns, for each the group that it belongs to ("" for none; equal
    neighbours are one group), and lines of cells, in parts that are told apart by a rule."""

    groups: tuple[str, ...]
    head: tuple[str, ...]
    parts: tuple[tuple[tuple[str, ...], ...], ...]


def ungrouped(head: Sequence[str], *parts: Iterable[tuple[str, ...]]) -> Grid:
    """A grid whose columns have no groups."""
    return Grid(("",) * len(head), tuple(head), tuple(tuple(part) for part in parts))


def text(grid: Grid) -> str:
    """Columns under each other: words to the left, numbers to the right."""
    body = [line for part in grid.parts for line in part]
    columns = range(len(grid.head))
    widths = [max(len(line[column]) for line in [grid.head, *body]) for column in columns]
    _make_room(widths, grid.groups)
    sides = [
        ">" if all(line[column][:1] in NUMERIC for line in body) else "<" for column in columns
    ]
    rule = "-" * (sum(widths) + len(GAP) * (len(widths) - 1))
    told = [_group_line(widths, grid.groups)] if any(grid.groups) else []
    formats = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    told.append(_line(grid.head, formats))
    for part in grid.parts:
        if part:
            told += [rule, *(_line(line, formats) for line in part)]
    return "".join(f"{line.rstrip()}\n" for line in told)


def markdown(grid: Grid) -> str:
    """A table of Markdown; a column is named with its group, since there is one head only."""
    lines = [_full_head(grid), tuple("---" if not i else "---:" for i in range(len(grid.head)))]
    lines += [line for part in grid.parts for line in part]
    return "".join(f"| {' | '.join(map(_escaped, line))} |\n" for line in lines)


def csv(grid: Grid) -> str:
    """Comma-separated values with one head line."""
    import csv as library  # noqa: PLC0415 - only when it is asked for
    import io  # noqa: PLC0415

    written = io.StringIO()
    writer = library.writer(written, lineterminator="\n")
    writer.writerow(_full_head(grid))
    for part in grid.parts:
        writer.writerows(part)
    return written.getvalue()


def _full_head(grid: Grid) -> tuple[str, ...]:
    return tuple(
        f"{group} {name}" if group else name
        for group, name in zip(grid.groups, grid.head, strict=True)
    )


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")


def _line(cells: Sequence[str], formats: Sequence[str]) -> str:
    return GAP.join(format(cell, how) for cell, how in zip(cells, formats, strict=True))


def _spans(groups: Sequence[str]) -> list[tuple[str, range]]:
    """The groups with their columns."""
    return [
        (name, range(columns[0], columns[-1] + 1))
        for name, each in groupby(range(len(groups)), key=lambda column: groups[column])
        for columns in [list(each)]
    ]


def _make_room(widths: list[int], groups: Sequence[str]) -> None:
    """Widen the last column of each group whose name needs more room than its columns take."""
    for name, columns in _spans(groups):
        taken = sum(widths[column] for column in columns) + len(GAP) * (len(columns) - 1)
        widths[columns[-1]] += max(0, len(name) - taken)


def _group_line(widths: Sequence[int], groups: Sequence[str]) -> str:
    told = []
    for name, columns in _spans(groups):
        room = sum(widths[column] for column in columns) + len(GAP) * (len(columns) - 1)
        told.append(f"{name:^{room}}")
    return GAP.join(told)
