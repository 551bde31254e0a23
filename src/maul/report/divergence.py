"""An UNKNOWN that helps: what kept a search busy, and what to try instead.

Comes in: events. Goes out: lines for people. It reads the stream like any other listener and knows
no method.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maul.events import Deepened, Recursed, Refined, Searched, Stage

if TYPE_CHECKING:
    from maul.events import Event

OFTEN = 5  # refinements at one place that are worth a word
SHOWN = 3  # assertions that are told
GROWING = 3  # times as long a path as the first, or as many predicates as half-way


class _Search:
    """What happened in one search."""

    def __init__(self, method: str) -> None:
        self.method = method
        self.places: Counter[str] = Counter()
        self.assertions: dict[str, dict[str, None]] = {}  # at each place, in the order of time
        self.lengths: list[int] = []
        self.predicates: list[int] = []
        self.recursion: dict[str, int] = {}

    def told(self) -> list[str]:
        """The loop or the recursion that kept it busy, and what grew."""
        told = [
            f"{self.method}: {function} calls itself, followed up to {deep} deep, without an end"
            for function, deep in self.recursion.items()
        ]
        count = len(self.lengths)
        place, often = self.places.most_common(1)[0] if self.places else ("", 0)
        if often >= OFTEN:
            told.append(
                f"{self.method}: {often} of {count} refinements were at the loop of {place}"
            )
            known = [*self.assertions.get(place, ())]
            if len(known) >= OFTEN:
                told.append(f"{self.method}: the assertions there kept changing, at last to")
                told += [f"  {assertion}" for assertion in known[-SHOWN:]]
        if count >= OFTEN and max(self.lengths) >= GROWING * self.lengths[0]:
            grown = f"from {self.lengths[0]} to {max(self.lengths)} blocks"
            told.append(f"{self.method}: refuted paths grew {grown}")
        if self.predicates:
            half, last = self.predicates[len(self.predicates) // 2], self.predicates[-1]
            if last > GROWING * half > 0:
                told.append(f"{self.method}: predicates kept growing, {half} half-way, {last} last")
        return told


class Diagnosis:
    """What is known of each search."""

    def __init__(self) -> None:
        self._stage = ""
        self._bound = 0
        self._searches = [_Search("")]

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        search = self._searches[-1]
        match event:
            case Stage(name=name, detail=detail):
                self._stage = name
                if name == "searching":
                    self._searches.append(_Search(detail))
            case Deepened(bound=bound):
                self._bound = max(self._bound, bound)
            case Refined(length=length, place=place, assertion=assertion):
                search.lengths.append(length)
                if place:
                    search.places[place] += 1
                    search.assertions.setdefault(place, {})[assertion] = None
            case Searched(predicates=predicates):
                search.predicates.append(predicates)
            case Recursed(function=function, activations=activations):
                search.recursion[function] = activations

    def lines(self, reason: str) -> list[str]:
        """What happened and what to try; nothing when the reason is not a limit."""
        if "limit" not in reason:
            return []
        return [*self._happened(), *self._advice()]

    def _happened(self) -> list[str]:
        if self._stage == "reading":
            return ["the time went into reading the program"]
        told = [f"bmc: unrolled loops up to {self._bound} times"] if self._bound > 1 else []
        # Of a method that had several turns the last one got furthest.
        last = {search.method: search for search in self._searches}
        return told + [line for search in last.values() for line in search.told()]

    def _advice(self) -> list[str]:
        if self._stage == "reading":
            return ["try: a longer --time-limit"]
        ideas = []
        if any(len(search.lengths) >= OFTEN for search in self._searches):
            ideas.append("another --refuter (craig:spacer, newton:IT-SP-LV; see maul refuters)")
        tried = [search.method for search in self._searches]
        others = [name for name in ("impact", "predicate", "bmc") if name not in tried]
        if others:
            ideas.append(f"--method {others[0]}")
        ideas.append("a longer --time-limit")
        return [f"try: {', or '.join(ideas)}"]
