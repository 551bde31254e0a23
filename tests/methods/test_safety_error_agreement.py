"""In every mode programs get the verdicts of predicate abstraction, with evidence: twins in blocks
of every size, and programs with few states against trying everything."""

from __future__ import annotations

from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from maul.c.ctype import LP64
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.errors import LimitReached, SolverFailure
from maul.events import Event, Refined, Searched
from maul.interpolate.catalogue import refuter
from maul.methods.catalogue import method
from maul.methods.safety_error import MODES, SafetyError
from maul.methods.setting import Setting
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unsafe, Verdict
from maul.run import Run
from maul.system.deep import call_deep
from tests.cfa.c_text import marked
from tests.methods.finite_programs import cases
from tests.methods.test_predicate_abstraction import TWINS, broken, is_proof

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.choices import Chosen

SIZES = ("single", "basic", "medium", "large")
# Every program in blocks of every size, each time in another mode; one program in all modes.
CASES = [
    *(
        (name, size, list(MODES)[1 + (number + 3 * row) % 5])
        for number, name in enumerate(TWINS)
        for row, size in enumerate(SIZES)
    ),
    *(("a lock", size, mode) for size, mode in product(("single", "large"), MODES)),
]
CASES = list(dict.fromkeys(CASES))


def verified(
    name: str, cfa: Cfa, size: str, run: Run | None = None, choices: Chosen = ()
) -> Verdict:
    setting = Setting(refuter("auto"), size, choices=choices)
    return call_deep(lambda: method(name).run(cfa, setting, run or Run(30)))


@pytest.mark.parametrize(("name", "size", "mode"), CASES)
def test_programs_and_their_twins_get_their_verdicts_with_evidence(
    name: str, size: str, mode: str
) -> None:
    cfa = marked(TWINS[name][0])

    assert is_proof(cfa, verified(f"interp:{mode}", cfa, size))
    cfa = marked(broken(name))
    verdict = verified(f"interp:{mode}", cfa, size)
    assert isinstance(verdict, Unsafe)
    assert confirms(replay(cfa, verdict), verdict)


# ---- reachability interpolants only ----


def story(name: str, cfa: Cfa, size: str, order: str = "left-to-right") -> list[tuple[int, ...]]:
    """How long the refuted paths were, and what was searched between them."""
    found: list[tuple[int, ...]] = []

    def listen(event: Event) -> None:
        if isinstance(event, Refined):
            found.append((event.length,))
        elif isinstance(event, Searched):
            found.append((event.states, event.covered, event.posts, event.predicates))

    verified(name, cfa, size, Run(30, listen), (("order", order),))
    return found


@pytest.mark.parametrize("size", [*SIZES, "adjustable:3"])
def test_with_reachability_interpolants_only_it_is_predicate_abstraction(size: str) -> None:
    refined = 0
    for name in ("a loop with an invariant", "a lock"):
        for text in (TWINS[name][0], broken(name)):
            expected = story("predicate", marked(text), size)
            refined += len(expected) // 2

            assert expected == story("interp:R", marked(text), size)
    assert refined > 1


@pytest.mark.parametrize("size", ["single", "adjustable:3", "large"])
def test_small_blocks_are_searched_depth_first_from_left_to_right(size: str) -> None:
    """Unless the user has chosen another order."""
    text = TWINS["a state machine"][0]
    own: list[tuple[int, ...]] = []

    def listen(event: Event) -> None:
        if isinstance(event, Searched):
            own.append((event.states, event.covered, event.posts, event.predicates))

    verified("interp:R", marked(text), size, Run(30, listen))
    orders = {
        order: [each for each in story("interp:R", marked(text), size, order) if each[1:]]
        for order in ("left-to-right", "breadth-first")
    }

    assert orders["breadth-first" if size == "large" else "left-to-right"] == own
    assert size == "large" or orders["breadth-first"] != own


@pytest.mark.parametrize("mode", ["R+S+E+W", "R+S"])
def test_the_same_search_tells_the_same_story(mode: str) -> None:
    def told() -> list[tuple[int, ...]]:
        return story(f"interp:{mode}", marked(TWINS["a state machine"][0]), "single")

    assert told() == told()


# ---- all executions ----

COUNT = 6
SECONDS = 20.0
UNDECIDED = 2  # out of time


@pytest.mark.parametrize("size", ["single", "large"])
@pytest.mark.parametrize("mode", ["R+S+E+W", "R+S"])
def test_a_program_with_few_states_never_gets_the_wrong_verdict(
    mode: str, size: str, tmp_path: Path
) -> None:
    path, found = tmp_path / "program.c", []
    for listed in (True, False):
        for case in islice(cases(14, listed=listed, limit=300), COUNT):
            path.write_text(case.text, encoding="utf-8")
            found.append(call_deep(lambda: said(path, mode, size)))

            assert found[-1] in ("UNKNOWN", "TRUE" if case.safe else "FALSE"), case.text
    assert found.count("UNKNOWN") <= UNDECIDED


def said(path: Path, mode: str, size: str) -> str:
    """TRUE or FALSE with evidence that is confirmed, or UNKNOWN."""
    whole = read_program([str(path)], LP64, read_property("unreach-call"))
    cfa = prune(whole).cfa
    try:
        verdict = SafetyError(
            MODES[mode], cfa, Setting(refuter("auto"), size), Run(SECONDS)
        ).verdict()
    except (LimitReached, SolverFailure):
        return "UNKNOWN"
    match verdict:
        case Safe(evidence=Labelled() as evidence):
            checked = check_safe(cfa, evidence, Run(SECONDS))

            assert "refuted" != checked.outcome, checked.reason
            return "TRUE" if checked.outcome == "confirmed" else "UNKNOWN"
        case Unsafe():
            assert confirms(replay(whole, verdict), verdict)
            return "FALSE"
    return "UNKNOWN"
