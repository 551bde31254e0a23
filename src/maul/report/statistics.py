"""What a verification cost, read from its events.

Comes in: events, one after the other, and what the system says about processes. Goes out: the
numbers of the command line's contract. Several searches (the slices of ``auto``) are added up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.events import Pruned, Queried, Refined, Reused, Searched, Spared, Stage
from maul.result import Statistics

if TYPE_CHECKING:
    from maul.events import Event
    from maul.system.child import Usage

NOTHING = Searched(0, 0, 0, 0)
SPARED_NOTHING = Spared(0, 0, 0)
REUSED_NOTHING = Reused(0, 0)


class Counting:
    """The numbers so far."""

    def __init__(self) -> None:
        self.refinements = 0
        self.perfect = 0
        self.longest = 0
        self.queries = 0
        self.solver_seconds = 0.0
        self.interpolation_seconds = 0.0
        self.pruned = 0
        self.language = 0
        self._before = NOTHING  # of the searches that are over
        self._now = NOTHING
        self._spared_before = self._spared = SPARED_NOTHING
        self._reused_before = self._reused = REUSED_NOTHING

    def hear(self, event: Event) -> None:
        """Count an event."""
        match event:
            case Queried(seconds=seconds):
                self.queries += 1
                self.solver_seconds += seconds
            case Refined(length=length, perfect=perfect, seconds=seconds, language=k):
                self.refinements += 1
                self.perfect += perfect
                self.longest = max(self.longest, length)
                self.language = max(self.language, k)
                self.interpolation_seconds += seconds
            case Pruned(locations=locations):
                self.pruned = locations
            case Searched():
                self._now = event
            case Spared():
                self._spared = event
            case Reused():
                self._reused = event
            case Stage(name="searching"):
                self._before, self._now = self.searched, NOTHING
                self._spared_before, self._spared = self.spared, SPARED_NOTHING
                self._reused_before, self._reused = self.reused, REUSED_NOTHING

    @property
    def posts(self) -> int:
        """The abstract successors that the search under way has computed."""
        return self._now.posts

    @property
    def searched(self) -> Searched:
        """How far all searches have come together."""
        before, now = self._before, self._now
        return Searched(
            before.states + now.states,
            before.covered + now.covered,
            before.posts + now.posts,
            before.predicates + now.predicates,
        )

    @property
    def spared(self) -> Spared:
        """What all searches were spared together."""
        before, now = self._spared_before, self._spared
        return Spared(
            before.explored + now.explored,
            before.left_out + now.left_out,
            before.foreseen + now.foreseen,
        )

    @property
    def reused(self) -> Reused:
        """What all searches have used again together."""
        before, now = self._reused_before, self._reused
        return Reused(before.analysed + now.analysed, before.reused + now.reused)

    def statistics(self, wall_seconds: float, usage: Usage) -> Statistics:
        """All numbers."""
        searched, spared, reused = self.searched, self.spared, self.reused
        return Statistics(
            round(wall_seconds, 3),
            round(usage.processor_seconds, 3),
            round(usage.most_megabytes, 1),
            self.refinements,
            searched.states,
            searched.posts,
            searched.covered,
            searched.predicates,
            self.queries,
            round(self.solver_seconds, 3),
            round(self.interpolation_seconds, 3),
            self.perfect,
            self.refinements,
            self.longest,
            spared.explored,
            spared.left_out,
            spared.foreseen,
            self.pruned,
            reused.analysed,
            reused.reused,
            self.language,
        )
