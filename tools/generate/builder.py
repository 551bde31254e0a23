"""The program under construction: names, places that expressions may read, effects, text.

Defined behaviour rests on ``Context``: of operands whose order C leaves open, at most one has side
effects, and the others are then made without reading what it writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from tools.generate.constructs import CONSTRUCTS
from tools.generate.scalars import Scalar, integer_constant, value_of

T = TypeVar("T")

GLOBALS = "<globals>"  # the root of everything a called function may write


@dataclass(frozen=True, slots=True)
class Place:
    """An lvalue of arithmetic type. ``dimensions`` are powers of two still to be subscripted, and
    ``outer`` is the length of an array whose index stands for the ``#`` in the text; ``root`` names
    the object it is part of; ``width`` is that of a bit-field; an ``alias`` may be part of any
    global.
    """

    text: str
    type: Scalar
    root: str
    dimensions: tuple[int, ...] = ()
    width: int | None = None
    is_global: bool = False
    writable: bool = True
    addressable: bool = True
    outer: int = 0
    alias: bool = False

    @property
    def wide(self) -> bool:
        """Whether gcc gives a value read from it a type that C has no name for."""
        return self.width is not None and self.width >= 32


@dataclass(slots=True)
class Context:
    """Where an expression stands: what it may read, whether it may write, what it has written."""

    places: Sequence[Place]
    functions: Sequence[Signature] = ()
    effects: bool = False
    typed: bool = False  # its exact type is looked at: no wide bit-fields
    banned: frozenset[str] = frozenset()
    written: set[str] = field(default_factory=set)

    def readable(self, place: Place) -> bool:
        """Whether reading the place is defined here."""
        if place.is_global and GLOBALS in self.banned:
            return False
        if place.alias and self.banned:
            return False
        return place.root not in self.banned and not (self.typed and place.wide)

    def pure(self, *also: str) -> Context:
        """The same without effects, and without what is written by a neighbour."""
        return replace(self, effects=False, banned=self.banned | self.written | set(also))

    def fresh(self) -> Context:
        """A part with effects of its own."""
        return replace(self, written=set())


@dataclass(frozen=True, slots=True)
class Signature:
    """A function that random expressions may call; ``cost`` counts its statements at run time."""

    name: str
    parameters: tuple[Scalar, ...]
    result: Scalar
    cost: int
    prototyped: bool = True


class Builder:
    """Collects the parts of one program."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.constructs: Counter[str] = Counter()
        self.inputs: list[int] = []
        self.top: list[str] = []
        self.main: list[str] = []
        self.globals: list[Place] = []
        self.functions: list[Signature] = []
        self.multiplier = 1  # how often the code being made runs, at most
        self.cost = 0
        self._numbers: Counter[str] = Counter()

    def note(self, *constructs: str) -> None:
        """Count constructs; each must be in the list that the tests demand."""
        for construct in constructs:
            if construct not in CONSTRUCTS:
                raise ValueError(f"construct not listed: {construct}")
            self.constructs[construct] += 1

    def name(self, prefix: str) -> str:
        """A name not used before."""
        self._numbers[prefix] += 1
        return f"{prefix}{self._numbers[prefix]}"

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return self.random.choice(choices)

    def weighted(self, table: Sequence[tuple[float, T]]) -> T:
        """One of the choices, by weight."""
        weights = [weight for weight, _ in table]
        return self.random.choices([choice for _, choice in table], weights)[0]

    def chance(self, probability: float) -> bool:
        """True as often as the probability says."""
        return self.random.random() < probability

    def number(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return self.random.randint(low, high)

    def constant(self) -> str:
        """An integer constant."""
        return integer_constant(self.random)

    def value(self, t: Scalar) -> int:
        """A value of an integer type."""
        return value_of(t, self.random)

    def spelling(self, t: Scalar) -> str:
        """One way to write the type."""
        return self.pick((t.name, t.name, *t.spellings))

    def function(self, body: Sequence[str]) -> None:
        """Add a function without parameters that main calls once."""
        name = self.name("part")
        linkage = self.pick(("static ", "", "static inline ", "static __attribute__((noinline)) "))
        self.top += [f"{linkage}void {name}(void)", "{", *body, "}", ""]
        self.main.append(f"{name}();")

    def unsequenced(
        self, context: Context, makers: Sequence[Callable[[Context], str]]
    ) -> list[str]:
        """Make operands whose order is open: at most one with effects, none reading them."""
        texts = [""] * len(makers)
        rest = list(range(len(makers)))
        if makers and context.effects and self.chance(0.5):
            first = self.pick(rest)
            rest.remove(first)
            part = context.fresh()
            texts[first] = makers[first](part)
            context.written |= part.written
        for index in rest:
            texts[index] = makers[index](context.pure())
        return texts

    def sequenced(self, context: Context, makers: Sequence[Callable[[Context], str]]) -> list[str]:
        """Make operands that are evaluated one after the other."""
        texts = []
        for make in makers:
            part = context.fresh()
            texts.append(make(part))
            context.written |= part.written
        return texts


def indented(lines: Sequence[str]) -> str:
    """The program text, indented by its braces."""
    depth = 0
    out: list[str] = []
    for line in lines:
        closing = line.startswith("}")
        shown = max(depth - closing, 0)
        if line.startswith(("case ", "default")) or (line.endswith(":") and " " not in line):
            shown = max(shown - 1, 0)
        out.append("  " * shown + line if line and not line.startswith("#") else line)
        depth += line.count("{") - line.count("}")
    return "\n".join(out) + "\n"
