"""A solver: tries all values of a few Boolean symbols."""

from itertools import product

from maul.logic.build import and_, implies, not_
from maul.logic.evaluate import evaluate
from maul.logic.free import free_symbols
from maul.logic.sorts import BOOL
from maul.smt.protocols import Capabilities, GaveUp, Sat, Unsat

MOST_SYMBOLS = 12


class TruthTable:
    """A prover of propositional logic; see ``maul.smt.protocols.Prover`` for the laws."""

    name = "truth-table"
    capabilities = Capabilities(frozenset({"Bool"}), cores=False, interpolation=frozenset())

    def __init__(self):
        self._levels = [[]]

    def assert_(self, term):
        self._levels[-1].append(term)

    def push(self):
        self._levels.append([])

    def pop(self):
        self._levels.pop()

    def check(self, assumptions=(), *, core=False, seconds=None):
        formula = and_(*assumptions, *(term for level in self._levels for term in level))
        symbols = list(free_symbols(formula))
        if len(symbols) > MOST_SYMBOLS or any(symbol.sort is not BOOL for symbol in symbols):
            return GaveUp("truth tables are for a few Boolean symbols")
        for row in product((False, True), repeat=len(symbols)):
            values = dict(zip(symbols, row, strict=True))
            if evaluate(formula, values):
                return Sat(TableModel(values))
        return Unsat(tuple(assumptions))

    def implies(self, premise, conclusion):
        return isinstance(self.check((not_(implies(premise, conclusion)),)), Unsat)

    def close(self):
        self._levels.clear()


class TableModel:
    """A row of the table; symbols that the formula does not mention are false."""

    def __init__(self, values):
        self._values = values

    def value(self, symbol):
        return self._values.get(symbol, False)

    def function(self, function):
        raise NotImplementedError("propositional logic has no functions")
