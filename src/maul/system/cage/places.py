"""What of the file system a caged command may use.

Comes in: what the command is and where it works. Goes out: paths, each with the use that may be
made of it: ``read``, ``execute`` (and read) or ``write`` (and read). What is not there is skipped
by whoever enters the cage. Files can be looked at (names, sizes, times) everywhere: Landlock does
not prevent that.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Place = tuple[str, str]

_LIBRARIES = (
    *("/lib", "/lib32", "/lib64", "/libx32"),
    *("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib"),
    *("/nix/store", "/gnu/store", "/etc/ld.so.cache"),
)
_LOADERS = ("/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
_TOOLS = ("/bin", "/usr/bin", "/usr/local/bin", "/usr/libexec", "/usr/lib", "/usr/lib64")
_HEADERS = ("/usr/include", "/usr/local/include")
_OF_A_PREFIX = ("bin", "include", "lib", "lib32", "lib64", "libexec")
NOTHING = "/dev/null"
OF_SANITIZERS = [("/proc/self", "read")]
"""What a program may read besides to report its faults: where its own parts lie in memory."""


def of_compiler(compiler: str, folder: str, readable: Sequence[str]) -> list[Place]:
    """The system's compilers, libraries and headers, the compiler's own when it is installed
    elsewhere, what the program consists of, and the folder that everything is written to."""
    places = [(path, "execute") for path in (*_LIBRARIES, *_TOOLS, *_own(compiler))]
    places += [(os.path.abspath(path), "read") for path in (*_HEADERS, *readable)]
    return [*places, (folder, "write"), (NOTHING, "write")]


def of_program(program: str) -> list[Place]:
    """The program and the libraries it is linked with; of all of them only the program and the
    loader can be executed, and nothing can be written."""
    places = [(path, "read") for path in _LIBRARIES]
    places += [(path, "execute") for path in _loaders()]
    return [*places, (program, "execute"), (NOTHING, "read")]


def _loaders() -> Iterator[str]:
    """The dynamic loaders that are installed: a program is executed by one of them."""
    for folder in _LOADERS[:4]:
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        yield from (os.path.join(folder, name) for name in names if name.startswith("ld-"))


def _own(compiler: str) -> Iterator[str]:
    """Where a compiler keeps its parts, when it was installed in a place of its own: beside the
    folder that it is in."""
    found = shutil.which(compiler) or compiler
    for path in {os.path.abspath(found), os.path.realpath(found)}:
        prefix = os.path.dirname(os.path.dirname(path))
        if prefix not in ("/", "/usr"):
            yield from (os.path.join(prefix, name) for name in _OF_A_PREFIX)
