"""No command in a document escapes: what is not executed has options and targets that exist.

``test_documents`` executes the commands of console blocks that start maul. The others (they need a
folder of tasks, a network, or half an hour) are looked at here: each option is one that ``--help``
tells, each target one of the Makefile, each program one that there is.
"""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.architecture.tree import documents
from tests.paths import ROOT

FENCE = re.compile(r"^ *```(\w*)[^\n]*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`((?:make|maul|pip|python -m) [^`]+)`")
PROGRAM = re.compile(r"(?:\$ )?((?:make|maul|pip|python)\b.*)")
# They take no options, and write a document whatever they are told; tests compare the documents.
WRITERS = ("tools.layers_document", "tools.library_document")
OTHERS = ("maul", "tests.architecture.rooms")  # run by tests of their own


class Command(NamedTuple):
    """A command, and the document that has it."""

    where: str
    text: str


def commands() -> list[Command]:
    """Every command of every document but those that are executed as they are."""
    found: dict[Command, None] = {}
    for document in documents():
        where = document.relative_to(ROOT).as_posix()
        text = document.read_text(encoding="utf-8")
        for kind, block in FENCE.findall(text):
            shell = block.replace("\\\n", " ").splitlines()
            matched = [m[1] for line in shell if (m := PROGRAM.match(line.strip()))]
            shown = [line for line in matched if not (kind == "console" and line[:5] == "maul ")]
            if kind in ("console", "text", "sh", "bash", ""):
                found.update({Command(where, line): None for line in shown})
        outside = FENCE.sub("", text)
        found.update({Command(where, " ".join(m.split())): None for m in INLINE.findall(outside)})
    return list(found)


@cache
def usage(*words: str) -> str:
    """What a program tells about itself."""
    process = subprocess.run(
        [sys.executable, "-m", *words, "--help"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )

    assert 0 == process.returncode, f"{words}: {process.stdout[-500:]}"
    return process.stdout


def problems(command: str) -> list[str]:
    """What is wrong with a command."""
    words = command.partition(" #")[0].split()
    options = re.findall(r"(?<!\S)\[?(--[a-z-]+)", command)
    match words:
        case ["make", target, *_]:
            known = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
            return [] if target in known else [f"no target {target}"]
        case ["pip", "install"]:
            return []
        case ["pip", "install", what, *_]:
            extra = re.search(r"\[(\w+)\]", what)
            text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
            is_known = extra is None or re.search(rf"^{extra[1]} = \[", text, re.MULTILINE)
            return [] if is_known else [f"no extra {what}"]
        case ["python", "-m", module, *_] if module in (*WRITERS, *OTHERS):
            return []
        case ["python", "-m", module, *_]:
            if module == "tools.NAME":
                return []
            return [f"{module} has no {each}" for each in options if each not in usage(module)]
        case ["maul", "trials", name, *_] if name in ("run", "table", "plot"):
            told = usage("maul", "trials", name)
        case ["maul", "solvers", "install", *names]:
            told = usage("maul", "solvers")
            assert names
        case ["maul", "--version"]:
            return []
        case ["maul", name, *_]:
            told = usage("maul", name)
        case _:
            return ["what is this?"]
    return [f"there is no {each}" for each in options if each not in told]


@pytest.mark.parametrize("command", commands(), ids=lambda each: f"{each.where} {each.text[:60]}")
def test_a_command_that_a_document_names_exists(command: Command) -> None:
    assert [] == problems(command.text)


@pytest.mark.smoke
@pytest.mark.parametrize(
    "command",
    ["make coffee", "pip install 'maul[tea]'", "maul verify --cold", "python -m tools.growth --up"],
)
def test_a_command_that_does_not_exist_is_found(command: str) -> None:
    assert [] != problems(command)


@pytest.mark.smoke
def test_the_index_of_the_tools_lists_the_folder() -> None:
    tools = ROOT / "tools"
    listed = re.findall(r"^\| `([\w/]+)` \|", (tools / "README.md").read_text(), re.MULTILINE)
    there = [path.stem for path in tools.glob("*.py") if path.stem != "__init__"]
    rooms = [f"{path.parent.name}/" for path in tools.glob("*/__init__.py")]

    assert sorted([*there, *rooms]) == sorted(listed)


def sources(document: Path) -> list[str]:
    """The files of the package and its surroundings that a document names."""
    text = document.read_text(encoding="utf-8")
    return re.findall(r"`((?:[\w-]+/)+[\w.-]*\.(?:py|txt|c|md))`", text)


@pytest.mark.smoke
def test_every_file_that_a_document_names_exists() -> None:
    roots = (ROOT, ROOT / "src", ROOT / "src" / "maul", ROOT / "docs")
    guides = ROOT / "docs" / "developing"  # they name files that are to be made
    missing = {
        (document.relative_to(ROOT).as_posix(), name)
        for document in documents()
        for name in sources(document)
        if document.parent != guides and not any((root / name).exists() for root in roots)
    }

    assert [] == sorted(missing)


@pytest.mark.smoke
def test_every_module_that_a_document_names_exists() -> None:
    named = {
        (document.relative_to(ROOT).as_posix(), name)
        for document in documents()
        if document.parent.name not in ("developing", "reference")
        for name in re.findall(r"`(maul(?:\.\w+)+)`", document.read_text(encoding="utf-8"))
    }

    assert [] == sorted((where, name) for where, name in named if not _is_there(name))


def _is_there(name: str) -> bool:
    """Whether this is a module, or something that one defines."""
    for inside in (name, name.rpartition(".")[0]):
        path = (ROOT / "src").joinpath(*inside.split("."))
        module = (
            path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
        )
        if module.is_file():
            last = name.rpartition(".")[2]
            return inside == name or re.search(rf"\b{last}\b", module.read_text()) is not None
    return False
