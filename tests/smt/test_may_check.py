"""Who may check: a pure function of the pairs (solver, theory) that were observed in a search."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from maul.events import Queried
from maul.smt.asked import Answered, Hearing
from maul.smt.choose import CHECKERS, EQUAL_ARRAYS, may_check
from maul.smt.theories import FLOATS, PLAIN

Z3, BITWUZLA, CVC5 = "z3", "bitwuzla", "cvc5"
NAMES = (Z3, BITWUZLA, CVC5)
PAIRS = tuple(product(NAMES, (PLAIN, FLOATS)))
EVERYTHING = [
    Answered(wanted, frozenset(pairs))
    for wanted in (None, *NAMES, "smtinterpol")
    for count in range(len(PAIRS) + 1)
    for pairs in combinations(PAIRS, count)
]


def everywhere(name: str) -> frozenset[tuple[str, str]]:
    return frozenset(((name, PLAIN), (name, FLOATS)))


# Who answered what; then who checks plain questions, floats, and arrays as a whole.
TABLE = [
    # Nobody was asked, or z3 alone.
    (Answered(None, frozenset()), (BITWUZLA, CVC5), (BITWUZLA, CVC5), (CVC5, BITWUZLA)),
    (
        Answered(None, frozenset({(Z3, PLAIN)})),
        (BITWUZLA, CVC5),
        (BITWUZLA, CVC5),
        (CVC5, BITWUZLA),
    ),
    (Answered(None, everywhere(Z3)), (BITWUZLA, CVC5), (BITWUZLA, CVC5), (CVC5, BITWUZLA)),
    # Each in a theory of its own.
    (
        Answered(None, frozenset({(Z3, PLAIN), (BITWUZLA, FLOATS)})),
        (BITWUZLA, CVC5),
        (Z3, CVC5),
        (CVC5, BITWUZLA),
    ),
    # bitwuzla alone.
    (
        Answered(None, frozenset({(BITWUZLA, PLAIN)})),
        (Z3, CVC5),
        (BITWUZLA, CVC5),
        (CVC5, Z3),
    ),
    # z3 was helped by bitwuzla.
    (
        Answered(None, frozenset({(Z3, PLAIN), (BITWUZLA, PLAIN)})),
        (CVC5, BITWUZLA),
        (BITWUZLA, CVC5),
        (CVC5, Z3),
    ),
    # Floats with and without integers.
    (
        Answered(None, frozenset({*everywhere(Z3), (BITWUZLA, FLOATS)})),
        (BITWUZLA, CVC5),
        (CVC5, BITWUZLA),
        (CVC5, BITWUZLA),
    ),
    (
        Answered(None, everywhere(Z3) | everywhere(BITWUZLA)),
        (CVC5, BITWUZLA),
        (CVC5, BITWUZLA),
        (CVC5, Z3),
    ),
    # The user wanted one of them.
    (Answered(Z3, everywhere(Z3)), (BITWUZLA, CVC5), (BITWUZLA, CVC5), (CVC5, BITWUZLA)),
    (Answered(BITWUZLA, everywhere(BITWUZLA)), (Z3, CVC5), (Z3, CVC5), (CVC5, Z3)),
    (Answered(CVC5, everywhere(CVC5)), (BITWUZLA, Z3), (BITWUZLA, Z3), (Z3, BITWUZLA)),
    (
        Answered("smtinterpol", frozenset({("smtinterpol", PLAIN)})),
        (BITWUZLA, CVC5),
        (BITWUZLA, CVC5),
        (CVC5, BITWUZLA),
    ),
]


@pytest.mark.parametrize(("asked", "plain", "floats", "arrays"), TABLE)
def test_who_checks_after_which_search(
    asked: Answered, plain: tuple[str, ...], floats: tuple[str, ...], arrays: tuple[str, ...]
) -> None:
    panels = [may_check(asked, theory) for theory in (PLAIN, FLOATS, EQUAL_ARRAYS)]

    assert [plain, floats, arrays] == panels


@pytest.mark.parametrize("theory", CHECKERS)
def test_who_answered_in_a_theory_is_asked_after_all_who_did_not(theory: str) -> None:
    seen = PLAIN if theory == EQUAL_ARRAYS else theory
    for asked in EVERYTHING:
        panel = may_check(asked, theory)
        searched = [(name, seen) in asked.pairs for name in panel]
        others = [name for name in NAMES if name != asked.wanted]

        assert sorted(searched) == searched
        assert any((name, seen) not in asked.pairs for name in others) == (not searched[0])
        assert 2 == len(panel) == len(set(panel))


@pytest.mark.parametrize("theory", CHECKERS)
def test_who_was_wanted_for_the_search_never_checks(theory: str) -> None:
    assert all(asked.wanted not in may_check(asked, theory) for asked in EVERYTHING)


@pytest.mark.parametrize("theory", CHECKERS)
def test_who_was_wanted_for_traces_never_checks(theory: str) -> None:
    for wanted in (None, *NAMES):
        for tracer in (*NAMES, "smtinterpol"):
            asked = Answered(wanted, frozenset({(tracer, PLAIN)}), tracer)
            panel = may_check(asked, theory)

            assert panel
            assert {wanted, tracer}.isdisjoint(panel)


# ---- what is heard of a search ----


def heard(wanted: str | None, *events: tuple[str, str, str], tracer: str | None = None) -> Answered:
    hearing = Hearing(wanted, lambda _: None, tracer)
    for prover, theory, outcome in events:
        hearing.hear(Queried(prover, outcome, 0.1, theory))
    return hearing.asked()


def test_who_gave_up_has_not_answered() -> None:
    asked = heard(None, (Z3, PLAIN, "sat"), (Z3, FLOATS, "gave up"), (BITWUZLA, FLOATS, "unsat"))

    assert Answered(None, frozenset({(Z3, PLAIN), (BITWUZLA, FLOATS)})) == asked


def test_who_was_wanted_counts_when_it_was_asked_even_in_vain() -> None:
    assert Answered(CVC5, frozenset()) == heard(CVC5, (CVC5, PLAIN, "gave up"))
    assert Answered(None, frozenset({(Z3, PLAIN)})) == heard(BITWUZLA, (Z3, PLAIN, "unsat"))


def test_who_was_wanted_for_traces_counts_when_it_was_asked() -> None:
    asked = heard(Z3, (Z3, PLAIN, "sat"), (CVC5, PLAIN, "gave up"), tracer=CVC5)

    assert Answered(Z3, frozenset({(Z3, PLAIN)}), CVC5) == asked
    assert Answered(None, frozenset()) == heard(None, tracer=CVC5)


def test_events_are_passed_on() -> None:
    events: list[object] = []
    event = Queried(Z3, "sat", 0.1, PLAIN)
    Hearing(None, events.append).hear(event)

    assert [event] == events


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        (Answered(None, frozenset()), "z3"),
        (Answered(CVC5, everywhere(Z3)), "cvc5"),
        (Answered(Z3, everywhere(Z3) | everywhere(CVC5), CVC5), "z3 and cvc5"),
        (Answered(None, frozenset({(CVC5, FLOATS)}), CVC5), "z3 and cvc5"),
        (Answered(None, everywhere(Z3), Z3), "z3"),
        (Answered(None, frozenset({(Z3, PLAIN), (BITWUZLA, FLOATS)})), "z3"),
        (Answered(None, everywhere(Z3) | everywhere(BITWUZLA)), "z3 and bitwuzla"),
        (Answered(None, frozenset({*everywhere(Z3), (BITWUZLA, FLOATS)})), "z3 and bitwuzla"),
    ],
)
def test_the_searchers_are_named_for_people(asked: Answered, names: str) -> None:
    assert names == asked.names("z3")
