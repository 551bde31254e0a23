"""Lazy predicate abstraction: explore abstract states, refute error paths, track more predicates.

Comes in: a program model and a refuter. Goes out: ``Unsafe`` when a path to an error can be
executed, ``Safe`` with the reached formulas of each point when no abstract state is an error. The
loop is CEGAR [Beyer13, Alg. 2] around the CPA algorithm [Beyer13, Alg. 1]: an infeasible error path
is refuted by assertions at its points, and their parts are predicates from then on, each at the
place of its assertion.

Progress: with the conjuncts of the assertions as predicates, even the Cartesian abstraction follows
the assertions along the path to false, since they are inductive block by block. So a refuted path
is never met again, unless the solver does not show again what it has shown to the refuter.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from maul.choices import BlockSize
from maul.domains.abstraction import boolean, cartesian
from maul.domains.predicate import (
    PredicateCpa,
    PredicatePrecision,
    PredicateState,
    atoms,
    by_activation,
    by_function,
    by_location,
    own,
    own_or_parents,
)
from maul.domains.questions import Questions
from maul.events import Searched
from maul.explore.orders import breadth_first, order_of
from maul.explore.reached import Reached
from maul.logic.build import Term, or_
from maul.logic.walk import conjuncts
from maul.methods.cegar import Search, Sharper, cegar
from maul.methods.paths.error_path import error_paths
from maul.methods.paths.inspector import Inspector
from maul.methods.refinement.predicates import PredicatePath, PredicateRefinement
from maul.methods.setting import MethodEntry
from maul.node import node

if TYPE_CHECKING:
    from maul.cfa.model import Cfa
    from maul.choices import Chosen
    from maul.domains.abstraction import Abstraction
    from maul.domains.predicate import Rule, Scope
    from maul.explore.reached import Entry, Key
    from maul.interpolate.protocol import Refuted
    from maul.methods.refinement.predicates import Sharpened
    from maul.methods.setting import Setting
    from maul.proofs.verdict import Unsafe, Verdict
    from maul.run import Run

PATIENCE = 10.0  # seconds for one path: predicates are of use only if many paths are refuted

State: TypeAlias = PredicateState
States: TypeAlias = "Reached[PredicateState, PredicatePrecision]"
Order: TypeAlias = "Callable[[Entry[PredicateState, PredicatePrecision]], Key]"


# ---- choices -----------------------------------------------------------------------------------


def prune(_: PredicatePath, pivot: State) -> State:
    """Explore only the subtree of the first state that is to know more again [HJMS02]."""
    return pivot


def restart(path: PredicatePath, _: State) -> State:
    """Explore everything again."""
    return path[0]


@node
class PredicateStyle:
    """The choices that are left open: which abstraction, what a predicate is, where it is tracked
    (scope and rule), in which order states are explored, and what is removed for a refinement."""

    abstraction: Abstraction = cartesian
    predicates: Callable[[Term], tuple[Term, ...]] = conjuncts
    scope: Scope = by_location
    order: Order = breadth_first
    refine: Callable[[PredicatePath, State], State] = prune
    rule: Rule = own


ABSTRACTIONS: Mapping[str, Abstraction] = {"cartesian": cartesian, "boolean": boolean}
PREDICATES: Mapping[str, Callable[[Term], tuple[Term, ...]]] = {
    "conjuncts": conjuncts,
    "atoms": atoms,
}
SCOPES: Mapping[str, tuple[Scope, Rule]] = {
    "location": (by_location, own),
    "location-or-parent": (by_location, own_or_parents),
    "function": (by_function, own),
    "program": (by_activation, own),
}
REFINEMENTS: Mapping[str, Callable[[PredicatePath, State], State]] = {
    "lazy": prune,
    "restart": restart,
}
LARGE_SIZES = (BlockSize.LARGE, BlockSize.LOOPS_FUNCTIONS)
CHOSEN: Chosen = (
    ("abstraction", "cartesian"),
    ("predicates", "conjuncts"),
    ("scope", "function; with loops-functions and large blocks location"),
    ("order", "round-by-round; with loops-functions and large blocks breadth-first"),
    ("refine", "lazy"),
)


def style_for(setting: Setting) -> PredicateStyle:
    """The style that the user has chosen, or that which needed the fewest refinements and the least
    time on the tasks. Small blocks have many points, at which the same predicates matter; large
    ones have few, at which other predicates only tell more states apart."""
    is_large = setting.blocks in LARGE_SIZES
    scope, rule = SCOPES[setting.choice("scope", "location" if is_large else "function")]
    order = setting.choice("order", "breadth-first" if is_large else "round-by-round")
    return PredicateStyle(
        ABSTRACTIONS[setting.choice("abstraction", "cartesian")],
        PREDICATES[setting.choice("predicates", "conjuncts")],
        scope=scope,
        order=order_of(order, _point),
        refine=REFINEMENTS[setting.choice("refine", "lazy")],
        rule=rule,
    )


# ---- the method --------------------------------------------------------------------------------


def predicate_abstraction(cfa: Cfa, setting: Setting, run: Run) -> Verdict:
    """Verify a program by lazy predicate abstraction."""
    return predicate_abstraction_in(style_for(setting), cfa, setting, run)


METHOD = MethodEntry(
    "predicate",
    predicate_abstraction,
    "[BKW10]",
    "lazy predicate abstraction: sturdy where few predicates are used again and again",
    choices=CHOSEN,
)


def predicate_abstraction_in(
    style: PredicateStyle, cfa: Cfa, setting: Setting, run: Run
) -> Verdict:
    """Verify a program with given choices."""
    return PredicateSearch(style, cfa, setting, run).verdict()


class PredicateSearch:
    """One verification: the analysis, what it has reached, and who refines it."""

    def __init__(self, style: PredicateStyle, cfa: Cfa, setting: Setting, run: Run) -> None:
        paths = error_paths(cfa, setting.blocks, setting.arith, run)
        self.inspector = Inspector(paths, setting.refuter, run, patience=PATIENCE)
        self.questions = Questions(setting.provers, run)
        self.cpa = PredicateCpa(self.inspector.graph, style.abstraction, self.questions)
        self.reached: States = Reached(_point, style.order)
        self.refinement = PredicateRefinement(
            self.cpa,
            self.inspector,
            self.questions,
            PredicatePrecision(style.scope, {}, style.rule),
            style.predicates,
        )
        self._style = style
        self._run = run

    def verdict(self) -> Verdict:
        """Explore and refine until there is no error, or one that is real."""
        self.reached.add(self.cpa.first, self.refinement.precision, None)
        search = Search(self.cpa, self.reached, self._run, labels=self.labels, tell=self.tell)
        return cegar(search, self._refine, self.inspector.safe)

    def _refine(self, path: PredicatePath) -> Unsafe | Sharpened:
        return self.refinement(path, self.learn)

    def learn(self, path: PredicatePath, refuted: Refuted) -> Sharpened:
        """Track more predicates, and remove as much as the style says."""
        found = self.refinement.learn(path, refuted)
        return Sharper(self._style.refine(path, found.pivot), found.precision)

    def labels(self, reached: States) -> dict[Hashable, Term]:
        """What holds at each point that was reached: one of the formulas there."""
        found: dict[Hashable, list[Term]] = {}
        for state in reached:
            found.setdefault(state.point, []).append(state.formula)
        return {point: or_(*formulas) for point, formulas in found.items()}

    def tell(self, reached: States) -> None:
        """Say how far the search has come."""
        size = self.refinement.precision.size
        self._run.emit(Searched(len(reached), reached.covered, self.cpa.posts, size))


def _point(state: State) -> Hashable:
    return state.point
