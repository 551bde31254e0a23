from __future__ import annotations

import pytest

from maul.c.ctype import ILP32, INT, LP64, Integer
from maul.c.tree import Variable
from maul.cfa.analyses.ranges import analysis as ranges_module
from maul.cfa.analyses.ranges.analysis import Ranges, ranges
from maul.cfa.expressions import Binary, Constant, Expression, Load, Place, Unary
from maul.cfa.intervals import Interval, bitwise, compared, exact, fitted, full, shifted_right
from maul.cfa.model import Assign, Cfa, Edge, Location
from maul.cfa.outcome import Finish
from maul.cfa.transform.specification import mark_errors, read_property
from maul.cfa.walk import inner_first
from maul.interpret.choices import in_order
from maul.interpret.machine import Machine
from maul.interpret.memory import Undefined
from tests.cfa.c_text import cfa_of, edges_of, verdict
from tests.cfa.small_programs import small_program, some_inputs

WHOLE = (-(2**31), 2**31 - 1)


def assigned(text: str, name: str) -> list[Interval]:
    """The bounds of everything assigned to a variable of main or a global, in the order of the
    text."""
    cfa = cfa_of(text)
    found = ranges(cfa)
    return [
        found.of(edge.source, edge.operation.value)
        for edge in edges_of(cfa)
        if isinstance(edge.operation, Assign)
        and isinstance(edge.operation.target, Place)
        and edge.operation.target.variable.name in {name, f"main::{name}"}
        and found.is_reached(edge.source)
    ]


def result_of(body: str, before: str = "") -> Interval:
    """The bounds of what is assigned last to ``r``."""
    return assigned(f"{before} int main(void) {{ long r; {body} return 0; }}", "r")[-1]


# ---- values ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x = 3; r = x + 4;", (7, 7)),
        ("int x = nondet(); r = x;", WHOLE),
        ("unsigned char c = nondet(); r = c;", (0, 255)),
        ("unsigned char c = nondet(); r = c + 1;", (1, 256)),
        ("unsigned char c = nondet(); c++; r = c;", (0, 255)),
        ("int x = nondet(); r = x & 15;", (0, 15)),
        ("int x = nondet(); r = x % 10;", (-9, 9)),
        ("unsigned x = nondet(); r = x % 10;", (0, 9)),
        ("unsigned x = 3; r = x - 4;", (2**32 - 1, 2**32 - 1)),
        ("_Bool b = nondet(); r = b;", (0, 1)),
        ("int x = nondet(); r = x > 3;", (0, 1)),
        ("int x = nondet(); r = !x;", (0, 1)),
        ("int x = nondet() & 7; r = 1 << x;", (1, 128)),
        ("int x = nondet() & 7; r = -x;", (-7, 0)),
        ("int x = nondet() & 7; r = ~x;", (-8, -1)),
        ("int x = nondet() & 7; r = (x | 8) ^ 1;", (0, 15)),
        ("int x = (nondet() & 7) - 3; r = x * x;", (-12, 16)),
        ("int x = (nondet() & 7) + 1; r = 100 / x;", (12, 100)),
        ("int x = nondet(); r = 100 / x;", WHOLE),
        ("int x = nondet(); r = (signed char)x;", (-128, 127)),
        ("int x = 300; r = (unsigned char)x;", (44, 44)),
        ("int x = 2147483647; r = x + 1;", (-(2**31), -(2**31))),
        ("int x = nondet() & 255; r = x >> 4;", (0, 15)),
    ],
)
def test_bounds_of_expressions(body: str, expected: Interval) -> None:
    assert expected == result_of(body)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x = nondet(); if (x > 3) r = x;", (4, 2**31 - 1)),
        ("int x = nondet(); if (x > 3 && x <= 8) r = x;", (4, 8)),
        ("int x = nondet(); if (!(x >= 3)) r = x;", (-(2**31), 2)),
        ("int x = nondet(); if (x == 5) r = x;", (5, 5)),
        ("unsigned x = nondet(); if (x) r = x;", (1, 2**32 - 1)),
        ("int x = nondet(); if (!x) r = x;", (0, 0)),
        ("unsigned char x = nondet(); if (x != 0 && x < 9) r = x;", (1, 8)),
        ("int x = nondet(), y = nondet() & 7; if (x < y) r = x;", (-(2**31), 6)),
        ("int x = nondet() & 7, y = nondet(); if (x < y) r = y;", (1, 2**31 - 1)),
        ("int x = nondet() & 7; if (x + 2 > 5) r = x;", (4, 7)),
        ("int x = nondet() & 7; if (10 - x > 5) r = x;", (0, 4)),
        ("int x = nondet(); x = x > 3 ? 3 : x; x = x < 0 ? 0 : x; r = x;", (0, 3)),
        ("int x; if (nondet()) x = 1; else x = 9; r = x;", (1, 9)),
        ("int x = nondet(); switch (x) { case 2 ... 4: r = x; }", (2, 4)),
    ],
)
def test_branches_restrict_and_join(body: str, expected: Interval) -> None:
    assert expected == result_of(body)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int i; for (i = 0; i < 10; i++) ; r = i;", (10, 10)),
        ("for (int i = 0; i < 10; i++) r = i;", (0, 9)),
        ("for (int i = 10; i > 0; i--) r = i;", (1, 10)),
        ("for (int i = 0; i < 1000; i += 3) r = i;", (0, 999)),
        ("for (int i = 0; i < 5; i++) for (int j = i; j < 7; j++) r = j;", (0, 6)),
        ("int i = 0; while (1) { if (i == 20) break; i++; } r = i;", (20, 20)),
        ("int i = 0; while (nondet()) i++; r = i;", WHOLE),
        ("int i = 0; while (nondet()) i--; r = i;", WHOLE),
        ("int n = nondet() & 100, i = 0; while (i < n) i++; r = i;", (0, 100)),
        ("unsigned char c = 0; while (nondet()) c++; r = c;", (0, 255)),
        ("int n = nondet(), i = 0; while (i < n) i++; r = i;", (0, 2**31 - 1)),
    ],
)
def test_loops_are_widened_and_narrowed(body: str, expected: Interval) -> None:
    assert expected == result_of(body)


@pytest.mark.parametrize(
    ("before", "body", "expected"),
    [
        ("int f(int x) { return x + 1; }", "r = f(3);", (4, 4)),
        ("int f(int x) { return x + 1; }", "r = f(3) + f(5);", (8, 12)),
        ("int f(int x) { if (x > 9) return 9; return x; }", "r = f(nondet() & 99);", (0, 9)),
        ("int f(void) { return 2; } int g(void) { return f(); }", "r = g();", (2, 2)),
        ("int f(int n) { if (n <= 0) return 0; return f(n - 1); }", "r = f(5);", (0, 0)),
        ("int f(int n) { return n <= 0 ? 0 : 1 + (f(n - 1) & 3); }", "r = f(5);", (0, 4)),
        ("int f(int n) { if (n > 20) return n; return f(n + 1); }", "r = f(5);", (21, 2**31 - 1)),
        ("int f(int n) { if (nondet()) return n; return f(n + 1); }", "r = f(5);", WHOLE),
        (
            """int o(int n); int e(int n) { if (n == 0) return 1; return o(n - 1); }
            int o(int n) { if (n == 0) return 0; return e(n - 1); }""",
            "r = e(nondet());",
            (0, 1),
        ),
        ("int g = 7;", "r = g;", (7, 7)),
        ("int g; void f(void) { g = 5; }", "f(); r = g;", (0, 5)),
        ("int g; void f(void) { g = 5; }", "g = 3; r = g;", (3, 3)),
        ("int g; void f(void) { g = 5; }", "g = 3; f(); r = g;", (0, 5)),
        ("int g; void f(void) { g++; }", "f(); r = g;", WHOLE),
        ("int g; void f(int *p) { *p = 9; }", "f(&g); r = g;", WHOLE),
        ("extern int g;", "r = g;", WHOLE),
    ],
)
def test_summaries_travel_between_functions(before: str, body: str, expected: Interval) -> None:
    assert expected == result_of(body, before)


def test_addressed_variables_are_not_followed() -> None:
    assert WHOLE == result_of("int x = 3; int *p = &x; *p = 4; r = x;")


def test_what_cannot_be_reached_has_no_values() -> None:
    cfa = cfa_of("int main(void) { int x = 3; if (x > 5) { x = 7; } return x; }")
    found = ranges(cfa)
    dead = [at for at, known in found.everything() if known is None]

    assert dead
    for at in dead:
        low, high = found.of(at, Constant(INT, 1))
        assert low > high
        assert all(found.cannot_wrap(edge, Constant(INT, 1)) for edge in at.leaving)


def test_a_function_that_never_returns_cuts_off_what_follows() -> None:
    cfa = cfa_of("void stop(void) { while (1) ; } int main(void) { stop(); return 7; }")
    found = ranges(cfa)

    assert not found.is_reached(cfa.functions["main"].exit.entering[0].source)


def test_locations_can_be_asked_in_any_order() -> None:
    text = "int main(void) { int x = 1; x = x + 1; x = x + 1; x = x + 1; return x; }"
    cfa = cfa_of(text)
    found, again = ranges(cfa), ranges(cfa)
    locations = [at for each in cfa.automata() for at in each.locations]
    forwards = {at: found.known_at(at) for at in locations}
    backwards = {at: again.known_at(at) for at in reversed(locations)}

    assert forwards == backwards


def test_an_expression_that_is_no_integer_has_no_bounds() -> None:
    cfa = cfa_of("double d; int main(void) { d = 1.0; return 0; }")
    (variable,) = cfa.globals

    with pytest.raises(ValueError, match="no integer type"):
        ranges(cfa).of(cfa.start.entry, Load(variable.type, Place(variable.type, variable)))


# ---- cannot_wrap -------------------------------------------------------------------------------


def answers(body: str) -> list[bool]:
    """Whether each operator on integers in main cannot wrap, inner ones first."""
    cfa = cfa_of(f"int main(void) {{ {body} return 0; }}")
    found = ranges(cfa)
    return [
        found.cannot_wrap(edge, part)
        for edge in edges_of(cfa)
        if edge.source.function == "main" and isinstance(edge.operation, Assign)
        for part in inner_first(edge.operation)
        if isinstance(part, (Binary, Unary)) and isinstance(part.type, Integer)
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x = nondet() & 7; int y = x + 1;", [True, True]),
        ("int x = nondet(); int y = x + 1;", [False]),
        ("unsigned x = nondet(); unsigned y = x - 1u;", [False]),
        ("unsigned x = nondet(); if (x > 0) { unsigned y = x - 1u; }", [True]),
        ("int x = nondet(); int y = -x;", [False]),
        ("int x = nondet(); int y = x / 2;", [True]),
        ("int x = nondet(); int y = x % -1;", [False]),
        ("int x = nondet() & 63; int y = 1 << x;", [True, False]),
        ("int x = nondet() & 31; int y = 1 << x;", [True, False]),
        ("int x = nondet() & 15; int y = 1 << x;", [True, True]),
        ("long x = nondet(); long y = x * 2147483647;", [True]),
    ],
)
def test_operators_that_stay_in_their_type(body: str, expected: list[bool]) -> None:
    assert expected == answers(body)


# ---- against executions ------------------------------------------------------------------------


def disagreements(cfa: Cfa, found: Ranges, inputs: list[int], steps: int = 5000) -> list[str]:
    """Where an execution leaves the bounds, or comes where none should."""
    machine = Machine(cfa, in_order(inputs))
    node = machine._begin()
    registers = machine.registers
    wrong: list[str] = []
    memo: dict[Location, dict[Variable, Interval] | None] = {}
    try:
        for _ in range(steps):
            at = node.location
            if at not in memo:
                memo[at] = found.known_at(at)
            known = memo[at]
            if known is None:
                return [*wrong, f"{at} was reached"]
            for variable, (low, high) in known.items():
                slot = registers.slots.get(variable)
                if slot is not None and not low <= registers.integers[slot] <= high:
                    wrong.append(f"{at}: {variable.name} = {registers.integers[slot]}")
            node = node.run()
    except (Finish, Undefined):
        pass
    return wrong


@pytest.mark.parametrize("seed", range(40))
def test_no_execution_leaves_the_bounds(seed: int) -> None:
    cfa = cfa_of(small_program(seed), LP64 if seed % 2 else ILP32)
    found = ranges(cfa)

    for run in range(4):
        assert [] == disagreements(cfa, found, some_inputs(100 * seed + run))


def test_a_wrong_bound_would_be_noticed() -> None:
    cfa = cfa_of("int main(void) { int x = 3; x = x + nondet(); return x; }")
    found = ranges(cfa)
    lying = {at: known and dict.fromkeys(known, (0, 0)) for at, known in found.everything()}

    class Liar:
        def known_at(self, at: Location) -> dict[Variable, Interval] | None:
            return lying[at]

    assert disagreements(cfa, Liar(), [1])  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(15))
def test_leaving_out_harmless_checks_changes_no_verdict(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Ignorant:
        """Knows nothing, so that every check is made."""

        def __init__(self, _: Cfa) -> None:
            pass

        def of(self, _: Location, expression: Expression) -> Interval | None:
            return full(expression.type)

        def cannot_wrap(self, _: Edge, __: Expression) -> bool:
            return False

    plain, wanted = cfa_of(small_program(seed)), read_property("no-overflow")
    few = mark_errors(plain, wanted)
    monkeypatch.setattr(ranges_module, "ranges", Ignorant)
    all_checks = mark_errors(plain, wanted)

    assert len(edges_of(few)) <= len(edges_of(all_checks))
    for run in range(6):
        inputs = some_inputs(100 * seed + run)
        assert verdict(all_checks, inputs) == verdict(few, inputs)


# ---- intervals ---------------------------------------------------------------------------------

SMALL = [(low, high) for low in range(-5, 6) for high in range(low, 6)]


@pytest.mark.parametrize("operator", ["+", "-", "*", "/", "%", "<<"])
def test_exact_bounds_hold_for_all_operands_and_are_tight_for_sums(operator: str) -> None:
    for left in SMALL:
        for right in SMALL:
            bounds = exact(operator, left, right, 4)
            defined = [b for b in range(right[0], right[1] + 1) if _defined(operator, b)]
            if bounds is None:
                assert len(defined) < right[1] - right[0] + 1
                continue
            values = [_value(operator, a, b) for a in range(left[0], left[1] + 1) for b in defined]
            assert bounds[0] <= min(values)
            assert max(values) <= bounds[1]
            if operator != "%":
                assert (min(values), max(values)) == bounds or operator == "/"


def _defined(operator: str, right: int) -> bool:
    return (operator not in "/%" or right != 0) and (operator != "<<" or 0 <= right < 4)


def _value(operator: str, a: int, b: int) -> int:
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "<<":
            return a << b
        case "/":
            return int(a / b)
    return a - b * int(a / b)


def test_bit_operations_and_shifts_hold_for_all_operands() -> None:
    for left in SMALL:
        for right in SMALL:
            pairs = [
                (a, b) for a in range(left[0], left[1] + 1) for b in range(right[0], right[1] + 1)
            ]
            for operator, values in (
                ("&", [a & b for a, b in pairs]),
                ("|", [a | b for a, b in pairs]),
                ("^", [a ^ b for a, b in pairs]),
            ):
                bounds = bitwise(operator, left, right)
                assert bounds is None or bounds[0] <= min(values) <= max(values) <= bounds[1]
            shifted = shifted_right(left, right, 8)
            if shifted is not None:
                values = [a >> b for a, b in pairs]
                assert (min(values), max(values)) == shifted


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "==", "!="])
def test_comparisons_are_decided_exactly(operator: str) -> None:
    for left in SMALL:
        for right in SMALL:
            values = {
                int(_holds(operator, a, b))
                for a in range(left[0], left[1] + 1)
                for b in range(right[0], right[1] + 1)
            }
            assert (min(values), max(values)) == compared(operator, left, right)


def _holds(operator: str, a: int, b: int) -> bool:
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[
        operator
    ]


def test_wrapping_keeps_every_value() -> None:
    whole = full(Integer(3, signed=True))
    assert whole == (-4, 3)
    for low in range(-20, 20):
        for high in range(low, 20):
            into = fitted((low, high), whole)
            for value in range(low, high + 1):
                assert into[0] <= (value + 4) % 8 - 4 <= into[1]
