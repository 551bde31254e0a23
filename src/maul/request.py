"""What the user asks for: plain data, but for a method or a refuter that is a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.choices import Arith, Chosen
from maul.node import node

if TYPE_CHECKING:
    from maul.methods.setting import Method, Refute


@node
class Request:
    """What the user asks for, in the words of the command line; None where nothing was said, and
    for no limit. A method or refuter is named, or is a function."""

    files: tuple[str, ...]
    property: str = "unreach-call"
    data_model: str = "LP64"
    includes: tuple[str, ...] = ()
    method: str | Method = "auto"
    refuter: str | Refute | None = None
    solver: str | None = None
    blocks: str | None = None
    arith: Arith = Arith.AUTO
    malloc: str = "never-fails"
    seconds: float | None = 60.0
    megabytes: float | None = 4096.0
    seed: int = 0
    harness: str | None = None
    execute: str = "caged"
    strict: bool = False
    undefined: str | None = None
    volatile: str | None = None
    choices: Chosen = ()
    trace_solver: str | None = None


def chosen_name(chosen: str | Method | Refute) -> str:
    """The name of a method or a refuter: that by which it is known, or its own."""
    if isinstance(chosen, str):
        return chosen
    own = getattr(chosen, "name", None) or getattr(chosen, "__name__", None)
    return str(own or type(chosen).__name__)
