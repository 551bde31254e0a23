"""Small random programs over integers, the same for the same seed, to compare two views of them.

They end, divide by no zero and shift by no more than seven; signed overflow happens.
"""

from __future__ import annotations

from random import Random

TYPES = ("int", "unsigned", "char", "unsigned char", "short", "long", "_Bool", "unsigned long")


class Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._names: list[str] = []
        self._loops = 0

    def program(self) -> str:
        """Three globals, two functions, main; the error is reached on some condition."""
        globals_ = [f"g{index}" for index in range(3)]
        parts = [f"{self._type()} {name} = {self._random.randint(-3, 90)};" for name in globals_]
        functions: list[str] = []
        for index in range(2):
            self._names = [*globals_, "p", "q"]
            body = self._block(2, functions)
            parts.append(
                f"{self._type()} f{index}({self._type()} p, {self._type()} q) "
                f"{{ {self._locals()} {body} return {self._expression(2)}; }}"
            )
            functions.append(f"f{index}")
        self._names = list(globals_)
        parts.append(f"int main(void) {{ {self._locals()} {self._block(3, functions)} return 0; }}")
        return "\n".join(["extern int __VERIFIER_nondet_int(void);", *parts])

    def _type(self) -> str:
        return self._random.choice(TYPES)

    def _locals(self) -> str:
        new = [f"x{index}" for index in range(3)]
        self._names += new
        return " ".join(f"{self._type()} {name} = {self._random.randint(-9, 200)};" for name in new)

    def _block(self, depth: int, functions: list[str]) -> str:
        count = self._random.randint(2, 4)
        return " ".join(self._statement(depth, functions) for _ in range(count))

    def _statement(self, depth: int, functions: list[str]) -> str:
        kind = self._random.randint(0, 9)
        target = self._random.choice(self._names)
        if kind == 0:
            return f"{target} = __VERIFIER_nondet_int();"
        if kind == 1 and functions:
            arguments = f"{self._expression(1)}, {self._expression(1)}"
            return f"{target} = {self._random.choice(functions)}({arguments});"
        if kind == 2:
            return f"if ({self._condition()}) reach_error();"
        if kind <= 4 and depth:
            other = self._block(depth - 1, functions)
            then = self._block(depth - 1, functions)
            return f"if ({self._condition()}) {{ {then} }} else {{ {other} }}"
        if kind == 5 and depth:
            self._loops += 1
            name, stop = f"i{self._loops}", self._random.randint(0, 6)
            self._names.append(name)
            body = self._statement(depth - 1, functions)
            self._names.remove(name)
            # The counter can be changed by the body: a second one makes the loop end.
            head = f"for (int {name} = 0, e{name} = 0; {name} < {stop} && e{name} < 9; {name}++)"
            return f"{head} {{ e{name}++; {body} }}"
        if kind == 6:
            return (
                f"{target} {self._random.choice(['+', '-', '*', '|', '&'])}= {self._expression(1)};"
            )
        return f"{target} = {self._expression(2)};"

    def _condition(self) -> str:
        operator = self._random.choice(["<", ">", "<=", ">=", "==", "!="])
        return f"{self._expression(1)} {operator} {self._expression(1)}"

    def _expression(self, depth: int) -> str:
        kind = self._random.randint(0, 8) if depth else self._random.randint(0, 1)
        if kind == 0:
            return str(self._random.choice([0, 1, 2, 7, 100, 255, 65535, 2147483647, "5u", "9l"]))
        if kind <= 2:
            return self._random.choice(self._names)
        left, right = self._expression(depth - 1), self._expression(depth - 1)
        if kind == 3:
            return f"({left} {self._random.choice(['/', '%'])} (({right} & 15) + 1))"
        if kind == 4:
            return f"({left} {self._random.choice(['<<', '>>'])} ({right} & 7))"
        if kind == 5:
            return f"({self._random.choice(['-', '~', '!'])}{left})"
        if kind == 6:
            return f"(({self._type()}){left})"
        return f"({left} {self._random.choice(['+', '-', '*', '&', '|', '^'])} {right})"


def small_program(seed: int) -> str:
    """The program of a seed."""
    return Writer(seed).program()


def some_inputs(seed: int) -> list[int]:
    """More inputs than a small program takes."""
    random = Random(seed)
    return [
        random.choice([0, 1, -1, 5, 200, 2**31 - 1, -(2**31), random.randint(-300, 300)])
        for _ in range(400)
    ]
