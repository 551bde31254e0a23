"""What may be imported, and when."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

pytestmark = pytest.mark.smoke

# Nothing of this is needed to look at a program; each costs start-up time.
HEAVY = ("clang.cindex", "hypothesis", "maul.interpret.machine", "rich", "unittest", "yaml")


def imported_by(*arguments: str) -> list[str]:
    """The modules a Python process imports, in order."""
    process = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert 0 == process.returncode, process.stderr[-2000:]
    return re.findall(r"^import time:.*\|\s*([\w.]+)$", process.stderr, re.MULTILINE)


def heavy(modules: list[str]) -> list[str]:
    """Those of the modules that are, or belong to, something heavy."""
    return [name for name in modules if name.startswith(HEAVY)]


def test_importing_the_command_line_imports_nothing_heavy() -> None:
    modules = imported_by("-c", "import maul.cli.main")

    assert "maul.cli.main" in modules
    assert [] == heavy(modules)


def test_looking_at_a_program_imports_nothing_heavy() -> None:
    modules = imported_by("-m", "maul", "cfa", "examples/midpoint.c")

    assert "maul.cfa.model" in modules
    assert [] == heavy(modules)


def test_verifying_imports_nothing_that_loads_from_elsewhere() -> None:
    modules = imported_by("-m", "maul", "verify", "examples/counter.c", "--method", "impact")
    network = ("email", "http", "ssl", "urllib.request", "xml")

    assert "maul.smt.catalogue" in modules
    assert [] == [name for name in modules if name.startswith(network)]


def test_import_contracts_hold() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    process = subprocess.run(
        [lint_imports, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert 0 == process.returncode, process.stdout
