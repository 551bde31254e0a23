"""The table of the C library against the real library, its headers, and its document."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from maul.c.headers.catalogue import system_headers
from maul.cfa import library
from maul.cfa.library.table import line, texts
from tools import library_document
from tools.effects import compare
from tools.effects_programs import HEAD

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")

SAMPLE = "bzero memccpy read strsep time gettimeofday strtol rand div isalpha memcmp snprintf"
FUNCTION = re.compile(r"^[a-z_][\w \t*]*?\b(\w+) ?\((?!\*)[^;{}]*\)[^;{}]*;", re.MULTILINE)


@needs_gcc
@pytest.mark.parametrize("name", SAMPLE.split())
def test_what_the_real_library_does_is_not_excluded(name: str) -> None:
    outcomes = {finding.outcome for finding in compare(name, rounds=2)}

    assert {"right"} == outcomes


def test_every_function_in_our_headers_is_in_the_table() -> None:
    text = "\n".join(content.decode() for content in system_headers().values())
    own = {"_Atomic"}
    names = {name for name in FUNCTION.findall(text.replace("; ", ";\n")) if name not in own}

    assert len(names) > 400
    assert [] == sorted(name for name in names if library.model(name) is None)


@needs_gcc
def test_every_function_in_the_headers_of_the_system_is_in_the_table(tmp_path: Path) -> None:
    source = tmp_path / "all.c"
    source.write_text(HEAD)
    made = subprocess.run(
        [shutil.which("gcc") or "gcc", "-E", "-P", str(source)],
        capture_output=True,
        check=True,
        text=True,
    )
    flat = re.sub(r"\s+", " ", made.stdout).replace("; ", ";\n").replace("} ", "}\n")
    declared = re.findall(r"^extern [^({]*?\b(\w+) \([^;{]*\)[^;{]*;$", flat, re.MULTILINE)

    assert len(set(declared)) > 1000
    assert [] == sorted({name for name in declared if library.model(name) is None})


def test_the_document_says_what_the_table_says() -> None:
    assert library_document.document() == library_document.DOCUMENT.read_text()


def test_the_readme_counts_what_the_table_has() -> None:
    words = [found.words for name in texts() if (found := line(name)) is not None]
    modelled = sum("modelled" in each for each in words)
    described = sum(not each & {"modelled", "refused"} for each in words)
    counted = f"Of the {len(words):,} functions of the C library, {modelled} are modelled, "

    assert (
        f"{counted}{described} are described"
        in (library_document.DOCUMENT.parents[1] / "README.md").read_text()
    )
