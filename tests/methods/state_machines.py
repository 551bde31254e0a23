"""C programs that are state machines: one loop, a read, and a long chain of conditions.

Which states a machine can reach is found by trying everything, without maul.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple, TypeAlias

Configuration: TypeAlias = tuple[int, ...]
HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"


class Rule(NamedTuple):
    """In states in which variables have given values, an input sets variables."""

    when: tuple[tuple[int, int], ...]
    input: int
    then: tuple[tuple[int, int], ...]


class Machine(NamedTuple):
    """Variables by number, with their first values, and what happens to them."""

    first: Configuration
    rules: tuple[Rule, ...]


def drawn(seed: int, variables: int, rules: int) -> Machine:
    """A random machine: in each state at most one rule is for an input."""
    random = Random(seed)
    found: dict[tuple[int, int], Rule] = {}
    for number in range(rules):
        # The first variable and the input tell the rules apart.
        key = (number % 8, 1 + number // 8)
        others = random.sample(range(1, variables), 2)
        when = tuple((v, random.randint(0, 2)) for v in others)
        then = ((0, random.randint(0, 7)), (random.randrange(1, variables), random.randint(0, 2)))
        found[key] = Rule(((0, key[0]), *when[: random.randint(0, 1)]), key[1], then)
    return Machine((0,) * variables, tuple(found.values()))


def reachable(machine: Machine) -> tuple[Configuration, ...]:
    """All that the machine can come to, nearest first."""
    seen = {machine.first: None}
    waiting = [machine.first]
    for state in waiting:
        for rule in machine.rules:
            if all(state[v] == value for v, value in rule.when):
                after = list(state)
                for v, value in rule.then:
                    after[v] = value
                if tuple(after) not in seen:
                    seen[tuple(after)] = None
                    waiting.append(tuple(after))
    return tuple(seen)


def printed(machine: Machine, error: Configuration) -> str:
    """The machine as C, with an error in one of its states."""
    lines = [HEAD]
    lines += [f"int v{n} = {value};" for n, value in enumerate(machine.first)]
    lines += ["static void step(int input) {", "  if (0) {"]
    for rule in machine.rules:
        tests = " && ".join(f"v{v} == {value}" for v, value in rule.when)
        lines.append(f"  }} else if ({tests} && input == {rule.input}) {{")
        lines += [f"    v{v} = {value};" for v, value in rule.then]
    tests = " && ".join(f"v{n} == {value}" for n, value in enumerate(error))
    lines += ["  }", f"  if ({tests})", "    reach_error();", "}", "int main(void) {"]
    lines += ["  while (1) {", "    int input = __VERIFIER_nondet_int();"]
    lines += ["    if (input < 1)", "      return 0;", "    step(input);", "  }", "}", ""]
    return "\n".join(lines)


def twins(seed: int, variables: int = 5, rules: int = 64) -> tuple[str, str]:
    """A machine with an error in a state that it never comes to, and with one in a state that it
    does come to, as far away as any."""
    machine = drawn(seed, variables, rules)
    found = reachable(machine)
    random = Random(seed)
    known = set(found)
    near = (
        tuple(random.choice(found)[n] for n in range(variables)) for _ in range(100_000)
    )  # each value occurs, but not together
    missing = next(state for state in near if state not in known)
    return printed(machine, missing), printed(machine, found[-1])
