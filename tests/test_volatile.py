"""``volatile``: what is read may be any value, of registers always.

The programs in programs/volatile come in twins, as those in programs/undefined do.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from maul.cfa.library.functions import ANY, PLAIN
from maul.cfa.transform.specification import read_property
from maul.isolate import isolation
from maul.pipeline import verify
from maul.request import Request
from maul.result import Result
from maul.run import Run
from maul.system.deep import call_deep
from tests.paths import PROGRAMS

FILES = sorted((PROGRAMS / "volatile").glob("*.c"))
VERDICTS = {"safe": "TRUE", "unsafe": "FALSE"}
REGISTERS = ("register_unsafe", "device_unsafe")


def verified(request: Request) -> Result:
    return call_deep(lambda: verify(request, Run(20.0), isolation(request)))


def expected(program: Path) -> str:
    return VERDICTS[program.stem.rpartition("_")[2]]


@pytest.mark.parametrize("program", FILES, ids=lambda p: p.stem)
def test_what_is_volatile_may_be_anything(program: Path) -> None:
    is_decided = "// undecided:" not in program.read_text()
    method = "auto" if is_decided else "impact"
    result = verified(Request((str(program),), method=method))

    assert result.verdict == (expected(program) if is_decided else "UNKNOWN")


@pytest.mark.parametrize("method", ["impact", "value"])
@pytest.mark.parametrize("program", FILES, ids=lambda p: p.stem)
def test_no_method_says_the_contrary(program: Path, method: str) -> None:
    result = verified(Request((str(program),), method=method))

    assert result.verdict in (expected(program), "UNKNOWN")


@pytest.mark.parametrize("program", [p for p in FILES if "_unsafe" in p.stem], ids=lambda p: p.stem)
def test_plain_objects_hold_what_was_stored_and_registers_do_not(program: Path) -> None:
    result = verified(Request((str(program),), method="bmc", volatile=PLAIN))
    if program.stem in REGISTERS:
        assert result.verdict == "FALSE"
        assert "no hardware" in result.evidence.checked
    elif program.stem not in ("step_unsafe", "pointer_unsafe"):
        assert result.verdict == "TRUE"
        assert any("volatile" in each.text for each in result.assumptions)


def test_property_files_mean_plain_objects(tmp_path: Path) -> None:
    path = tmp_path / "unreach-call.prp"
    path.write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")

    assert PLAIN == read_property(str(path)).volatile
    assert ANY == read_property("unreach-call").volatile
