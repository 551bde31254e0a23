"""START HERE: the whole pipeline in one function.

Comes in: C files, a property, a method, limits. Goes out: a verdict that was checked. A proof is
checked by a solver other than the one that searched, a counterexample is executed; what is not
confirmed is unknown, never TRUE or FALSE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.prune import prune
from maul.cfa.read import read_program
from maul.errors import LimitReached, SolverFailure, Unsupported
from maul.interpolate.catalogue import refuter
from maul.methods.catalogue import method
from maul.methods.setting import Setting
from maul.proofs.check_safe import check_unrolled
from maul.proofs.replay import confirms, replay
from maul.proofs.result import Result
from maul.proofs.verdict import Safe, Unknown, Unsafe, Verdict
from maul.smt.bitwuzla_backend import BitwuzlaProver

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.proofs.result import Task
    from maul.run import Run


def verify(wanted: Task, run: Run) -> Result:
    """C text in, checked verdict out."""
    model: Cfa | None = None
    try:
        model = read_program(wanted.files, wanted.model, wanted.property, wanted.includes)
        verdict = method(wanted.method).run(prune(model).cfa, Setting(refuter("auto")), run)
        verdict, checked, checker = _checked(model, verdict, run)
    except (Unsupported, LimitReached, SolverFailure) as stop:
        verdict, checked, checker = Unknown(str(stop)), "", ""
    if model is None:
        return Result(verdict)
    return Result(verdict, checked, checker, model.assumptions, model.missing)


def _checked(cfa: Cfa, verdict: Verdict, run: Run) -> tuple[Verdict, str, str]:
    """Only what is confirmed stays a verdict; what was checked, and by whom."""
    match verdict:
        case Safe(evidence=evidence):
            prover = BitwuzlaProver()
            check = check_unrolled(evidence, prover, run)
            if check.outcome == "confirmed":
                return verdict, f"{check.obligations} obligations", prover.name
            return Unknown(f"evidence {check.outcome}", check.reason), "", prover.name
        case Unsafe():
            execution = replay(cfa, verdict)
            if confirms(execution, verdict):
                return verdict, "replayed", "interpreter"
            outcome = type(execution.outcome).__name__
            return Unknown("evidence refuted", f"the inputs lead to {outcome}"), "", "interpreter"
    return verdict, "", ""
