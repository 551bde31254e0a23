"""Safety and error interpolants, and weights, as they are learnt from error paths [Tian17].

Comes in: a path that cannot be executed, or one beyond which nothing need be explored. Goes out:
the interpolants of its places, updated as the mode says [Tian17, Def. 2, Def. 3 and IV.B].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.node import node, value

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from maul.explore.weights import Weights
    from maul.interpolate.safety_error import (
        ErrorInterpolants,
        Interpolation,
        SafetyInterpolants,
        Spurious,
    )
    from maul.logic.trace import Block
    from maul.methods.refinement.predicates import PredicatePath


@value
class Mode:
    """What is used beside reachability interpolants."""

    safety: bool = False
    error: bool = False
    weights: bool = False


@node
class Learnt:
    """S-Interp, E-Interp and the weights of one program, as far as a mode uses them; ``craig``
    finds interpolants."""

    mode: Mode
    safety: SafetyInterpolants
    error: ErrorInterpolants
    weights: Weights
    craig: Interpolation

    def update(self, path: Spurious) -> None:
        """Update S-Interp, E-Interp and the weights by a path that cannot be executed."""
        if self.mode.safety:
            full = self.safety.update(path)
            if self.mode.weights:
                last = path.places[path.last_reachable]
                self.weights.update(full, None if self.safety.is_full(last) else last)
        if self.mode.error:
            self.error.update(path)

    def pass_on(self, blocks: Sequence[Block], path: PredicatePath) -> bool:
        """Let the places before a state that is left out know that nothing happens there; whether
        weights have changed."""
        full: list[Hashable] = []
        for i in range(len(blocks) - 1, -1, -1):
            before, after = path[i], path[i + 1]
            was_full = self.safety.is_full(before.point)
            if not self.safety.pass_on(blocks[i], before.formula, after.formula):
                break
            if not was_full:
                full.append(before.point)
        if self.mode.weights:
            self.weights.update(full, None)
        return self.mode.weights and bool(full)
