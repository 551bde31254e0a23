"""C files to the program model with its error locations: the way every command begins."""

from __future__ import annotations

import gc
from functools import partial
from typing import TYPE_CHECKING

from maul.c.elaborate import elaborate
from maul.cfa.build import build, meets_others
from maul.cfa.library import PLAIN, PURE
from maul.cfa.transform.specification import mark_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.c.ctype import DataModel
    from maul.c.preprocess import Source
    from maul.cfa.model import Cfa
    from maul.cfa.transform.specification import Property


def read_program(
    files: Sequence[str | Source],
    model: DataModel,
    wanted: Property,
    includes: Sequence[str] = (),
    undefined: str = PURE,
    volatile: str = PLAIN,
) -> Cfa:
    """Parse, elaborate, build and mark, without looking for garbage: there is little, and the
    search for it took a seventh of the time on a driver of 25,000 lines.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        is_open = partial(meets_others, undefined=undefined, errors=wanted.error_functions)
        program = elaborate(files, model, includes, wanted.entry, is_open)
        cfa = build(
            program, undefined, wanted.error_functions, volatile, scopes=wanted.asks_for_life
        )
        return mark_errors(_with_lifetimes(cfa) if wanted.asks_for_life else cfa, wanted)
    finally:
        if collecting:
            gc.enable()


def _with_lifetimes(cfa: Cfa) -> Cfa:
    """The program in which objects of inner scopes end."""
    from maul.cfa.transform.lifetimes import with_lifetimes  # noqa: PLC0415 - for some properties

    return with_lifetimes(cfa)
