from __future__ import annotations

import pytest

from maul.cfa.model import Assume, Cfa
from maul.cfa.transform.prune import never_returning, prune, reaching_error, returning
from tests.cfa.c_text import called, cfa_of, check_shape, edges_of, marked, verdict
from tests.cfa.small_programs import small_program, some_inputs


def pruned(text: str, wanted: str = "unreach-call") -> Cfa:
    found = prune(marked(text, wanted))
    check_shape(found.cfa)
    return found.cfa


def test_what_leads_to_no_error_goes() -> None:
    text = """int main(void) { int x = nondet();
        if (x == 1) { x = 5; x = 6; x = 7; return x; } if (x == 2) reach_error(); return 0; }"""
    before, after = marked(text), pruned(text)

    assert len(edges_of(after)) <= len(edges_of(before)) - 4
    assert "unreach-call" == verdict(after, [2])
    assert "unreach-call" != verdict(after, [1])


def test_a_branch_with_one_harmless_side_keeps_one_assumption() -> None:
    cfa = pruned("int main(void) { if (nondet() == 2) reach_error(); return 0; }")
    branches = [
        at
        for at in cfa.functions["main"].locations
        if at.leaving and isinstance(at.leaving[0].operation, Assume)
    ]

    assert [1] == [len(at.leaving) for at in branches]


def test_a_safe_program_without_errors_becomes_empty() -> None:
    cfa = pruned("int main(void) { return 0; }")

    assert [] == edges_of(cfa)
    assert {} == cfa.functions
    assert {} == cfa.errors


def test_a_call_stays_when_the_callee_reaches_the_error_and_nothing_after_it_does() -> None:
    cfa = pruned(
        """int g; void f(void) { if (nondet()) reach_error(); g = 1; }
        int main(void) { f(); g = 2; g = 3; return 0; }"""
    )
    (call,) = [edge for edge in edges_of(cfa) if "f" in called(cfa) and _calls(edge, "f")]

    assert () == call.target.leaving
    assert "unreach-call" == verdict(cfa, [1])


def _calls(edge: object, name: str) -> bool:
    return getattr(getattr(edge, "operation", None), "function", None) == name


def test_a_call_stays_when_the_callee_returns_and_the_error_comes_after_it() -> None:
    cfa = pruned(
        """int g; void f(void) { g = 7; }
        int main(void) { f(); if (g == 7) reach_error(); return 0; }"""
    )

    assert "unreach-call" == verdict(cfa)


def test_what_follows_a_function_that_never_returns_goes() -> None:
    text = "void stop(void) { while (1) ; } int main(void) { stop(); reach_error(); return 0; }"

    assert [] == edges_of(pruned(text))
    assert [] != edges_of(pruned(text.replace("while (1)", "while (nondet())")))


def test_a_call_that_never_returns_goes_even_if_what_follows_is_reached_otherwise() -> None:
    cfa = pruned(
        """void stop(void) { while (1) ; }
        int main(void) { if (nondet()) stop(); reach_error(); return 0; }"""
    )

    assert "stop" not in called(cfa)
    assert "unreach-call" == verdict(cfa, [0])


def test_a_function_is_not_left_through_a_call_it_was_not_entered_by() -> None:
    # f is called twice; only one call is followed by the error.
    cfa = pruned(
        """int g; void f(void) { g = 1; }
        int main(void) { if (nondet()) { f(); g = 2; return 0; } f(); reach_error(); return 0; }"""
    )

    assert 1 == called(cfa).count("f")


def test_functions_that_do_not_matter_go() -> None:
    cfa = pruned(
        """int g; void f(void) { g = 1; } void h(void) { f(); }
        int main(void) { if (nondet()) reach_error(); h(); return 0; }"""
    )

    assert ["main"] == list(cfa.functions)


def test_recursive_functions_are_pruned_too() -> None:
    cfa = pruned(
        """int f(int n) { if (n == 3) reach_error(); if (n > 9) return 1; return f(n + 1); }
        int main(void) { f(nondet()); return 0; }"""
    )

    assert ["unreach-call", "unreach-call"] == [verdict(cfa, [3]), verdict(cfa, [1])]
    assert "unreach-call" != verdict(cfa, [4])


def test_functions_that_never_return_are_found() -> None:
    cfa = cfa_of(
        """void a(void) { while (1) ; } void b(void) { a(); } void c(void) { abort(); }
        void d(void) { if (nondet()) b(); } void e(void) { e(); }
        int main(void) { d(); c(); b(); e(); return 0; }"""
    )

    assert ["a", "b", "c", "e", "main"] == sorted(never_returning(cfa))
    assert cfa.functions["d"].entry in returning(cfa)
    assert cfa.start.entry not in returning(cfa)


def test_locations_that_reach_the_error_after_returning_count() -> None:
    cfa = marked("void f(void) { } int main(void) { f(); reach_error(); return 0; }")

    assert cfa.functions["f"].entry in reaching_error(cfa)
    assert cfa.functions["main"].exit not in reaching_error(cfa)


def test_every_location_knows_where_it_comes_from() -> None:
    before = marked("int main(void) { if (nondet() == 2) reach_error(); return 0; }")
    after = prune(before)
    old = {at for automaton in before.automata() for at in automaton.locations}
    new = {at for automaton in after.cfa.automata() for at in automaton.locations}

    assert new == set(after.origin)
    assert set(after.origin.values()) <= old
    assert not new & old
    assert all(before.errors[after.origin[at]] == name for at, name in after.cfa.errors.items())


def test_pruning_twice_changes_nothing_more() -> None:
    once = prune(marked(small_program(3))).cfa

    assert len(edges_of(once)) == len(edges_of(prune(once).cfa))


@pytest.mark.parametrize("seed", range(25))
def test_the_same_executions_reach_the_error(seed: int) -> None:
    before = marked(small_program(seed))
    after = prune(before).cfa
    check_shape(after)

    for run in range(6):
        inputs = some_inputs(100 * seed + run)
        expected = verdict(before, inputs)
        assert (expected == "unreach-call") == (verdict(after, inputs) == "unreach-call")
