"""Newton: assertions without an interpolating solver [Dietsch17, section 6].

Comes in: a trace that cannot be executed, and three choices. Goes out: an inductive sequence of
assertions. The choices are those of the paper: whether to take an infeasible core (IT), whether to
go forwards or backwards (SP, WP), and whether to keep live variables only (LV). ``variants`` has
the eight combinations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate.newton.live import every_variable, future_live, past_live
from maul.interpolate.newton.sweep import strongest_posts, weakest_preconditions
from maul.logic.free import QUANTIFIERS
from maul.logic.walk import subterms
from maul.node import node
from maul.smt.protocols import GaveUp

if TYPE_CHECKING:
    from maul.interpolate.cores import Core
    from maul.interpolate.newton.live import Kept
    from maul.interpolate.newton.sweep import Assertions
    from maul.logic.trace import Trace
    from maul.run import Deadline
    from maul.smt.protocols import MakeProver


def newton(
    trace: Trace,
    core: Core,
    transform: Transform,
    project: Projecting,
    provers: MakeProver,
    left: Deadline,
) -> Assertions | GaveUp:
    """Assertions for a trace that cannot be executed; the numbers are the paper's steps."""
    # (1), (2) The trace formula; IT takes an unsatisfiable core of it, and the abstract trace of
    # that core replaces the trace from here on.
    tau = core(trace, provers, left)
    if _has_quantifiers(tau):
        return GaveUp("the trace has quantifiers")
    # (4) LV decides which variables the assertion at each position may speak of. This comes before
    # step 3, so that a variable can be forgotten as soon as it is not live [Lemma 5.3].
    kept = project(tau, transform)
    # (3) SP or WP along the trace.
    return transform.along(tau, kept, provers, left)


def _has_quantifiers(trace: Trace) -> bool:
    formulas = [conjunct.formula for conjunct in trace.conjuncts()]
    return any(part.operator in QUANTIFIERS for part in subterms(*formulas))


# ---- (3): SP or WP ----


@node
class Transform:
    """A predicate transformer: how it goes along a trace, projecting each assertion to variables
    that are to be kept, and which variables are live in its direction."""

    along: Callable[[Trace, Kept, MakeProver, Deadline], Assertions | GaveUp]
    live: Callable[[Trace], Kept]


sp = Transform(strongest_posts, future_live)
wp = Transform(weakest_preconditions, past_live)


# ---- (4): LV or not ----

Projecting: TypeAlias = "Callable[[Trace, Transform], Kept]"


def keep_all(trace: Trace, _transform: Transform) -> Kept:
    """Every variable, at each position."""
    return every_variable(trace)


def live_only(trace: Trace, transform: Transform) -> Kept:
    """LV: 4 (a), the future-live variables, for SP; 4 (b), the past-live ones, for WP."""
    return transform.live(trace)
