"""What several commands share: exit codes, options, how their arguments are understood."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from maul.choices import BLOCK_SIZES, CHOICES, Arith, Chosen, MethodChoice, block_size, chosen
from maul.errors import BadInput, cannot_write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.cfa.model import Cfa

OK, VIOLATION, USAGE, UNKNOWN = 0, 1, 2, 3

# ---- parsers ----


class LateParser(argparse.ArgumentParser):
    """A parser that is given its options when it is used: other commands need not wait for them."""

    def __init__(
        self,
        add_options: Callable[[argparse.ArgumentParser], None],
        prog: str | None = None,
    ) -> None:
        super().__init__(prog=prog)
        self._add_options = add_options

    def parse_known_args(  # type: ignore[override] # all overloads in one
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse what is known."""
        self._add_options(self)
        return super().parse_known_args(args, namespace)


def add_program_options(parser: argparse.ArgumentParser) -> None:
    """The options that say which program and which property."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="C source, preprocessed or not")
    parser.add_argument(
        "--data-model", choices=("ILP32", "LP64"), default="LP64", help="sizes of types (LP64)"
    )
    parser.add_argument(
        "-I",
        dest="includes",
        action="append",
        default=[],
        metavar="DIR",
        help="look for headers in DIR, too",
    )
    parser.add_argument(
        "--property",
        metavar="NAME|FILE.prp",
        help="what counts as an error; several with commas between them (unreach-call)",
    )


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """The options that say how methods look at a program."""
    parser.add_argument(
        "--blocks",
        metavar="|".join(BLOCK_SIZES),
        help="how much of the program is one step (what suits the method)",
    )
    parser.add_argument(
        "--arith",
        choices=[each.value for each in Arith],
        default="auto",
        help="integers as bit-vectors or as numbers (auto)",
    )


def add_choices(parser: argparse.ArgumentParser, *owners: str) -> None:
    """The settings that only some methods, or some refuters, have."""
    for owner in owners:
        several = parser.add_argument_group(
            f"settings of {owner}s (maul {owner}s NAME lists its own)"
        )
        for each in _choices_of(owner):
            several.add_argument(f"--{each.name}", metavar=each.shown, help=each.advice)


def read_choices(options: argparse.Namespace, *owners: str) -> Chosen:
    """The settings that the user has chosen."""
    names = [each.name for owner in owners for each in _choices_of(owner)]
    named = {name: getattr(options, name.replace("-", "_")) for name in names}
    return chosen({name: text for name, text in named.items() if text is not None})


def _choices_of(owner: str) -> list[MethodChoice]:
    return [each for each in CHOICES.values() if each.owner == owner]


def read_blocks(options: argparse.Namespace) -> str | None:
    """The size of blocks that the user has chosen."""
    return None if options.blocks is None else block_size("--blocks", options.blocks)


# ---- arguments ----

TIMES = {"ms": 0.001, "s": 1.0, "": 1.0, "min": 60.0, "h": 3600.0}
SIZES = {"MB": 1.0, "": 1.0, "GB": 1024.0, "TB": 1024.0 * 1024}


def quantity(option: str, text: str, units: dict[str, float]) -> float:
    """A positive number with a unit."""
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    try:
        amount = float(digits) * units[text[len(digits) :]]
    except (ValueError, KeyError):
        raise BadInput(f"{option}: not understood: {text}") from None
    if not 0 < amount < float("inf"):
        raise BadInput(f"{option}: must be positive: {text}")
    return amount


def write_text(path: str, text: str) -> None:
    """Write a file that the user named."""
    try:
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
    except OSError as problem:
        raise cannot_write(path, problem) from None


def read_model(options: argparse.Namespace) -> Cfa:
    """The program model of the files, with the errors of the property."""
    from maul.c.ctype import ILP32, LP64
    from maul.cfa.read import read_program
    from maul.cfa.transform.specification import joined, read_properties

    wanted = joined(read_properties(options.property or "unreach-call"))
    model = ILP32 if options.data_model == "ILP32" else LP64
    return read_program(
        options.files, model, wanted, options.includes, wanted.undefined, wanted.volatile
    )


def tell_missing(cfa: Cfa, asked_for: str | None) -> None:
    """Say what a property that the user chose has no meaning for."""
    for what in cfa.missing if asked_for else ():
        print(f"maul: the property names what the program lacks: {what}", file=sys.stderr)
