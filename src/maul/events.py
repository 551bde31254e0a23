"""What happens during a verification, for whoever wants to know.

Algorithms emit these through ``Run.emit``; progress on a terminal, statistics and the Python API
read the stream. Deleting all readers changes no algorithm.
"""

from __future__ import annotations

from typing import TypeAlias

from maul.node import value


@value
class Stage:
    """A new part of the work begins: ``reading``, ``property`` (one of several), ``searching``,
    ``checking``; ``detail`` names the property, the method or the checker."""

    name: str
    detail: str = ""


@value
class Pruned:
    """How many locations of the program the search does not see: no way to an error passes them."""

    locations: int


@value
class Searched:
    """How far the search has come: the states there are now, those that are covered or need no
    successors, the abstract successors computed so far, and the predicates in use."""

    states: int
    covered: int
    posts: int
    predicates: int


@value
class Spared:
    """What interpolants have spared the search: the states that were ever made, those beyond which
    nothing was explored because they are known to be safe, and the errors that were foreseen."""

    explored: int
    left_out: int
    foreseen: int


@value
class Reused:
    """What block-abstraction memoisation has saved so far: how many units of the program, function
    bodies and loops, were analysed, each from one state with one precision, and how often a stored
    result was used instead."""

    analysed: int
    reused: int


@value
class Refined:
    """An error path was refuted: how many blocks it has, who found the assertions, whether they
    prove its path program, in how many seconds, the place (file:line) that the path passes most
    often, the assertion at its last visit there, and the k of the language L(k) that the assertions
    are restricted to, 0 when there is none."""

    length: int
    source: str
    perfect: bool
    seconds: float
    place: str = ""
    assertion: str = ""
    language: int = 0


@value
class Queried:
    """A solver answered a question: which solver, what (``sat``, ``unsat``, ``gave up``), in how
    many seconds, and the theory of the question (``maul.smt.theories``)."""

    prover: str
    outcome: str
    seconds: float
    theory: str = ""


@value
class Deepened:
    """Bounded model checking has begun with a new bound."""

    bound: int


@value
class Recursed:
    """An execution calls a function from itself more often than was looked at so far; now it may be
    on the stack so many times."""

    function: str
    activations: int


Event: TypeAlias = (
    Stage | Pruned | Searched | Spared | Reused | Refined | Queried | Deepened | Recursed
)
