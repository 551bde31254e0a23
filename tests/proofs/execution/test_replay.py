"""Executions of claims, with and without a pen."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.cfa.model import Call, Cfa, Return
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.interpret.machine import interpret
from maul.proofs.execution import replay as module
from maul.proofs.execution.replay import confirms, follow, replay
from maul.proofs.verdict import Unsafe
from tests.paths import PROGRAMS

NAMES = ["recursion", "bank", "double_list", "float_sum", "goto_cleanup", "struct_copy", "variadic"]


def claim_of(name: str) -> tuple[Cfa, Unsafe]:
    path = PROGRAMS / f"{name}_unsafe.c"
    text = path.read_text()
    runs = [line for line in text.splitlines() if line.startswith("// run:") and "error" in line]
    given = runs[0].removeprefix("// run:").partition("->")[0]
    inputs = [float(x) if "." in x else int(x) for x in given.split(",") if x.strip()]
    return program(path), Unsafe("unreach-call", tuple(inputs), ())


def program(path: Path) -> Cfa:
    return read_program([str(path)], LP64, read_property("unreach-call"))


@pytest.mark.parametrize("name", NAMES)
def test_following_changes_nothing(name: str) -> None:
    cfa, claim = claim_of(name)
    plain, found = replay(cfa, claim), follow(cfa, claim)
    path = interpret(cfa, claim.inputs, record_path=True).path

    assert confirms(plain, claim)
    assert confirms(found.execution, claim)
    assert path == tuple(taken.edge for taken in found.steps)
    assert plain.inputs_used == len(found.inputs())


@pytest.mark.parametrize("name", NAMES)
def test_depth_and_activation_follow_calls_and_returns(name: str) -> None:
    cfa, claim = claim_of(name)
    stack, begun = [0], 0
    for taken in follow(cfa, claim).steps:
        assert (len(stack) - 1, stack[-1]) == (taken.depth, taken.activation)
        operation = taken.edge.operation
        if isinstance(operation, Call) and operation.function in cfa.functions:
            begun += 1
            stack.append(begun)
        elif isinstance(operation, Return):
            stack.pop()


def test_an_altered_input_is_not_confirmed() -> None:
    cfa, claim = claim_of("bank")
    harmless = Unsafe(claim.violated, (0, 0, 0, 0), ())
    too_short = Unsafe(claim.violated, (), ())

    assert not confirms(replay(cfa, harmless), harmless)
    assert not confirms(replay(cfa, too_short), too_short)
    assert not confirms(replay(cfa, claim), Unsafe("no-overflow", claim.inputs, ()))


def test_values_are_those_after_the_step(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
        "static int twice(int n) { int *p = &n; *p += n; return n; }\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); double y = 0.5;\n"
        "  if (twice(x) == 6 && y < 1) reach_error(); return 0; }\n"
    )
    found = follow(program(path), Unsafe("unreach-call", (3,), ()))
    told = [value for taken in found.steps for value in taken.values if "$" not in value[0]]

    assert [
        ("x", 3),
        ("y", 0.5),
        ("n", 3),
        ("p", "&n"),
        ("*p", 6),
        ("twice()", 6),
        ("y", 0.5),
    ] == told


def test_the_middle_of_a_long_execution_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST", 30)
    monkeypatch.setattr(module, "LAST", 20)
    path = tmp_path / "program.c"
    path.write_text(
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
        "int main(void) { int s = 0; for (int i = 0; i < 100; i++) s += __VERIFIER_nondet_int();\n"
        "  if (s == 100) reach_error(); return 0; }\n"
    )
    cfa, claim = program(path), Unsafe("unreach-call", (1,) * 100, ())
    found = follow(cfa, claim)
    edges = interpret(cfa, claim.inputs, record_path=True).path

    assert edges is not None
    assert (30, 20, 100) == (len(found.first), len(found.last), len(found.calls))
    assert len(edges) - 50 == found.missing
    assert edges[:30] + edges[-20:] == tuple(taken.edge for taken in found.steps)
