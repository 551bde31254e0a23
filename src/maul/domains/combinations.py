"""Sets of combinations of truth values as formulas, the same formula for the same set.

Comes in: predicates and combinations of their values. Goes out: a formula that is true exactly for
these: a reduced ordered decision diagram whose nodes are case distinctions, equal parts being one
term. When the library ``dd`` is installed it makes the diagram; otherwise combinations are merged
from the last predicate to the first, which gives the same one, only slower.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from maul.logic.build import FALSE, TRUE, Term, ite

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def disjunction(predicates: tuple[Term, ...], combinations: Sequence[tuple[bool, ...]]) -> Term:
    """What is true exactly for the combinations."""
    if find_spec("dd") is None:
        return merged(predicates, combinations)
    return by_library(predicates, combinations)


def merged(predicates: tuple[Term, ...], combinations: Sequence[tuple[bool, ...]]) -> Term:
    """The diagram, made from its leaves upwards."""
    level: dict[tuple[bool, ...], Term] = dict.fromkeys(combinations, TRUE)
    for predicate in reversed(predicates):
        below, level = level, {}
        for prefix in dict.fromkeys(values[:-1] for values in below):
            high, low = below.get((*prefix, True), FALSE), below.get((*prefix, False), FALSE)
            level[prefix] = high if high is low else ite(predicate, high, low)
    return level.get((), FALSE)


# ---- the library -------------------------------------------------------------------------------


class _DiagramNode(Protocol):
    """A node of a diagram of ``dd``."""

    def __or__(self, other: _DiagramNode, /) -> _DiagramNode: ...

    def __int__(self) -> int: ...


class _Diagrams(Protocol):
    """What is used of ``dd``."""

    @property
    def true(self) -> _DiagramNode: ...

    @property
    def false(self) -> _DiagramNode: ...

    def declare(self, *names: str) -> None: ...

    def cube(self, values: Mapping[str, bool], /) -> _DiagramNode: ...

    def let(self, values: Mapping[str, bool], u: _DiagramNode, /) -> _DiagramNode: ...


def by_library(predicates: tuple[Term, ...], combinations: Sequence[tuple[bool, ...]]) -> Term:
    """The diagram as ``dd`` makes it."""
    diagrams: _Diagrams = import_module("dd.autoref").BDD()
    names = [f"p{place}" for place in range(len(predicates))]
    diagrams.declare(*names)
    whole = diagrams.false
    for values in combinations:
        whole = whole | diagrams.cube(dict(zip(names, values, strict=True)))
    # The different functions that are left when the first predicates have values.
    levels: list[dict[int, tuple[_DiagramNode, int, int]]] = []
    current = {int(whole): whole}
    for name in names:
        level: dict[int, tuple[_DiagramNode, int, int]] = {}
        below: dict[int, _DiagramNode] = {}
        for number, function in current.items():
            high = diagrams.let({name: True}, function)
            low = diagrams.let({name: False}, function)
            below.update({int(high): high, int(low): low})
            level[number] = (function, int(high), int(low))
        levels.append(level)
        current = below
    terms = {int(diagrams.true): TRUE, int(diagrams.false): FALSE}
    for predicate, level in zip(reversed(predicates), reversed(levels), strict=True):
        terms |= {
            number: terms[high] if high == low else ite(predicate, terms[high], terms[low])
            for number, (_, high, low) in level.items()
        }
    return terms[int(whole)]
