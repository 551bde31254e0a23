"""The commands ``maul methods``, ``refuters`` and ``solvers``: what there is, one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cli.options import OK

if TYPE_CHECKING:
    import argparse


def add_methods(parser: argparse.ArgumentParser) -> None:
    """Make it the command ``maul methods [NAME]``."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="the settings of one method")
    parser.set_defaults(command=list_methods)


def add_refuters(parser: argparse.ArgumentParser) -> None:
    """Make it the command ``maul refuters [NAME]``."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="the settings of one refuter")
    parser.set_defaults(command=list_refuters)


def add_solvers(parser: argparse.ArgumentParser) -> None:
    """Make it the command ``maul solvers [install NAME]``."""
    parser.set_defaults(command=list_solvers, install=[], apart=False)
    more = parser.add_subparsers(metavar="[install NAME]")
    more.add_parser(
        "install",
        help="download a solver into the user's cache",
        add_options=_add_install_options,
    )


def _add_install_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "install", nargs="+", metavar="NAME", help="smtinterpol, princess, iz3, yices"
    )


def list_methods(options: argparse.Namespace) -> int:
    """List methods, one a line: name, advice, paper; or the settings of one."""
    from maul.methods.catalogue import AUTO, AUTO_ADVICE, METHODS

    if options.name not in (None, AUTO):
        return _list_settings(options.name)
    print(f"{AUTO:19} {AUTO_ADVICE}")
    for entry in METHODS.values():
        print(f"{entry.name:19} {entry.advice} {entry.citation}".rstrip())
    return OK


def _list_settings(name: str) -> int:
    """List what one method lets the user choose: the option, its default, and what it decides."""
    from maul.choices import CHOICES
    from maul.methods.catalogue import method

    entry = method(name)
    print(f"--blocks ({entry.blocks}): how much of the program is one step")
    for own, default in entry.defaults().items():
        choice = CHOICES[own]
        print(f"--{own} {choice.shown} ({default}): {choice.advice}")
    return OK


def list_refuters(options: argparse.Namespace) -> int:
    """List refuters, one a line: name, advice; or the settings of one."""
    from maul.choices import CHOICES
    from maul.interpolate.catalogue import entry as known
    from maul.interpolate.catalogue import refuters

    if options.name is not None:
        found = known(options.name)
        print(f"{found.name}: {found.advice}")
        for own, default in found.choices:
            print(f"--{own} {'|'.join(found.values(own))} ({default}): {CHOICES[own].advice}")
        return OK
    for entry in refuters():
        missing = "" if entry.is_installed() else " (not installed)"
        print(f"{entry.name:18} {entry.advice}{missing}")
    return OK


def list_solvers(options: argparse.Namespace) -> int:
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
