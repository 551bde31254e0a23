"""One verification in a process of its own, measured from outside.

In: a program, a method, a size of blocks and a limit in seconds. Out: the verdict, which counts
only when its evidence was confirmed, and what the search cost: its time without reading and
checking, the part of it inside the refuter, the part of the rest inside solvers, and the last
numbers of its events. A run that does not come back is killed; what it told before is kept.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from maul.c.ctype import ILP32, LP64
from maul.cfa.calls import Point
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.errors import LimitReached, SolverFailure, Unsupported
from maul.events import Queried, Searched, Spared
from maul.interpolate.catalogue import refuter
from maul.methods.catalogue import method
from maul.methods.setting import Setting
from maul.proofs.judge import judge
from maul.proofs.subject import Subject, Task
from maul.report.answer import answer
from maul.result import Configuration
from maul.run import Run
from maul.smt.observed import observed_by
from maul.system.child import Limits, Listeners, Stopped, in_child

if TYPE_CHECKING:
    from maul.choices import Chosen
    from maul.events import Event
    from maul.interpolate.protocol import Refutation, Refuter
    from maul.logic.trace import Trace

READING = 30.0  # seconds beside the limit of the search: to read a program,
CHECKING = 60.0  # to check the evidence,
GRACE = 5.0  # and to stop
MEGABYTES = 6000.0
PERIOD = 0.5  # seconds between two reports of what a search has cost so far


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be verified, and how; ``expected`` is TRUE or FALSE."""

    file: str
    expected: str
    method: str
    blocks: str
    seconds: float
    model: str = "ILP32"
    property: str = "unreach-call"
    refuter: str = "auto"
    arith: str = "bv"
    choices: Chosen = ()  # beside those that the name of the method stands for


@dataclass(frozen=True, slots=True)
class Measured:
    """What came out. Times are seconds; ``search`` holds ``refuter``, and ``solver`` is the time
    of the questions that were asked outside of it: abstract successors and coverings.
    ``error_paths`` counts the paths to an error that the refuter was asked about, and ``explored``
    the states that were ever made, of which fewer are left at the end."""

    verdict: str = "UNKNOWN"
    reason: str = "reading"
    search: float = 0.0
    refuter: float = 0.0
    refutations: int = 0
    solver: float = 0.0
    questions: int = 0
    states: int = 0
    posts: int = 0
    predicates: int = 0
    checking: float = 0.0
    error_paths: int = 0
    explored: int = 0
    left_out: int = 0
    foreseen: int = 0
    covered: int = 0

    @property
    def outside(self) -> float:
        """The seconds of the search outside the refuter."""
        return self.search - self.refuter

    @property
    def is_decided(self) -> bool:
        """Whether there is a confirmed verdict."""
        return self.verdict != "UNKNOWN"


class Results:
    """Measurements that are kept in a file, one JSON object a line; what is there is not run
    again."""

    def __init__(self, path: Path) -> None:
        self.wrong: list[str] = []  # keys of what has another verdict than it should
        self._path = path
        self._known: dict[str, Measured] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                content = json.loads(line)
                key = content.pop("key")
                self._known[key] = Measured(**content)

    def of(self, key: str, question: Question) -> Measured:
        """The measurement with a key; made now if there is none."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = measured(question)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, **asdict(found)}) + "\n")
            print(f"{key}: {found.verdict} {found.search:.1f} s: {found.reason}", file=sys.stderr)
        if found.verdict not in (question.expected, "UNKNOWN"):
            self.wrong.append(key)
        return found


def measured(question: Question) -> Measured:
    """Verify in a child process."""
    last = [Measured()]

    file = os.path.abspath(question.file)

    def work(tell: Callable[[Measured], None]) -> Measured:
        named = replace(question, file=file)
        return _verified(named, tell)

    end = time.monotonic() + READING + question.seconds + CHECKING + GRACE
    limits = Limits(lambda: end - time.monotonic(), MEGABYTES)

    def hear(so_far: Measured) -> None:
        last[0] = so_far

    answer = in_child(work, limits, Listeners(hear))
    if isinstance(answer, Stopped):
        return replace(last[0], verdict="UNKNOWN", reason=answer.reason)
    return answer


def _verified(question: Question, tell: Callable[[Measured], None]) -> Measured:
    """Read, search, check."""
    model = ILP32 if question.model == "ILP32" else LP64
    task = Task((question.file,), read_property(question.property), model)
    whole = read_program(task.files, task.model, task.property, ())
    program = Subject(task, whole, prune(whole).cfa)
    clock = _Clock(refuter(question.refuter), tell)
    entry = method(question.method)
    choices = entry.completed(question.choices)
    setting = Setting(clock, question.blocks, question.arith, choices=choices)
    clock.begin()
    try:
        with observed_by(clock.hear):
            verdict = entry.run(program.pruned, setting, Run(question.seconds, clock.hear))
    except (Unsupported, LimitReached, SolverFailure) as stop:
        return clock.so_far(str(stop))
    cost = clock.so_far("checking")
    tell(cost)
    chosen = Configuration(question.method, question.refuter, "z3", question.blocks, question.arith)
    began = time.monotonic()
    result = answer(program, judge(program, verdict, Run(CHECKING)), chosen)
    reason = "; ".join(filter(None, (result.reason, *result.advice))) or result.evidence.checked
    checking = time.monotonic() - began
    return replace(cost, verdict=result.verdict, reason=reason, checking=checking)


class _Clock:
    """A refuter and a listener that take the time. Forced coverings are asked of it, too."""

    def __init__(self, inner: Refuter, tell: Callable[[Measured], None]) -> None:
        self._inner = inner
        self._tell = tell
        self._began = self._told = time.monotonic()
        self._asked = 0.0  # when the refuter was; 0 while it is not
        self._searched = Searched(0, 0, 0, 0)
        self._spared = Spared(0, 0, 0)
        self._sums = Measured()

    @property
    def name(self) -> str:
        """The name of the refuter inside."""
        return self._inner.name

    def __call__(self, trace: Trace, seconds: float) -> Refutation:
        """Explain why a trace cannot be executed."""
        self._asked = time.monotonic()
        try:
            return self._inner(trace, seconds)
        finally:
            self._sums = replace(
                self._sums,
                refuter=self._sums.refuter + time.monotonic() - self._asked,
                refutations=self._sums.refutations + 1,
                # Other goals are no points of the program.
                error_paths=self._sums.error_paths + isinstance(trace.blocks[-1].target, Point),
            )
            self._asked = 0.0

    def begin(self) -> None:
        """Everything is there: the search begins."""
        self._began = time.monotonic()

    def hear(self, event: Event) -> None:
        """Take an event into account."""
        match event:
            case Searched():
                self._searched = event
            case Spared():
                self._spared = event
            case Queried(seconds=seconds) if not self._asked:
                self._sums = replace(
                    self._sums,
                    solver=self._sums.solver + seconds,
                    questions=self._sums.questions + 1,
                )
        if time.monotonic() - self._told > PERIOD:
            self._told = time.monotonic()
            self._tell(self.so_far("searching"))

    def so_far(self, reason: str) -> Measured:
        """What the search has cost."""
        now = time.monotonic()
        return replace(
            self._sums,
            reason=reason,
            search=now - self._began,
            refuter=self._sums.refuter + (now - self._asked if self._asked else 0.0),
            states=self._searched.states,
            posts=self._searched.posts,
            predicates=self._searched.predicates,
            covered=self._searched.covered,
            explored=self._spared.explored,
            left_out=self._spared.left_out,
            foreseen=self._spared.foreseen,
        )
