"""The command ``maul run``: execute the program model with given inputs.

Exit codes: 0 it ends, 1 an error or undefined behaviour is reached, 2 the input or the call is
wrong, 3 it does not end.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from maul.cli.options import (
    OK,
    UNKNOWN,
    VIOLATION,
    add_program_options,
    read_model,
    tell_missing,
)
from maul.errors import BadInput
from maul.system.printable import printable_line

if TYPE_CHECKING:
    import argparse

    from maul.cfa.outcome import Execution


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_program_options(parser)
    parser.add_argument(
        "--inputs", default="", metavar="1,2,3", help="what the nondeterministic functions return"
    )
    parser.add_argument(
        "--steps", type=int, default=10_000_000, metavar="N", help="give up after N"
    )
    parser.set_defaults(command=run)


def run(options: argparse.Namespace) -> int:
    """Execute the program model, and print what it prints."""
    from maul.interpret.machine import interpret

    inputs = _inputs(options.inputs)
    cfa = read_model(options)
    execution = interpret(cfa, inputs, steps=options.steps)
    sys.stdout.flush()
    sys.stdout.buffer.write(execution.output)
    if execution.output and not execution.output.endswith(b"\n"):
        sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()
    tell_missing(cfa, options.property)
    return _tell(execution)


def _inputs(text: str) -> list[int | float]:
    """The numbers of ``--inputs``; C spellings such as 0x10 and 1e3 are understood."""
    numbers: list[int | float] = []
    for item in filter(None, (part.strip() for part in text.split(","))):
        try:
            numbers.append(int(item, 0))
        except ValueError:
            try:
                numbers.append(float.fromhex(item) if "0x" in item.lower() else float(item))
            except ValueError:
                raise BadInput(f"--inputs: not a number: {item}") from None
    return numbers


def _tell(execution: Execution) -> int:
    """Say in one line how a run ended; the exit code tells it to scripts."""
    from maul.cfa.outcome import (
        Aborted,
        Blocked,
        Ended,
        ErrorReached,
        InputExhausted,
        OutOfSteps,
        UndefinedBehaviour,
    )
    from maul.report.result import CALLS, happened_line

    line, code = "", UNKNOWN
    match execution.outcome:
        case Ended(status=status):
            line, code = f"normal end, exit status {status}", OK
        case ErrorReached(property=violated, span=span):
            line, code = f"error reached ({violated}) at {span}", VIOLATION
        case UndefinedBehaviour(what=what, span=span):
            line, code = f"undefined behaviour: {what} at {span}", VIOLATION
        case Aborted(function=function, span=span):
            line, code = f"aborted by {function} at {span}", OK
        case Blocked(span=span):
            line, code = f"an assumption of the program does not hold at {span}", OK
        case InputExhausted(span=span):
            line = f"input exhausted after {execution.inputs_used} at {span}"
        case OutOfSteps(which=which, span=span):
            line = f"too many {which} at {span}"
    if execution.violation is not None and execution.violation.kind not in CALLS:
        print(printable_line(happened_line(execution.violation)))
    print(f"RUN: {printable_line(line)}")
    for name in execution.approximations:
        print(f"maul: {name} may be rounded differently by another C library", file=sys.stderr)
    return code
