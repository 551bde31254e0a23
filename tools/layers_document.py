"""Writes the generated part of docs/ARCHITECTURE.md: the layers, the rooms, and their doors.

    python -m tools.layers_document

Comes in: the import contracts of pyproject.toml, and the docstrings of the modules. Goes out: the
document with the tables between its two markers made anew. A test keeps both equal.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "ARCHITECTURE.md"
SOURCE = ROOT / "src" / "maul"
BEGIN = "<!-- made by python -m tools.layers_document -->\n"
END = "<!-- end of what is made -->\n"
LAYERS = "Imports point down the layers"
DOOR = "Only the door of "


def document(text: str) -> str:
    """The text of the document with its generated part made anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + _generated() + END + after


def _generated() -> str:
    contracts = _contracts()
    layers = next(each["layers"] for each in contracts if each["name"] == LAYERS)
    private = sorted(
        each["name"].removeprefix(DOOR).removesuffix(" is imported")
        for each in contracts
        if each["name"].startswith(DOOR)
    )
    parts = ["\n| layer | what it is |", "|---|---|"]
    for layer in layers:
        for number, name in enumerate(layer.split(" | ")):
            shown = f"`{name}`" if number == 0 else f"`{name}` (beside it)"
            parts.append(f"| {shown} | {_first_line(_home(name))} |")
    parts += ["\nThe rooms inside these packages:\n", "| room | what it is |", "|---|---|"]
    for door in sorted(SOURCE.glob("*/**/__init__.py")):
        name = ".".join(door.parent.relative_to(SOURCE).parts)
        if "." in name:
            walls = " Only its door is imported." if name in private else ""
            parts.append(f"| `{name}` | {_first_line(door)}{walls} |")
    return "\n".join(parts) + "\n\n"


def _contracts() -> list[dict[str, str]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, str]] = settings["tool"]["importlinter"]["contracts"]
    return found


def _home(name: str) -> Path:
    module = SOURCE / f"{name}.py"
    return module if module.is_file() else SOURCE / name / "__init__.py"


def _first_line(module: Path) -> str:
    """The first paragraph of a docstring as one line, ready for a table."""
    text = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    line = " ".join(text.partition("\n\n")[0].split())
    return line.replace("``", "`").replace("|", "\\|")


def main() -> None:
    """Write the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(document(text), encoding="utf-8")


if __name__ == "__main__":
    main()
