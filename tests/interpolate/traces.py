"""Traces that cannot be executed: random ones of several theories, and those of the papers.

``infeasible(family, count, seed)`` gives random traces of small and large blocks; ``FAMILIES``
names the theories. The rest are functions without arguments for one trace each, over mathematical
integers and arrays as the papers have them, and ``counting`` for long ones.
"""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from maul.interpolate.safety_error import PathQuestions
from maul.logic import build
from maul.logic.build import FALSE, TRUE, integer, not_, symbol
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL, INT, Array, BitVec, Float
from maul.logic.trace import Block, Trace
from maul.logic.transition import Transition, assign, assume, havoc
from maul.smt.protocols import Unsat
from maul.smt.solvers.bitwuzla.prover import BitwuzlaProver
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maul.logic.sorts import Sort
    from maul.logic.terms import Term
    from maul.smt.protocols import MakeProver

Rng: TypeAlias = random.Random

NIBBLE, BYTE, WORD, HALF = BitVec(2), BitVec(8), BitVec(32), Float(5, 11)
INTS, BYTES = Array(INT, INT), Array(BYTE, BYTE)


def trace_of(*transitions: Transition) -> Trace:
    """A trace through places that are numbered from 0."""
    blocks = [Block(i, i + 1, transition) for i, transition in enumerate(transitions)]
    return Trace(tuple(blocks))


# ---- random traces ----

# The sorts of the variables, and what beside equations and sums the terms may use. All states of
# "nibbles" can be tried.
FAMILIES: dict[str, tuple[tuple[Sort, ...], frozenset[str]]] = {
    "linear": ((INT, INT, INT), frozenset()),
    "ite": ((INT, INT, INT, BOOL), frozenset({"ite"})),
    "mod": ((INT, INT, INT), frozenset({"mod", "ite"})),
    "nibbles": ((NIBBLE, NIBBLE, BOOL), frozenset({"bits", "ite"})),
    "bytes": ((BYTE, BYTE, BYTE, BOOL), frozenset({"bits", "ite"})),
    "words": ((WORD, WORD, WORD), frozenset({"ite"})),
    "arrays": ((INTS, INTS, INT, INT), frozenset()),
    "memory": ((BYTES, BYTE, BYTE), frozenset({"ite"})),
    "floats": ((HALF, HALF, HALF), frozenset({"ite"})),
}
GUARDS_AT_THE_END = 40


def infeasible(
    family: str, count: int, seed: int = 0, blocks: tuple[int, int] = (2, 7)
) -> tuple[Trace, ...]:
    """Random traces of a family that a solver shows infeasible; the same for the same seed."""
    return _infeasible(family, count, seed, blocks)


@cache
def _infeasible(family: str, count: int, seed: int, blocks: tuple[int, int]) -> tuple[Trace, ...]:
    rng = random.Random(f"{family} {seed}")
    found: list[Trace] = []
    while len(found) < count:
        maker = Maker(rng, *FAMILIES[family])
        start = [maker.transition() for _ in range(rng.randint(*blocks))]
        trace = _closed(start, maker)
        if trace is not None:
            found.append(trace)
    return tuple(found)


def _closed(start: list[Transition], maker: Maker) -> Trace | None:
    """The trace with a last guard that makes it infeasible, unless none is found."""
    begun = trace_of(*start)
    prover = BitwuzlaProver() if {HALF, BYTE, WORD}.issuperset(maker.sorts) else Z3Prover()
    parts = begun.parts()
    if not isinstance(prover.check(parts), Unsat):
        for _ in range(GUARDS_AT_THE_END):
            guard = maker.condition()
            for last in (guard, not_(guard)):
                formula = begun.indexed(last, len(begun))
                alone = isinstance(prover.check((formula,)), Unsat)
                if not alone and isinstance(prover.check((*parts, formula)), Unsat):
                    return trace_of(*start, assume(last))
    return None


class Maker:
    """Draws terms and transitions over a few variables."""

    def __init__(self, rng: Rng, sorts: tuple[Sort, ...], features: frozenset[str]) -> None:
        self.rng = rng
        self.sorts = sorts
        self.features = features
        self.variables = [
            symbol(f"{name}", sort) for name, sort in zip("xyzw", sorts, strict=False)
        ]

    def transition(self) -> Transition:
        """A single statement, or a block of several guards, updates and inputs."""
        rng, kind = self.rng, self.rng.random()
        variable = rng.choice(self.variables)
        if kind < 0.2:
            return assume(self.condition())
        if kind < 0.5:
            return assign(variable, self.term(variable.sort))
        if kind < 0.6:
            return havoc(variable)
        chosen = symbol("chosen", rng.choice(self.variables).sort)
        written = rng.sample(self.variables, rng.randint(1, min(3, len(self.variables))))
        self.variables.append(chosen)
        guards = tuple(self.condition() for _ in range(rng.randint(0, 2)))
        updates = {x: self.term(x.sort) for x in written}
        self.variables.pop()
        return Transition(guards, updates, (chosen,))

    def condition(self) -> Term:
        """A truth value."""
        rng = self.rng
        if rng.random() < 0.15:
            return build.or_(self.condition(), self.condition())
        sort = rng.choice([sort for sort in self.sorts if sort is not BOOL or rng.random() < 0.3])
        left, right = self.term(sort), self.term(sort)
        if sort is BOOL or isinstance(sort, Array):
            return build.equal(left, right)
        made = rng.choice(_COMPARISONS[type(sort)])(left, right)
        return made if rng.random() < 0.6 else not_(made)

    def term(self, sort: Sort, depth: int | None = None) -> Term:
        """A term, often a variable or a constant."""
        rng = self.rng
        if depth is None:
            depth = 1 if isinstance(sort, Float) else 2
        leaves = [x for x in self.variables if x.sort is sort]
        if depth == 0 or rng.random() < 0.4:
            if isinstance(sort, Array) or (leaves and rng.random() < 0.6):
                return rng.choice(leaves)
            return self._constant(sort)
        if "ite" in self.features and rng.random() < 0.15:
            condition = self.condition() if depth > 1 else self._flag()
            return build.ite(condition, self.term(sort, depth - 1), self.term(sort, depth - 1))
        if isinstance(sort, Array):
            array = self.term(sort, depth - 1)
            index, element = self.term(sort.index, 0), self.term(sort.element, depth - 1)
            return build.store(array, index, element)
        arrays = [x for x in self.variables if isinstance(x.sort, Array) and x.sort.element is sort]
        if arrays and rng.random() < 0.5:
            array = rng.choice(arrays)
            assert isinstance(array.sort, Array)
            return build.select(array, self.term(array.sort.index, 0))
        return self._number(sort, depth)

    def _number(self, sort: Sort, depth: int) -> Term:
        rng = self.rng
        left = self.term(sort, depth - 1)
        if sort is BOOL:
            return rng.choice((build.and_, build.or_, build.xor))(left, self.term(sort, depth - 1))
        if sort is INT and "mod" in self.features and rng.random() < 0.3:
            return rng.choice((build.modulo, build.divide))(left, integer(rng.randint(2, 4)))
        if sort is INT and rng.random() < 0.3:
            return build.multiply(left, integer(rng.randint(-3, 3)))
        operators = _OPERATORS[type(sort)]
        if isinstance(sort, BitVec) and "bits" not in self.features:
            operators = operators[:5]
        return rng.choice(operators)(left, self.term(sort, depth - 1))

    def _flag(self) -> Term:
        flags = [x for x in self.variables if x.sort is BOOL]
        return self.rng.choice(flags) if flags else TRUE

    def _constant(self, sort: Sort) -> Term:
        rng = self.rng
        if sort is BOOL:
            return rng.choice((TRUE, FALSE))
        if sort is INT:
            return integer(rng.randint(-3, 6))
        if isinstance(sort, BitVec):
            return build.bit_vector(rng.choice((0, 1, 2, 3, -1, 1 << (sort.width - 1))), sort.width)
        assert isinstance(sort, Float)
        return build.fp_number(rng.choice((0.0, 0.5, 1.0, -1.5, 3.0)), sort)


_Binary: TypeAlias = "Callable[[Term, Term], Term]"
_COMPARISONS: dict[type, tuple[_Binary, ...]] = {
    type(INT): (build.equal, build.equal, build.le, build.lt),
    BitVec: (build.equal, build.equal, build.bv_ule, build.bv_sle),
    Float: (build.equal, build.fp_eq, build.fp_le, build.fp_lt),
}
_OPERATORS: dict[type, tuple[_Binary, ...]] = {
    type(INT): (build.add, build.add, build.subtract),
    BitVec: (
        *(build.bv_add, build.bv_sub, build.bv_xor, build.bv_and, build.bv_or, build.bv_mul),
        *(build.bv_add, build.bv_sub, build.bv_lshr, build.bv_urem),
    ),
    Float: (build.fp_add, build.fp_sub, build.fp_mul),
}


# ---- the papers' ----

a, b = (symbol(name, Array(INT, BOOL)) for name in "ab")
p, x, k, y = (symbol(name, INT) for name in ("p", "x", "k", "y"))
lock, old, new = (symbol(name, INT) for name in ("L", "old", "new"))
flag, ticks, result, limit = (symbol(name, INT) for name in ("flag", "ticks", "result", "x"))
ZERO, ONE = integer(0), integer(1)


def memory_leak() -> Trace:
    """Allocation and release, and a counter that does not matter [Dietsch17, Fig. 2]."""
    return trace_of(
        assign(b, a),
        assign(x, ZERO),
        havoc(p),
        assume(not_(build.select(a, p))),
        assign(a, build.store(a, p, TRUE)),
        assign(x, build.add(x, ONE)),
        assign(a, build.store(a, p, FALSE)),
        assume(not_(build.equal(a, b))),
    )


def overwritten() -> Trace:
    """A variable that is written again before it is read [Dietsch17, Fig. 3]."""
    return trace_of(
        assign(k, ZERO),
        assume(build.ge(y, k)),
        assign(k, ONE),
        assign(y, build.add(y, k)),
        assume(build.lt(y, ZERO)),
    )


def lock_at_once() -> Trace:
    """The error branch on entering the loop [McMillan06, Fig. 2a]."""
    return trace_of(assign(lock, ZERO), assume(not_(build.equal(lock, ZERO))))


def lock_after_unlock() -> Trace:
    """Once through the loop with unlock, then the error branch [McMillan06, Fig. 2b]."""
    return trace_of(
        assign(lock, ZERO),
        Transition((build.equal(lock, ZERO),), {lock: ONE, old: new}, ()),
        Transition((), {lock: ZERO, new: build.add(new, ONE)}, ()),
        assume(not_(build.equal(new, old))),
        assume(not_(build.equal(lock, ZERO))),
    )


def lock_without_unlock() -> Trace:
    """Once through the loop without unlock, then the error branch [McMillan06, Fig. 2c]."""
    return trace_of(
        assign(lock, ZERO),
        Transition((build.equal(lock, ZERO),), {lock: ONE, old: new}, ()),
        assume(not_(build.equal(new, old))),
        assume(not_(build.equal(lock, ZERO))),
    )


def flag_after_loop(rounds: int = 2) -> Trace:
    """A flag that the loop leaves alone [Beyer13, Listing 1.1]."""
    answer = symbol("system_call", INT)
    leaves = build.or_(build.equal(result, ZERO), build.gt(ticks, limit))
    step = Transition((), {ticks: build.add(ticks, ONE), result: answer}, (answer,))
    again = [transition for _ in range(rounds) for transition in (step, assume(not_(leaves)))]
    return trace_of(
        Transition((), {flag: ZERO, ticks: ZERO}, ()),
        *again,
        step,
        assume(leaves),
        assume(build.gt(flag, ZERO)),
    )


# ---- long ones ----


def counting(rounds: int, noise: int = 5) -> Trace:
    """Two counters go up together, among variables that do not matter; in the end they differ."""
    i, j = symbol("i", WORD), symbol("j", WORD)
    beside = [symbol(f"n{number}", WORD) for number in range(noise)]
    one = build.bit_vector(1, 32)
    updates = {variable: build.bv_add(variable, one) for variable in (i, j, *beside)}
    guards = (build.bv_ult(i, build.bit_vector(1000, 32)),)
    step = Transition(guards, updates, ())
    start = Transition((), {x: build.bit_vector(0, 32) for x in (i, j, *beside)}, ())
    return trace_of(start, *[step] * rounds, assume(not_(build.equal(i, j))))


def shared_vocabulary(trace: Trace, position: int) -> frozenset[Term]:
    """The variables that the blocks before and after a position both speak of."""
    parts = trace.parts()
    before = {symbol for part in parts[:position] for symbol in free_symbols(part)}
    after = {symbol for part in parts[position:] for symbol in free_symbols(part)}
    return frozenset(trace.plain(symbol) for symbol in before & after)


def is_implied(prefix: Sequence[Block], goal: Term, provers: MakeProver) -> bool:
    """Whether a goal holds after a prefix, asked of somebody who knows no other path."""
    return PathQuestions(provers).implies(prefix, goal)
