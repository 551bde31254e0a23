"""From a claim to a judgement: evidence is confirmed, or there is no verdict.

Comes in: a program and what a method claims of it. Goes out: data. TRUE and FALSE need evidence
that was confirmed by code that knows nothing of the search; evidence that is refuted is a bug of
maul; a check without a result is no verdict either. ``maul.report.answer`` puts it in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.library import ARGUMENTS_OF_MAIN
from maul.cfa.model import MEMORY, calls, is_disturbed
from maul.cfa.transform.specification import ValidMemory
from maul.errors import LimitReached
from maul.events import Stage
from maul.node import node
from maul.proofs.verdict import Executed, Safe, Shaped, Unknown, Unrolled, Unsafe
from maul.result import COUNTEREXAMPLE, INCONCLUSIVE, CheckOutcome
from maul.smt.asked import NOBODY_ASKED, Answered

if TYPE_CHECKING:
    from collections.abc import Collection

    from maul.proofs.checked import Checked
    from maul.proofs.execution.harness import Compiled
    from maul.proofs.execution.replay import Followed
    from maul.proofs.subject import Subject
    from maul.proofs.verdict import Labelled, Proof, Verdict
    from maul.run import Run

INTERPRETER = "interpreter"
UNPROVABLE = "the only execution does not tell whether an object is lost"
ARGUMENTS = "arguments of main would have to be others than an execution gives"
UNCOMPARED = "an unrolling made by a function is not compared with the program: give labels"
DISTURBED = "an undefined function may have changed more than an execution can show"


@node
class ProofConfirmed:
    """A proof holds: how many obligations were discharged, or steps executed, and by whom."""

    evidence: Proof
    count: int
    checker: str


@node
class ViolationConfirmed:
    """A counterexample was followed to the error, and what became of it when compiled."""

    claim: Unsafe
    followed: Followed
    compiled: Compiled


@node
class EvidenceRefuted:
    """The evidence of a claim is wrong, which is a bug of maul. ``disputed``: the counterexample,
    when the interpreter confirms it and the compiled program does not."""

    why: str
    claim: Safe | Unsafe
    disputed: Unsafe | None = None


@node
class Undecided:
    """Nothing was shown, and why; ``disputed`` as in ``EvidenceRefuted``."""

    reason: str
    advice: tuple[str, ...] = ()
    disputed: Unsafe | None = None


Judgement: TypeAlias = ProofConfirmed | ViolationConfirmed | EvidenceRefuted | Undecided


def judge(program: Subject, claim: Verdict, run: Run, asked: Answered = NOBODY_ASKED) -> Judgement:
    """Check the evidence of a claim; proofs are checked by others than those who searched."""
    match claim:
        case Safe(evidence=Executed()) if _asks_about_leaks(program):
            return Undecided(UNPROVABLE)
        case Safe(evidence=evidence):
            if isinstance(evidence, Executed):
                return _judge_execution(program, evidence, run)
            return _judge_proof(program, evidence, run, asked)
        case Unsafe():
            return _judge_counterexample(program, claim, run)
        case Unknown(reason=reason, advice=advice):
            return Undecided(reason, (advice,) if advice else ())


def derived(judgement: Judgement) -> Judgement:
    """The judgement, unless it rests on an unrolling: nobody compares that one with the program, so
    it is believed when maul made it and not when somebody else did."""
    if isinstance(judgement, ProofConfirmed) and isinstance(judgement.evidence, Unrolled):
        return Undecided(INCONCLUSIVE, (UNCOMPARED,))
    return judgement


def independent(judgement: Judgement, searched: Collection[str]) -> Judgement:
    """The judgement, unless a solver that was asked in the search is among those that confirm it.
    ``judge`` knows what the methods of maul ask about what; of others nothing is known but whom
    they asked."""
    if not isinstance(judgement, ProofConfirmed):
        return judgement
    both = [name for name in judgement.checker.split(" and ") if name in searched]
    if not both:
        return judgement
    return Undecided(INCONCLUSIVE, (f"{both[0]} was asked in the search and for the check",))


def _asks_about_leaks(program: Subject) -> bool:
    """Whether the property asks for objects that are lost: the interpreter takes any number for a
    pointer that is the address of one, so that it may overlook them."""
    conditions = program.task.property.conditions
    return any(isinstance(each, ValidMemory) and each.question == "memtrack" for each in conditions)


# ---- proofs ----


def _judge_proof(
    program: Subject, evidence: Unrolled | Labelled | Shaped, run: Run, asked: Answered
) -> Judgement:
    """Have a proof checked."""
    run.emit(Stage("checking", "proof"))
    check = _checked(program, evidence, run, asked)
    match check.outcome:
        case CheckOutcome.CONFIRMED:
            return ProofConfirmed(evidence, check.obligations, check.checker)
        case CheckOutcome.REFUTED:
            return EvidenceRefuted(check.reason, Safe(evidence))
        case CheckOutcome.INCONCLUSIVE:
            return Undecided(INCONCLUSIVE, (check.reason,))


def _checked(
    program: Subject, evidence: Unrolled | Labelled | Shaped, run: Run, asked: Answered
) -> Checked:
    """What the checker for this kind of proof says."""
    if isinstance(evidence, Shaped):
        from maul.proofs.shapes import check_shapes  # noqa: PLC0415 - only for these

        return check_shapes(program.pruned, evidence, run, asked)
    from maul.proofs.labelling import check_safe  # noqa: PLC0415 - loads solvers

    return check_safe(program.pruned, evidence, run, asked)


def _judge_execution(program: Subject, evidence: Executed, run: Run) -> Judgement:
    """Execute a program that has one execution once more."""
    from maul.proofs.execution.only import only_execution, shows_safe  # noqa: PLC0415 - only for these

    run.emit(Stage("checking", "execution"))
    try:
        execution = only_execution(program.pruned, run)
    except LimitReached as limit:
        return Undecided(INCONCLUSIVE, (str(limit),))
    if not shows_safe(execution):
        outcome = type(execution.outcome).__name__
        return EvidenceRefuted(f"the execution leads to {outcome}", Safe(evidence))
    return ProofConfirmed(evidence, execution.steps, INTERPRETER)


# ---- counterexamples ----


def _judge_counterexample(program: Subject, claim: Unsafe, run: Run) -> Judgement:
    """Have a counterexample replayed, then compiled and executed."""
    from maul.proofs.execution.harness import (  # noqa: PLC0415 - for counterexamples
        execute,
        foresee,
        may_overlook,
    )
    from maul.proofs.execution.replay import confirms, follow, replay  # noqa: PLC0415 - likewise

    run.emit(Stage("checking", COUNTEREXAMPLE))
    execution = replay(program.whole, claim)
    if not confirms(execution, claim):
        doubt = _doubt(program, follow(program.whole, claim, execution.steps))
        if doubt is not None:
            return Undecided(INCONCLUSIVE, (doubt,))
        outcome = type(execution.outcome).__name__
        return EvidenceRefuted(f"the inputs lead to {outcome}", claim)
    followed = follow(program.whole, claim, execution.steps)
    foreseen = foresee(followed)
    if confirms(foreseen.execution, claim):
        claim = foreseen.claim  # of this one nothing is left open
        followed = follow(program.whole, claim, foreseen.execution.steps)
    compiled = execute(program.task, followed, run, foreseen.execution)
    objection = _objection(compiled, claim)
    if objection is None:
        return ViolationConfirmed(claim, followed, compiled)
    if compiled.outcome == "refuted" and not may_overlook(claim.violated):
        return EvidenceRefuted(objection, claim, disputed=claim)
    advice = "a counterexample was replayed, but not confirmed by the compiled program"
    return Undecided(INCONCLUSIVE, (f"{advice}: {objection}",), disputed=claim)


def _doubt(program: Subject, followed: Followed) -> str | None:
    """Why a counterexample that ends otherwise is not refuted by that; None when it is."""
    from maul.cfa.analyses.placement import dependent_on_placement  # noqa: PLC0415 - rarely needed

    doubt = dependent_on_placement(program.whole).doubt  # objects lie elsewhere in the search
    doubt = doubt or _coarseness(followed)
    if doubt is None:
        doubt = _forgetfulness(program)
    if doubt is None and is_disturbed(program.whole):
        return DISTURBED
    if doubt is None and calls(program.whole, ARGUMENTS_OF_MAIN):
        return ARGUMENTS
    return doubt


def _forgetfulness(program: Subject) -> str | None:
    """What formulas do not remember of large objects; None when there is nothing."""
    from maul.encode.wholes import forgets  # noqa: PLC0415 - for counterexamples that are none

    span = forgets(program.pruned)
    return None if span is None else f"formulas forget what is near a large object ({span})"


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
    if compiled.outcome == "explained" and claim.violated.startswith(MEMORY):
        return f"AddressSanitizer does not confirm it: {compiled.reason}"
    return None
