"""The guides for contributors: their examples are the files beside them, and do what is shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

DEVELOPING = ROOT / "docs" / "developing"
EXAMPLES = DEVELOPING / "examples"
GUIDES = sorted(DEVELOPING.glob("add-a-*.md"))
BLOCK = re.compile(r'^```python(?: title="([\w/.-]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
OUTPUT = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_LINES = 95


def blocks(guide: Path) -> list[tuple[str, str]]:
    """The Python blocks of a guide: the file that each one shows ("" for none), and its text."""
    return BLOCK.findall(guide.read_text(encoding="utf-8"))


@pytest.mark.smoke
def test_there_is_a_guide_for_everything_that_can_be_added() -> None:
    assert ["domain", "method", "refuter", "solver"] == [g.stem.rpartition("-")[2] for g in GUIDES]


@pytest.mark.smoke
@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_a_guide_shows_the_file_that_is_tested(guide: Path) -> None:
    shown = {name: text for name, text in blocks(guide) if name}

    assert 1 == len(shown)
    for name, text in shown.items():
        assert (ROOT / name).read_text(encoding="utf-8") == text
        assert len(text.splitlines()) <= MOST_LINES


@pytest.mark.smoke
def test_every_example_is_shown_by_a_guide() -> None:
    shown = {name for guide in GUIDES for name, _ in blocks(guide) if name}

    assert {path.relative_to(ROOT).as_posix() for path in EXAMPLES.glob("*.py")} == shown


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_a_guide_prints_what_it_shows(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    tried = "".join(code for name, code in blocks(guide) if not name)
    process = subprocess.run(
        [sys.executable, "-c", tried],
        cwd=ROOT,
        env={"PYTHONPATH": str(EXAMPLES), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )

    assert "".join(OUTPUT.findall(text)) == process.stdout


# A method that knows nothing of the pipeline, and a claim that must not be believed.
LYING = """
from maul import verify
from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Points
from maul.encode.blocks import layout_for
from maul.methods.paths.labels import proof

def liar(cfa, setting, run):
    return proof(BlockGraph(Points(cfa), "large"), layout_for(cfa, "bv"), {})

print(verify("examples/midpoint.c", method=liar).verdict)
"""


def test_what_a_method_of_the_user_claims_is_checked(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-c", LYING.replace("examples/", f"{ROOT}/examples/")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert "UNKNOWN\n" == process.stdout
