"""Refutation of rows and choices by case splitting, and the interpolants it gives.

Comes in: the formulas of parts. Goes out: one interpolant for each cut, or a reason to give up. A
case is a set of rows; one that holds nowhere over the rationals is refuted by multipliers. Else a
model shows which choice to split on next, or which integer is a fraction: ``x <= 2 or x >= 3``
holds in any part that speaks of ``x``. A refutation that does not use the alternative it is under
refutes the choice's other alternatives as well, and they are not looked at: this is so when no
row of the alternative has a multiplier, and also when the step of the sequence over the part of the
choice holds for the part as it is. Equations that hold over the rationals may be refuted modulo a
prime.

The interpolants of the alternatives of a choice are joined as for resolution on a literal of one
side: at a cut after the choice's part, where the choice belongs to A, by ``or``; before it by
``and``. They are an interpolant of the sequence [McMillan06, sec. 2]: the part itself has all
interpolants before it, one of the alternatives, and so one of the interpolants after it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from maul.interpolate.farkas.congruence import congruence, congruent_sums, equations
from maul.interpolate.farkas.languages import KnownNumbers, Language, language
from maul.interpolate.farkas.multipliers import (
    multipliers,
    partial_sums,
    small_multipliers,
)
from maul.interpolate.farkas.rows import Alternative, Choice, Reading, Row, formula
from maul.logic.build import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    implies,
    le,
    lt,
    multiply,
    not_,
    or_,
    real,
    symbol,
)
from maul.logic.sorts import BOOL, INT, REAL
from maul.node import node
from maul.smt.allowance import A_SECOND, allowed
from maul.smt.protocols import TIME_LIMIT, GaveUp, Sat, Unsat
from maul.smt.solvers.z3.prover import Z3Prover

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maul.smt.protocols import Model

CASES = 200
SEEING = A_SECOND // 5  # steps to see whether a proof holds for more alternatives than its own
BRANCHES = 20
OTHERS = 4  # combinations beside the first


@node
class _Case:
    """What holds in a case: rows, choices not split yet, both with the level they came from, and
    the opaque terms that are explained in a part."""

    rows: tuple[tuple[Row, int], ...]
    choices: tuple[tuple[Choice, int], ...]
    known: frozenset[tuple[int, Term]]


@node
class _Proof:
    """The interpolants of a case, and the levels whose alternatives they rest on."""

    interpolants: tuple[Term, ...]
    needs: frozenset[int]


class _Split:
    """A choice that is split, and what is known of its alternatives."""

    def __init__(self, case: _Case, choice: Choice, came_from: int) -> None:
        self.case = case
        self.choice = choice
        self.came_from = came_from
        self.proofs: list[_Proof] = []


class _NoRefutation(Exception):
    """No refutation; the text says why."""


class Refutation:
    """The search for one refutation of parts; ``ks`` are the languages in their order. That of a
    number has the constants of each case."""

    def __init__(
        self,
        parts: Sequence[Term],
        ks: Sequence[Language | int | None],
        left: Callable[[], float],
    ) -> None:
        self._parts, self._ks, self._left = parts, ks, left
        self._prover = Z3Prover()
        self._guards: dict[tuple[object, ...], Term] = {}
        self._numbers: dict[Term, Term] = {}
        self._steps: dict[Term, bool] = {}
        self._invented: set[tuple[object, ...]] = set()
        self._cases = self._branches = 0

    def interpolants(self) -> tuple[Term, ...] | GaveUp:
        """One formula for each cut."""
        empty = _Case((), (), frozenset())
        pieces = [(part, Alternative((term,))) for part, term in enumerate(self._parts, 1)]
        try:
            return self._refuted(_extended(empty, pieces, 0)).interpolants
        except _NoRefutation as stuck:
            return GaveUp(f"farkas: {stuck}") if self._left() > 0 else TIME_LIMIT

    def _refuted(self, case: _Case) -> _Proof:
        """A proof that a case holds nowhere: depth first, without recursion."""
        splits: list[_Split] = []
        while True:
            answer = self._attempt(case)
            if isinstance(answer, _Proof):
                proof, following = self._climb(splits, answer)
                if following is None:
                    return proof
                case = following
            else:
                choice, came_from = answer
                rest = tuple([item for item in case.choices if item[0] is not choice])
                below = _Case(case.rows, rest, case.known)
                splits.append(_Split(below, choice, came_from))
                case = self._entered(splits)

    def _climb(self, splits: list[_Split], proof: _Proof) -> tuple[_Proof, _Case | None]:
        """Go up with a proof to the next alternative, None when all is proved."""
        while splits:
            level, split = len(splits), splits[-1]
            proof = self._generalised(splits, proof)
            if level in proof.needs:
                split.proofs.append(proof)
                if len(split.proofs) < len(split.choice.alternatives):
                    return proof, self._entered(splits)
                proof = _joined(split, level)
            splits.pop()
        return proof, None

    def _generalised(self, splits: list[_Split], proof: _Proof) -> _Proof:
        """The proof without need of alternatives whose part implies the step as it is."""
        sequence = (TRUE, *proof.interpolants, FALSE)
        steps = {}
        for part in sorted({splits[level - 1].choice.part for level in proof.needs}):
            step = and_(sequence[part - 1], self._parts[part - 1], not_(sequence[part]))
            if step not in self._steps:
                with allowed(SEEING):
                    answer = Z3Prover().check((step,), seconds=self._left())
                self._steps[step] = isinstance(answer, Unsat)
            steps[part] = self._steps[step]
        needs = [level for level in proof.needs if not steps[splits[level - 1].choice.part]]
        return _Proof(proof.interpolants, frozenset(needs))

    def _entered(self, splits: list[_Split]) -> _Case:
        """The case of the next alternative of the last split."""
        split = splits[-1]
        alternative = split.choice.alternatives[len(split.proofs)]
        return _extended(split.case, [(split.choice.part, alternative)], len(splits))

    # ---- one case ----

    def _attempt(self, case: _Case) -> _Proof | tuple[Choice, int]:
        """A proof for a case, or the choice to split, with its level."""
        self._cases += 1
        if self._cases > CASES or self._left() <= 0:
            raise _NoRefutation("too many cases")
        rows: dict[Term, tuple[Row, int]] = {}
        for row, level in case.rows:
            rows.setdefault(self._guard(row), (row, level))
        answer = self._prover.check(tuple(rows), seconds=self._left())
        match answer:
            case Unsat():
                return self._proof(rows, answer.core)
            case Sat(model=model):
                return self._congruence(case) or self._next_choice(case, model)
        raise _NoRefutation(answer.reason)

    def _proof(self, rows: Mapping[Term, tuple[Row, int]], core: tuple[Term, ...]) -> _Proof:
        """The interpolants of rows that hold nowhere over the rationals."""
        levels = dict(rows.values())
        # The bounds of branches are no constants of the program.
        constants = [row.constant for row in levels if row.key() not in self._invented]
        given = KnownNumbers(frozenset(constants))
        combinations = [self._combination(rows, core)]
        usable = _usable(levels, combinations[0])
        for place, k in enumerate(self._ks):
            restriction = language(k, given) if isinstance(k, int) else k
            proof = self._first(combinations, levels, restriction)
            if proof is None and not place:
                combinations += self._others(rows, combinations[0])
                proof = self._first(combinations, levels, restriction)
            if proof is None and restriction is not None and len(usable) > len(combinations[0]):
                found = small_multipliers(usable, restriction, self._left())
                proof = self._first([found] if found else [], levels, restriction)
            if proof is not None:
                return proof
        raise _NoRefutation("no interpolants in the languages")

    def _congruence(self, case: _Case) -> _Proof | None:
        """The proof that equations have no solution modulo a prime, in the last language."""
        last = self._ks[-1]
        coefficients = [c for row, _ in case.rows for c in row.coefficients.values()]
        given = KnownNumbers(coefficients=frozenset(coefficients))
        restriction = language(last, given) if isinstance(last, int) else last
        found = congruence(equations(case.rows), restriction)
        sums = None if found is None else congruent_sums(found, len(self._parts), restriction)
        if found is None or sums is None:
            return None
        used = {level for equation, _ in found.equations for level in equation.levels}
        return _Proof(sums, frozenset(used) - {0})

    def _first(
        self,
        combinations: Sequence[Mapping[Row, int]],
        levels: Mapping[Row, int],
        restriction: Language | None,
    ) -> _Proof | None:
        """The proof by the first combination of rows whose sums are in a language."""
        for factors in combinations:
            sums = partial_sums(factors, len(self._parts), restriction)
            if sums is not None:
                needs = frozenset(levels[row] for row in factors) - {0}
                return _Proof(tuple([formula(row) for row in sums]), needs)
        return None

    def _combination(
        self, rows: Mapping[Term, tuple[Row, int]], core: tuple[Term, ...]
    ) -> dict[Row, int]:
        """Rows of a core with their multipliers."""
        found = multipliers([rows[guard][0] for guard in core], self._left())
        if found is None:
            raise _NoRefutation("no multipliers")
        return found

    def _others(
        self, rows: Mapping[Term, tuple[Row, int]], factors: Mapping[Row, int]
    ) -> list[dict[Row, int]]:
        """Combinations that do without a row of the last part, or the first, of another one."""
        ends = {row.part for row in factors}
        left_out = [row for part in (max(ends), min(ends)) for row in factors if row.part == part]
        found = []
        for row in left_out[:OTHERS]:
            rest = [guard for guard, (other, _) in rows.items() if other is not row]
            answer = self._prover.check(rest, seconds=self._left())
            if isinstance(answer, Unsat):
                found.append(self._combination(rows, answer.core))
        return found

    def _next_choice(self, case: _Case, model: Model) -> tuple[Choice, int]:
        """A choice none of whose alternatives the model makes true, the smallest."""
        values: dict[Term, Fraction] = {}
        for term, number in self._numbers.items():
            value = model.value(number)
            assert isinstance(value, Fraction)
            values[term] = value
        open_ = [
            (len(choice.alternatives), place)
            for place, (choice, _) in enumerate(case.choices)
            if not _is_satisfied(choice, values, case.known)
        ]
        if open_:
            return case.choices[min(open_)[1]]
        return self._branch(case, values), 0

    def _branch(self, case: _Case, values: Mapping[Term, Fraction]) -> Choice:
        """A choice that an integer is at most, or at least, the next one of a fraction."""
        parts = {term: row.part for row, _ in case.rows for term in row.coefficients}
        for term, part in parts.items():
            value = values[term]
            if term.sort is INT and value.denominator != 1:
                self._branches += 1
                if self._branches > BRANCHES:
                    raise _NoRefutation("too many fractions")
                below = value.__floor__()
                sides = (
                    Row(part, {term: 1}, -below),
                    Row(part, {term: -1}, below + 1),
                )
                self._invented.update([side.key() for side in sides])
                return Choice(part, tuple([Alternative((), (side,)) for side in sides]))
        raise _NoRefutation("linear arithmetic alone does not refute the parts")

    # ---- rows in the prover ----

    def _guard(self, row: Row) -> Term:
        """A Boolean that implies the row over the rationals."""
        key = row.key()
        guard = self._guards.get(key)
        if guard is None:
            guard = self._guards[key] = symbol(f"row {len(self._guards)}", BOOL)
            products = [
                multiply(self._number(term), real(coefficient))
                for term, coefficient in row.coefficients.items()
            ]
            compare = lt if row.strict else le
            self._prover.assert_(
                implies(guard, compare(add(real(row.constant), *products), real(0)))
            )
        return guard

    def _number(self, term: Term) -> Term:
        """The rational that stands for an opaque term."""
        found = self._numbers.get(term)
        if found is None:
            found = self._numbers[term] = symbol(f"number {len(self._numbers)}", REAL)
        return found


def _extended(case: _Case, pieces: Sequence[tuple[int, Alternative]], level: int) -> _Case:
    """A case with more of what holds."""
    reading = Reading(case.known)
    for part, alternative in pieces:
        reading.take(part, alternative)
    return _Case(
        (*case.rows, *[(row, level) for row in reading.rows]),
        (*case.choices, *[(choice, level) for choice in reading.choices]),
        frozenset(reading.known),
    )


def _usable(levels: Mapping[Row, int], factors: Mapping[Row, int]) -> list[Row]:
    """The rows of the levels that a combination needs anyway."""
    needed = {0, *[levels[row] for row in factors]}
    return [row for row, level in levels.items() if level in needed]


def _is_satisfied(
    choice: Choice, values: Mapping[Term, Fraction], known: frozenset[tuple[int, Term]]
) -> bool:
    """Whether a model is seen to make an alternative true; what needs a split is not seen."""
    for alternative in choice.alternatives:
        reading = Reading(known)
        reading.take(choice.part, alternative)
        if not reading.choices and all(_is_true(row, values) for row in reading.rows):
            return True
    return False


def _is_true(row: Row, values: Mapping[Term, Fraction]) -> bool:
    total = row.constant + sum(c * values.get(t, Fraction(0)) for t, c in row.coefficients.items())
    return total < 0 if row.strict else total <= 0


def _joined(split: _Split, level: int) -> _Proof:
    """The interpolants of a choice from those of its alternatives."""
    part = split.choice.part
    columns = zip(*[proof.interpolants for proof in split.proofs], strict=True)
    joined = [
        or_(*column) if cut >= part else and_(*column) for cut, column in enumerate(columns, 1)
    ]
    needs = {n for proof in split.proofs for n in proof.needs} - {level} | {split.came_from}
    return _Proof(tuple(joined), frozenset(needs) - {0})
