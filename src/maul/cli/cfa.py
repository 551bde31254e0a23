"""The command ``maul cfa``: the program model as text or as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cli.options import OK, add_program_options, read_model, tell_missing
from maul.errors import BadInput
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
        print(_svg(printable(dot(cfa))), end="")
    tell_missing(cfa, options.property)
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
