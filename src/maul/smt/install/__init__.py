"""Installing solvers that are no Python packages.

Comes in: a package. Goes out: the folder it is installed in, and how to start it. What loads files
from elsewhere (ssl, urllib, xml) is imported when something is installed: the catalogue of solvers
looks in here at every start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.smt.install.packages import Jar, Package, Wheel, installed, launcher

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Jar", "Package", "Wheel", "install", "installed", "launcher"]


def install(package: Package) -> Path:
    """Where the solver is after it was installed, if need be; ``BadInput`` says why it is not."""
    from maul.smt.install import solvers  # noqa: PLC0415 - heavy, and rarely needed

    return solvers.install(package)
