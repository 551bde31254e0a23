"""Tables of cells as text, Markdown and CSV."""

import csv as library

from hypothesis import given
from hypothesis import strategies as st

from maul.report.grid import Grid, csv, markdown, text, ungrouped

CELLS = st.text(alphabet="ab1- |,\"'\n", max_size=5)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=5))
def test_what_is_written_as_csv_is_read_again(lines: list[tuple[str, str, str]]) -> None:
    written = csv(ungrouped(("a", "b", "c"), lines))
    read = list(library.reader(written.splitlines(keepends=True)))

    assert [["a", "b", "c"], *map(list, lines)] == read


def test_words_stand_to_the_left_and_numbers_to_the_right() -> None:
    grid = ungrouped(("who", "said", "time"), [("impact", "TRUE", "12"), ("bmc", "UNKNOWN", "3")])

    assert text(grid) == (
        "who     said     time\n"
        "---------------------\n"
        "impact  TRUE       12\n"
        "bmc     UNKNOWN     3\n"
    )


def test_a_group_stands_over_the_middle_of_its_columns() -> None:
    grid = Grid(("", "left", "left", "right"), ("", "a", "b", "c"), ((("x", "1", "2", "3"),),))

    assert text(grid) == "   left  right\n   a  b      c\n--------------\nx  1  2      3\n"


def test_every_part_has_a_rule_above_it_and_an_empty_one_has_none() -> None:
    grid = ungrouped(("n",), [("1",)], [], [("2",), ("3",)])

    assert text(grid) == "n\n-\n1\n-\n2\n3\n"


def test_markdown_names_a_column_with_its_group_and_escapes_bars() -> None:
    grid = Grid(("", "left"), ("", "a"), ((("x|y", "1"),),))

    assert markdown(grid) == "|  | left a |\n| --- | ---: |\n| x\\|y | 1 |\n"
