"""Configurations: one way to run a verification, as text and as data.

Comes in: ``METHOD[/REFUTER][/solver=NAME][/trace-solver=NAME][/arith=KIND][/blocks=SIZE]`` and
``[/SETTING=VALUE]...``, the parts after the method in any order. Goes out: ``Preferences``, or
``BadInput`` for what there is not. Its ``name`` is the same text in one order and without defaults:
it names the configuration in results and tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.choices import CHOICES, REFUTER, Arith, Chosen, block_size, of
from maul.choices import chosen as chosen_among
from maul.errors import BadInput
from maul.methods.catalogue import AUTO, METHODS, method
from maul.node import replace, value
from maul.smt.catalogue import SEARCHERS, arithmetic_for, demand_installed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

COMMON: Mapping[str, Sequence[str]] = {
    "solver": SEARCHERS,
    "trace-solver": SEARCHERS,
    "arith": tuple(Arith),
}


@value
class Preferences:
    """How to verify; None where the method decides."""

    method: str
    refuter: str | None = None
    solver: str | None = None
    blocks: str | None = None
    arith: Arith = Arith.AUTO
    choices: Chosen = ()
    trace_solver: str | None = None

    @property
    def name(self) -> str:
        """The text that stands for it everywhere."""
        parts = [self.method]
        parts += [self.refuter] if self.refuter else []
        parts += [f"solver={self.solver}"] if self.solver else []
        parts += [f"trace-solver={self.trace_solver}"] if self.trace_solver else []
        parts += [f"arith={self.arith}"] if self.arith is not Arith.AUTO else []
        parts += [f"blocks={self.blocks}"] if self.blocks else []
        parts += [f"{name}={text}" for name, text in self.choices]
        return "/".join(parts)


def read_configuration(text: str) -> Preferences:
    """The configuration that a text names, if everything for it is installed."""
    chosen = known_configuration(text)
    if chosen.refuter is not None:
        from maul.interpolate.catalogue import refuter  # noqa: PLC0415 - only when one is named

        refuter(chosen.refuter)
    for solver in (chosen.solver, chosen.trace_solver):
        if solver is not None:
            demand_installed(solver)
    return chosen


def is_installed(chosen: Preferences) -> bool:
    """Whether everything that a configuration needs is there."""
    try:
        read_configuration(chosen.name)
    except BadInput:
        return False
    return True


def known_configuration(text: str) -> Preferences:
    """The configuration that a text names, whatever is installed; what is the default anyway is
    left out."""
    first, *parts = text.split("/")
    options: dict[str, str] = {}
    for part in parts:
        key, equals, chosen = part.rpartition("=")
        key = key if equals else "refuter"
        if key in options:
            raise BadInput(f"configuration {text}: {key} is said twice")
        options[key] = chosen
    for key, chosen in options.items():
        if key not in ("refuter", "blocks", *CHOICES) and chosen not in COMMON.get(key, ()):
            raise BadInput(_unknown(text, key, chosen))
    refuter = options.get("refuter")
    blocks = options.get("blocks")
    return _possible(
        Preferences(
            first,
            None if refuter == "auto" else refuter,
            options.get("solver"),
            None if blocks is None else block_size(f"configuration {text}: blocks", blocks),
            Arith(options.get("arith", Arith.AUTO)),
            chosen_among({name: own for name, own in options.items() if name in CHOICES}),
            options.get("trace-solver"),
        ),
        text,
    )


def takes_refuter(name: str) -> bool:
    """Whether a refuter makes a difference to a method; one that is not known here may."""
    return name not in METHODS or METHODS[name].takes_refuter


def crossed(methods: Iterable[str], refuters: Iterable[str]) -> tuple[Preferences, ...]:
    """Every method with every refuter; methods that take none, and ``auto``, once only."""
    several = tuple(refuters)
    found: dict[Preferences, None] = {}
    for name in methods:
        with_refuter = name != AUTO and takes_refuter(name)
        texts = [f"{name}/{refuter}" for refuter in several if with_refuter] or [name]
        found.update({read_configuration(text): None for text in texts})
    return tuple(found)


def _unknown(text: str, key: str, chosen: str) -> str:
    known = COMMON.get(key)
    if known is None:
        all_names = ", ".join((*COMMON, "blocks", *CHOICES))
        return f"configuration {text}: there is no {key}; there are {all_names}"
    return f"configuration {text}: {key} is one of {', '.join(known)}, not {chosen or 'nothing'}"


def _possible(chosen: Preferences, text: str) -> Preferences:
    """The configuration without what its method does anyway, if there is such a one."""
    if chosen.method == AUTO:
        if chosen.solver is not None or chosen.trace_solver is not None:
            raise BadInput(f"configuration {text}: auto chooses methods, each has its own solver")
        if chosen.choices:
            raise BadInput(f"configuration {text}: auto chooses methods, each has its own settings")
        own_solver, own_blocks, defaults = None, None, {}
    else:
        entry = method(chosen.method)
        entry.refuse_others(chosen.choices)
        own_solver, own_blocks, defaults = entry.solver, entry.blocks, entry.defaults()
    if not takes_refuter(chosen.method):
        if chosen.refuter is not None:
            raise BadInput(f"configuration {text}: {chosen.method} takes no refuter")
        if chosen.trace_solver is not None:
            raise BadInput(f"configuration {text}: {chosen.method} asks no refuter about traces")
        if chosen.solver not in (None, own_solver):
            raise BadInput(f"configuration {text}: {chosen.method} searches with {own_solver}")
    own = of(REFUTER, chosen.choices)
    if chosen.refuter is not None or own:
        from maul.interpolate.catalogue import entry as refuter_entry  # noqa: PLC0415 - if needed

        asked = refuter_entry(AUTO if chosen.refuter is None else chosen.refuter)
        asked.refuse_others(own)
        defaults |= dict(asked.choices)
    arith = chosen.arith
    suiting = Arith(arithmetic_for(chosen.solver, chosen.trace_solver))
    if arith is Arith.AUTO and suiting is not Arith.BV:
        arith = suiting
    # A solver that is wanted is asked everything, the method's own what suits it: it is kept.
    return replace(
        chosen,
        blocks=None if chosen.blocks == own_blocks else chosen.blocks,
        arith=arith,
        choices=tuple((name, own) for name, own in chosen.choices if defaults.get(name) != own),
    )
