"""Perfect sequences: assertions that prove not only a trace but its path program.

The path program of a trace consists of the blocks that occur in it, between the places that it
passes [Dietsch17, 7.1]: where the trace passes a place twice there is a loop, and the assertions
are perfect when they provide an invariant for it. Two ways are tried: each place is labelled with
the disjunction of its assertions; or with those of their conjuncts that are inductive together,
which is the largest such set, found by leaving out what is not (Houdini). The second labelling is
a sequence for the trace itself, often a better one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.protocol import holds
from maul.logic.build import FALSE, TRUE, Term, and_, not_, or_
from maul.logic.evaluate import Undetermined, evaluate
from maul.logic.free import free_symbols
from maul.logic.walk import conjuncts
from maul.smt.protocols import Sat, Unsat

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from maul.logic.trace import Block, Trace
    from maul.logic.transition import Transition
    from maul.smt.protocols import Answer, Prover


def has_loops(trace: Trace) -> bool:
    """Whether the trace passes a place twice."""
    return len(set(places(trace))) < len(trace) + 1


def is_perfect(
    trace: Trace, assertions: tuple[Term, ...], prover: Prover, left: Callable[[], float]
) -> bool:
    """Whether the disjunctions of the assertions at each place prove the path program."""
    if not has_loops(trace):
        return True
    labels: dict[Hashable, Term] = {}
    for place, assertion in zip(places(trace), assertions, strict=True):
        labels[place] = or_(labels.get(place, FALSE), assertion)
    return labels[trace.blocks[-1].target] is FALSE and all(
        left() > 0 and holds(prover, labels[b.source], b.transition, labels[b.target], left())
        for b in different_blocks(trace)
    )


def path_invariants(
    trace: Trace,
    assertions: tuple[Term, ...],
    prover: Prover,
    left: Callable[[], float],
    guesses: Mapping[Hashable, Sequence[Term]] | None = None,
) -> tuple[Term, ...] | None:
    """The sequence in which every place has one label, made of conjuncts of its assertions and of
    guesses, that proves the path program; None when there is none or time is over."""
    passed = places(trace)
    candidates: dict[Hashable, dict[Term, None]] = {}
    for place, assertion in zip(passed, assertions, strict=True):
        candidates.setdefault(place, {}).update(dict.fromkeys(conjuncts(assertion)))
    for place, guessed in (guesses or {}).items():
        candidates.get(place, {}).update(dict.fromkeys(guessed))
    candidates[passed[0]] = {}
    blocks = different_blocks(trace)
    waiting = dict.fromkeys(blocks)
    while waiting:
        block, _ = waiting.popitem()
        before = and_(*candidates[block.source])
        dropped = _not_inductive(before, block, candidates[block.target], prover, left)
        for after in dropped:
            del candidates[block.target][after]
        if dropped:
            waiting.update(dict.fromkeys(b for b in blocks if b.source == block.target))
    labels = {place: and_(*kept) for place, kept in candidates.items()}
    if labels[passed[-1]] is not FALSE or left() <= 0:
        return None
    return tuple(labels[place] for place in passed)


def _not_inductive(
    before: Term,
    block: Block,
    candidates: Iterable[Term],
    prover: Prover,
    left: Callable[[], float],
) -> list[Term]:
    """The candidates that are not shown to hold after a block. All are asked about at once; a
    model in which some do not hold tells which."""
    transition = block.transition
    later = {after: transition.before(after) for after in candidates}
    dropped: list[Term] = []
    prover.push()
    prover.assert_(and_(before, *transition.guards))
    while (wrong := not_(and_(*later.values()))) is not FALSE:
        answer = prover.check((wrong,), seconds=max(left(), 0.0))
        if isinstance(answer, Unsat):
            break
        refuted = [x for x, term in later.items() if _is_false(answer, term)] or [*later]
        if len(refuted) == len(later) > 1:
            refuted = [x for x, term in later.items() if not _shown(prover, term, left)]
        for after in refuted:
            del later[after]
        dropped += refuted
    prover.pop()
    return dropped


def _is_false(answer: Answer, term: Term) -> bool:
    """Whether a term is false in the model of an answer."""
    if not isinstance(answer, Sat):
        return False
    try:
        return evaluate(term, {s: answer.model.value(s) for s in free_symbols(term)}) is False
    except Undetermined:
        return False


def _shown(prover: Prover, term: Term, left: Callable[[], float]) -> bool:
    return left() > 0 and isinstance(prover.check((not_(term),), seconds=left()), Unsat)


def places(trace: Trace) -> tuple[Hashable, ...]:
    """The places at the positions of a trace."""
    return (trace.blocks[0].source, *(block.target for block in trace.blocks))


def different_blocks(trace: Trace) -> tuple[Block, ...]:
    """The blocks of the path program: each once."""
    found: dict[tuple[Hashable, Transition, Hashable], Block] = {}
    for block in trace.blocks:
        found.setdefault((block.source, block.transition, block.target), block)
    return tuple(found.values())


def conjoined(one: tuple[Term, ...], other: tuple[Term, ...]) -> tuple[Term, ...]:
    """Two sequences for one trace as one: the conjunctions are inductive, too."""
    ends = len(one) - 1
    both = [and_(a, b) for a, b in zip(one, other, strict=True)]
    both[0], both[ends] = TRUE, FALSE
    return tuple(both)
