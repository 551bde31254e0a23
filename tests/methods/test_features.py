"""What a program looks like at a glance."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.methods.features import Features, features

HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"


def seen(folder: Path, text: str) -> Features:
    path = folder / "prog.c"
    path.write_text(HEAD + text)
    return features(read_program([str(path)], LP64, read_property("unreach-call")))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("int main(void) { for (int i = 0; i < 3; i++); reach_error(); }", "loops"),
        ("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { f(3); }", "recursion"),
        ("int main(void) { double d = 1; if (d > 2) reach_error(); }", "floats"),
        ("int main(void) { int a[3] = {0}; if (a[1]) reach_error(); }", "memory"),
        ("int main(void) { if (__VERIFIER_nondet_int()) reach_error(); }", "inputs"),
        ("int main(void) { int x; if (x) reach_error(); }", "inputs"),
    ],
)
def test_each_feature_is_seen_where_it_is(tmp_path: Path, text: str, name: str) -> None:
    plain = seen(tmp_path, "int main(void) { int x = 1; if (x > 2) reach_error(); }")
    found = seen(tmp_path, text)
    names = ("loops", "recursion", "floats", "memory", "inputs")

    assert [] == [each for each in names if getattr(plain, each)]
    assert [name] == [each for each in names if getattr(found, each)]


def test_a_program_without_cycles_is_acyclic(tmp_path: Path) -> None:
    assert seen(tmp_path, "int main(void) { reach_error(); }").is_acyclic
    assert not seen(tmp_path, "int main(void) { for (;;); }").is_acyclic
