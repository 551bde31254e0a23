"""Counterexamples through pointers from nowhere: found, executed, and none through null."""

from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.addresses import PAGE, UNKNOWN
from maul.cfa.outcome import Ended, UndefinedBehaviour
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.errors import LimitReached
from maul.interpolate.catalogue import refuter
from maul.interpret.memory import ObjectMemory
from maul.methods.bmc import bmc
from maul.methods.setting import Setting
from maul.proofs.execution.replay import confirms, follow, replay
from maul.proofs.verdict import Unsafe, Verdict
from maul.run import Run
from maul.system.deep import call_deep
from tests.cfa.c_text import DECLARATIONS

TYPES = "struct node { struct node *next; int value; }; extern struct node *somewhere(void);"


def found(folder: Path, body: str, model: DataModel) -> Verdict | None:
    """What bounded model checking says of a program, None if it finds no answer in time."""
    path = folder / "prog.c"
    path.write_text(f"{DECLARATIONS} {TYPES} int main(void) {{ {body} return 0; }}")
    cfa = call_deep(lambda: read_program([str(path)], model, read_property("unreach-call")))
    try:
        verdict = bmc(prune(cfa).cfa, Setting(refuter("auto")), Run(3))
    except LimitReached:
        return None
    if isinstance(verdict, Unsafe):
        assert confirms(replay(cfa, verdict), verdict)
        assert confirms(follow(cfa, verdict).execution, verdict)
    return verdict


@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda m: m.name)
@pytest.mark.parametrize(
    "body",
    [
        "struct node *p = somewhere(); if (p->value == 5) reach_error();",
        "struct node *p = somewhere(); p->value = 3; if (p->value == 3) reach_error();",
        "struct node *p = somewhere(); if (p->next->value == 77) reach_error();",
        (
            "struct node *p = somewhere(), *q = somewhere(); p->value = 1; q->value = 2; "
            "if (p->value == 1) reach_error();"
        ),
        "struct node *p = malloc(sizeof *p); if (p->next->value == 4) reach_error();",
        "struct node *p; if (p->next == p && p->value == 9) reach_error();",
    ],
)
def test_a_pointer_from_nowhere_may_point_to_something(
    tmp_path: Path, body: str, model: DataModel
) -> None:
    assert isinstance(found(tmp_path, body, model), Unsafe)


@pytest.mark.parametrize(
    "body",
    [
        "struct node *p = 0; if (nondet()) p->value = 3; reach_error();",
        "struct node *p = somewhere(); if (!p && p->value == 5) reach_error();",
    ],
)
def test_what_is_found_follows_no_null_pointer(tmp_path: Path, body: str) -> None:
    verdict = found(tmp_path, body, LP64)

    assert verdict is None or isinstance(verdict, Unsafe)


def test_an_unknown_object_holds_what_it_is_said_to_hold() -> None:
    for model in (ILP32, LP64):
        memory = ObjectMemory(model)
        start, _ = UNKNOWN[model.pointer_size]
        memory.know_unknown([(start + 8, b"\x05\0\0\0"), (start + PAGE, b"\x06")])

        assert b"\0\x05\0" == memory.read(memory.at(start + 7), 3)
        assert b"\x06" == memory.read(memory.at(start + PAGE), 1)
        assert start + 7 == memory.number(memory.at(start + 7))


def test_without_them_nothing_is_there(tmp_path: Path) -> None:
    path = tmp_path / "prog.c"
    path.write_text(f"{DECLARATIONS} int main(void) {{ return *(int *)0x080000000000; }}")
    cfa = call_deep(lambda: read_program([str(path)], LP64, read_property("unreach-call")))

    assert isinstance(replay(cfa, Unsafe("", (), ())).outcome, UndefinedBehaviour)
    assert isinstance(replay(cfa, Unsafe("", (), (), unknown=())).outcome, Ended)
