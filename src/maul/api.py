"""The Python API: a program in, a checked verdict out; also what the command line calls.

Comes in: files and how to verify them, in the words of the command line. Goes out: a result with
its evidence, statistics and events. The work is done in a child process, so limits hold whatever
solvers do, and nothing that goes wrong there can harm the caller.
"""

from __future__ import annotations

import os
import time
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from maul.choices import Arith, block_size, chosen
from maul.errors import BadInput
from maul.node import replace
from maul.report.divergence import Diagnosis
from maul.report.statistics import Counting
from maul.request import Request
from maul.result import Conclusion, Result, as_strict
from maul.run import Run
from maul.system.child import Limits, Listeners, Stopped, Usage, in_guarded_child

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maul.events import Event
    from maul.methods.setting import Method, Refute

E = TypeVar("E", bound=StrEnum)

GRACE = 0.3  # seconds before the limit at which the work is to be over


def verify(  # noqa: PLR0913 - the keywords are the options of the command line
    program: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    property: str = "unreach-call",  # noqa: A002 - so it is called
    *,
    data_model: str = "LP64",
    includes: Sequence[str] = (),
    method: str | Method = "auto",
    refuter: str | Refute | None = None,
    solver: str | None = None,
    trace_solver: str | None = None,
    blocks: str | None = None,
    arith: str = "auto",
    malloc: str = "never-fails",
    undefined: str | None = None,
    volatile: str | None = None,
    time_limit: float | None = 60.0,
    memory_limit: float | None = 4096.0,
    seed: int = 0,
    execute: str = "caged",
    strict: bool = False,
    settings: Mapping[str, str] | None = None,
    listener: Callable[[Event], None] | None = None,
) -> Result:
    """The Python API: verify a C program, one file or several, in a child process.

    A property is given by name or as an SV-COMP file, several with commas between them: then the
    result is that of the worst, and ``Result.properties`` has all. A method and a refuter are given
    by name or as a function: ``(cfa, setting, run) -> verdict``, ``(trace, seconds) ->
    refutation``. What functions claim is checked like everything else.
    Limits are in seconds and megabytes, None is no limit. The listener hears every event as it
    happens; afterwards they are in ``Result.events``. ``settings`` are those that ``maul methods
    NAME`` lists. With ``strict`` a verdict that rests on
    assumptions, or for which nothing was checked, is UNKNOWN. ``BadInput`` is raised for what the
    user has to mend, ``Failed`` when the system does not give what is needed.
    """
    several = [program] if isinstance(program, (str, os.PathLike)) else program
    request = Request(
        tuple(os.fspath(file) for file in several),
        property,
        data_model,
        tuple(includes),
        method,
        refuter,
        solver,
        None if blocks is None else block_size("--blocks", blocks),
        _choice("--arith", Arith, arith),
        malloc,
        time_limit,
        memory_limit,
        seed,
        execute=execute,
        strict=strict,
        undefined=undefined,
        volatile=volatile,
        choices=chosen(settings or {}),
        trace_solver=trace_solver,
    )
    events: list[Event] = []

    def tell(event: Event) -> None:
        events.append(event)
        if listener is not None:
            listener(event)

    return replace(answered(request, Listeners(tell)), events=tuple(events))


def _choice(option: str, among: type[E], text: str) -> E:
    """The member of an enumeration; ``BadInput`` when there is none."""
    if text not in {each.value for each in among}:
        raise BadInput(f"{option}: there is no {text}; there are {', '.join(among)}")
    return among(text)


def answered(request: Request, listeners: Listeners[Event]) -> Result:
    """Run the pipeline in a child process, and add what only its parent knows; events are not
    kept."""
    began = time.monotonic()
    run = Run(request.seconds)
    reader = _Reader(listeners)

    def work(tell: Callable[[Event], None]) -> Result:
        from maul.isolate import isolation  # noqa: PLC0415 - the parent stays small
        from maul.pipeline import verify as pipeline  # noqa: PLC0415 - likewise

        left = run.left()
        # It shall answer by itself, and more fully than its parent could, before it is killed.
        seconds = None if left is None else left - min(GRACE, left * 0.05)
        return pipeline(request, Run(seconds, tell, request.seed), isolation(request))

    limits = Limits(run.left, request.megabytes)
    answer = in_guarded_child(work, limits, Listeners(reader.hear, reader.look))
    if isinstance(answer, Stopped):
        name = os.path.basename(request.property).removesuffix(".prp")
        answer = Result(Conclusion.UNKNOWN, name, reason=answer.reason)
    is_unknown = answer.verdict is Conclusion.UNKNOWN and not answer.properties
    advice = reader.diagnosis.lines(answer.reason) if is_unknown else ()
    statistics = reader.counting.statistics(time.monotonic() - began, reader.usage)
    result = replace(answer, advice=(*answer.advice, *advice), statistics=statistics)
    return as_strict(result) if request.strict else result


class _Reader:
    """Reads the stream for all who want to know."""

    def __init__(self, others: Listeners[Event]) -> None:
        self.counting = Counting()
        self.diagnosis = Diagnosis()
        self.usage = Usage()
        self._others = others

    def hear(self, event: Event) -> None:
        self.counting.hear(event)
        self.diagnosis.hear(event)
        self._others.tell(event)

    def look(self, usage: Usage) -> None:
        self.usage = usage
        self._others.look(usage)
