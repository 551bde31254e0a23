"""The pipeline: every method gives the verdict that the program says, with evidence."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from pathlib import Path

import pytest

from maul.choices import Arith, BlockSize
from maul.errors import BadInput
from maul.events import Event, Pruned, Queried, Stage
from maul.isolate import isolation
from maul.methods.catalogue import METHODS
from maul.node import replace
from maul.pipeline import verify
from maul.request import Request
from maul.result import Result
from maul.run import Run
from maul.system.deep import call_deep
from tests.paths import ROOT
from tests.smt.provers import PROVERS, Z3_PROGRAM

VERDICTS = {"safe": "TRUE", "unsafe": "FALSE"}
QUICK = ("promotion", "bit_fields", "argument_order")


def verified(request: Request, listener: list[Event] | None = None) -> Result:
    run = Run(20.0, None if listener is None else listener.append)
    return call_deep(lambda: verify(request, run, isolation(request)))


@pytest.mark.parametrize("method", ["auto", *METHODS])
@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("kind", ["safe", "unsafe"])
def test_no_method_says_the_contrary(name: str, kind: str, method: str) -> None:
    path = str(ROOT / "tests" / "programs" / f"{name}_{kind}.c")
    result = verified(Request((path,), method=method))

    assert result.verdict in (VERDICTS[kind], "UNKNOWN")
    if method in ("auto", "bmc"):
        assert VERDICTS[kind] == result.verdict, result.reason


@pytest.mark.parametrize("method", ["impact", "value+predicate", "automizer"])
@pytest.mark.parametrize("kind", ["safe", "unsafe"])
def test_addresses_of_functions_without_a_body_are_no_obstacle(kind: str, method: str) -> None:
    path = str(ROOT / "tests" / "programs" / f"address_of_missing_function_{kind}.c")
    result = verified(Request((path,), method=method))

    assert VERDICTS[kind] == result.verdict, result.advice


def test_the_stages_are_told_in_order() -> None:
    heard: list[Event] = []
    request = Request((str(ROOT / "examples" / "midpoint.c"),), method="bmc")
    verified(request, heard)
    stages = [event for event in heard if isinstance(event, Stage)]

    assert [
        Stage("reading"),
        Stage("searching", "bmc"),
        Stage("checking", "counterexample"),
    ] == stages
    assert [] != [event for event in heard if isinstance(event, Queried)]


def test_what_is_not_modelled_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "prog.c"
    path.write_text("int main(void) { void *p = &&l; goto *p; l: return 0; }\n")
    result = verified(Request((str(path),)))

    assert ("UNKNOWN", "unreach-call") == (result.verdict, result.property)
    assert "unsupported" in result.reason


def test_a_refuter_that_there_is_not_is_refused_before_the_work_begins(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no refuter"):
        verified(Request((str(tmp_path / "missing.c"),), refuter="craig:nobody"))


@pytest.mark.parametrize("refuter", ["newton:IT-WP", "craig:spacer"])
def test_the_refuter_is_the_one_that_was_asked_for(refuter: str) -> None:
    path = str(ROOT / "examples" / "counter.c")
    result = verified(Request((path,), method="impact", refuter=refuter))

    assert "TRUE" == result.verdict
    assert refuter == result.decided_by.refuter


@pytest.mark.parametrize("blocks", ["single", "basic", "large"])
def test_the_blocks_are_as_large_as_was_asked_for(blocks: str) -> None:
    path = str(ROOT / "examples" / "counter.c")
    result = verified(Request((path,), method="impact", blocks=BlockSize(blocks)))

    assert ("TRUE", blocks) == (result.verdict, result.decided_by.blocks)


# ---- the solver that searches ----

JAVA = pytest.mark.skipif(
    "smtinterpol" not in PROVERS, reason="needs: maul solvers install smtinterpol"
)
SOLVERS = ["z3", "bitwuzla", "cvc5", pytest.param("smtinterpol", marks=JAVA)]
# Program, arithmetic, and the solvers that know its theory.
SEARCHED = [
    ("bit_fields_safe", "bv", ("z3", "bitwuzla", "cvc5")),
    ("argument_order_unsafe", "bv", ("z3", "bitwuzla", "cvc5")),
    ("subnormal_safe", "bv", ("z3", "bitwuzla", "cvc5")),
    ("traffic_lights_safe", "int", ("z3", "cvc5", "smtinterpol")),
    # What is feasible is asked again with bits.
    ("flags_unsafe", "int", ("z3", "bitwuzla", "cvc5", "smtinterpol")),
]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("name", "arith", "able"), SEARCHED, ids=[row[0] for row in SEARCHED])
def test_who_searches_does_not_check_and_verdicts_are_the_same(
    name: str, arith: str, able: tuple[str, ...], solver: str
) -> None:
    path = str(ROOT / "tests" / "programs" / f"{name}.c")
    heard: list[Event] = []
    request = Request((path,), method="impact", solver=solver, arith=Arith(arith))
    result = verified(request, heard)
    stages = [number for number, event in enumerate(heard) if isinstance(event, Stage)]
    asked = {event.prover for event in heard[: stages[-1]] if isinstance(event, Queried)}

    assert VERDICTS[name.rpartition("_")[2]] == result.verdict, result.reason
    told = result.decided_by.solver
    # What suits the terms is z3, and bitwuzla for the execution along a path.
    assert told == solver if solver in able else told in {"z3", "z3 and bitwuzla"}
    assert (solver in able) == (solver in asked)
    assert solver not in result.evidence.checker or solver not in asked


@pytest.mark.parametrize("solver", [None, "z3"])
@pytest.mark.parametrize("tracer", ["z3", "bitwuzla", "cvc5"])
@pytest.mark.parametrize("name", ["bit_fields_safe", "argument_order_unsafe"])
def test_who_is_asked_about_traces_does_not_check_either(
    name: str, tracer: str, solver: str | None
) -> None:
    path = str(ROOT / "tests" / "programs" / f"{name}.c")
    heard: list[Event] = []
    request = Request(
        (path,), method="impact", refuter="newton:IT-SP-LV", solver=solver, trace_solver=tracer
    )
    result = verified(request, heard)
    searching = list(itertools.takewhile(lambda e: e != Stage("checking", "proof"), heard))
    asked = {event.prover for event in searching if isinstance(event, Queried)}

    assert VERDICTS[name.rpartition("_")[2]] == result.verdict, result.reason
    assert tracer in asked
    assert tracer in result.decided_by.solver.split(" and ")
    assert {tracer, solver}.isdisjoint(result.evidence.checker.split(" and "))


def test_only_traces_go_to_the_trace_solver() -> None:
    """Labels and Hoare triples go to the other solver, feasibility and cores do not."""
    path = str(ROOT / "examples" / "counter.c")
    counts = {}
    for wanted in (Request((path,), solver="cvc5"), Request((path,), trace_solver="cvc5")):
        heard: list[Event] = []
        request = replace(wanted, method="automizer", refuter="newton:IT-WP", arith=Arith.INT)
        result = verified(request, heard)
        searching = itertools.takewhile(lambda e: e != Stage("checking", "proof"), heard)
        queries = Counter(event.prover for event in searching if isinstance(event, Queried))
        counts[wanted.trace_solver] = queries

        assert "TRUE" == result.verdict

    assert {"cvc5"} == counts[None].keys()
    assert {"cvc5", "z3"} == counts["cvc5"].keys()
    assert counts["cvc5"]["cvc5"] < counts[None]["cvc5"]
    assert counts["cvc5"].total() == counts[None].total()


MIXED = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  double x = 0.0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) { x = x + 1.0; if (x > 100.0) x = 0.0; }
  if (x < 0.0) reach_error();
  return 0;
}
"""


def test_who_searched_among_floats_and_integers_does_not_check(tmp_path: Path) -> None:
    path = tmp_path / "mixed.c"
    path.write_text(MIXED)
    result = verified(Request((str(path),), method="impact", arith=Arith.INT))

    assert ("TRUE", "cvc5") == (result.verdict, result.evidence.checker)


@pytest.mark.parametrize(
    "method", [entry.name for entry in METHODS.values() if entry.solver == "z3"]
)
def test_methods_with_refuters_search_with_the_solver_that_is_wanted(method: str) -> None:
    path = str(ROOT / "examples" / "counter.c")
    result = verified(Request((path,), method=method, solver="cvc5", arith=Arith.INT))

    assert ("TRUE", "cvc5") == (result.verdict, result.decided_by.solver)


@pytest.mark.parametrize(
    ("method", "solver", "said"),
    [
        ("bmc", "cvc5", "bmc searches with bitwuzla"),
        ("value", "z3", "value searches with bitwuzla"),
        ("concrete", "z3", "concrete searches with none"),
        ("auto", "bitwuzla", "auto chooses methods"),
        ("impact", "princess", "no search with the solver princess"),
    ],
)
def test_solvers_that_cannot_search_are_refused_before_the_work_begins(
    tmp_path: Path, method: str, solver: str, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        verified(Request((str(tmp_path / "missing.c"),), method=method, solver=solver))


def test_how_to_install_a_solver_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match="maul solvers install smtinterpol"):
        verified(Request(("missing.c",), method="impact", solver="smtinterpol"))


@pytest.mark.skipif(not Z3_PROGRAM.exists(), reason="there is no program z3")
@pytest.mark.parametrize(("solver", "program"), [("mathsat", "mathsat"), ("opensmt", "opensmt")])
def test_a_solver_on_the_path_searches(
    solver: str, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is called like the solver is z3, which understands what both are told."""
    script = tmp_path / program
    script.write_text(f"#!/bin/sh\nexec {Z3_PROGRAM} -smt2 -in\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    path = str(ROOT / "examples" / "counter.c")
    for wanted in (Request((path,), solver=solver), Request((path,), trace_solver=solver)):
        result = verified(replace(wanted, method="impact", refuter="newton:IT-WP"))

        assert "TRUE" == result.verdict, result.reason
        assert solver in result.decided_by.solver.split(" and ")
        assert solver not in result.evidence.checker


@pytest.mark.skipif("yices" not in PROVERS, reason="needs: maul solvers install yices")
@pytest.mark.parametrize(
    ("name", "verdict"),
    [("examples/counter.c", "TRUE"), ("tests/programs/argument_order_unsafe.c", "FALSE")],
)
def test_yices_searches_and_answers_for_traces(name: str, verdict: str) -> None:
    path = str(ROOT / name)
    for wanted in (Request((path,), solver="yices"), Request((path,), trace_solver="yices")):
        result = verified(replace(wanted, method="impact", refuter="newton:IT-WP"))

        assert verdict == result.verdict, result.reason
        assert "yices" in result.decided_by.solver.split(" and ")


@JAVA
def test_arithmetic_suits_the_solver_unless_it_is_chosen() -> None:
    path = str(ROOT / "examples" / "counter.c")
    numbers = verified(Request((path,), method="impact", solver="smtinterpol"))
    bits = verified(Request((path,), method="impact", solver="smtinterpol", arith=Arith.BV))

    assert ("smtinterpol", "int") == (numbers.decided_by.solver, numbers.decided_by.arith)
    assert ("z3", "bv") == (bits.decided_by.solver, bits.decided_by.arith)


@pytest.mark.parametrize("method", [name for name in METHODS if name != "concrete"])
def test_every_method_may_search_the_whole_program(method: str) -> None:
    """What cannot reach an error has locations, too, and the verdict is the same."""
    found: dict[str, int] = {}
    for chosen in ("on", "off"):
        events: list[Event] = []
        request = Request(
            (str(ROOT / "examples/papers/tickets.c"),),
            method=method,
            blocks="single",
            execute="never",
            choices=(("pruning", chosen),),
        )
        assert "FALSE" == verified(request, events).verdict
        (found[chosen],) = (event.locations for event in events if isinstance(event, Pruned))

    assert found["off"] == 0 < found["on"]
