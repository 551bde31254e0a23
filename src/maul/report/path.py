"""An error path for people: source lines and what they do, with the assertions in between.

Comes in: a path and what a refuter said of it. Goes out: lines of text. Assertions are written in C
where C can say them, in SMT-LIB otherwise, and cut when they are long. An assertion that is the
same as the one before is not repeated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.cfa.render import operation_text, variable_text
from maul.cfa.walk import mentioned_variables
from maul.interpolate.protocol import Feasible, Refuted
from maul.logic.build import FALSE, TRUE, and_, or_
from maul.logic.free import free_symbols
from maul.logic.smtlib import term_text
from maul.logic.terms import name_of
from maul.logic.walk import conjuncts, dag_size, disjuncts
from maul.report.c_text import c_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from maul.c.ctype import CType
    from maul.c.tree import Variable
    from maul.cfa.blocks import Step
    from maul.cfa.model import Cfa
    from maul.logic.terms import Term
    from maul.methods.paths.error_path import ErrorPath, Explained
    from maul.proofs.verdict import Unsafe

LONGEST = 160  # characters of an assertion
LARGEST = 400  # subterms of an assertion that is written at all
LEFT_OUT = "but for executions that copy or search more bytes at once than are considered"
FEW = 8  # cases of a label that are all told
FIRST = 3  # that are told of more
WIDTH = 26  # of the column that says where a statement is


class Names:
    """How the variables of a program are called in C, and their types."""

    def __init__(self, cfa: Cfa, cells: Mapping[Term, tuple[str, CType]]) -> None:
        self._cells = cells
        self._variables: dict[str, Variable] = {each.name: each for each in cfa.globals}
        for automaton in cfa.automata():
            for at in automaton.locations:
                for edge in at.leaving:
                    for variable in mentioned_variables(edge.operation):
                        self._variables.setdefault(variable.name, variable)

    def of(self, term: Term) -> dict[Term, tuple[str, CType]]:
        """Text and type of the symbols of a term that are variables."""
        found: dict[Term, tuple[str, CType]] = {}
        for symbol in free_symbols(term):
            plain, _, activation = name_of(symbol).partition("@")
            variable = self._variables.get(plain)
            if variable is not None:
                text = variable_text(variable) + (f"@{activation}" if activation else "")
                found[symbol] = text, variable.type
            elif symbol in self._cells:
                text, ctype = self._cells[symbol]
                found[symbol] = text.rpartition("::")[2], ctype
        return found

    def text(self, assertion: Term) -> str:
        """An assertion on one line."""
        if assertion is TRUE or assertion is FALSE:
            return "true" if assertion is TRUE else "false"
        if dag_size(assertion) > LARGEST:
            return f"({dag_size(assertion)} subterms)"
        text = c_text(assertion, self.of(assertion)) or " ".join(term_text(assertion).split())
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."

    def label(self, label: Term, hidden: Collection[Term] = ()) -> str:
        """What holds at a point on one line: the first of many cases, without what is said of
        symbols that are hidden. It is true of what the label is true of."""
        cases = disjuncts(label)
        shown = [
            and_(*(part for part in conjuncts(case) if not set(free_symbols(part)) & set(hidden)))
            for case in cases[:FEW]
        ]
        if len(cases) <= FEW:
            return self.text(or_(*shown))
        texts = [f"({text})" if " && " in text else text for text in map(self.text, shown[:FIRST])]
        return f"{' || '.join(texts)} || ... ({len(cases)} cases)"


def told(found: Explained, replayed: Callable[[Unsafe], bool]) -> list[str]:
    """The path beside what a refuter said of it."""
    paths, path, answer = found.paths, found.path, found.answer
    match answer:
        case Feasible():
            claim = paths.claim(path, answer)
            inputs = ", ".join(map(str, claim.inputs)) or "none"
            sure = "replayed" if replayed(claim) else "the execution takes another way"
            taken = [_statement(way.step) for _, way in paths.ways(path, answer)]
            return [*taken, f"inputs: {inputs} ({sure})"]
        case Refuted(assertions=assertions):
            lines = path_lines(path, assertions, Names(paths.cfa, paths.layout.names()))
            return lines if path.is_complete else [*lines, LEFT_OUT]
    return path_lines(path, None, Names(paths.cfa, {}))


def path_lines(path: ErrorPath, assertions: Sequence[Term] | None, names: Names) -> list[str]:
    """The statements of a path, one a line, with assertions in braces where there are some."""
    lines: list[str] = []
    last: Term | None = None
    for position, steps in enumerate(path.steps):
        if assertions is not None and assertions[position] is not last:
            last = assertions[position]
            lines.append(f"{'':{WIDTH}}  {{ {names.text(last)} }}")
        lines += [_statement(step) for step in steps]
    if assertions is not None:
        lines.append(f"{'':{WIDTH}}  {{ {names.text(assertions[-1])} }}")
    return lines


def _statement(step: Step) -> str:
    """Where a statement is and what it does; calls are indented."""
    span = step.edge.span
    where = f"{span.file.rsplit('/', 1)[-1]}:{span.line}" if span.line else ""
    indent = "  " * (step.source.stack.depth - 1)
    return f"{where:{WIDTH}}{indent}{operation_text(step.edge.operation)}"
