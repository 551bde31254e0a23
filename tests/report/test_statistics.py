"""Statistics are a reading of the events."""

from maul.events import Event, Queried, Refined, Searched, Stage
from maul.report.statistics import Counting
from maul.system.child import Usage

STREAM: list[Event] = [
    Stage("reading"),
    Stage("searching", "bmc"),
    Queried("z3", "unsat", 0.5),
    Searched(3, 1, 2, 0),
    Searched(5, 2, 4, 1),
    Stage("searching", "impact"),
    Refined(7, "newton:IT-WP", perfect=True, seconds=1.0),
    Refined(9, "craig:spacer", perfect=False, seconds=2.0),
    Queried("bitwuzla", "sat", 0.25),
    Searched(10, 1, 9, 2),
]


def test_searches_are_added_up_and_the_last_word_of_each_counts() -> None:
    counting = Counting()
    for event in STREAM:
        counting.hear(event)
    costs = counting.statistics(12.3456, Usage(1.0, 99.99, 3.0))

    assert (12.346, 3.0, 100.0) == (costs.wall_seconds, costs.cpu_seconds, costs.peak_memory_mb)
    assert (15, 3, 13, 3) == (costs.states, costs.covered, costs.abstract_posts, costs.predicates)
    assert (2, 2, 1, 9) == (
        costs.refinements,
        costs.sequences,
        costs.perfect_sequences,
        costs.trace_length_max,
    )
    assert (2, 0.75, 3.0) == (
        costs.solver_queries,
        costs.solver_seconds,
        costs.interpolation_seconds,
    )
