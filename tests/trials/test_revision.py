"""The revision of the code that runs."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from maul.trials.revision import CHANGED, described, revision

if TYPE_CHECKING:
    from pathlib import Path


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org")
    subprocess.run(("git", "-C", str(folder), *who, *arguments), check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_only_changes_of_the_code_make_another_revision(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert "" == described(tmp_path, "src")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("1\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "Code")
    first = described(tmp_path, "src")
    (tmp_path / "page.md").write_text("A page\n")
    (tmp_path / "src" / "trials").mkdir()
    (tmp_path / "src" / "trials" / "table.py").write_text("1\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "Page")

    assert len(first) >= 7
    assert first == described(tmp_path, "src")
    (tmp_path / "src" / "a.py").write_text("2\n")
    assert first + CHANGED == described(tmp_path, "src")
    git(tmp_path, "commit", "-q", "-a", "-m", "More code")
    assert first != described(tmp_path, "src").removesuffix(CHANGED)


def test_there_is_always_a_revision() -> None:
    assert revision()
    assert revision() == revision()
