"""Explicit-value model checking on small programs: verdicts, evidence, and what is tracked."""

from __future__ import annotations

from itertools import product

import pytest

from maul.c.ctype import LP64
from maul.cfa.model import Cfa
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.domains.assignments import symbol_of
from maul.domains.explicit_states import NOTHING, NOTHING_BY_LOCATION, ValuePrecision
from maul.errors import LimitReached
from maul.events import Event, Refined
from maul.interpolate.catalogue import refuter
from maul.interpolate.explicit_value.interpolants import SELECTIONS, WHOLE
from maul.logic.terms import name_of
from maul.methods.catalogue import method
from maul.methods.explicit_value import ExplicitSearch
from maul.methods.setting import Setting
from maul.methods.value_styles import ValueStyle
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe, Unknown, Unsafe, Verdict
from maul.run import Run
from maul.system.deep import call_deep
from tests.cfa.c_text import marked
from tests.methods.state_machines import twins
from tests.methods.value_programs import NEEDS_MORE, TWINS, broken
from tests.paths import PROGRAMS

METHODS = ("value", "value-itp")
COMBINED = ("value+predicate", "value-itp+predicate")
EVERY = (*METHODS, *COMBINED)
# Programs of tests/programs whose values tell all.
KNOWN = (
    "aliased_parameters",
    "constants_in_floats",
    "conversions_of_constants",
    "enumerated_orders",
    "fields_through_pointers",
    "known_recursion",
    "table_of_functions",
    "turnstile",
    "two_cells",
    "unknown_pointer",
)
# Programs in which inputs are compared with each other, or an array or a number is half known.
HALF_KNOWN = ("half_overwritten", "inputs_compared", "unknown_index")


def verified(cfa: Cfa, name: str, seconds: float = 30, blocks: str | None = None) -> Verdict:
    entry = method(name)
    setting = Setting(refuter("auto"), blocks or entry.blocks)
    return call_deep(lambda: entry.run(cfa, setting, Run(seconds)))


def is_proof(cfa: Cfa, verdict: Verdict) -> bool:
    """Whether the labels of a verdict show that the program is safe."""
    assert isinstance(verdict, Safe), verdict
    assert isinstance(verdict.evidence, Labelled)
    evidence = verdict.evidence
    return "confirmed" == call_deep(lambda: check_safe(cfa, evidence, Run(30))).outcome


def is_execution(cfa: Cfa, verdict: Verdict) -> bool:
    """Whether the inputs of a verdict lead to the error."""
    assert isinstance(verdict, Unsafe), verdict
    return call_deep(lambda: confirms(replay(cfa, verdict), verdict))


def read(name: str) -> Cfa:
    path = str(PROGRAMS / f"{name}.c")
    return call_deep(lambda: prune(read_program([path], LP64, read_property("unreach-call"))).cfa)


# ---- verdicts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "twin"), list(product(EVERY, TWINS)))
def test_a_safe_program_has_inductive_labels(name: str, twin: str) -> None:
    cfa = marked(TWINS[twin][0])

    assert is_proof(cfa, verified(cfa, name))


@pytest.mark.parametrize(("name", "twin"), list(product(EVERY, TWINS)))
def test_its_twin_has_an_execution_to_the_error(name: str, twin: str) -> None:
    cfa = marked(broken(TWINS[twin]))

    assert is_execution(cfa, verified(cfa, name))


DECIDED = list(product(EVERY, KNOWN))


@pytest.mark.parametrize(("name", "program"), DECIDED)
def test_programs_with_known_values_are_decided(name: str, program: str) -> None:
    safe, unsafe = read(f"{program}_safe"), read(f"{program}_unsafe")

    assert is_proof(safe, verified(safe, name))
    assert is_execution(unsafe, verified(unsafe, name))


@pytest.mark.parametrize(("name", "program"), list(product(COMBINED, HALF_KNOWN)))
def test_programs_with_half_of_the_values_are_decided(name: str, program: str) -> None:
    safe, unsafe = read(f"{program}_safe"), read(f"{program}_unsafe")

    assert is_proof(safe, verified(safe, name))
    assert is_execution(unsafe, verified(unsafe, name))


@pytest.mark.parametrize(
    ("name", "twin"), list(product(METHODS, ("a number that wraps", "a union")))
)
def test_states_at_every_location_give_the_same_verdicts(name: str, twin: str) -> None:
    safe, unsafe = marked(TWINS[twin][0]), marked(broken(TWINS[twin]))

    assert is_proof(safe, verified(safe, name, blocks="single"))
    assert is_execution(unsafe, verified(unsafe, name, blocks="single"))


@pytest.mark.parametrize(("name", "twin"), list(product(METHODS, NEEDS_MORE)))
def test_a_path_that_no_value_refutes_is_no_error(name: str, twin: str) -> None:
    found = verified(marked(NEEDS_MORE[twin][0]), name)

    assert isinstance(found, Unknown)
    assert "values" in found.reason
    assert "predicate" in found.advice


@pytest.mark.parametrize(("name", "twin"), list(product(COMBINED, NEEDS_MORE)))
def test_predicates_refute_what_values_do_not(name: str, twin: str) -> None:
    cfa = marked(NEEDS_MORE[twin][0])

    assert is_proof(cfa, verified(cfa, name))


@pytest.mark.parametrize(("name", "twin"), list(product(EVERY, NEEDS_MORE)))
def test_an_error_behind_unknown_values_is_found(name: str, twin: str) -> None:
    cfa = marked(broken(NEEDS_MORE[twin]))

    assert is_execution(cfa, verified(cfa, name))


COUNTERS = """int main(void) { int x = 0, y = 0; while (nondet()) { x = x + 1; y = y + 1; }
  if (x != y) reach_error(); return 0; }"""


@pytest.mark.parametrize("name", METHODS)
def test_counters_without_bound_are_too_much_for_values(name: str) -> None:
    with pytest.raises(LimitReached):
        verified(marked(COUNTERS), name, 1.0)


@pytest.mark.parametrize("name", COMBINED)
def test_a_variable_with_too_many_values_is_left_to_the_predicates(name: str) -> None:
    cfa = marked(COUNTERS)

    assert is_proof(cfa, verified(cfa, name))


# ---- long ones ---------------------------------------------------------------------------------

LONG = """int main(void) { int i = 0, s = 0, extra;
  while (i < %d) { i++; s ^= i; }
  extra = nondet() ? 1 : 2;
  if (s + extra == %d) reach_error(); return 0; }"""


@pytest.mark.parametrize("rounds", [4_000, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", METHODS)
def test_a_loop_of_many_rounds_simply_runs(name: str, rounds: int) -> None:
    # i runs from 1 to a multiple of 4: the exclusive or of them all is that multiple.
    safe, unsafe = (marked(LONG % (rounds, rounds + more)) for more in (3, 2))

    assert is_proof(safe, verified(safe, name, 120))
    assert is_execution(unsafe, verified(unsafe, name, 120))


@pytest.mark.parametrize("name", EVERY)
def test_a_state_machine_of_several_hundred_lines_is_explored(name: str) -> None:
    safe, unsafe = (marked(text) for text in twins(3, variables=4, rules=100))

    assert is_proof(safe, verified(safe, name, 60))
    assert is_execution(unsafe, verified(unsafe, name, 60))


# ---- what is tracked ---------------------------------------------------------------------------

# Our own words for the idea of [Beyer13, Listing 1.1].
SYSTEM = """extern int system_call(void);
int main(void) { int limit = system_call(), flag = 0, ticks = 0, result;
  while (1) { ticks = ticks + 1; result = system_call();
    if (result == 0 || ticks > limit) break; }
  if (flag > 0) reach_error(); return 0; }"""


def tracked(
    text: str, blocks: str = "single", events: list[Event] | None = None
) -> tuple[Cfa, Verdict, ValuePrecision]:
    """The verdict of explicit-value CEGAR by the algorithms of the paper, and the precision that
    it had in the end."""
    cfa = marked(text)
    run = Run(30) if events is None else Run(30, listener=events.append)
    style = ValueStyle(NOTHING_BY_LOCATION, selection=WHOLE)
    search = ExplicitSearch(style, cfa, Setting(refuter("auto"), blocks), run)
    return cfa, call_deep(search.verdict), search.precision


def names(precision: ValuePrecision) -> set[str]:
    symbols = precision.symbols()
    assert symbols is not None
    return {name_of(symbol) for symbol in symbols}


@pytest.mark.parametrize("blocks", ["single", "basic", "large"])
def test_the_example_of_the_paper_needs_the_flag_only(blocks: str) -> None:
    cfa, verdict, precision = tracked(SYSTEM, blocks)

    assert is_proof(cfa, verdict)
    assert {"main::flag"} == names(precision)


@pytest.mark.parametrize(
    ("start", "selection"), list(product((NOTHING, NOTHING_BY_LOCATION), SELECTIONS))
)
def test_whatever_is_chosen_the_flag_is_enough(start: ValuePrecision, selection: str) -> None:
    cfa = marked(SYSTEM)
    style = ValueStyle(start, selection=SELECTIONS[selection])
    search = ExplicitSearch(style, cfa, Setting(refuter("auto"), "basic"), Run(30))

    assert is_proof(cfa, call_deep(search.verdict))
    assert {"main::flag"} == names(search.precision)


def test_the_example_of_the_paper_does_not_end_when_everything_is_tracked() -> None:
    with pytest.raises(LimitReached):
        verified(marked(SYSTEM), "value", 1.0)


@pytest.mark.parametrize("name", EVERY)
def test_the_error_of_the_broken_example_is_found(name: str) -> None:
    cfa = marked(SYSTEM.replace("if (flag > 0)", "if (flag == 0)"))

    assert is_execution(cfa, verified(cfa, name))


def by_location(precision: ValuePrecision) -> dict[int, set[str]]:
    """The names of what is tracked at each location of main."""
    assert precision.keys is not None
    found: dict[int, set[str]] = {}
    for place, keys in precision.keys.items():
        assert isinstance(place, tuple)
        if keys:
            found[place[0].index] = {name_of(symbol_of(key)) for key in keys}
    return found


def test_the_precision_at_every_location_is_the_one_worked_out_by_hand() -> None:
    # The automaton of main:
    #    0 -> 1  mode = 3          6 -> 8  [$1 == 0]
    #    1 -> 2  noise = 7         6 -> 7  [$1 != 0]
    #    2 -> 3  copy = 0          7 -> 8  mode = 0
    #    3 -> 4  copy = mode - 1   8 -> 9  [copy != 2]
    #    4 -> 5  noise = noise + copy
    #    5 -> 6  $1 = nondet()     9 -> error
    # Nothing is tracked at first, and one of the two ways from 6 to 8 leads to the error. By the
    # shorter one: Alg. 4 goes from location to location and asks Alg. 3 for an interpolant of the
    # last one with the next operation, and the rest of the path.
    #    1  {mode = 3}                  mode stays: without it copy is unknown at 4, and [copy != 2]
    #                                   contradicts nothing                        -> {mode}
    #    2  {mode = 3, noise = 7}       without noise the rest still contradicts   -> {mode}
    #    3  {mode = 3, copy = 0}        copy is written before it is read          -> {mode}
    #    4  {mode = 3, copy = 2}        mode is not read any more                  -> {copy}
    #    5  {copy = 2}                  noise is unknown since 2                   -> {copy}
    #    6  {copy = 2}                                                             -> {copy}
    #    8  {copy = 2, $1 = 0}          $1 is not read any more                    -> {copy}
    #    9  contradicting               no variable is needed                      -> {}
    # Nothing is said of 7, which is not on this path: there copy is lost, and the longer way is an
    # error path once more. Its interpolants are the same, and
    #    7  {copy = 2}                  $1 is not the only value that is not 0     -> {copy}
    text = """int main(void) { int mode = 3, noise = 7, copy = 0;
      copy = mode - 1; noise = noise + copy; if (nondet()) mode = 0;
      if (copy != 2) reach_error(); return 0; }"""
    events: list[Event] = []
    cfa, verdict, precision = tracked(text, "single", events)
    before, after = {"main::mode"}, {"main::copy"}

    assert is_proof(cfa, verdict)
    assert 2 == sum(isinstance(event, Refined) for event in events)
    assert {**dict.fromkeys((1, 2, 3), before), **dict.fromkeys((4, 5, 6, 7, 8), after)} == (
        by_location(precision)
    )


def test_a_counter_is_not_tracked_when_something_else_refutes_the_path() -> None:
    # Both conditions refute the path that leaves the loop at once, but only the flag refutes those
    # that go round it more often.
    cfa, verdict, precision = tracked(
        """int main(void) { int count = 0, flag = 1; while (nondet()) count = count + 1;
        if (count > 3) if (flag == 0) reach_error(); return 0; }"""
    )

    assert is_proof(cfa, verdict)
    assert {"main::flag"} == names(precision)


def test_only_the_cell_that_matters_is_tracked() -> None:
    cfa, verdict, precision = tracked(
        """int a[4]; int main(void) { unsigned i = 0; a[3] = 5;
        while (nondet()) { i = i + 1; a[0] = (int)i; }
        if (a[3] != 5) reach_error(); return 0; }"""
    )
    assert precision.keys is not None
    cells = {key for keys in precision.keys.values() for key in keys}

    assert is_proof(cfa, verdict)
    assert 1 == len(cells)
