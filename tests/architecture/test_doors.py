"""What a package gives away is in its contract and on its doors; the rest is private."""

from __future__ import annotations

import tomllib

import pytest

from tests.architecture import rooms
from tests.paths import ROOT

pytestmark = pytest.mark.smoke

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROTECTING = [
    contract
    for contract in SETTINGS["tool"]["importlinter"]["contracts"]
    if contract["type"] == "protected"
]
PUBLIC = [
    line.removeprefix("** -> ") for each in PROTECTING for line in each.get("ignore_imports", ())
]


def test_every_package_is_private_but_for_what_it_gives_away() -> None:
    packages = [room for room in rooms.rooms() if room.count(".") == 1]
    protected = [pattern for each in PROTECTING for pattern in each["protected_modules"]]

    assert [] == [p for p in packages if p not in protected and f"{p}.*" not in protected]


def test_what_is_given_away_is_taken() -> None:
    used = rooms.used_outside()

    assert [] == [module for module in PUBLIC if module not in used]


def test_what_is_given_away_is_named_on_the_door() -> None:
    modules = [name for inside in rooms.rooms().values() for name in inside]
    silent = [
        module
        for module in PUBLIC
        if module in modules
        if f"``{module.rpartition('.')[2]}``" not in rooms.docstring(module.rpartition(".")[0])
    ]

    assert [] == silent
