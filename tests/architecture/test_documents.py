"""The documents are true: citations resolve, links lead somewhere, examples print what is shown."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.architecture.tree import documents, prose, source_files
from tests.paths import ROOT
from tools import layers_document

KEY = re.compile(r"\b[A-Z][A-Za-z]*\d{2,4}\b")
PAPERS = ROOT / "docs" / "papers.md"


class Example(NamedTuple):
    """A command shown in a document, and the output shown below it."""

    where: str
    command: str
    output: str


def without_code(text: str) -> str:
    """The text without what stands in backticks or fences."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"(`+)[^`\n]+\1", "", text)


def citations(text: str) -> list[str]:
    """The keys in ``[Key]``, ``[Key, where]`` and ``[Key; Other, where]``."""
    brackets = re.findall(r"\[([^\[\]\n]*)\](?!\()", without_code(text))
    return [key for inside in brackets for key in KEY.findall(inside)]


def defined_keys() -> list[str]:
    return re.findall(r"^- \*\*\[(\w+)\]\*\* ", PAPERS.read_text(encoding="utf-8"), re.MULTILINE)


def examples(document: Path) -> list[Example]:
    """The commands in the console blocks of a document."""
    found = []
    text = document.read_text(encoding="utf-8")
    for block in re.finditer(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, block.start(1)) + 1
        for part in re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append(Example(f"{document.relative_to(ROOT)}:{line}", command, output))
    return found


def maul_examples() -> list[Example]:
    shown = [example for document in documents() for example in examples(document)]
    return [example for example in shown if example.command.startswith("maul ")]


@pytest.mark.smoke
def test_citation_keys_are_defined_once_and_sorted() -> None:
    keys = defined_keys()

    assert len(keys) > 5
    assert sorted(set(keys), key=str.casefold) == keys


@pytest.mark.smoke
def test_every_citation_resolves() -> None:
    known = set(defined_keys())
    texts = {path: prose(path) for path in source_files()}
    texts |= {path: path.read_text(encoding="utf-8") for path in documents()}
    unknown = {
        (path.relative_to(ROOT).as_posix(), key)
        for path, text in texts.items()
        for key in citations(text)
        if key not in known
    }

    assert [] == sorted(unknown)


@pytest.mark.smoke
def test_every_link_between_documents_leads_to_a_file() -> None:
    broken = [
        (document.relative_to(ROOT).as_posix(), target)
        for document in documents()
        for target in re.findall(
            r"\]\(([^)\s#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")
        )
        if not re.match(r"[a-z]+:", target) and not (document.parent / target).exists()
    ]

    assert [] == broken


@pytest.mark.smoke
def test_every_document_named_in_the_sources_exists() -> None:
    missing = [
        (path.relative_to(ROOT).as_posix(), name)
        for path in source_files()
        for name in re.findall(r"\bdocs/[\w/.-]+\.md\b", prose(path))
        if not (ROOT / name).is_file()
    ]

    assert [] == missing


@pytest.mark.smoke
def test_the_layers_in_the_architecture_are_those_of_the_contracts() -> None:
    text = layers_document.DOCUMENT.read_text(encoding="utf-8")

    assert layers_document.document(text) == text
    assert "| `node`" in text


@pytest.mark.smoke
def test_decision_records_are_numbered_without_gaps() -> None:
    numbers = [path.name[:5] for path in sorted((ROOT / "docs" / "decisions").glob("*.md"))]

    assert [f"{number:04}-" for number in range(1, len(numbers) + 1)] == numbers


@pytest.mark.smoke
def test_the_readme_shows_maul_at_work() -> None:
    assert [] != [example for example in maul_examples() if example.where.startswith("README.md")]


@pytest.mark.smoke
@pytest.mark.parametrize(
    "example", maul_examples(), ids=lambda example: f"{example.where} {example.command}"
)
def test_an_example_prints_what_the_document_shows(example: Example) -> None:
    words = shlex.split(example.command, comments=True)
    assert not {"|", ">", "<", "&&", ";"} & set(words), "examples are single commands, no shell"
    process = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )

    # How long it took is another matter on every machine.
    times = re.compile(r"\b\d+\.\d\d s\b")
    assert times.sub("0.00 s", example.output) == times.sub("0.00 s", process.stdout)
