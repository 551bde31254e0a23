"""A little folder of task definitions, made by tests: quick programs, right and wrong ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
HEAD = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n"
ENDLESS = (
    HEAD
    + "int main(void) { unsigned x = 1; while (x) x += 2; if (x == 1) reach_error(); return 0; }\n"
)


def closed(number: int) -> str:
    """A program that is right: it reads nothing."""
    return f"{HEAD}int main(void) {{ int x = {number}; if (x < 0) reach_error(); return 0; }}\n"


def broken(number: int) -> str:
    """A program that is wrong, whatever it reads."""
    body = f"int x = __VERIFIER_nondet_int(); if (x != {number} || x) reach_error(); return 0;"
    return f"{HEAD}int main(void) {{ {body} }}\n"


def define(
    folder: Path, name: str, text: str, expected: str, *, property_file: str = "unreach-call.prp"
) -> None:
    """Write a program and its definition."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "unreach-call.prp").write_text(PROPERTY)
    (folder / f"{name}.c").write_text(text)
    (folder / f"{name}.yml").write_text(
        "format_version: '2.0'\n"
        f"input_files: '{name}.c'\n"
        "properties:\n"
        f"  - property_file: {property_file}\n"
        f"    expected_verdict: {expected}\n"
        "options:\n"
        "  language: C\n"
        "  data_model: ILP32\n"
    )


def quick_tasks(folder: Path, number: int) -> Path:
    """So many tasks in two categories, every one solved in a moment."""
    for index in range(number):
        define(folder / "closed", f"safe{index}", closed(index), "true")
        define(folder / "open", f"unsafe{index}", broken(index + 1), "false")
    return folder
