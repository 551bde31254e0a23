"""What is verified: the files and the property, and the program model made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from maul.node import node

if TYPE_CHECKING:
    from maul.c.ctype import DataModel
    from maul.c.preprocess import Source
    from maul.cfa.model import Cfa
    from maul.cfa.transform.specification import Property


@node
class Task:
    """The program and the property: what is to be verified. ``execute``: how a counterexample is
    executed, ``caged``, ``uncaged`` or ``never``."""

    files: Sequence[str]
    property: Property
    model: DataModel
    includes: Sequence[str] = ()
    execute: str = "caged"
    sources: Sequence[Source] = ()  # the files as they were read: what the verdict is about


@node
class Subject:
    """What is verified: the program as it is, and the part of it that methods see."""

    task: Task
    whole: Cfa
    pruned: Cfa
