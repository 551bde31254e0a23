"""Arguments in, the command that they name carried out, its exit code out.

The module of a command is imported when it is used. A command that looks at C runs in a process of
its own, without leaving anything behind, and what it says is printed here when it is done.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from maul.cli.options import UNKNOWN, LateParser
from maul.errors import Failed, Unsupported
from maul.node import value
from maul.system.printable import printable, printable_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MEGABYTES = 4096  # of memory for a command that has no option for that
# Name, what it is for, and its module with the function that adds its options.
COMMANDS = (
    ("cfa", "show the program model", "cfa:add_options"),
    ("verify", "prove the program or refute it", "verify:add_options"),
    ("compare", "verify the program in many ways, and compare", "compare:add_options"),
    (
        "trials",
        "verify a folder of tasks in many ways; tables and plots of the results",
        "trials:add_options",
    ),
    ("methods", "list the methods of verification", "lists:add_methods"),
    ("solvers", "list the solvers that maul knows, or install", "lists:add_solvers"),
    ("refuters", "list the sources of assertions", "lists:add_refuters"),
    (
        "trace",
        "explain one path to an error: inputs, or why there are none",
        "trace:add_options",
    ),
    ("run", "execute the program model", "run:add_options"),
)


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
    parser = argparse.ArgumentParser(
        prog="maul", description="A software model checker for C whose verdicts are checked."
    )
    parser.set_defaults(apart=True)
    parser.add_argument("--version", action="version", version=_version())
    # With the name given, argparse need not write, and import, anything to find it out.
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", prog="maul", parser_class=LateParser
    )
    for name, advice, home in COMMANDS:
        commands.add_parser(name, help=advice, add_options=partial(_add_options, home))
    return parser


def _add_options(home: str, parser: argparse.ArgumentParser) -> None:
    """Give a parser its options, and the function that is the command."""
    module, _, function = home.partition(":")
    getattr(import_module(f"maul.cli.{module}"), function)(parser)


def _version() -> str:
    from maul import __version__

    return f"maul {__version__}"
