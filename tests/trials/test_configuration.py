"""Configurations as text: every one has one name, and what there is not is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maul.choices import CHOICES, Arith, BlockSize
from maul.errors import BadInput
from maul.methods.catalogue import AUTO, METHODS
from maul.trials.configuration import COMMON, Preferences, crossed, read_configuration

NAMES = (AUTO, *METHODS)
REFUTED = [entry.name for entry in METHODS.values() if entry.takes_refuter]


def values_of(name: str) -> st.SearchStrategy[str]:
    """The values of a setting; of a number, some."""
    return st.sampled_from([v for v in CHOICES[name].values if v != "N"] or ["1", "23"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A configuration in any order of its parts, with or without defaults."""
    method = draw(st.sampled_from(REFUTED))
    parts = [
        draw(
            st.sampled_from(
                ("", "auto", "newton:SP", "newton:IT-SP-LV", "newton:IT-SP-LV/core=solver")
            )
        ),
        *(
            f"{key}={draw(st.sampled_from(choices))}" if draw(st.booleans()) else ""
            for key, choices in COMMON.items()
            if "solver" not in key
        ),
        draw(st.sampled_from(("", "blocks=large", "blocks=medium", "blocks=adjustable:7"))),
        draw(st.sampled_from(("", "solver=z3", "solver=cvc5"))),
        draw(st.sampled_from(("", "trace-solver=z3", "trace-solver=bitwuzla"))),
        *(
            f"{name}={draw(values_of(name))}" if draw(st.booleans()) else ""
            for name in METHODS[method].defaults()
        ),
    ]
    return "/".join([method, *filter(None, draw(st.permutations(parts)))])


@given(texts())
def test_the_name_of_a_configuration_reads_as_the_configuration(text: str) -> None:
    chosen = read_configuration(text)

    assert chosen == read_configuration(chosen.name)
    assert chosen.name == read_configuration(chosen.name).name


@given(texts(), st.randoms(use_true_random=False))
def test_the_order_of_the_parts_does_not_matter(text: str, random: st.DataObject) -> None:
    method, *parts = text.split("/")
    random.shuffle(parts)  # type: ignore[attr-defined]

    assert read_configuration(text) == read_configuration("/".join([method, *parts]))


@pytest.mark.parametrize("name", NAMES)
def test_a_method_alone_is_a_configuration(name: str) -> None:
    assert Preferences(name) == read_configuration(name)
    assert name == read_configuration(name).name


def test_every_part_is_in_its_place() -> None:
    text = "predicate/blocks=single/newton:IT-SP-LV/arith=int/solver=cvc5"

    chosen = Preferences("predicate", "newton:IT-SP-LV", "cvc5", BlockSize.SINGLE, Arith.INT)
    assert chosen == read_configuration(text)
    assert "predicate/newton:IT-SP-LV/solver=cvc5/arith=int/blocks=single" == chosen.name


def test_defaults_are_left_out() -> None:
    assert "impact" == read_configuration("impact/auto/arith=auto/blocks=large").name


def test_a_default_setting_is_left_out() -> None:
    assert "predicate" == read_configuration("predicate/abstraction=cartesian").name


def test_settings_come_in_one_order() -> None:
    chosen = read_configuration("predicate/scope=program/abstraction=boolean")

    assert "predicate/abstraction=boolean/scope=program" == chosen.name


def test_the_default_setting_of_a_refuter_is_left_out() -> None:
    assert "impact/craig:farkas" == read_configuration("impact/craig:farkas/core=minimised").name
    chosen = read_configuration("impact/core=whole/craig:farkas")

    assert "impact/craig:farkas/core=whole" == chosen.name


def test_a_solver_for_traces_stands_beside_the_one_for_the_rest() -> None:
    chosen = read_configuration("impact/newton:SP/trace-solver=cvc5/solver=z3")

    assert ("z3", "cvc5") == (chosen.solver, chosen.trace_solver)
    assert "impact/newton:SP/solver=z3/trace-solver=cvc5" == chosen.name


def test_a_solver_that_is_wanted_is_no_default() -> None:
    """The methods themselves ask another one where it is better."""
    assert "impact/solver=z3" == read_configuration("impact/solver=z3").name


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nothing", "there is no nothing"),
        ("", "there is no"),
        ("impact/nothing", "there is no refuter nothing"),
        ("impact/", "there is no refuter"),
        ("impact/colour=red", "there is no colour"),
        ("impact/arith=real", "arith is one of auto, bv, int, not real"),
        ("impact/solver=none", "solver is one of"),
        ("impact/arith=int/arith=bv", "arith is said twice"),
        ("impact/newton:SP/newton:WP", "refuter is said twice"),
        ("bmc/newton:SP", "bmc takes no refuter"),
        ("bmc/solver=cvc5", "bmc searches with bitwuzla"),
        ("auto/solver=z3", "auto chooses methods"),
        ("auto/scope=location", "auto chooses methods"),
        ("impact/blocks=adjustable:0", "there is no adjustable:0"),
        ("impact/blocks=large:3", "there is no large:3"),
        ("impact/blocks=adjustable:9999999999999", "there is no adjustable"),
        ("predicate/scope=nowhere", "it is location|function|program"),
        ("bmc/scope=location", "bmc has no such setting; it has --pruning"),
        ("impact/scope=location", "impact has no such setting"),
        ("impact/core=whole", "--core: auto has no such setting"),
        ("impact/newton:SP/core=whole", "--core: newton:SP has no such setting; it has none"),
        ("impact/newton:IT-SP/core=whole", "newton:IT-SP has no whole; it is solver|minimised"),
        ("impact/craig:farkas/core=tiny", "--core: there is no tiny; it is whole|solver|minimised"),
        ("impact/trace-solver=none", "trace-solver is one of"),
        ("bmc/trace-solver=cvc5", "bmc asks no refuter about traces"),
        ("auto/trace-solver=z3", "auto chooses methods"),
    ],
)
def test_what_there_is_not_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read_configuration(text)


def test_methods_without_refuters_are_crossed_once() -> None:
    found = crossed(["bmc", "impact", "auto", "bmc"], ["newton:SP", "auto"])

    assert ["bmc", "impact/newton:SP", "impact", "auto"] == [chosen.name for chosen in found]


def test_without_refuters_methods_use_their_own() -> None:
    assert (Preferences("impact"), Preferences("bmc")) == crossed(["impact", "bmc"], [])


def test_a_solver_that_means_integers_says_so() -> None:
    try:
        chosen = read_configuration("impact/solver=smtinterpol")
    except BadInput:
        pytest.skip("smtinterpol is not installed")

    assert "int" == chosen.arith
    assert "impact/solver=smtinterpol/arith=int" == chosen.name
