"""Statements: the shape of control flow, without edges that do nothing."""

from __future__ import annotations

import pytest

from tests.cfa.build.listing import body, built, in_function

pytestmark = pytest.mark.smoke


def test_if_and_else_come_together_in_one_location() -> None:
    assert [
        "0-1 [x < y]",
        "0-2 [x >= y]",
        "1-3 x = 1",
        "2-3 x = 2",
        "3-4 return x",
    ] == body("if (x < y) x = 1; else x = 2; return x;")


def test_conditions_branch_by_control_flow() -> None:
    assert [
        "0-3 [x]",
        "0-1 [!x]",
        "1-2 [y != 3]",
        "1-3 [y == 3]",
        "2-4 return 2",
        "3-4 return 1",
    ] == body("if (!(!x && y != 3)) return 1; return 2;")


def test_the_negation_of_a_float_comparison_is_not_the_opposite_comparison() -> None:
    assert [
        "0-1 [x < y]",
        "0-2 [!(x < y)]",
        "1-3 return 1",
        "2-3 return 0",
    ] == body("if (x < y) return 1; return 0;", "double x, double y")


def test_a_constant_condition_leaves_one_way_only() -> None:
    assert ["0-1 x = 1", "1-2 return x"] == body(
        "if (0) x = 7; while (0) x = 8; do x = 1; while (0); if (1) return x; x = 9; return y;"
    )


def test_expected_conditions_are_plain_conditions() -> None:
    assert ["0-1 [x < y]", "0-2 [x >= y]", "1-3 return 1", "2-3 return 0"] == body(
        "if (__builtin_expect(!!(x < y), 0)) return 1; return 0;"
    )


def test_while_comes_back_to_its_condition() -> None:
    assert [
        "0-1 [x < 9]",
        "0-3 [x >= 9]",
        "1-0 [x == y]",
        "1-2 [x != y]",
        "2-0 x = x + 1",
        "3-4 return x",
    ] == body("while (x < 9) { if (x == y) continue; x++; } return x;")


def test_for_continues_with_its_step() -> None:
    assert [
        "0-1 x = 0",
        "1-2 [x < 9]",
        "1-5 [x >= 9]",
        "2-5 [x == y]",
        "2-3 [x != y]",
        "3-4 [x == 4]",
        "3-4 [x != 4]",
        "4-1 x = x + 1",
        "5-6 return x",
    ] == body("for (x = 0; x < 9; x++) { if (x == y) break; if (x == 4) continue; } return x;")


def test_do_while_runs_its_body_first() -> None:
    assert ["0-1 x = x + 1", "1-0 [x < y]", "1-2 [x >= y]", "2-3 return x"] == body(
        "do x++; while (x < y); return x;"
    )


def test_an_endless_loop_without_body_keeps_control() -> None:
    assert ["0-0 [1]"] == body("for (;;) ; return 1;")


def test_two_labels_that_jump_to_each_other_are_an_endless_loop() -> None:
    assert ["0-1 [1]", "1-0 [1]"] == body("a: goto b; b: goto a;")


def test_switch_tests_its_cases_in_order_and_default_last() -> None:
    assert [
        "0-5 [x == 1]",
        "0-1 [x != 1]",
        "1-2 [x >= 3]",
        "1-3 [x < 3]",
        "2-6 [x <= 5]",
        "2-3 [x > 5]",
        "3-7 [x == 7]",
        "3-4 [x != 7]",
        "4-5 y = 0",
        "5-6 y = 1",
        "6-7 y = 3",
        "7-8 return y",
    ] == body(
        "switch (x) { default: y = 0; case 1: y = 1; case 3 ... 5: y = 3; case 7: break; }return y;"
    )


def test_a_switch_value_that_is_no_variable_is_computed_once() -> None:
    assert [
        "0-1 $1 = x * y",
        "1-2 [$1 == 1]",
        "1-3 [$1 != 1]",
        "2-4 return 1",
        "3-4 return 0",
    ] == body("switch (x * y) { case 1: return 1; } return 0;")


def test_a_constant_switch_value_chooses_one_case() -> None:
    assert ["0-1 return 2"] == body("switch (2) { case 1: return 1; case 2: return 2; } return 3;")


def test_cases_may_stand_inside_a_loop() -> None:
    assert [
        "0-3 [x == 0]",
        "0-1 [x != 0]",
        "1-2 [x == 1]",
        "1-4 [x != 1]",
        "2-3 [y < 9]",
        "2-4 [y >= 9]",
        "3-2 y = y + 1",
        "4-5 return y",
    ] == body("switch (x) { case 0: do { y++; case 1: ; } while (y < 9); } return y;")


def test_goto_leads_into_a_loop_that_control_does_not_reach_otherwise() -> None:
    assert ["0-1 y = 1", "1-2 [y >= x]", "1-3 [y < x]", "2-4 return y", "3-1 y = y + 1"] == body(
        "y = 1; goto in; while (1) { y++; in: if (y >= x) return y; }"
    )


def test_labels_are_known_by_name() -> None:
    f = built(in_function("x = 1; error: y = 2; dead: return y;")).functions["f"]

    assert {"error": 1, "dead": 2} == {name: at.index for name, at in f.labels.items()}


def test_code_after_a_return_is_dropped() -> None:
    assert ["0-1 return x"] == body("return x; y = 3; while (y) y--; return y;")


def test_a_local_without_initialiser_is_arbitrary() -> None:
    assert ["0-1 z = *", "1-2 return z"] == body("int z; return z;")


def test_a_local_that_initialises_itself_is_arbitrary_first() -> None:
    assert ["0-1 z = *", "1-2 z = z", "2-3 return z"] == body("int z = z; return z;")
    assert "0-1 z = *" == body("int z = ({ int v = z; v; }); return z;")[0]


def test_locations_are_numbered_in_reverse_post_order() -> None:
    f = built(in_function("while (x) { if (y) x--; else break; } return x;")).functions["f"]
    forward = [
        (edge.source.index, edge.target.index)
        for at in f.locations
        for edge in at.leaving
        if edge.target.index <= edge.source.index
    ]

    assert [(2, 0)] == forward


def test_a_local_declared_in_a_loop_is_arbitrary_each_time() -> None:
    assert ["0-1 [x]", "0-3 [!x]", "1-2 z = *", "2-0 x = z", "3-4 return x"] == body(
        "while (x) { int z; x = z; } return x;"
    )
