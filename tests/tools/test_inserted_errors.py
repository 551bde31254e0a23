"""Errors that are inserted into safe drivers: which calls, and that all of them are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul.c.ctype import ILP32
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from tools.inserted_errors import (
    called_lines,
    candidates,
    changes,
    main,
    rule_functions,
    statements,
)
from tools.measured import Question

# A driver with two rules: a lock is held once at a time, and each request is completed once.
DRIVER = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int locked = 0, open_requests = 0, served = 0;
void acquire(void) { if (locked) reach_error(); locked = 1; }
void release(void) { if (!locked) reach_error(); locked = 0; }
void complete(void) { if (open_requests != 1) reach_error(); open_requests = 0; }
void log_request(void) { served = served + 1; }
void serve(int kind) {
  acquire();
  if (kind > 3) {
    release();
    complete();
    return;
  }
  log_request();
  release();
  complete();
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    open_requests = 1;
    serve(__VERIFIER_nondet_int());
    if (open_requests || locked) reach_error();
  }
  return 0;
}
"""
TASK = """format_version: '2.0'
input_files: 'locks.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
options:
  language: C
  data_model: ILP32
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "locks.c").write_text(DRIVER)
    (tmp_path / "locks.yml").write_text(TASK)
    (tmp_path / "unreach-call.prp").write_text(
        "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
    )
    return tmp_path


def test_an_inserted_error_is_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = str(folder / "results.jsonl")
    options = [str(folder), "--names", "locks", "--drivers", "1", "--results", results]

    assert 0 == main([*options, "--each", "1"])
    assert "Errors: 1 of 1. Found: 1." == capsys.readouterr().out.splitlines()[-1]


@pytest.mark.slow
def test_every_inserted_error_is_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = folder / "results.jsonl"
    code = main([str(folder), "--names", "locks", "--drivers", "1", "--results", str(results)])
    lines = capsys.readouterr().out.splitlines()

    assert 0 == code
    assert "Errors: 3 of 3. Found: 3." == lines[-1]
    assert 3 == sum("| locks |" in line and "| FALSE |" in line for line in lines)


def test_a_search_that_misses_an_error_is_told(folder: Path) -> None:
    results = str(folder / "results.jsonl")
    options = [str(folder), "--names", "locks", "--drivers", "1", "--results", results]

    assert 1 == main([*options, "--each", "1", "--methods", "value", "--seconds", "0.001"])


def test_only_calls_that_have_to_do_with_the_rules_are_changed(folder: Path) -> None:
    cfa = read_program((str(folder / "locks.c"),), ILP32, read_property("unreach-call"))
    functions = rule_functions(cfa)
    found = list(changes(DRIVER, functions, called_lines(cfa)))

    assert {"acquire", "complete", "release", "serve"} == functions
    assert {9, 11, 12, 16, 17} == {change.line for change in found}
    assert len({change.text for change in found}) == len(found)


def test_calls_that_are_no_statements_of_their_own_stay() -> None:
    text = """int f(int); int g = f(1);
    void h(void) { int x = f(1); if (f(2)) f(3); x = f(f(4)); /* f(5); */ return f(6); s.x = f(7); }
    """

    assert ["f(f(4))", "f(7)"] == [
        text[call.start : call.end].split("= ")[1].rstrip(";") for call in statements(text)
    ]


def test_the_order_depends_on_the_seed_alone(folder: Path) -> None:
    task = Question(str(folder / "locks.c"), "TRUE", "", "", 1.0)
    orders = [[change.what for change in candidates(task, seed)] for seed in (1, 1, 2)]

    assert orders[0] == orders[1] != orders[2]
