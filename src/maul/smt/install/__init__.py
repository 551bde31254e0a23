"""Installing solvers that are no Python packages.

Comes in: a name. Goes out: the folder it is installed in, and how to start it. What loads files
from elsewhere (ssl, urllib, xml) is imported when something is installed: the catalogue of solvers
looks in here at every start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.smt.install.packages import PACKAGES, installed, launcher

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["PACKAGES", "install", "installed", "launcher"]


def install(name: str) -> Path:
    """Where the solver is after it was installed, if need be; ``BadInput`` says why it is not."""
    from maul.smt.install import solvers  # noqa: PLC0415 - heavy, and rarely needed

    return solvers.install(name)
