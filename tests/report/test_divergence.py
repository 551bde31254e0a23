"""An UNKNOWN tells which loop, what grew, and what to try."""

from maul.events import Deepened, Event, Recursed, Refined, Searched, Stage
from maul.report.divergence import Diagnosis


def diagnosis(*events: Event) -> list[str]:
    reader = Diagnosis()
    for event in events:
        reader.hear(event)
    return reader.lines("time limit")


def refinements(count: int, place: str) -> list[Event]:
    return [Refined(3 + n, "auto", perfect=False, seconds=0.1, place=place) for n in range(count)]


def test_the_loop_that_kept_being_refined_is_named() -> None:
    told = diagnosis(
        Stage("searching", "impact"), *refinements(2, "a.c:3:1"), *refinements(8, "a.c:9:5")
    )

    assert "impact: 8 of 10 refinements were at the loop of a.c:9:5" in told
    assert any("paths grew from 3 to 10 blocks" in line for line in told)
    assert any("--refuter" in line for line in told)


def test_predicates_that_kept_growing_are_told() -> None:
    searched = [Searched(10, 0, 0, n * n) for n in range(1, 20)]

    assert any("predicates kept growing, 100 half-way, 361 last" in x for x in diagnosis(*searched))


def test_what_was_tried_is_not_recommended() -> None:
    told = diagnosis(Stage("searching", "impact"), Deepened(64))

    assert "try: --method predicate, or a longer --time-limit" in told
    assert "bmc: unrolled loops up to 64 times" in told


def test_searches_are_told_apart() -> None:
    told = diagnosis(
        Stage("searching", "impact"),
        *refinements(4, "a.c:3:1"),
        Stage("searching", "predicate"),
        *refinements(6, "a.c:3:1"),
    )

    assert "predicate: 6 of 6 refinements were at the loop of a.c:3:1" in told
    assert not any(line.startswith("impact") for line in told)


def test_time_that_went_into_reading_is_told() -> None:
    assert ["the time went into reading the program", "try: a longer --time-limit"] == diagnosis(
        Stage("reading")
    )


def test_other_reasons_speak_for_themselves() -> None:
    reader = Diagnosis()
    for event in refinements(9, "a.c:1:1"):
        reader.hear(event)

    assert [] == reader.lines("evidence refuted")


def test_assertions_that_kept_changing_are_told() -> None:
    changing = [
        Refined(3, "auto", perfect=False, seconds=0.1, place="a.c:3:1", assertion=f"(= i {n})")
        for n in range(6)
    ]
    told = diagnosis(Stage("searching", "impact"), *changing)
    same = diagnosis(Stage("searching", "impact"), *[changing[0]] * 6)

    assert ["  (= i 3)", "  (= i 4)", "  (= i 5)"] == [line for line in told if "(= i" in line]
    assert not any("(= i" in line for line in same)


def test_recursion_that_does_not_end_is_named() -> None:
    told = diagnosis(Stage("searching", "automizer"), Recursed("down", 4), Recursed("down", 6))

    assert "automizer: down calls itself, followed up to 6 deep, without an end" in told
    assert not any("4 deep" in line for line in told)
