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
import signal
from typing import TYPE_CHECKING

from maul.c.ctype import ILP32, Integer, Pointer
from maul.cage.caged import Bounds, NoCage, Walls, run_caged
from maul.cfa.model import Call, Havoc, Return
from maul.cfa.placement import dependent_on_placement
from maul.cfa.walk import inner_first
from maul.folders import temporary_folder
from maul.node import node
from maul.proofs.harness_sources import write_sources
from maul.proofs.harness_text import MARK, REACHED, STOPPED, Unwritable, harness

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.c.ctype import DataModel
    from maul.cage.caged import Ended
    from maul.proofs.harness_text import Harness
    from maul.proofs.replay import Asked, Followed
    from maul.proofs.result import Task
    from maul.run import Run

COMPILING, RUNNING = 8.0, 1.0  # seconds that each may take
RESERVED = 0.5  # seconds of the time limit that are left for telling the result
ARGUMENTS = 1000  # more arguments of main are not given

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
_ZEROS = "-ftrivial-auto-var-init=zero"  # what newer compilers can do for uninitialised variables
_NO_RUNTIME = re.compile(
    r"cannot find -l|skipping incompatible|cannot find Scrt|cannot find crt|gnu/stubs-32\.h"
    r"|bits/libc-header-start\.h|sys/cdefs\.h|unrecognized command.line option .-m32"
)


@node
class Compiled:
    """``executed``: the compiled program reaches the error; ``not executed``: it could not be
    tried; ``diverged``: it ends otherwise, which values that C does not determine may explain;
    ``refuted``: it ends otherwise, and nothing explains it. ``reason`` says more."""

    outcome: str
    reason: str = ""


class _NotExecuted(Exception):
    """It could not be tried; the text says why."""


def execute(wanted: Task, followed: Followed, run: Run) -> Compiled:
    """Compile the program with a harness and see where it goes."""
    if wanted.execute == "never":
        return Compiled("not executed", "not wanted")
    left = run.left()
    if left is not None and left < 2 * RESERVED:
        return Compiled("not executed", "no time is left")
    try:
        made = _harness(wanted, followed)
        with temporary_folder() as folder:
            binary = _compiled(wanted, made, folder, run)
            ending = _ending(wanted, binary, made, run)
    except (_NotExecuted, Unwritable) as why:
        return Compiled("not executed", str(why))
    except OSError as problem:
        return Compiled("not executed", f"{problem.strerror or problem}")
    if ending.reached:
        return Compiled("executed")
    doubts = [*ending.doubts, *_doubts(followed)]
    if doubts:
        return Compiled("diverged", f"{ending.text}; {doubts[0]}")
    return Compiled("refuted", f"compiled, the program {ending.text}")


def harness_text(wanted: Task, followed: Followed) -> str:
    """The harness as a file to keep, which says how to use it."""
    try:
        made = harness(followed, wanted.property)
    except Unwritable as why:
        return f"/* There is no harness for this counterexample: {why}. */\n"
    span = followed.steps[-1].edge.span
    compiler = _compiler() or "gcc"
    files = [shlex.quote(name) for name in wanted.files]
    command = [os.path.basename(compiler), *_options(wanted, made), _ZEROS, "harness.c", *files]
    arguments = " x" * min(max(made.arguments - 1, 0), ARGUMENTS)
    return (
        f"/* A counterexample, found by maul: the program comes to {span.file}:{span.line}.\n"
        " *\n"
        f" *     {' '.join(command)} -lm -o counterexample\n"
        f" *     ./counterexample{arguments}\n"
        " *\n"
        f" * (with this file as harness.c) ends with status {REACHED} where the error is reached,"
        f" with {STOPPED}\n"
        " * where the execution leaves the way of the counterexample.\n"
        " */\n"
        f"{made.text}"
    )


def _harness(wanted: Task, followed: Followed) -> Harness:
    if wanted.property.entry != "main":
        raise _NotExecuted(f"the program starts at {wanted.property.entry}")
    made = harness(followed, wanted.property)
    if not isinstance(followed.steps[-1].edge.operation, Call):
        raise _NotExecuted("the violation is not a call")
    return made


# ---- compiling -----------------------------------------------------------------------------------


def _compiler() -> str | None:
    """The C compiler of this machine; gcc first, whose order of evaluation maul follows."""
    return next(filter(None, map(shutil.which, ("gcc", "cc", "clang"))), None)


def _options(wanted: Task, made: Harness) -> list[str]:
    includes = [part for name in wanted.includes for part in ("-I", os.path.abspath(name))]
    return [*_FLAGS, *_MODEL_FLAGS[wanted.model.name], *made.options, *includes, "-x", "c"]


def _compiled(wanted: Task, made: Harness, folder: str, run: Run) -> str:
    """The path of the executable file."""
    compiler = _compiler()
    if compiler is None:
        raise _NotExecuted("there is no C compiler")
    source, binary = os.path.join(folder, "harness.c"), os.path.join(folder, "counterexample")
    with open(source, "w", encoding="utf-8") as file:
        file.write(made.text)
    files = [source, *write_sources(wanted, folder), "-x", "none", "-lm", "-o", binary]
    command = [compiler, *_options(wanted, made)]
    bounds = Bounds(_seconds(COMPILING, run))
    ended = _run(wanted, [*command, _ZEROS, *files], folder, Walls.COMPILER, bounds)
    if ended.status and "auto-var-init" in ended.messages:  # an older compiler
        bounds = Bounds(_seconds(COMPILING, run))
        ended = _run(wanted, [*command, *files], folder, Walls.COMPILER, bounds)
    if ended.status is None:
        raise _NotExecuted(f"compiling it takes too much {ended.limit}")
    if ended.status:
        raise _NotExecuted(_complaint(ended.messages, wanted.model))
    return binary


def _complaint(messages: str, model: DataModel) -> str:
    """What a compiler said, in a few words."""
    if model is ILP32 and _NO_RUNTIME.search(messages):
        return "no 32-bit runtime"
    errors = [line for line in messages.splitlines() if "error:" in line or "undefined ref" in line]
    first = errors[0] if errors else messages.strip().partition("\n")[0]
    told = first.partition("error: ")[2] or first.rpartition(": ")[2]
    return f"the compiler says: {told[:100]}"


def _seconds(most: float, run: Run) -> float:
    left = run.left()
    return most if left is None else max(0.1, min(most, left - RESERVED))


# ---- executing -----------------------------------------------------------------------------------


@node
class _Ending:
    """How the compiled program ended, and what of that may not be the program's fault."""

    text: str
    reached: bool = False
    doubts: tuple[str, ...] = ()


def _ending(wanted: Task, binary: str, made: Harness, run: Run) -> _Ending:
    doubts: tuple[str, ...] = ()
    if not 1 <= made.arguments <= ARGUMENTS:
        doubts = (f"main cannot be given {made.arguments} arguments",)
    command = [binary, *["x"] * min(max(made.arguments - 1, 0), ARGUMENTS)]
    bounds = Bounds(_seconds(RUNNING, run))
    ended = _run(wanted, command, os.path.dirname(binary), Walls.PROGRAM, bounds)
    status = ended.status
    if status is None:
        return _Ending("does not end in time", doubts=("that may need longer",))
    if status == REACHED and MARK in ended.messages:
        return _Ending("reaches the error", reached=True)
    if status < 0:
        name = signal.Signals(-status).name
        return _Ending(f"is ended by {name}", doubts=(f"a limit may be the cause of {name}",))
    if status == STOPPED:
        said = ended.messages.strip().splitlines()
        return _Ending(f"takes another way: {said[-1].rpartition(', ')[2] if said else ''}")
    return _Ending(f"ends with status {status}", doubts=doubts)


def _run(wanted: Task, command: Sequence[str], folder: str, walls: Walls, bounds: Bounds) -> Ended:
    """Run a command, in the cage unless the user wants none."""
    if wanted.execute == "uncaged":
        return run_caged(command, folder, Walls.NONE, bounds)
    own = [os.path.dirname(os.path.abspath(name)) for name in wanted.files]
    try:
        return run_caged(command, folder, walls, bounds, (*own, *wanted.includes))
    except NoCage as why:
        raise _NotExecuted(f"no sandbox here: {why}") from why


# ---- what may explain another ending -------------------------------------------------------------


def _doubts(followed: Followed) -> Iterator[str]:
    """What a compiled program may do otherwise, although the interpreter is right."""
    for name in followed.execution.approximations:
        yield f"{name} may be rounded differently"
    for asked in followed.inputs():
        if isinstance(asked.type, Pointer) and asked.value:
            yield f"a pointer was chosen at {_place(asked)}"
    for asked in followed.choices:
        if (why := _undetermined(asked)) is not None:
            yield f"{why} at {_place(asked)}"
    if "clang" in os.path.basename(os.path.realpath(_compiler() or "")):
        yield "the compiler may evaluate operands in another order"
    placed = dependent_on_placement(followed.cfa)
    for taken in followed.steps:
        operation = taken.edge.operation
        if operation in placed.calls or any(
            expression in placed.expressions for expression in inner_first(operation)
        ):
            yield f"it may depend on where objects lie at {taken.edge.span}"


def _undetermined(asked: Asked) -> str | None:
    """Why a chosen value is not that of the compiled program, None when it is."""
    match asked.edge.operation:
        case Havoc(origin="extern"):
            return None
        case Havoc(origin="uninitialised") if not _is_set(asked):
            return None  # the compiler is told to make it zero
        case Havoc(origin="parameter of main") if isinstance(asked.type, Integer):
            return None
        case Havoc(origin=origin):
            return {"uninitialised": "an uninitialised variable holds a chosen value"}.get(
                origin, f"a value is arbitrary ({origin})"
            )
        case Call(function="malloc"):
            return None
        case Call(function=function):
            return f"{function} gives memory that is not initialised"
        case Return():
            return "a function returns no value"
    return "a value is arbitrary"


def _is_set(asked: Asked) -> bool:
    given = asked.value
    return any(given) if isinstance(given, bytes) else bool(given)


def _place(asked: Asked) -> str:
    return f"{asked.edge.span.file}:{asked.edge.span.line}"
