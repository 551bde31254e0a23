"""START HERE: the whole pipeline in one function.

Comes in: what the user asks for, and limits. Goes out: a verdict that was checked. A proof is
checked by a solver other than the one that searched, a counterexample is executed; what is not
confirmed is unknown, never TRUE or FALSE. ``maul.api`` runs this in a process that can be killed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from maul.c.ctype import ILP32, LP64
from maul.c.preprocess import read_sources
from maul.cfa.read import read_program
from maul.cfa.transform.prune import may_reach_error, prune
from maul.cfa.transform.specification import nothing_to_check, read_property
from maul.errors import BadInput, LimitReached, SolverFailure, Unsupported
from maul.events import Stage
from maul.evidence import Subject, confirmed, unknown
from maul.methods.catalogue import AUTO, method
from maul.methods.setting import Setting, suited
from maul.node import node
from maul.result import Configuration, Result, Task, changed
from maul.smt.asked import Answered, Hearing
from maul.smt.catalogue import arithmetic_for
from maul.smt.observed import observed_by
from maul.system.child import TIME

if TYPE_CHECKING:
    from maul.interpolate.protocol import Refutation, Refuter
    from maul.logic.trace import Trace
    from maul.methods.catalogue import MethodEntry
    from maul.result import Request
    from maul.run import Run
    from maul.smt.protocols import MakeProver

DEFAULT = "auto"  # refuter
SUITED = "z3"  # the solver of the methods that let the terms decide who is asked
SEARCHING = 0.85  # of the time; the rest is for the check of what is found


def verify(request: Request, run: Run) -> Result:
    """C text in, checked verdict out."""
    configuration = _configuration(request)
    try:
        program = _read(request, run)
    except Unsupported as construct:
        name = read_property(request.property).name
        return Result("UNKNOWN", name, reason=str(construct))
    result = _answer(program, configuration, run)
    if result.verdict == "TRUE" and not may_reach_error(program.pruned):
        return changed(result, vacuous=nothing_to_check(program.task.property))
    return result


def _answer(program: Subject, configuration: Configuration, run: Run) -> Result:
    """What one method, or several, find out about the program."""
    request = program.request
    if request.method != AUTO:
        return _attempt(program, configuration, run.part(SEARCHING), run)
    from maul.methods.portfolio import auto  # noqa: PLC0415 - only when it is needed

    def attempt(slice_: Configuration, search: Run, check: Run) -> Result:
        chosen = Configuration(
            slice_.method,
            configuration.refuter,
            method(slice_.method).solver,
            request.blocks or slice_.blocks,
            slice_.arith if request.arith == "auto" else request.arith,
        )
        return _attempt(program, chosen, search, check)

    return auto(program.pruned, attempt, request.megabytes, run)


def _configuration(request: Request) -> Configuration:
    """How to search; ``BadInput`` for what there is not."""
    name = request.refuter or DEFAULT
    if name != DEFAULT:
        _refuter(name, suited)  # to be refused before the work begins
    arith = arithmetic_for(request.solver) if request.arith == "auto" else request.arith
    if request.method == AUTO:
        if request.solver is not None:
            raise BadInput("--solver: auto chooses methods, and each has its own solver")
        return Configuration(AUTO, name, arith=arith)
    entry = method(request.method)
    solver = _solver(request.solver, entry)
    return Configuration(entry.name, name, solver, request.blocks or entry.blocks, arith)


def _solver(wanted: str | None, entry: MethodEntry) -> str:
    """The solver that searches: that of the method, unless it asks through ``prover_for``."""
    if wanted in (None, entry.solver):
        return entry.solver
    if not entry.takes_refuter:
        raise BadInput(f"--solver: {entry.name} searches with {entry.solver}, with nothing else")
    from maul.smt.catalogue import searcher  # noqa: PLC0415 - brings solvers

    searcher(wanted).close()  # to be refused before the work begins
    return wanted


def _read(request: Request, run: Run) -> Subject:
    """The program model of the files, with the errors of the property."""
    run.emit(Stage("reading"))
    model = ILP32 if request.data_model == "ILP32" else LP64
    wanted = read_property(request.property)
    sources = read_sources(request.files, model, request.includes, request.execute)
    task = Task(request.files, wanted, model, request.includes, request.execute, sources)
    undefined = request.undefined or wanted.undefined
    volatile = request.volatile or wanted.volatile
    whole = read_program(sources, model, wanted, request.includes, undefined, volatile)
    if request.malloc == "may-fail":
        from maul.cfa.transform.may_fail import may_fail  # noqa: PLC0415 - rarely needed

        whole = may_fail(whole)
    return Subject(task, whole, prune(whole).cfa, request)


def _attempt(program: Subject, chosen: Configuration, search: Run, run: Run) -> Result:
    """Search within one limit, and check what is found within the other."""
    run.emit(Stage("searching", chosen.method))
    wanted = program.request.solver
    provers = _provers(wanted)
    setting = Setting(LateRefuter(chosen.refuter, provers), chosen.blocks, chosen.arith, provers)
    hearing = Hearing(wanted, run.emit)
    with observed_by(hearing.hear):
        try:
            verdict = method(chosen.method).load()(program.pruned, setting, search)
        except (Unsupported, LimitReached, SolverFailure) as stop:
            return unknown(program, TIME if search.left() == 0 else str(stop))
    with observed_by(run.emit):
        asked = hearing.asked()
        return confirmed(program, verdict, _as_it_was(chosen, asked), run, asked)


def _provers(wanted: str | None) -> MakeProver:
    """How the search makes provers."""
    if wanted is None:
        return suited
    from maul.smt.choose import preferring  # noqa: PLC0415 - brings solvers

    return preferring(wanted)


def _as_it_was(chosen: Configuration, asked: Answered) -> Configuration:
    """How the search was done."""
    if not method(chosen.method).takes_refuter:
        return chosen
    solver = asked.names(SUITED)
    return Configuration(chosen.method, chosen.refuter, solver, chosen.blocks, chosen.arith)


@node
class LateRefuter:
    """A refuter that is loaded when it is first asked: not every method needs one."""

    name: str
    provers: MakeProver

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """Explain why a trace cannot be executed."""
        return _refuter(self.name, self.provers)(trace, seconds)


@cache
def _refuter(name: str, provers: MakeProver) -> Refuter:
    from maul.interpolate.catalogue import refuter  # noqa: PLC0415 - brings solvers

    return refuter(name, provers)
