from __future__ import annotations

from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.cfa.expressions import Overflows, Unary, Valid
from maul.cfa.model import Assume, Call, Cfa
from maul.cfa.transform.specification import (
    DefinedOperands,
    LabelUnreachable,
    NeverCalled,
    ValidMemory,
    mark_errors,
    read_property,
)
from maul.errors import BadInput, Unsupported
from tests.cfa.c_text import called, cfa_of, check_shape, edges_of, marked, verdict


def property_file(folder: Path, text: str, name: str = "p.prp") -> str:
    path = folder / name
    path.write_bytes(text.encode())
    return str(path)


def refusal(text: str) -> str:
    with pytest.raises(BadInput) as refused:
        read_property(text)
    message = str(refused.value)

    assert "\n" not in message
    return message


def check(formula: str) -> str:
    return f"CHECK( init(main()), LTL({formula}) )\n"


# ---- reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "subproperties"),
    [
        ("unreach-call", ["unreach-call"]),
        ("no-overflow", ["no-overflow"]),
        ("valid-memsafety", ["valid-free", "valid-deref", "valid-memtrack"]),
        ("valid-memcleanup", ["valid-memcleanup"]),
        ("valid-deref", ["valid-deref"]),
        ("valid-free", ["valid-free"]),
        ("valid-memtrack", ["valid-memtrack"]),
    ],
)
def test_a_name_says_what_is_checked(name: str, subproperties: list[str]) -> None:
    found = read_property(name)

    assert (name, "main") == (found.name, found.entry)
    assert subproperties == [each.subproperty for each in found.conditions]


def test_a_call_in_a_file_is_read_literally(tmp_path: Path) -> None:
    path = property_file(tmp_path, check("G ! call(reach_error())"), "unreach-call.prp")
    found = read_property(path)
    (condition,) = found.conditions

    assert isinstance(condition, NeverCalled)
    assert ("reach_error",) == condition.functions
    assert ("unreach-call", "main") == (found.name, found.entry)


@pytest.mark.parametrize(
    ("formula", "kind", "subproperty"),
    [
        ("G ! label(ERROR)", LabelUnreachable, "unreach-call"),
        ("G assert", NeverCalled, "unreach-call"),
        ("G ! overflow", DefinedOperands, "no-overflow"),
        ("G valid-free", ValidMemory, "valid-free"),
        ("G valid-deref", ValidMemory, "valid-deref"),
        ("G valid-memtrack", ValidMemory, "valid-memtrack"),
        ("G valid-memcleanup", ValidMemory, "valid-memcleanup"),
    ],
)
def test_every_formula_has_its_condition(
    tmp_path: Path, formula: str, kind: type, subproperty: str
) -> None:
    (condition,) = read_property(property_file(tmp_path, check(formula))).conditions

    assert isinstance(condition, kind)
    assert subproperty == condition.subproperty


@pytest.mark.parametrize(
    "text",
    [
        "CHECK(init(main()),LTL(G!call(f())))",
        "  CHECK (\tinit ( main ( ) ) , LTL ( G  !  call ( f ( ) ) ) )  \r\n\r\n",
        "\ufeffCHECK( init(main()), LTL(G ! call(f())) )",
        "\n\n" + check("G ! call(f())") * 2,
    ],
)
def test_blanks_line_ends_and_repetitions_do_not_matter(tmp_path: Path, text: str) -> None:
    found = read_property(property_file(tmp_path, text))

    assert 1 == len(found.conditions)
    assert isinstance(found.conditions[0], NeverCalled)
    assert ("f",) == found.conditions[0].functions


def test_the_three_lines_of_memory_safety_are_three_conditions(tmp_path: Path) -> None:
    lines = [check(f"G valid-{each}") for each in ("free", "deref", "memtrack")]
    found = read_property(property_file(tmp_path, "".join(lines), "valid-memsafety.prp"))

    assert 3 == len(found.conditions)
    assert "valid-memsafety" == found.name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (check("F end"), ":1: checking termination"),
        (check("G ! data-race"), ":1: checking data races"),
        (check("G def-behavior"), ":1: checking defined behaviour"),
        ("CHECK(annotations, all)", ":1: annotations"),
        ("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", ":1: coverage"),
        (check("G valid-free") + check("G nonsense"), ":2: unknown LTL formula 'G nonsense'"),
        (check("G valid-free") + "CHECK( init(main())", ":2: expected CHECK"),
        (check("G valid-free") + check("G valid-deref").replace("main", "f"), ":2: starts at f()"),
        ("int main(void) { return 0; }", ":1: expected CHECK"),
        ("", ":1: empty"),
        (" \n\t\n", ":1: empty"),
        ("\x7fELF\x00\x01", ":1: not a property file"),
        (check("G valid-free") + "\x00", ":2: not a property file"),
        (" " * 70_000, ":1: not a property file"),
    ],
)
def test_what_cannot_be_checked_is_named_with_its_line(
    tmp_path: Path, text: str, words: str
) -> None:
    path = property_file(tmp_path, text)

    assert f"{path}{words}" in refusal(path)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.prp"
    path.write_bytes(b"CHECK\n\xff\xfe")

    assert f"{path}:2: not a property file" in refusal(str(path))


@pytest.mark.parametrize("name", ["termination", "no-data-race", "def-behavior"])
def test_known_names_that_cannot_be_checked_are_named(name: str) -> None:
    assert f"property '{name}' is not supported" == refusal(name)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    assert "unknown property 'unreach'; known: unreach-call, no-overflow" in refusal("unreach")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    assert "No such file" in refusal(str(tmp_path / "none.prp"))
    assert "Is a directory" in refusal(str(tmp_path))


# ---- error calls, labels, assertions -----------------------------------------------------------

BRANCH = "int main(void) { if (nondet() == 3) reach_error(); return 0; }"


def test_the_call_of_an_error_function_leads_to_the_error() -> None:
    cfa = marked(BRANCH)
    ((error, name),) = cfa.errors.items()
    (edge,) = error.entering

    assert "unreach-call" == name
    assert isinstance(edge.operation, Call)
    assert "reach_error" == edge.operation.function
    assert ["unreach-call", "end"] == [verdict(cfa, [3]), verdict(cfa, [4])]


def test_the_program_that_was_given_stays_as_it_is() -> None:
    cfa = cfa_of(BRANCH)
    before = [(edge.source, edge.operation, edge.target) for edge in edges_of(cfa)]
    new = mark_errors(cfa, read_property("unreach-call"))

    assert before == [(edge.source, edge.operation, edge.target) for edge in edges_of(cfa)]
    assert {} == cfa.errors
    assert not set(new.start.locations) & set(cfa.start.locations)


def test_the_call_is_the_error_even_when_the_function_is_defined_and_returns() -> None:
    text = "void __VERIFIER_error(void) { } int main(void) { __VERIFIER_error(); return 0; }"

    assert "unreach-call" == verdict(marked(text))


def test_arguments_are_evaluated_before_the_error() -> None:
    text = """void f(int x) { } int g; int once(void) { g = 1; return 0; }
    int main(void) { f(once()); return 0; }"""
    cfa = mark_errors(cfa_of(text), read_property("unreach-call"))

    assert "end" == verdict(cfa)
    assert "once" in called(cfa)


def literal(tmp_path: Path, text: str, formula: str) -> Cfa:
    prop = read_property(property_file(tmp_path, check(formula)))
    cfa = mark_errors(cfa_of(text), prop)
    check_shape(cfa)
    return cfa


ASSERTING = """extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
int main(void) { if (nondet()) __assert_fail("", "", 1, ""); return 0; }"""


def test_a_failing_assert_violates_the_plain_name() -> None:
    cfa = marked(ASSERTING)

    assert ["unreach-call", "end"] == [verdict(cfa, [1]), verdict(cfa, [0])]


def test_a_failing_assert_only_ends_the_path_for_a_call_read_literally(tmp_path: Path) -> None:
    cfa = literal(tmp_path, ASSERTING, "G ! call(reach_error())")

    assert {} == cfa.errors
    assert ("function reach_error",) == cfa.missing


def test_a_failing_assert_violates_the_formula_about_assertions(tmp_path: Path) -> None:
    assert "unreach-call" == verdict(literal(tmp_path, ASSERTING, "G assert"), [1])


def test_any_function_can_be_forbidden(tmp_path: Path) -> None:
    text = "static int f(int x) { return x; } int main(void) { return nondet() ? f(1) : 0; }"
    cfa = literal(tmp_path, text, "G ! call(f())")

    assert ["unreach-call", "end"] == [verdict(cfa, [1]), verdict(cfa, [0])]
    assert () == cfa.missing


@pytest.mark.parametrize(
    "call",
    ["strdup(p)", "index(p, 1)", 'sprintf(p, "a")', "puts(p)", 'printf("%s", p)', "perror(p)"],
)
def test_what_a_function_reads_by_a_pointer_is_not_taken_for_valid(call: str) -> None:
    cfa = cfa_of(f"#include <stdio.h>\n#include <string.h>\nint main(void) {{ char *p; {call}; }}")

    assert {"valid-deref"} == set(mark_errors(cfa, read_property("valid-deref")).errors.values())


@pytest.mark.parametrize("call", ["sprintf(p, p)", "printf(p)", 'sprintf(p, "%f", 1.0)'])
def test_a_format_that_is_not_known_to_the_byte_is_refused(call: str) -> None:
    cfa = cfa_of(f"#include <stdio.h>\n#include <string.h>\nint main(void) {{ char *p; {call}; }}")

    with pytest.raises(Unsupported, match="memory accesses of"):
        mark_errors(cfa, read_property("valid-deref"))


def test_printing_a_literal_is_valid() -> None:
    text = '#include <stdio.h>\nint main(void) { puts("a"); printf("%s %d", "b", 1); }'

    assert {} == mark_errors(cfa_of(text), read_property("valid-deref")).errors


@pytest.mark.parametrize("wanted", ["valid-memtrack", "valid-memcleanup"])
def test_a_copied_string_may_leak(wanted: str) -> None:
    text = '#include <string.h>\nint main(void) { char *p = strdup("abc"); p = 0; return 0; }'

    assert wanted == verdict(marked(text, wanted))


def test_static_functions_of_the_same_name_in_two_files_are_both_meant(tmp_path: Path) -> None:
    one = "int other(void); static void f(void) { } int main(void) { if (0) f(); return other(); }"
    two = "static void f(void) { } int other(void) { f(); return 0; }"
    prop = read_property(property_file(tmp_path, check("G ! call(f())")))
    cfa = mark_errors(cfa_of(one, LP64, two), prop)

    assert "unreach-call" == verdict(cfa)


LABEL = (
    "int main(void) { int x = nondet(); if (x > 2) goto ERROR; return 0; ERROR: x = 1; return x; }"
)


def test_a_label_is_an_error_location(tmp_path: Path) -> None:
    cfa = literal(tmp_path, LABEL, "G ! label(ERROR)")

    assert list(cfa.errors) == [cfa.functions["main"].labels["ERROR"]]
    assert ["unreach-call", "end"] == [verdict(cfa, [3]), verdict(cfa, [2])]


@pytest.mark.parametrize(
    "text",
    [
        "if (x) { ERROR: ; }",
        "while (1) { if (x == 1) { ERROR: break; } if (x == 0) break; }",
        "if (x) { ERROR: goto out; } out: x = 2;",
        "switch (x) { case 1: ERROR: case 0: x = 2; }",
        "switch (x) { case 1: ERROR: default: ; }",
        "if (x) goto ERROR; goto OTHER; ERROR: OTHER: x = 2;",
    ],
)
def test_passing_by_a_label_is_not_passing_it(tmp_path: Path, text: str) -> None:
    whole = f"int main(void) {{ int x = nondet(); {text} return 0; }}"
    cfa = literal(tmp_path, whole, "G ! label(ERROR)")

    assert ["unreach-call", "end"] == [verdict(cfa, [1]), verdict(cfa, [0])]


def test_what_the_property_names_and_the_program_lacks_is_listed(tmp_path: Path) -> None:
    assert ("label OTHER",) == literal(tmp_path, LABEL, "G ! label(OTHER)").missing
    assert ("function f",) == literal(tmp_path, LABEL, "G ! call(f())").missing
    assert 1 == len(marked(LABEL).missing)
    assert () == marked(BRANCH).missing


def test_a_property_about_another_entry_is_refused(tmp_path: Path) -> None:
    text = check("G ! call(f())").replace("main", "init")
    prop = read_property(property_file(tmp_path, text))

    with pytest.raises(BadInput, match=r"starts at init\(\), the program at main\(\)"):
        mark_errors(cfa_of(BRANCH), prop)


def test_several_conditions_are_marked_together(tmp_path: Path) -> None:
    text = check("G ! call(reach_error())") + check("G ! overflow")
    prop = read_property(property_file(tmp_path, text))
    cfa = mark_errors(
        cfa_of("int main(void) { int x = nondet(); if (x + 1 < 5) reach_error(); return 0; }"), prop
    )
    check_shape(cfa)

    assert "no-overflow" == verdict(cfa, [2**31 - 1])
    assert "unreach-call" == verdict(cfa, [3])
    assert "end" == verdict(cfa, [4])


# ---- overflow ----------------------------------------------------------------------------------

MAX, MIN = 2**31 - 1, -(2**31)


@pytest.mark.parametrize(
    ("expression", "bad", "good"),
    [
        ("x + 1", MAX, MAX - 1),
        ("x - 2", MIN + 1, MIN + 2),
        ("x * 2", 2**30, 2**30 - 1),
        ("x * x", 46341, 46340),
        ("x / -1", MIN, MIN + 1),
        ("x % -1", MIN, MIN + 1),
        ("-x", MIN, MIN + 1),
        ("x << 4", 2**27, 2**27 - 1),
        ("x << 1", -1, 1),
        ("1 << x", 31, 30),
        ("++x", MAX, 0),
        ("x--", MIN, 0),
        ("x += 5", MAX - 4, MAX - 5),
        ("1L * (x + 1)", MAX, 7),
        ("a[(x + 1) & 1]", MAX, 0),
        ("x > 0 && x + 1 > 3", MAX, MIN),
        ("(c = x, c + 2147483647)", 1, 0),
    ],
)
def test_signed_overflow_is_an_error(expression: str, bad: int, good: int) -> None:
    text = (
        f"int a[2]; char c; int main(void) {{ int x = nondet(); int y = {expression}; return y; }}"
    )
    cfa = marked(text, "no-overflow")

    assert "no-overflow" == verdict(cfa, [bad])
    assert "end" == verdict(cfa, [good])


@pytest.mark.parametrize(
    "statement",
    [
        "unsigned u = x; u = u * u + 5u - 9u; u = -u; u <<= 3;",
        "char c = x; c++; c += 100; c = -c;",
        "short s = x; s = s * 2;",
        "long l = x; l = l + 1; l = l * 4;",
        "signed char c = (signed char)x; int y = (int)3000000000u;",
        "int y = x >> 3; y = ~x; y = x ^ MASK; y = x < 3; y = !x;",
        "if (x > 0 && x < 100) { int y = x + 1; y = y * 1000; }",
        "for (int i = 0; i < 10; i++) { int y = 10 * i; }",
        "int b[4]; int *p = b; p++; p = p + x; long d = p - b;",
        "int y = x & 15; y = 1 << y; y = x % 7 + 3;",
    ],
)
def test_what_cannot_overflow_gets_no_check(statement: str) -> None:
    text = f"enum {{ MASK = 5 }}; int main(void) {{ int x = nondet(); {statement} return 0; }}"

    assert {} == marked(text, "no-overflow").errors


def test_checks_of_operands_come_before_those_of_what_uses_them() -> None:
    cfa = marked("int main(void) { int x = nondet(); return (x + 1) * 2; }", "no-overflow")
    asked = [
        edge.operation.condition.operator
        for edge in edges_of(cfa)
        if isinstance(edge.operation, Assume) and isinstance(edge.operation.condition, Overflows)
    ]

    assert ["+", "*"] == asked


def test_a_check_is_a_branch_on_a_question_and_its_negation() -> None:
    cfa = marked("int main(void) { return nondet() + 1; }", "no-overflow")
    (error,) = cfa.errors
    (into,) = error.entering
    conditions = [
        edge.operation.condition
        for edge in into.source.leaving
        if isinstance(edge.operation, Assume)
    ]

    assert 2 == len(conditions)
    assert isinstance(conditions[0], Unary)
    assert conditions[0].operand is conditions[1]


def test_a_condition_is_checked_once_before_both_branches() -> None:
    cfa = marked("int main(void) { if (nondet() + 1 > 7) return 1; return 0; }", "no-overflow")
    questions = [
        edge
        for edge in edges_of(cfa)
        if isinstance(edge.operation, Assume) and isinstance(edge.operation.condition, Overflows)
    ]

    assert 1 == len(questions)


def test_a_branch_of_the_safe_twin_excludes_the_overflow() -> None:
    unsafe = "int main(void) { int x = nondet(); if (x <= 2147483647) x = x + 1; return 0; }"
    safe = "int main(void) { int x = nondet(); if (x < 2147483647) x = x + 1; return 0; }"

    assert 1 == len(marked(unsafe, "no-overflow").errors)
    assert 0 == len(marked(safe, "no-overflow").errors)


# ---- memory ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "bad", "good"),
    [
        ("int *p = nondet() ? &g : 0; return *p;", 0, 1),
        ("int *p = nondet() ? &g : 0; *p = 4;", 0, 1),
        ("int a[3]; a[nondet()] = 1;", 3, 2),
        ("int a[3]; a[nondet()] = 1;", -1, 0),
        ("int a[2][3]; a[0][nondet()] = 1;", 6, 5),
        ("struct s *p = nondet() ? &t : 0; p->a = 1;", 0, 1),
        ("struct s *p = nondet() ? &t : 0; p->bits = 1;", 0, 1),
        ("char *p = malloc(4); p[nondet()] = 1;", 4, 3),
        ("int *p = malloc(4); if (nondet()) free(p); *p = 1;", 1, 0),
        ("char a[4], b[8]; memcpy(a, b, nondet());", 5, 4),
        ("char a[8], b[4]; memcpy(a, b, nondet());", 5, 4),
        ("char a[4]; memset(a, 0, nondet());", 5, 4),
        ("char a[8], b[4]; memmove(a, b, nondet());", 5, 4),
        ("char a[8], b[4]; return memcmp(b, a, nondet()) & 0;", 5, 4),
        ("struct s *p = nondet() ? &t : 0; struct s u = *p;", 0, 1),
    ],
)
def test_an_access_outside_every_object_is_an_error(body: str, bad: int, good: int) -> None:
    text = f"struct s {{ int a; int bits : 3; }} t; int g; int main(void) {{ {body} return 0; }}"
    cfa = marked(text, "valid-deref")

    assert "valid-deref" == verdict(cfa, [bad])
    assert "end" == verdict(cfa, [good])


@pytest.mark.parametrize(
    "body",
    [
        "int a[4]; for (int i = 0; i < 4; i++) a[i] = i;",
        "t.a = 1; struct s u = t; u.bits = 2; return u.a;",
        "struct s *p = 0; int *q = &p->a; return q != 0;",
        "char c[3][4]; c[2][nondet() & 3] = 1;",
    ],
)
def test_what_certainly_lies_inside_gets_no_check(body: str) -> None:
    text = f"struct s {{ int a; int bits : 3; }} t; int main(void) {{ {body} return 0; }}"

    assert {} == marked(text, "valid-deref").errors


def test_the_pointer_is_checked_before_what_it_points_to() -> None:
    text = "int main(void) { int **pp = 0; return **pp; }"
    cfa = marked(text, "valid-deref")
    pointers = [
        edge.operation.condition.pointer
        for edge in edges_of(cfa)
        if isinstance(edge.operation, Assume) and isinstance(edge.operation.condition, Valid)
    ]

    assert 2 == len(pointers)
    assert "valid-deref" == verdict(cfa)


def test_an_array_whose_bounds_are_asked_about_counts_as_addressed() -> None:
    cfa = cfa_of("int main(void) { int a[3]; a[nondet()] = 1; return 0; }")
    new = mark_errors(cfa, read_property("valid-deref"))

    assert ["main::a"] == sorted(each.name for each in new.addressed - cfa.addressed)


def test_functions_on_texts_have_bodies_where_accesses_are_asked_about() -> None:
    cfa = cfa_of('int main(void) { return (int)strlen("abc"); }')

    checked = mark_errors(cfa, read_property("valid-deref"))
    assert {"valid-deref"} == set(checked.errors.values())
    assert {"strlen#call1"} == {at.function for at in checked.errors}
    assert {} == mark_errors(cfa, read_property("valid-free")).errors


@pytest.mark.parametrize("release", ["free(p);", "realloc(p, 8);"])
def test_freeing_what_is_no_live_heap_object_is_an_error(release: str) -> None:
    text = f"""int g; int main(void) {{
        char *p = malloc(4); int n = nondet();
        if (n == 1) p = (char *)&g; if (n == 2) p++; if (n == 3) p = 0; if (n == 4) free(p);
        {release} return 0; }}"""
    cfa = marked(text, "valid-free")

    assert ["valid-free"] * 3 == [verdict(cfa, [n]) for n in (1, 2, 4)]
    assert ["end"] * 2 == [verdict(cfa, [n]) for n in (0, 3)]


LEAK = """void *kept; int main(void) { void *p = malloc(4); int n = nondet();
    if (n == 1) free(p); if (n == 2) kept = p; if (n == 3) exit(0); if (n == 4) abort();
    if (n == 5) { p = 0; abort(); } if (n == 6) { p = 0; while (1) ; } return 0; }"""


def test_memory_is_tracked_while_a_variable_leads_to_it() -> None:
    cfa = marked(LEAK, "valid-memtrack")

    assert ["valid-memtrack", "end", "end", "end"] == [verdict(cfa, [n]) for n in range(4)]
    assert "valid-memtrack" != verdict(cfa, [4])


def test_memory_lost_before_an_abort_or_an_endless_loop_is_an_error() -> None:
    cfa = marked(LEAK, "valid-memtrack")

    assert ["valid-memtrack"] * 2 == [verdict(cfa, [n]) for n in (5, 6)]


def test_memory_is_cleaned_up_however_the_program_ends() -> None:
    cfa = marked(LEAK, "valid-memcleanup")
    broken = "valid-memcleanup"

    assert [broken, "end", broken, broken, broken] == [verdict(cfa, [n]) for n in range(5)]
    assert broken != verdict(cfa, [6])


def test_without_allocation_nothing_can_leak() -> None:
    text = "int main(void) { for (int i = 0; i < 3; i++) ; return 0; }"

    assert {} == marked(text, "valid-memtrack").errors
    assert {} == marked(text, "valid-memcleanup").errors


def test_a_function_the_program_defines_is_not_the_one_of_the_library() -> None:
    text = "void free(void *p) { } int main(void) { int x; free(&x); return 0; }"

    assert {} == marked(text, "valid-free").errors


def test_each_subproperty_has_its_own_error_location() -> None:
    text = "int main(void) { char *p = malloc(2); p[nondet()] = 1; free(p); return 0; }"
    cfa = marked(text, "valid-memsafety")

    assert {"valid-deref", "valid-free", "valid-memtrack"} == set(cfa.errors.values())
    assert ["valid-deref", "end"] == [verdict(cfa, [2]), verdict(cfa, [1])]


def test_a_call_through_a_pointer_to_nothing_is_no_valid_dereference() -> None:
    text = """int f(int x) { return x; }
    int main(void) { int (*p)(int) = nondet() ? f : 0; return p(3); }"""
    cfa = marked(text, "valid-deref")

    assert "valid-deref" == verdict(cfa, [0])
    assert "end" == verdict(cfa, [1])
