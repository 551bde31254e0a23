"""Arbitrary values, as steps choose them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maul.c.ctype import CType
    from maul.logic.build import Term


@node
class Chosen:
    """An arbitrary value: its type, and its cells in order, each with its offset in bytes, its type
    and its value, a term over symbols of the state before and symbols made for it. A scalar is one
    cell. ``is_contents`` if it is what an allocated object holds at first."""

    type: CType
    cells: Callable[[], Iterable[tuple[int, CType, Term]]]
    is_contents: bool = False
