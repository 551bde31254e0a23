"""From a claim to a checked verdict: evidence is confirmed, or there is no verdict.

Comes in: a program and what a method claims of it. Goes out: a result. TRUE and FALSE need evidence
that was confirmed by code that knows nothing of the search; evidence that is refuted is a bug of
maul and saved for a report; a check without a result is no verdict either.
"""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

from maul.cfa.library import ARGUMENTS_OF_MAIN
from maul.cfa.model import calls, is_disturbed
from maul.cfa.transform.specification import ValidMemory
from maul.errors import LimitReached
from maul.events import Stage
from maul.node import node
from maul.proofs.verdict import Executed, Labelled, Safe, Unknown, Unrolled, Unsafe
from maul.result import (
    COUNTEREXAMPLE,
    INCONCLUSIVE,
    REFUTED,
    Assumed,
    Configuration,
    Counterexample,
    Evidence,
    Invariant,
    Result,
    changed,
)
from maul.smt.asked import NOBODY_ASKED, Answered
from maul.system.folders import save

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.cfa.model import Cfa
    from maul.proofs.execution.harness import Compiled
    from maul.proofs.execution.replay import Followed
    from maul.proofs.verdict import Verdict
    from maul.result import Request, Task
    from maul.run import Run

MOST_INVARIANTS = 200  # are told
INTERPRETER = "interpreter"
UNPROVABLE = "memory safety cannot be proved yet"
MEMORY = "valid-"  # how the names of the properties of memory safety begin
ARGUMENTS = "arguments of main would have to be others than an execution gives"
DISTURBED = "an undefined function may have changed more than an execution can show"


@node
class Subject:
    """What is verified: the program as it is, the part of it that methods see, and the request
    that it comes from."""

    task: Task
    whole: Cfa
    pruned: Cfa
    request: Request


def unknown(program: Subject, reason: str, advice: Sequence[str] = ()) -> Result:
    """No verdict."""
    return Result(
        "UNKNOWN",
        program.task.property.name,
        reason=reason,
        advice=tuple(advice),
        assumptions=_assumed(program),
        missing=program.whole.missing,
    )


def confirmed(
    program: Subject,
    verdict: Verdict,
    chosen: Configuration,
    run: Run,
    asked: Answered = NOBODY_ASKED,
) -> Result:
    """Only what is confirmed becomes TRUE or FALSE; proofs by others than those who searched."""
    match verdict:
        case Safe() if _asks_about_memory(program):
            return unknown(program, UNPROVABLE)
        case Safe(evidence=evidence):
            if isinstance(evidence, Executed):
                return _execution(program, chosen, run)
            return _proof(program, evidence, chosen, run, asked)
        case Unsafe():
            return _counterexample(program, verdict, chosen, run)
        case Unknown(reason=reason, advice=advice):
            return unknown(program, reason, (advice,) if advice else ())


def _asks_about_memory(program: Subject) -> bool:
    """Whether the property is about memory: what ends when, no formula says yet, and the only
    execution of a program was executed by an interpreter that does not know it either."""
    return any(isinstance(each, ValidMemory) for each in program.task.property.conditions)


def _assumed(program: Subject) -> tuple[Assumed, ...]:
    return tuple(
        Assumed(each.text, str(each.span), each.is_pure) for each in program.whole.assumptions
    )


# ---- proofs ----


def _proof(
    program: Subject,
    evidence: Unrolled | Labelled,
    chosen: Configuration,
    run: Run,
    asked: Answered,
) -> Result:
    """Have a proof checked."""
    from maul.proofs.labelling import check_safe  # noqa: PLC0415 - loads solvers

    run.emit(Stage("checking", "proof"))
    check = check_safe(program.pruned, evidence, run, asked)
    if check.outcome == "inconclusive":
        return unknown(program, INCONCLUSIVE, (check.reason,))
    if check.outcome == "refuted":
        return _refuted(program, check.reason, _proof_document(evidence))
    kind = "labelling" if isinstance(evidence, Labelled) else "unrolling"
    return Result(
        "TRUE",
        program.task.property.name,
        evidence=Evidence(kind, _counted(check.obligations), check.checker),
        assumptions=_assumed(program),
        missing=program.whole.missing,
        invariants=_invariants(evidence) if isinstance(evidence, Labelled) else (),
        decided_by=chosen,
    )


def _counted(obligations: int) -> str:
    return "1 obligation" if obligations == 1 else f"{obligations} obligations"


def _execution(program: Subject, chosen: Configuration, run: Run) -> Result:
    """Execute a program that has one execution once more."""
    from maul.proofs.execution.only import only_execution, shows_safe  # noqa: PLC0415 - only for these

    run.emit(Stage("checking", "execution"))
    try:
        execution = only_execution(program.pruned, run)
    except LimitReached as limit:
        return unknown(program, INCONCLUSIVE, (str(limit),))
    if not shows_safe(execution):
        outcome = type(execution.outcome).__name__
        return _refuted(program, f"the execution leads to {outcome}", {"kind": "execution"})
    return Result(
        "TRUE",
        program.task.property.name,
        evidence=Evidence("execution", f"the only execution, {execution.steps} steps", INTERPRETER),
        assumptions=_assumed(program),
        missing=program.whole.missing,
        decided_by=chosen,
    )


def _invariants(evidence: Labelled) -> tuple[Invariant, ...]:
    """The labels, for people."""
    from maul.report.path import Names  # noqa: PLC0415 - only when there are some

    layout = evidence.layout
    names = Names(evidence.points.cfa, layout.names())
    hidden = [layout.heap] if layout.sizes is None else [layout.heap, layout.sizes]
    found = []
    for point, label in islice(evidence.labels.items(), MOST_INVARIANTS):
        leaving = point.location.leaving
        place = str(leaving[0].span) if leaving else str(point.location)
        found.append(Invariant(place, names.label(label, hidden)))
    return tuple(dict.fromkeys(found))


def _proof_document(evidence: Unrolled | Labelled) -> object:
    """A proof as data."""
    if isinstance(evidence, Labelled):
        from maul.proofs.labelling import Untranslated, written  # noqa: PLC0415 - rarely needed

        try:
            return written(evidence)
        except Untranslated as why:
            return {"kind": "labelling", "untranslated": str(why)}
    from maul.logic.smtlib import term_text  # noqa: PLC0415 - rarely needed

    return {
        "kind": "unrolling",
        "definitions": [term_text(term) for term in evidence.definitions],
        "claims": [term_text(term) for term in evidence.claims],
    }


# ---- counterexamples ----


def _counterexample(program: Subject, claim: Unsafe, chosen: Configuration, run: Run) -> Result:
    """Have a counterexample replayed, then compiled and executed."""
    from maul.cfa.analyses.placement import dependent_on_placement  # noqa: PLC0415 - for counterexamples
    from maul.proofs.execution.harness import execute, foresee  # noqa: PLC0415 - likewise
    from maul.proofs.execution.replay import confirms, follow, replay  # noqa: PLC0415 - likewise

    run.emit(Stage("checking", COUNTEREXAMPLE))
    execution = replay(program.whole, claim)
    if not confirms(execution, claim):
        doubt = dependent_on_placement(program.whole).doubt  # objects lie elsewhere in the search
        doubt = doubt or _coarseness(follow(program.whole, claim, execution.steps))
        if doubt is not None:
            return unknown(program, INCONCLUSIVE, (doubt,))
        outcome = type(execution.outcome).__name__
        for is_open, reason in (
            (is_disturbed(program.whole), DISTURBED),
            (calls(program.whole, ARGUMENTS_OF_MAIN), ARGUMENTS),
        ):
            if is_open:
                return unknown(program, INCONCLUSIVE, (reason,))
        return _refuted(program, f"the inputs lead to {outcome}", _claim_document(claim))
    followed = follow(program.whole, claim, execution.steps)
    foreseen = foresee(followed)
    if confirms(foreseen.execution, claim):
        claim = foreseen.claim  # of this one nothing is left open
        followed = follow(program.whole, claim, foreseen.execution.steps)
    compiled = execute(program.task, followed, run, foreseen.execution)
    if (why := _objection(compiled, claim)) is not None:
        return _disputed(program, compiled, why, claim)
    return _violation(program, followed, claim, compiled, chosen)


def _coarseness(followed: Followed) -> str | None:
    """What an execution does that formulas know less of; None when there is nothing."""
    from maul.cfa.model import Call  # noqa: PLC0415 - for counterexamples that are none
    from maul.encode.library.functions import COARSE  # noqa: PLC0415 - likewise

    for taken in followed.steps:
        operation = taken.edge.operation
        if isinstance(operation, Call) and operation.function in COARSE:
            name, span = operation.function, taken.edge.span
            return f"what {name} returns and writes is arbitrary in formulas ({span})"
    return None


def _objection(compiled: Compiled, claim: Unsafe) -> str | None:
    """Why a counterexample that was replayed does not become a verdict; None when it does."""
    if compiled.outcome in ("unfinished", "doubtful", "refuted"):
        return compiled.reason
    if compiled.outcome != "executed" and claim.violated.startswith(MEMORY):
        return f"AddressSanitizer does not confirm it: {compiled.reason}"
    return None


def _disputed(program: Subject, compiled: Compiled, why: str, claim: Unsafe) -> Result:
    """No verdict: the interpreter confirms a counterexample, the compiled program does not."""
    # What AddressSanitizer does not see may be there nevertheless.
    if compiled.outcome == "refuted" and not claim.violated.startswith(MEMORY):
        result = _refuted(program, why, _claim_document(claim))
    else:
        advice = "a counterexample was replayed, but not confirmed by the compiled program"
        result = unknown(program, INCONCLUSIVE, (f"{advice}: {why}",))
    return changed(result, disputed=_fingerprint(claim))


def _violation(
    program: Subject, followed: Followed, claim: Unsafe, compiled: Compiled, chosen: Configuration
) -> Result:
    """The verdict FALSE."""
    from maul.report.counterexample import as_data, lines  # noqa: PLC0415 - for counterexamples

    task = program.task
    folders = [*map(os.path.dirname, map(os.path.abspath, task.files)), *task.includes]
    return Result(
        "FALSE",
        program.task.property.name,
        claim.violated,
        evidence=Evidence("inputs", *_how_checked(compiled)),
        assumptions=_assumed(program),
        missing=program.whole.missing,
        counterexample=Counterexample(
            tuple(map(str, claim.inputs)),
            tuple(lines(followed, folders)),
            as_data(followed, folders),
            _fingerprint(claim),
            compiled.outcome == "executed",
            _harness(program, followed),
        ),
        decided_by=chosen,
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


def _fingerprint(claim: Unsafe) -> str:
    """What a counterexample claims, in a few characters: the same for the same values."""
    import hashlib  # noqa: PLC0415 - only for counterexamples

    text = repr((claim.violated, claim.inputs, claim.choices, claim.contents, claim.unknown))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _harness(program: Subject, followed: Followed) -> str:
    """The text of the harness, if the user wants it."""
    from maul.proofs.execution.harness import harness_text  # noqa: PLC0415 - only for counterexamples

    return harness_text(program.task, followed) if program.request.harness else ""


def _claim_document(claim: Unsafe) -> object:
    """A counterexample as data."""
    return {
        "kind": "inputs",
        "violated": claim.violated,
        "inputs": [str(each) for each in claim.inputs],
        "choices": [each.hex() if isinstance(each, bytes) else str(each) for each in claim.choices],
        "contents": [each.hex() for each in claim.contents],
        "unknown": [[address, data.hex()] for address, data in claim.unknown or ()],
    }


# ---- evidence that is wrong ----


def _refuted(program: Subject, why: str, document: object) -> Result:
    """Save evidence that turned out to be wrong: it is a bug of maul."""
    import json  # noqa: PLC0415 - rarely needed

    name = os.path.basename(program.task.files[0]).rpartition(".")[0] or "program"
    text = json.dumps({"refuted_because": why, "evidence": document}, indent=1) + "\n"
    saved = _written(f"maul-evidence-{name}.json", text, "the evidence, for a bug report,")
    return unknown(program, REFUTED, (why, *saved))


def _written(path: str, text: str, what: str) -> tuple[str, ...]:
    """Write a file; what there is to tell about it."""
    try:
        save(path, text)
    except OSError as problem:
        return (f"{what} could not be written to {path}: {problem.strerror}",)
    return (f"{what} is in {path}",)
