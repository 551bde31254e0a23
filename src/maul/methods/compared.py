"""Predicate abstraction as the tools that the papers compare with do it: named settings.

Each stands for ``predicate`` with the values by which the papers describe a tool. What a tool does
beside that, its solver, its model of C, where its predicates come from, is maul's own here, so that
rows differ in nothing but their settings; docs/papers.md says what is alike and what is not.
"""

from __future__ import annotations

from maul.choices import BlockSize, chosen
from maul.methods.predicate_abstraction import CHOSEN, predicate_abstraction
from maul.methods.setting import MethodEntry


def _like(name: str, citation: str, advice: str, blocks: BlockSize, **values: str) -> MethodEntry:
    """Predicate abstraction with other values than its own."""
    return MethodEntry(
        name,
        predicate_abstraction,
        citation,
        advice,
        blocks=blocks,
        choices=CHOSEN,
        named=chosen(values),
    )


BLAST = _like(
    "blast",
    "[McMillan06]",
    "predicate as Blast does it: single blocks, predicates in functions, depth first",
    BlockSize.SINGLE,
    abstraction="cartesian",
    predicates="atoms",
    scope="function",
    order="depth-first",
    refine="lazy",
)
BLAST_REVISED = _like(
    "blast-revised",
    "[McMillan06]",
    "predicate as the revised Blast does it: predicates at locations, else the parent's",
    BlockSize.SINGLE,
    abstraction="cartesian",
    predicates="atoms",
    scope="location-or-parent",
    order="breadth-first",
    refine="lazy",
)
SATABS = _like(
    "satabs",
    "[Beyer13]",
    "predicate as SATABS does it: predicates in the program, restarts, nothing lazy",
    BlockSize.BASIC,
    abstraction="cartesian",
    predicates="conjuncts",
    scope="program",
    order="breadth-first",
    refine="restart",
)
CPA_PRED = _like(
    "cpa-pred",
    "[Beyer13]",
    "predicate as CPAchecker does it: adjustable blocks, Boolean abstraction",
    BlockSize.LOOPS_FUNCTIONS,
    abstraction="boolean",
    predicates="atoms",
    scope="location",
    order="breadth-first",
    refine="lazy",
)
