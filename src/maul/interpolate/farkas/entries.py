"""Our own Craig refuters, as the catalogue lists them: two defaults of one choice of a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.interpolate.craig import craig_refuter
from maul.interpolate.farkas.growing import RestrictedRefuter
from maul.interpolate.farkas.interpolants import FarkasInterpolator
from maul.interpolate.protocol import RefuterEntry
from maul.interpolate.refuter import QUICK

if TYPE_CHECKING:
    from maul.interpolate.protocol import Refuter, RefuterSetting

FREE, GROWING = "free", "growing"


def _entry(name: str, advice: str, language: str) -> RefuterEntry:
    """The refuter with a language that it has unless the user wants another."""
    free = craig_refuter(name, advice, FarkasInterpolator, first_steps=QUICK)

    def made(setting: RefuterSetting) -> Refuter:
        chosen = setting.choice("language", language)
        if chosen == FREE:
            return free.make(setting)
        if chosen == GROWING:
            return RestrictedRefuter(name, setting, 1, grows=True)
        return RestrictedRefuter(name, setting, int(chosen), grows=False)

    return RefuterEntry(name, advice, made, choices=(*free.choices, ("language", language)))


FARKAS = _entry(
    "craig:farkas", "our own, for linear integers: the shortest, with bounded constants", FREE
)
FARKAS_GROWING = _entry(
    "craig:farkas-growing",
    "the same in one language for all paths, larger when it has to be",
    GROWING,
)
