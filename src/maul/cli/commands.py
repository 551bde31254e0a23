"""The commands: arguments in, text and an exit code out; the modules ``cli*`` alone print.

A command that looks at C runs in a process of its own, without leaving anything behind, and what it
says is printed here when it is done.
"""

from __future__ import annotations

import contextlib
import io
import sys
from typing import TYPE_CHECKING

from maul.cli.compare import add_command as add_compare
from maul.cli.trials import add_command as add_trials
from maul.cli.verify import OK, TIMES, UNKNOWN, VIOLATION, add_options, quantity, verify
from maul.errors import BadInput, Failed, LimitReached, Unsupported
from maul.node import value
from maul.system.printable import printable, printable_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from maul.cfa.model import Cfa
    from maul.cfa.outcome import Execution
    from maul.methods.paths.error_path import Explained


MEGABYTES = 4096  # of memory for a command that has no option for that


def carry_out(arguments: Sequence[str] | None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    return _tell(_apart(command, options)) if options.apart else command(options)


@value
class Said:
    """What a command wants to be printed, on stdout and on stderr, and its exit code."""

    output: bytes
    complaints: str
    code: int


def _apart(command: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> Said:
    """Run a command in a process of its own."""
    from maul.system.child import Limits, Listeners, Stopped, in_guarded_child

    encoding, errors = sys.stdout.encoding, sys.stdout.errors or "backslashreplace"

    def work(_: object) -> Said:
        raw, complaints = io.BytesIO(), io.StringIO()
        output = io.TextIOWrapper(raw, encoding, errors)
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(complaints):
            try:
                code = command(options)
            except Unsupported as construct:
                print(f"maul: {printable_line(str(construct))}", file=sys.stderr)
                code = UNKNOWN
        output.flush()
        return Said(raw.getvalue(), complaints.getvalue(), code)

    said = in_guarded_child(work, Limits(megabytes=MEGABYTES), Listeners(lambda _: None))
    if isinstance(said, Stopped):
        raise Failed(f"no answer: {said.reason}")
    return said


def _tell(said: Said) -> int:
    """Print what a command said."""
    sys.stdout.flush()
    sys.stdout.buffer.write(said.output)
    sys.stdout.flush()
    sys.stderr.write(printable(said.complaints))
    sys.stderr.flush()
    return said.code


def _parser() -> argparse.ArgumentParser:
    import argparse

    parser = argparse.ArgumentParser(
        prog="maul", description="A software model checker for C whose verdicts are checked."
    )
    parser.set_defaults(apart=True)
    parser.add_argument("--version", action="version", version=_version())
    # With the name given, argparse need not write, and import, anything to find it out.
    commands = parser.add_subparsers(required=True, metavar="COMMAND", prog="maul")

    program = argparse.ArgumentParser(add_help=False)
    program.add_argument("files", nargs="+", metavar="FILE", help="C source, preprocessed or not")
    program.add_argument(
        "--data-model", choices=("ILP32", "LP64"), default="LP64", help="sizes of types (LP64)"
    )
    program.add_argument(
        "-I",
        dest="includes",
        action="append",
        default=[],
        metavar="DIR",
        help="look for headers in DIR, too",
    )
    program.add_argument(
        "--property",
        metavar="NAME|FILE.prp",
        help="what counts as an error (unreach-call)",
    )

    cfa = commands.add_parser("cfa", parents=[program], help="show the program model")
    cfa.add_argument("--format", choices=("text", "dot", "svg"), default="text")
    cfa.set_defaults(command=_cfa)

    check = commands.add_parser("verify", parents=[program], help="prove the program or refute it")
    add_options(check)
    check.set_defaults(command=verify, apart=False)

    add_compare(commands, program)
    add_trials(commands, program)

    methods = commands.add_parser("methods", help="list the methods of verification")
    methods.set_defaults(command=_methods)

    solvers = commands.add_parser("solvers", help="list the solvers that maul knows, or install")
    solvers.set_defaults(command=_solvers, install=[], apart=False)
    more = solvers.add_subparsers(metavar="[install NAME]")
    install = more.add_parser("install", help="download a solver into the user's cache")
    install.add_argument("install", nargs="+", metavar="NAME", help="smtinterpol, princess, iz3")

    refuters = commands.add_parser("refuters", help="list the sources of assertions")
    refuters.set_defaults(command=_refuters)

    trace = commands.add_parser(
        "trace",
        parents=[program],
        help="explain one path to an error: inputs, or why there are none",
    )
    which = trace.add_mutually_exclusive_group()
    which.add_argument(
        "--walk", type=int, default=1, metavar="N", help="the N-th shortest path to an error (1)"
    )
    which.add_argument(
        "--path", metavar="3,4,7", help="the shortest path that passes these lines in this order"
    )
    trace.add_argument("--refuter", default="auto", metavar="NAME", help="see maul refuters (auto)")
    trace.add_argument("--blocks", choices=("single", "basic", "medium", "large"), default="single")
    trace.add_argument("--arith", choices=("bv", "int"), default="bv")
    trace.add_argument("--time-limit", default="60s", metavar="60s", help="wall time (60s)")
    trace.set_defaults(command=_trace)

    run = commands.add_parser("run", parents=[program], help="execute the program model")
    run.add_argument(
        "--inputs", default="", metavar="1,2,3", help="what the nondeterministic functions return"
    )
    run.add_argument("--steps", type=int, default=10_000_000, metavar="N", help="give up after N")
    run.set_defaults(command=_run)
    return parser


def _version() -> str:
    from maul import __version__

    return f"maul {__version__}"


def _model(options: argparse.Namespace) -> Cfa:
    """The program model of the files, with the errors of the property."""
    from maul.c.ctype import ILP32, LP64
    from maul.cfa.read import read_program
    from maul.cfa.transform.specification import read_property

    wanted = read_property(options.property or "unreach-call")
    model = ILP32 if options.data_model == "ILP32" else LP64
    return read_program(
        options.files, model, wanted, options.includes, wanted.undefined, wanted.volatile
    )


def _solvers(options: argparse.Namespace) -> int:
    """List solvers, one a line: name, version or "-", advice; or install those that are named."""
    from maul.smt.catalogue import solvers

    if options.install:
        from maul.smt.catalogue import install

        for name in options.install:
            print(f"{name} is installed in {install(name)}", flush=True)
        return OK
    known = solvers()
    width = max(len(solver.version or "installed") for solver in known)
    for solver in known:
        version = solver.version or ("installed" if solver.installed else "-")
        print(f"{solver.name:12} {version:{width}} {solver.advice}")
    return OK


def _methods(_: argparse.Namespace) -> int:
    """List methods, one a line: name, advice, paper."""
    from maul.methods.catalogue import AUTO, AUTO_ADVICE, METHODS

    print(f"{AUTO:19} {AUTO_ADVICE}")
    for entry in METHODS:
        print(f"{entry.name:19} {entry.advice} {entry.citation}".rstrip())
    return OK


def _refuters(_: argparse.Namespace) -> int:
    from maul.interpolate.catalogue import refuters

    for entry in refuters():
        missing = "" if entry.installed else " (not installed)"
        print(f"{entry.name:18} {entry.advice}{missing}")
    return OK


def _trace(options: argparse.Namespace) -> int:
    """Show one path to an error and what a refuter says of it."""
    from maul.cfa.transform.prune import prune
    from maul.interpolate.catalogue import refuter
    from maul.methods.paths.error_path import error_paths, explained
    from maul.proofs.execution.replay import confirms, replay
    from maul.report.path import told
    from maul.run import Run

    if options.walk < 1:
        raise BadInput(f"--walk: counts from 1: {options.walk}")
    refute = refuter(options.refuter)
    run = Run(quantity("--time-limit", options.time_limit, TIMES))
    whole = _model(options)
    paths = error_paths(prune(whole).cfa, options.blocks, options.arith, run)
    try:
        if options.path is None:
            path = paths.shortest(options.walk)
        else:
            path = paths.through(_lines(options.path))
        if path is None:
            print(f"TRACE: there are fewer than {options.walk} paths to an error")
            return OK
        found = explained(paths, path, refute, run)
    except LimitReached as limit:
        print(f"TRACE: unknown, {limit}")
        return UNKNOWN
    for line in told(found, lambda claim: confirms(replay(whole, claim), claim)):
        print(printable_line(line))
    return _tell_trace(found)


def _tell_trace(found: Explained) -> int:
    """Say in one line what became of a path; the exit code tells it to scripts."""
    from maul.interpolate.protocol import Feasible, Refuted
    from maul.smt.protocols import GaveUp

    line, code = "", OK
    match found.answer:
        case Feasible():
            line, code = "feasible", VIOLATION
        case Refuted(source=source, perfect=perfect):
            line = f"infeasible, by {source}, {'perfect' if perfect else 'not perfect'}"
        case GaveUp(reason=reason):
            line, code = f"unknown, {reason}", UNKNOWN
    print(f"TRACE: {line}, {len(found.path.trace)} blocks, {found.seconds:.2f} s")
    return code


def _lines(text: str) -> list[int]:
    """The numbers of ``--path``."""
    try:
        return [int(item) for item in text.split(",")]
    except ValueError:
        raise BadInput(f"--path: not a list of line numbers: {text}") from None


def _cfa(options: argparse.Namespace) -> int:
    from maul.cfa.render import dot, text

    cfa = _model(options)
    if options.format == "text":
        print(printable(text(cfa)), end="")
    elif options.format == "dot":
        print(printable(dot(cfa)), end="")
    else:
        print(_svg(printable(dot(cfa))), end="")
    _tell_missing(cfa, options.property)
    return OK


def _svg(graph: str) -> str:
    """Lay a graph out with Graphviz, which the user must have: maul does not draw by itself."""
    import shutil
    import subprocess

    layout = shutil.which("dot")
    if layout is None:
        raise BadInput("--format svg needs the program dot of Graphviz; --format dot does not")
    done = subprocess.run(
        [layout, "-Tsvg"], input=graph, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise BadInput(f"dot failed: {done.stderr.strip()[:200]}")
    return done.stdout


def _tell_missing(cfa: Cfa, asked_for: str | None) -> None:
    """Say what a property that the user chose has no meaning for."""
    for what in cfa.missing if asked_for else ():
        print(f"maul: the property names what the program lacks: {what}", file=sys.stderr)


def _run(options: argparse.Namespace) -> int:
    from maul.interpret.machine import interpret

    inputs = _inputs(options.inputs)
    cfa = _model(options)
    execution = interpret(cfa, inputs, steps=options.steps)
    sys.stdout.flush()
    sys.stdout.buffer.write(execution.output)
    if execution.output and not execution.output.endswith(b"\n"):
        sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()
    _tell_missing(cfa, options.property)
    return _tell_outcome(execution)


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


def _tell_outcome(execution: Execution) -> int:
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
    print(f"RUN: {printable_line(line)}")
    for name in execution.approximations:
        print(f"maul: {name} may be rounded differently by another C library", file=sys.stderr)
    return code
