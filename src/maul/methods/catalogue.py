"""The methods maul knows, by name, with their papers and one line of advice each.

A method is imported when it is asked for: start-up time is a feature.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from maul.choices import BlockSize
from maul.errors import BadInput
from maul.node import node

if TYPE_CHECKING:
    from maul.methods.setting import Method


@node
class MethodEntry:
    """A method, where it comes from, when to use it, the size of blocks that suits it, and the
    solver that it searches with when the user names none (floats go to bitwuzla then)."""

    name: str
    load: Callable[[], Method]
    citation: str
    advice: str
    blocks: BlockSize = BlockSize.LARGE
    solver: str = "z3"

    @property
    def takes_refuter(self) -> bool:
        """Whether it asks a refuter; these let the terms, or the user, decide who is asked."""
        return self.solver == "z3"


def _bmc() -> Method:
    from maul.methods.bmc import bmc  # noqa: PLC0415

    return bmc


def _impact() -> Method:
    from maul.methods.impact import impact  # noqa: PLC0415

    return impact


def _predicate() -> Method:
    from maul.methods.predicate_abstraction import predicate_abstraction  # noqa: PLC0415

    return predicate_abstraction


def _automizer() -> Method:
    from maul.methods.trace_abstraction import trace_abstraction  # noqa: PLC0415

    return trace_abstraction


def _kojak() -> Method:
    from maul.methods.splitting import splitting  # noqa: PLC0415

    return splitting


def _interp(mode: str) -> Callable[[], Method]:
    def load() -> Method:
        from maul.methods.safety_error import MODES, safety_error  # noqa: PLC0415

        return partial(safety_error, MODES[mode])

    return load


def _value() -> Method:
    from maul.methods.explicit_value import value  # noqa: PLC0415

    return value


def _value_itp() -> Method:
    from maul.methods.explicit_value import value_itp  # noqa: PLC0415

    return value_itp


def _value_predicate() -> Method:
    from maul.methods.value_predicate import value_predicate  # noqa: PLC0415

    return value_predicate


def _value_itp_predicate() -> Method:
    from maul.methods.value_predicate import value_itp_predicate  # noqa: PLC0415

    return value_itp_predicate


def _concrete() -> Method:
    from maul.methods.concrete import concrete  # noqa: PLC0415

    return concrete


INTERP_ADVICE = {
    "R": "predicate abstraction with reachability interpolants only, to compare with",
    "R+E": "stops as soon as the way to a known error path is open: bugs behind many branches",
    "R+S": "leaves out what lies behind states that are known to be safe: many branches",
    "R+S+E": "both",
    "R+S+W": "safe states, and the branches first that make them known early",
    "R+S+E+W": "all of these: the paper's best",
}

METHODS: tuple[MethodEntry, ...] = (
    MethodEntry(
        "bmc",
        _bmc,
        "[BCCZ99]",
        "unrolls loops: finds bugs, proves what ends after few rounds",
        solver="bitwuzla",
    ),
    MethodEntry(
        "impact",
        _impact,
        "[McMillan06]",
        "interpolants instead of predicates: quick proofs of programs with much control",
    ),
    MethodEntry(
        "predicate",
        _predicate,
        "[BKW10]",
        "lazy predicate abstraction: sturdy where few predicates are used again and again",
    ),
    MethodEntry(
        "automizer",
        _automizer,
        "[HHP09]",
        "trace abstraction: excludes whole sets of error paths, by automata; loops",
        blocks=BlockSize.MEDIUM,
    ),
    MethodEntry(
        "kojak",
        _kojak,
        "[EHP12]",
        "splits places along the assertions: small programs, other proofs than automizer's",
        blocks=BlockSize.MEDIUM,
    ),
    *(
        MethodEntry(f"interp:{mode}", _interp(mode), "[Tian17]", advice)
        for mode, advice in INTERP_ADVICE.items()
    ),
    MethodEntry(
        "value",
        _value,
        "[Beyer13]",
        "tracks the values of all variables: state machines, loops with constant bounds",
        solver="bitwuzla",
    ),
    MethodEntry(
        "value-itp",
        _value_itp,
        "[Beyer13]",
        "tracks the values that error paths ask for: large programs with much control",
        solver="bitwuzla",
    ),
    MethodEntry(
        "value+predicate",
        _value_predicate,
        "[Beyer13]",
        "values of all variables, and predicates where these do not suffice",
    ),
    MethodEntry(
        "value-itp+predicate",
        _value_itp_predicate,
        "[Beyer13]",
        "values that error paths ask for, and predicates where these do not suffice",
    ),
    MethodEntry(
        "concrete",
        _concrete,
        "",
        "executes with guessed inputs: shallow bugs, closed programs",
        solver="none",
    ),
)
AUTO = "auto"
AUTO_ADVICE = "several of these one after the other, chosen by the program's features; the default"


def method(name: str) -> MethodEntry:
    """A method by its name."""
    found = next((entry for entry in METHODS if entry.name == name), None)
    if found is None:
        known = ", ".join((AUTO, *(entry.name for entry in METHODS)))
        raise BadInput(f"--method: there is no {name}; there are {known}")
    return found
