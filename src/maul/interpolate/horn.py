"""Invariants of the path program of a trace, from Horn clauses.

Comes in: a trace that cannot be executed. Its path program consists of the blocks that occur in it,
between the places that it passes [Dietsch17, 7.1]. Every place but the first is an unknown
predicate over the variables that matter, every block a Horn clause; a solution is one label for
each place, so the assertions of the trace are perfect at once. Goes out: these assertions. When the
path program itself can reach the end, by other ways through its loops, there is no solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.cores import whole_trace
from maul.interpolate.path_programs import different_blocks, places, relevant_variables
from maul.interpolate.protocol import RefuterEntry
from maul.interpolate.refuter import SourceRefuter
from maul.logic.build import FALSE, TRUE, Term, and_, symbol
from maul.logic.sorts import Float
from maul.logic.terms import Function, Packed, pack, unpack
from maul.logic.walk import Substitution, has_quantifier, subterms
from maul.node import value
from maul.smt.protocols import GaveUp
from maul.smt.solvers.z3.horn import Rule, solved
from maul.smt.worker import in_worker

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from maul.interpolate.cores import Core
    from maul.interpolate.protocol import RefuterSetting
    from maul.logic.trace import Block, Trace
    from maul.run import Deadline
    from maul.smt.protocols import MakeProver

SHARE = 0.9  # of the time for the engine, so that the worker need not be killed


def path_program(trace: Trace, seconds: float) -> tuple[Term, ...] | GaveUp:
    """The assertions that a solution for the path program gives; not verified."""
    passed = places(trace)
    blocks = different_blocks(trace)
    if passed.count(passed[0]) > 1 or passed.count(passed[-1]) > 1:
        return GaveUp("a loop passes the start or the end")
    terms = [t for b in blocks for t in (*b.transition.guards, *b.transition.updates.values())]
    parts = subterms(*terms)
    if any(isinstance(part.sort, Float) or isinstance(part.payload, Function) for part in parts):
        return GaveUp("floats and functions are no matter for Horn clauses")
    if any(has_quantifier(term) for term in terms):
        return GaveUp("the path has quantifiers")
    question = _Question(blocks, passed)
    answer = in_worker(_answer, question.sent(seconds), seconds)
    if isinstance(answer, GaveUp):
        return answer
    labels = question.labels(unpack(answer))
    return (TRUE, *[labels[place] for place in passed[1:-1]], FALSE)


@value
class _Sent:
    """The question as it travels: the symbols, then for each rule its body and its values; for
    each rule the predicates at its ends; how many symbols and predicates there are; the limit."""

    terms: Packed
    ends: tuple[tuple[int | None, int | None], ...]
    sizes: tuple[int, int]
    seconds: float


class _Question:
    """The path program as predicates and rules, with names that are sure to come back."""

    def __init__(self, blocks: Sequence[Block], passed: Sequence[Hashable]) -> None:
        inner = dict.fromkeys(passed[1:-1])
        self._numbers = {place: number for number, place in enumerate(inner)}
        variables = relevant_variables(blocks)
        self._names = {v: symbol(f"v{i}", v.sort) for i, v in enumerate(variables)}
        self._rules = [self._rule(number, block) for number, block in enumerate(blocks)]

    def _rule(self, number: int, block: Block) -> tuple[int | None, Term, int | None, list[Term]]:
        transition = block.transition
        inputs = {s: symbol(f"i{number}.{k}", s.sort) for k, s in enumerate(transition.inputs)}
        renamed = Substitution({**self._names, **inputs})
        head = self._numbers.get(block.target)
        updates = transition.updates
        values = [] if head is None else [renamed(updates.get(v, v)) for v in self._names]
        body = renamed(and_(*transition.guards))
        return self._numbers.get(block.source), body, head, values

    def sent(self, seconds: float) -> _Sent:
        """What the worker gets."""
        terms = list(self._names.values())
        for _, body, _, values in self._rules:
            terms += [body, *values]
        ends = tuple([(premise, head) for premise, _, head, _ in self._rules])
        sizes = (len(self._names), len(self._numbers))
        return _Sent(pack(terms), ends, sizes, seconds * SHARE)

    def labels(self, covers: Sequence[Term]) -> dict[Hashable, Term]:
        """The label of each place."""
        back = Substitution({name: v for v, name in self._names.items()})
        return {place: back(covers[number]) for place, number in self._numbers.items()}


def _answer(sent: _Sent) -> Packed | GaveUp:
    """In the worker: ask Spacer."""
    terms = unpack(sent.terms)
    count, inner = sent.sizes
    symbols, at = terms[:count], count
    rules = []
    for premise, head in sent.ends:
        width = 0 if head is None else count
        rules.append(Rule(premise, terms[at], head, tuple(terms[at + 1 : at + 1 + width])))
        at += 1 + width
    return solved([symbols] * inner, rules, sent.seconds, native=True)


# ---- the refuter ----


def _source(
    trace: Trace, core: Core, provers: MakeProver, left: Deadline
) -> tuple[Term, ...] | GaveUp:
    return path_program(core(trace, provers, left), left())


def _made(setting: RefuterSetting) -> SourceRefuter:
    return SourceRefuter(HORN.name, _source, whole_trace, setting)


HORN = RefuterEntry(
    "horn:spacer",
    "invariants of the loops on a path, at once: for programs over integers",
    _made,
)
