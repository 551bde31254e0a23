"""A counterexample is compiled and executed, when a C compiler is there.

Comes in: the files of a program and an execution of the interpreter that violates the property.
Goes out: whether the compiled program, given the same values, reaches the error as well; if not,
why. docs/decisions/0009-executed-counterexamples.md says what each answer means for the verdict.

The compiler must mean what the interpreter means: two's complement that wraps, no aliasing by
type, signed char, floats rounded to their type, uninitialised variables that hold zero. Compiler
and compiled program run in a cage (maul.cage), whatever they try to do; where there is none they
do not run, unless the user wants that.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from typing import TYPE_CHECKING

from maul.c.ctype import ILP32
from maul.cfa.analyses.placement import dependent_on_placement
from maul.cfa.expressions import Load
from maul.cfa.model import REGISTER, Call, Havoc
from maul.cfa.outcome import ErrorReached
from maul.cfa.walk import inner_first
from maul.node import node
from maul.proofs.execution.harness.endings import ending_of, is_foreseen
from maul.proofs.execution.harness.foreseen import (
    excessive_demand,
    given_arguments,
    open_values,
    rests_on_free_values,
    rests_on_library,
)
from maul.proofs.execution.harness.heap import REACHED
from maul.proofs.execution.harness.sanitizers import LEFT, LOST, STATUS, sanitizer_for
from maul.proofs.execution.harness.sources import write_sources
from maul.proofs.execution.harness.text import (
    STOPPED,
    Unwritable,
    can_be_supplied,
    harness,
    supplied_results,
)
from maul.system.cage import CageLimits, NoCage, Walls, run_caged, why_no_cage
from maul.system.folders import temporary_folder
from maul.system.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.cfa.model import Operation
    from maul.cfa.outcome import Execution
    from maul.proofs.execution.harness.endings import Ending
    from maul.proofs.execution.harness.sanitizers import Sanitizer
    from maul.proofs.execution.harness.text import Harness
    from maul.proofs.execution.replay import Followed
    from maul.proofs.subject import Task
    from maul.run import Run
    from maul.system.cage import CagedEnd

UNLIMITED = 600.0  # seconds for compiling where there is no limit
RUNNING = 20.0  # seconds for executing
RESERVED = 0.5  # seconds of the time limit that are left for telling the result

_FLAGS = (
    *("-std=gnu11", "-fgnu89-inline", "-w", "-O0", "-fwrapv", "-fno-strict-aliasing"),
    *("-fsigned-char", "-fcommon", "-fno-stack-protector"),
    # What main does not reach is dropped, and with it what that would lack.
    *("-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"),
)
_MODEL_FLAGS = {
    "ILP32": ("-m32", "-msse2", "-mfpmath=sse"),
    "LP64": ("-m64",) if os.uname().machine == "x86_64" else (),
}
# What is wrong with an operation on constants no execution shows.
FOLDED = {"no-overflow": "what overflows is", "no-invalid-shift": "what is shifted too far is"}
_ZEROS = "-ftrivial-auto-var-init=zero"  # what newer compilers can do for uninitialised variables
_NO_SANITIZER = re.compile(
    r"(?:cannot find|No such file).*l?(?:asan|ubsan)|unsupported.*-fsanitize"
)
_NO_RUNTIME = re.compile(
    r"cannot find -l|skipping incompatible|cannot find Scrt|cannot find crt|gnu/stubs-32\.h"
    r"|bits/libc-header-start\.h|sys/cdefs\.h|unrecognized command.line option .-m32"
)


@node
class Compiled:
    """What became of a counterexample in the compiled program.

    - ``executed``: it reaches the error;
    - ``impossible``: nothing can be executed here, or nothing would be seen: a replay must do;
    - ``unfinished``: it could not be tried, for lack of time or because the compiler refused it;
    - ``explained``: it ends otherwise, as the interpreter foresees with the values that it has;
    - ``doubtful``: it ends otherwise, for reasons that cannot be weighed;
    - ``refuted``: it ends otherwise, and nothing explains it.

    ``reason`` says more.
    """

    outcome: str
    reason: str = ""


class _Unfinished(Exception):
    """It could not be tried; the text says why."""


class _Impossible(Exception):
    """Here it can never be tried; the text says why."""


def execute(
    wanted: Task, followed: Followed, run: Run, foreseen: Execution | None = None
) -> Compiled:
    """Compile the program with a harness and see where it goes; ``foreseen`` is what the
    interpreter expects of it where that is not the execution itself."""
    if wanted.execute == "never":
        return _unexecuted("not wanted", followed)
    if wanted.execute != "uncaged" and (why := why_no_cage()) is not None:
        return _unexecuted(f"no sandbox here: {why}", followed)
    left = run.left()
    if left is not None and left < 2 * RESERVED:
        return Compiled("unfinished", "no time is left")
    try:
        ending = _executed(wanted, followed, _harness(wanted, followed), run)
        if not ending.seen and (told := supplied_results(followed)):
            made = harness(followed, wanted.property, supplies=True)
            if _executed(wanted, followed, made, run).seen:
                return Compiled("executed", f"with {told} supplied")
    except _Impossible as why:
        return _unexecuted(str(why), followed)
    except (_Unfinished, Unwritable) as why:
        return Compiled("unfinished", str(why))
    except OSError as problem:
        return Compiled("unfinished", f"{problem.strerror or problem}")
    return _weighed(ending, followed, foreseen or followed.execution)


def _executed(wanted: Task, followed: Followed, made: Harness, run: Run) -> Ending:
    """How the program with a harness ends."""
    with temporary_folder() as folder:
        sanitizer = sanitizer_for(followed.violated)
        binary = _compiled(wanted, made, sanitizer, folder, run)
        return _ending(wanted, binary, made, followed, run)


def _unexecuted(why: str, followed: Followed) -> Compiled:
    """What becomes of a counterexample that cannot be executed: only an execution could show what
    the C library returns and what its variables hold."""
    doubts = [demand] if (demand := excessive_demand(followed)) is not None else []
    if rests_on_library(followed, can_come=can_be_supplied(followed)):
        doubts += open_values(followed)
    if doubts:
        return Compiled("doubtful", f"not executed: {why}; {doubts[0]}")
    return Compiled("impossible", why)


def _weighed(ending: Ending, followed: Followed, foreseen: Execution) -> Compiled:
    """What an ending says about the counterexample."""
    if ending.seen:
        return Compiled("executed")
    text = f"compiled, the program {ending.text}"
    if is_foreseen(ending, foreseen) and rests_on_free_values(followed):
        return Compiled("explained", f"{ending.text}, with zero where nothing is determined")
    doubts = [*ending.doubts, *open_values(followed), *_doubts(followed)]
    return Compiled("doubtful", f"{text}; {doubts[0]}") if doubts else Compiled("refuted", text)


def harness_text(wanted: Task, followed: Followed) -> str:
    """The harness as a file to keep, which says how to use it."""
    try:
        made = harness(followed, wanted.property)
    except Unwritable as why:
        return f"/* There is no harness for this counterexample: {why}. */\n"
    span = followed.steps[-1].edge.span
    compiler = _compiler() or "gcc"
    files = [shlex.quote(name) for name in wanted.files]
    options = _options(wanted, made, sanitizer_for(followed.violated))
    command = [os.path.basename(compiler), *options, _ZEROS, "harness.c", *files]
    arguments = " x" * (given_arguments(made.arguments) - 1)
    told = (
        f" A counterexample, found by maul: the program comes to {span.file}:{span.line}.\n"
        " *\n"
        f" *     {' '.join(command)} -lm -o counterexample\n"
        f" *     ./counterexample{arguments}\n"
        " *\n"
        f" * (with this file as harness.c) ends with status {_status(followed)} where the error is"
        f" reached, with {STOPPED}\n"
        " * where the execution leaves the way of the counterexample.\n"
    )
    # The name of a file must not end the comment.
    return f"/*{printable(told).replace('*/', '* /')} */\n{made.text}"


def _status(followed: Followed) -> int:
    """The exit code of a program that shows the violation."""
    violated = followed.violated
    is_reported = sanitizer_for(violated) is not None and violated not in (LOST, LEFT)
    return STATUS if is_reported else REACHED


def _harness(wanted: Task, followed: Followed) -> Harness:
    if wanted.property.entry != "main":
        raise _Impossible(f"the program starts at {wanted.property.entry}")
    if any(_is_of_hardware(asked.edge.operation) for asked in followed.choices):
        raise _Impossible("there is no hardware at the addresses of its registers")
    last = followed.steps[-1].edge
    is_call = isinstance(last.operation, Call) and last.target in followed.cfa.errors
    if followed.violated == "unreach-call" and not is_call:
        raise _Impossible("that a label is passed cannot be observed")
    if followed.violated in FOLDED and _is_constant(last.operation):
        raise _Impossible(
            f"{FOLDED[followed.violated]} a constant, which the compiler computes itself"
        )
    return harness(followed, wanted.property)


def _is_constant(operation: Operation) -> bool:
    """Whether an operation reads nothing."""
    return not any(isinstance(part, Load) for part in inner_first(operation))


def _is_of_hardware(operation: Operation) -> bool:
    return isinstance(operation, Havoc) and operation.origin == REGISTER


# ---- compiling -----------------------------------------------------------------------------------


def _compiler() -> str | None:
    """The C compiler of this machine; gcc first, whose order of evaluation maul follows."""
    return next(filter(None, map(shutil.which, ("gcc", "cc", "clang"))), None)


def _options(wanted: Task, made: Harness, sanitizer: Sanitizer | None) -> list[str]:
    includes = [part for name in wanted.includes for part in ("-I", os.path.abspath(name))]
    flags: tuple[str, ...] = _FLAGS
    if sanitizer is not None:
        flags = (*(flag for flag in _FLAGS if flag not in sanitizer.without), *sanitizer.options)
    return [*flags, *_MODEL_FLAGS[wanted.model.name], *made.options, *includes, "-x", "c"]


def _compiled(
    wanted: Task, made: Harness, sanitizer: Sanitizer | None, folder: str, run: Run
) -> str:
    """The path of the executable file."""
    compiler = _compiler()
    if compiler is None:
        raise _Impossible("there is no C compiler")
    source, binary = os.path.join(folder, "harness.c"), os.path.join(folder, "counterexample")
    with open(source, "w", encoding="utf-8") as file:
        file.write(made.text)
    try:
        files = [source, *write_sources(wanted, folder), "-x", "none", "-lm", "-o", binary]
    except Unwritable as why:
        raise _Impossible(str(why)) from why
    command = [compiler, *_options(wanted, made, sanitizer)]
    ended = _run(
        wanted, [*command, _ZEROS, *files], folder, Walls.COMPILER, CageLimits(_seconds(run))
    )
    if ended.status and "auto-var-init" in ended.messages:  # an older compiler
        ended = _run(wanted, [*command, *files], folder, Walls.COMPILER, CageLimits(_seconds(run)))
    if ended.status is None:
        raise _Unfinished(f"compiling it takes too much {ended.limit}")
    if ended.status and wanted.model is ILP32 and _NO_RUNTIME.search(ended.messages):
        raise _Impossible("no 32-bit runtime")
    if ended.status and _NO_SANITIZER.search(ended.messages):
        raise _Impossible("no sanitizer")
    if ended.status:
        raise _Unfinished(_complaint(ended.messages))
    return binary


def _complaint(messages: str) -> str:
    """What a compiler said, in a few words."""
    errors = [line for line in messages.splitlines() if "error:" in line or "undefined ref" in line]
    first = errors[0] if errors else messages.strip().partition("\n")[0]
    told = first.partition("error: ")[2] or first.rpartition(": ")[2]
    return f"the compiler says: {told[:100]}"


def _seconds(run: Run) -> float:
    """The seconds that there are for compiling or executing: all but what telling takes."""
    left = run.left()
    return UNLIMITED if left is None else max(0.1, left - RESERVED)


# ---- executing -----------------------------------------------------------------------------------


def _ending(wanted: Task, binary: str, made: Harness, followed: Followed, run: Run) -> Ending:
    """Execute the compiled program."""
    command = [binary, *["x"] * (given_arguments(made.arguments) - 1)]
    is_sanitized = sanitizer_for(followed.violated) is not None
    # A sanitizer reserves most of the address space.
    bounds = CageLimits(min(RUNNING, _seconds(run)), address_space=not is_sanitized)
    walls = Walls.SANITIZED if is_sanitized else Walls.PROGRAM
    ended = _run(wanted, command, os.path.dirname(binary), walls, bounds)
    outcome = followed.execution.outcome
    assert isinstance(outcome, ErrorReached)
    return ending_of(ended.status, ended.messages, outcome.property, outcome.span)


def _run(
    wanted: Task, command: Sequence[str], folder: str, walls: Walls, bounds: CageLimits
) -> CagedEnd:
    """Run a command, in the cage unless the user wants none."""
    if wanted.execute == "uncaged":
        return run_caged(command, folder, Walls.NONE, bounds)
    try:
        return run_caged(command, folder, walls, bounds)
    except NoCage as why:
        raise _Impossible(f"no sandbox here: {why}") from why


# ---- what may explain another ending -------------------------------------------------------------


def _doubts(followed: Followed) -> Iterator[str]:
    """What a compiled program may do otherwise, although the interpreter is right."""
    if "clang" in os.path.basename(os.path.realpath(_compiler() or "")):
        yield "the compiler may evaluate operands in another order"
    placed = dependent_on_placement(followed.cfa)
    for taken in followed.steps:
        operation = taken.edge.operation
        if operation in placed.calls or any(
            expression in placed.expressions for expression in inner_first(operation)
        ):
            yield f"it may depend on where objects lie at {taken.edge.span}"
