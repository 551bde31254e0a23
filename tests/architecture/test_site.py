"""The documentation as a site: it builds without a warning, and fetches nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CONFIGURATION = ROOT / "mkdocs.yml"
needs_mkdocs = pytest.mark.skipif(
    find_spec("mkdocs") is None or find_spec("mkdocstrings") is None,
    reason="mkdocs is not installed: pip install 'maul[docs]'",
)


@pytest.mark.smoke
def test_every_document_is_in_the_navigation() -> None:
    named = set(
        re.findall(r"([\w/-]+\.md)$", CONFIGURATION.read_text(encoding="utf-8"), re.MULTILINE)
    )
    docs = ROOT / "docs"

    assert {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")} == named


@pytest.mark.slow
@needs_mkdocs
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert (0, "", "") == (process.returncode, process.stdout, process.stderr)
    reference = (tmp_path / "reference" / "protocols.html").read_text(encoding="utf-8")
    assert "maul.domains.cpa.Cpa" in reference
    pages = [page.read_text(encoding="utf-8") for page in tmp_path.rglob("*.html")]
    fetched = (
        r"<script[^>]*\bsrc=\"?https?:|<link[^>]*rel=\"?(?:stylesheet|preconnect)\"?[^>]*https?:"
    )
    assert [] == [found for page in pages for found in re.findall(fetched, page)]
