"""Steps of the interpreter: closures that do something and give the place where to go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from maul.cfa.model import Edge
from maul.cfa.outcome import Finish, Outcome
from maul.interpret.frames import Effect, ExecutablePlace

T = TypeVar("T")
Run: TypeAlias = Callable[[], ExecutablePlace]


def finish(outcome: Outcome) -> Run:
    """End the execution."""

    def run() -> ExecutablePlace:
        raise Finish(outcome)

    return run


def telling(run: Run, edge: Edge, observe: Callable[[Edge], None]) -> Run:
    """Take an edge and tell of it, also when it ends the execution."""

    def taken() -> ExecutablePlace:
        try:
            return run()
        finally:
            observe(edge)

    return taken


def then(effect: Effect, target: ExecutablePlace) -> Run:
    """Do something and go on."""

    def run() -> ExecutablePlace:
        effect()
        return target

    return run


def set_register(file: list[T], slot: int, value: Callable[[], T], target: ExecutablePlace) -> Run:
    """Assign a register and go on."""

    def run() -> ExecutablePlace:
        file[slot] = value()
        return target

    return run


def store_value(store: Callable[[T], None], value: Callable[[], T], target: ExecutablePlace) -> Run:
    """Assign a place in memory and go on."""

    def run() -> ExecutablePlace:
        store(value())
        return target

    return run


def passing(value: Callable[[], T], store: Callable[[T], None]) -> Callable[[], Effect]:
    """Compute an argument now, store it once the callee is entered."""

    def evaluate() -> Effect:
        argument = value()
        return lambda: store(argument)

    return evaluate
