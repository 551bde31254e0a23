"""Hostile programs do no harm: as root and as a user, with and without namespaces."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tools.attacks import NAMES, NOBODY, ROOT, as_user

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMPILED = "incbin"  # the only one that the compiler refuses, because it may not read the file
WITHOUT = ("--no-namespaces",)
HELD_OUT = ("assembler", "connection", "daemon", "interrupt", "socketcall", "victim")

pytestmark = pytest.mark.skipif(
    shutil.which("gcc") is None or os.uname().machine != "x86_64",
    reason="the attacks are for gcc on x86-64",
)


@pytest.fixture
def copy() -> Iterator[Path]:
    """A folder that others can enter; those of pytest are private."""
    with tempfile.TemporaryDirectory(prefix="copy-") as folder:
        yield Path(folder)


def attempted(who: str, copy: Path, arguments: Sequence[str]) -> dict[str, list[list[object]]]:
    """What came of attacks, each its harms and its endings."""
    command, environment = [sys.executable, "-m", "tools.attacks"], dict(os.environ)
    number = None
    if who == "user":
        if os.getuid() != 0:
            pytest.skip("this is a user")
        found = as_user(copy)
        if found is None:
            pytest.skip("no Python that others may use")
        command, environment = found
        number = NOBODY
    done = subprocess.run(
        [*command, "here", *arguments],
        cwd=copy if who == "user" else ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
        user=number,
        group=number,
        extra_groups=None if number is None else [],
    )
    answer: dict[str, list[list[object]]] = json.loads(done.stdout)
    return answer


def expected(names: Sequence[str], bits: str) -> dict[str, list[list[object]]]:
    """No harm; the program went on to its end all the same."""
    return {f"{name} {bits}": [[], [1] if name == COMPILED else [0, 42]] for name in names}


@pytest.mark.parametrize(
    ("who", "switches"),
    [
        pytest.param("caller", (), id="caller-namespaces"),
        pytest.param("caller", WITHOUT, id="caller-none", marks=pytest.mark.slow),
        pytest.param("user", (), id="user-namespaces", marks=pytest.mark.slow),
        pytest.param("user", WITHOUT, id="user-none"),
    ],
)
def test_attacks_achieve_nothing_in_the_cage(
    who: str, switches: tuple[str, ...], copy: Path
) -> None:
    assert expected(NAMES, "64") == attempted(who, copy, ["caged", "--bits", "64", *switches])


def test_attacks_of_32_bits_achieve_nothing_in_the_cage(copy: Path) -> None:
    _need_32_bits(copy)
    arguments = ["caged", *HELD_OUT, "--bits", "32"]

    assert expected(HELD_OUT, "32") == attempted("caller", copy, arguments)


def test_every_attack_succeeds_without_a_cage(copy: Path) -> None:
    achieved = attempted("caller", copy, ["uncaged", "--bits", "64"])

    # Many systems forbid io_uring to all.
    assert [] == [name for name, (harms, _) in achieved.items() if not harms and name != "ring 64"]


def test_verifying_attacks_does_no_harm(copy: Path) -> None:
    names = ["compiler_version", "flood", "init_array", "renamed"]
    achieved = attempted("caller", copy, ["verify", *names, "--bits", "64"])

    assert {f"{name} 64": [] for name in names} == {
        name: harms for name, (harms, _) in achieved.items()
    }


def _need_32_bits(folder: Path) -> None:
    (folder / "p.c").write_text("#include <stdio.h>\nint main(void) { return 0; }")
    command = ["gcc", "-m32", str(folder / "p.c"), "-o", str(folder / "p")]
    if subprocess.call(command, stderr=subprocess.DEVNULL) != 0:
        pytest.skip("no 32-bit runtime")
