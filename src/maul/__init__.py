"""maul, a software model checker for C; docs/ARCHITECTURE.md shows the way from text to verdict.

The public API is what ``__all__`` names, and ``maul.events``: everything else may change. What it
needs is imported when it is first used; docs/api.md shows it at work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maul.api import verify
    from maul.errors import BadInput, Failed
    from maul.result import Result

__all__ = ["BadInput", "Failed", "Result", "verify"]
__version__ = "0.1.0"

_HOMES = {
    "BadInput": "maul.errors",
    "Failed": "maul.errors",
    "Result": "maul.result",
    "verify": "maul.api",
}


def __getattr__(name: str) -> object:
    """A public name, from where it lives."""
    from importlib import import_module  # noqa: PLC0415 - only when it is needed

    if name not in _HOMES:
        raise AttributeError(f"module 'maul' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
