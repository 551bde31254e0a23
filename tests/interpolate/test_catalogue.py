"""The refuters by name: what is handed down to them, and what they are not told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.errors import BadInput
from maul.interpolate.catalogue import REFUTERS, refuter, refuters
from maul.interpolate.protocol import Refuted
from maul.smt.choose import prover_for
from tests.architecture.rooms import imports
from tests.interpolate.traces import overwritten

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.logic.terms import Term
    from maul.smt.protocols import Prover


@pytest.mark.parametrize("name", ["auto", "newton:SP", "newton:IT-WP", "craig:spacer"])
def test_a_refuter_asks_the_provers_that_it_is_handed(name: str) -> None:
    made: list[Prover] = []

    def provers(terms: Iterable[Term]) -> Prover:
        made.append(prover_for(terms))
        return made[-1]

    assert isinstance(refuter(name, provers)(overwritten(), 10.0), Refuted)
    assert len(made) >= 2  # one to decide the trace, one to verify the assertions


def test_only_the_catalogue_chooses_provers_and_only_by_default() -> None:
    choosing = [
        name
        for name, others in imports().items()
        if name.startswith("maul.interpolate.") and "maul.smt.choose" in others
    ]

    assert ["maul.interpolate.catalogue"] == choosing


def test_every_refuter_has_the_name_under_which_it_is_listed() -> None:
    assert [*REFUTERS] == [entry.name for entry in refuters()]


def test_a_refuter_that_is_made_knows_its_name() -> None:
    for entry in refuters():
        if entry.is_installed():
            assert entry.name == refuter(entry.name).name
        else:
            with pytest.raises(BadInput, match=r"not installed|no program java"):
                refuter(entry.name)


def test_an_unknown_refuter_is_told_which_there_are() -> None:
    with pytest.raises(BadInput, match=r"there is no refuter craig; maul knows auto, newton:SP, "):
        refuter("craig")
