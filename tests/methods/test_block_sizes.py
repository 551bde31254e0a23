"""Adjustable blocks, and those of ABE-lf, in every method and with every refuter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.interpolate.catalogue import refuters
from maul.isolate import isolation
from maul.methods.catalogue import METHODS
from maul.pipeline import verify
from maul.request import Request
from maul.run import Run
from maul.system.deep import call_deep

if TYPE_CHECKING:
    from pathlib import Path

SAFE = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int twice(int x) { return x + x; }
int main(void) { int n = 0, even = 0;
  while (n < 3 && __VERIFIER_nondet_int()) { n = n + 1; even = twice(n); }
  if (even != n + n) reach_error(); return 0; }
"""
TEXTS = {"TRUE": SAFE, "FALSE": SAFE.replace("twice(n);", "twice(n) + (n == 2);")}
FOREIGN = ("craig:smtinterpol", "craig:princess", "craig:iz3")  # each question starts a program
INSTALLED = [
    pytest.param(entry.name, marks=[pytest.mark.slow] if entry.name in FOREIGN else [])
    for entry in refuters()
    if entry.is_installed()
]


def said(folder: Path, expected: str, request: Request) -> str:
    """What is said of a program with a verdict."""
    path = folder / "program.c"
    path.write_text(TEXTS[expected])
    asked = Request(
        (str(path),), method=request.method, refuter=request.refuter, blocks=request.blocks
    )
    return str(call_deep(lambda: verify(asked, Run(20.0), isolation(asked))).verdict)


@pytest.mark.parametrize("expected", TEXTS)
@pytest.mark.parametrize("method", list(METHODS))
def test_no_method_says_the_contrary(tmp_path: Path, method: str, expected: str) -> None:
    sizes = ("adjustable:1", "loops-functions") if expected == "TRUE" else ("adjustable:4",)
    verdicts = [said(tmp_path, expected, Request((), method=method, blocks=s)) for s in sizes]

    assert {expected, "UNKNOWN"}.issuperset(verdicts)
    if METHODS[method].takes_refuter:
        assert {expected} == {*verdicts}


@pytest.mark.parametrize("refuter", INSTALLED)
def test_no_refuter_leads_to_the_contrary(tmp_path: Path, refuter: str) -> None:
    for expected, size in (("TRUE", "loops-functions"), ("FALSE", "adjustable:3")):
        request = Request((), method="predicate", refuter=refuter, blocks=size)

        assert said(tmp_path, expected, request) in (expected, "UNKNOWN")
