"""IMPACT: the paper's example, laws of the unwinding after every step, verdicts with twins."""

from __future__ import annotations

import pytest

from maul.cfa.transform.prune import prune
from maul.domains.questions import Questions
from maul.errors import LimitReached, SolverFailure
from maul.explore.arg import Unwinding
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import holds
from maul.logic.build import FALSE
from maul.logic.trace import Trace
from maul.methods.impact import Impact, impact
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.setting import Setting
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe, Verdict
from maul.run import Run
from maul.smt.allowance import allowed
from maul.smt.choose import prover_for
from maul.smt.protocols import GaveUp
from maul.smt.solvers.z3.prover import Z3Prover
from tests.cfa.c_text import DECLARATIONS, marked

SIZES = ("single", "basic", "large")

# [McMillan06, Fig. 1]: a lock that is released exactly when the loop goes on.
LOCK = """int held = 0;
void lock(void) { if (held != 0) reach_error(); held = 1; }
void unlock(void) { if (held != 1) reach_error(); held = 0; }
int main(void) {
  int old, new = 0;
  do {
    lock();
    old = new;
    if (nondet()) { UNLOCK; new++; }
  } while (new != old);
  unlock();
  return 0;
}"""

COUNTER = """int main(void) {
  int n = nondet(), i = 0;
  while (i < n) i++;
  if (n >= 0 && i != n) reach_error();
  if (n == LAST && i == 3) reach_error();
  return 0;
}"""

ODD = """int main(void) {
  unsigned y = START;
  while (1) { y = y + 2u * (unsigned)nondet(); if (y == 0) reach_error(); }
}"""

CALLS = """int g = 0;
int step(int x) { g++; return x + STEP; }
int main(void) {
  int x = 0;
  for (int i = 0; i < 5; i++) { x = step(x); if (x > 2 * g) reach_error(); }
  return 0;
}"""

POINTERS = """int main(void) {
  int a = 1, b = 2, *p = nondet() ? &a : &b;
  while (nondet()) { *p = 3; p = p == &a ? &b : &a; }
  if (a == WRONG) reach_error();
  return 0;
}"""

BRANCHES = """int main(void) {
  int s = 0, t = 0;
  while (nondet()) {
    if (nondet()) s = s + 1; else { s = 0; t = 1; }
    if (s < 0) return 0;
    if (t > LIMIT) reach_error();
  }
  return 0;
}"""

# A program with a hole, what makes it safe, what makes it unsafe.
PROGRAMS = {
    "lock": (LOCK, ("UNLOCK", "unlock()"), ("UNLOCK", "held = 2")),
    "counter": (COUNTER, ("LAST", "2"), ("LAST", "3")),
    "odd": (ODD, ("START", "1"), ("START", "2")),
    "calls": (CALLS, ("STEP", "2"), ("STEP", "3")),
    "pointers": (POINTERS, ("WRONG", "2"), ("WRONG", "3")),
    "branches": (BRANCHES, ("LIMIT", "1"), ("LIMIT", "0")),
}


def verdict(text: str, blocks: str, name: str = "auto", arith: str = "bv") -> Verdict:
    cfa = prune(marked(DECLARATIONS + text)).cfa
    return impact(cfa, Setting(refuter(name), blocks, arith), Run(60))


@pytest.mark.parametrize("blocks", SIZES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_safe_programs_are_proved_and_the_proof_is_certified(name: str, blocks: str) -> None:
    text, (hole, filling), _ = PROGRAMS[name]
    found = verdict(text.replace(hole, filling), blocks)

    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Labelled)
    assert "confirmed" == check_safe(found.evidence.points.cfa, found.evidence, Run(60)).outcome


@pytest.mark.parametrize("blocks", SIZES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_unsafe_twins_are_refuted_by_an_execution(name: str, blocks: str) -> None:
    text, _, (hole, filling) = PROGRAMS[name]
    found = verdict(text.replace(hole, filling), blocks)

    assert isinstance(found, Unsafe)
    cfa = marked(DECLARATIONS + text.replace(hole, filling))
    assert confirms(replay(cfa, found), found)


def broken(tree: Unwinding) -> list[str]:
    prover = Z3Prover()
    return list(tree.broken_laws(lambda a, t, b: holds(prover, a, t, b), prover.implies))


@pytest.mark.parametrize("blocks", ["single", "large"])
@pytest.mark.parametrize("name", ["lock", "calls", "branches"])
def test_the_unwinding_is_well_labelled_after_every_step(name: str, blocks: str) -> None:
    text, (hole, filling), _ = PROGRAMS[name]
    run = Run(60)
    cfa = prune(marked(DECLARATIONS + text.replace(hole, filling))).cfa
    steps = []

    def watch(tree: Unwinding) -> None:
        steps.append(len(tree.vertices))
        if len(steps) % 7 == 0:
            assert [] == broken(tree)

    inspector = Inspector(error_paths(cfa, blocks, "bv", run), refuter("auto"), run)
    search = Impact(inspector, Questions(prover_for, run), run, watch)
    assert isinstance(search.unwind(), Safe)

    tree = search.tree
    assert [] == broken(tree)
    # Complete and safe: every leaf is covered or cannot be reached [McMillan06, Def. 2].
    assert all(v.expanded or v.is_covered or v.label is FALSE for v in tree.vertices)


@pytest.mark.parametrize("name", ["newton:IT-WP", "newton:IT-SP-LV", "craig:spacer", "horn:spacer"])
def test_any_refuter_serves(name: str) -> None:
    assert isinstance(verdict(LOCK.replace("UNLOCK", "unlock()"), "large", name), Safe)
    assert isinstance(verdict(LOCK.replace("UNLOCK", "held = 2"), "large", name), Unsafe)


def unwound(text: str, recent: int) -> Unwinding:
    run = Run(60)
    paths = error_paths(prune(marked(DECLARATIONS + text)).cfa, "single", "bv", run)
    inspector = Inspector(paths, refuter("auto"), run)
    search = Impact(inspector, Questions(prover_for, run), run, recent=recent)
    assert isinstance(search.unwind(), Safe)
    return search.tree


def test_forced_coverings_save_vertices_and_more_candidates_save_more() -> None:
    text = BRANCHES.replace("LIMIT", "1")
    plain, one, three = (unwound(text, n) for n in (0, 1, 3))

    assert len(three.vertices) <= len(one.vertices) < len(plain.vertices)


@pytest.mark.parametrize("cover", [("cover", "plain"), ("recent", "1")], ids=" ".join)
@pytest.mark.parametrize("name", ["lock", "calls", "branches"])
def test_verdicts_do_not_depend_on_how_coverings_come_about(
    name: str, cover: tuple[str, str]
) -> None:
    text, (hole, safe), (_, unsafe) = PROGRAMS[name]
    setting = Setting(refuter("auto"), "single", choices=(cover,))
    cfas = [prune(marked(DECLARATIONS + text.replace(hole, each))).cfa for each in (safe, unsafe)]
    proof, execution = (impact(cfa, setting, Run(60)) for cfa in cfas)

    assert isinstance(proof, Safe)
    assert isinstance(execution, Unsafe)


def test_mathematical_integers_serve() -> None:
    text, (hole, filling), (_, other) = PROGRAMS["counter"]

    assert isinstance(verdict(text.replace(hole, filling), "large", arith="int"), Safe)
    assert isinstance(verdict(text.replace(hole, other), "large", arith="int"), Unsafe)


def test_what_the_encoding_leaves_out_is_not_proved() -> None:
    text = """char *t[200], *s[200]; int main(void) { unsigned n = nondet();
      if (n > 800) return 0; memcpy(t, s, n); if (t[0] && !s[0]) reach_error();
      return 0; }"""

    with pytest.raises(LimitReached, match="larger than what is encoded"):
        verdict(text, "large")


# A copy of unknown size: everything beyond its first bytes may change, where it leads and where it
# comes from, and nothing else does.
LARGE_COPY = """struct { char t[1000]; int u; } m; char s[1000], v[1000]; int main(void) {
  unsigned n = nondet(); if (n > 1000) return 0;
  s[500] = 1; v[500] = 2; m.u = 2; COPY; if (CHANGED) reach_error(); return 0; }"""


@pytest.mark.parametrize("arith", ["bv", "int"])
@pytest.mark.parametrize("copy", ["memcpy(m.t, s, n)", "memset(m.t, 1, n)", "memmove(m.t, s, n)"])
def test_what_a_large_copy_does_not_touch_is_proved_to_stay(copy: str, arith: str) -> None:
    text = LARGE_COPY.replace("COPY", copy).replace("CHANGED", "m.u != 2 || v[500] != 2")
    found = verdict(text, "large", arith=arith)

    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Labelled)
    assert "confirmed" == check_safe(found.evidence.points.cfa, found.evidence, Run(60)).outcome


@pytest.mark.parametrize("arith", ["bv", "int"])
@pytest.mark.parametrize("copy", ["memcpy(m.t, s, n)", "memset(m.t, 1, n)", "memmove(m.t, s, n)"])
def test_what_a_large_copy_may_change_is_not_proved_to_stay(copy: str, arith: str) -> None:
    text = LARGE_COPY.replace("COPY", copy).replace("CHANGED", "m.t[500] == 1")

    with pytest.raises(LimitReached, match="no execution takes it"):
        verdict(text, "large", arith=arith)


def test_a_proof_is_certified_when_blocks_end_in_different_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # From the start the piece is too large and ends after the call of f, where x is 1; from the
    # loop it runs through the call, and x is 2 there.
    monkeypatch.setattr("maul.cfa.blocks.LARGEST_PIECE", 30)
    text = """int g = 0, x = 1;
    void f(void) { g = 0; }
    int main(void) {
      if (nondet()) { MANY } else { while (nondet()) g = 1; x = 2; }
      f();
      if (x != 1 && x != 2) reach_error();
      return 0;
    }""".replace("MANY", "g++; " * 30)
    found = verdict(text, "large")

    assert isinstance(found, Safe)
    assert isinstance(found.evidence, Labelled)
    assert "confirmed" == check_safe(found.evidence.points.cfa, found.evidence, Run(60)).outcome


def test_what_is_left_out_knows_the_inputs_that_it_speaks_of() -> None:
    text = """char *t[200], *s[200]; int main(void) { unsigned n = nondet();
      if (n > 800) return 0; s[0] = (char *)s; memcpy(t, s, n); if (t[0]) reach_error();
      return 0; }"""
    paths = error_paths(prune(marked(DECLARATIONS + text)).cfa, "large", "bv", Run(20))
    encoded = paths.leaving(paths.points.start)
    beyond = encoded.beyond()
    (block,) = encoded.blocks

    assert beyond is not None
    assert beyond.transition.inputs == block.transition.inputs != ()
    assert not beyond.transition.reads() & set(block.transition.inputs)


class Silent:
    """A refuter that has no answer."""

    name = "silent"

    def __call__(self, trace: Trace, seconds: float) -> GaveUp:  # noqa: ARG002 - whatever it is
        return GaveUp("no idea")


def test_an_error_is_found_where_the_refuter_gives_up() -> None:
    text = "int main(void) { int x = nondet(); if (x == 3) reach_error(); return 0; }"
    found = impact(prune(marked(DECLARATIONS + text)).cfa, Setting(Silent()), Run(60))

    assert isinstance(found, Unsafe)
    assert 3 in found.inputs


def test_a_path_on_which_the_refuter_gives_up_is_no_proof() -> None:
    text = "int main(void) { int x = nondet(); if (x > 3 && x < 2) reach_error(); return 0; }"

    with pytest.raises(SolverFailure, match="silent gave up on an error path: no idea"):
        impact(prune(marked(DECLARATIONS + text)).cfa, Setting(Silent(), "single"), Run(60))


def test_without_steps_for_the_refuter_there_is_no_proof() -> None:
    text = "int main(void) { int x = nondet(); if (x > 3 && x < 2) reach_error(); return 0; }"
    setting = Setting(refuter("auto"), "single")

    with allowed(0), pytest.raises(SolverFailure, match=r"auto gave up .*: step limit"):
        impact(prune(marked(DECLARATIONS + text)).cfa, setting, Run(60))


@pytest.mark.parametrize("blocks", ["single", "large"])
def test_the_search_goes_on_after_a_path_that_is_not_executed(blocks: str) -> None:
    text = LARGE_COPY.replace("COPY", "memcpy(m.t, s, n)").replace("CHANGED", "m.t[500] == 1")
    found = verdict(text.replace("return 0; }", "if (n == 7) reach_error(); return 0; }"), blocks)

    assert isinstance(found, Unsafe)
    assert 7 in found.inputs
