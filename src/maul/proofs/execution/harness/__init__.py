"""A counterexample as a C program that is compiled and executed.

Comes in: the replayed counterexample. Goes out: what the compiled program should do, how it ended,
and what that says of the counterexample.
"""

from maul.proofs.execution.harness.foreseen import foresee
from maul.proofs.execution.harness.run import Compiled, execute, harness_text
from maul.proofs.execution.harness.sanitizers import may_overlook

__all__ = ["Compiled", "execute", "foresee", "harness_text", "may_overlook"]
