"""Block-abstraction memoisation on small programs: verdicts, evidence, what is stored and reused,
and how the effort grows."""

from __future__ import annotations

from itertools import product

import pytest

from maul.cfa.model import Cfa
from maul.domains.predicate import PredicatePrecision
from maul.errors import BadInput, LimitReached
from maul.events import Event, Refined, Reused
from maul.explore.memoised import Summaries
from maul.interpolate.catalogue import REFUTERS, refuter
from maul.interpolate.protocol import Refutation, Refuted
from maul.interpolate.refuter import decide
from maul.logic.build import FALSE, TRUE
from maul.logic.trace import Trace
from maul.methods import memo as module
from maul.methods.memo import memo, units_for
from maul.methods.predicate_abstraction import predicate_abstraction
from maul.methods.setting import Method, Setting
from maul.node import node
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe, Verdict
from maul.report.statistics import Counting
from maul.run import Run
from maul.smt.choose import prover_for
from maul.system.deep import call_deep
from tests.cfa.c_text import marked

# A safe program, and the same with one thing changed so that the error can be reached.
TWINS: dict[str, tuple[str, str, str]] = {
    "a function from different places": (
        """int open; void work(int n) { int i = 0; if (open) reach_error(); open = 1;
        while (i < n) { i = i + 1; if (!open) reach_error(); } open = 0; }
        int main(void) { int k = nondet(); work(k); work(3); while (nondet()) work(k);
        if (open) reach_error(); return 0; }""",
        "open = 0; }",
        "if (n != 3) open = 0; }",
    ),
    "nested functions": (
        """int g; void inner(void) { int i = 0; while (nondet()) i = i + 1;
        if (g > 3) reach_error(); g = g + 1; }
        void outer(void) { inner(); if (nondet()) inner(); g = 0; }
        int main(void) { outer(); outer(); while (nondet()) outer(); return 0; }""",
        "g = 0; }",
        "if (nondet()) g = 0; }",
    ),
    "nested loops": (
        """int main(void) { int x = 0, y = 0, i = nondet();
        while (nondet()) { int j = 0; while (j < i) { j = j + 1; x = x + 2; y = y + 2; }
          if (x != y) reach_error(); while (nondet()) { x = x + 1; y = y + 1; } }
        if (x != y) reach_error(); return 0; }""",
        "y = y + 1;",
        "y = y - 1;",
    ),
    "results": (
        """int even(int n) { int i = 0, s = 0; while (i < n) { i = i + 1; s = s + 2; } return s; }
        int main(void) { int a = even(nondet()), b = even(nondet()), c = even(a);
        if ((a + b + c) % 2) reach_error(); return 0; }""",
        "s = s + 2",
        "s = s + i",
    ),
    "what the caller knows": (
        """int g; void tick(void) { int n = nondet(); while (n > 0) { n = n - 1; g = g + 1; } }
        int main(void) { int x = nondet(), y = x, seen = 0; tick(); if (x == 7) seen = 1; tick();
        if (x != y || (seen && x != 7)) reach_error(); return 0; }""",
        "x == 7) seen",
        "x > 6) seen",
    ),
    "arguments related to the caller's variables": (
        """int last; int keep(int n) { int i = 0, m = n; while (nondet()) i = i + 1; last = m;
        return m; } int main(void) { int x = nondet(), y = keep(x), z = 4;
        if (y != x) reach_error(); z = keep(z); if (z != 4 || last != 4 || y != x) reach_error();
        return 0; }""",
        "m = n;",
        "m = n & 255;",
    ),
    "an array": (
        """int a[4]; void put(int at, int v) { while (nondet()) a[at] = v; }
        int main(void) { a[3] = 5; put(1, 6); put(2, 7); put(nondet() & 1, 8);
        if (a[3] != 5) reach_error(); return 0; }""",
        "put(2, 7)",
        "put(3, 7)",
    ),
    "pointers": (
        """int one, other; void add(int *p, int n) { while (n > 0) { n = n - 1; *p = *p + 2; } }
        int main(void) { int *p = &one, n = nondet(); other = 3; add(p, n); add(&one, 2);
        add(p, 1); if (one % 2 || other != 3) reach_error(); return 0; }""",
        "add(p, 1)",
        "add(&other, 1)",
    ),
    "recursion": (
        """int sum; int up(int n) { if (n <= 0) return 0; sum = sum + 2; return 1 + up(n - 1); }
        void both(void) { int i = 0; while (i < 2) { i = i + 1; sum = 0; up(i); } }
        int main(void) { both(); if (sum != 4) reach_error(); both(); if (sum % 2) reach_error();
        return 0; }""",
        "sum % 2",
        "sum == 4",
    ),
    "an end in a function": (
        """int n; void check(int x) { while (x > 5) { x = x - 1; if (x == 77) exit(1); } n = x; }
        int main(void) { check(nondet()); check(nondet()); if (n > 5) reach_error(); return 0; }""",
        "n > 5",
        "n > 4",
    ),
}
KINDS = ("functions", "loops", "functions-loops")
SIZES = ("single", "basic", "large", "adjustable:3")
CASES = [
    (name, size, kinds)
    for name, (size, kinds) in product(TWINS, product(SIZES, KINDS))
    if size == "basic" or kinds == "functions-loops"
]


def setting_for(size: str = "basic", kinds: str = "functions-loops", name: str = "auto") -> Setting:
    return Setting(refuter(name), size, choices=(("memoise", kinds),))


def verified(cfa: Cfa, setting: Setting | None = None, run: Run | None = None) -> Verdict:
    return call_deep(lambda: memo(cfa, setting or setting_for(), run or Run(60)))


def broken(name: str) -> str:
    text, old, new = TWINS[name]
    assert old in text
    return text.replace(old, new)


def is_proof(cfa: Cfa, verdict: Verdict) -> bool:
    """Whether the labels of a verdict show that the program is safe."""
    assert isinstance(verdict, Safe)
    assert isinstance(verdict.evidence, Labelled)
    evidence = verdict.evidence
    return call_deep(lambda: check_safe(cfa, evidence, Run(30))).outcome == "confirmed"


@pytest.mark.parametrize(("name", "size", "kinds"), CASES)
def test_a_safe_program_has_inductive_labels(name: str, size: str, kinds: str) -> None:
    cfa = marked(TWINS[name][0])

    assert is_proof(cfa, verified(cfa, setting_for(size, kinds)))


@pytest.mark.parametrize(("name", "size", "kinds"), CASES)
def test_its_twin_has_an_execution_to_the_error(name: str, size: str, kinds: str) -> None:
    cfa = marked(broken(name))
    verdict = verified(cfa, setting_for(size, kinds))

    assert isinstance(verdict, Unsafe)
    assert confirms(replay(cfa, verdict), verdict)


LOCK = """int open; void enter(void) { int n = nondet(); if (open) reach_error();
while (n > 0) n = n - 1; open = 1; } void leave(void) { if (!open) reach_error(); open = 0; }
int main(void) { while (nondet()) { enter(); if (nondet()) { leave(); enter(); } leave(); }
return 0; }"""


@pytest.mark.parametrize("name", list(REFUTERS))
def test_every_refuter_can_refine(name: str) -> None:
    safe, unsafe = marked(LOCK), marked(LOCK.replace("open = 1", "open = n + 1"))
    try:
        refute = refuter(name)
    except BadInput as absent:
        pytest.skip(str(absent))
    setting = Setting(refute, "basic", "int" if "farkas" in name else "bv")

    assert is_proof(safe, verified(safe, setting))
    assert isinstance(verified(unsafe, setting), Unsafe)


# ---- how the effort grows ----------------------------------------------------------------------

WORK = """int open; void work(void) { int i = 0, n = nondet(); if (open) reach_error(); open = 1;
while (i < n) { i = i + 1; if (!open) reach_error(); } open = 0; } """


def calls(count: int) -> str:
    """One function that is called so many times."""
    return WORK + f"int main(void) {{ {'work(); ' * count} return 0; }}"


def doubling(depth: int) -> str:
    """Functions that each call the next one twice: so deep that there are 2^depth calls."""
    text = WORK.replace("work", "f0")
    for number in range(depth):
        text += f"void f{number + 1}(void) {{ f{number}(); f{number}(); }} "
    return text + f"int main(void) {{ f{depth}(); return 0; }}"


def counted(text: str, method: Method, size: str) -> Counting:
    """The numbers of a proof."""
    counting, cfa = Counting(), marked(text)
    run = Run(60, counting.hear)
    verdict = call_deep(lambda: method(cfa, Setting(refuter("auto"), size), run))

    assert is_proof(cfa, verdict)
    return counting


@pytest.mark.parametrize(("size", "most"), [("basic", 2), ("large", 1)])
def test_a_call_more_costs_only_the_posts_around_it(size: str, most: int) -> None:
    few, many = (counted(calls(n), memo, size) for n in (4, 12))
    plain_few, plain_many = (counted(calls(n), predicate_abstraction, size) for n in (4, 12))

    assert many.posts - few.posts == 8 * most
    assert plain_many.posts - plain_few.posts > 2 * (many.posts - few.posts)
    assert few.reused.analysed == many.reused.analysed
    assert many.reused.reused == few.reused.reused + 8


def test_the_posts_are_linear_in_the_depth_where_the_calls_are_exponential() -> None:
    memoised = [counted(doubling(depth), memo, "basic").posts for depth in (1, 3, 5)]
    plain = [counted(doubling(depth), predicate_abstraction, "basic").posts for depth in (1, 3, 5)]

    assert memoised[2] - memoised[1] == memoised[1] - memoised[0]
    assert plain[2] - plain[1] > 3 * (plain[1] - plain[0])


# ---- what is stored ----------------------------------------------------------------------------

SEPARATE = """int g, h; void one(void) { while (nondet()) g = g * 3; }
void other(void) { while (nondet()) h = h + 2; }
int main(void) { one(); one(); other(); other(); other(); if (h % 2) reach_error(); return 0; }"""


def test_only_summaries_are_forgotten_that_a_new_predicate_concerns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: list[tuple[set[str], set[str]]] = []
    sharpen = Summaries.sharpen

    def observed(summaries: Summaries, pi: PredicatePrecision) -> None:
        before = {summary.inside.unit.entry.function for summary in summaries}
        sharpen(summaries, pi)
        kept.append((before, {summary.inside.unit.entry.function for summary in summaries}))

    monkeypatch.setattr(Summaries, "sharpen", observed)
    cfa = marked(SEPARATE)

    assert is_proof(cfa, verified(cfa, setting_for("large")))
    assert kept
    for before, after in kept:
        assert "one" in before
        assert after == {"one"}


def test_what_is_analysed_and_reused_is_told() -> None:
    events: list[Event] = []
    verified(marked(calls(5)), run=Run(60, events.append))
    told = [event for event in events if isinstance(event, Reused)]

    assert told[-1].reused >= 4
    assert [*map(order, told)] == sorted(map(order, told))


def order(event: Reused) -> tuple[int, int]:
    return event.analysed, event.reused


def test_the_same_run_gives_the_same_events() -> None:
    def events() -> list[Event | int]:
        found: list[Event | int] = []

        def listen(event: Event) -> None:
            # Times differ from run to run.
            found.append(event.length if isinstance(event, Refined) else event)

        verified(marked(TWINS["nested functions"][0]), run=Run(60, listen))
        return found

    assert events() == events()


# ---- limits ------------------------------------------------------------------------------------


def test_where_lost_memory_is_asked_for_nothing_is_a_unit() -> None:
    text = """void f(void) { int *p = malloc(4); while (nondet()) ; free(p); }
    int main(void) { f(); f(); return 0; }"""

    assert not units_for(marked(text, "valid-memtrack"), setting_for()).ends()
    assert units_for(marked(text, "valid-free"), setting_for()).ends()


def test_a_proof_of_too_many_states_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LABELS", 100)

    assert isinstance(verified(marked(doubling(2))), Safe)
    with pytest.raises(LimitReached, match="more than 100 states"):
        verified(marked(doubling(5)))


@node
class Forgetful:
    """Says that paths are impossible, but not why."""

    name: str = "forgetful"

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        decided = decide(trace, prover_for, seconds)
        if decided is not None:
            return decided
        return Refuted(trace, (*(TRUE for _ in trace.blocks), FALSE), self.name)


def test_a_refuter_that_gives_nothing_new_is_no_endless_loop() -> None:
    cfa = marked(calls(3))

    with pytest.raises(LimitReached, match="no progress: forgetful gave nothing new"):
        memo(cfa, Setting(Forgetful(), "basic"), Run(30))


UNENCODED = """static char *a[100], *b[100]; int m;
void copy(void) { unsigned n = nondet(); if (n > 800) return; memcpy(a, b, n);
  while (n > 9) n = n - 1; m = n; }
int main(void) { copy(); copy(); if (m == 8 && !*a) reach_error(); return 0; }"""


def test_what_is_not_encoded_is_no_proof() -> None:
    with pytest.raises(LimitReached, match="larger than what is encoded"):
        verified(marked(UNENCODED.replace("m == 8", "m > 9")))


def test_an_error_is_found_behind_what_is_not_encoded() -> None:
    cfa = marked(UNENCODED)
    verdict = verified(cfa)

    assert isinstance(verdict, Unsafe)
    assert confirms(replay(cfa, verdict), verdict)


def test_integers_are_checked_bit_by_bit() -> None:
    cfa = marked(broken("nested loops"))
    verdict = verified(cfa, Setting(refuter("auto"), "large", "int"))

    assert isinstance(verdict, Unsafe)
    assert confirms(replay(cfa, verdict), verdict)
