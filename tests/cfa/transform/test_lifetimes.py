"""Objects that end: what is made of scopes, and how executions end that use an object too late."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.library import BEGIN_OBJECT, END_FRAME, END_OBJECT, ENTER_SCOPE, LEAVE_SCOPE
from maul.cfa.model import Cfa
from maul.cfa.read import read_program
from maul.cfa.render import text as listing
from maul.cfa.transform.lifetimes import with_lifetimes
from maul.cfa.transform.specification import read_property
from maul.cfa.walk import mentioned_variables
from maul.system.deep import call_deep
from tests.cfa.c_text import DECLARATIONS, called, cfa_of, check_shape, edges_of, verdict
from tests.paths import PROGRAMS

HEAD = "int *far; void keep(int *p) { far = p; } void *alloca(size_t); "


def ended(text: str) -> Cfa:
    """A program in which objects end."""
    before = cfa_of(HEAD + text, scopes=True)
    cfa = with_lifetimes(before)
    check_shape(cfa)
    named = {v for edge in edges_of(cfa) for v in mentioned_variables(edge.operation)}
    parameters = {v for automaton in cfa.automata() for v in automaton.parameters}
    assert not named & (before.addressed - cfa.addressed) - parameters
    return cfa


def function(cfa: Cfa, name: str = "f") -> list[str]:
    """What a function does, one line an edge, without numbers and origins."""
    part = listing(cfa).split(f"\n{name}(")[1].split("\n\n")[0].splitlines()[1:]
    return [line.partition("  //")[0].split(None, 3)[-1].strip() for line in part if "->" in line]


def test_a_variable_becomes_an_object_that_begins_and_ends() -> None:
    cfa = ended("int f(int n) { int x = n; keep(&x); return x; } int main(void) { return f(1); }")

    assert [
        "x& = begin object(4)",
        "x = n",
        "keep(x&)",
        "$1 = x",
        "end object(x&)",
        "return $1",
    ] == function(cfa)
    assert not cfa.addressed


def test_a_parameter_is_copied_into_its_object() -> None:
    cfa = ended("void f(int n) { keep(&n); n++; } int main(void) { f(1); return 0; }")

    assert ["n& = begin object(4)", "n = n"] == function(cfa)[:2]
    assert ["n = n + 1", "end object(n&)", "return"] == function(cfa)[3:]


def test_a_result_is_stored_into_an_object_by_way_of_a_temporary() -> None:
    cfa = ended(
        "int g(void); void f(void) { int x = g(); keep(&x); } int main(void) { f(); return 0; }"
    )

    assert ["x& = begin object(4)", "$kept1 = g()", "x = $kept1"] == function(cfa)[:3]


def test_members_elements_and_the_first_element_are_those_of_the_object() -> None:
    text = """struct s { int a, b[4]; } *last;
      int f(int n) { struct s x; int y[3]; last = &x; keep(y); x.b[n] = y[0]; return x.b[1]; }
      int main(void) { return f(1); }"""

    assert {"last = x&", "keep((int *)y&)", "x.b[n] = y[0]", "$1 = x.b[1]"} <= set(
        function(ended(text))
    )


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("int x; keep(&x);", False),
        ("if (n) goto in; { n++; int x; in: keep(&x); }", False),
        ("{ goto in; again: n++; int x; in: keep(&x); if (n--) goto again; }", True),
        ('switch (n) { int x; case 1: __asm__("" : "=r"(x)); keep(&x); }', True),
        ("switch (n) { int x; case 1: keep(&x); }", False),
        ("while (n--) { int x; keep(&x); }", False),
        ("back: n++; int x; keep(&x); if (n--) goto back;", True),
        ("while (n--) { int x[2] = {1}; keep(x); }", False),
    ],
)
def test_a_declaration_that_meets_a_new_object_says_nothing_more(body: str, *, kept: bool) -> None:
    cfa = ended(f"void f(int n) {{ {body} }} int main(void) {{ f(1); return 0; }}")

    assert kept == any(line.endswith("= *") for line in function(cfa))


def test_what_cannot_be_used_too_late_stays_what_it_was() -> None:
    text = (
        "int f(int n) { int x = n; int *p = &x; n = *p; return n; } int main(void) { return f(1); }"
    )
    plain = cfa_of(HEAD + text)

    assert function(plain) == function(ended(text))
    assert plain.addressed
    assert ["f::x"] == [v.name for v in ended(text).addressed if v.function == "f"]


def test_the_objects_of_alloca_end_with_their_function() -> None:
    text = "int *f(int n) { int *p = alloca(n); return p; } int main(void) { return f(1) == 0; }"
    cfa = ended(text)

    assert [
        "$frame = begin object(0)",
        "$kept1 = p",
        "end frame($frame)",
        "return $kept1",
    ] == [line for line in function(cfa) if "$1" not in line]


def test_an_empty_endless_loop_over_the_borders_of_a_scope_stays_one() -> None:
    text = (
        "int f(int n) { if (n) { back: { goto in; int x; look(&x); in:; } goto back; } return 0; }"
    )
    cfa = ended(f"void look(int *p) {{ }} {text} int main(void) {{ return f(0); }}")

    assert "end" == verdict(cfa)
    assert "[1]" in function(cfa)


def test_a_label_before_an_idle_scope_stays_where_it_was() -> None:
    text = "again: { int x = n; look(&x); } if (nondet()) goto again; return 0;"
    cfa = ended(
        f"void look(int *p) {{ }} int f(int n) {{ {text} }} int main(void) {{ return f(0); }}"
    )

    assert ["again"] == list(cfa.functions["f"].labels)
    assert function(cfa)[0] == "[1]"


@pytest.mark.parametrize("name", ["unreach-call", "no-overflow", "valid-memcleanup"])
def test_other_properties_know_nothing_of_lifetimes(name: str) -> None:
    path = PROGRAMS / "trust" / "memory" / "block_scope_unsafe.c"
    cfa = call_deep(lambda: read_program([str(path)], LP64, read_property(name)))

    assert not {BEGIN_OBJECT, END_OBJECT, END_FRAME, ENTER_SCOPE, LEAVE_SCOPE} & set(called(cfa))


@pytest.mark.parametrize("name", ["valid-memsafety", "valid-deref", "valid-free"])
def test_no_mark_is_left_behind(name: str) -> None:
    path = PROGRAMS / "trust" / "memory" / "block_scope_unsafe.c"
    cfa = call_deep(lambda: read_program([str(path)], LP64, read_property(name)))

    assert {BEGIN_OBJECT, END_OBJECT} <= set(called(cfa))
    assert not {ENTER_SCOPE, LEAVE_SCOPE} & set(called(cfa))


CASES = [
    ("int *f(int n) { return alloca(n); }", "int *p = f(8); return p != 0 ? 0 : *p;", "end"),
    ("int *f(int n) { return alloca(n); }", "return *f(8);", "valid-deref"),
    (
        "int f(int n) { for (; n; n--) { far = alloca(8); *far = n; } return *far; }",
        "return f(3);",
        "end",
    ),
    (
        "int *f(int n) { int *p = alloca(8); keep(alloca(8)); return n ? p : 0; }",
        "f(1); return *far;",
        "valid-deref",
    ),
    (
        "int f(int n) { int *p = malloc(8); keep(alloca(8)); *p = 0; far = p; return n; }",
        "f(1); *far = 1; free(far); return 0;",
        "end",
    ),
    ("int f(int n) { int a[n]; a[0] = 2; keep(a); return *far; }", "return f(1);", "end"),
    (
        "int f(int n) { int a[n]; a[0] = 2; keep(a); return *far; }",
        "f(1); return *far;",
        "valid-deref",
    ),
    ("void f(int n) { int x = n; free(&x); }", "f(1); return 0;", "valid-free"),
    ("void f(int n) { int x = n; keep(&x); free(far); }", "f(1); return 0;", "valid-free"),
    (
        "void f(int n) { int x = n; keep(&x); free(far); }",
        "far = malloc(4); free(far); return 0;",
        "end",
    ),
    ("void f(int n) { keep(&n); }", "f(1); free(far); return 0;", "valid-free"),
    ("void f(int n) { keep(&n); realloc(far, 4); }", "f(1); return 0;", "valid-free"),
    ("void f(int n) { int a[n]; free(a); }", "f(1); return 0;", "valid-free"),
    (
        "int f(int n) { int x = n; int *old = far; keep(&x); return n && f(n - 1) + *far; }",
        "return f(2);",
        "valid-deref",
    ),
    (
        "int f(int n) { int x = n; keep(&x); if (n) f(n - 1); keep(&x); return *far; }",
        "return f(2);",
        "end",
    ),
    ("void f(int n) { int *p = malloc(4); keep((int *)&p); }", "f(1); return 0;", "valid-memtrack"),
    ("void f(int n) { int *p = malloc(4); keep((int *)&p); free(p); }", "f(1); return 0;", "end"),
    *(
        ("int quiet(int x) { return x; }", body, expected)
        for body, expected in (
            ("{ int *p = malloc(4); *p = 1; } exit(0);", "valid-memtrack"),
            ("int *p; { p = malloc(4); } exit(0);", "end"),
            ("{ int *p = malloc(4); free(p); } exit(0);", "end"),
            ("{ int *p = malloc(4); exit(0); }", "end"),
            ("{ struct { int *a, *b[2]; } s; s.b[1] = malloc(4); } exit(0);", "valid-memtrack"),
            ("{ union { int *a; long b; } s; s.a = malloc(4); } exit(0);", "valid-memtrack"),
            ("{ int *a[40]; a[39] = malloc(4); } exit(0);", "valid-memtrack"),
            ("int n = 3; { int *a[n]; a[2] = malloc(4); } exit(0);", "valid-memtrack"),
            ("int *q = ({ int *p = malloc(4); p; }); exit(*q > 0 ? 0 : 1);", "end"),
            ("{ int *p = malloc(4); keep(p); } exit(0);", "end"),
            ("{ int *p = malloc(4); { int *q = p; keep(q); far = 0; } exit(0); }", "end"),
            ("for (int i = 0; i < 2; i++) { int *p = malloc(4); } exit(0);", "valid-memtrack"),
            ("{ int *p = malloc(4); goto out; } out: quiet(1); exit(0);", "valid-memtrack"),
            ("{ int *p = malloc(4); quiet(1); } return 0;", "valid-memtrack"),
        )
    ),
]


def test_a_pointer_ends_with_its_block_unless_nothing_follows() -> None:
    text = "int *g(void); int f(int n) { if (n) { int *p = g(); } int *q = g(); return *q; }"
    program = HEAD + text + " int main(void) { return f(1); }"
    cfa = with_lifetimes(cfa_of(program, scopes=True, pointers=True), pointers=True)

    assert ["p = g()", "p = 0", "q = g()", "$1 = *q", "return $1"] == function(cfa)[-5:]


@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)
@pytest.mark.parametrize(("text", "body", "expected"), CASES)
def test_an_execution_stops_where_an_object_is_used_too_late(
    text: str, body: str, expected: str, model: DataModel, tmp_path: Path
) -> None:
    size_t = "unsigned" if model is ILP32 else "unsigned long"
    head = DECLARATIONS.replace("typedef unsigned long", f"typedef {size_t}") + HEAD
    path = tmp_path / "prog.c"
    path.write_text(f"{head}{text} int main(void) {{ {body} }}")
    wanted = read_property("valid-memsafety")
    cfa = call_deep(lambda: read_program([str(path)], model, wanted))

    assert expected == verdict(cfa)
