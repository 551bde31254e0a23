"""Writes docs/library.md: which functions of the C library are modelled, described or refused.

python -m tools.library_document
"""

from __future__ import annotations

import textwrap
from pathlib import Path

from maul.cfa.library import functions as library
from maul.cfa.library.table import Amount, Argument, LibraryLine, line, texts

DOCUMENT = Path(__file__).parents[1] / "docs" / "library.md"

_HEAD = """# Which functions of the C library maul knows

Made by `python -m tools.library_document` from the tables in `src/maul/cfa/library/tables`; a
test keeps it equal to them. A definition in the program goes before the table, and a declaration
of another kind of type makes the name an undefined function. `tools/effects.py` compares the
table with the real library: no execution may do what the table excludes.
"""


def document() -> str:
    """The text."""
    lines = [found for name in sorted(texts()) if (found := line(name)) is not None]
    modelled = [each.name for each in lines if "modelled" in each.words]
    mathematics = set(library.ARGUMENTS) - set(texts())
    mathematics = {
        name
        for name in mathematics
        if name[:-1] not in mathematics and not name.startswith(("<", "__")) and " " not in name
    }
    builtins = sorted(
        name for name in library.MODELS if name.startswith(("__builtin_", "__sync_", "__atomic_"))
    )
    described = [each for each in lines if not each.words & {"modelled", "refused"}]
    refused = [each.name for each in lines if "refused" in each.words]
    rows = [f"| `{each.name}` | {_effects(each)} |" for each in described]
    parts = [
        _HEAD,
        "## Modelled\n",
        "Interpreter and formulas know what they do; a few are known to the interpreter alone.\n",
        _listed(modelled),
        "\nOf `<math.h>`, also for `float`:\n",
        _listed(sorted(mathematics)),
        "\nOf the compiler:\n",
        _listed(builtins),
        "\n## Described\n",
        "Any result within the bounds, any value in what is written.\n",
        "| function | what it may do |",
        "| --- | --- |",
        *rows,
        "\n## Refused\n",
        f"The other {len(refused)} functions that the GNU library declares or exports, and all",
        "builtins that are not named above. A call of one ends in UNKNOWN with its file and line.",
    ]
    return "\n".join(parts) + "\n"


def _listed(names: list[str]) -> str:
    return "\n".join(textwrap.wrap(" ".join(f"`{name}`" for name in names), 130))


def _effects(known: LibraryLine) -> str:
    """What a line says, in words."""
    effects, said = known.effects, []
    if effects.low is not None or effects.high is not None:
        low = "" if effects.low is None else f"{effects.low} <= "
        high = "" if effects.high is None else f" <= {_amount(effects.high)}"
        said.append(f"{low}result{high}")
    if effects.returns is not None:
        said.append(
            f"returns argument {effects.returns + 1}{' or null' if effects.or_null else ''}"
        )
    for writes in effects.writes:
        size = (
            "" if writes.factors is None else f" ({' * '.join(map(_amount, writes.factors))} bytes)"
        )
        said.append(f"writes through argument {writes.at + 1}{size}")
    said += [f"{bound.low} <= {bound.field} <= {bound.high}" for bound in effects.fields]
    if effects.same is not None:
        said.append(f"stores the result through argument {effects.same + 1}")
    if effects.end is not None:
        at, text = effects.end
        said.append(f"stores a pointer into argument {text + 1} through argument {at + 1}")
    if effects.null is not None:
        said.append(f"only with null for argument {effects.null + 1}")
    if effects.given is not None:
        others = " or ".join(f"`{name}`" for name in effects.given.unless)
        said.append(
            "from outside of the program" + (f", unless {others} is called" if others else "")
        )
    if "errno" in known.words:
        said.append("may set `errno`")
    return "; ".join(said) or "any result"


def _amount(amount: Amount) -> str:
    return f"argument {amount.index + 1}" if isinstance(amount, Argument) else str(amount)


if __name__ == "__main__":
    DOCUMENT.write_text(document())
