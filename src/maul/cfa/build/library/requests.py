"""A call of a lowered function, as the modules that lower it see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.c.ctype import CType
    from maul.c.source import Span
    from maul.cfa.build.code import Code
    from maul.cfa.expressions import Expression


@node
class LoweredCall:
    """``name`` is canonical, ``type`` the type of the result that the caller expects; an atomic
    operation ``is_volatile`` if the object is.
    """

    name: str
    type: CType
    arguments: tuple[Expression, ...]
    span: Span
    is_volatile: bool = False


Handler: TypeAlias = "Callable[[Code, LoweredCall], Expression]"
"""Writes the edges of a call and gives its value."""
