"""Counterexamples for people and for programs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.proofs.execution.replay import Followed, follow
from maul.proofs.verdict import Unsafe
from maul.report.counterexample import as_data, lines
from tests.paths import PROGRAMS


def followed(
    folder: Path, text: str, *inputs: float, choices: tuple[bytes | int, ...] = ()
) -> Followed:
    """The execution of a program that begins with the declarations it needs."""
    path = folder / "a.c"
    path.write_text(
        "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n" + text
    )
    cfa = read_program([str(path)], LP64, read_property("unreach-call"))
    return follow(cfa, Unsafe("unreach-call", inputs, choices))


def words(line: str) -> str:
    """A line with single blanks."""
    return " ".join(line.split())


def test_the_inputs_come_first_and_the_violation_last(tmp_path: Path) -> None:
    text = """\
static int twice(int n) {
  return 2 * n;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), unused = 3;
  unused++;
  if (twice(x) == 14)
    reach_error();
  return 0;
}
"""
    told = lines(followed(tmp_path, text, 7), [str(tmp_path)])

    assert [
        "inputs",
        "a.c:6 __VERIFIER_nondet_int() = 7",
        "path",
        "a.c:6 int x = __VERIFIER_nondet_int(), unused = 3; x = 7",
        "a.c:8 if (twice(x) == 14) n = 7",
        "a.c:3 return 2 * n; twice() = 14",
        "a.c:8 if (twice(x) == 14)",
        "violated: unreach-call at a.c:9 by reach_error()",
    ] == list(map(words, told))
    assert "  a.c:3    return" in told[5]


LOOP = """\
int main(void) {
  int sum = 0;
  for (int i = 0; i < COUNT; i++) {
    sum += i;
    if (sum < 0)
      return 0;
  }
  if (sum != 1)
    reach_error();
  return 0;
}
"""


@pytest.mark.parametrize("count", [4, 50, 2000, 30000])
def test_a_long_loop_is_folded(tmp_path: Path, count: int) -> None:
    told = lines(followed(tmp_path, LOOP.replace("COUNT", str(count))), [str(tmp_path)])
    folded = [words(line) for line in told if "..." in line]

    assert len(told) < 25
    if count < 20000:
        assert [f"... {count - 2} more iterations"] == folded
    else:
        assert any("more steps" in line for line in folded)
    assert any(words(line).endswith(f"i = {count}") for line in told)


def test_loops_in_loops_are_folded_one_by_one(tmp_path: Path) -> None:
    text = """\
int main(void) {
  int sum = 0;
  for (int i = 0; i < 20; i++) {
    for (int j = 0; j < 30; j++) {
      sum++;
    }
  }
  if (sum == 600)
    reach_error();
  return 0;
}
"""
    told = lines(followed(tmp_path, text), [str(tmp_path)])
    folded = [words(line) for line in told if "..." in line]

    assert ["28", "18", "28"] == [line.split()[1] for line in folded]
    assert len(told) < 30


def test_recursion_is_cut_in_the_middle(tmp_path: Path) -> None:
    text = """\
static int down(int n) {
  return n == 0 ? 0 : down(n - 1);
}
int main(void) {
  if (down(400) == 0)
    reach_error();
  return 0;
}
"""
    told = lines(followed(tmp_path, text), [str(tmp_path)], limit=40)

    assert len(told) <= 42
    assert any("more lines" in line for line in told)
    assert all(len(line) < 140 for line in told)


def test_chosen_values_are_told_with_the_inputs(tmp_path: Path) -> None:
    text = """\
extern int limit;
int main(void) {
  int x;
  if (x == limit && x > 5)
    reach_error();
  return 0;
}
"""
    told = lines(followed(tmp_path, text, choices=(9, 9)), [str(tmp_path)])

    assert [
        "inputs",
        "a.c:2 limit = 9 (extern)",
        "a.c:4 x = 9 (uninitialised)",
    ] == list(map(words, told[:3]))


def test_inputs_are_numbers_of_their_type(tmp_path: Path) -> None:
    text = "int main(void) { if (__VERIFIER_nondet_int() == -1) reach_error(); return 0; }\n"
    found = followed(tmp_path, text, 4294967295)

    assert words(lines(found, [str(tmp_path)])[1]) == "a.c:2 __VERIFIER_nondet_int() = -1"
    assert as_data(found, [str(tmp_path)])["inputs"] == [
        {
            "function": "__VERIFIER_nondet_int",
            "value": "-1",
            "file": str(tmp_path / "a.c"),
            "line": 2,
        }
    ]


def test_no_file_is_quoted_that_the_program_only_names(tmp_path: Path) -> None:
    own, pipe, secret = tmp_path / "own", tmp_path / "own" / "pipe", tmp_path / "secret"
    own.mkdir()
    secret.write_text("a line of a secret\n" * 9)
    (own / "link").symlink_to(secret)
    (own / "beside").write_text("a line beside\n" * 9)
    os.mkfifo(pipe)
    for name in (str(secret), str(own / "link"), f"{own}/../secret", str(pipe), "/dev/zero"):
        text = f"""\
#define JOIN(a, b) a##b
int main(void) {{
#line 1 "{name}"
  if (JOIN(__VERIFIER_nondet_, int)() == 7) reach_error();
}}
"""
        told = lines(followed(own, text, 7), [str(own)])
        beside = lines(followed(own, text.replace(name, f"{own}/beside"), 7), [str(own)])

        assert [] == [line for line in told if "a line of a secret" in line]
        assert "beside:1 a line beside" in words(beside[3])


def test_many_inputs_are_counted(tmp_path: Path) -> None:
    text = """\
int main(void) {
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += __VERIFIER_nondet_int();
  if (sum == 100)
    reach_error();
  return 0;
}
"""
    found = followed(tmp_path, text, *[1] * 100)

    assert "... 80 more inputs" in map(words, lines(found, [str(tmp_path)]))
    inputs = as_data(found, [str(tmp_path)])["inputs"]
    assert isinstance(inputs, list)
    assert 100 == len(inputs)


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*_unsafe.c")), ids=lambda p: p.stem)
def test_every_counterexample_is_short_and_is_json(program: Path) -> None:
    cfa = read_program([str(program)], LP64, read_property("unreach-call"))
    heads = [line for line in program.read_text().splitlines() if line.startswith("// run:")]
    given = next(line for line in heads if line.endswith("error"))
    numbers = given.removeprefix("// run:").partition("->")[0].split(",")
    inputs = tuple(float(x) if "." in x else int(x) for x in numbers if x.strip())
    found = follow(cfa, Unsafe("unreach-call", inputs, ()))
    told = lines(found, [str(PROGRAMS)])
    data = as_data(found, [str(PROGRAMS)])

    assert len(told) <= 62
    assert told[-1].startswith("violated: unreach-call at")
    assert data == json.loads(json.dumps(data, allow_nan=False))
