"""Temporary folders that are gone when the work in them is done, however that ends.

Comes in: nothing, or a folder to remove. Goes out: the path of a new folder that only this user can
enter. A verification has one folder of its own, made and removed by the process that guards it;
``TMPDIR`` names it there, so whatever is made during the work lies inside and disappears with it,
also when the process that made it was killed. Elsewhere a folder lies where the user's temporary
files lie and is removed by the process that made it. What is to stay, as the traceback of a bug, is
saved where the user is, without trusting what is there already.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PREFIX = "maul-"
VARIABLES = ("TMPDIR", "TEMP", "TMP")
CUSTOMARY = ("/tmp", "/var/tmp", "/usr/tmp")  # noqa: S108 - where the user's variables say nothing
PRIVATE = 0o700


@contextlib.contextmanager
def temporary_folder() -> Iterator[str]:
    """A new folder, removed with all that is in it at the end; ``OSError`` where none can be."""
    path = new_path()
    os.mkdir(path, PRIVATE)
    try:
        yield path
    finally:
        remove_folder(path)


def new_path() -> str:
    """A path for a temporary folder that nobody else can have thought of; ``OSError`` where there
    is no place for one."""
    return os.path.join(_place(), PREFIX + os.urandom(8).hex())


def _place() -> str:
    """The folder for temporary files: the user's choice first. The current folder is none."""
    chosen = [os.environ[name] for name in VARIABLES if os.environ.get(name)]
    for folder in map(os.path.abspath, (*chosen, *CUSTOMARY)):
        if os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK):
            return folder
    raise FileNotFoundError("there is no folder for temporary files")


def save(path: str, text: str) -> None:
    """Write a file that nobody asked for by its name: it may be anything that somebody has put
    there, and only a file is written to. No link is followed."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with open(
        os.open(path, flags, 0o666), "w", encoding="utf-8", errors="backslashreplace"
    ) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EEXIST, "there is something else")
        file.truncate()
        file.write(text)


def remove_folder(path: str) -> None:
    """Remove a folder and all that is in it, as far as the system lets us: however deep it is,
    whatever permissions its folders have. No link is followed, and all is well without it."""
    with contextlib.suppress(OSError):
        # What lies deep is moved up: no path grows long, and nothing recurs.
        while folders := _clear(path):
            for folder in folders:
                for inner in _clear(folder):
                    os.rename(inner, os.path.join(path, os.urandom(8).hex()))
                os.rmdir(folder)
        os.rmdir(path)


def _clear(folder: str) -> list[str]:
    """Remove the files of a folder; the folders that are in it."""
    os.chmod(folder, PRIVATE)
    with os.scandir(folder) as entries:
        found = [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for path, is_folder in found:
        if not is_folder:
            os.unlink(path)
    return [path for path, is_folder in found if is_folder]
