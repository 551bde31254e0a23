"""Which integer variables only keep pointers."""

from __future__ import annotations

import pytest

from maul.cfa.analyses.placement.kept_pointers import kept_pointers
from tests.cfa.c_text import cfa_of

GIVEN = {
    "a pointer": ("(word)&a", True),
    "a pointer moved": ("(word)(&a + 1)", True),
    "a copy": ("other", True),
    "a sum": ("(word)&a + 8", False),
    "bits": ("(word)&a & ~3ul", False),
    "half of it": ("(unsigned)(word)&a", False),
    "a pointer made of a sum": ("(word)(int *)((word)&a + 8)", False),
    "an input": ("nondet()", False),
    "a constant": ("0", False),
}


@pytest.mark.parametrize("name", GIVEN)
def test_a_variable_keeps_pointers_if_all_that_it_gets_are(name: str) -> None:
    value, expected = GIVEN[name]
    cfa = cfa_of(
        f"""typedef unsigned long word; int a;
        int main(void) {{ word other = (word)&a; word n = other; if (a) n = {value};
          return *(int *)n; }}"""
    )

    assert expected == ("main::n" in {v.name for v in kept_pointers(cfa)})


def test_who_copies_a_computed_number_keeps_none() -> None:
    cfa = cfa_of(
        """typedef unsigned long word; int a;
        int main(void) { word x = (word)&a, y = x; if (a) x = x + 8; return *(int *)y; }"""
    )

    assert not {"main::x", "main::y"} & {v.name for v in kept_pointers(cfa)}


def test_a_variable_whose_address_is_taken_keeps_none() -> None:
    cfa = cfa_of(
        """typedef unsigned long word; int a;
        int main(void) { word x = (word)&a; word *p = &x; *p += 8; return *(int *)x; }"""
    )

    assert "main::x" not in {v.name for v in kept_pointers(cfa)}
