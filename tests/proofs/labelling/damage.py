"""Certificates damaged at random, and whether what is left is still a proof, found out another way.

The damage: a conjunct dropped, a constant changed, two labels swapped, a point left out. What is
left is a proof when its labels are inductive for the blocks of the search, by their encoding
(``maul.encode.blocks``) and by z3: neither is used by the checker.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point
from maul.encode.blocks import Beyond, Encoder
from maul.encode.state import initial_values
from maul.interpolate.protocol import holds
from maul.logic.build import FALSE, TRUE, Term, and_, bit_vector, integer, or_
from maul.logic.sorts import INT, BitVec
from maul.logic.terms import int_payload
from maul.logic.transition import Transition
from maul.logic.walk import conjuncts, disjuncts, rewrite, subterms
from maul.proofs.verdict import Labelled
from maul.smt.solvers.z3.prover import Z3Prover
from tests.proofs.labelling.labellings import relabelled

Labels = dict[Point, Term]
Damage = Callable[[Labels, random.Random], Labels]


def _some_point(labels: Labels, rng: random.Random) -> Point:
    return rng.choice(list(labels))


def conjunct_dropped(labels: Labels, rng: random.Random) -> Labels:
    """One case of one label says less."""
    point = _some_point(labels, rng)
    cases = list(disjuncts(labels[point]))
    place = rng.randrange(len(cases)) if cases else 0
    parts = list(conjuncts(cases[place])) if cases else []
    if parts:
        parts.pop(rng.randrange(len(parts)))
        cases[place] = and_(*parts)
    return {**labels, point: or_(*cases)}


def constant_changed(labels: Labels, rng: random.Random) -> Labels:
    """One number in one label is another one."""
    point = _some_point(labels, rng)
    numbers = [
        part
        for part in subterms(labels[point])
        if part.operator == "constant" and (part.sort is INT or isinstance(part.sort, BitVec))
    ]
    if not numbers:
        return labels
    old = rng.choice(numbers)
    value = int_payload(old) + rng.choice((-7, -1, 1, 2, 16))
    new = bit_vector(value, old.sort.width) if isinstance(old.sort, BitVec) else integer(value)
    return {**labels, point: rewrite(labels[point], lambda part: new if part is old else part)}


def labels_swapped(labels: Labels, rng: random.Random) -> Labels:
    """Two points have each other's label."""
    one, other = _some_point(labels, rng), _some_point(labels, rng)
    return {**labels, one: labels[other], other: labels[one]}


def point_left_out(labels: Labels, rng: random.Random) -> Labels:
    """A point has no label."""
    left_out = _some_point(labels, rng)
    return {point: label for point, label in labels.items() if point is not left_out}


DAMAGES: tuple[Damage, ...] = (conjunct_dropped, constant_changed, labels_swapped, point_left_out)


def damaged(
    evidence: Labelled, rng: random.Random, damages: tuple[Damage, ...] = DAMAGES
) -> tuple[Labelled, Damage]:
    """A certificate with one damage, and which; it has other labels than before."""
    labels = dict(evidence.labels)
    while True:
        damage = rng.choice(damages)
        changed = damage(labels, rng)
        if changed != labels:
            return relabelled(evidence, changed), damage


def is_inductive(evidence: Labelled, size: str) -> bool:
    """Whether the labels are inductive for blocks of a size; a point without a label counts as
    never reached."""
    graph = BlockGraph(evidence.points, size)
    encoder = Encoder(graph, evidence.layout)
    prover = Z3Prover()
    initially = Transition((), initial_values(evidence.layout), ())
    if not holds(prover, TRUE, initially, evidence.labels.get(graph.start, TRUE)):
        return False
    seen = {graph.start}
    waiting = [graph.start]
    while waiting:
        point = waiting.pop()
        before = TRUE if point is graph.start else evidence.labels.get(point, FALSE)
        encoded = encoder.leaving(point)
        beyond = encoded.beyond()
        for block in (*encoded.blocks, *(() if beyond is None else (beyond,))):
            target, after = block.target, FALSE
            if not isinstance(target, Beyond):
                assert isinstance(target, Point)
                if not evidence.points.is_error(target):
                    after = evidence.labels.get(target, FALSE)
                if after is not FALSE and target not in seen:
                    seen.add(target)
                    waiting.append(target)
            if not holds(prover, before, block.transition, after):
                return False
    return True
