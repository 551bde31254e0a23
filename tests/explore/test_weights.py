"""Weights of edges, rule by rule [Tian17, IV.B], and the order that they give."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from maul.explore.weights import Weights
from maul.logic.build import TRUE
from maul.logic.trace import Block
from maul.logic.transition import assume
from tests.explore.hand_built import HandBuilt

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping


class Edges:
    """A graph whose places are letters; an edge is called by its two places."""

    def __init__(self, names: str) -> None:
        self.edges = {name: Block(name[0], name[1], assume(TRUE)) for name in names.split()}
        self.graph = HandBuilt(*self.edges.values())

    def weights(self, *unknown: str) -> Weights:
        """The weights when all edges but some were met."""
        made = Weights(self.graph.leaving)
        for name, edge in self.edges.items():
            if name not in unknown:
                made.meet(edge)
        return made

    def of(self, weights: Weights) -> dict[str, int]:
        """The weights that are defined."""
        found = {name: weights.weight(edge) for name, edge in self.edges.items()}
        return {name: weight for name, weight in found.items() if weight is not None}


# ---- the three rules ----


def test_at_first_no_weight_is_defined() -> None:
    graph = Edges("ab bc")

    assert {} == graph.of(graph.weights())


def test_edges_to_a_place_that_became_full_weigh_nothing() -> None:
    graph = Edges("ac bc cd ce")
    weights = graph.weights()
    weights.update(["c"], None)

    assert {"ac": 0, "bc": 0} == graph.of(weights)


def test_edges_to_the_last_reachable_place_weigh_as_much_as_it_has_other_edges() -> None:
    graph = Edges("ac bc cd ce cf")
    weights = graph.weights()
    weights.update([], "c")

    assert {"ac": 2, "bc": 2} == graph.of(weights)


def test_an_edge_in_front_is_the_sum_where_what_is_not_defined_counts_one() -> None:
    graph = Edges("ra ab ac ad ae cx cy cz bx ex")
    weights = graph.weights()
    weights.update([], "c")

    # Before a: ac 2, and one for each of ab, ad, ae.
    assert {"ac": 2, "ra": 5} == {k: v for k, v in graph.of(weights).items() if k in ("ac", "ra")}
    weights.update(["b", "d"], None)
    assert {"ab": 0, "ad": 0, "ac": 2, "ra": 3} == {
        k: v for k, v in graph.of(weights).items() if k in ("ab", "ac", "ad", "ra")
    }


def test_only_edges_that_were_met_have_weights() -> None:
    graph = Edges("ac bc cd ce")
    weights = graph.weights("bc")
    weights.update([], "c")

    assert {"ac": 1} == graph.of(weights)


def test_a_sum_waits_for_all_that_changes_behind_it() -> None:
    """Both sides of a diamond change; before it both count."""
    graph = Edges("ra ab ac bd cd dx dy dz")
    weights = graph.weights()
    weights.update([], "d")

    assert {"bd": 2, "cd": 2, "ab": 2, "ac": 2, "ra": 4} == graph.of(weights)


def test_a_sum_waits_also_for_what_changes_behind_another_change() -> None:
    graph = Edges("ab bc bd ce de ef eg eh")
    weights = graph.weights()
    weights.update(["c", "f"], None)

    assert {"ef": 0, "ce": 2, "de": 2, "bd": 2, "bc": 0, "ab": 2} == graph.of(weights)


# ---- the law ----


def expected(
    graph: Edges, before: Mapping[str, int], full: Iterable[Hashable], half: Hashable | None
) -> dict[str, int]:
    """The weights after an update, place by place from the last letter on: edges lead forward."""
    found = dict(before)
    changed: set[str] = set()
    places = sorted({name[0] for name in graph.edges} | {name[1] for name in graph.edges})
    for place in reversed(places):
        leaving = [name for name in graph.edges if name[0] == place]
        for name in graph.edges:
            if name[1] != place:
                continue
            weight = found.get(name)
            if place == half:
                weight = len(leaving) - 1
            elif place in full:
                weight = 0
            elif changed.intersection(leaving):
                weight = sum(found.get(edge, 1) for edge in leaving)
            if weight != found.get(name):
                assert weight is not None
                found[name] = weight
                changed.add(name)
    return found


def test_the_rules_hold_on_graphs_without_loops() -> None:
    random = Random(66)
    for _ in range(60):
        letters = "abcdefgh"
        names = {"".join(sorted(random.sample(letters, 2))) for _ in range(14)}
        graph = Edges(" ".join(sorted(names)))
        weights, known = graph.weights(), dict[str, int]()
        for _ in range(6):
            full = random.sample(letters, random.randint(0, 2))
            inner = dict.fromkeys(name[0] for name in graph.edges if name[0] not in full)
            half = random.choice([None, *inner])
            known = expected(graph, known, full, half)
            weights.update(full, half)

            assert known == graph.of(weights), names


def test_loops_come_to_an_end() -> None:
    random = Random(67)
    for _ in range(60):
        names = {f"{random.choice('abcde')}{random.choice('abcde')}" for _ in range(9)}
        graph = Edges(" ".join(sorted(names)))
        weights = graph.weights()
        for _ in range(10):
            half = random.choice([name[0] for name in graph.edges])
            weights.update(random.sample("abcde", 1), half)

        assert all(0 <= weight < 10**9 for weight in graph.of(weights).values())


def test_the_same_updates_give_the_same_weights() -> None:
    def found() -> dict[str, int]:
        graph = Edges("ab ba bc cb ca cd de ec")
        weights = graph.weights()
        for full, half in (("e", "c"), ("", "b"), ("a", None)):
            weights.update(full, half)
        return graph.of(weights)

    assert found() == found()


# ---- the order ----


def test_what_weighs_something_goes_before_what_is_not_known_and_nothing_comes_last() -> None:
    graph = Edges("sa sb sc sd ax ay bx by bz dx")
    weights = graph.weights()
    weights.update(["d"], "a")
    weights.update([], "b")
    ranked = sorted(
        ("sa", "sb", "sc", "sd"), key=lambda n: weights.rank(graph.edges[n]), reverse=True
    )

    assert {"sa": 1, "sb": 2, "sd": 0} == graph.of(weights)
    assert ["sb", "sa", "sc", "sd"] == ranked


def test_the_sides_of_branches_that_were_not_seen_go_first() -> None:
    """In the spirit of Fig. 8: a branch at 2 (to 3 or 4), a join at 5, and a branch at 6 (to 7 or
    8). A spurious path by 3 and 7 makes 7 full; the side of 8 goes first. When that is spurious as
    well, all is full that was passed but 2, and the side of 4 goes first. It was not entered
    before, and has no weight, though an edge behind it has."""
    graph = Edges("12 23 24 35 45 56 67 68 7e 8e")
    weights = graph.weights("45", "8e")
    weights.update(["7"], None)

    assert {"67": 0, "56": 1, "35": 1, "23": 1, "12": 2} == graph.of(weights)
    assert weights.rank(graph.edges["68"]) > weights.rank(graph.edges["67"])
    weights.meet(graph.edges["8e"])
    weights.update(["3", "5", "6", "8"], None)
    assert {"67": 0, "68": 0, "56": 0, "35": 0, "23": 0, "12": 1} == graph.of(weights)
    assert weights.rank(graph.edges["24"]) > weights.rank(graph.edges["23"])
