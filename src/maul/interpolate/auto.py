"""The refuter that tries others: in an order that depends on the theory, until one is perfect.

The order was measured on error paths of real programs (docs/experiments/error-paths.md). A perfect
sequence ends the search. After the first imperfect one its predicates are joined with invariants
that are guessed from executions of the path program; after two imperfect ones their predicates are
merged, which may make them perfect, and that is the answer [Dietsch17, 7.1 recommends to go on
until a sequence is perfect]. What failed for many traces one after the other is tried more seldom:
in a program without a simple invariant most of the time would go into looking for one.

Our own sources answer soon or not at all, so they are allowed few steps at first; those who had no
answer are asked again, with all the time there is, only when nobody else has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.errors import BadInput
from maul.interpolate.cores import minimised_core
from maul.interpolate.craig import BITWUZLA, CVC5, SPACER
from maul.interpolate.farkas import FARKAS
from maul.interpolate.newton import IT_SP, IT_SP_LV, IT_WP, SP
from maul.interpolate.path_programs import conjoined, different_blocks, guesses
from maul.interpolate.protocol import Refuted, RefuterEntry
from maul.interpolate.refuter import SourceRefuter, decide, generalised, refuted_by
from maul.logic.sorts import Array, BitVec, Float
from maul.logic.walk import subterms
from maul.run import Deadline, Prospects
from maul.smt.allowance import allowed
from maul.smt.protocols import TIME_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from maul.interpolate.cores import Core
    from maul.interpolate.protocol import Refutation, RefuterSetting
    from maul.logic.build import Term
    from maul.logic.trace import Trace
    from maul.logic.transition import Transition
    from maul.smt.protocols import GaveUp

ORDERS: Mapping[str, tuple[RefuterEntry, ...]] = {
    "float": (IT_WP, IT_SP, IT_SP_LV, CVC5, SP),
    "array": (IT_WP, IT_SP_LV, SPACER, IT_SP, SP),
    "bits": (IT_WP, IT_SP_LV, SPACER, SP, BITWUZLA),
    "integers": (FARKAS, IT_WP, IT_SP_LV, SPACER, SP),
}
ENOUGH = 2  # imperfect sequences


def if_installed(entry: RefuterEntry, setting: RefuterSetting) -> SourceRefuter | None:
    """A refuter of an order; None when its solver is not installed."""
    try:
        made = entry.make(setting)
    except BadInput:
        return None
    assert isinstance(made, SourceRefuter), f"{entry.name} has no source"
    return made


class AutoRefuter:
    """Tries the refuters of an order; ``find`` makes them, as far as it can."""

    name = "auto"

    def __init__(
        self,
        setting: RefuterSetting,
        find: Callable[[RefuterEntry, RefuterSetting], SourceRefuter | None] = if_installed,
    ) -> None:
        self.setting = setting
        self.find = find
        # Guesses of a path program, known by its transitions.
        self._guesses: dict[frozenset[Transition], Mapping[Hashable, tuple[Term, ...]]] = {}
        self._invariants = Prospects()
        self._guessing = Prospects()
        self._second = Prospects()

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """Explain why a trace cannot be executed."""
        left = Deadline(seconds)
        decided = decide(trace, self.setting.trace_provers, left())
        if decided is not None:
            return decided
        reduced = minimised_core(trace, self.setting.trace_provers, left)

        def core(*_: object) -> Trace:  # every source sees the one that is known
            return reduced

        best: Refuted | None = None
        failed: GaveUp = TIME_LIMIT
        imperfect = 0
        late: list[SourceRefuter] = []
        for entry in ORDERS[theory(reduced)]:
            if left() <= 0 or imperfect == ENOUGH:
                break
            refuter = self.find(entry, self.setting)
            if refuter is None:
                continue
            answer = _at_first(refuter, trace, core, Deadline(left() / 2))
            if not isinstance(answer, Refuted):
                failed = answer
                late.append(refuter)
                continue
            imperfect += 1
            best = self._generalised(_merged(best, answer), Deadline(left() / 2), imperfect)
            if best.perfect or (imperfect == 1 and not self._second.are_good()):
                break
        return best or _with_patience(late, trace, core, left) or failed

    def _generalised(self, answer: Refuted, left: Deadline, count: int) -> Refuted:
        """The same proof with invariants, of its own conjuncts or guessed, as far as that has been
        worth the time lately."""
        if answer.perfect:
            if count > 1:
                self._second.tell(success=True)
            return answer
        if self._invariants.are_good():
            answer = generalised(answer, self.setting.provers, left)
            self._invariants.tell(success=answer.perfect)
        if count == 1 and not answer.perfect and self._guessing.are_good():
            guesses_of_it = self._guessed(answer.trace, left)
            answer = generalised(answer, self.setting.provers, left, guesses_of_it)
            self._guessing.tell(success=answer.perfect)
        if count > 1:
            self._second.tell(success=answer.perfect)
        return answer

    def _guessed(self, trace: Trace, left: Deadline) -> Mapping[Hashable, tuple[Term, ...]]:
        """What seems to be invariant in the path program of a trace."""
        blocks = different_blocks(trace)
        key = frozenset(block.transition for block in blocks)
        found = self._guesses.get(key)
        if found is None:
            found = self._guesses[key] = guesses(blocks, trace.blocks[0].source, left)
        return found


def _at_first(refuter: SourceRefuter, trace: Trace, core: Core, left: Deadline) -> Refuted | GaveUp:
    """What a source says within the steps that it is worth."""
    if refuter.first_steps is None:
        return refuted_by(refuter, trace, core, left)
    with allowed(refuter.first_steps):
        return refuted_by(refuter, trace, core, left)


def _with_patience(
    late: list[SourceRefuter], trace: Trace, core: Core, left: Deadline
) -> Refuted | None:
    """What those say who had no answer at first, with more time."""
    for place, refuter in enumerate(late, 1):
        share = Deadline(left() if place == len(late) else left() / 2)
        answer = refuted_by(refuter, trace, core, share)
        if isinstance(answer, Refuted):
            return answer
    return None


def _merged(best: Refuted | None, answer: Refuted) -> Refuted:
    """Two proofs as one, unless the new one is perfect by itself."""
    if best is None or answer.perfect:
        return answer
    both = conjoined(best.assertions, answer.assertions)
    return Refuted(answer.trace, both, f"{best.source} and {answer.source}")


def theory(trace: Trace) -> str:
    """Which of the orders fits a trace."""
    sorts = {type(part.sort) for part in subterms(*trace.parts())}
    if Float in sorts:
        return "float"
    if Array in sorts:
        return "array"
    return "bits" if BitVec in sorts else "integers"


AUTO = RefuterEntry("auto", "tries several, prefers invariants; the default", AutoRefuter)
