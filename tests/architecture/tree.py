"""The files of the repository, for the tests that read them."""

from __future__ import annotations

import io
import tokenize
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from tests.paths import ROOT

SOURCE = ROOT / "src" / "maul"


@cache
def repository_files() -> tuple[Path, ...]:
    """Every file that is, or would be, under version control."""
    ignored = [".git", *(ROOT / ".gitignore").read_text(encoding="utf-8").split()]
    names = [name.rstrip("/") for name in ignored]
    found: list[Path] = []
    folders = [ROOT]
    while folders:
        for path in sorted(folders.pop().iterdir()):
            inside = f"/{path.relative_to(ROOT).as_posix()}"
            if any(fnmatch(inside if name.startswith("/") else path.name, name) for name in names):
                continue
            (folders if path.is_dir() else found).append(path)
    return tuple(found)


def repository_texts() -> tuple[tuple[str, str], ...]:
    """Name and text of every file of the repository."""
    return tuple(
        (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8", errors="replace"))
        for path in repository_files()
    )


def source_files() -> tuple[Path, ...]:
    """Every module of the package."""
    return tuple(sorted(SOURCE.rglob("*.py")))


def documents() -> tuple[Path, ...]:
    """Every page written for people."""
    beside = [ROOT / "tools" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return (*sorted(ROOT.glob("*.md")), *beside)


def prose(module: Path) -> str:
    """The docstrings, other string literals and comments of a module, without its code."""
    text = module.read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join(
        token.string for token in tokens if token.type in {tokenize.STRING, tokenize.COMMENT}
    )
