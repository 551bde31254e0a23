"""A refuter whose interpolants are all in one language, which grows for good, or not at all.

Comes in: the traces of one search. Goes out: interpolants in L(k) for all of them [McMillan06,
sec. 2, "A Weak Notion of Completeness"]. That a trace has none is shown, for the whole trace and
not for a core of it only: then Unwind(L(k)) aborts, and the refuter either gives up, with this
reason, or goes on with L(k + 1). No other reason makes the language grow: not the end of the time,
not a theory that is in no language, not a solver that does not know. The labels that were found so
far stay: they are in the larger language, too, and keep the unwinding well-labelled. Nor does a
trace make the language grow that does not begin where the program begins: it comes of a forced
covering, which may fail.

In each language the quick search for sums (``split``) comes first, since its interpolants are
short; what it does not find is decided (``restricted``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.cores import CORES
from maul.interpolate.craig import CORE, craig
from maul.interpolate.farkas.interpolants import CAPABILITIES
from maul.interpolate.farkas.languages import (
    KnownNumbers,
    Language,
    language,
    numbers_of,
    uncovered,
)
from maul.interpolate.farkas.restricted import NO_INTERPOLANT, Separated
from maul.interpolate.farkas.split import Refutation
from maul.interpolate.protocol import Refuted
from maul.interpolate.refuter import QUICK, decide, verified
from maul.node import node
from maul.run import Deadline
from maul.smt.allowance import allowed
from maul.smt.protocols import TIME_LIMIT, GaveUp

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from maul.interpolate.protocol import Refutation as Answer
    from maul.interpolate.protocol import RefuterSetting
    from maul.logic.build import Term
    from maul.logic.trace import Trace


class RestrictedRefuter:
    """The refuter of one search. Its language is L(``k``)."""

    def __init__(self, name: str, setting: RefuterSetting, k: int, *, grows: bool) -> None:
        self.name = name
        self.k = k
        self._grows = grows
        self._provers, self._traces = setting.provers, setting.trace_provers
        self._core = CORES[setting.choice("core", dict(CORE)["core"])]
        self.numbers = KnownNumbers()
        self._literals: dict[Term, None] = {}
        self._start: Hashable = None

    def __call__(self, trace: Trace, seconds: float) -> Answer:
        """Explain why a trace cannot be executed."""
        left = Deadline(seconds)
        decided = decide(trace, self._traces, left())
        if decided is not None:
            return decided
        found = self._assertions(trace, left)
        if isinstance(found, GaveUp):
            return found
        answer = verified(Refuted(trace, found, self.name), self._provers, left)
        if isinstance(answer, GaveUp):
            return answer
        return Refuted(trace, found, self.name, answer.perfect, self.k)

    def _assertions(self, trace: Trace, left: Deadline) -> tuple[Term, ...] | GaveUp:
        """The assertions in the language of now, or the next one that has some."""
        source = trace.blocks[0].source
        if self._start is None:
            self._start = source
        core = self._core(trace, self._traces, left)
        if source != self._start:
            return craig(core, Quick(self._language()), left())
        self._learn(trace)
        known = Known(self._literals)
        while left() > 0:
            for each in (core, trace):
                found = craig(each, Decided(self._language(), known), left())
                if found != NO_INTERPOLANT:
                    return found
            if not self._grows:
                return GaveUp(f"no interpolants in L({self.k}); a larger language may have some")
            self.k += 1
        return TIME_LIMIT

    def _language(self) -> Language:
        return language(self.k, self.numbers)

    def _learn(self, trace: Trace) -> None:
        """Take the numbers of a trace into the language that are not in it."""
        known, own, new = self._language(), self.numbers, numbers_of(trace.parts())
        self.numbers = KnownNumbers(
            own.constants.union([c for c in new.constants if not known.has_constant(c)]),
            own.coefficients | new.coefficients,
            own.strides | new.strides,
        )


@node
class Quick:
    """The quick search in a language as an interpolator: what it does not find there may be."""

    language: Language
    name = "farkas"
    capabilities = CAPABILITIES

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """Some interpolants between the parts."""
        return Refutation(parts, [self.language], Deadline(seconds)).interpolants()


class Known:
    """The parts that have been taken apart for one trace, and the literals that were of use in
    the search."""

    def __init__(self, literals: dict[Term, None]) -> None:
        self._separated: dict[tuple[Term, ...], Separated] = {}
        self._literals = literals

    def separated(self, parts: tuple[Term, ...]) -> Separated:
        """The parts, taken apart."""
        if parts not in self._separated:
            self._separated[parts] = Separated(parts, self._literals)
        return self._separated[parts]


@node
class Decided:
    """The interpolants of a language as an interpolator."""

    language: Language
    known: Known
    name = "farkas"
    capabilities = CAPABILITIES

    def interpolate(self, parts: Sequence[Term], seconds: float) -> tuple[Term, ...] | GaveUp:
        """The interpolants between the parts, or ``NO_INTERPOLANT``."""
        left = Deadline(seconds)
        outside = uncovered(parts)
        if outside is not None:
            return GaveUp(f"no language L(k) has {outside}")
        with allowed(QUICK):
            found = Quick(self.language).interpolate(parts, left() / 2)
        if not isinstance(found, GaveUp):
            return found
        return self.known.separated(tuple(parts)).interpolants(self.language, left)
