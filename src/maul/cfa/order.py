"""Orders on the locations and functions of a program: loop heads, reverse post-order, callees
first, how far the error is.

Comes in: automata. Goes out: orders in which to work, the same on every run. Depth-first searches
keep a stack of their own, so that the size of a function is no limit.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, TypeVar

from maul.cfa.model import Call, Location

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from maul.cfa.calls import Point, Points
    from maul.cfa.model import Automaton, Cfa, Edge

N = TypeVar("N")


def loop_heads(automaton: Automaton) -> tuple[Location, ...]:
    """The targets of edges that lead back in a depth-first search: every cycle, irreducible ones
    too, passes one."""
    return _search(automaton)[1]


def reverse_postorder(automaton: Automaton) -> tuple[Location, ...]:
    """The locations the entry leads to; but for edges back to loop heads, sources stand before
    targets."""
    return _search(automaton)[0]


def _search(automaton: Automaton) -> tuple[tuple[Location, ...], tuple[Location, ...]]:
    """One depth-first search: locations in reverse post-order, and the loop heads in the same
    order."""
    entry = automaton.entry
    finished: list[Location] = []
    heads: set[Location] = set()
    open_now: set[Location] = {entry}
    seen: set[Location] = {entry}
    # The first edge is followed last, so that its side comes first in the order, as in the text.
    stack = [(entry, len(entry.leaving))]
    while stack:
        at, left = stack.pop()
        if left == 0:
            open_now.discard(at)
            finished.append(at)
            continue
        stack.append((at, left - 1))
        target = at.leaving[left - 1].target
        if target in open_now:
            heads.add(target)
        elif target not in seen:
            seen.add(target)
            open_now.add(target)
            stack.append((target, len(target.leaving)))
    finished.reverse()
    return tuple(finished), tuple(at for at in finished if at in heads)


# ---- calls -------------------------------------------------------------------------------------


def entered_function(cfa: Cfa, edge: Edge) -> Automaton | None:
    """The automaton that runs on an edge: a call of a function with a body, unless the call itself
    is the error."""
    if isinstance(edge.operation, Call) and edge.target not in cfa.errors:
        return cfa.functions.get(edge.operation.function)
    return None


def callees(cfa: Cfa) -> dict[str, tuple[str, ...]]:
    """The functions with a body that each automaton enters."""
    return {
        automaton.name: tuple(
            dict.fromkeys(
                entered.name
                for at in automaton.locations
                for edge in at.leaving
                if (entered := entered_function(cfa, edge)) is not None
            )
        )
        for automaton in cfa.automata()
    }


def call_groups(cfa: Cfa) -> tuple[tuple[str, ...], ...]:
    """The strongly connected components of the call graph, callees first; a group of several is
    mutual recursion."""
    return components(callees(cfa))


def recursive_functions(cfa: Cfa) -> tuple[str, ...]:
    """The functions that can be on the call stack twice."""
    calls = callees(cfa)
    return tuple(
        name
        for group in components(calls)
        for name in group
        if len(group) > 1 or name in calls[name]
    )


def components(graph: Mapping[N, tuple[N, ...]]) -> tuple[tuple[N, ...], ...]:
    """Strongly connected components, each after those it leads to (Tarjan's algorithm,
    iterative)."""
    number: dict[N, int] = {}
    low: dict[N, int] = {}
    waiting: dict[N, None] = {}
    groups: list[tuple[N, ...]] = []
    for root in graph:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        waiting[root] = None
        stack = [(root, iter(graph[root]))]
        while stack:
            name, targets = stack[-1]
            for target in targets:
                if target not in number:
                    number[target] = low[target] = len(number)
                    waiting[target] = None
                    stack.append((target, iter(graph[target])))
                    break
                if target in waiting:
                    low[name] = min(low[name], number[target])
            else:
                stack.pop()
                if stack:
                    caller = stack[-1][0]
                    low[caller] = min(low[caller], low[name])
                if low[name] == number[name]:
                    groups.append(_popped(waiting, name))
    return tuple(groups)


def _popped(waiting: dict[N, None], last: N) -> tuple[N, ...]:
    """Take names off the end of ``waiting`` down to ``last``."""
    group: list[N] = []
    while not group or group[-1] != last:
        group.append(waiting.popitem()[0])
    group.reverse()
    return tuple(group)


# ---- distance ----------------------------------------------------------------------------------


def distances(cfa: Cfa) -> dict[Location, int]:
    """The least number of edges on a way to an error; locations that lead to none are absent.

    A way goes into functions and out of them again: to the caller that entered them, or, from a
    location in a function whose caller is not known, to the nearest of all callers.
    """
    through = _lengths_of_calls(cfa)
    inside: dict[Location, list[tuple[Location, int]]] = {}
    entering: dict[Location, list[tuple[Location, int]]] = {}
    leaving: dict[Location, list[tuple[Location, int]]] = {}
    for automaton in cfa.automata():
        for at in automaton.locations:
            for edge in at.leaving:
                entered = entered_function(cfa, edge)
                if entered is None:
                    inside.setdefault(edge.target, []).append((at, 1))
                    continue
                entering.setdefault(entered.entry, []).append((at, 1))
                if entered.name in through:
                    inside.setdefault(edge.target, []).append((at, 1 + through[entered.name]))
                    leaving.setdefault(edge.target, []).append((entered.exit, 0))
    downwards = _shortest(dict.fromkeys(cfa.errors, 0), inside, entering)
    return _shortest(downwards, inside, leaving)


def _shortest(
    start: dict[Location, int], *reversed_edges: dict[Location, list[tuple[Location, int]]]
) -> dict[Location, int]:
    """Dijkstra's algorithm from several starts with given distances, against the edges."""
    found = dict(start)
    count = 0
    queue: list[tuple[int, int, Location]] = []
    for at, distance in start.items():
        queue.append((distance, count, at))
        count += 1
    heapify(queue)
    while queue:
        distance, _, at = heappop(queue)
        if distance > found[at]:
            continue
        for edges in reversed_edges:
            for source, length in edges.get(at, ()):
                further = distance + length
                if further < found.get(source, further + 1):
                    found[source] = further
                    heappush(queue, (further, count, source))
                    count += 1
    return found


def _lengths_of_calls(cfa: Cfa) -> dict[str, int]:
    """The least number of edges from the entry of a function to its exit; absent when it cannot
    return."""
    through: dict[str, int] = {}
    waiting: dict[str, list[tuple[Location, int]]] = {}
    distance: dict[Location, int] = {}
    queue: list[tuple[int, int, Location]] = []
    for automaton in cfa.functions.values():
        distance[automaton.entry] = 0
        queue.append((0, len(queue), automaton.entry))
    count = len(queue)
    exits = {automaton.exit: automaton.name for automaton in cfa.functions.values()}

    def reach(at: Location, length: int) -> None:
        nonlocal count
        if length < distance.get(at, length + 1):
            distance[at] = length
            heappush(queue, (length, count, at))
            count += 1

    # One search from all entries at once: a call is passed when its callee's exit has been reached.
    while queue:
        length, _, at = heappop(queue)
        if length > distance[at]:
            continue
        if at in exits:
            through[exits[at]] = length
            for target, before in waiting.pop(exits[at], ()):
                reach(target, before + 1 + length)
        for edge in at.leaving:
            entered = entered_function(cfa, edge)
            if entered is None:
                reach(edge.target, length + 1)
            elif entered.name in through:
                reach(edge.target, length + 1 + through[entered.name])
            else:
                waiting.setdefault(entered.name, []).append((edge.target, length))
    return through


def cut_at(points: Points, labels: Container[Point]) -> Callable[[Point], bool]:
    """Whether pieces of a program end at a point: it has a label, begins a loop or an activation
    of a recursive function, or is an error. So pieces have no cycles."""
    cfa = points.cfa
    cut = {at for automaton in cfa.automata() for at in loop_heads(automaton)}
    cut.update(cfa.functions[name].entry for name in recursive_functions(cfa))
    cut.update(cfa.errors)
    return lambda point: point in labels or point.location in cut
