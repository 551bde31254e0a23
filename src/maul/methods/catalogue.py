"""The methods maul knows, by name, with their papers and one line of advice each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.methods.bmc import bmc
from maul.node import node

if TYPE_CHECKING:
    from maul.methods.setting import Method


@node
class Entry:
    """A method, where it comes from, and when to use it."""

    name: str
    run: Method
    citation: str
    advice: str


METHODS: tuple[Entry, ...] = (
    Entry("bmc", bmc, "[BCCZ99]", "unrolls loops: finds bugs, proves what ends after few rounds"),
)


def method(name: str) -> Entry:
    """A method by its name."""
    found = next((entry for entry in METHODS if entry.name == name), None)
    if found is None:
        known = ", ".join(entry.name for entry in METHODS)
        raise BadInput(f"--method: there is no {name}; there are {known}")
    return found
