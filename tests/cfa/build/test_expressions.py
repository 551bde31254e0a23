"""Expressions: order of evaluation, temporaries where they are needed and only there."""

from __future__ import annotations

import pytest

from tests.cfa.build.listing import body, edges, steps

pytestmark = pytest.mark.smoke


def test_a_pure_expression_needs_one_edge() -> None:
    assert ["0-1 x = x + y * 2", "1-2 return x"] == body("x = x + y * 2; return x;")


def test_a_discarded_increment_needs_no_temporary() -> None:
    assert ["0-1 x = x + 1", "1-2 y = y - 1", "2-3 return x"] == body("x++; --y; return x;")


def test_a_wanted_postfix_increment_saves_the_old_value() -> None:
    assert ["0-1 $1 = x", "1-2 x = $1 + 1", "2-3 return $1"] == body("return x++;")


def test_a_wanted_prefix_increment_needs_no_temporary() -> None:
    assert ["0-1 x = x + 1", "1-2 return x"] == body("return ++x;")


def test_a_narrow_increment_is_computed_in_int() -> None:
    assert ["c = (char)((int)c + 1)", "return (int)c"] == steps(
        "int f(char c) { c++; return c; } int main(void) { return f(1); }"
    )


def test_compound_assignment_computes_in_the_common_type() -> None:
    text = "int f(char c) { c *= 2.5; c <<= 1ll; return c; } int main(void) { return f(1); }"

    assert [
        "c = (char)((double)c * 2.5)",
        "c = (char)((int)c << 1)",
        "return (int)c",
    ] == steps(text)


def test_a_value_that_a_later_operand_changes_is_saved() -> None:
    assert [
        "0-1 $1 = g",
        "1-2 $2 = called(1)",
        "2-3 return $1 - $2",
    ] == body("return g - called(1);")


def test_a_local_that_a_call_cannot_change_is_not_saved() -> None:
    assert ["0-1 $1 = called(1)", "1-2 return x - $1"] == body("return x - called(1);")


def test_an_undefined_function_changes_nothing_that_was_read_before() -> None:
    assert ["0-1 $1 = call(1)", "1-2 return g - $1"] == body("return g - call(1);")


def test_gcc_reads_a_plain_variable_left_of_a_commutative_operator_last() -> None:
    assert ["0-1 $1 = called(1)", "1-2 return g + $1"] == body("return g + called(1);")


def test_memory_is_saved_before_a_store_through_a_pointer() -> None:
    assert [
        "0-1 $1 = *q",
        "1-2 *p = 3",
        "2-3 return $1 - 3",
    ] == body("return *q - (*p = 3);", "int *q")


def test_arguments_are_evaluated_from_right_to_left() -> None:
    text = """
    int one(void) { return 1; } int two(void) { return 2; } int f(int a, int b) { return a - b; }
    int main(void) { return f(one(), two()); }
    """

    assert ["$2 = two()", "$3 = one()", "$1 = f($3, $2)", "return $1"] == steps(text, "main")


def test_an_argument_that_changes_an_earlier_one_s_value() -> None:
    before = "int two(int a, int b) { return a - b; }"

    assert [
        "0-1 $2 = g",
        "1-2 g = g + 1",
        "2-3 $1 = two(g, $2)",
        "3-4 return $1",
    ] == body("return two(++g, g);", before=before)


def test_an_assignment_finds_its_target_before_its_value() -> None:
    assert ["0-1 $1 = g", "1-2 $2 = called(1)", "2-3 a[$1] = $2", "3-4 return 0"] == body(
        "a[g] = called(1); return 0;"
    )


def test_a_compound_assignment_evaluates_a_call_first() -> None:
    assert ["0-1 $1 = called(1)", "1-2 a[g] = a[g] + $1", "2-3 return 0"] == body(
        "a[g] += called(1); return 0;"
    )


def test_a_chain_of_assignments_of_a_constant_needs_no_temporary() -> None:
    assert ["0-1 y = 0", "1-2 x = 0", "2-3 return 0"] == body("x = y = 0; return 0;")


def test_a_chain_of_assignments_through_memory() -> None:
    assert ["0-1 *p = x + 1", "1-2 y = x + 1", "2-3 return y"] == body("y = *p = x + 1; return y;")
    assert [
        "0-1 p = &g",
        "1-2 $1 = g + 1",
        "2-3 *p = $1",
        "3-4 y = $1",
        "4-5 return y",
    ] == body("p = &g; y = *p = g + 1; return y;")


def test_a_call_stores_its_result_directly_in_a_variable() -> None:
    assert ["0-1 x = called(y)", "1-2 return x"] == body("x = called(y); return x;")


def test_a_conditional_assigns_in_its_arms() -> None:
    assert [
        "0-1 [x > 0]",
        "0-2 [x <= 0]",
        "1-3 y = called(1)",
        "2-3 y = 2",
        "3-4 return y",
    ] == body("y = x > 0 ? called(1) : 2; return y;")


def test_a_returned_conditional_returns_in_its_arms() -> None:
    assert ["0-1 [x]", "0-2 [!x]", "1-3 return 1", "2-3 return y"] == body("return x ? 1 : y;")


def test_an_omitted_middle_operand_is_evaluated_once() -> None:
    assert [
        "0-1 $1 = called(1)",
        "1-2 [$1]",
        "1-3 [!$1]",
        "2-4 return $1",
        "3-4 return y",
    ] == body("return called(1) ?: y;")


def test_a_logical_value_is_assigned_in_two_branches() -> None:
    assert [
        "0-1 [x]",
        "0-3 [!x]",
        "1-2 [y]",
        "1-3 [!y]",
        "2-4 x = 1",
        "3-4 x = 0",
        "4-5 return x",
    ] == body("x = x && y; return x;")


def test_a_comparison_is_a_value_without_branching() -> None:
    assert ["0-1 return (x < y) + (x != 1)"] == body("return (x < y) + !(x == 1);")


def test_a_discarded_and_branches_only_for_its_left_side() -> None:
    assert ["0-1 [x]", "0-2 [!x]", "1-2 called(1)", "2-3 return 0"] == body(
        "x && called(1); return 0;"
    )


def test_a_comma_evaluates_its_left_side_first() -> None:
    assert ["0-1 y = x", "1-2 x = 3", "2-3 return x + y"] == body("return y = x, x = 3, x + y;")


def test_a_statement_expression_has_the_value_of_its_last_expression() -> None:
    assert ["0-1 z = x * 2", "1-2 y = z + 1", "2-3 return y"] == body(
        "y = ({ int z = x * 2; z + 1; }); return y;"
    )


def test_dereferencing_an_address_is_the_object_itself() -> None:
    assert ["0-1 x = a[2]", "1-2 y = a[0]", "2-3 a[x] = y", "3-4 return 0"] == body(
        "x = *(a + 2); y = *a; *&a[x] = y; return 0;"
    )


def test_a_value_read_for_nothing_is_read_where_that_may_be_undefined() -> None:
    assert ["0-1 $1 = *p", "1-2 return 0"] == body("x; *p; return 0;")


def test_a_member_of_a_returned_record() -> None:
    text = """
    struct s { int m, n; }; struct s make(int m) { struct s s = { m, 2 }; return s; }
    int f(void) { return make(1).n; } int main(void) { return f(); }
    """

    assert ["$1 = make(1)", "return $1.n"] == steps(text)


def test_a_compound_literal_is_made_where_it_stands() -> None:
    text = "int f(void) { int *q = (int[2]){1, 2}; return q[1]; } int main(void) { return f(); }"
    first, second, pointer, last = steps(text)
    literal = pointer.removeprefix("q = ")

    assert [f"{literal}[0] = 1", f"{literal}[1] = 2"] == [first, second]
    assert "return *(q + 1)" == last


def test_integer_constants_are_folded_unless_they_overflow() -> None:
    assert ["0-1 return x + 7"] == body("return x + (3 + 4);")
    assert ["0-1 return x / (1 / 0)"] == body("return x / (1 / 0);")


def test_pointer_arithmetic_knows_the_size_of_the_target() -> None:
    text = "char *f(int *p) { return (char *)(p + 1) + 2; } int main(void) { return !f(0); }"

    assert ["0-1 return (char *)(p + 1) + 2"] == edges(text)
