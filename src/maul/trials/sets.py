"""What trials are grouped by: the parts of a configuration, and sets of tasks.

Comes in: records. Goes out: their rows and sets in the order of [Dietsch17, Table 1]: Craig, then
IT-SP-LV by solver, then the other variants of Newton, then what the paper does not have. A
configuration is taken apart without asking what is installed here: results may come from another
machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from maul.choices import Arith
from maul.errors import BadInput
from maul.node import node, value
from maul.trials.configuration import takes_refuter

if TYPE_CHECKING:
    from maul.trials.record import FinishedRun

BEST = "newton:IT-SP-LV"
VARIANTS = ("IT-SP-LV", "IT-WP-LV", "IT-SP", "IT-WP", "SP-LV", "WP-LV", "SP", "WP")
NO_REFUTER = "no refuter"


@value
class Parts:
    """The parts of a configuration: method, refuter ("" without one), what integers are, and the
    other settings (``solver=cvc5``)."""

    method: str
    refuter: str = ""
    arith: str = Arith.AUTO
    others: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """Where assertions come from: all that is left without the method and the integers."""
        none = "auto" if takes_refuter(self.method) else NO_REFUTER
        return "/".join((self.refuter or none, *self.others))


def parts(configuration: str) -> Parts:
    """Take ``METHOD[/REFUTER][/KEY=VALUE]...`` apart."""
    method, *rest = configuration.split("/")
    settings = [item for item in rest if "=" in item]
    refuter = next((item for item in rest if "=" not in item), "")
    arith = next((item[6:] for item in settings if item.startswith("arith=")), Arith.AUTO)
    return Parts(
        method, refuter, arith, tuple(item for item in settings if not item.startswith("arith="))
    )


def source_order(configuration: str) -> tuple[int, int, str, str]:
    """What sorts configurations by the source of assertions, as the paper does."""
    known = parts(configuration)
    kind, _, which = known.refuter.partition(":")
    if kind == "craig":
        rank, index = 0, 0
    elif known.refuter == BEST:
        rank, index = 1, 0
    elif kind == "newton":
        rank, index = 2, VARIANTS.index(which) if which in VARIANTS else len(VARIANTS)
    else:
        rank, index = 3, 0
    return rank, index, known.source, configuration


def method_order(configuration: str) -> tuple[str, tuple[int, int, str, str]]:
    """What sorts configurations by the method, then by the source of assertions."""
    return parts(configuration).method, source_order(configuration)


@node
class Set:
    """A set of records with a name: a column of the table, a figure of plots."""

    name: str
    has: Callable[[FinishedRun], bool]


def is_float(record: FinishedRun) -> bool:
    """Whether the task is about floating-point numbers."""
    return record.category.startswith("floats")


def is_memsafety(record: FinishedRun) -> bool:
    """Whether the task is about memory."""
    return record.property.startswith("valid-mem")


def is_integer(record: FinishedRun) -> bool:
    """Whether integers are mathematical ones; where nothing is said they are bit-precise."""
    return parts(record.configuration).arith == Arith.INT


# The same tasks with either arithmetic, as in the paper; its Craig sources that know no
# bit-vectors have results for Memsafety, so that one is over integers.
SETS = (
    Set("Bitvector", lambda each: not (is_integer(each) or is_float(each) or is_memsafety(each))),
    Set("Integer", lambda each: is_integer(each) and not (is_float(each) or is_memsafety(each))),
    Set("Memsafety", lambda each: is_memsafety(each) and is_integer(each)),
    Set("Float", lambda each: is_float(each) and not (is_integer(each) or is_memsafety(each))),
)


def by_category(records: Iterable[FinishedRun]) -> tuple[Set, ...]:
    """A set for each category, by name."""
    return tuple(map(_category, sorted({record.category for record in records})))


def _category(name: str) -> Set:
    return Set(name, lambda record: record.category == name)


def by_set(records: Iterable[FinishedRun]) -> tuple[Set, ...]:
    """The sets of the paper that have records."""
    known = list(records)
    return tuple(each for each in SETS if any(map(each.has, known)))


def task_of(record: FinishedRun) -> tuple[str, str]:
    """What a task is known by: one program may have several properties."""
    return record.task, record.property


def once(records: Iterable[FinishedRun]) -> tuple[FinishedRun, ...]:
    """The records without repetitions, in an order that does not depend on theirs; a task with two
    different results for one configuration makes no table."""
    known: dict[tuple[str, str, str], FinishedRun] = {}
    for record in records:
        key = (*task_of(record), record.configuration)
        if known.setdefault(key, record) != record:
            raise BadInput(f"{record.task}: there are two results of {record.configuration}")
    return tuple(known[key] for key in sorted(known))
