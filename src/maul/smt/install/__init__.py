"""Installing solvers that are no Python packages.

Comes in: a name. Goes out: the folder it is installed in, and how to start it.
"""

from maul.smt.install.packages import PACKAGES, installed, launcher
from maul.smt.install.solvers import install

__all__ = ["PACKAGES", "install", "installed", "launcher"]
