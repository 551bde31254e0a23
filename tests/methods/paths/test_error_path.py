"""Error paths against the interpreter: a model of a feasible path, replayed, takes that path."""

from __future__ import annotations

import pytest

from maul.cfa.model import Cfa
from maul.errors import BadInput
from maul.interpolate.protocol import Feasible
from maul.interpolate.refuter import decide
from maul.methods.paths.error_path import ErrorPath, ErrorPaths, error_paths
from maul.proofs.execution.replay import confirms, replay
from maul.run import Run
from maul.smt.choose import prover_for
from tests.cfa.c_text import DECLARATIONS, marked
from tests.cfa.small_programs import Writer

SIZES = ("single", "basic", "large")
ARITHS = ("bv", "int")
BEFORE = DECLARATIONS.count("\n")

MEMORY = """struct pair { int a; int b; };
struct pair *make(int a) { struct pair *p = malloc(sizeof *p); p->a = a; p->b = a + 1; return p; }
int main(void) {
  struct pair *p = make(nondet());
  struct pair *q = make(nondet());
  int t[4] = {0};
  for (int i = 0; i < 3; i++) t[i] = p->a;
  if (p->b == 8 && q->b == 3 && t[2] == 7 && t[3] == 0) reach_error();
  return 0;
}"""

FLOATS = """int main(void) { float f = nondet();
  if (f / 4 > 2.5f && f < 12) reach_error(); return 0; }"""

BITS = """int main(void) { int x = nondet(), y = nondet();
  if ((x & y) == 12 && (x | y) == 15 && (x ^ 5) == 9) reach_error(); return 0; }"""

TWO_BRANCHES = """int main(void) {
  int x = nondet();
  if (x > 3)
    x = x + 1;
  else
    x = x - 1;
  if (x == 1)
    reach_error();
  return 0;
}"""


def feasible_claims(cfa: Cfa, size: str, arith: str, most: int) -> list[bool]:
    """For each feasible one of the shortest paths whether the replay takes it to the error."""
    paths = error_paths(cfa, size, arith, Run(30))
    found = []
    for number in range(1, most + 1):
        path = paths.shortest(number)
        if path is None:
            break
        answer, exact = decide(path.trace, prover_for, 10.0), paths
        if isinstance(answer, Feasible) and arith == "int":
            exact = paths.precise()
            path = exact.path(path.points)
            answer = decide(path.trace, prover_for, 10.0)
        if isinstance(answer, Feasible):
            found.append(is_taken(cfa, exact, path, answer))
    return found


def is_taken(cfa: Cfa, paths: ErrorPaths, path: ErrorPath, answer: Feasible) -> bool:
    claim = paths.claim(path, answer)
    return confirms(replay(cfa, claim), claim)


@pytest.mark.parametrize("arith", ARITHS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [MEMORY, FLOATS, BITS, TWO_BRANCHES])
def test_a_model_of_a_feasible_path_leads_to_the_error(text: str, size: str, arith: str) -> None:
    found = feasible_claims(marked(text), size, arith, 12)

    assert found
    assert all(found)


@pytest.mark.parametrize("arith", ARITHS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(10))
def test_models_of_paths_of_random_programs_lead_to_the_error(
    seed: int, size: str, arith: str
) -> None:
    assert all(feasible_claims(marked(Writer(seed).program()), size, arith, 3))


def test_a_path_can_be_chosen_by_lines() -> None:
    paths = error_paths(marked(TWO_BRANCHES), "single", "bv", Run(10))
    above, below = (paths.through([BEFORE + line]) for line in (4, 6))

    assert not isinstance(decide(above.trace, prover_for, 5.0), Feasible)
    assert isinstance(decide(below.trace, prover_for, 5.0), Feasible)


def test_lines_that_no_path_passes_are_bad_input() -> None:
    with pytest.raises(BadInput, match="no path"):
        error_paths(marked(TWO_BRANCHES), "single", "bv", Run(10)).through([BEFORE + 9])


def test_bit_operations_that_integers_leave_open_are_decided_bit_by_bit() -> None:
    text = """int main(void) { int x = nondet(), y = nondet();
      if ((x & y) > (x | y) && x > 0 && y > 0) reach_error(); }"""
    paths = error_paths(marked(text), "large", "int", Run(10))
    path = paths.shortest(1)
    assert path is not None

    assert not isinstance(
        decide(paths.precise().path(path.points).trace, prover_for, 10.0), Feasible
    )


def test_a_path_of_thousands_of_edges_is_encoded_and_checked() -> None:
    body = "\n".join(f"x = x + {n % 7}; if (x == {n + 100000}) x = 0;" for n in range(2600))
    cfa = marked(f"int main(void) {{ int x = 0; {body} if (x == 1) reach_error(); return 0; }}")
    path = error_paths(cfa, "single", "bv", Run(60)).shortest(1)
    assert path is not None

    assert len(path.trace) > 5000
    assert decide(path.trace, prover_for, 60.0) is None


COPY = """int main(void) {{ char *a[200], *b[200]; size_t n = nondet(); if (n >= 200) return 0;
  a[3] = 0; b[3] = a; memcpy(b, a, {copied}); if (n > 31 && b[3]) reach_error(); return 0; }}"""


@pytest.mark.parametrize(("copied", "expected"), [("8", True), ("n", False)])
def test_a_path_tells_when_some_of_its_executions_are_left_out(copied: str, expected: bool) -> None:  # noqa: FBT001
    path = error_paths(marked(COPY.format(copied=copied)), "single", "bv", Run(10)).shortest(1)
    assert path is not None

    assert expected == path.is_complete
