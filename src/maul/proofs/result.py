"""What is asked, and what is answered after checking."""

from __future__ import annotations

from collections.abc import Sequence

from maul.c.ctype import DataModel
from maul.cfa.model import Assumption
from maul.cfa.specification import Property
from maul.node import node
from maul.proofs.verdict import Verdict


@node
class Task:
    """What is to be verified, and how."""

    files: Sequence[str]
    property: Property
    model: DataModel
    includes: Sequence[str] = ()
    method: str = "bmc"


@node
class Result:
    """A checked verdict: what was checked and by whom, what it takes for granted, and what the
    property names and the program lacks."""

    verdict: Verdict
    checked: str = ""
    checker: str = ""
    assumptions: tuple[Assumption, ...] = ()
    missing: tuple[str, ...] = ()
