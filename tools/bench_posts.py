"""How many posts a second the compiled transitions make, against a naive loop.

    python -m tools.bench_posts [--steps 300000] [--seed 1] [--rounds 3] [--least 10]

In: nothing; a state machine in C is made from the seed (conditions over twenty variables and an
input in long chains, a loop around them) and read by the front end. Out: posts a second when its
compiled points are followed under fixed inputs; the same for a loop that copies a dictionary for
each post and walks over the terms; and the factor. A post is one edge of the control-flow
automaton. Both take the same way; where they do not agree, and when the factor is below
``--least``, the exit code is 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from maul.c.ctype import ILP32
from maul.cfa.blocks import BlockGraph
from maul.cfa.calls import Point, Points
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.encode.blocks import Encoder, layout_for
from maul.logic.build.bits import cut_of
from maul.logic.compiled.posts import Known, Slots, Step, Values, compiled_step
from maul.logic.meaning import BV_BINARY, BV_COMPARISON, extracted, sign_extended
from maul.logic.sorts import BitVec
from maul.logic.terms import Term, int_payload
from maul.logic.trace import Block
from maul.system.deep import call_deep

VARIABLES, INPUTS, RULES, STATES = 20, 6, 120, 9
MOST_POINTS = 50_000


# ---- the program ----


def machine(rng: random.Random) -> str:
    """A state machine: the first rule that fits changes some variables and answers."""
    names = [f"m{i}" for i in range(VARIABLES)]
    rules = [_rule(rng, names, number) for number in range(RULES)]
    return "\n".join(
        [
            "extern int __VERIFIER_nondet_int(void);",
            "extern void reach_error(void);",
            *[f"int {name} = {rng.randrange(STATES)};" for name in names],
            "int answer(int input) {",
            *rules,
            *["  m0 = (m0 + input) % 9;", "  return -1;", "}"],
            "int main(void) {",
            *["  int output = 0;", "  while (1) {", "    int input = __VERIFIER_nondet_int();"],
            f"    if (input < 1 || input > {INPUTS}) return 0;",
            *["    output = answer(input);", "    if (output == 1000) reach_error();", "  }", "}"],
        ]
    )


def _rule(rng: random.Random, names: Sequence[str], number: int) -> str:
    """One rule of the chain: a condition over an input and some variables, and what it changes."""
    tests = [
        f"input == {rng.randint(1, INPUTS)}",
        f"{names[number % 4]} == {rng.randrange(STATES)}",
        *[
            f"{name} {rng.choice(('<', '>=', '!='))} {rng.randrange(STATES)}"
            for name in rng.sample(names[4:], rng.randint(1, 3))
        ],
    ]
    rng.shuffle(tests)
    changed = rng.sample(names, rng.randint(1, 4))
    changes = [f"{name} = {_expression(rng, names)};" for name in changed]
    return f"  if ({' && '.join(tests)}) {{ {' '.join(changes)} return {number}; }}"


def _expression(rng: random.Random, names: Sequence[str]) -> str:
    """A small new value."""
    one, other = rng.sample(names, 2)
    number = rng.randint(1, 8)
    return rng.choice(
        (str(number), f"({one} + {number}) % 9", f"({one} * {number} + {other}) % 9", f"{one}")
    )


# ---- following it ----


class Program:
    """The points of a program with their blocks, numbered, the first one first."""

    def __init__(self, text: str) -> None:
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "machine.c"
            file.write_text(text)
            cfa = read_program([str(file)], ILP32, read_property("unreach-call"))
        graph = BlockGraph(Points(cfa), "single")
        encoder = Encoder(graph, layout_for(cfa, "bv"))
        numbers: dict[Point, int] = {graph.start: 0}
        order = [graph.start]
        self.blocks: list[tuple[Block, ...]] = []
        for point in order:
            blocks = encoder.leaving(point).blocks
            self.blocks.append(blocks)
            for block in blocks:
                assert isinstance(block.target, Point)
                if block.target not in numbers:
                    numbers[block.target] = len(order)
                    order.append(block.target)
            assert len(order) < MOST_POINTS
        self.targets = [
            [numbers[block.target] for block in blocks if isinstance(block.target, Point)]
            for blocks in self.blocks
        ]
        # Where a value is chosen: the variable that gets it.
        self.chosen = {
            place: variable
            for place, blocks in enumerate(self.blocks)
            for block in blocks
            for variable, value in block.transition.updates.items()
            if value in block.transition.inputs
        }


Chooser: TypeAlias = Callable[[], int]
Outcome: TypeAlias = tuple[int, dict[Term, Known]]


def inputs_for(seed: int) -> Chooser:
    """The inputs of a run, one after the other."""
    rng = random.Random(seed)
    return lambda: rng.randint(1, INPUTS)


class Compiled:
    """Follows the program through compiled points."""

    def __init__(self, program: Program) -> None:
        self.slots = Slots(VARIABLES + 5)
        self.program = program
        self.steps: list[Step] = [
            compiled_step([block.transition for block in blocks], self.slots)
            for blocks in program.blocks
        ]

    def run(self, count: int, choose: Chooser) -> Outcome:
        """Follow some steps; where that ends, and with which values."""
        ways = list(zip(self.told_steps(choose), self.program.targets, strict=True))
        values, at = self.slots.top(), 0
        for _ in range(count):
            step, targets = ways[at]
            edge, values = step(values)[0]
            at = targets[edge]
        found = dict(zip(self.slots.symbols(), values, strict=False))
        return at, {symbol: v for symbol, v in found.items() if v is not None}

    def told_steps(self, choose: Chooser) -> list[Step]:
        """The steps, which are told the inputs."""
        chosen = self.program.chosen
        return [
            self._told(step, chosen[place], choose) if place in chosen else step
            for place, step in enumerate(self.steps)
        ]

    def _told(self, step: Step, variable: Term, choose: Chooser) -> Step:
        """A step that is told the input."""
        slot = self.slots.of(variable)
        assert slot is not None

        def told(values: Values) -> tuple[tuple[int, Values], ...]:
            edge, after = step(values)[0]
            return ((edge, (*after[:slot], choose(), *after[slot + 1 :])),)

        return told


class Naive:
    """Follows the program by walking over the terms, with one dictionary for each post."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def run(self, count: int, choose: Chooser) -> Outcome:
        """Follow some steps, as above."""
        values: dict[Term, Known] = {}
        at = 0
        for _ in range(count):
            taken, after = -1, values
            for edge, block in enumerate(self.program.blocks[at]):
                made = post(block, values)
                if made is not None and taken < 0:
                    taken, after = edge, made
            values = after
            if at in self.program.chosen:
                values[self.program.chosen[at]] = choose()
            at = self.program.targets[at][taken]
        return at, values


def post(block: Block, values: dict[Term, Known]) -> dict[Term, Known] | None:
    """The values after a block; None when they contradict its guards."""
    for guard in block.transition.guards:
        if value_of(guard, values) is False:
            return None
    after = dict(values)
    for symbol, term in block.transition.updates.items():
        value = value_of(term, values)
        if value is None:
            after.pop(symbol, None)
        else:
            after[symbol] = value
    return after


def value_of(term: Term, values: dict[Term, Known]) -> Known | None:
    """The value of a term, found by going down to its leaves; None when it is unknown."""
    operator = term.operator
    if operator == "constant":
        assert isinstance(term.payload, (bool, int))
        return term.payload
    if operator == "symbol":
        return values.get(term)
    parts = []
    for argument in term.arguments:
        part = value_of(argument, values)
        if part is None:
            return None
        assert isinstance(part, int)
        parts.append(part)
    return _applied(term, parts)


def _applied(term: Term, parts: list[int]) -> Known:
    """The value of an operator of which the arguments are known."""
    match term.operator:
        case "not":
            return not parts[0]
        case "and":
            return all(parts)
        case "or":
            return any(parts)
        case "=":
            return parts[0] == parts[1]
        case "ite":
            return parts[1] if parts[0] else parts[2]
        case "extract":
            return extracted(parts[0], *cut_of(term))
        case "zero_extend":
            return parts[0]
    sort = term.arguments[0].sort
    assert isinstance(sort, BitVec)
    if term.operator == "sign_extend":
        return sign_extended(parts[0], sort.width, int_payload(term))
    if term.operator == "bvneg":
        return -parts[0] & ((1 << sort.width) - 1)
    if term.operator in BV_COMPARISON:
        return BV_COMPARISON[term.operator](sort.width, *parts)
    return BV_BINARY[term.operator](sort.width, *parts)


# ---- measuring ----


def seconds_of(follow: Compiled | Naive, count: int, seed: int) -> float:
    """How long a run takes."""
    choose = inputs_for(seed)
    start = time.process_time()
    follow.run(count, choose)
    return time.process_time() - start


def posts_of(program: Program, count: int, seed: int) -> int:
    """The posts in a run: at each point one for each edge, also those that contradict."""
    compiled = Compiled(program)
    steps = compiled.told_steps(inputs_for(seed))
    values, at, posts = compiled.slots.top(), 0, 0
    for _ in range(count):
        posts += len(program.blocks[at])
        edge, values = steps[at](values)[0]
        at = program.targets[at][edge]
    return posts


def compare(steps: int, seed: int, rounds: int, least: float) -> int:
    """Measure both in turns, print the best of each and the factor."""
    program = Program(machine(random.Random(seed)))
    start = time.process_time()
    compiled, naive = Compiled(program), Naive(program)
    seconds, count = time.process_time() - start, len(program.blocks)
    print(f"{count} points, compiled in {seconds * 1e6 / count:.0f} us each")
    few = steps // 10
    agree = compiled.run(few, inputs_for(seed)) == naive.run(few, inputs_for(seed))
    # In turns, because the machine may be shared.
    times = [
        (seconds_of(compiled, steps, seed), seconds_of(naive, few, seed)) for _ in range(rounds)
    ]
    best = [min(column) for column in zip(*times, strict=True)]
    quick, slow = posts_of(program, steps, seed) / best[0], posts_of(program, few, seed) / best[1]
    print(f"compiled {quick:12,.0f} posts/s")
    print(f"naive    {slow:12,.0f} posts/s")
    print(f"factor   {quick / slow:12.1f}")
    if not agree:
        print("they do not end in the same state")
    return 0 if agree and quick / slow >= least else 1


def main() -> int:
    """Read the arguments and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--steps", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--least", type=float, default=10.0)
    chosen = parser.parse_args()
    results: list[int] = []
    call_deep(
        lambda: results.append(compare(chosen.steps, chosen.seed, chosen.rounds, chosen.least))
    )
    return results[0]


if __name__ == "__main__":
    sys.exit(main())
