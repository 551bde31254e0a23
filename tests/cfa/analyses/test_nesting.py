import pytest

from maul.cfa.analyses.nesting import nesting
from maul.cfa.model import Automaton
from tests.cfa.c_text import cfa_of

PROGRAMS = [
    "return 0;",
    "int i = 0; while (i < 3) i++; return i;",
    "int i, j, s = 0; for (i = 0; i < 3; i++) for (j = 0; j < i; j++) s++; return s;",
    "int i = 0; for (;;) { if (i++ > 3) break; while (nondet()) i++; } return i;",
    # a goto into the middle of a loop: the loop has two entries
    "int i = nondet(); if (i) goto in; do { i++; in: i += 2; } while (i < 9); return i;",
    # two loops that share their head, and one that jumps out of both
    """int i = nondet(); top: if (i > 5) goto out; i++; if (i & 1) goto top;
    if (i == 4) { i = 7; goto top; } goto top; out: return i;""",
    """int i = nondet(); a: i++; b: if (i & 1) goto a; i += 3; if (i < 50) goto b;
    if (i < 90) goto a; return i;""",
]


def main_of(body: str) -> Automaton:
    return cfa_of(f"int main(void) {{ {body} }}").functions["main"]


@pytest.mark.parametrize("text", PROGRAMS)
def test_an_edge_leads_to_a_higher_rank_or_to_the_head_of_a_loop_around_it(text: str) -> None:
    automaton = main_of(text)
    found = nesting(automaton)

    for at in automaton.locations:
        for edge in at.leaving:
            back = edge.target in found.heads[at]
            assert back or found.rank[edge.target] > found.rank[at]


@pytest.mark.parametrize("text", PROGRAMS)
def test_every_location_has_its_own_rank(text: str) -> None:
    automaton = main_of(text)
    found = nesting(automaton)

    reached = [at for at in automaton.locations if at in found.rank]
    assert len(reached) == len({found.rank[at] for at in reached})
    assert set(automaton.locations) - set(reached) <= {automaton.exit}


def test_inner_loops_know_the_outer_ones() -> None:
    found = nesting(main_of(PROGRAMS[2]))

    assert 2 == max(len(heads) for heads in found.heads.values())
    for at, heads in found.heads.items():
        for head in heads:
            assert found.rank[head] <= found.rank[at]
            assert head in found.heads[head]


def test_a_loop_is_one_run_of_ranks() -> None:
    found = nesting(main_of(PROGRAMS[6]))

    for head in {head for heads in found.heads.values() for head in heads}:
        ranks = sorted(found.rank[at] for at, heads in found.heads.items() if head in heads)
        assert list(range(ranks[0], ranks[-1] + 1)) == ranks
        assert found.rank[head] == ranks[0]
