"""Labels as cases of known values, and which of many cases the values at a point are.

Comes in: a label, a disjunction of conjunctions. Goes out: its cases, each split into equalities of
a key with a constant, and the rest; and for given values the cases that they may be. A key is a
variable, or an element of an array, or an array of which some elements are replaced by what all
others are at first, where nothing is said of these. Cases are found by their constants, not one
after the other: those that give constants to the same keys are one table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from maul.logic.build import FALSE, TRUE, Term, and_, equal, or_, select, store
from maul.logic.sorts import Array
from maul.logic.terms import by_number, int_payload
from maul.logic.walk import Substitution, conjuncts, disjuncts
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maul.proofs.labelling.effects import Values

Constants: TypeAlias = tuple[Term, ...]


@node
class Case:
    """When each key has its constant, and the rest holds."""

    keys: tuple[Term, ...]
    constants: Constants
    rest: tuple[Term, ...]

    def values(self) -> Values:
        """What variables hold in this case, as far as the equalities say."""
        found: Values = {}
        for key, constant in zip(self.keys, self.constants, strict=True):
            if key.operator == "symbol":
                found[key] = constant
            elif key.operator == "select":
                array, index = key.arguments
                found[array] = store(found.get(array, array), index, constant)
            else:
                unknown, array = _writes(key)
                found[array] = constant
                for index in unknown:
                    found[array] = store(found[array], index, select(array, index))
        return found


NO_CASE = Case((), (), ())  # of which nothing is known


def case_of(term: Term) -> Case:
    """A conjunction as a case. What else is said of a variable that has a value, or of an array
    that is known as a whole, belongs to the rest."""
    known: dict[Term, Term] = {}
    kinds: dict[Term, Term | str] = {}
    rest: list[Term] = []
    for part in conjuncts(term):
        binding = binding_of(part)
        if binding is not None and binding[0] not in known:
            key = binding[0]
            kind = key.operator if key.operator == "select" else key
            if kinds.setdefault(_variable(key), kind) is kind:
                known[key] = binding[1]
                continue
        rest.append(part)
    keys = tuple(sorted(known, key=by_number))
    return Case(keys, tuple([known[key] for key in keys]), tuple(rest))


def _variable(key: Term) -> Term:
    """The symbol that a key speaks of."""
    while key.operator != "symbol":
        key = key.arguments[0]
    return key


def gives_values(label: Term) -> bool:
    """Whether most cases of a label give a value to something."""
    cases = disjuncts(label)
    giving = sum(any(map(binding_of, conjuncts(case))) for case in cases)
    return 2 * giving > len(cases)


def gives_only_values(label: Term) -> bool:
    """Whether all cases of a label give values to something, and say nothing else."""
    parts = [conjuncts(case) for case in disjuncts(label)]
    return bool(parts) and all(each and all(map(binding_of, each)) for each in parts)


def binding_of(part: Term) -> tuple[Term, Term] | None:
    """The key and the constant of an equality of such, also of a Boolean or its negation."""
    if part.operator == "=":
        key, constant = part.arguments
        if constant.operator == "constant":
            return (key, constant) if _is_key(key) else None
        return _array_binding(key, constant) or _array_binding(constant, key)
    if part.operator == "not":
        key = part.arguments[0]
        return (key, FALSE) if _is_key(key) else None
    return (part, TRUE) if _is_key(part) else None


def _is_key(term: Term) -> bool:
    """Whether a term is a symbol, or the element of an array at a constant index."""
    if term.operator == "select":
        array, index = term.arguments
        return array.operator == "symbol" and index.operator == "constant"
    return term.operator == "symbol"


# ---- arrays as a whole ----


def _array_binding(array: Term, contents: Term) -> tuple[Term, Term] | None:
    """The key and the constant of an equality of an array with known contents, but for elements of
    which it only says that they are what they are."""
    if array.operator != "symbol" or not isinstance(array.sort, Array):
        return None
    written, base = _writes(contents)
    if base.operator != "const" or base.arguments[0].operator != "constant":
        return None
    key = array
    for index in sorted(written, key=int_payload):
        if written[index] is select(array, index):
            del written[index]
            key = store(key, index, base.arguments[0])
    constant = _ground(base, written)
    return None if constant is None else (key, constant)


def _writes(array: Term) -> tuple[dict[Term, Term], Term]:
    """What was written where last, and the array below."""
    found: dict[Term, Term] = {}
    while array.operator == "store" and array.arguments[1].operator == "constant":
        array, index, element = array.arguments
        found.setdefault(index, element)
    return found, array


def _ground(base: Term, written: Mapping[Term, Term]) -> Term | None:
    """The one form of an array with constant elements; None when there are others."""
    default = base.arguments[0]
    if any(element.operator != "constant" for element in written.values()):
        return None
    for index in sorted(written, key=int_payload):
        if written[index] is not default:
            base = store(base, index, written[index])
    return base


def _held(key: Term, values: Mapping[Term, Term]) -> Term:
    """What a key holds; arrays in their one form when all elements are known."""
    if key.operator == "symbol":
        held = values.get(key, key)
    elif key.operator == "select":
        array, index = key.arguments
        return select(values.get(array, array), index)
    else:
        held = Substitution(values)(key)
    if not isinstance(key.sort, Array):
        return held
    return _known_array(held) or held


def _known_array(held: Term) -> Term | None:
    """The one form of an array of which all elements are known."""
    written, base = _writes(held)
    if base.operator != "const" or base.arguments[0].operator != "constant":
        return None
    return _ground(base, written)


def _is_known(held: Term) -> bool:
    """Whether what a key holds is constant."""
    if isinstance(held.sort, Array):
        return _known_array(held) is not None
    return held.operator == "constant"


class CaseTable:
    """The cases that give constants to the same keys: for each choice of constants what else has to
    hold, one of several conjunctions."""

    __slots__ = ("_partial", "keys", "rows")

    def __init__(self, keys: tuple[Term, ...]) -> None:
        self.keys = keys
        self.rows: dict[Constants, list[tuple[Term, ...]]] = {}
        self._partial: dict[tuple[int, ...], dict[Constants, list[Constants]]] = {}

    def held(self, values: Mapping[Term, Term]) -> Constants:
        """What the keys hold; not all of it needs to be constant."""
        return tuple([_held(key, values) for key in self.keys])

    def matching(self, held: Constants) -> Sequence[Constants]:
        """The rows that agree with what is constant of what the keys hold."""
        known = tuple(place for place, term in enumerate(held) if _is_known(term))
        partial = self._partial.get(known)
        if partial is None:
            partial = self._partial[known] = {}
            for row in self.rows:
                partial.setdefault(tuple([row[place] for place in known]), []).append(row)
        return partial.get(tuple([held[place] for place in known]), ())


class Cover:
    """The cases of one label, and the tables that they make up."""

    def __init__(self, label: Term) -> None:
        self.terms = disjuncts(label)
        self.cases = tuple(map(case_of, self.terms))
        tables: dict[tuple[Term, ...], CaseTable] = {}
        for case in self.cases:
            table = tables.get(case.keys)
            if table is None:
                table = tables[case.keys] = CaseTable(case.keys)
            table.rows.setdefault(case.constants, []).append(case.rest)
        self._tables = list(tables.values())

    def has(self, values: Mapping[Term, Term]) -> bool:
        """Whether the values are those of a case about which nothing else has to be shown, or only
        what rewriting shows."""
        for place, table in enumerate(self._tables):
            rests = table.rows.get(table.held(values))
            if rests and any(_holds(rest, values) for rest in rests):
                # What served once will serve again.
                self._tables.insert(0, self._tables.pop(place))
                return True
        return False

    def goal(self, values: Mapping[Term, Term]) -> Term:
        """The label with the values in the place of variables, without the cases that cannot be."""
        substituted = Substitution(values)
        found: list[Term] = []
        for table in self._tables:
            held = table.held(values)
            for row in table.matching(held):
                equalities = [equal(*pair) for pair in zip(held, row, strict=True)]
                found += [and_(*equalities, *map(substituted, rest)) for rest in table.rows[row]]
        return or_(*found)


def _holds(rest: tuple[Term, ...], values: Mapping[Term, Term]) -> bool:
    """Whether formulas become true when values are put in."""
    return not rest or all(term is TRUE for term in map(Substitution(values), rest))
