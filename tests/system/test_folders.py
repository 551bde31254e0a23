"""Temporary folders: private, where the user wants them, and gone afterwards."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from maul.system.folders import new_path, remove_folder, save, temporary_folder


def test_a_folder_lies_where_the_user_wants_it_and_is_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with temporary_folder() as name:
        folder = Path(name)
        (folder / "file").write_text("text")

        assert tmp_path == folder.parent
        assert 0o700 == stat.S_IMODE(folder.stat().st_mode)
    assert [] == list(tmp_path.iterdir())


def test_a_folder_is_gone_after_an_interrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(KeyboardInterrupt), temporary_folder():
        raise KeyboardInterrupt

    assert [] == list(tmp_path.iterdir())


def test_a_variable_that_names_no_folder_is_not_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", "/no/such/folder")

    assert not new_path().startswith("/no/such/folder")


def test_the_current_folder_is_no_place_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("maul.system.folders.CUSTOMARY", ())
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)

    with pytest.raises(OSError, match="no folder for temporary files"), temporary_folder():
        pass


def test_a_removed_folder_may_be_deep_and_unreadable_and_have_links(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("text")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(outside)
    (folder / "closed").mkdir()
    (folder / "closed" / "link").symlink_to(outside)
    (folder / "closed").chmod(0o000)
    here = os.open(folder, os.O_RDONLY)
    for _ in range(3000):  # longer than any path may be
        os.mkdir("inner", dir_fd=here)
        inner = os.open("inner", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)

    remove_folder(str(folder))

    assert not folder.exists()
    assert (outside / "kept").exists()


def test_removing_what_is_not_there_is_no_error(tmp_path: Path) -> None:
    remove_folder(str(tmp_path / "nothing"))


def test_what_is_saved_replaces_a_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "kept"
    kept.write_text("kept")
    (tmp_path / "link").symlink_to(kept)
    (tmp_path / "nowhere").symlink_to(tmp_path / "made")
    os.mkfifo("pipe")
    os.mkdir("folder")
    with open(os.open("pipe", os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        for name in ("link", "nowhere", "pipe", "folder"):
            with pytest.raises(OSError, match=r"."):
                save(name, "text")
        assert b"" == reader.read()
    save("new", "a long text")
    save("new", "text \udcff")

    assert "kept" == kept.read_text()
    assert not (tmp_path / "made").exists()
    assert "text \\udcff" == (tmp_path / "new").read_text()
