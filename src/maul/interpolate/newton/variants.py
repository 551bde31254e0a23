"""The eight variants of [Dietsch17, section 6], each a refuter.

Those with IT take a core of the trace: the one that the solver gives, as in the paper, or a smaller
one. Those without IT take the whole trace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.cores import CORES, minimised_core, whole_trace
from maul.interpolate.newton.procedure import keep_all, live_only, newton, sp, wp
from maul.interpolate.protocol import RefuterEntry
from maul.interpolate.refuter import QUICK, SourceRefuter
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.choices import Chosen
    from maul.interpolate.cores import Core
    from maul.interpolate.newton.procedure import Projecting, Transform
    from maul.interpolate.newton.sweep import Assertions
    from maul.interpolate.protocol import RefuterSetting
    from maul.logic.trace import Trace
    from maul.run import Deadline
    from maul.smt.protocols import GaveUp, MakeProver


@node
class Variant:
    """What is chosen in steps 2, 3 and 4."""

    core: Core
    transform: Transform
    project: Projecting


VARIANTS: Mapping[str, Variant] = {
    "SP": Variant(whole_trace, sp, keep_all),
    "WP": Variant(whole_trace, wp, keep_all),
    "SP-LV": Variant(whole_trace, sp, live_only),
    "WP-LV": Variant(whole_trace, wp, live_only),
    "IT-SP": Variant(minimised_core, sp, keep_all),
    "IT-WP": Variant(minimised_core, wp, keep_all),
    "IT-SP-LV": Variant(minimised_core, sp, live_only),
    "IT-WP-LV": Variant(minimised_core, wp, live_only),
}
IT: Chosen = (("core", "minimised"),)


def _entry(which: str, advice: str) -> RefuterEntry:
    """The refuter of a variant."""
    name, variant = f"newton:{which}", VARIANTS[which]

    def source(
        trace: Trace, core: Core, provers: MakeProver, left: Deadline
    ) -> Assertions | GaveUp:
        return newton(trace, core, variant.transform, variant.project, provers, left)

    def make(setting: RefuterSetting) -> SourceRefuter:
        wanted = setting.choice("core", "")
        core = CORES[wanted] if wanted else variant.core
        return SourceRefuter(name, source, core, setting, first_steps=QUICK)

    choices = () if variant.core is whole_trace else IT
    return RefuterEntry(name, advice, make, choices=choices, excluded=(("core", "whole"),))


SP = _entry("SP", "strongest posts of the whole path: exact, and full of detail")
WP = _entry("WP", "weakest preconditions of the whole path")
SP_LV = _entry("SP-LV", "strongest posts, only of variables that are read again")
WP_LV = _entry("WP-LV", "weakest preconditions, only of variables that were set before")
IT_SP = _entry("IT-SP", "strongest posts of the infeasible core")
IT_WP = _entry(
    "IT-WP",
    "weakest preconditions of the infeasible core: quick, often invariants; try it first",
)
IT_SP_LV = _entry("IT-SP-LV", "strongest posts of the core, live variables only: the paper's best")
IT_WP_LV = _entry("IT-WP-LV", "weakest preconditions of the core, live variables only")
