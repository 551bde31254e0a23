"""How much of a trace a source sees, and who is asked about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from maul.interpolate.catalogue import REFUTERS, entry
from maul.interpolate.cores import CORES
from maul.interpolate.protocol import Refuted, RefuterSetting
from maul.logic.build import equal, gt, integer, le, symbol
from maul.logic.sorts import INT
from maul.logic.transition import assign, assume, havoc
from maul.run import Deadline
from maul.smt.choose import prover_for
from maul.smt.protocols import Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from tests.interpolate.traces import trace_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maul.interpolate.cores import Core
    from maul.logic.terms import Term
    from maul.logic.trace import Trace
    from maul.smt.protocols import Answer, Prover

x, y, z = (symbol(name, INT) for name in "xyz")
# The first guard is not needed, and z says nothing at all.
TRACE = trace_of(
    havoc(x),
    assume(le(x, integer(4))),
    assign(y, integer(0)),
    assign(z, x),
    assume(le(x, y)),
    assume(gt(x, integer(0))),
)
CHOOSING = [name for name in REFUTERS if "core" in dict(entry(name).choices)]


class Lavish(Z3Prover):
    """z3, but for its cores, which are everything that it was given."""

    def check(
        self,
        assumptions: Sequence[Term] = (),
        *,
        core: bool = False,
        seconds: float | None = None,
        steps: int | None = None,
    ) -> Answer:
        """The answer of z3."""
        answer = super().check(assumptions, core=core, seconds=seconds, steps=steps)
        return Unsat(tuple(assumptions)) if isinstance(answer, Unsat) else answer


def lavish(_: Iterable[Term]) -> Prover:
    return Lavish()


def test_the_core_of_the_solver_is_taken_as_it_is() -> None:
    formulas = {
        name: {c.formula for c in core(TRACE, lavish, Deadline(20.0)).conjuncts()}
        for name, core in CORES.items()
    }
    bound, copied = TRACE.conjuncts()[1].formula, equal(TRACE.at(z, 4), TRACE.at(x, 4))

    assert formulas["whole"] == formulas["solver"]
    assert {bound, copied} <= formulas["solver"]
    assert {bound, copied}.isdisjoint(formulas["minimised"])


def test_every_core_is_infeasible() -> None:
    for core in CORES.values():
        reduced = core(TRACE, prover_for, Deadline(20.0))
        prover = prover_for(reduced.parts())

        assert isinstance(prover.check(reduced.parts(), seconds=20.0), Unsat)


def test_without_time_the_core_is_the_trace() -> None:
    for core in CORES.values():
        assert TRACE is core(TRACE, prover_for, Deadline(0.0))


@pytest.mark.parametrize("name", CHOOSING)
def test_the_default_core_is_one_that_the_refuter_has(name: str) -> None:
    found = entry(name)

    assert dict(found.choices)["core"] in found.values("core")
    assert ("whole" in found.values("core")) == name.startswith("craig:")
    assert {"solver", "minimised"} <= set(found.values("core"))


@pytest.mark.parametrize("name", CHOOSING)
def test_a_source_sees_the_core_that_is_chosen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = entry(name)
    if not found.is_installed():
        pytest.skip(f"{name} is not installed")
    taken: list[str] = []
    for value in CORES:

        def noting(trace: Trace, *_: object, value: str = value) -> Trace:
            taken.append(value)
            return trace

        monkeypatch.setitem(cast("dict[str, Core]", CORES), value, noting)
    for value in found.values("core"):
        refute = found.make(RefuterSetting(prover_for, choices=(("core", value),)))
        refute(TRACE, 2.0)

    assert [*found.values("core")] == taken


def test_all_sources_that_can_see_less_have_the_choice() -> None:
    without = {"auto", "horn:spacer", *[f"newton:{v}" for v in ("SP", "WP", "SP-LV", "WP-LV")]}

    assert set(REFUTERS) - without == set(CHOOSING)


@pytest.mark.parametrize("name", ["newton:IT-SP", "craig:farkas", "auto"])
def test_questions_about_the_whole_trace_go_to_the_trace_solver(name: str) -> None:
    asked: dict[str, list[bool]] = {"traces": [], "others": []}

    class Listening(Z3Prover):
        """z3, which notes under a name whether it was asked for a core."""

        def __init__(self, kind: str) -> None:
            super().__init__()
            self._kind = kind

        def check(
            self,
            assumptions: Sequence[Term] = (),
            *,
            core: bool = False,
            seconds: float | None = None,
            steps: int | None = None,
        ) -> Answer:
            """The answer of z3."""
            asked[self._kind].append(core)
            return super().check(assumptions, core=core, seconds=seconds, steps=steps)

    setting = RefuterSetting(lambda _: Listening("others"), lambda _: Listening("traces"))
    answer = entry(name).make(setting)(TRACE, 20.0)

    assert isinstance(answer, Refuted)
    assert any(asked["traces"])
    assert asked["others"]
    assert not any(asked["others"])
