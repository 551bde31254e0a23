"""Allocations that may fail: the same program when they do not, a null pointer when they do."""

from __future__ import annotations

from pathlib import Path

import pytest

from maul.c.ctype import LP64, CType
from maul.cfa.model import Call, Cfa, Edge, Havoc
from maul.cfa.outcome import Ended, ErrorReached
from maul.cfa.read import read_program
from maul.cfa.transform.may_fail import may_fail
from maul.cfa.transform.specification import read_property
from maul.interpret.machine import interpret

TEXT = """#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p) return 10;
  p[0] = 5;
  int *q = realloc(p, 8 * sizeof *p);
  if (!q) return 20 + p[0];
  char *s = strdup("abc");
  if (!s) reach_error();
  return s[1] == 'b' && q[0] == 5 ? 30 : 40;
}
"""


@pytest.fixture
def cfa(tmp_path: Path) -> Cfa:
    path = tmp_path / "prog.c"
    path.write_text(TEXT)
    return read_program([str(path)], LP64, read_property("unreach-call"))


def allocations(cfa: Cfa) -> int:
    edges = [edge for a in cfa.automata() for at in a.locations for edge in at.leaving]
    return sum(isinstance(edge.operation, Havoc) for edge in edges)


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ((1,), 10),
        ((0, 1), 25),
        ((0, 0, 0), 30),
        ((0, 0, 200), None),
    ],
)
def test_each_allocation_may_fail_by_itself(
    cfa: Cfa, choices: tuple[int, ...], expected: int | None
) -> None:
    rest = iter(choices)

    def choose(edge: Edge, _: CType) -> int | None:
        return None if isinstance(edge.operation, Call) else next(rest)

    outcome = interpret(may_fail(cfa), [], choose=choose).outcome

    if expected is None:
        assert isinstance(outcome, ErrorReached)
    else:
        assert isinstance(outcome, Ended)
        assert expected == outcome.status


def test_every_call_that_allocates_has_a_choice(cfa: Cfa) -> None:
    assert 0 == allocations(cfa)
    assert 3 == allocations(may_fail(cfa))
    assert len(cfa.errors) == len(may_fail(cfa).errors)
