"""What a package keeps for itself is protected; what it gives away is written on its doors."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch

import pytest

from tests.architecture import rooms
from tests.paths import ROOT

pytestmark = pytest.mark.smoke

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROTECTED = [
    pattern
    for contract in SETTINGS["tool"]["importlinter"]["contracts"]
    if contract["type"] == "protected"
    for pattern in contract["protected_modules"]
]
INSIDE = [
    (room, module)
    for room, modules in rooms.rooms().items()
    for module in modules
    if room != "maul"
]


def is_protected(module: str) -> bool:
    """Whether a contract says who may import a module."""
    return any(fnmatch(module, p) or module.startswith(f"{p}.") for p in PROTECTED)


def test_what_only_its_package_imports_is_protected() -> None:
    private = [module for _, module in INSIDE if module not in rooms.used_outside()]

    assert [] == [module for module in private if not is_protected(module)]


def test_what_others_import_is_named_on_the_door() -> None:
    silent = [
        module
        for room, module in INSIDE
        if module in rooms.used_outside() and not is_protected(module)
        if f"``{module.rpartition('.')[2]}``" not in rooms.docstring(room)
    ]

    assert [] == silent


def test_every_protected_module_is_there() -> None:
    known = [*rooms.rooms(), *(module for _, module in INSIDE)]

    assert [] == [p for p in PROTECTED if not any(fnmatch(name, p) for name in known)]
