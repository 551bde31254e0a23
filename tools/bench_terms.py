"""How long terms take, against the least that hash-consing can cost.

    python -m tools.bench_terms [NODES]

Comes in: the number of nodes (100,000 unless said otherwise). Goes out: for building, one line each
for the smallest possible class (one dictionary, no simplification, no sort checks), the same with
weak references, and ours; then our walks. Builders take turns, each time in a fresh process; the
best round of each counts. Only the ratios mean anything on a shared machine.
"""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
import time
import weakref
from typing import TYPE_CHECKING

from maul.logic import terms, walk
from maul.logic.build import and_, bit_vector, bv_add, bv_ule, bv_xor, symbol
from maul.logic.smtlib.writer import script
from maul.logic.sorts import BitVec
from tests.logic.sweeping import sweep

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5


class Minimal:
    """A hash-consed node and nothing else."""

    __slots__ = ("__weakref__", "arguments", "operator", "sort", "value")
    operator: str
    arguments: tuple[Minimal, ...]
    value: object
    sort: object


def minimal_maker() -> Callable[..., Minimal]:
    """A function that makes each node once, with a plain dictionary."""
    table: dict[tuple[object, ...], Minimal] = {}

    def make(
        operator: str, arguments: tuple[Minimal, ...] = (), value: object = None, sort: object = 32
    ) -> Minimal:
        key = (operator, arguments, value, sort)
        node = table.get(key)
        if node is None:
            node = Minimal()
            node.operator, node.arguments, node.value, node.sort = key
            table[key] = node
        return node

    return make


def weak_maker() -> Callable[..., Minimal]:
    """The same with a dictionary that does not keep the nodes alive."""
    table: weakref.WeakValueDictionary[tuple[object, ...], Minimal] = weakref.WeakValueDictionary()

    def make(
        operator: str, arguments: tuple[Minimal, ...] = (), value: object = None, sort: object = 32
    ) -> Minimal:
        key = (operator, arguments, value, sort)
        node = table.get(key)
        if node is None:
            node = Minimal()
            node.operator, node.arguments, node.value, node.sort = key
            table[key] = node
        return node

    return make


def build_minimal(make: Callable[..., Minimal], rounds: int) -> Minimal:
    """Sums and exclusive disjunctions of 32 bits, compared, all conjoined."""
    x, y = make("symbol", (), "x"), make("symbol", (), "y")
    parts = []
    for i in range(1, rounds + 1):
        x = make("bvadd", (x, make("constant", (), i)))
        y = make("bvxor", (x, y))
        x = make("bvadd", (x, y))
        parts.append(make("bvule", (x, y), None, 1))
    return make("and", tuple(parts), None, 1)


def build_ours(rounds: int) -> terms.Term:
    """The same formula through our constructors."""
    x, y = symbol("x", BitVec(32)), symbol("y", BitVec(32))
    parts = []
    for i in range(1, rounds + 1):
        x = bv_add(x, bit_vector(i, 32))
        y = bv_xor(x, y)
        x = bv_add(x, y)
        parts.append(bv_ule(x, y))
    return and_(*parts)


def timed(function: Callable[[], object]) -> float:
    """Seconds one call takes; what it made is gone afterwards."""
    gc.collect()
    start = time.perf_counter()
    made = function()
    seconds = time.perf_counter() - start
    del made
    sweep()
    return seconds


def build(name: str, rounds: int) -> float:
    """Seconds one of the builders takes; its table outlives the measurement, as ours does."""
    if name == "maul":
        return timed(lambda: build_ours(rounds))
    make = weak_maker() if name == "weak" else minimal_maker()
    return timed(lambda: build_minimal(make, rounds))


def elsewhere(name: str, nodes: int) -> float:
    """The same in a process of its own, where every table starts empty."""
    command = [sys.executable, "-m", "tools.bench_terms", str(nodes), name]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def compare(nodes: int) -> None:
    """Measure everything and print it."""
    best = dict.fromkeys(("minimal", "weak", "maul"), float("inf"))
    for _ in range(ROUNDS):
        for name in best:
            best[name] = min(best[name], elsewhere(name, nodes))
    for name, seconds in best.items():
        ratio = seconds / best["minimal"]
        print(f"build {name:15s} {seconds * 1e6 / nodes:6.2f} us/node  {ratio:5.2f} x minimal")
    root = build_ours(nodes // 5)
    new = {symbol("x", BitVec(32)): symbol("z", BitVec(32))}
    walks: dict[str, Callable[[], object]] = {
        "subterms": lambda: walk.subterms(root),
        "fold": lambda: walk.fold(root, lambda term, values: len(values) + term.number),
        "substitute": lambda: walk.substitute(root, new),
        "SMT-LIB text": lambda: script((root,)),
        "pickle and back": lambda: pickle.loads(pickle.dumps(root)),  # noqa: S301 - our own
    }
    for name, function in walks.items():
        seconds = min(timed(function) for _ in range(3))
        print(f"{name:21s} {seconds * 1e6 / nodes:6.2f} us/node")


def main() -> None:
    """Compare, or (with a builder's name) measure only that one."""
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    if len(sys.argv) > 2:
        print(build(sys.argv[2], nodes // 5))
    else:
        compare(nodes)


if __name__ == "__main__":
    main()
