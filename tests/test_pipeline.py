"""The pipeline: every method gives the verdict that the program says, with evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul.deep import call_deep
from maul.errors import BadInput
from maul.events import Event, Queried, Stage
from maul.methods.catalogue import METHODS
from maul.pipeline import verify
from maul.proofs.result import Request, Result
from maul.run import Run

ROOT = Path(__file__).parent.parent
VERDICTS = {"safe": "TRUE", "unsafe": "FALSE"}
QUICK = ("promotion", "bit_fields", "argument_order")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Evidence that is refuted is not saved in the tree."""
    monkeypatch.chdir(tmp_path)


def verified(request: Request, listener: list[Event] | None = None) -> Result:
    run = Run(20.0, None if listener is None else listener.append)
    return call_deep(lambda: verify(request, run))


@pytest.mark.parametrize("method", ["auto", *(entry.name for entry in METHODS)])
@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("kind", ["safe", "unsafe"])
def test_no_method_says_the_contrary(name: str, kind: str, method: str) -> None:
    path = str(ROOT / "tests" / "programs" / f"{name}_{kind}.c")
    result = verified(Request((path,), method=method))

    assert result.verdict in (VERDICTS[kind], "UNKNOWN")
    if method in ("auto", "bmc"):
        assert VERDICTS[kind] == result.verdict, result.reason


def test_the_stages_are_told_in_order() -> None:
    heard: list[Event] = []
    request = Request((str(ROOT / "examples" / "midpoint.c"),), method="bmc")
    verified(request, heard)
    stages = [event for event in heard if isinstance(event, Stage)]

    assert [
        Stage("reading"),
        Stage("searching", "bmc"),
        Stage("checking", "counterexample"),
    ] == stages
    assert [] != [event for event in heard if isinstance(event, Queried)]


def test_what_is_not_modelled_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "prog.c"
    path.write_text("int main(void) { void *p = &&l; goto *p; l: return 0; }\n")
    result = verified(Request((str(path),)))

    assert ("UNKNOWN", "unreach-call") == (result.verdict, result.property)
    assert "unsupported" in result.reason


def test_a_refuter_that_there_is_not_is_refused_before_the_work_begins(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no refuter"):
        verified(Request((str(tmp_path / "missing.c"),), refuter="craig:nobody"))


@pytest.mark.parametrize("refuter", ["newton:IT-WP", "craig:spacer"])
def test_the_refuter_is_the_one_that_was_asked_for(refuter: str) -> None:
    path = str(ROOT / "examples" / "counter.c")
    result = verified(Request((path,), method="impact", refuter=refuter))

    assert "TRUE" == result.verdict
    assert refuter == result.decided_by.refuter


@pytest.mark.parametrize("blocks", ["single", "basic", "large"])
def test_the_blocks_are_as_large_as_was_asked_for(blocks: str) -> None:
    path = str(ROOT / "examples" / "counter.c")
    result = verified(Request((path,), method="impact", blocks=blocks))

    assert ("TRUE", blocks) == (result.verdict, result.decided_by.blocks)
