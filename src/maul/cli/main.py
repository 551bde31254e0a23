"""What every way to start maul calls: arguments in, an exit code out, whatever happens.

Exit codes: 0 the verdict is TRUE or the command went well, 1 the verdict is FALSE or an error was
reached, 2 the input or the call is wrong, 3 there is no answer, 4 maul itself failed: it could not
write, had too little of something that the system gives, or has a bug. Nothing that fails looks
like a verdict: 0 and 1 are given only when all that there was to say has been written.

Hardly anything is imported before all exceptions are caught: whatever fails, fails in one line.
With ``MAUL_TRACEBACK`` in the environment the traceback is shown.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

UNKNOWN, FAILURE = 3, 4
ADVICE = "for a bug report, MAUL_TRACEBACK=1 in the environment shows the traceback"


def run() -> NoReturn:
    """Be the program ``maul``: run the command of the command line, and end."""
    code = FAILURE
    try:
        code = _attempt(_prepare)
        if code == 0:
            code = main(sys.argv[1:])
    finally:
        # Nothing may come after the last write: neither an interrupt nor what Python does at exit.
        os._exit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Nothing is raised."""
    code = _attempt(lambda: _carry_out(arguments))
    return code if code == FAILURE else _attempt(lambda: _flush(code))


def _attempt(function: Callable[[], int]) -> int:
    """An exit code: what the function returns, or that of what it raises, which is told."""
    try:
        return function()
    except BaseException as problem:  # noqa: BLE001 - whatever it is, it must not look like a verdict
        try:
            line, code = _explain(problem)
            if line:
                from maul.system.printable import printable_line

                print(f"maul: {printable_line(line)}", file=sys.stderr, flush=True)
        except BaseException:  # noqa: BLE001 - nor may this
            _tell_briefly(problem)
            return FAILURE
        return code


def _tell_briefly(problem: BaseException) -> None:
    """Say something with next to nothing: no memory, broken modules, a stderr that is full."""
    try:
        os.write(2, f"maul: failed: {type(problem).__name__}\n".encode())
    except OSError:
        return


def _prepare() -> int:
    """Make the standard streams and the signals such that nothing is lost in silence."""
    is_closed = sys.stdout is None
    for stream in range(3):
        try:
            os.fstat(stream)
        except OSError:  # a file that is opened later must not take its place
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - to the end
    if is_closed:
        print("maul: the result cannot be written: stdout is closed", file=sys.stderr, flush=True)
        return FAILURE
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    import signal

    for interrupt in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(interrupt) is not signal.SIG_IGN:
            signal.signal(interrupt, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # who ignores it cannot wait for a child
    return 0


def _carry_out(arguments: Sequence[str] | None) -> int:
    from maul.cli.dispatch import carry_out

    try:
        return carry_out(arguments)
    except SystemExit as end:  # of the parser of arguments, which has said what there is to say
        return end.code if isinstance(end.code, int) else 0


def _flush(code: int) -> int:
    """Write what has not been written."""
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def _explain(problem: BaseException) -> tuple[str, int]:
    """What to say of a problem, maybe nothing, and its exit code."""
    from maul.errors import BadInput, Failed, Unsupported

    if os.environ.get("MAUL_TRACEBACK"):
        import traceback

        traceback.print_exception(problem)
    match problem:
        case KeyboardInterrupt():
            return "interrupted", UNKNOWN
        case BadInput():
            return str(problem), 2
        case Unsupported():
            return str(problem), UNKNOWN
        case BrokenPipeError():  # the reader has gone, and will not miss anything
            return "", FAILURE
        case Failed():
            return str(problem), FAILURE
        case OSError():
            where = f"{problem.filename}: " if problem.filename else ""
            return f"cannot go on: {where}{problem.strerror or problem}", FAILURE
        case MemoryError():
            return "cannot go on: out of memory", FAILURE
    from maul.system.child import summary

    return f"internal error: {summary(problem)}; {ADVICE}", FAILURE
