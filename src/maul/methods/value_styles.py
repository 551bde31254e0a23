"""The choices that [Beyer13] leaves open, and those that a user may make among them.

Comes in: what a user has chosen. Goes out: a style, for the methods that know values only and for
those that know predicates, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from maul.domains.abstraction import cartesian
from maul.domains.explicit_states import (
    EVERYTHING,
    NOTHING,
    NOTHING_BY_LOCATION,
    ExplicitState,
    ValuePrecision,
)
from maul.domains.predicate import by_function, own
from maul.domains.value_predicate import CompositeState, Tracked
from maul.explore.orders import breadth_first, order_of, shallow_recursion_first
from maul.interpolate.explicit_value import NO_COUNTER, SELECTIONS, WHOLE, Selection
from maul.methods.predicate_abstraction import ABSTRACTIONS, SCOPES
from maul.methods.refinement.values import Spread, as_asked, spread_between
from maul.node import node

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.choices import Chosen
    from maul.domains.abstraction import Abstraction
    from maul.domains.explicit_states import Place
    from maul.domains.predicate import Rule, Scope
    from maul.explore.reached import Entry, Key
    from maul.methods.setting import Setting

THRESHOLD = 50  # values of one variable on one path

S = TypeVar("S", ExplicitState, CompositeState)

ValueOrder: TypeAlias = "Callable[[Entry[ExplicitState, ValuePrecision]], Key]"
CompositeOrder: TypeAlias = "Callable[[Entry[CompositeState, Tracked]], Key]"
Spreading: TypeAlias = "Callable[[Cfa], Spread]"


def at_the_points(_: Cfa) -> Spread:
    """What a path asks for is tracked at its points [Beyer13, Alg. 4]."""
    return as_asked


@node
class ValueStyle:
    """What is tracked at first, where what a path asks for is tracked, in which order states are
    explored, which of several reasons refutes a path, and how many values a variable may take on a
    path."""

    precision: ValuePrecision
    order: ValueOrder = breadth_first
    selection: Selection = NO_COUNTER
    threshold: int | None = None
    spread: Spreading = at_the_points


def place(e: S) -> Place:
    """Where a state is: others may cover it there."""
    return e.place


@node
class CombinedStyle:
    """The same for values with predicates, where a predicate is tracked (scope and rule), and which
    formulas over predicates there are."""

    precision: ValuePrecision
    threshold: int | None = THRESHOLD
    scope: Scope = by_function
    order: CompositeOrder = shallow_recursion_first(place)
    selection: Selection = WHOLE
    spread: Spreading = at_the_points
    abstraction: Abstraction = cartesian
    rule: Rule = own


# ---- the user's choices ------------------------------------------------------------------------

PRECISIONS: Final[Mapping[str, tuple[ValuePrecision, Spreading]]] = {
    "location": (NOTHING_BY_LOCATION, at_the_points),
    "region": (NOTHING_BY_LOCATION, spread_between),
    "program": (NOTHING, at_the_points),
}
_PREDICATES: Chosen = (("abstraction", "cartesian"), ("scope", "function"))
# With all values known, the shortest path to an error is found soonest breadth first; where little
# is known, there are too many states for that.
ALL: Chosen = (("threshold", "none"), ("order", "breadth-first"))
ASKED_FOR: Chosen = (
    ("precision", "region"),
    ("selection", NO_COUNTER.name),
    ("threshold", str(THRESHOLD)),
    ("order", "shallow-recursion-first"),
)
ALL_COMBINED: Chosen = (
    *_PREDICATES,
    ("threshold", str(THRESHOLD)),
    ("order", "shallow-recursion-first"),
)
ASKED_FOR_COMBINED: Chosen = (
    *_PREDICATES,
    ("precision", "region"),
    ("selection", WHOLE.name),
    ("threshold", str(THRESHOLD)),
    ("order", "shallow-recursion-first"),
)


def value_style(setting: Setting, defaults: Chosen) -> ValueStyle:
    """The style of a search with values only."""
    taken = _taken(setting, defaults)
    precision, spread = _precision(taken)
    return ValueStyle(
        precision,
        order_of(taken["order"], place),
        SELECTIONS[taken.get("selection", NO_COUNTER.name)],
        _threshold(taken["threshold"]),
        spread,
    )


def combined_style(setting: Setting, defaults: Chosen) -> CombinedStyle:
    """The style of a search with values and predicates."""
    taken = _taken(setting, defaults)
    precision, spread = _precision(taken)
    scope, rule = SCOPES[taken["scope"]]
    return CombinedStyle(
        precision,
        _threshold(taken["threshold"]),
        scope,
        order_of(taken["order"], place),
        SELECTIONS[taken.get("selection", WHOLE.name)],
        spread,
        ABSTRACTIONS[taken["abstraction"]],
        rule,
    )


def _taken(setting: Setting, defaults: Chosen) -> dict[str, str]:
    return {name: setting.choice(name, default) for name, default in defaults}


def _precision(taken: Mapping[str, str]) -> tuple[ValuePrecision, Spreading]:
    """What is tracked at first: all, unless there is a choice where it is tracked."""
    name = taken.get("precision")
    return (EVERYTHING, at_the_points) if name is None else PRECISIONS[name]


def _threshold(text: str) -> int | None:
    return None if text == "none" else int(text)
