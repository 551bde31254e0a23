"""Scopes: wherever control crosses the border of one, by whichever way, a call says so."""

from __future__ import annotations

import pytest

from maul.cfa.expressions import AddressOf, Load, Place
from maul.cfa.library import ENTER_SCOPE, LEAVE_SCOPE
from maul.cfa.model import Call, Edge
from maul.cfa.render import text as listing
from tests.cfa.c_text import cfa_of, check_shape

HEAD = "int *g; void use(int *p) { g = p; } int *same(int *p) { return p; } "


def marks(edges: list[Edge]) -> list[str]:
    """The crossings among edges: "+" and the objects of a scope that is entered, "-" of one that is
    left."""
    found = []
    for edge in edges:
        operation = edge.operation
        if isinstance(operation, Call) and operation.function in (ENTER_SCOPE, LEAVE_SCOPE):
            names = []
            for argument in operation.arguments:
                assert isinstance(argument, (AddressOf, Load))
                assert isinstance(argument.place, Place)
                names.append(argument.place.variable.name.removeprefix("main::"))
            found.append(("+" if operation.function == ENTER_SCOPE else "-") + ",".join(names))
    return found


def path_marks(body: str, turns: str = "") -> list[str]:
    """The crossings on one way through ``main``: at a branch, "y" and "n" say which."""
    cfa = cfa_of(f"{HEAD}int main(void) {{ {body} }}", scopes=True)
    check_shape(cfa)
    at, taken, choices = cfa.functions["main"].entry, list[Edge](), list(turns)
    while at.leaving:
        edge = at.leaving[0 if len(at.leaving) == 1 or choices.pop(0) == "y" else 1]
        taken.append(edge)
        at = edge.target
    assert not choices
    return marks(taken)


@pytest.mark.parametrize(
    ("body", "turns", "expected"),
    [
        ("{ int x; use(&x); } return 0;", "", "+x -x"),
        ("{ int x; use(&x); return 0; }", "", "+x -x"),
        ("int y; { int x; use(&x); use(&y); return 0; }", "", "+y +x -x -y"),
        ("while (nondet()) { int x; use(&x); } return 0;", "yyn", "+x -x +x -x"),
        ("for (;;) { int x; use(&x); if (nondet()) break; } return 0;", "ny", "+x -x +x -x"),
        (
            "for (int i = 0; i < 9; use(&i)) { int x; use(&x); if (nondet()) continue; } return 0;",
            "yyn",
            "+i +x -x -i",
        ),
        (
            "do { int x; use(&x); if (nondet()) continue; } while (nondet()); return 0;",
            "yn",
            "+x -x",
        ),
        ("{ int x; use(&x); if (nondet()) goto out; } out: return 0;", "y", "+x -x"),
        ("if (nondet()) goto in; { int x; in: use(&x); } return 0;", "y", "+x -x"),
        ("{ int x; back: use(&x); if (nondet()) goto back; } return 0;", "yn", "+x -x"),
        ("back: { int x; use(&x); if (nondet()) goto back; } return 0;", "yn", "+x -x +x -x"),
        ("switch (nondet()) { int x; case 1: use(&x); } return 0;", "y", "+x -x"),
        ("switch (nondet()) { int x; case 1: use(&x); } return 0;", "n", ""),
        ("switch (nondet()) { case 1: { int x; case 2: use(&x); } } return 0;", "ny", "+x -x"),
        ("switch (nondet()) { case 1: { int x; default: use(&x); } } return 0;", "n", "+x -x"),
        (
            "switch (1) { int x; case 1: use(&x); { int y; use(&y); break; } } return 0;",
            "",
            "+x +y -y -x",
        ),
        (
            "while (nondet()) { int x; use(&x); while (nondet()) {} if (nondet()) break; }",
            "yny",
            "+x -x",
        ),
        (
            "while (nondet()) { int x; use(&x); switch (nondet()) case 1: break; break; }",
            "yn",
            "+x -x",
        ),
        ("int r = ({ int x = 1; use(&x); x + 1; }); return r;", "", "+x -x"),
        ("return ({ int x = 1; use(&x); x; });", "", "+x -x"),
        ("if (({ int x = 1; use(&x); x; })) return 1; return 0;", "y", "+x -x"),
        ("int n = 3; { int a[n]; use(a); } return 0;", "", "-a"),
        ("int n = 3; back:; int a[n]; use(a); if (nondet()) goto back; return 0;", "yn", "-a -a"),
        ("int n = 3; int a[n]; back: use(a); if (nondet()) goto back; return 0;", "yn", "-a"),
        ("for (;;) { int n = 2, a[n]; if (nondet()) break; } return 0;", "ny", "-a -a"),
        ("int x = 4; x++; { int y = 5; x += y; } return x;", "", ""),
        ("static int x; { static int y; use(&x); use(&y); } return 0;", "", ""),
    ],
)
def test_every_way_over_a_border_is_marked(body: str, turns: str, expected: str) -> None:
    assert expected.split() == path_marks(body, turns)


@pytest.mark.parametrize(
    ("body", "turns", "expected"),
    [
        ("if (nondet()) use(&(int){1}); return 0;", "y", "+-"),
        ("while (nondet()) use(&(int){1}); return 0;", "yyn", "+-+-"),
        ("do use(&(int){1}); while (nondet()); return 0;", "yn", "+-+-"),
        ("for (;;) if (nondet()) break; else use(&(int){1}); return 0;", "nny", "+-+-"),
        ("switch (nondet()) case 1: use(&(int){1}); return 0;", "y", "+-"),
        ("while (same(&(int){1})) if (nondet()) break; return 0;", "ynyy", "+-"),
    ],
)
def test_what_stands_behind_a_condition_is_a_block(body: str, turns: str, expected: str) -> None:
    assert expected == "".join(mark[0] for mark in path_marks(body, turns))


def test_parameters_belong_to_the_outermost_scope() -> None:
    cfa = cfa_of(
        "int f(int a, int b) { return *&a + b; } int main(void) { return f(1, 2); }", scopes=True
    )

    edges = [edge for at in cfa.functions["f"].locations for edge in at.leaving]
    assert ["+f::a", "-f::a"] == marks(edges)


def test_a_result_is_taken_before_the_scope_is_left() -> None:
    cfa = cfa_of(f"{HEAD} int main(void) {{ int x = 2; use(&x); return x; }}", scopes=True)

    *_, kept, left, _ = (e for at in cfa.functions["main"].locations for e in at.leaving)
    assert ["-x"] == marks([left])
    assert "Assign" == type(kept.operation).__name__


@pytest.mark.parametrize(
    "body",
    [
        "int *p = 0; for (;;) { int x; if (nondet()) continue; p = &x; } return p == 0;",
        "int n = 4; back:; int a[n]; use(a); if (nondet()) goto back; return 0;",
        "int r = ({ int x = 1; use(&x); x; }); switch (r) { int y; case 2: use(&y); } return 0;",
    ],
)
def test_nobody_who_does_not_ask_sees_a_difference(body: str) -> None:
    program = f"{HEAD} int main(void) {{ {body} }}"
    plain = listing(cfa_of(program))

    assert "scope" not in plain
    assert "scope" in listing(cfa_of(program, scopes=True))
