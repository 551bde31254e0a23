"""Well-formed memory graphs drawn at random: small, with lists, owners and shared values."""

from __future__ import annotations

import random
from functools import cache

from maul.c.ctype import INT, VOID, Pointer
from maul.c.source import NOWHERE
from maul.c.tree import Variable
from maul.proofs.shapes.wellformed import IllFormed, weakened
from maul.shapes.graph import (
    Address,
    End,
    Fact,
    KnownNumber,
    MemoryRegion,
    Segment,
    ShapeGraph,
    UnknownValue,
    Value,
)
from tests.proofs.shapes.sketch import Sketch

SIZE, DATA, LINK, BACK, MORE = 32, 0, 8, 16, 24


@cache
def variables() -> tuple[Variable, ...]:
    """Three pointers."""
    pointer = Pointer(VOID, 8)
    return tuple(Variable(f"v{number}", pointer, "", NOWHERE) for number in range(3))


def drawn(seed: object) -> ShapeGraph:
    """A graph."""
    rng = random.Random(repr(seed))
    while True:
        sketch = _sketch(rng)
        try:
            return weakened(sketch.graph(), frozenset(variables()), 8)
        except IllFormed:
            continue


def _sketch(rng: random.Random) -> Sketch:
    sketch = Sketch()
    objects: list[int] = []
    for _ in range(rng.randint(1, 3)):
        segments = [n for n in objects if isinstance(sketch.objects[n], Segment)]
        owner = rng.choice([None, *segments]) if rng.random() < 0.5 else None
        if rng.random() < 0.4:
            number = sketch.region(SIZE, owner=owner)
        else:
            back = rng.choice((None, BACK))
            head = rng.choice((0, 0, LINK))
            least = rng.choice((0, 0, 1, 2))
            number = sketch.segment(least, size=SIZE, link=LINK, head=head, back=back, owner=owner)
            sketch.fields[number].clear()
        objects.append(number)
    symbols = [_symbol(sketch, rng, objects) for _ in range(rng.randint(1, 3))]
    for number in objects:
        for offset in (LINK, BACK, MORE):
            if rng.random() < 0.7:
                sketch.put(number, offset, _value(sketch, rng, objects, symbols))
        if rng.random() < 0.5:
            low = rng.randint(0, 2)
            owner = rng.choice([None, number, sketch.objects[number].owner])
            is_segment = owner is None or isinstance(sketch.objects[owner], Segment)
            plain = sketch.symbol(low, low + 1, owner=owner if is_segment else None)
            sketch.put(number, DATA, rng.choice((KnownNumber(low), plain)), INT)
    for variable in variables()[: rng.randint(1, 3)]:
        value = _value(sketch, rng, objects, symbols)
        sketch.variable(variable, value if rng.random() < 0.9 else None)
    return sketch


def _symbol(sketch: Sketch, rng: random.Random, objects: list[int]) -> UnknownValue:
    segments = [n for n in objects if isinstance(sketch.objects[n], Segment)]
    owner = rng.choice([None, *segments])
    return sketch.symbol(may_be_zero=rng.random() < 0.7, owner=owner)


def _value(
    sketch: Sketch, rng: random.Random, objects: list[int], symbols: list[UnknownValue]
) -> Value:
    """A pointer."""
    draw = rng.random()
    if draw < 0.2:
        return KnownNumber(0)
    if draw < 0.4:
        return rng.choice(symbols)
    number = rng.choice(objects)
    made = sketch.objects[number]
    if isinstance(made, MemoryRegion):
        return Address(number, rng.choice((0, 0, LINK)))
    end = rng.choice((End.FIRST, End.FIRST, End.LAST, End.OWN))
    return Address(number, made.head if rng.random() < 0.9 else DATA, end)


NO_FACT = Fact()
