"""A trace: transitions one after the other, and the formulas that say it can be executed.

Comes in: blocks, each from one place of the program to another. Goes out: for each block the
formula over indexed variables, split into conjuncts that cores can name [Dietsch17, 4.1]. The
variable ``x`` as position ``i`` knows it is ``x~k``, where ``k`` is the last position at which
``x`` was written, 0 at the start; position 0 is before the first block, position ``i`` after the
``i``-th. An input of block ``i`` has the index ``i``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.logic.build import Term, and_, equal, symbol
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.logic.transition import Transition, input_for
from maul.logic.walk import Substitution, substitute
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable


@node
class Block:
    """A transition between two places of the program. Places are compared with ``==``; the same
    block met again is the same transition object."""

    source: Hashable
    target: Hashable
    transition: Transition
    text: str = ""


@node
class Conjunct:
    """A named part of the trace formula: of block ``position`` (from 1), the guard with that
    number in its block, or the update of a variable. ``formula`` is over indexed variables."""

    position: int
    name: int | Term
    formula: Term


class Trace:
    """Blocks, and how their variables are indexed."""

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        self.blocks = blocks
        self._indices: list[dict[Term, Term]] = [{}]  # a position: what is not at index 0
        self._plain: dict[Term, Term] = {}  # an indexed variable or input: what it stands for
        self._conjuncts: tuple[Conjunct, ...] | None = None
        for position, block in enumerate(blocks, 1):
            indices = dict(self._indices[-1])
            for variable in block.transition.updates:
                indices[variable] = self._named(variable, position)
            self._indices.append(indices)

    def __len__(self) -> int:
        return len(self.blocks)

    def conjuncts(self) -> tuple[Conjunct, ...]:
        """The trace formula in its parts; the trace is feasible iff all can hold together."""
        if self._conjuncts is None:
            found: list[Conjunct] = []
            for position, block in enumerate(self.blocks, 1):
                found += self._conjuncts_of(position, block.transition)
            self._conjuncts = tuple(found)
        return self._conjuncts

    def _conjuncts_of(self, position: int, transition: Transition) -> list[Conjunct]:
        terms = (*transition.guards, *transition.updates.values())
        read = {s for term in terms for s in free_symbols(term)}
        inputs = {s: self._named(s, position) for s in transition.inputs}
        index = Substitution({s: inputs.get(s) or self.at(s, position - 1) for s in read})
        parts = [
            Conjunct(position, number, index(guard))
            for number, guard in enumerate(transition.guards)
        ]
        for variable, value in transition.updates.items():
            formula = equal(self.at(variable, position), index(value))
            parts.append(Conjunct(position, variable, formula))
        return parts

    def parts(self) -> tuple[Term, ...]:
        """One formula a block."""
        parts: list[list[Term]] = [[] for _ in self.blocks]
        for conjunct in self.conjuncts():
            parts[conjunct.position - 1].append(conjunct.formula)
        return tuple(and_(*part) for part in parts)

    def at(self, variable: Term, position: int) -> Term:
        """A variable as a position knows it."""
        found = self._indices[position].get(variable)
        return self._named(variable, 0) if found is None else found

    def input(self, chosen: Term, position: int) -> Term:
        """An input of the block at a position (from 1)."""
        return self._named(chosen, position)

    def indexed(self, term: Term, position: int) -> Term:
        """A term over variables, at a position."""
        return substitute(term, {s: self.at(s, position) for s in free_symbols(term)})

    def plain(self, term: Term) -> Term:
        """A term over indexed variables without the indices."""
        return substitute(term, {s: self._plain[s] for s in free_symbols(term)})

    def reduced(self, kept: Collection[Conjunct]) -> Trace:
        """The abstract trace of some conjuncts: other guards are true, other updates arbitrary
        [Dietsch17, Def. 4.5]."""
        names = {(conjunct.position, conjunct.name) for conjunct in kept}
        return Trace(
            tuple(
                Block(block.source, block.target, _reduced(block.transition, i, names), block.text)
                for i, block in enumerate(self.blocks, 1)
            )
        )

    def _named(self, variable: Term, index: int) -> Term:
        made = symbol(f"{name_of(variable)}~{index}", variable.sort)
        self._plain[made] = variable
        return made


def _reduced(
    transition: Transition, position: int, names: Collection[tuple[int, int | Term]]
) -> Transition:
    guards = tuple(g for i, g in enumerate(transition.guards) if (position, i) in names)
    updates = {
        x: e if (position, x) in names else input_for(x) for x, e in transition.updates.items()
    }
    read = {s for term in (*guards, *updates.values()) for s in free_symbols(term)}
    known = dict.fromkeys((*transition.inputs, *(input_for(x) for x in transition.updates)))
    return Transition(guards, updates, tuple(s for s in known if s in read))
