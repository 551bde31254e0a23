"""What a user may choose among, each choice spelled once.

The members are strings: they compare equal to what the command line and JSON say. ``CHOICES`` are
the settings that only some methods or refuters have, those that the papers compare; each is an
option of ``maul verify``, a part of a configuration of ``maul trials``, and a line in
docs/papers.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from maul.errors import BadInput
from maul.node import value


class BlockSize(StrEnum):
    """How much of a program is one step (``maul.cfa.blocks`` says where each of them ends).

    Beside these there is ``adjustable:N``: as with ``loops-functions``, but at most N steps."""

    SINGLE = "single"
    BASIC = "basic"
    MEDIUM = "medium"
    LOOPS_FUNCTIONS = "loops-functions"
    LARGE = "large"


ADJUSTABLE = "adjustable"
BLOCK_SIZES = (*(each.value for each in BlockSize), f"{ADJUSTABLE}:N")


class Arith(StrEnum):
    """What integers are in formulas: bit-vectors, numbers, or what suits the solver."""

    AUTO = "auto"
    BV = "bv"
    INT = "int"


MOST_DIGITS = 9  # of a count: what is longer is a mistake


def is_count(text: str) -> bool:
    """Whether a text is a whole number from 1, written plainly."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and text[0] != "0"


def block_size(option: str, text: str) -> str:
    """The size of blocks that a text names."""
    name, colon, count = text.partition(":")
    if name in BLOCK_SIZES and not colon:
        return text
    if name == ADJUSTABLE and is_count(count):
        return text
    raise BadInput(f"{option}: there is no {text}; there are {', '.join(BLOCK_SIZES)}")


# ---- settings of methods and refuters ----


METHOD, REFUTER = "method", "refuter"


@value
class MethodChoice:
    """A setting: its values, in which ``N`` stands for any whole number from 1, what it decides,
    and whether methods or refuters have it."""

    name: str
    values: tuple[str, ...]
    advice: str
    owner: str = METHOD

    @property
    def shown(self) -> str:
        """The values for people."""
        return "|".join(self.values)

    def admits(self, text: str) -> bool:
        """Whether a text is one of the values."""
        return (text in self.values and text != "N") or ("N" in self.values and is_count(text))


CHOICES: Mapping[str, MethodChoice] = {
    choice.name: choice
    for choice in (
        MethodChoice(
            "abstraction",
            ("cartesian", "boolean"),
            "which formulas over predicates a state can be [BKW10]",
        ),
        MethodChoice(
            "predicates",
            ("conjuncts", "atoms"),
            "which parts of an assertion are predicates [McMillan06, section 3]",
        ),
        MethodChoice(
            "scope",
            ("location", "location-or-parent", "function", "program"),
            "which places share the predicates that are found [McMillan06, section 3]",
        ),
        MethodChoice(
            "order",
            (
                "breadth-first",
                "depth-first",
                "left-to-right",
                "shallow-recursion-first",
                "round-by-round",
                "reverse-post-order",
            ),
            "which abstract state is explored next [McMillan06, footnotes 4 and 5]",
        ),
        MethodChoice(
            "refine",
            ("lazy", "restart"),
            "what is explored again with more predicates [HJMS02]",
        ),
        MethodChoice(
            "pruning",
            ("on", "off"),
            "whether to remove what cannot reach an error before the search [Tian17, IV.A]",
        ),
        MethodChoice(
            "cover",
            ("forced", "plain"),
            "whether labels are strengthened for the sake of a covering [McMillan06, Fig. 6]",
        ),
        MethodChoice(
            "recent",
            ("N",),
            "by how many recent vertices a covering may be forced [McMillan06, section 2]",
        ),
        MethodChoice(
            "core",
            ("whole", "solver", "minimised"),
            "how much of a path the source of assertions sees [Dietsch17, Def. 4.5]",
            REFUTER,
        ),
        MethodChoice(
            "language",
            ("free", "growing", "N"),
            "the language L(k) of all interpolants: none, growing, or k [McMillan06, section 2]",
            REFUTER,
        ),
        MethodChoice(
            "precision",
            ("location", "region", "program"),
            "where a variable is tracked that an error path asks for [Beyer13, section 3]",
        ),
        MethodChoice(
            "selection",
            ("whole", "first", "shortest-lived", "domain-type", "no-counter"),
            "which of several reasons refutes a path; whole: as in [Beyer13, Alg. 4]",
        ),
        MethodChoice(
            "threshold",
            ("none", "N"),
            "how many values of a variable on one path are tracked [Beyer13, section 3]",
        ),
        MethodChoice(
            "memoise",
            ("functions", "loops", "functions-loops"),
            "the parts of the program whose analysis is stored and reused [WW12]",
        ),
    )
}

Chosen: TypeAlias = tuple[tuple[str, str], ...]
"""Names and values of settings, in the order of ``CHOICES``."""


def chosen(texts: Mapping[str, str]) -> Chosen:
    """What a user has chosen, in order; ``BadInput`` for what there is not."""
    for name, text in texts.items():
        choice = CHOICES.get(name)
        if choice is None:
            raise BadInput(f"--{name}: there is no such setting; there are {', '.join(CHOICES)}")
        if not choice.admits(text):
            raise BadInput(f"--{name}: there is no {text or 'empty value'}; it is {choice.shown}")
    return tuple((name, texts[name]) for name in CHOICES if name in texts)


def of(owner: str, chosen: Chosen) -> Chosen:
    """What is chosen about methods, or about refuters."""
    return tuple((name, text) for name, text in chosen if CHOICES[name].owner == owner)


def refuse_others(owner: str, choices: Chosen, chosen: Chosen) -> None:
    """``BadInput`` for what a method or refuter with these choices has no choice about."""
    for name, _ in chosen:
        if name not in dict(choices):
            has = ", ".join(f"--{own}" for own, _ in choices) or "none"
            raise BadInput(f"--{name}: {owner} has no such setting; it has {has}")
