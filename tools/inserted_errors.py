"""Are errors found that are inserted into safe drivers? The check of [McMillan06, section 3].

    python -m tools.inserted_errors FOLDER [--names cdaudio,floppy] [--drivers 6] [--each 3]
        [--methods impact] [--witnesses bmc,predicate] [--blocks medium] [--seconds 60]
        [--seed 1] [--results FILE]

In: a folder in which there are, anywhere below, task definitions in the format of SV-COMP. Of each
safe driver versions are made in which one call is missing, is made twice, or has changed places
with the next one. Only calls count that have to do with the rules: to functions that report a
violation, or that change what such a function looks at. The candidates are tried in an order that
depends on the seed alone. A version counts when a witness, another method than those that are
measured, finds the error and its execution is confirmed; many changes are harmless. Out: a Markdown
table of the versions that count, with what the methods say of them. Exit code 1 when the first
method misses an error, or too few were found. Results go to a file as well, one JSON object a line;
what is in it already is not run again. The versions are written to a temporary folder.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from maul.c.ctype import ILP32, LP64
from maul.cfa.expressions import Place
from maul.cfa.model import Assume, Call
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import read_property
from maul.cfa.walk import mentioned_variables, root, written_place
from maul.choices import BlockSize
from tools.drivers import DRIVERS, questions
from tools.measured import Measured, Question, Results

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.c.tree import Variable
    from maul.cfa.model import Automaton, Cfa, Edge

KEYWORDS = ("if", "while", "for", "switch", "return", "sizeof", "do", "else", "goto")
NOT_CODE = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|^[ \t]*#[^\n]*', re.DOTALL | re.MULTILINE
)
CALL = re.compile(r"(?:(?P<to>[^=();]*[^=();\s])\s*=\s*(?:\([^()=]*\)\s*)?)?(?P<name>\w+)\s*\(")
DECLARED = re.compile(r"\w\s+\**\s*\w")  # two words without an operator between them


@dataclass(frozen=True, slots=True)
class Statement:
    """A call that is a statement of its own: where it is in the text, and of what function."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class Change:
    """One error that may be one: what was changed in which line, and the program with it."""

    line: int
    what: str
    text: str


# ---- which calls have to do with the rules -----------------------------------------------------


def rule_functions(cfa: Cfa) -> frozenset[str]:
    """The functions whose calls matter to the property: they report a violation or call who does,
    or they change a global variable that such a function looks at."""
    automata = {automaton.name: automaton for automaton in cfa.automata()}
    reporters = {name for name, one in automata.items() if _reports(cfa, one)}
    checking = reporters | {
        name for name, one in automata.items() if not reporters.isdisjoint(_called(one))
    }
    looked_at = {variable for name in checking for variable in _tested(automata[name])}
    changing = {name for name, one in automata.items() if not looked_at.isdisjoint(_set(one))}
    bare = {name for name in reporters if not any(_set(automata[name]))}
    return frozenset((checking | changing) - bare - {cfa.start.name, "main"})


def called_lines(cfa: Cfa) -> dict[str, set[int]]:
    """In which lines a driver, not its harness, calls each function."""
    found: dict[str, set[int]] = {}
    for automaton in cfa.automata():
        for edge in _edges(automaton):
            if isinstance(edge.operation, Call) and automaton.name != "main":
                found.setdefault(edge.operation.function, set()).add(edge.span.line)
    return found


def _edges(automaton: Automaton) -> Iterator[Edge]:
    return (edge for location in automaton.locations for edge in location.leaving)


def _reports(cfa: Cfa, automaton: Automaton) -> bool:
    return any(edge.target in cfa.errors for edge in _edges(automaton))


def _called(automaton: Automaton) -> Iterator[str]:
    operations = (edge.operation for edge in _edges(automaton))
    return (operation.function for operation in operations if isinstance(operation, Call))


def _tested(automaton: Automaton) -> Iterator[Variable]:
    """The global variables in the conditions of a function."""
    for edge in _edges(automaton):
        if isinstance(edge.operation, Assume):
            yield from (v for v in mentioned_variables(edge.operation) if not v.function)


def _set(automaton: Automaton) -> Iterator[Variable]:
    """The global variables that a function writes by their names."""
    for edge in _edges(automaton):
        place = written_place(edge.operation)
        top = None if place is None else root(place)
        if isinstance(top, Place) and not top.variable.function:
            yield top.variable


# ---- what can be changed -----------------------------------------------------------------------


def statements(text: str) -> list[Statement]:
    """The calls in a C program that are statements of their own, in the order of the text."""
    blank = NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    found, depth, start = [], 0, 0
    for mark in re.finditer(r"[;{}]", blank):
        if mark[0] == ";" and depth > 0:
            call = _call(blank, start, mark.end())
            found += [] if call is None else [call]
        depth += {"{": 1, "}": -1, ";": 0}[mark[0]]
        start = mark.end()
    return found


def _call(blank: str, start: int, end: int) -> Statement | None:
    """The call that some text is, if it is one and nothing else."""
    statement = blank[start:end]
    start += len(statement) - len(statement.lstrip())
    match = CALL.match(blank, start, end)
    if match is None or match["name"] in KEYWORDS or DECLARED.search(match["to"] or ""):
        return None
    depth = 0
    for at in range(match.end() - 1, end):
        depth += {"(": 1, ")": -1}.get(blank[at], 0)
        if depth == 0:
            return None if blank[at + 1 : end - 1].strip() else Statement(start, end, match["name"])
    return None


def changes(text: str, functions: frozenset[str], lines: dict[str, set[int]]) -> Iterator[Change]:
    """What can be done to the calls of some functions, as far as they stand in these lines."""
    calls = statements(text)
    for here, following in zip_longest(calls, calls[1:]):
        name, line = here.name, text.count("\n", 0, here.start) + 1
        if name not in functions or line not in lines.get(name, ()):
            continue
        before, call, after = text[: here.start], text[here.start : here.end], text[here.end :]
        yield Change(line, f"`{name}` is not called", f"{before};{after}")
        yield Change(line, f"`{name}` is called twice", f"{before}{{ {call} {call} }}{after}")
        if following is not None and not text[here.end : following.start].strip():
            other, rest = text[following.start : following.end], text[following.end :]
            gap = text[here.end : following.start]
            if other != call:
                swapped = f"{before}{other}{gap}{call}{rest}"
                yield Change(line, f"`{following.name}` is called before `{name}`", swapped)


def candidates(question: Question, seed: int) -> list[Change]:
    """All changes of a program, those of different kinds by turns, in an order that depends on the
    seed and on the name of the program."""
    model = ILP32 if question.model == "ILP32" else LP64
    whole = read_program((question.file,), model, read_property(question.property))
    text = Path(question.file).read_text(encoding="utf-8")
    lines = called_lines(prune(whole).cfa)
    found = list(changes(text, rule_functions(whole), lines))
    random.Random(f"{seed} {Path(question.file).name}").shuffle(found)
    kinds = [
        [change for change in found if word in change.what]
        for word in ("not called", "twice", "before")
    ]
    return [change for turn in zip_longest(*kinds) for change in turn if change is not None]


# ---- the experiment ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is asked about each version, where versions are written, and what is known already."""

    options: argparse.Namespace
    folder: Path
    results: Results

    def run(self, task: Question, change: Change, method: str, blocks: str) -> Measured:
        """What a method says of a version."""
        options, source = self.options, Path(task.file)
        version = self.folder / f"{source.stem}-{change.line}{source.suffix}"
        version.write_text(change.text, encoding="utf-8")
        question = replace(
            task,
            file=str(version),
            expected="FALSE",
            method=method,
            blocks=blocks,
            seconds=options.seconds,
        )
        key = f"{source.name}:{change.line}/{change.what}/{method}/{blocks}"
        return self.results.of(key, question)

    def witness(self, task: Question, change: Change) -> str | None:
        """The method that confirms that a version has an error; None when none does."""
        names = self.options.witnesses.split(",")
        return next(
            (
                each
                for each in names
                if self.run(task, change, each, BlockSize.LARGE).verdict == "FALSE"
            ),
            None,
        )

    def real(self, task: Question) -> Iterator[tuple[Change, str]]:
        """The versions of a program that have an error, with who found it."""
        for change in candidates(task, self.options.seed):
            found = self.witness(task, change)
            if found is not None:
                yield change, found

    def rows(self, task: Question) -> Iterator[tuple[bool, str]]:
        """Whether the first method finds the error, and a row of the table, for each version."""
        methods = self.options.methods.split(",")
        for change, found in islice(self.real(task), self.options.each):
            runs = [self.run(task, change, method, self.options.blocks) for method in methods]
            cells = [Path(task.file).stem, str(change.line), change.what, found]
            for run in runs:
                cells += [run.verdict if run.is_decided else "-", f"{run.search:.1f}"]
            cells.append(runs[0].reason)
            yield runs[0].verdict == "FALSE", f"| {' | '.join(cells)} |"


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--names", default=",".join(DRIVERS))
    parser.add_argument("--drivers", type=int, default=6)
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--methods", default="impact")
    parser.add_argument("--witnesses", default="bmc,predicate")
    parser.add_argument("--blocks", default="medium")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("inserted-errors.jsonl"))
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make versions until enough of them have an error, and print the table."""
    options = parsed(arguments)
    safe = [
        task
        for task in questions(options.folder, tuple(options.names.split(",")))
        if task.expected == "TRUE"
    ]
    with tempfile.TemporaryDirectory() as folder:
        experiment = Experiment(options, Path(folder), Results(options.results))
        rows = [row for task in safe[: options.drivers] for row in experiment.rows(task)]
    heads = ["driver", "line", "what was inserted", "witness"]
    for method in options.methods.split(","):
        heads += [method, "s"]
    heads.append("evidence")
    print(f"| {' | '.join(heads)} |")
    print("|---" * len(heads) + "|")
    print("\n".join(row for _, row in rows))
    found, wanted = sum(is_found for is_found, _ in rows), options.drivers * options.each
    print(f"\nErrors: {len(rows)} of {wanted}. Found: {found}.")
    return 0 if found == len(rows) == wanted else 1


if __name__ == "__main__":
    sys.exit(main())
