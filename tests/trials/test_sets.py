"""What records are grouped by."""

import pytest
from hypothesis import given

from maul.choices import Arith, BlockSize
from maul.errors import BadInput
from maul.trials.configuration import Preferences
from maul.trials.record import FinishedRun
from maul.trials.sets import Parts, by_category, by_set, once, parts, source_order
from tests.trials.records import FEW, orders, record, runs


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (Preferences("impact"), Parts("impact")),
        (Preferences("kojak", "craig:iz3"), Parts("kojak", "craig:iz3")),
        (
            Preferences("automizer", "newton:SP", "cvc5", BlockSize.SINGLE, Arith.INT),
            Parts("automizer", "newton:SP", "int", ("solver=cvc5", "blocks=single")),
        ),
    ],
)
def test_the_name_of_a_configuration_is_taken_apart(chosen: Preferences, expected: Parts) -> None:
    assert expected == parts(chosen.name)


def test_a_configuration_of_another_machine_is_taken_apart_although_nothing_is_installed() -> None:
    assert Parts("new", "craig:unheard-of", "bv") == parts("new/craig:unheard-of/arith=bv")


@pytest.mark.parametrize(
    ("configuration", "source"),
    [
        ("automizer", "auto"),
        ("bmc", "no refuter"),
        ("automizer/newton:SP/arith=int", "newton:SP"),
        ("automizer/solver=cvc5", "auto/solver=cvc5"),
    ],
)
def test_a_source_of_assertions_is_what_is_left_without_method_and_integers(
    configuration: str, source: str
) -> None:
    assert source == parts(configuration).source


def test_sources_have_the_order_of_the_paper() -> None:
    expected = [
        "m/craig:iz3",
        "m/craig:spacer",
        "m/newton:IT-SP-LV",
        "m/newton:IT-SP-LV/solver=cvc5",
        "m/newton:IT-WP-LV",
        "m/newton:SP",
        "m/newton:WP",
        "m",
    ]

    assert expected == sorted(sorted(expected), key=source_order)


@FEW
@given(runs())
def test_no_record_is_in_two_sets(records: list[FinishedRun]) -> None:
    for sets in (by_category(records), by_set(records)):
        for each in records:
            assert [set_.name for set_ in sets if set_.has(each)][1:] == []


@pytest.mark.parametrize(
    ("category", "wanted", "arith", "expected"),
    [
        ("loops", "unreach-call", "", ["Bitvector"]),
        ("loops", "unreach-call", "/arith=bv", ["Bitvector"]),
        ("loops", "unreach-call", "/arith=int", ["Integer"]),
        ("floats-cdfpl", "unreach-call", "", ["Float"]),
        ("floats", "unreach-call", "/arith=int", []),
        ("memsafety", "valid-memsafety", "/arith=int", ["Memsafety"]),
        ("memsafety", "valid-memsafety", "", []),
    ],
)
def test_the_sets_of_the_paper(category: str, wanted: str, arith: str, expected: list[str]) -> None:
    made = record(configuration=f"kojak{arith}", category=category, property=wanted)

    assert expected == [each.name for each in by_set([made])]


def test_a_record_that_is_there_twice_counts_once() -> None:
    assert (record(),) == once([record(), record()])


@FEW
@given(orders())
def test_the_order_of_records_is_forgotten(
    both: tuple[list[FinishedRun], list[FinishedRun]],
) -> None:
    some, others = both

    assert once(some) == once(others)


def test_two_different_results_of_one_run_are_refused() -> None:
    with pytest.raises(BadInput, match="task0: there are two results of impact"):
        once([record(), record(verdict="UNKNOWN")])
