"""A judgement put in words: what was checked, the invariants and counterexamples for people.

Comes in: a program, what its evidence was judged to be, and how it was found. Goes out: a result,
which holds on to neither program nor formulas.
"""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

from maul.node import replace
from maul.proofs.judge import (
    INTERPRETER,
    EvidenceRefuted,
    ProofConfirmed,
    Undecided,
    ViolationConfirmed,
)
from maul.proofs.verdict import Executed, Labelled, Shaped, Unrolled
from maul.result import REFUTED, Assumed, Conclusion, Counterexample, Evidence, Invariant, Result

if TYPE_CHECKING:
    from maul.cfa.calls import Point
    from maul.proofs.execution.harness import Compiled
    from maul.proofs.judge import Judgement
    from maul.proofs.subject import Subject
    from maul.proofs.verdict import Proof, Unsafe
    from maul.result import Configuration

_KINDS: dict[type, str] = {Labelled: "labelling", Shaped: "shapes", Unrolled: "unrolling"}
MOST_INVARIANTS = 200  # are told


def answer(
    program: Subject, judgement: Judgement, chosen: Configuration, *, with_harness: bool = False
) -> Result:
    """The result; only what is confirmed becomes TRUE or FALSE."""
    result = Result(
        Conclusion.UNKNOWN,
        program.task.property.name,
        assumptions=tuple(
            Assumed(each.text, str(each.span), each.is_pure) for each in program.whole.assumptions
        ),
        missing=program.whole.missing,
    )
    match judgement:
        case ProofConfirmed(evidence=evidence):
            return replace(
                result,
                verdict=Conclusion.TRUE,
                evidence=_proof(judgement),
                invariants=_invariants(evidence),
                decided_by=chosen,
            )
        case ViolationConfirmed(claim=claim, compiled=compiled):
            return replace(
                result,
                verdict=Conclusion.FALSE,
                violated=claim.violated,
                evidence=Evidence("inputs", *_how_checked(compiled)),
                counterexample=_counterexample(program, judgement, with_harness=with_harness),
                violation=judgement.followed.execution.violation,
                decided_by=chosen,
            )
        case EvidenceRefuted(why=why, claim=claim, disputed=disputed):
            from maul.report.refuted import document  # noqa: PLC0415 - rarely needed

            return replace(
                result,
                reason=REFUTED,
                advice=(why,),
                disputed=_fingerprint(disputed),
                refuted_evidence={"refuted_because": why, "evidence": document(claim)},
            )
        case Undecided(reason=reason, advice=advice, disputed=disputed):
            return replace(result, reason=reason, advice=advice, disputed=_fingerprint(disputed))


# ---- proofs ----


def _proof(judgement: ProofConfirmed) -> Evidence:
    """What was checked of a proof."""
    count = judgement.count
    if isinstance(judgement.evidence, Executed):
        return Evidence("execution", f"the only execution, {count} steps", judgement.checker)
    kind = _KINDS[type(judgement.evidence)]
    obligations = "1 obligation" if count == 1 else f"{count} obligations"
    return Evidence(kind, obligations, judgement.checker)


def _invariants(evidence: Proof) -> tuple[Invariant, ...]:
    """What the proof says of each place, for people."""
    match evidence:
        case Labelled():
            return _labels(evidence)
        case Shaped():
            return _graphs(evidence)
    return ()


def _graphs(evidence: Shaped) -> tuple[Invariant, ...]:
    """The memory graphs at the heads of loops."""
    from maul.cfa.order import loop_heads  # noqa: PLC0415 - only when there are some
    from maul.shapes.text import told  # noqa: PLC0415 - likewise

    each = (
        (point, graph)
        for point, graphs in evidence.graphs.items()
        if point.location in loop_heads(point.stack.automaton)
        for graph in graphs
    )
    shown = islice(each, MOST_INVARIANTS)
    found = [Invariant(_place(at), _in_one_line(told(graph))) for at, graph in shown]
    return tuple(dict.fromkeys(found))


def _in_one_line(text: str) -> str:
    """What stands in several lines, in one."""
    return "; ".join(line.strip() for line in text.splitlines() if line.strip())


def _place(point: Point) -> str:
    """Where a point is, for people."""
    leaving = point.location.leaving
    return str(leaving[0].span) if leaving else str(point.location)


def _labels(evidence: Labelled) -> tuple[Invariant, ...]:
    """The labels."""
    from maul.report.path import Names  # noqa: PLC0415 - only when there are some

    layout = evidence.layout
    names = Names(evidence.points.cfa, layout.names())
    hidden = [layout.heap] if layout.sizes is None else [layout.heap, layout.sizes]
    hidden += () if layout.validity is None else layout.validity.symbols
    found = []
    for point, label in islice(evidence.labels.items(), MOST_INVARIANTS):
        found.append(Invariant(_place(point), names.label(label, hidden)))
    return tuple(dict.fromkeys(found))


# ---- counterexamples ----


def _counterexample(
    program: Subject, judgement: ViolationConfirmed, *, with_harness: bool
) -> Counterexample:
    """A counterexample as lines and as data."""
    from maul.proofs.execution.harness import harness_text  # noqa: PLC0415 - for counterexamples
    from maul.report.counterexample import as_data, lines  # noqa: PLC0415 - likewise

    task, followed = program.task, judgement.followed
    folders = [*map(os.path.dirname, map(os.path.abspath, task.files)), *task.includes]
    return Counterexample(
        tuple(map(str, judgement.claim.inputs)),
        tuple(lines(followed, folders)),
        as_data(followed, folders),
        _fingerprint(judgement.claim),
        judgement.compiled.outcome == "executed",
        harness_text(task, followed) if with_harness else "",
    )


def _how_checked(compiled: Compiled) -> tuple[str, str]:
    """What was done with a counterexample, and by whom."""
    match compiled.outcome:
        case "executed":
            told = f"replayed; compiled and executed {compiled.reason}".rstrip()
            return told, f"{INTERPRETER} and C compiler"
        case "explained":
            why = f"the compiled program ends otherwise: {compiled.reason}"
            return f"replayed; {why}", INTERPRETER
    return f"replayed; not executed: {compiled.reason}", INTERPRETER


def _fingerprint(claim: Unsafe | None) -> str:
    """What a counterexample claims, in a few characters: the same for the same values."""
    if claim is None:
        return ""
    import hashlib  # noqa: PLC0415 - only for counterexamples

    text = repr((claim.violated, claim.inputs, claim.choices, claim.contents, claim.unknown))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
