"""The command ``maul cfa``: the program model as text or as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cli.graphviz import svg
from maul.cli.options import OK, add_program_options, read_model, tell_missing
from maul.system.printable import printable

if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    add_program_options(parser)
    parser.add_argument("--format", choices=("text", "dot", "svg"), default="text")
    parser.set_defaults(command=show)


def show(options: argparse.Namespace) -> int:
    """Print the program model."""
    from maul.cfa.render import dot, text

    cfa = read_model(options)
    if options.format == "text":
        print(printable(text(cfa)), end="")
    elif options.format == "dot":
        print(printable(dot(cfa)), end="")
    else:
        print(svg(printable(dot(cfa))), end="")
    tell_missing(cfa, options.property)
    return OK
