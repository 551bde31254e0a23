"""The laws of refuters, for every one that is installed, on random traces and on real paths."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml

from maul.c.ctype import ILP32, LP64
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.choices import Chosen
from maul.errors import LimitReached, Unsupported
from maul.interpolate.catalogue import refuter, refuters
from maul.interpolate.protocol import Feasible, Refuted
from maul.interpolate.refuter import decide
from maul.logic.build import FALSE, TRUE, equal, gt, integer, le, lt, symbol
from maul.logic.evaluate import holds
from maul.logic.free import free_symbols
from maul.logic.sorts import INT
from maul.logic.trace import Trace
from maul.logic.transition import assign, assume, havoc
from maul.methods.paths.error_path import error_paths
from maul.run import Run
from maul.smt.catalogue import SEARCHERS, prover
from maul.smt.choose import preferring, prover_for
from maul.smt.protocols import GaveUp, MakeProver, Sat, Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from maul.system.deep import call_deep
from tests.interpolate.traces import FAMILIES, infeasible, shared_vocabulary, trace_of
from tests.paths import ROOT
from tests.smt.provers import PROVERS

NAMES = [entry.name for entry in refuters() if entry.is_installed()]
# One of each kind: pointers, records, bits, floats, recursion, function pointers.
KINDS = (
    *("argument_order", "arrays_of_run_time_length", "assert", "bit_fields", "function_pointers"),
    *("initialisers", "linked_list", "promotion", "punning", "recursion", "subnormal", "switch"),
)
FILES = [
    ROOT / "tests" / "programs" / f"{kind}_{twin}.c"
    for kind in KINDS
    for twin in ("safe", "unsafe")
]
TASKS = ROOT.parent / "shared" / "tasks"
SECONDS = 5.0
HARD = frozenset(("assert_safe",))  # multiplies 32-bit numbers: no solver is quick


@cache
def paths_of(program: Path, model: str, size: str) -> tuple[Trace, ...]:
    """The first, the second and the fifth shortest path to the error."""
    data_model = ILP32 if model == "ILP32" else LP64

    def traces() -> tuple[Trace, ...]:
        cfa = prune(read_program([str(program)], data_model, read_property("unreach-call"), ())).cfa
        paths = error_paths(cfa, size, "bv", Run(20))
        found = [paths.shortest(number) for number in (1, 2, 5)]
        return tuple(path.trace for path in found if path is not None)

    try:
        return call_deep(traces)
    except (Unsupported, LimitReached) as reason:
        pytest.skip(str(reason))


def obeys_the_laws(
    name: str,
    trace: Trace,
    provers: MakeProver = prover_for,
    choices: Chosen = (),
    seconds: float = SECONDS,
) -> bool:
    """Whether there was an answer; if so, it obeys the laws."""
    answer = refuter(name, provers, choices=choices)(trace, seconds)
    match answer:
        case Feasible(values=values):
            for conjunct in trace.conjuncts():
                assert holds(conjunct.formula, dict(values))
        case Refuted(assertions=assertions):
            checker = prover_for([*trace.parts(), *assertions])
            assert [] == list(answer.broken_laws(checker, 20.0))
            if name.startswith("craig:"):
                for position, assertion in enumerate(assertions):
                    assert shared_vocabulary(trace, position).issuperset(free_symbols(assertion))
    return not isinstance(answer, GaveUp)


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("family", FAMILIES)
def test_answers_on_random_traces_obey_the_laws(name: str, family: str, count: int) -> None:
    answered = [obeys_the_laws(name, trace) for trace in infeasible(family, count, seed=5)]

    assert any(answered) or name != "auto"


# Refuters with a choice of cores, and the values that are not their defaults.
CORES = [
    (entry.name, core)
    for entry in refuters()
    if entry.is_installed() and "core" in dict(entry.choices)
    for core in entry.values("core")
    if core != dict(entry.choices)["core"]
]


@pytest.mark.parametrize(("name", "core"), CORES)
@pytest.mark.parametrize("family", ["linear", "bytes", "arrays"])
def test_answers_with_any_core_obey_the_laws(name: str, core: str, family: str) -> None:
    for trace in infeasible(family, 1, seed=9):
        obeys_the_laws(name, trace, choices=(("core", core),), seconds=1.0)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "core"), CORES)
@pytest.mark.parametrize("family", FAMILIES)
def test_more_answers_with_any_core_obey_the_laws(name: str, core: str, family: str) -> None:
    for trace in infeasible(family, 4, seed=10):
        obeys_the_laws(name, trace, choices=(("core", core),))


@pytest.mark.parametrize("solver", SEARCHERS)
@pytest.mark.parametrize("family", FAMILIES)
def test_answers_that_are_found_with_any_solver_obey_the_laws(solver: str, family: str) -> None:
    if solver not in PROVERS:
        pytest.skip(f"needs: maul solvers install {solver}")
    traces = infeasible(family, 1 if family == "floats" else 3, seed=6)  # z3 is slow with floats
    answered = [obeys_the_laws("newton:IT-SP-LV", trace, preferring(solver)) for trace in traces]

    assert any(answered)


@pytest.mark.parametrize("size", ["single", "large"])
@pytest.mark.parametrize("program", FILES, ids=lambda path: path.stem)
def test_answers_on_paths_of_our_programs_obey_the_laws(program: Path, size: str) -> None:
    for trace in paths_of(program, "LP64", size):
        assert obeys_the_laws("auto", trace) or program.stem in HARD
        obeys_the_laws("newton:IT-SP-LV", trace)


@pytest.mark.parametrize("program", FILES, ids=lambda path: path.stem)
def test_solvers_agree_whether_a_path_is_feasible(program: Path) -> None:
    for trace in paths_of(program, "LP64", "large"):
        answers = set()
        for name in ("z3", "bitwuzla", "cvc5"):
            asked = prover(name)
            for part in trace.parts():
                asked.assert_(part)
            answers.add(type(asked.check(seconds=10.0)))
            asked.close()

        assert len(answers & {Sat, Unsat}) == 1 or program.stem in HARD


def first_tasks() -> list[Path]:
    """A task of every category about reachability, when the folder is there."""
    found = []
    for category in sorted(TASKS.iterdir()) if TASKS.is_dir() else ():
        for definition in sorted(category.glob("*.yml")):
            if "unreach-call" in definition.read_text(encoding="utf-8"):
                found.append(definition)
                break
    return found


@pytest.mark.skipif(not TASKS.is_dir(), reason="the folder of tasks is not here")
@pytest.mark.parametrize("definition", first_tasks(), ids=lambda path: path.parent.name)
def test_answers_on_paths_of_real_programs_obey_the_laws(definition: Path) -> None:
    content = yaml.safe_load(definition.read_text(encoding="utf-8"))
    names = content["input_files"]
    program = definition.parent / (names if isinstance(names, str) else names[0])
    model = content.get("options", {}).get("data_model", "ILP32")
    for trace in paths_of(program, model, "single"):
        for name in ("auto", "newton:IT-SP-LV", "newton:IT-WP", "craig:spacer"):
            obeys_the_laws(name, trace)


def test_a_refuter_that_is_wrong_is_found_out() -> None:
    x = symbol("x", INT)
    trace = trace_of(assign(x, integer(0)), assume(gt(x, integer(1))))
    too_strong = Refuted(trace, (TRUE, lt(x, integer(0)), FALSE), "wrong")
    too_weak = Refuted(trace, (TRUE, TRUE, FALSE), "wrong")
    right = Refuted(trace, (TRUE, le(x, integer(0)), FALSE), "right")
    any_x = havoc(x)
    leaking = Refuted(
        trace_of(any_x, assume(FALSE)), (TRUE, equal(x, any_x.inputs[0]), FALSE), "wrong"
    )

    assert decide(trace, prover_for, 5.0) is None
    laws = [list(found.broken_laws(Z3Prover())) for found in (too_strong, too_weak, right, leaking)]
    assert [1, 1, 0, 2] == [len(broken) for broken in laws]
