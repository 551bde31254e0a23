"""What formulas keep of objects answers questions as Python's account of the objects does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.encode.numbers import NoTerm
from maul.encode.validity import IN_FRAME, IN_SCOPE, ON_HEAP, Tables, TrackedObject
from tests.encode.memory_states import Account
from tests.encode.numbers.kinds import WIDE, Drawn, Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from maul.encode.numbers import Numbers
    from maul.encode.validity import Validity

KEEPERS = pytest.mark.parametrize(
    "keeper",
    [partial(TrackedObject, knows_all=False), partial(TrackedObject, knows_all=True), Tables],
    ids=["tracked", "tracked-and-kinds", "tables"],
)
KINDS = st.sampled_from((ON_HEAP, ON_HEAP, IN_SCOPE, IN_FRAME))
HISTORIES = settings(max_examples=25)


def history(account: Account) -> None:
    """Let objects begin and end."""
    drawn = account.drawn
    happenings = ["begin", "begin", "end"]
    if isinstance(account.validity, TrackedObject):
        happenings.append("end_from")
    for _ in range(drawn.draw(st.integers(1, 6))):
        match drawn.draw(st.sampled_from(happenings)):
            case "begin":
                account.begin(drawn.draw(KINDS))
            case "end":
                account.end()
            case "end_from":
                account.end_from()


@WIDE
@KEEPERS
@given(data=st.data())
@HISTORIES
def test_some_object_says_no_iff_the_answer_is_no(
    kind: Kind, keeper: Callable[[Numbers], Validity], data: st.DataObject
) -> None:
    """Of whatever object the formula keeps the account."""
    account = Account(Drawn(kind, data), keeper)
    history(account)
    for question in ("deref", "free", "memcleanup"):
        address, *place = account.address()
        size = account.drawn.draw(st.integers(0, 9))
        answer = account.ask(question, address, size)

        expected = account.right(question, (place[0], place[1]), size)
        assert expected == all(account.answers(answer))
    for fact in account.at.facts:
        assert account.read(fact), "what is taken for granted is so"


@WIDE
@given(data=st.data())
@HISTORIES
def test_only_the_object_that_an_address_lies_in_says_no(kind: Kind, data: st.DataObject) -> None:
    """So a no names the object that it is about."""
    account = Account(Drawn(kind, data), partial(TrackedObject, knows_all=False))
    history(account)
    for question in ("deref", "free"):
        address, number, _ = account.address()
        answer = account.ask(question, address, 1)
        if number in account.kinds:
            others = [other for other in account.kinds if other != number]

            assert all(account.read(answer, other) for other in others)


@WIDE
def test_tables_do_not_end_a_frame(kind: Kind) -> None:
    """No term says that all objects from one on end."""
    tables = Tables(kind.numbers())
    with pytest.raises(NoTerm, match="alloca"):
        tables.end_from(None, kind.numbers().addresses.constant(0))  # type: ignore[arg-type]
