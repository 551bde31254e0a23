"""The folder listing is the pipeline, and docs/ARCHITECTURE.md tells it as it is."""

from __future__ import annotations

import re

import pytest

from tests.architecture.tree import ROOT, SOURCE, source_files

pytestmark = pytest.mark.smoke

HARD_LIMIT = 600
ARCHITECTURE = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")


def first_cells(section: str) -> list[str]:
    """The code-quoted names in the first column of the table below a heading."""
    body = ARCHITECTURE.split(f"## {section}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `([^`]+)` \|", body, re.MULTILINE)


def test_the_package_table_lists_the_packages_in_the_order_the_data_travels() -> None:
    packages = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))

    assert packages == [name.rstrip("/") for name in first_cells("Packages")]


def test_the_module_table_lists_every_module() -> None:
    modules = {
        path.relative_to(SOURCE).as_posix()
        for path in source_files()
        if path.name != "__init__.py" or path.parent == SOURCE
    }
    listed = first_cells("Modules")

    assert [] == sorted(modules - set(listed)), "modules that docs/ARCHITECTURE.md does not name"
    assert [] == sorted(set(listed) - modules), "docs/ARCHITECTURE.md names modules that are gone"
    assert len(set(listed)) == len(listed), "a module is listed twice"


def test_no_source_file_is_longer_than_the_hard_limit() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in source_files()}

    assert {} == {path.name: lines for path, lines in lengths.items() if lines > HARD_LIMIT}


def test_package_init_files_are_empty_but_for_their_docstring() -> None:
    for path in SOURCE.glob("*/__init__.py"):
        code = re.sub(r'\A\s*"""[^"]*"""', "", path.read_text(encoding="utf-8"))

        assert "" == code.strip(), f"{path.relative_to(ROOT)} holds code"


def test_every_test_folder_mirrors_a_package_or_has_a_known_purpose() -> None:
    known = {"architecture", "attacks", "differential", "laws", "programs", "__pycache__"}
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir()}
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}

    assert set() == folders - packages - known
