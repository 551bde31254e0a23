"""Which maul is running: what results say about the code that made them.

Goes out: of a source tree under version control the last commit that changed the package, and
whether something has been changed since; else the version of the package. Commits that touch only
documents, tests or trials, which start runs and tell of them, make no other revision.
"""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import maul

PATIENCE = 10.0  # seconds, for a question to git
CHANGED = "+changed"
OUTSIDE = ("trials", "cli/trials.py")  # of what decides about a run


@cache
def revision() -> str:
    """The revision of the code; the same for the whole life of this process."""
    package = Path(maul.__file__).resolve().parent
    root = package.parent.parent
    if package.parent.name != "src" or not (root / ".git").exists():
        return maul.__version__
    return described(root, package.relative_to(root).as_posix()) or maul.__version__


def described(root: Path, inside: str) -> str:
    """The last commit that changed a folder, and whether files there differ from it; empty when
    there is none."""
    what = (inside, *(f":(exclude){inside}/{each}" for each in OUTSIDE))
    commit = _git(root, "log", "-1", "--abbrev=10", "--format=%h", "--", *what)
    if not commit:
        return ""
    return commit + (CHANGED if _git(root, "status", "--porcelain", "--", *what) else "")


def _git(root: Path, *arguments: str) -> str:
    """What git says, without the end of the line; nothing when it cannot be asked."""
    try:
        done = subprocess.run(  # noqa: S603 - no shell
            ("git", "-C", str(root), *arguments),  # noqa: S607 - the user's git
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
