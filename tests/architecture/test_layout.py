"""Rooms have doors, modules one name, and files a size that can be read."""

from __future__ import annotations

import pytest

from tests.architecture import rooms
from tests.architecture.tree import SOURCE, source_files
from tests.paths import ROOT

pytestmark = pytest.mark.smoke

HARD_LIMIT = 600
LARGEST_ROOM = 20


def test_no_source_file_is_longer_than_the_hard_limit() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in source_files()}

    assert {} == {path.name: lines for path, lines in lengths.items() if lines > HARD_LIMIT}


def test_every_room_says_on_its_door_what_it_is() -> None:
    assert [] == rooms.rooms_without_docstring()


def test_no_room_is_a_hall() -> None:
    sizes = {room: len(modules) for room, modules in rooms.rooms().items()}

    assert {} == {room: size for room, size in sizes.items() if size > LARGEST_ROOM}


def test_no_class_name_is_defined_twice() -> None:
    assert {} == rooms.names_defined_twice()


def test_no_module_is_named_twice() -> None:
    assert [] == rooms.modules_named_twice()


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert [] == rooms.cycles()


def test_the_search_for_cycles_finds_one(monkeypatch: pytest.MonkeyPatch) -> None:
    circle = {"maul.run": frozenset(("maul.node",)), "maul.node": frozenset(("maul.run",))}
    monkeypatch.setattr(rooms, "imports", lambda: circle)

    assert [["maul.node", "maul.run"]] == rooms.cycles()


def test_every_test_folder_mirrors_a_package_or_has_a_known_purpose() -> None:
    known = {"architecture", "attacks", "laws", "programs", "tools", "__pycache__"}
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir()}
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}

    assert set() == folders - packages - known
