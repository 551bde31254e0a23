"""START HERE: the whole pipeline in one function.

Comes in: what the user asks for, limits, and how a plan is carried out. Goes out: a verdict that
was checked, for each property. A proof is checked by a solver other than the one that searched, a
counterexample is executed; what is not confirmed is unknown, never TRUE or FALSE. ``maul.api`` runs
this in a process that can be killed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, TypeAlias

from maul.c.ctype import ILP32, LP64
from maul.c.preprocess import read_sources
from maul.cfa.read import ProgramReader
from maul.cfa.snapshot import Snapshot
from maul.cfa.transform.prune import may_reach_error, prune
from maul.cfa.transform.specification import nothing_to_check, read_properties
from maul.choices import REFUTER, Arith, of, refuse_others
from maul.errors import BadInput, LimitReached, SolverFailure, Unsupported
from maul.events import Pruned, Stage
from maul.methods.catalogue import AUTO, method
from maul.methods.portfolio import SearchPlan, Try, believed, plans, summary
from maul.methods.setting import PRUNING, MethodEntry, Setting, suited
from maul.node import node, replace
from maul.proofs.judge import derived, independent, judge
from maul.proofs.subject import Subject, Task
from maul.proofs.verdict import Safe, Unknown, Unsafe
from maul.report.answer import answer
from maul.request import chosen_name
from maul.result import Conclusion, Configuration, Result, together
from maul.smt.asked import Hearing
from maul.smt.catalogue import arithmetic_for
from maul.smt.observed import observed_by
from maul.system.child import TIME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maul.cfa.transform.specification import Property
    from maul.choices import Chosen
    from maul.interpolate.protocol import Refutation, Refuter
    from maul.isolate import Isolate
    from maul.logic.trace import Trace
    from maul.methods.setting import Refute
    from maul.proofs.verdict import Verdict
    from maul.request import Request
    from maul.run import Run
    from maul.smt.protocols import MakeProver

Read: TypeAlias = Callable[["Property"], Subject]
DEFAULT = "auto"  # refuter
CHANGED = "a function has changed the program that it was to look at"
SUITED = "z3"  # the solver of the methods that let the terms decide who is asked


def verify(request: Request, run: Run, isolate: Isolate) -> Result:
    """The pipeline: C text in, checked verdicts out; ``isolate`` carries out each plan. Each
    property gets an equal share of the time that those before it have left."""
    _refuse_what_there_is_not(request)
    run.emit(Stage("reading"))
    wanted, read = read_properties(request.property), _reader(request)
    results: list[Result] = []
    for place, each in enumerate(wanted):
        if len(wanted) > 1:
            run.emit(Stage("property", each.name))
        try:
            program = read(each)
        except Unsupported as construct:
            results.append(Result(Conclusion.UNKNOWN, each.name, reason=str(construct)))
        else:
            share = run.part(1 / (len(wanted) - place))
            results.append(_decide(request, program, share, isolate))
    return together(results)


def _decide(request: Request, program: Subject, run: Run, isolate: Isolate) -> Result:
    """The verdict about one property: plans are tried until one gives it."""
    prop = program.task.property
    tries: list[Try] = []
    for plan in _plans(request, program, run):
        entry = _entry(request, plan.configuration.method)  # loaded here once, not in each process
        work = partial(_search_and_confirm, request, program, plan, entry)
        result = isolate(plan, work, run)
        tries.append(Try(plan, believed(result, tries)))
        if tries[-1].result.verdict is not Conclusion.UNKNOWN:
            break
    result = summary(tries, run) if request.method == AUTO else tries[-1].result
    if result.verdict is Conclusion.TRUE and not may_reach_error(program.pruned):
        return replace(result, vacuous=nothing_to_check(prop))
    return replace(result, property=prop.name)


def _reader(request: Request) -> Read:
    """What gives the program model of the files with the errors of a property."""
    model = ILP32 if request.data_model == "ILP32" else LP64
    sources = read_sources(request.files, model, request.includes, request.execute)
    reader = ProgramReader(sources, model, request.includes)

    def read(wanted: Property) -> Subject:
        task = Task(request.files, wanted, model, request.includes, request.execute, sources)
        undefined = request.undefined or wanted.undefined
        whole = reader.read(wanted, undefined, request.volatile or wanted.volatile)
        if request.malloc == "may-fail":
            from maul.cfa.transform.may_fail import may_fail  # noqa: PLC0415 - rarely needed

            whole = may_fail(whole)
        return Subject(task, whole, prune(whole).cfa)

    return read


def _plans(request: Request, program: Subject, run: Run) -> Iterable[SearchPlan]:
    """What to try: several methods, one after the other, or the one that the user wants."""
    if request.method == AUTO:
        return plans(program.pruned, run)
    entry = _entry(request, chosen_name(request.method))
    arith = Arith(arithmetic_for(request.solver, request.trace_solver))
    return (SearchPlan(Configuration(entry.name, blocks=entry.blocks, arith=arith)),)


def _search_and_confirm(
    request: Request,
    program: Subject,
    plan: SearchPlan,
    entry: MethodEntry,
    search: Run,
    check: Run,
) -> Result:
    """Search within one limit, and check what is found within the other."""
    chosen = _configuration(request, plan, entry)
    provers = _provers(request.solver)
    refuter = _refuter_of(request, provers)
    choices = entry.completed(chosen.choices)
    setting = Setting(refuter, chosen.blocks, chosen.arith, provers, choices)
    program = _seen(program, setting, search)
    hearing = Hearing(request.solver, check.emit, request.trace_solver)
    is_foreign = callable(request.method) or callable(request.refuter)
    before = Snapshot(program.whole, program.pruned) if is_foreign else None
    with observed_by(hearing.hear):
        claim = _search(program, entry, setting, search)
    if before is not None and not before.is_intact():
        claim = Unknown(CHANGED)
    with observed_by(check.emit):
        asked = hearing.asked()
        judgement = judge(program, claim, check, asked)
        if is_foreign:
            judgement = independent(judgement, {name for name, _ in asked.pairs})
        if callable(request.method):
            judgement = derived(judgement)
        used = replace(chosen, solver=asked.names(SUITED)) if entry.takes_refuter else chosen
        return answer(program, judgement, used, with_harness=bool(request.harness))


def _search(program: Subject, entry: MethodEntry, setting: Setting, run: Run) -> Verdict:
    """What a method claims of the program; that it is unknown when the method cannot go on."""
    run.emit(Stage("searching", entry.name))
    try:
        claim: object = entry.run(program.pruned, setting, run)
    except (Unsupported, LimitReached, SolverFailure) as stop:
        return Unknown(TIME if run.left() == 0 else str(stop))
    if isinstance(claim, Safe | Unsafe):
        return claim
    if isinstance(claim, Unknown):
        return Unknown(str(claim.reason), str(claim.advice))
    return Unknown(f"{entry.name}: {type(claim).__name__} is no verdict")


def _seen(program: Subject, setting: Setting, run: Run) -> Subject:
    """The program as the method is to see it: pruned, unless the user wants all of it."""
    if setting.choice(PRUNING, "on") == "off":
        program = replace(program, pruned=program.whole)
    run.emit(Pruned(program.whole.size - program.pruned.size))
    return program


# ---- how to search ----


def _refuse_what_there_is_not(request: Request) -> None:
    """``BadInput`` for names that nobody has, before the work begins."""
    if request.method != AUTO:
        entry = _entry(request, chosen_name(request.method))
        entry.refuse_others(request.choices)
        _refuse_solver(request.solver, entry)
        _refuse_trace_solver(request.trace_solver, entry)
    elif request.solver is not None or request.trace_solver is not None:
        option = "--trace-solver" if request.solver is None else "--solver"
        raise BadInput(f"{option}: auto chooses methods, and each has its own solver")
    elif request.choices:
        name, _ = request.choices[0]
        raise BadInput(f"--{name}: auto chooses methods, and each has its own settings")
    _refuse_refuter(request)


def _refuse_refuter(request: Request) -> None:
    """``BadInput`` when there is no such refuter, or it has not the settings that were chosen."""
    wanted, choices = request.refuter or DEFAULT, of(REFUTER, request.choices)
    if not isinstance(wanted, str):
        refuse_others(chosen_name(wanted), (), choices)
    elif wanted != DEFAULT or choices:
        _refuter(wanted, suited, None, choices)


def _refuse_solver(wanted: str | None, entry: MethodEntry) -> None:
    """``BadInput`` when a method does not search with the solver that the user wants."""
    if wanted in (None, entry.solver):
        return
    if not entry.takes_refuter:
        raise BadInput(f"--solver: {entry.name} searches with {entry.solver}, with nothing else")
    from maul.smt.catalogue import searcher  # noqa: PLC0415 - brings solvers

    searcher(wanted).close()


def _refuse_trace_solver(wanted: str | None, entry: MethodEntry) -> None:
    """``BadInput`` when nobody would ask the solver that the user wants about traces."""
    if wanted is None:
        return
    if not entry.takes_refuter:
        raise BadInput(f"--trace-solver: {entry.name} asks no refuter about traces")
    from maul.smt.catalogue import searcher  # noqa: PLC0415 - brings solvers

    searcher(wanted).close()


def _entry(request: Request, name: str) -> MethodEntry:
    """A method by its name: that of the user, or one of maul's."""
    own = request.method
    return method(name) if isinstance(own, str) else MethodEntry(name, own, "", "")


def _configuration(request: Request, plan: SearchPlan, entry: MethodEntry) -> Configuration:
    """A plan as the user wants it."""
    suggested = plan.configuration
    return replace(
        suggested,
        refuter=chosen_name(request.refuter or DEFAULT),
        solver=request.solver or entry.solver,
        blocks=request.blocks or suggested.blocks,
        arith=suggested.arith if request.arith is Arith.AUTO else request.arith,
        choices=request.choices,
    )


def _provers(wanted: str | None) -> MakeProver:
    """How the search makes provers: what suits the terms, or the solver that the user wants."""
    if wanted is None:
        return suited
    from maul.smt.choose import preferring  # noqa: PLC0415 - brings solvers

    return preferring(wanted)


def _refuter_of(request: Request, provers: MakeProver) -> Refuter:
    """The refuter that the user wants: a function, or one of maul's by its name."""
    wanted = request.refuter or DEFAULT
    if isinstance(wanted, str):
        traces = None if request.trace_solver is None else _provers(request.trace_solver)
        choices = of(REFUTER, request.choices)
        return LateRefuter(wanted, cache(lambda: _refuter(wanted, provers, traces, choices)))
    from maul.interpolate.foreign import as_refuter  # noqa: PLC0415 - only for functions of others

    return as_refuter(wanted, provers)


@node
class LateRefuter:
    """A refuter that is loaded when it is first asked: not every method needs one. Each search has
    its own, since what a refuter has learned is about one program."""

    name: str
    load: Callable[[], Refute]

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """Explain why a trace cannot be executed."""
        return self.load()(trace, seconds)


def _refuter(name: str, provers: MakeProver, traces: MakeProver | None, choices: Chosen) -> Refuter:
    from maul.interpolate.catalogue import refuter  # noqa: PLC0415 - brings solvers

    return refuter(name, provers, traces, choices)
