"""Safety, error and reachability interpolants on programs: what the paper's text says of its
example, soundness where the printed rules go wrong, twins, and what is spared."""

from __future__ import annotations

import time
from itertools import product
from typing import TYPE_CHECKING

import pytest

from maul.c.ctype import LP64
from maul.cfa.calls import Point
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune, reaching_error
from maul.cfa.transform.specification import read_property
from maul.events import Refined, Searched, Spared
from maul.interpolate.catalogue import refuter
from maul.interpolate.protocol import Refuted
from maul.interpolate.refuter import decide
from maul.interpolate.safety_error.interpolants import SafetyInterpolants
from maul.interpolate.safety_error.spurious import Interpolation
from maul.logic.build import FALSE, TRUE, add, and_, gt, integer, le, symbol
from maul.logic.free import free_symbols
from maul.logic.sorts import INT
from maul.logic.trace import Trace
from maul.methods.foresight import ForesightCpa
from maul.methods.safety_error import MODES, BlocksAhead, SafetyError
from maul.methods.setting import Setting
from maul.node import replace
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe, Verdict
from maul.run import Run
from maul.smt.choose import prover_for
from maul.smt.relay import RelayProver
from maul.smt.solvers.z3.prover import Z3Prover
from maul.system.deep import call_deep
from tests.cfa.c_text import marked
from tests.interpolate.traces import is_implied
from tests.paths import PROGRAMS

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from maul.cfa.model import Cfa
    from maul.events import Event
    from maul.interpolate.protocol import Refutation, Refuter
    from maul.interpolate.safety_error.interpolants import Disjunct
    from maul.interpolate.safety_error.spurious import Spurious
    from maul.logic.terms import Term
    from maul.logic.trace import Block
    from maul.methods.refinement.interpolants import Mode
    from maul.methods.refinement.predicates import PredicatePath, Sharpened
    from maul.smt.protocols import Answer, Prover

EXACT = Setting(refuter("newton:IT-WP"), "single", "int")
SIZES = ("single", "adjustable:3", "large")


def program(name: str, *, pruned: bool = True) -> Cfa:
    whole = call_deep(
        lambda: read_program([str(PROGRAMS / f"{name}.c")], LP64, read_property("unreach-call"))
    )
    return prune(whole).cfa if pruned else whole


def searched(cfa: Cfa, mode: str, kind: type[SafetyError] = SafetyError) -> SafetyError:
    """A finished search."""
    search = kind(MODES[mode], cfa, EXACT, Run(30))
    call_deep(search.verdict)
    return search


def certificate(cfa: Cfa, verdict: Verdict) -> str:
    """What the checker says of labels."""
    assert isinstance(verdict, Safe)
    evidence = verdict.evidence
    assert isinstance(evidence, Labelled)
    return call_deep(lambda: check_safe(cfa, evidence, Run(20))).outcome


def assert_right(name: str, cfa: Cfa, verdict: Verdict) -> None:
    """The verdict is the one of the program, with evidence."""
    if name.endswith("_unsafe"):
        assert isinstance(verdict, Unsafe)
        assert confirms(replay(cfa, verdict), verdict)
    else:
        assert "confirmed" == certificate(cfa, verdict)


# ---- the paper's example: sections II.D and III ----

S = symbol("main::s", INT)
# The statements of the program that do what the lines of the text do; of two the first one.
LINES = {
    "L2": "if (i > 1)",
    "L3": "if (a == 1)",
    "L4": "s = s + 2;",
    "L6": "last = i;",
    "L7": "if (s > 3)",
}


def place_of(search: SafetyError, statement: str) -> Point:
    """The point from which the first statement of the program with some text begins."""
    text = (PROGRAMS / "sum_of_branches_unsafe.c").read_text()
    line = 1 + text[: text.index(statement)].count("\n")
    waiting = [search.predicate.cpa.first.point]
    for point in waiting:
        assert isinstance(point, Point)
        if any(e.span.line == line for e in point.location.leaving if e.source.function == "main"):
            return point
        targets = [block.target for block in search.predicate.cpa.blocks(point)]
        waiting += [t for t in targets if isinstance(t, Point) and t not in waiting]
    pytest.fail(f"nothing begins with {statement}")


def is_same(expected: Term, found: Term) -> bool:
    """Whether two formulas mean the same for values of int."""
    prover = Z3Prover()
    least, most = integer(-(2**31)), integer(2**31 - 1)
    spoken_of = free_symbols(and_(expected, found))
    values = and_(*(and_(le(least, x), le(x, most)) for x in spoken_of))
    return prover.implies(and_(values, expected), found) and prover.implies(
        and_(values, found), expected
    )


@pytest.mark.parametrize("pruned", [True, False], ids=["pruned", "whole"])
def test_the_safety_interpolants_of_the_example_are_those_of_the_text(*, pruned: bool) -> None:
    search = searched(program("sum_of_branches_unsafe", pruned=pruned), "R+S")

    for name in ("L7", "L6"):
        place = place_of(search, LINES[name])
        assert search.learnt.safety.is_full(place)
        assert is_same(le(S, integer(3)), search.learnt.safety.interpolant(place)), name
    # The sum that does not fit an int is undefined, and no way to the error.
    fits = le(add(S, integer(2)), integer(2**31 - 1))
    four = search.learnt.safety.interpolant(place_of(search, LINES["L4"]))
    assert is_same(and_(fits, le(S, integer(1))), and_(fits, four))


@pytest.mark.parametrize("mode", ["R+E", "R+S+E"])
def test_the_error_interpolants_of_the_example_are_those_of_the_text(mode: str) -> None:
    search = searched(program("sum_of_branches_unsafe"), mode)
    expected = {"L7": 3, "L6": 3, "L4": 1, "L3": 1, "L2": 1}
    for name, bound in expected.items():
        disjuncts = search.learnt.error.disjuncts(place_of(search, LINES[name]))
        by_the_text = disjuncts[-1].formula  # of the first path, P_2

        assert is_same(gt(S, integer(bound)), by_the_text), name


def test_states_explored_fall_with_every_interpolant_and_with_pruning() -> None:
    explored = {
        (mode, pruned): searched(
            program("sum_of_branches_unsafe", pruned=pruned), mode
        ).reached.added
        for mode in ("R", "R+E", "R+S", "R+S+E")
        for pruned in (True, False)
    }
    for pruned in (True, False):
        r, r_e, r_s, r_s_e = (explored[mode, pruned] for mode in ("R", "R+E", "R+S", "R+S+E"))

        assert r > r_e > r_s_e
        assert r > r_s > r_s_e
    assert all(explored[mode, True] < explored[mode, False] for mode in MODES if "W" not in mode)


def test_the_error_of_the_example_is_foreseen() -> None:
    for mode in MODES:
        search = searched(program("sum_of_branches_unsafe"), mode)

        assert ("E" in mode) == (len(search.foresight.executions) == 1)
        assert ("S" in mode) == (search.foresight.left_out > 0)


# ---- soundness ----


class Printed(SafetyInterpolants):
    """[Tian17, Def. 2] to the letter: the last reachable place of a path is full."""

    def __init__(self, search: SafetyError, cfa: Cfa) -> None:
        useful = reaching_error(cfa)
        super().__init__(
            BlocksAhead(search.predicate.cpa, search.predicate.inspector.graph),
            lambda place: isinstance(place, Point) and place.location not in useful,
            Interpolation(EXACT.refuter, prover_for),
            search.predicate.questions.entails,
        )
        self.full: dict[Hashable, None] = {}
        self.found: dict[Hashable, Term] = {}

    def is_full(self, place: Hashable) -> bool:
        return self._graph.is_error(place) or self._harmless(place) or place in self.full

    def interpolant(self, place: Hashable) -> Term:
        return FALSE if self._graph.is_error(place) else self.found.get(place, TRUE)

    def update(self, path: Spurious) -> tuple[Hashable, ...]:
        places, n = path.places, path.last_reachable
        for i in range(n, 0, -1):
            if i == n or self.is_full(places[i + 1]):
                goal = FALSE if i == n else self.interpolant(places[i + 1])
                craig = self._craig.weakest(path.trace.blocks[i], goal)
                assert craig is not None
                self.found[places[i]] = and_(self.interpolant(places[i]), craig)
            if i == n or all(self.is_full(e.target) for e in self._graph.leaving(places[i])):
                self.full[places[i]] = None
        return ()

    def pass_on(self, _edge: Block, _before: Term, _after: Term) -> bool:
        return False


def as_printed(mode: Mode, cfa: Cfa) -> SafetyError:
    """The method with the printed rule."""
    search = SafetyError(mode, cfa, EXACT, Run(30))
    learnt = replace(search.learnt, safety=Printed(search, cfa))
    search.learnt = search.foresight._learnt = learnt
    return search


def test_the_printed_rule_calls_a_program_safe_that_is_not() -> None:
    """The first way looks at y at once, which teaches y <= 0; with this predicate its way to the
    last test is cut off. Then x > 0 is met: spurious, and the last reachable place is the test of
    x. As printed, this place is full, with x <= 0. The second way, with y = 1, implies that, and
    is left out, so that the last test is never made. The certificate is refuted. Here the place is
    not full with x <= 0, and the error is found."""
    cfa = program("second_error_unsafe")
    wrong = call_deep(as_printed(MODES["R+S"], cfa).verdict)

    assert "refuted" == certificate(cfa, wrong)
    for mode in MODES:
        right = call_deep(SafetyError(MODES[mode], cfa, EXACT, Run(30)).verdict)
        assert isinstance(right, Unsafe)
        assert confirms(replay(cfa, right), right)


def test_an_error_interpolant_that_only_seems_to_hold_is_no_alarm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The way with size = 0 teaches size > 3 for the suffix that needs enabled > 0, too. The way
    with size = 5 implies it: as printed an error. But enabled is 0, the suffix cannot be taken, and
    the disjunct is refined by that."""
    alarms: list[bool] = []

    class Watched(ForesightCpa):
        def _execute(
            self, prefix: tuple[Block, ...], at: Hashable, disjunct: Disjunct
        ) -> Unsafe | None:
            if is_implied(prefix, disjunct.formula, prover_for):
                alarms.append(
                    decide(Trace((*prefix, *disjunct.suffix)), prover_for, 5.0) is not None
                )
            found = super()._execute(prefix, at, disjunct)
            if alarms and found is None:
                assert disjunct not in self._learnt.error.disjuncts(at)
                assert not is_implied(prefix, self._learnt.error.interpolant(at), prover_for)
            return found

    monkeypatch.setattr("maul.methods.safety_error.ForesightCpa", Watched)
    cfa = program("guarded_suffix_safe")
    verdict = call_deep(SafetyError(MODES["R+E"], cfa, EXACT, Run(30)).verdict)

    assert False in alarms  # implied, and yet no error
    assert "confirmed" == certificate(cfa, verdict)


# ---- weights ----


def refinements(cfa: Cfa, mode: str) -> int:
    seen: list[Refined] = []
    run = Run(30, lambda event: seen.append(event) if isinstance(event, Refined) else None)
    call_deep(SafetyError(MODES[mode], cfa, EXACT, run).verdict)
    return len(seen)


# In the spirit of Fig. 8: two branches, each with its sides in both orders. The error is behind the
# sides a != 1 and a >= 3.
BRANCHES = (
    ("if (a == 1) s = 0; else s = 9;", "if (a != 1) s = 9; else s = 0;"),
    (
        "if (a < 3) { if (s > 0 && s < 9) reach_error(); } else { if (s > 1) reach_error(); }",
        "if (a >= 3) { if (s > 1) reach_error(); } else { if (s > 0 && s < 9) reach_error(); }",
    ),
)


def test_weights_spare_error_paths_in_the_worst_order() -> None:
    """Whoever has seen one side of both branches takes the other side of the second one first."""
    programs = [
        marked(f"int main(void) {{ int s, a = nondet(); {one} {other} return 0; }}")
        for one, other in product(*BRANCHES)
    ]
    without = [refinements(cfa, "R+S") for cfa in programs]
    weighted = [refinements(cfa, "R+S+W") for cfa in programs]

    assert 0 == min(without)
    assert max(weighted) < max(without)
    assert all(map(int.__le__, weighted, without))


# ---- limits ----


def test_a_search_does_not_depend_on_how_quick_the_machine_is() -> None:
    """Every question takes longer, and all that is told is the same."""

    def story(name: str, mode: str, size: str, delay: float) -> list[tuple[object, ...]]:
        def late(terms: Iterable[Term]) -> Prover:
            return Late(prover_for(terms), delay)

        found: list[tuple[object, ...]] = []

        def listen(event: Event) -> None:
            if isinstance(event, Refined):
                found.append((event.length, event.source, event.place, event.assertion))
            elif isinstance(event, Searched):
                found.append((event.states, event.covered, event.posts, event.predicates))
            elif isinstance(event, Spared):
                found.append((event.explored, event.left_out, event.foreseen))

        setting = Setting(refuter("auto", late), size, "bv", late)
        call_deep(SafetyError(MODES[mode], program(name), setting, Run(60, listen)).verdict)
        return found

    for name, size in product(("sum_of_branches_unsafe", "guarded_suffix_safe"), SIZES):
        expected = story(name, "R+S+E+W", size, 0.0)

        assert expected == story(name, "R+S+E+W", size, 0.003)
        assert any(expected)


class Late(RelayProver):
    """A prover that sleeps before it answers."""

    def __init__(self, inner: Prover, delay: float) -> None:
        super().__init__(inner, Z3Prover, None)
        self._delay = delay

    def check(
        self,
        assumptions: Sequence[Term] = (),
        *,
        core: bool = False,
        seconds: float | None = None,
        steps: int | None = None,
    ) -> Answer:
        time.sleep(self._delay)
        return super().check(assumptions, core=core, seconds=seconds, steps=steps)


@pytest.mark.parametrize("mode", ["R+S", "R+S+E+W"])
@pytest.mark.parametrize("name", ["second_error", "guarded_suffix", "sum_of_branches"])
def test_questions_may_be_too_hard(name: str, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not shown within the steps that there are is not used, and all else is certified."""
    for steps, which in product((1, 60, 300), ("safe", "unsafe")):
        for module in ("paths", "spurious"):
            monkeypatch.setattr(f"maul.interpolate.safety_error.{module}.STEPS", steps)
        cfa = program(f"{name}_{which}")
        search = SafetyError(MODES[mode], cfa, EXACT, Run(30))
        assert_right(f"{name}_{which}", cfa, call_deep(search.verdict))


# ---- questions of its own ----


class Asked:
    """A refuter that counts its refutations."""

    def __init__(self, inner: Refuter) -> None:
        self.inner = inner
        self.name = inner.name
        self.refuted = 0

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        answer = self.inner(trace, seconds)
        self.refuted += isinstance(answer, Refuted)
        return answer


def test_only_error_paths_count_as_refinements() -> None:
    """Interpolants of other parts of a path are asked for, too, where no weakest precondition is
    at hand."""
    told: list[Refined] = []
    learnt: list[Refuted] = []

    class Watched(SafetyError):
        def learn(self, path: PredicatePath, refuted: Refuted) -> Sharpened:
            learnt.append(refuted)
            return super().learn(path, refuted)

    asked = Asked(refuter("newton:IT-WP"))
    run = Run(30, lambda event: told.append(event) if isinstance(event, Refined) else None)
    cfa = program("sum_of_branches_safe")
    search = Watched(MODES["R+S"], cfa, Setting(asked, "single", "int"), run)
    assert "confirmed" == certificate(cfa, call_deep(search.verdict))
    asked.refuted = 0

    assert search.learnt.craig.excluded(learnt[0].trace)
    assert 1 == asked.refuted
    assert len(learnt) == len(told)


@pytest.mark.parametrize("name", ["callback_safe", "returned_function_safe"])
def test_no_state_is_kept_that_has_no_model(name: str) -> None:
    """A path that cannot be executed implies every safety interpolant."""
    cfa = program(name)
    search = SafetyError(MODES["R+S"], cfa, EXACT, Run(30))
    assert "confirmed" == certificate(cfa, call_deep(search.verdict))

    assert all(state.formula is not FALSE for state in search.reached)


# ---- no worse than R ----

AHEAD = """int *q;
int main(void) {{
  unsigned a = nondet(), b = nondet();
  int x = 0, y = 0;
  while (nondet()) {{
    if (y) {{ if (b == 3) reach_error(); }}
    while (nondet()) ;
    if (x) {{ if ({}) reach_error(); }}
    if (nondet()) {{ x = 1; y = 1; }}
  }}
  return 0;
}}"""


@pytest.mark.parametrize(
    ("condition", "arith"), [("((a ^ b) ^ b) != a", "int"), ("*q == 7", "bv"), ("a == b", "bv")]
)
def test_an_error_that_is_foreseen_and_cannot_be_executed_is_left_for_others(
    condition: str, arith: str
) -> None:
    """The second error exists only over integers, or after something undefined."""
    cfa = marked(AHEAD.format(condition))
    for mode in ("R", "R+E", "R+S+E"):
        search = SafetyError(MODES[mode], cfa, Setting(refuter("auto"), "large", arith), Run(30))
        verdict = call_deep(search.verdict)
        assert isinstance(verdict, Unsafe)
        assert confirms(replay(cfa, verdict), verdict)


@pytest.mark.parametrize("mode", ["R", "R+S", "R+S+E+W"])
@pytest.mark.parametrize("size", ["single", "large"])
def test_what_is_never_reached_need_not_be_encoded(mode: str, size: str) -> None:
    cfa = marked(
        """int main(void) {
          int x = 0;
          for (;;) {
            if (nondet()) { if (x) reach_error(); return 0; }
            if (x > 0) { while (nondet()) { long double d = x; d = d * 2; x = (int)d; } }
          }
        }"""
    )
    search = SafetyError(MODES[mode], cfa, Setting(refuter("auto"), size), Run(30))
    assert "confirmed" == certificate(cfa, call_deep(search.verdict))
