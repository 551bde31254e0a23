"""The refuters maul knows: a line each, which says where a refuter is exported.

Comes in: a name. Goes out: a refuter, or all of them with one line of advice each. To add one,
write its module, which exports a ``RefuterEntry``, and its line here. Solvers are started when
first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.interpolate.protocol import RefuterEntry, RefuterSetting
from maul.registry import Registry
from maul.smt.choose import prover_for

if TYPE_CHECKING:
    from maul.choices import Chosen
    from maul.interpolate.protocol import Refuter
    from maul.smt.protocols import MakeProver

REFUTERS = Registry(
    "refuter",
    RefuterEntry,
    {
        "auto": "maul.interpolate.auto:AUTO",
        "newton:SP": "maul.interpolate.newton:SP",
        "newton:WP": "maul.interpolate.newton:WP",
        "newton:SP-LV": "maul.interpolate.newton:SP_LV",
        "newton:WP-LV": "maul.interpolate.newton:WP_LV",
        "newton:IT-SP": "maul.interpolate.newton:IT_SP",
        "newton:IT-WP": "maul.interpolate.newton:IT_WP",
        "newton:IT-SP-LV": "maul.interpolate.newton:IT_SP_LV",
        "newton:IT-WP-LV": "maul.interpolate.newton:IT_WP_LV",
        "craig:spacer": "maul.interpolate.craig:SPACER",
        "craig:farkas": "maul.interpolate.farkas:FARKAS",
        "craig:farkas-growing": "maul.interpolate.farkas:FARKAS_GROWING",
        "craig:bitwuzla": "maul.interpolate.craig:BITWUZLA",
        "craig:cvc5": "maul.interpolate.craig:CVC5",
        "craig:iz3": "maul.interpolate.craig:IZ3",
        "craig:smtinterpol": "maul.interpolate.craig:SMTINTERPOL",
        "craig:princess": "maul.interpolate.craig:PRINCESS",
        "craig:mathsat": "maul.interpolate.craig:MATHSAT",
        "craig:opensmt": "maul.interpolate.craig:OPENSMT",
        "horn:spacer": "maul.interpolate.horn:HORN",
    },
)


def refuters() -> tuple[RefuterEntry, ...]:
    """Every refuter maul knows."""
    return tuple(REFUTERS.values())


def entry(name: str) -> RefuterEntry:
    """A refuter as the catalogue lists it; ``BadInput`` when there is none of that name."""
    if name not in REFUTERS:
        raise BadInput(f"there is no refuter {name}; maul knows {', '.join(REFUTERS)}")
    return REFUTERS[name]


def refuter(
    name: str,
    provers: MakeProver = prover_for,
    traces: MakeProver | None = None,
    choices: Chosen = (),
) -> Refuter:
    """A refuter that asks these provers, others perhaps about whole traces; ``BadInput`` when there
    is none of that name, its solver is not installed, or it has not these choices."""
    found = entry(name)
    found.refuse_others(choices)
    return found.make(RefuterSetting(provers, traces, choices))
