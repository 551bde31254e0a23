"""Safety and error interpolants of the places of a program [Tian17, Def. 2 and 3].

Comes in: paths to an error that cannot be executed. Goes out: for each place a formula that
excludes every error ahead (I_s, when it is full), and one that all states satisfy from which an
error was seen ahead (I_e).

The printed rule for "full" is not sound: it makes the last reachable place of a path full whatever
its other edges lead to. Here every edge has a condition of its own, under which nothing bad happens
beyond it, and a place is full when all of its edges have one (docs/decisions/0016). A condition is
justified by the interpolant of the edge's target as it was then; conditions only get weaker, so it
stays justified.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import FALSE, TRUE, Term, and_, not_, or_
from maul.logic.walk import dag_size, disjuncts
from maul.node import node
from maul.run import Prospects

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

    from maul.interpolate.safety_error.spurious import Interpolation, Spurious
    from maul.logic.graph import Graph
    from maul.logic.trace import Block

MOST_CHOICES = 8  # disjuncts of the condition of an edge
MOST_DISJUNCTS = 6  # of an error interpolant
MOST_REFINED = 1  # times that a disjunct is
WIDEST = 100  # places around a loop
LARGEST = 1500  # subterms of a safety interpolant


# ---- Definition 2 ------------------------------------------------------------------------------


class SafetyInterpolants:
    """S-Interp(l) = (F, I_s) for every place of a graph. ``harmless`` tells from which places no
    error can be reached, whatever holds there, ``heads`` which places may be heads of loops."""

    def __init__(
        self,
        graph: Graph,
        harmless: Callable[[Hashable], bool],
        craig: Interpolation,
        entails: Callable[[Term, Term], bool],
        heads: Callable[[Hashable], bool] = lambda _: True,
    ) -> None:
        self._graph = graph
        self._heads = heads
        self._harmless = harmless
        self._craig = craig
        self._entails = entails
        self._conditions: dict[Hashable, dict[Block, Term]] = {}
        self._tried: set[tuple[Hashable, Term]] = set()
        self._closing: dict[Hashable, Prospects] = {}

    def is_full(self, place: Hashable) -> bool:
        """F(l): whether I_s excludes every error ahead."""
        if self._graph.is_error(place) or self._harmless(place):
            return True
        return not self.missing(place)

    def interpolant(self, place: Hashable) -> Term:
        """I_s(l): false at an error, true where no error can be reached, else what the edges ask
        for that have a condition yet."""
        if self._graph.is_error(place):
            return FALSE
        if self._harmless(place):
            return TRUE
        return and_(*self.known(place).values())

    def known(self, place: Hashable) -> Mapping[Block, Term]:
        """The conditions that edges from a place have yet."""
        return self._conditions.get(place, {})

    def update(self, path: Spurious) -> tuple[Hashable, ...]:
        """Learn from a spurious path, from its last reachable place backwards; the places that
        became full."""
        places, n = path.places, path.last_reachable
        half = [place for place in dict.fromkeys(places[: n + 1]) if not self.is_full(place)]
        for i in range(n, -1, -1):
            goal = self._goal(path, i)
            if goal is not None and not self._harmless(places[i]):
                self._learn(path, i, goal)
            self._fill(places[i])
            if self._heads(places[i]) and not self.is_full(places[i]):
                self._close(places[i], path.assertions[i])
        return tuple(place for place in half if self.is_full(place))

    def _goal(self, path: Spurious, i: int) -> Term | None:
        """What has to hold after the i-th edge of a path: nothing can at the end of what is
        reachable, unless the next place is full."""
        target = path.places[i + 1]
        if self.is_full(target):
            return self.interpolant(target)
        return FALSE if i == path.last_reachable else None

    def _learn(self, path: Spurious, i: int, goal: Term) -> None:
        """Let the edge at a position of a path have a weaker condition: the weakest one, that which
        refutes the path, or another interpolant, unless the path repeats places, where that is a
        matter of how often."""
        edge = path.trace.blocks[i]
        if self._craig.weakest(edge, goal) is not None:
            self._weaken(edge, goal)
            return
        found: Term | None = None
        if self._entails(path.assertions[i + 1], goal):
            found = path.assertions[i]
        elif len(set(path.places)) == len(path.places):
            found = self._craig.between(path, i, goal)
        if found is not None and found is not FALSE:
            self._add(edge, found)

    def pass_on(self, edge: Block, before: Term, after: Term) -> bool:
        """Let an edge to a full place have a weaker condition: the weakest one, or what holds
        before it on a path that was left out, if what holds after it is enough for its target.
        Whether its source is full and asks for less now."""
        place, target = edge.source, edge.target
        if not self.is_full(target):
            return False
        goal = self.interpolant(target)
        if self._craig.weakest(edge, goal) is not None:
            has_changed = self._weaken(edge, goal)
        else:
            has_changed = (
                before is not FALSE and self._entails(after, goal) and self._add(edge, before)
            )
        if not has_changed:
            return False
        self._fill(place)
        return self.is_full(place)

    def _add(self, edge: Block, condition: Term) -> bool:
        """Whether another condition makes that of an edge weaker."""
        conditions = self._conditions.setdefault(edge.source, {})
        known = conditions.get(edge)
        conditions[edge] = condition if known is None else _joined(known, condition)
        return conditions[edge] is not known

    def _fill(self, place: Hashable) -> None:
        """Let the other edges to full places have conditions, too: F(l) = f if all successors are
        full."""
        for edge in self.missing(place):
            if self.is_full(edge.target):
                self._weaken(edge, self.interpolant(edge.target))

    def _weaken(self, edge: Block, goal: Term) -> bool:
        """Whether an edge has a weaker condition now: the weakest one for a goal."""
        conditions = self._conditions.setdefault(edge.source, {})
        known = conditions.get(edge)
        weakest = self._craig.weakest(edge, goal)
        if weakest is None or weakest is known or weakest is FALSE:
            return False
        conditions[edge] = weakest  # what is known was justified by a stronger goal
        return True

    # ---- loops ----

    def _close(self, place: Hashable, hint: Term) -> None:
        """Let a place take part in its own justification, when its interpolant, or that with a
        hint, turns out to be inductive: if it holds, it holds again whenever the missing edges have
        led back here, and on the way there nothing happens."""
        conditions = self._conditions.setdefault(place, {})
        missing = self.missing(place)
        asked = and_(*conditions.values())
        prospects = self._closing.setdefault(place, Prospects())
        for candidate in dict.fromkeys((asked, and_(asked, hint))):
            if candidate is FALSE or (place, candidate) in self._tried or not prospects.are_good():
                continue
            self._tried.add((place, candidate))
            prospects.tell(success=False)
            around = _Around(self._graph, self, self._craig, place, candidate)
            needed = [around.condition(edge) for edge in missing]
            if all(term is not None and self._entails(candidate, term) for term in needed):
                for edge, term in around.found.items():
                    self._conditions.setdefault(edge.source, {})[edge] = term
                conditions.update(dict.fromkeys(missing, candidate))
                return

    def missing(self, place: Hashable) -> list[Block]:
        """The edges from a place that need a condition and have none yet."""
        known = self.known(place)
        return [
            edge
            for edge in self._graph.leaving(place)
            if edge not in known and not self._harmless(edge.target)
        ]

    # ---- evidence ----

    def labels(self, used: Iterable[Hashable]) -> dict[Hashable, Term]:
        """The interpolants of full places, and of all that justify them: inductive together."""
        found: dict[Hashable, Term] = {}
        stack = list(used)
        while stack:
            place = stack.pop()
            if place in found or not self.is_full(place):
                continue  # not full: the edge to it is blocked
            found[place] = self.interpolant(place)
            stack += [edge.target for edge in self._graph.leaving(place)]
        return found


class _Around:
    """The conditions of the edges that lead back to a place, if a candidate holds there."""

    def __init__(
        self,
        graph: Graph,
        safety: SafetyInterpolants,
        craig: Interpolation,
        place: Hashable,
        candidate: Term,
    ) -> None:
        self.found: dict[Block, Term] = {}
        self._graph = graph
        self._safety = safety
        self._craig = craig
        self._regions: dict[Hashable, Term | None] = {place: candidate}

    def condition(self, edge: Block) -> Term | None:
        """The weakest precondition of what is wanted at the target of an edge."""
        goal = self._region(edge.target)
        return None if goal is None else self._craig.weakest(edge, goal)

    def _region(self, place: Hashable) -> Term | None:
        """What has to hold at a place; None when there is another loop on the way, or too much."""
        if place not in self._regions:
            is_full = self._safety.is_full(place)
            known = self._safety.interpolant(place) if is_full else None
            self._regions[place] = known  # while it is under way
            if len(self._regions) <= WIDEST:
                self._regions[place] = self._weaker(place) or known
        return self._regions[place]

    def _weaker(self, place: Hashable) -> Term | None:
        """What the edges from a place ask for: no more than what is known, since their targets may
        ask for less now."""
        conditions: dict[Block, Term] = {}
        for edge in self._graph.leaving(place):
            term = self.condition(edge)
            if term is None:
                return None
            conditions[edge] = term
        region = and_(*conditions.values())
        if not conditions or dag_size(region) > LARGEST:
            return None
        self.found.update(conditions)
        return region


def _joined(known: Term, more: Term) -> Term:
    """A condition or another one, unless there are many already."""
    return known if len(disjuncts(known)) >= MOST_CHOICES else or_(known, more)


# ---- Definition 3 ------------------------------------------------------------------------------


@node
class Disjunct:
    """What all states satisfy from which an error is reached by a suffix, and perhaps others;
    ``refined`` counts how often it was wrong about a path."""

    formula: Term
    suffix: tuple[Block, ...]
    refined: int = 0


class ErrorInterpolants:
    """E-Interp(l) = I_e for every place: a disjunction, of which each part knows its suffix."""

    def __init__(self, craig: Interpolation) -> None:
        self._craig = craig
        self._disjuncts: dict[Hashable, list[Disjunct]] = {}

    def interpolant(self, place: Hashable) -> Term:
        """I_e(l)."""
        return or_(*(each.formula for each in self.disjuncts(place)))

    def disjuncts(self, place: Hashable) -> tuple[Disjunct, ...]:
        """The parts of I_e(l), the newest first."""
        return tuple(reversed(self._disjuncts.get(place, ())))

    def update(self, path: Spurious) -> None:
        """Learn from a spurious path: where its suffix is feasible, what excludes the prefix; in
        front of that, what leads to the error interpolant of the next place."""
        places, blocks = path.places, path.trace.blocks
        for j in range(len(blocks) - 1, path.suffix_from - 1, -1):
            self._add(places[j], Disjunct(not_(path.assertions[j]), blocks[j:]))
        for j in range(path.suffix_from - 1, 0, -1):
            for ahead in self.disjuncts(places[j + 1])[:1]:
                safe = self._craig.weakest(blocks[j], not_(ahead.formula))
                if safe is not None:
                    self._add(places[j], Disjunct(not_(safe), (blocks[j], *ahead.suffix)))

    def refine(self, place: Hashable, disjunct: Disjunct, safe: Term) -> None:
        """Take away from a disjunct safe states, from which its suffix is not feasible; one that
        was wrong too often goes."""
        known = self._disjuncts[place]
        known.remove(disjunct)
        smaller = and_(disjunct.formula, not_(safe))
        if smaller is not FALSE and disjunct.refined < MOST_REFINED:
            known.append(Disjunct(smaller, disjunct.suffix, disjunct.refined + 1))

    def _add(self, place: Hashable, new: Disjunct) -> None:
        known = self._disjuncts.setdefault(place, [])
        if new.formula is FALSE or any(
            each.suffix == new.suffix or each.formula is new.formula for each in known
        ):
            return
        known.append(new)
        del known[:-MOST_DISJUNCTS]
