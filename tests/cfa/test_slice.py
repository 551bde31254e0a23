from __future__ import annotations

import pytest

from maul.cfa.model import Call, Cfa
from maul.cfa.prune import prune
from maul.cfa.slice import slice_program
from maul.cfa.walk import mentioned_variables
from tests.cfa.c_text import called, check_shape, edges_of, marked, verdict
from tests.cfa.small_programs import small_program, some_inputs

INPUT = "extern int __VERIFIER_nondet_int(void);\n"


def sliced(text: str, wanted: str = "unreach-call") -> Cfa:
    found = slice_program(marked(INPUT + text, wanted))
    check_shape(found.cfa)
    return found.cfa


def variables(cfa: Cfa) -> set[str]:
    names = {v.name for edge in edges_of(cfa) for v in mentioned_variables(edge.operation)}
    return {name.partition("::")[2] or name for name in names if "$" not in name}


def test_assignments_to_what_no_condition_needs_go() -> None:
    cfa = sliced(
        """int unused = 3; int main(void) { int x = nondet(), y = 1, z = 2; y = z + 1; z = y;
        if (x == 4) reach_error(); return y; }"""
    )

    assert {"x"} == variables(cfa)
    assert () == cfa.globals
    assert ["unreach-call", "end"] == [verdict(cfa, [4]), verdict(cfa, [5])]


def test_what_goes_into_a_condition_stays() -> None:
    cfa = sliced(
        """int main(void) { int a = nondet(), b = a + 1, c = b * 2; int d = c;
        if (c == 8) reach_error(); return d; }"""
    )

    assert {"a", "b", "c"} == variables(cfa)
    assert ["unreach-call", "end"] == [verdict(cfa, [3]), verdict(cfa, [4])]


def test_a_branch_between_things_that_do_not_matter_goes_with_its_condition() -> None:
    cfa = sliced(
        """int main(void) { int x = nondet(), k = x * 7, y;
        if (k > 3) { if (k > 5) y = 1; else y = 2; } else y = 3;
        if (x == 4) reach_error(); return y; }"""
    )

    assert {"x"} == variables(cfa)


def test_a_branch_that_decides_on_what_matters_stays() -> None:
    cfa = sliced(
        """int main(void) { int x = nondet(), k = nondet(), y = 0;
        if (k > 3) y = 1;
        if (x == 4 && y) reach_error(); return y; }"""
    )

    assert {"x", "k", "y"} == variables(cfa)
    assert ["unreach-call", "end"] == [verdict(cfa, [4, 4]), verdict(cfa, [4, 3])]


def test_a_branch_that_ends_the_program_stays() -> None:
    cfa = sliced("int main(void) { int k = nondet(); if (k) abort(); reach_error(); return 0; }")

    assert {"k"} == variables(cfa)
    assert ["unreach-call", "Aborted"] == [verdict(cfa, [0]), verdict(cfa, [1])]


def test_loops_stay_because_they_may_not_end() -> None:
    cfa = sliced("int main(void) { int i = nondet(); while (i) ; reach_error(); return 0; }")

    assert {"i"} == variables(cfa)
    assert ["unreach-call", "LimitReached"] == [verdict(cfa, [0]), verdict(cfa, [1])]


def test_calls_of_functions_of_which_nothing_is_left_go() -> None:
    cfa = sliced(
        """int log_count; void log_it(int n) { if (n > 3) log_count++; }
        int main(void) { int x = nondet(); log_it(x); if (x == 4) reach_error(); return 0; }"""
    )

    assert ["main"] == list(cfa.functions)
    assert {"x"} == variables(cfa)


def test_parameters_and_results_that_do_not_matter_are_emptied() -> None:
    cfa = sliced(
        """int g; int f(int a, int b) { g = a; return b; }
        int main(void) { int x = nondet(), y = x + 1, z; z = f(x, y);
        if (g == 4) reach_error(); return z; }"""
    )
    (call,) = [
        e.operation
        for e in edges_of(cfa)
        if isinstance(e.operation, Call) and e.operation.function == "f"
    ]

    assert call.result is None
    assert {"a", "g", "x"} == variables(cfa)
    assert ["unreach-call", "end"] == [verdict(cfa, [4]), verdict(cfa, [5])]


def test_memory_matters_as_a_whole() -> None:
    cfa = sliced(
        """int main(void) { int x = 1, y = 2; int *p = nondet() ? &x : &y; *p = 7;
        if (x == 7) reach_error(); return 0; }"""
    )

    assert {"x", "y", "p"} == variables(cfa)
    assert ["unreach-call", "end"] == [verdict(cfa, [1]), verdict(cfa, [0])]


def test_memory_goes_when_no_condition_needs_it() -> None:
    cfa = sliced(
        """int main(void) { int x = nondet(), y = 2; int *p = malloc(4); *p = y; free(p);
        if (x == 7) reach_error(); return 0; }"""
    )

    assert {"x"} == variables(cfa)
    assert [] == [name for name in called(cfa) if name in {"malloc", "free"}]


def test_questions_about_memory_keep_it() -> None:
    text = "int main(void) { char *p = malloc(2); p[nondet()] = 1; free(p); return 0; }"
    cfa = sliced(text, "valid-memsafety")

    assert ["valid-deref", "end"] == [verdict(cfa, [2]), verdict(cfa, [1])]


def test_what_the_library_writes_depends_on_its_arguments() -> None:
    cfa = sliced(
        """int main(void) { char a[4] = {0}, b[4] = {1, 1, 1, 1}; int n = nondet();
        memcpy(a, b, n); if (a[2]) reach_error(); return 0; }"""
    )

    assert {"a", "b", "n"} == variables(cfa)
    assert ["unreach-call", "end"] == [verdict(cfa, [3]), verdict(cfa, [2])]


def test_what_was_freed_matters_to_questions_about_memory() -> None:
    text = "int main(void) { void *p = malloc(2); if (nondet()) free(p); free(p); return 0; }"
    cfa = sliced(text, "valid-free")

    assert ["valid-free", "end"] == [verdict(cfa, [1]), verdict(cfa, [0])]


def test_endless_loops_of_what_does_not_matter_stay() -> None:
    cfa = sliced(
        """int main(void) { int x = 0; if (nondet()) while (1) { x = 1; x = 2; }
        reach_error(); return x; }"""
    )

    assert ["unreach-call", "LimitReached"] == [verdict(cfa, [0]), verdict(cfa, [1])]


def test_long_chains_of_conditions_are_kept_as_a_whole() -> None:
    count = 60
    declared = ", ".join(f"v{i} = 0" for i in range(count))
    chain = " ".join(f"if (v{i}) v{i + 1} = x;" for i in range(count - 1))
    cfa = sliced(
        f"""int main(void) {{ int {declared}, x = nondet(); v0 = x; {chain}
        if (v{count - 1} == 3) reach_error(); return 0; }}"""
    )

    assert count + 1 == len(variables(cfa))
    assert ["unreach-call", "end"] == [verdict(cfa, [3]), verdict(cfa, [4])]


def test_inputs_stay_in_their_order() -> None:
    cfa = sliced(
        """int main(void) { int a = __VERIFIER_nondet_int(), b = nondet();
        int c = __VERIFIER_nondet_int(); if (c == 3) reach_error(); return a + b; }"""
    )

    assert "unreach-call" == verdict(cfa, [9, 9, 3])
    assert "end" == verdict(cfa, [3, 3, 9])


def test_an_error_at_the_beginning_of_a_function_keeps_one_edge() -> None:
    cfa = sliced("int main(void) { int x = 1; x = 2; reach_error(); return 0; }")

    assert all(at is not each.entry for each in cfa.automata() for at in cfa.errors)
    assert "unreach-call" == verdict(cfa)


def test_every_location_knows_where_it_comes_from() -> None:
    before = marked("int main(void) { int y = 1; if (nondet() == 2) reach_error(); return y; }")
    after = slice_program(before)
    old = {at for automaton in before.automata() for at in automaton.locations}

    assert set(after.origin) == {at for each in after.cfa.automata() for at in each.locations}
    assert set(after.origin.values()) <= old
    assert all(before.errors[after.origin[at]] == name for at, name in after.cfa.errors.items())


@pytest.mark.parametrize("seed", range(40))
def test_the_same_executions_reach_the_error(seed: int) -> None:
    before = marked(small_program(seed))
    after = slice_program(before).cfa
    check_shape(after)
    short = slice_program(prune(before).cfa).cfa
    check_shape(short)

    for run in range(6):
        inputs = some_inputs(100 * seed + run)
        expected = verdict(before, inputs) == "unreach-call"
        assert expected == (verdict(after, inputs) == "unreach-call")
        assert expected == (verdict(short, inputs) == "unreach-call")
