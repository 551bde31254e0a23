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


class ProgramReader:
    """Files that are read once for several properties, as far as these agree on what is read."""

    def __init__(
        self, files: Sequence[str | Source], model: DataModel, includes: Sequence[str] = ()
    ) -> None:
        self._files = files
        self._model = model
        self._includes = includes
        self._built: dict[tuple[str, frozenset[str], str, str, bool, bool], Cfa] = {}

    def read(self, wanted: Property, undefined: str = PURE, volatile: str = PLAIN) -> Cfa:
        """Parse, elaborate, build and mark, without looking for garbage: there is little, and the
        search for it took a seventh of the time on a driver of 25,000 lines.
        """
        collecting = gc.isenabled()
        gc.disable()
        try:
            key = (
                wanted.entry,
                wanted.error_functions,
                undefined,
                volatile,
                wanted.asks_for_life,
                wanted.asks_for_ways,
            )
            if key not in self._built:
                self._built[key] = self._build(*key)
            return mark_errors(self._built[key], wanted)
        finally:
            if collecting:
                gc.enable()

    def _build(
        self,
        entry: str,
        errors: frozenset[str],
        undefined: str,
        volatile: str,
        lifetimes: bool,  # noqa: FBT001 - a part of a key
        pointers: bool,  # noqa: FBT001 - a part of a key
    ) -> Cfa:
        """The program without its errors; with ``lifetimes`` objects of inner scopes end, and with
        ``pointers`` those that hold pointers lose them."""
        is_open = partial(meets_others, undefined=undefined, errors=errors)
        program = elaborate(self._files, self._model, self._includes, entry, is_open)
        cfa = build(program, undefined, errors, volatile, scopes=lifetimes, pointers=pointers)
        return _with_lifetimes(cfa, pointers=pointers) if lifetimes else cfa


def read_program(
    files: Sequence[str | Source],
    model: DataModel,
    wanted: Property,
    includes: Sequence[str] = (),
    undefined: str = PURE,
    volatile: str = PLAIN,
) -> Cfa:
    """The program model of files, with the errors of one property."""
    return ProgramReader(files, model, includes).read(wanted, undefined, volatile)


def _with_lifetimes(cfa: Cfa, *, pointers: bool) -> Cfa:
    """The program in which objects of inner scopes end, and ``pointers`` with them."""
    from maul.cfa.transform.lifetimes import with_lifetimes  # noqa: PLC0415 - for some properties

    return with_lifetimes(cfa, pointers=pointers)
