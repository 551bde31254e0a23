"""What no file of the repository may contain."""

from __future__ import annotations

import re

import pytest

from tests.architecture.tree import repository_texts

pytestmark = pytest.mark.smoke

MACHINE_PATH = re.compile(r"(?<![\w.~$)}-])/(?:work|tmp|home|root|Users|opt|mnt)/\w")
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
MERGE_MARKER = re.compile(r"^(?:<{7} |>{7} |={7}$)", re.MULTILINE)


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Every line of the repository in which the pattern occurs, with its place."""
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in repository_texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_file_names_a_path_of_somebody_s_machine() -> None:
    assert [] == lines_with(MACHINE_PATH)


def test_nothing_is_left_for_later_in_a_comment() -> None:
    assert [] == lines_with(UNFINISHED)


def test_no_file_holds_a_merge_marker() -> None:
    assert [] == lines_with(MERGE_MARKER)


def test_text_files_end_in_one_newline_and_have_no_trailing_blanks() -> None:
    texts = [
        (name, text)
        for name, text in repository_texts()
        if name.endswith((".py", ".md", ".toml", ".yaml", "Makefile", ".ci/run"))
    ]
    untidy = [
        name
        for name, text in texts
        if text
        and (not text.endswith("\n") or text.endswith("\n\n") or re.search(r"[ \t]\n", text))
    ]

    assert [] == untidy
